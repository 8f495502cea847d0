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
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** When the launcher builds, in a checkout with a Maven and a JDK that only say that they were called. */
@Tag("venue")
class LauncherTest
{
    private static final Path ROOT = Path.of(System.getProperty("bourse.root", "../.."));
    private static final int NO_CLASSES = 69;
    private static final int NOT_NOW = 75;
    private static final String OLDER = "the classes are older than the sources";
    private static final Instant SOURCE = Instant.parse("2026-11-20T10:00:00Z");

    @TempDir
    private Path dir;
    private Path checkout;
    private Path jar;
    private Path stamp;

    /** What a launcher said and did. */
    private record Outcome(int status, String text, boolean hasBuilt)
    {
        boolean hasRun(final String command)
        {
            return text.contains("io.bourse.deploy.cli.Bourse " + command);
        }
    }

    @BeforeEach
    void checkOut() throws IOException
    {
        checkout = Files.createDirectories(dir.resolve("checkout"));
        final Path target = Files.createDirectories(checkout.resolve("deploy/cli/target"));
        jar = target.resolve("bourse-cli-1.jar");
        stamp = target.resolve("launcher.stamp");
        Files.createDirectories(checkout.resolve("config"));
        Files.copy(ROOT.resolve("bourse"), checkout.resolve("bourse"));
        Files.copy(ROOT.resolve("config/find-jdk.sh"), checkout.resolve("config/find-jdk.sh"));
        script("bin/mvn", "touch " + jar + " " + dir.resolve("called"));
        script("jdk/bin/java", """
            case "$*" in
                *-version*) echo " java.specification.version = 25" ;;
                *" wait") echo ready; read -r line ;;
                *) echo "run $*" ;;
            esac
            """);
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        changeSources(SOURCE);
    }

    @Test
    void shouldBuildForWhatStartsSomethingOnly() throws Exception
    {
        final Outcome without = launch("session", "show");
        assertEquals(NO_CLASSES, without.status());
        assertTrue(without.text().contains("bourse build"), without::text);
        assertFound(launch("start"), true, "start");
        assertFound(launch("start"), false, "start");
        assertFound(launch("session", "show"), false, "session show");
        changeSources(Instant.now().plusSeconds(60));
        final Outcome older = launch("session", "show");
        assertFound(older, false, "session show");
        assertTrue(older.text().contains(OLDER), older::text);
        changeSources(SOURCE);
        assertEquals(new Outcome(0, "", false), launch("build"));
        Files.delete(stamp);
        final Outcome build = launch("build");
        assertTrue(build.hasBuilt(), build::text);
        assertEquals(0, build.status());
    }

    @Test
    void shouldBuildNothingWhileSomethingOfTheCheckoutRuns() throws Exception
    {
        assertFound(launch("start"), true, "start");
        final Process venue = builder("wait").start();
        try
        {
            assertEquals("ready", venue.inputReader().readLine());
            changeSources(Instant.now().plusSeconds(60));
            final Outcome another = launch("gateway");
            assertFound(another, false, "gateway");
            assertTrue(another.text().contains(OLDER), another::text);
            final Outcome refused = launch("build");
            assertEquals(NOT_NOW, refused.status());
            assertTrue(refused.text().contains("pids=" + venue.pid()), refused::text);
        }
        finally
        {
            venue.outputWriter().close();
            assertTrue(venue.waitFor(1, TimeUnit.MINUTES), () -> "pid " + venue.pid());
        }
        assertFound(launch("gateway"), true, "gateway");
    }

    @Test
    void shouldNeverBuildWithoutSources() throws Exception
    {
        Files.delete(checkout.resolve("pom.xml"));
        assertEquals(NO_CLASSES, launch("start").status());
        Files.createFile(jar);
        final Outcome installed = launch("start");
        assertFound(installed, false, "start");
        assertTrue(!installed.text().contains(OLDER), installed::text);
    }

    /** They have one compiler and one thread for garbage; what is no command would be a typing error here. */
    @Test
    void shouldStartShortCommandsAsSuch() throws Exception
    {
        final Matcher named = Pattern.compile("(?s)\\n    access \\| ([^)]*)\\)").matcher(
            Files.readString(ROOT.resolve("bourse")));
        assertTrue(named.find());
        final List<String> names = Pattern.compile("[\\s|\\\\]+").splitAsStream("access " + named.group(1)).toList();
        final Set<String> commands = Bourse.commandLine().getSubcommands().keySet();
        for (final String name : names)
        {
            assertTrue(name.startsWith("-") || commands.contains(name), name);
        }
        assertTrue(launch("build").hasBuilt());
        for (final String name : List.of("session", "kill"))
        {
            final String text = launch(name).text();
            assertTrue(text.contains("-XX:+UseSerialGC") && text.contains("-XX:TieredStopAtLevel=1"), text);
        }
        final String text = launch("start").text();
        assertTrue(text.contains("-XX:+UseParallelGC") && !text.contains("-XX:TieredStopAtLevel=1"), text);
    }

    private static void assertFound(final Outcome outcome, final boolean hasBuilt, final String command)
    {
        assertEquals(0, outcome.status(), outcome::text);
        assertEquals(hasBuilt, outcome.hasBuilt(), outcome::text);
        assertTrue(outcome.hasRun(command), outcome::text);
    }

    private void changeSources(final Instant time) throws IOException
    {
        final Path source = checkout.resolve("deploy/cli/src/main/java/Some.java");
        Files.createDirectories(source.getParent());
        if (!Files.exists(source))
        {
            Files.createFile(source);
        }
        Files.setLastModifiedTime(source, FileTime.from(time));
        if (Files.exists(checkout.resolve("pom.xml")))
        {
            Files.setLastModifiedTime(checkout.resolve("pom.xml"), FileTime.from(SOURCE));
        }
    }

    private void script(final String name, final String text) throws IOException
    {
        final Path file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/usr/bin/env bash\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private ProcessBuilder builder(final String... command)
    {
        final ProcessBuilder builder = new ProcessBuilder("bash", checkout.resolve("bourse").toString());
        builder.command().addAll(List.of(command));
        builder.environment().put("JAVA_HOME", dir.resolve("jdk").toString());
        builder.environment().put("PATH", dir.resolve("bin") + ":" + System.getenv("PATH"));
        return builder.redirectErrorStream(true);
    }

    private Outcome launch(final String... command) throws IOException, InterruptedException
    {
        final Path log = dir.resolve("log");
        final Process process = builder(command).redirectOutput(log.toFile()).start();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES), () -> "pid " + process.pid());
        return new Outcome(process.exitValue(), Files.readString(log), Files.deleteIfExists(dir.resolve("called")));
    }
}
