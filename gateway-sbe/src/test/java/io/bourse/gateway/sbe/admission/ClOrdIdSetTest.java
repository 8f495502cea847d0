// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ClOrdIdSetTest
{
    private static final int STEPS = 200_000;

    @RepeatedTest(5)
    void shouldHoldWhatAHashSetHolds()
    {
        final long seed = System.nanoTime();
        final SplittableRandom random = new SplittableRandom(seed);
        final ClOrdIdSet ids = new ClOrdIdSet(random.nextLong());
        final Set<Long> oracle = new HashSet<>();
        final long spread = 1L << random.nextInt(8, 40);
        final long base = random.nextLong();
        for (int i = 0; i < STEPS; i++)
        {
            final long id = base + random.nextLong(spread);
            final String what = "seed=" + seed + " step=" + i;
            switch (random.nextInt(4))
            {
                case 0 -> assertEquals(oracle.remove(id), ids.remove(id), what);
                case 1 -> assertEquals(oracle.contains(id), ids.contains(id), what);
                default -> assertEquals(oracle.add(id), ids.add(id), what);
            }
            assertEquals(oracle.size(), ids.size(), what);
        }
        for (final long id : oracle)
        {
            assertTrue(ids.contains(id), "seed=" + seed + " id=" + id);
        }
        ids.clear();
        assertEquals(0, ids.size());
        assertFalse(ids.contains(base));
        assertTrue(ids.add(base));
    }

    @Test
    void shouldTakeTheLeastAndTheGreatestId()
    {
        final ClOrdIdSet ids = new ClOrdIdSet(1);
        for (final long id : new long[]{0, 1, 63, 64, Long.MAX_VALUE, Long.MIN_VALUE, -2, -64, -65})
        {
            assertFalse(ids.contains(id));
            assertTrue(ids.add(id));
            assertFalse(ids.add(id));
            assertTrue(ids.contains(id));
        }
        assertFalse(ids.contains(2));
        assertFalse(ids.remove(2));
    }

    @Test
    void shouldNotGrowForeverWhenIdsComeAndGo()
    {
        final ClOrdIdSet ids = new ClOrdIdSet(1);
        for (long id = 0; id < 5_000_000; id += 64)
        {
            assertTrue(ids.add(id));
            assertTrue(ids.remove(id));
        }
        assertEquals(0, ids.size());
        assertTrue(ids.slotCount() < 4096 * 8, "slots=" + ids.slotCount());
    }

    /** What the start of a gateway reckons with, to a third. */
    @Test
    void shouldTakeTheMemoryThatIsSaid()
    {
        final ClOrdIdSet ids = new ClOrdIdSet(1);
        final SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000_000; i++)
        {
            ids.add(random.nextLong());
        }
        final long bytes = 2L * Long.BYTES * ids.slotCount() / ids.size();
        assertTrue(bytes <= IdBudget.BYTES_PER_ID * 4 / 3 && bytes >= IdBudget.BYTES_PER_ID * 2 / 3, "bytes=" + bytes);
    }
}
