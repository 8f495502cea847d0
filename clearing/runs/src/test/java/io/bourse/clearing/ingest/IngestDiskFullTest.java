// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;
import io.bourse.testing.SmallDisk;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A full disk stops a tailer with its exit code; when there is room it goes on as if nothing had been. */
@Tag("venue")
class IngestDiskFullTest
{
    private static final int SESSION_GROUPS = 100_000;
    private static final int SMALL_MIB = 5;
    private static final int LARGE_MIB = 200;

    @TempDir
    Path dir;

    @Test
    void shouldStopCleanlyAndGoOnWhenThereIsRoom() throws Exception
    {
        assumeTrue(SmallDisk.isPossible(), "this machine does not let a test mount a disk of its own");
        final long seed = System.nanoTime();
        final RandomStream stream = new RandomStream(seed, SESSION_GROUPS);
        final Path whole = dir.resolve("whole");
        try (Tailer tailer = new Tailer(IngestContext.builder().engineClient(stream).directory(whole).build()))
        {
            tailer.followTo(stream.endCursor());
        }
        final Path small = Files.createDirectories(dir.resolve("small"));
        try (SmallDisk disk = SmallDisk.mount(
            small,
            SMALL_MIB,
            LARGE_MIB,
            RandomTailer.class,
            small.toString(),
            Long.toString(seed),
            Integer.toString(SESSION_GROUPS)))
        {
            assertEquals(ClearingException.EXIT_IO, disk.awaitExit(), "seed=" + seed);
            assertEquals(IngestFiles.hashes(whole).toString(), disk.awaitLine("HASHES "), "seed=" + seed);
        }
    }
}
