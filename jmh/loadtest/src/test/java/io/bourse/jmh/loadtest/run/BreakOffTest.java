// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.loadtest.venue.MeasuredVenue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A test in a process of its own that is broken off as Ctrl-C does it, with a child that ends by itself never. */
@Timeout(60)
class BreakOffTest
{
    private static final String PID = "PID ";
    private static final List<String> SMALL = List.of("-XX:+UseSerialGC", "-Xmx64m", "-XX:TieredStopAtLevel=1");

    @TempDir
    private Path directory;

    @Test
    void shouldLeaveNothingWhenItIsBrokenOff() throws IOException, InterruptedException
    {
        final Path data = Files.createDirectories(directory.resolve("test/venue-1").resolve(MeasuredVenue.DATA));
        Files.writeString(data.resolve("journal.rec"), "commands");
        // As an engine leaves it that was killed.
        final Path driver = Files.createDirectories(Path.of(EngineDirectories.aeronDirectoryName(data)));
        final Path lock = Path.of(driver + ".lock");
        Files.writeString(driver.resolve("cnc.dat"), "counters");
        Files.writeString(lock, "1 1");

        final Process test = new ProcessBuilder(
            JavaProcess.command(SMALL, Broken.class, directory.resolve("test").toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try
        {
            final String line = test.inputReader().readLine();
            assertTrue(line.startsWith(PID), line);
            final ProcessHandle child = ProcessHandle.of(Long.parseLong(line.substring(PID.length()))).orElseThrow();
            test.destroy();
            assertTrue(test.waitFor(30, TimeUnit.SECONDS));
            assertFalse(child.isAlive());
            assertEquals(List.of(false, false, false),
                List.of(Files.exists(directory.resolve("test")), Files.exists(driver), Files.exists(lock)));
        }
        finally
        {
            test.descendants().forEach(ProcessHandle::destroyForcibly);
            test.destroyForcibly();
            Files.deleteIfExists(driver.resolve("cnc.dat"));
            Files.deleteIfExists(driver);
            Files.deleteIfExists(lock);
        }
    }

    @Test
    void shouldSayWhyWhenAProcessGivesUp() throws IOException
    {
        try (JavaProcess process = new JavaProcess("generator", SMALL, GivesUp.class))
        {
            assertEquals("a process gave up: process=generator awaited=DONE reason=the venue ended the session",
                assertThrows(IOException.class, () -> process.await("DONE ", 30)).getMessage());
        }
    }

    /** The test that is broken off. */
    static final class Broken
    {
        private Broken()
        {
        }

        public static void main(final String[] args) throws IOException, InterruptedException
        {
            final OwnProcesses processes = new OwnProcesses(
                new LoadTestOptions(null, null, null, null, null, null, null, List.of(), 1, 1, Map.of(), null, false,
                    null));
            try (BreakOff breakOff = new BreakOff(() -> processes.remove(Path.of(args[0])));
                JavaProcess child = new JavaProcess("child", SMALL, NeverEnds.class))
            {
                breakOff.check();
                System.out.println(child.await(PID, 30));
                new CountDownLatch(1).await();
            }
        }
    }

    /** Its child. */
    static final class NeverEnds
    {
        private NeverEnds()
        {
        }

        public static void main(final String[] args) throws InterruptedException
        {
            System.out.println(PID + ProcessHandle.current().pid());
            new CountDownLatch(1).await();
        }
    }

    /** A generator whose stage fails. */
    static final class GivesUp
    {
        private GivesUp()
        {
        }

        public static void main(final String[] args)
        {
            System.out.println("READY");
            System.out.println("FAILED the venue ended the session");
        }
    }
}
