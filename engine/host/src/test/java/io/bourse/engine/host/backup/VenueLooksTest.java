// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class VenueLooksTest
{
    private final VenueLooks looks = new VenueLooks();

    @Test
    void shouldSayUpToWhichMomentTheCopyHasEverything()
    {
        assertEquals(-1, wholeMs(1_000, 1_000));
        add(10_000, 64, 128);
        add(11_000, 96, 192);
        add(12_000, 96, 256);
        assertEquals(-1, wholeMs(64, 96));
        assertEquals(10_000, wholeMs(64, 128));
        assertEquals(10_000, wholeMs(96, 128));
        assertEquals(11_000, wholeMs(96, 200));
        assertEquals(12_000, wholeMs(96, 256));
        assertEquals(12_000, wholeMs(4_096, 4_096));
    }

    @Test
    void shouldPassOverAMemberThatDoesNotSayWhereItsLogEnds()
    {
        add(10_000, -1, 128);
        assertEquals(-1, wholeMs(1_000, 1_000));
    }

    @Test
    void shouldSayHowLongTheCopyWasBehindAtMost()
    {
        assertEquals(-1, looks.takeLagNs(5));
        looks.add(10_000, 100, 64, 128);
        looks.reached(107, 64, 128);
        // One that is not reached yet counts as it is older.
        looks.add(10_100, 200, 96, 192);
        looks.reached(203, 96, 128);
        assertEquals(7, looks.takeLagNs(203));
        assertEquals(30, looks.takeLagNs(230));
        looks.reached(240, 96, 192);
        assertEquals(40, looks.takeLagNs(300));
        assertEquals(-1, looks.takeLagNs(300));
    }

    @Test
    void shouldKeepOneLookASecondWhileTheCopyIsBehind()
    {
        add(10_000, 64, 128);
        add(10_100, 96, 192);
        assertEquals(10_000, wholeMs(96, 192));
        add(10_200, 96, 192);
        assertEquals(10_200, wholeMs(96, 192));
    }

    private void add(final long timeMs, final long logPosition, final long eventPosition)
    {
        looks.add(timeMs, timeMs * 1_000_000, logPosition, eventPosition);
    }

    private long wholeMs(final long logPosition, final long eventPosition)
    {
        looks.reached(0, logPosition, eventPosition);
        return looks.wholeMs();
    }
}
