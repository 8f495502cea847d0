// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.engine.net.MessageThrottle;
import io.bourse.gateway.sbe.admission.FlowControl;
import io.bourse.gateway.sbe.admission.FlowPolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A session that sends whenever it may, to a venue that halts when it likes. */
class PaceTest
{
    private static final long STEP_NS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int SECONDS = 60;
    private static final long MOST_HALT_NS = 5 * SECOND_NS;
    /** Two seconds on the average. */
    private static final int LOOKS_BETWEEN_HALTS = 20_000;

    @ParameterizedTest
    @ValueSource(ints = {30, 60, 120, 930, 3_000})
    void shouldNeverLetASessionBeEndedAsTooFast(final int limit)
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final String what = "limit=" + limit + " seed=" + seed;
        final Pace pace = new Pace(limit);
        final long beginNs = System.nanoTime();
        final FlowControl twime = FlowPolicy.twime(limit / FlowPolicy.MESSAGES_PER_UNIT, Map.of())
            .newFlowControl("L1", beginNs);
        final MessageThrottle fix = new MessageThrottle(limit);
        int pending = 0;
        long refused = 0;
        long haltedUntilNs = beginNs;
        for (long nowNs = beginNs; nowNs - beginNs < SECONDS * SECOND_NS; nowNs += STEP_NS)
        {
            while (pace.isFree(pending, nowNs))
            {
                pace.onSent(nowNs);
                pending++;
            }
            if (nowNs - haltedUntilNs >= 0)
            {
                for (; pending > 0; pending--)
                {
                    final FlowControl.Decision decision = twime.onMessage(nowNs);
                    assertNotEquals(FlowControl.Decision.DISCONNECT, decision, what);
                    assertNotEquals(MessageThrottle.Verdict.CUT_OFF, fix.onMessage(nowNs), what);
                    refused += FlowControl.Decision.REFUSE == decision ? 1 : 0;
                }
                final boolean halts = 0 == random.nextInt(LOOKS_BETWEEN_HALTS);
                haltedUntilNs = halts ? nowNs + random.nextLong(MOST_HALT_NS) : nowNs;
            }
        }
        // It is above its limit all the same.
        assertTrue(refused > 0, what);
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 930})
    void shouldKeepWhatItSendsInASecondBelowTwiceTheLimit(final int limit)
    {
        final Pace pace = new Pace(limit);
        final long beginNs = System.nanoTime() + SECOND_NS;
        int sent = 0;
        for (long nowNs = beginNs; nowNs - beginNs < SECOND_NS; nowNs += STEP_NS)
        {
            while (pace.isFree(0, nowNs))
            {
                pace.onSent(nowNs);
                sent++;
            }
        }
        assertEquals(1.8 * limit, sent, 9);
        assertFalse(pace.isFree(limit / 4, beginNs + 2 * SECOND_NS));
        assertTrue(pace.isFree(limit / 4 - 1, beginNs + 2 * SECOND_NS));
    }
}
