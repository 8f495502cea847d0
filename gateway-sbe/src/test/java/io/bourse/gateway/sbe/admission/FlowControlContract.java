// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import io.bourse.gateway.sbe.admission.FlowControl.Decision;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What holds for every flow control. The oracle keeps every message that ever came and counts from the beginning.
 */
abstract class FlowControlContract
{
    static final long SECOND_NS = 1_000_000_000L;
    private static final int STEPS = 4_000;

    /** What the oracle knows of a message. */
    record Message(long nowNs, Decision decision)
    {
    }

    abstract FlowControl flowControl(int limit, long nowNs);

    /** Decides from all messages before, by the definition of the policy and nothing else. */
    abstract Decision expected(List<Message> before, int limit, long originNs, long nowNs);

    /** Accepted messages of the second that the limit is measured in. */
    abstract long acceptedLately(List<Message> before, long originNs, long nowNs);

    @Test
    void shouldAcceptTheLimitAndRefuseWhatIsBeyond()
    {
        final FlowControl flow = flowControl(3, 0);
        final List<Decision> decisions = new ArrayList<>();
        for (int i = 0; i < 5; i++)
        {
            decisions.add(flow.onMessage(i));
        }
        assertEquals(
            List.of(Decision.ACCEPT, Decision.ACCEPT, Decision.ACCEPT, Decision.REFUSE, Decision.REFUSE), decisions);
        assertEquals(3, flow.queueSize(5));
    }

    @Test
    void shouldSayHowLongThePenaltyLasts()
    {
        final FlowControl flow = flowControl(1, 0);
        assertEquals(0, flow.penaltyRemainUs(0));
        assertEquals(Decision.ACCEPT, flow.onMessage(0));
        assertEquals(1_000_000, flow.penaltyRemainUs(0));
        assertEquals(1, flow.penaltyRemainUs(SECOND_NS - 1));
        assertEquals(0, flow.penaltyRemainUs(SECOND_NS));
        assertEquals(Decision.ACCEPT, flow.onMessage(SECOND_NS));
    }

    @Test
    void shouldAcceptAgainAfterASecondOfSilence()
    {
        final FlowControl flow = flowControl(2, 0);
        for (int i = 0; i < 4; i++)
        {
            flow.onMessage(10 * SECOND_NS);
        }
        assertEquals(Decision.ACCEPT, flow.onMessage(11 * SECOND_NS));
        assertEquals(1, flow.queueSize(11 * SECOND_NS));
    }

    @RepeatedTest(20)
    void shouldDecideAsTheOracleWhateverTheClientDoes()
    {
        final long seed = System.nanoTime();
        final SplittableRandom random = new SplittableRandom(seed);
        final int limit = random.nextInt(1, 20);
        final long originNs = random.nextLong(SECOND_NS);
        final FlowControl flow = flowControl(limit, originNs);
        final List<Message> messages = new ArrayList<>();
        long nowNs = originNs;
        long paceNs = SECOND_NS / limit;
        boolean isRefused = false;
        for (int i = 0; i < STEPS; i++)
        {
            if (0 == random.nextInt(50))
            {
                paceNs = random.nextLong(2 * SECOND_NS / limit / (1 + random.nextInt(5)) + 1);
            }
            nowNs += 0 == random.nextInt(200) ? random.nextLong(3 * SECOND_NS) : random.nextLong(paceNs + 1);
            final Decision expected = expected(messages, limit, originNs, nowNs);
            final String what = "seed=" + seed + " step=" + i + " limit=" + limit;
            assertEquals(expected, flow.onMessage(nowNs), what);
            messages.add(new Message(nowNs, expected));
            assertEquals(acceptedLately(messages, originNs, nowNs), flow.queueSize(nowNs), what);
            final long penaltyUs = flow.penaltyRemainUs(nowNs);
            assertEquals(0 == penaltyUs, flow.queueSize(nowNs) < limit, what);
            isRefused |= Decision.ACCEPT != expected;
        }
        assertTrue(isRefused, "the client was never too fast: seed=" + seed);
    }
}
