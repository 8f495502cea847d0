// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.cli.Bourse;
import io.bourse.deploy.top.TopScreen;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The screen of an operator, of a venue in a process of its own.
 */
@Tag("venue")
class TopCommandTest
{
    private static final long LIMIT_S = 120;
    private static final int NOT_RUNNING = 3;
    private static final int NOT_READY = 4;
    private static final int CTRL_C = 3;
    private static final String ENTER = "\u001b[?1049h";
    private static final String LEAVE = "\u001b[?1049l";

    @TempDir
    private Path dir;

    private Path dataDir;
    private Path configFile;

    @BeforeEach
    void configure() throws IOException
    {
        dataDir = dir.resolve("data");
        configFile = VenueProcess.writeConfig(dir.resolve("venue.conf"), TestVenue.options(dataDir));
    }

    @AfterEach
    void clean()
    {
        VenueProcess.clean(dataDir);
    }

    private VenueProcess.Result once()
    {
        return VenueProcess.execute("top", "--once", "--interval", "200ms", "--config", configFile.toString());
    }

    @Test
    void shouldSayHowTheVenueIsAndThatNoneRuns() throws IOException
    {
        final VenueProcess.Result none = once();
        assertEquals(NOT_RUNNING, none.exitCode(), none::toString);
        assertTrue(none.err().contains("no component of a venue runs on this data directory"), none::toString);
        try (VenueProcess venue = VenueProcess.start(configFile))
        {
            final VenueProcess.Result result = once();
            assertEquals(0, result.exitCode(), result::toString);
            final List<String> lines = result.out().lines().toList();
            assertTrue(lines.getFirst().startsWith("  READY "), result::toString);
            assertTrue(lines.size() <= TopScreen.ROWS, result::toString);
            assertEquals(List.of(), lines.stream().filter((line) -> line.length() > TopScreen.COLUMNS).toList());
            for (final String beginning : List.of("  data/engine ", "  data/twime ", "  data/fix ",
                "  data/marketdata ", "  data/media driver ", "  per second ", "  sessions ", "  rejects ",
                "  publication ", "  disk ", "  clock        trusted ", "  clearing     no run yet",
                "  errors       driver 0  archive 0"))
            {
                assertTrue(lines.stream().anyMatch((line) -> line.startsWith(beginning)),
                    () -> beginning + " is not there: " + result);
            }
            assertTrue(lines.stream().filter((line) -> line.contains(Long.toString(venue.pid()))).count() >= 4,
                result::toString);
            venue.kill();
            final VenueProcess.Result dead = once();
            assertEquals(NOT_RUNNING, dead.exitCode(), dead::toString);
            assertTrue(dead.err().contains("the venue of this data directory has died"), dead::toString);
        }
    }

    @Test
    void shouldEndWithAnotherCodeWhenAComponentHasDied() throws IOException
    {
        try (VenueProcess engine = VenueProcess.startReady("engine", "--config", configFile.toString());
            VenueProcess gateway = VenueProcess.startReady("gateway", "twime", "--config", configFile.toString()))
        {
            gateway.kill();
            final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
            VenueProcess.Result result = once();
            while (0 == result.exitCode() && System.nanoTime() - deadlineNs < 0)
            {
                result = once();
            }
            assertEquals(NOT_READY, result.exitCode(), result::toString);
            assertTrue(result.out().startsWith("! NOT READY"), result::toString);
            assertTrue(result.out().contains("! the component gives no signs of life, start it again"),
                result::toString);
            engine.stop();
        }
    }

    @Tag("drill")
    @Test
    void shouldGiveTheTerminalBackAtCtrlC() throws Exception
    {
        assumeTrue(Stream.of(System.getenv("PATH").split(":")).anyMatch(
            (place) -> Files.isExecutable(Path.of(place, "script"))), "script is not installed (package bsdutils)");
        try (VenueProcess venue = VenueProcess.start(configFile))
        {
            // Tests that run in the background inherit that the signal of Ctrl-C is ignored.
            final String command = String.join(" ", "exec env --default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp", System.getProperty("java.class.path"),
                Bourse.class.getName(), "top", "--interval", "100ms", "--config", configFile.toString());
            final ProcessBuilder builder = new ProcessBuilder("script", "-qec", command, "/dev/null");
            builder.environment().put("TERM", "xterm");
            final Process terminal = builder.redirectErrorStream(true).start();
            try (OutputStream keys = terminal.getOutputStream(); InputStream screen = terminal.getInputStream())
            {
                final StringBuilder shown = new StringBuilder();
                final byte[] part = new byte[8192];
                boolean isPressed = false;
                for (int length = screen.read(part); length > 0; length = screen.read(part))
                {
                    shown.append(new String(part, 0, length, StandardCharsets.ISO_8859_1));
                    if (!isPressed && shown.indexOf("rates of the last") > 0)
                    {
                        isPressed = true;
                        keys.write(CTRL_C);
                        keys.flush();
                    }
                }
                assertTrue(terminal.waitFor(LIMIT_S, TimeUnit.SECONDS), () -> "it does not end: " + shown);
                assertTrue(isPressed, () -> "no screen: " + shown);
                assertTrue(shown.indexOf(ENTER) >= 0, shown::toString);
                assertTrue(shown.lastIndexOf(LEAVE) > shown.lastIndexOf("errors"), shown::toString);
            }
            finally
            {
                terminal.descendants().forEach(ProcessHandle::destroyForcibly);
                terminal.destroyForcibly();
            }
            assertTrue(venue.isAlive());
            venue.stop();
        }
    }
}
