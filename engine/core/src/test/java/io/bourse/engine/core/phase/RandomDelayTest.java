// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

class RandomDelayTest
{
    private static final long MAX_NS = 1_000_000_000;

    /** Other times would give other events when a journal is replayed. */
    @Test
    void shouldDrawWhatJournalsWereWrittenWith()
    {
        assertEquals(370_126_647, RandomDelay.draw(MAX_NS, 7, 1));
        assertEquals(83_957_855, RandomDelay.draw(MAX_NS, 7, 2));
        assertEquals(603_392_289, RandomDelay.draw(MAX_NS, 7, 3));
        assertEquals(419_771_251, RandomDelay.draw(MAX_NS, 8, 1));
        assertEquals(118_624_598, RandomDelay.draw(MAX_NS, -1, 1));
    }

    @Test
    void shouldDrawEveryDelayUpToTheLongest()
    {
        final TreeSet<Long> drawn = new TreeSet<>();
        for (int seed = 0; seed < 100; seed++)
        {
            drawn.add(RandomDelay.draw(3, seed, 1));
            assertEquals(0, RandomDelay.draw(0, seed, 1));
        }
        assertEquals(new TreeSet<>(List.of(0L, 1L, 2L, 3L)), drawn);
    }
}
