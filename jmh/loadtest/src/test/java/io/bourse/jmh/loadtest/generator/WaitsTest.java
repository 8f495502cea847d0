// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class WaitsTest
{
    private static final long SECOND_NS = 1_000_000_000;
    private static final long MS_NS = 1_000_000;
    private static final double DIGITS = 1.001;

    private final Waits waits = new Waits();
    private final Histogram gaps = Distributions.newHistogram();

    /** A tenth of the second is in one gap: a twentieth of all moments waits for longer than half of it. */
    @Test
    void shouldMakeThoseWaitThatAreDueInAGap()
    {
        gaps.recordValue(100 * MS_NS);
        final Histogram second = waits.add(gaps, SECOND_NS);
        assertEquals(SECOND_NS / Waits.STEP_NS, second.getTotalCount());
        assertEquals(0, second.getValueAtPercentile(90));
        assertEquals(50.0 * MS_NS, second.getValueAtPercentile(95), 50 * MS_NS * (DIGITS - 1) + Waits.STEP_NS);
        assertEquals(90.0 * MS_NS, second.getValueAtPercentile(99), 90 * MS_NS * (DIGITS - 1) + Waits.STEP_NS);
        assertEquals(100.0 * MS_NS, second.getMaxValue(), 100 * MS_NS * (DIGITS - 1));
    }

    @Test
    void shouldAddUpIntervals()
    {
        waits.add(gaps, SECOND_NS);
        assertEquals(0, waits.total().getMaxValue());
        gaps.recordValueWithCount(5 * MS_NS, 3);
        waits.add(gaps, SECOND_NS);
        assertEquals(2 * SECOND_NS / Waits.STEP_NS, waits.total().getTotalCount());
        assertEquals(15 * MS_NS / Waits.STEP_NS, waits.total().getTotalCount() - waits.total().getCountAtValue(0));
    }

    /** A gap may have begun long before the interval that it ends in. */
    @Test
    void shouldTakeAGapThatIsLongerThanItsInterval()
    {
        gaps.recordValue(2 * SECOND_NS);
        final double moments = 2.0 * SECOND_NS / Waits.STEP_NS;
        assertEquals(moments, waits.add(gaps, SECOND_NS).getTotalCount(), moments * (DIGITS - 1));
    }
}
