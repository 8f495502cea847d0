// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.tally.StageTally;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

class BurstRecoveryTest
{
    private static final long MS = 1_000_000;
    private static final long SECOND_NS = 1_000 * MS;
    private static final long NO = Windows.NO_ANSWER;

    private static long recoveryNs(final long lastAnswerNs, final long... medianNs)
    {
        return BurstRecovery.recoveryNs(medianNs, 100 * MS, 50, 200 * MS, medianNs.length, lastAnswerNs);
    }

    @Test
    void shouldTakeTheMedianOfTheSecondHalfWhenACalmIsJudged()
    {
        assertEquals(60, BurstRecovery.before(new long[] {9_000, 9_000, 9_000, NO, 70, 60, 50, 1}, 0, 7));
        assertEquals(NO, BurstRecovery.before(new long[] {NO, NO}, 0, 2));
    }

    @Test
    void shouldCountUntilTheFirstOfThreeGoodWindows()
    {
        assertEquals(300 * MS, recoveryNs(0, 50, 50, 900, 700, 101, 100, 90, 80, 900));
    }

    @Test
    void shouldWaitForTheLastAnswerWhenTimesAreGoodBefore()
    {
        assertEquals(250 * MS, recoveryNs(450 * MS, 50, 50, 60, 60, 60, 60));
    }

    @Test
    void shouldNotTrustASingleGoodWindow()
    {
        assertEquals(200 * MS, recoveryNs(0, 50, 50, 60, 900, 60, 60, 60));
        assertEquals(BurstRecovery.NEVER, recoveryNs(0, 50, 50, 60, 60, NO, 60, 60));
    }

    @Test
    void shouldNotHaveRecoveredWhenTheNextBurstComesFirst()
    {
        assertEquals(BurstRecovery.NEVER, recoveryNs(0, 50, 50, 900, 900, 900, 900));
    }

    /** A second of calm, half a second of burst, twice, and a last calm: what is due at a moment takes what is said. */
    @Test
    void shouldJudgeEveryBurstOfAStage()
    {
        final long beginNs = Long.MAX_VALUE - SECOND_NS;
        final Windows windows =
            new Windows(beginNs, SECOND_NS, SECOND_NS / 2, new long[] {50, 50}, 10 * SECOND_NS);
        for (long ms = 0; ms < 4_000; ms += 10)
        {
            final boolean isFirstBurst = ms >= 1_000 && ms < 1_500;
            final boolean isSecondBurst = ms >= 2_500 && ms < 3_000;
            final long tookNs = isFirstBurst ? 200 * MS : MS;
            final long dueNs = beginNs + ms * MS;
            if (isSecondBurst && ms == 2_600)
            {
                windows.onRefusal(dueNs + tookNs, dueNs);
            }
            else if (!isSecondBurst || ms != 2_990)
            {
                windows.onAnswer(dueNs + tookNs, dueNs, tookNs);
            }
        }
        windows.end();
        // The last answer to the second one is that to what was due 20 ms before its end.
        assertEquals(
            List.of(
                new StageTally.Burst(50, 50, 50, 690 * MS, 200 * MS - 10 * MS),
                new StageTally.Burst(50, 48, 49, 481 * MS, BurstRecovery.NEVER)),
            windows.bursts());
    }
}
