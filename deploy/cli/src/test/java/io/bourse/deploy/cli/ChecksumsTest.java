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
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;

/** The comparison of what was fetched with the list, as the build runs it. */
@Tag("venue")
class ChecksumsTest
{
    private static final Path PROGRAM =
        Path.of(System.getProperty("bourse.root", "../..")).resolve("config/Checksums.java");

    @TempDir
    private Path dir;
    private Path list;
    private Path repository;
    private Path lib;
    private Path jar;
    private List<String> program = List.of(PROGRAM.toString());

    @BeforeEach
    void fetch() throws IOException, InterruptedException
    {
        list = dir.resolve("checksums.txt");
        repository = dir.resolve("repository");
        lib = Files.createDirectory(dir.resolve("lib"));
        final Path library = Files.createDirectories(repository.resolve("org/some/library/1"));
        jar = Files.writeString(library.resolve("library-1.jar"), "classes");
        Files.writeString(library.resolve("library-1.pom"), "<project/>");
        Files.writeString(library.resolve("library-1.jar.sha1"), "not listed");
        assertRun(0, "", "write", list, repository);
        assertEquals(3, Files.readAllLines(list).size());
        // The build starts it as a source, which is compiled at each start: once is enough here.
        final Path classes = dir.resolve("classes");
        assertEquals(0, ToolProvider.findFirst("javac").orElseThrow()
            .run(System.out, System.err, "-d", classes.toString(), PROGRAM.toString()));
        program = List.of("-cp", classes.toString(), "Checksums");
    }

    @Test
    void shouldRefuseWhatIsNotTheListsAndWhatIsNotListed() throws IOException, InterruptedException
    {
        Files.copy(jar, lib.resolve("library-1.jar"));
        Files.writeString(lib.resolve("bourse-own.jar"), "of the build itself");
        assertRun(0, "", "verify", list, repository, lib);
        Files.writeString(lib.resolve("stranger-1.jar"), "unlisted");
        assertRun(1, "stranger-1.jar", "verify", list, repository, lib);
        Files.delete(lib.resolve("stranger-1.jar"));
        Files.writeString(jar, "classez");
        assertRun(1, "library-1.jar sha256=", "verify", list, repository);
        // What was not fetched yet cannot be wrong.
        Files.delete(jar);
        assertRun(0, "", "verify", list, repository, lib);
        Files.writeString(jar.resolveSibling("library-1.pom"), "<project>other</project>");
        assertRun(1, "library-1.pom sha256=", "verify", list, repository, lib);
    }

    private void assertRun(final int status, final String words, final String what, final Path... paths)
        throws IOException, InterruptedException
    {
        final ProcessBuilder builder = new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(), "-Xmx64m", "-XX:+UseSerialGC");
        builder.command().addAll(program);
        builder.command().add(what);
        List.of(paths).forEach(path -> builder.command().add(path.toString()));
        final Path log = dir.resolve("log");
        final Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES), () -> "pid " + process.pid());
        final String text = Files.readString(log);
        assertEquals(status, process.exitValue(), text);
        assertTrue(text.contains(words), text);
    }
}
