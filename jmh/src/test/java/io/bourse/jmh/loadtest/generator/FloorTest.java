// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FloorTest
{
    private static final long LIMIT_NS = 20_000;
    private static final long BEGIN_NS = Long.MAX_VALUE - 30_000;

    private final Floor floor = new Floor(LIMIT_NS, BEGIN_NS);
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
}
