// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The same day gives the same bytes.
 */
@Timeout(900)
@Tag("venue")
class DeterminismTest
{
    @TempDir
    private Path directory;

    @Test
    void shouldMakeTheSameDayFromTheSameSeed() throws Exception
    {
        assertEquals(made("first"), made("second"));
    }

    /** Checkpoints on the way come when the machine has time for them. */
    private Map<String, String> made(final String name) throws IOException
    {
        final Map<String, String> files = Drill.digests(
            new Drill(directory.resolve(name)).copy("day").baseDir());
        files.keySet().removeIf(file -> file.startsWith("ingest/checkpoints"));
        return files;
    }

    @Test
    void shouldComeToTheSameBytesWithOneThreadAndTwoAndWhenTheDayIsClearedAnew() throws Exception
    {
        final Drill drill = new Drill(directory);
        final SyntheticStore first = drill.calm("first", 1);
        assertMargin(first);
        final SyntheticStore second = drill.calm("second", 2);
        Drill.assertSame(first, second, "two threads");
        second.reset(Drill.day());
        Drill.clear(second, 2);
        Drill.assertSame(first, second, "cleared anew, two threads again");
    }

    /** What is compared has margin in it: of registers, of levels and of what the venue was sent. */
    private static void assertMargin(final SyntheticStore store) throws IOException
    {
        for (final ClearingKind kind : Drill.KINDS)
        {
            final Path run = Drill.runDirectory(store, kind);
            final long registers = Table.manifest(run.resolve(RunTables.MARGIN.name())).rows();
            assertTrue(registers > Drill.day().registers().size() / 2, "kind=" + kind + " registers=" + registers);
            assertTrue(Drill.bytes(store).keySet().containsAll(List.of(
                kind + "/margin.json", kind + "/margin-levels.csv", kind + "/limits.json", kind +
                    "/margin/go.bin")), Drill.bytes(store).keySet().toString());
        }
        assertTrue(Drill.sent(store).stream().anyMatch(line -> line.startsWith(VenueJournal.Kind.MARGIN + " ")));
    }
}
