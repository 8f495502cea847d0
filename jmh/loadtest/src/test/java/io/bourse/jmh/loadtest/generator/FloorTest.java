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
import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FloorTest
{
    private static final long LIMIT_NS = 20_000;
    private static final long BEGIN_NS = Long.MAX_VALUE - 30_000;

    private final Floor floor = new Floor(LIMIT_NS, true, null, BEGIN_NS);
    private long nowNs = BEGIN_NS;

    /** A time that any gap explains. */
    private static final long SHORT_NS = 1;

    private boolean isExplained(final long dueNs)
    {
        return floor.isExplained(dueNs, SHORT_NS);
    }

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
        assertFalse(isExplained(BEGIN_NS));
        assertFalse(isExplained(BEGIN_NS - 1));
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
        assertTrue(isExplained(beforeNs), "due before the gap, answered behind it");
        assertTrue(isExplained(behindNs - 1), "due within the gap");
        assertFalse(isExplained(behindNs), "due behind the gap");
        assertEquals(1, floor.gaps());
        assertEquals(50_000, floor.awayNs());
        assertEquals(50_000, floor.takeLongestNs());
    }

    @Test
    void shouldNotCallOwnWorkAGapWhenItTakesAsLongAsWorkTakes()
    {
        look(LIMIT_NS * 4, 1);
        assertFalse(isExplained(BEGIN_NS - 1));
        look(LIMIT_NS * 4 + 2_000 * 8, 8);
        assertFalse(isExplained(BEGIN_NS - 1));
        look(LIMIT_NS * 4 + 2_000 * 8 + 1, 8);
        assertTrue(isExplained(nowNs - 1), "no work of eight messages takes that long");
    }

    @Test
    void shouldKeepWhatWasSlowerThanItsGapsExplain()
    {
        look(50_000, Floor.NOTHING);
        final long betweenNs = nowNs;
        look(30_000, Floor.NOTHING);
        assertTrue(floor.isExplained(betweenNs, 4 * 30_000), "only the second gap touches it");
        assertFalse(floor.isExplained(betweenNs, 4 * 30_000 + 1));
        assertTrue(floor.isExplained(BEGIN_NS, 4 * 80_000), "both gaps touch it");
        assertFalse(floor.isExplained(BEGIN_NS, 4 * 80_000 + 1));
        assertEquals(2, floor.keptSlow());
        assertFalse(floor.isExplained(nowNs, 1_000_000_000), "no gap touches it");
        assertEquals(2, floor.keptSlow());
    }

    /** Against a plain sum; more gaps than are kept. */
    @Test
    void shouldSumUpTheGapsThatEndedBehindAMoment()
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final Gaps gaps = new Gaps();
        final int count = 70_000;
        final long[] endNs = new long[count];
        final long[] lengthNs = new long[count];
        long atNs = BEGIN_NS;
        for (int i = 0; i < count; i++)
        {
            lengthNs[i] = 1 + random.nextInt(100);
            atNs += random.nextInt(50) + lengthNs[i];
            endNs[i] = atNs;
            gaps.add(atNs - lengthNs[i], atNs);
        }
        for (int i = 0; i < 100; i++)
        {
            final int first = count - 1 - random.nextInt(1 << 16);
            long expectedNs = 0;
            for (int j = first; j < count; j++)
            {
                expectedNs += lengthNs[j];
            }
            assertEquals(expectedNs, gaps.awaySinceNs(endNs[first] - 1), "seed=" + seed + " first=" + first);
            assertEquals(expectedNs - lengthNs[first], gaps.awaySinceNs(endNs[first]), "seed=" + seed);
        }
        assertEquals(0, gaps.awaySinceNs(atNs));
        assertEquals(count, gaps.count());
    }

    @Test
    void shouldForgetGapsWhenItBeginsAnew()
    {
        look(50_000, Floor.NOTHING);
        floor.begin(nowNs);
        assertFalse(isExplained(nowNs - 1));
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
            final Floor both = new Floor(LIMIT_NS, true, gaps, BEGIN_NS);
            assertFalse(both.isExplained(BEGIN_NS, SHORT_NS));
            written.putLong(32, BEGIN_NS + 10);
            written.putLong(40, BEGIN_NS + 50_010);
            written.putLongOrdered(0, 1);
            assertTrue(both.isExplained(BEGIN_NS + 50_009, SHORT_NS));
            assertFalse(both.isExplained(BEGIN_NS + 50_010, SHORT_NS));
            assertEquals(1, both.venueGaps());
            assertTrue(both.hasVenueGaps());
            written.putLongOrdered(0, 2);
            assertFalse(both.hasVenueGaps(), "a full file says no more");
        }
        finally
        {
            BufferUtil.free(mapping);
        }
    }

    @Test
    void shouldExplainNothingWhenTheThreadGivesWayToTheVenue()
    {
        final Floor giving = new Floor(LIMIT_NS, false, null, BEGIN_NS);
        giving.look(BEGIN_NS + 50_000, Floor.NOTHING);
        assertEquals(1, giving.gaps());
        assertFalse(giving.isExplained(BEGIN_NS, SHORT_NS));
        assertEquals(0, giving.keptSlow());
    }

    @Test
    void shouldSayWhatToDoWhenTheVenueWritesNoGaps(@TempDir final Path directory)
    {
        final IOException ex =
            assertThrows(IOException.class, () -> new VenueGaps(directory.resolve("engine-gaps.dat")));
        assertTrue(ex.getMessage().contains("switch its meter on"), ex.getMessage());
    }
}
