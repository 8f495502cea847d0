// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the build does with jars of a former version, in a checkout of its own. */
@Tag("venue")
class StaleJarsTest
{
    private static final Path ROOT = Path.of(System.getProperty("bourse.root", "../.."));
    private static final int NOT_NOW = 75;
    private static final String SCRIPT = "config/remove-stale-jars";

    @TempDir
    private Path dir;
    private Path checkout;
    private Path lib;

    @BeforeEach
    void checkOut() throws IOException
    {
        checkout = Files.createDirectories(dir.toRealPath().resolve("checkout"));
        Files.createDirectories(checkout.resolve("config"));
        for (final String file : List.of(SCRIPT, "config/find-jdk.sh"))
        {
            Files.copy(ROOT.resolve(file), checkout.resolve(file));
        }
        lib = Files.createDirectories(checkout.resolve("target/lib"));
        for (final String jar : List.of("library-2.jar", "own-1-tests.jar", "other-1.jar"))
        {
            Files.createFile(lib.resolve(jar));
        }
        Files.writeString(checkout.resolve("target/lib.path"),
            "/m2/library/2/library-2.jar:/checkout/own/target/own-1-tests.jar:/m2/other/1/other-1.jar");
    }

    @Test
    void shouldRemoveWhatTheClassPathDoesNotName() throws Exception
    {
        assertRun(0, "");
        assertEquals(Set.of("library-2.jar", "own-1-tests.jar", "other-1.jar"), jars());
        Files.createFile(lib.resolve("library-1.jar"));
        Files.createFile(lib.resolve("dropped-1.jar"));
        assertRun(0, "");
        assertEquals(Set.of("library-2.jar", "own-1-tests.jar", "other-1.jar"), jars());
    }

    @Test
    void shouldRemoveNothingWhileAProgramOfTheCheckoutRuns() throws Exception
    {
        // It ends with its input.
        final Process program = new ProcessBuilder("sh", "-c", "read -r line", "-Dbourse.root=" + checkout).start();
        try
        {
            assertRun(0, "");
            Files.createFile(lib.resolve("library-1.jar"));
            assertRun(NOT_NOW, "pids=" + program.pid() + " ");
            assertTrue(Files.exists(lib.resolve("library-1.jar")));
        }
        finally
        {
            program.getOutputStream().close();
            program.waitFor();
        }
        assertRun(0, "");
        assertEquals(Set.of("library-2.jar", "own-1-tests.jar", "other-1.jar"), jars());
    }

    private Set<String> jars() throws IOException
    {
        try (Stream<Path> files = Files.list(lib))
        {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    private void assertRun(final int status, final String words) throws Exception
    {
        final Path log = dir.resolve("log");
        final Process process = new ProcessBuilder("bash", checkout.resolve(SCRIPT).toString(), lib.toString(),
            checkout.resolve("target/lib.path").toString())
            .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES), () -> "pid " + process.pid());
        final String text = Files.readString(log);
        assertEquals(status, process.exitValue(), text);
        assertTrue(text.contains(words), text);
    }
}
