// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FloorTest
{
    private static final long LIMIT_NS = 20_000;
    private static final long BEGIN_NS = Long.MAX_VALUE - 30_000;

    private final Floor floor = new Floor(LIMIT_NS, null, BEGIN_NS);
    private long nowNs = BEGIN_NS;

    private void look(final long afterNs, final int messages)
    {
        nowNs += afterNs;
        floor.look(nowNs, messages);
    }

    @Test
    void shouldTouchNothingWhenThereWasNoGap()
    {
        look(1_000, Floor.NOTHING);
        look(LIMIT_NS, Floor.NOTHING);
        assertFalse(floor.isTouched(BEGIN_NS));
        assertFalse(floor.isTouched(BEGIN_NS - 1));
        assertEquals(LIMIT_NS, floor.takeLongestNs());
        assertEquals(0, floor.takeLongestNs());
    }

    /** The clock passes the end of its numbers meanwhile. */
    @Test
    void shouldTouchWhatWasThereWhenTheThreadWasAway()
    {
        look(1_000, Floor.NOTHING);
        final long beforeNs = nowNs;
        look(50_000, Floor.NOTHING);
        final long behindNs = nowNs;
        look(1_000, Floor.NOTHING);
        assertTrue(floor.isTouched(beforeNs), "due before the gap, answered behind it");
        assertTrue(floor.isTouched(behindNs - 1), "due within the gap");
        assertFalse(floor.isTouched(behindNs), "due behind the gap");
        assertEquals(1, floor.gaps());
        assertEquals(50_000, floor.awayNs());
        assertEquals(50_000, floor.takeLongestNs());
    }

    @Test
    void shouldNotCallOwnWorkAGapWhenItTakesAsLongAsWorkTakes()
    {
        look(LIMIT_NS * 4, 1);
        assertFalse(floor.isTouched(BEGIN_NS - 1));
        look(LIMIT_NS * 4 + 2_000 * 8, 8);
        assertFalse(floor.isTouched(BEGIN_NS - 1));
        look(LIMIT_NS * 4 + 2_000 * 8 + 1, 8);
        assertTrue(floor.isTouched(nowNs - 1), "no work of eight messages takes that long");
    }

    @Test
    void shouldForgetGapsWhenItBeginsAnew()
    {
        look(50_000, Floor.NOTHING);
        floor.begin(nowNs);
        assertFalse(floor.isTouched(nowNs - 1));
        assertEquals(0, floor.gaps());
        assertEquals(0, floor.awayNs());
    }

    /** The file as the venue's meter writes it: count, capacity, limit, nothing, and begin and end of each gap. */
    @Test
    void shouldTouchWhatWasThereWhenTheVenueWasAway(@TempDir final Path directory) throws IOException
    {
        final Path file = directory.resolve("engine-gaps.dat");
        final MappedByteBuffer mapping = IoUtil.mapNewFile(file.toFile(), 32 + 2 * 16);
        final UnsafeBuffer written = new UnsafeBuffer(mapping);
        written.putLong(8, 2);
        try (VenueGaps gaps = new VenueGaps(file))
        {
            final Floor both = new Floor(LIMIT_NS, gaps, BEGIN_NS);
            assertFalse(both.isTouched(BEGIN_NS));
            written.putLong(32, BEGIN_NS + 10);
            written.putLong(40, BEGIN_NS + 50_010);
            written.putLongOrdered(0, 1);
            assertTrue(both.isTouched(BEGIN_NS + 50_009));
            assertFalse(both.isTouched(BEGIN_NS + 50_010));
            assertEquals(1, both.venueGaps());
            assertTrue(both.hasVenueGaps());
            written.putLongOrdered(0, 2);
            assertFalse(both.hasVenueGaps(), "a full file tells no more");
        }
        finally
        {
            BufferUtil.free(mapping);
        }
    }

    @Test
    void shouldSayWhatToDoWhenTheVenueWritesNoGaps(@TempDir final Path directory)
    {
        final IOException ex =
            assertThrows(IOException.class, () -> new VenueGaps(directory.resolve("engine-gaps.dat")));
        assertTrue(ex.getMessage().contains("switch its meter on"), ex.getMessage());
    }
}
