// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A tailer of another process is killed at random instants and leaves nothing that cannot be gone on from. */
@Tag("venue")
class TailerKillTest
{
    private static final int KILLS = 3;
    private static final int SESSION_GROUPS = 150_000;

    @TempDir
    Path dir;

    @Test
    void shouldGoOnAfterKillsAtRandomInstants() throws Exception
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final Path killed = dir.resolve("killed");
        int deaths = 0;
        for (int i = 0; i < KILLS; i++)
        {
            deaths += tailAndKill(killed, seed, random.nextInt(250)) ? 1 : 0;
        }
        final RandomStream stream = new RandomStream(seed, SESSION_GROUPS);
        follow(stream, killed);
        follow(stream, dir.resolve("replay"));
        final String message = "seed=" + seed + " deaths=" + deaths;
        assertEquals(IngestFiles.hashes(dir.resolve("replay")), IngestFiles.hashes(killed), message);
        try (IngestedDay day = IngestedDays.latest(killed))
        {
            day.verify();
        }
        assertTrue(deaths > 0, message);
    }

    private static boolean tailAndKill(final Path directory, final long seed, final int afterMs) throws Exception
    {
        final Process process = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "--add-opens",
            "java.base/jdk.internal.misc=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            RandomTailer.class.getName(),
            directory.toString(),
            Long.toString(seed),
            Integer.toString(SESSION_GROUPS)).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try
        {
            awaitLine(process);
            return !process.waitFor(afterMs, TimeUnit.MILLISECONDS);
        }
        finally
        {
            process.destroyForcibly();
            process.waitFor();
        }
    }

    /** It has recovered and has the lock. */
    private static void awaitLine(final Process process) throws IOException
    {
        final BufferedReader lines = process.inputReader();
        String line = lines.readLine();
        while (null != line && !"tailing".equals(line))
        {
            line = lines.readLine();
        }
        assertEquals("tailing", line);
    }

    private static void follow(final RandomStream stream, final Path directory)
    {
        final IngestContext ctx = IngestContext.builder().engineClient(stream).directory(directory)
            .checkpointIntervalNs(TimeUnit.HOURS.toNanos(1)).build();
        try (Tailer tailer = new Tailer(ctx))
        {
            tailer.followTo(stream.endCursor());
        }
    }
}
