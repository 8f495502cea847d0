// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import io.bourse.gateway.sbe.admission.FlowControl.Decision;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

@Tag("venue")
class SlidingFlowControlTest extends FlowControlContract
{
    @Override
    FlowControl flowControl(final int limit, final long nowNs)
    {
        return new SlidingFlowControl(limit, 3 * limit);
    }

    @Override
    Decision expected(final List<Message> before, final int limit, final long originNs, final long nowNs)
    {
        if (acceptedLately(before, originNs, nowNs) < limit)
        {
            return Decision.ACCEPT;
        }
        int refusals = 1;
        for (int i = before.size() - 1; i >= 0 && Decision.REFUSE == before.get(i).decision(); i--)
        {
            refusals++;
        }
        return refusals < 3 * limit ? Decision.REFUSE : Decision.DISCONNECT;
    }

    @Override
    long acceptedLately(final List<Message> before, final long originNs, final long nowNs)
    {
        return before.stream().filter((message) ->
            Decision.ACCEPT == message.decision() && nowNs - message.nowNs() < SECOND_NS).count();
    }

    @Test
    void shouldFreeOnePlaceAtATime()
    {
        final FlowControl flow = new SlidingFlowControl(2, 100);
        assertEquals(Decision.ACCEPT, flow.onMessage(0));
        assertEquals(Decision.ACCEPT, flow.onMessage(SECOND_NS - 1));
        assertEquals(Decision.REFUSE, flow.onMessage(SECOND_NS - 1));
        assertEquals(Decision.ACCEPT, flow.onMessage(SECOND_NS));
        assertEquals(Decision.REFUSE, flow.onMessage(SECOND_NS));
        assertEquals(1_000_000, flow.penaltyRemainUs(SECOND_NS));
        assertEquals(1, flow.penaltyRemainUs(2 * SECOND_NS - 2));
    }

    @ParameterizedTest
    @CsvSource({"50, false, 150", "150, false, 450", "50, true, 30", "150, true, 30"})
    void shouldCutOffAfterManyRefusalsInARow(final int limit, final boolean isDisasterRecovery, final int refusals)
    {
        final FlowControl flow =
            FlowPolicy.t7(50, Map.of("FAST", limit), isDisasterRecovery).newFlowControl("FAST", 0);
        for (int i = 0; i < limit; i++)
        {
            assertEquals(Decision.ACCEPT, flow.onMessage(0));
        }
        for (int i = 1; i < refusals; i++)
        {
            assertEquals(Decision.REFUSE, flow.onMessage(0));
        }
        assertEquals(Decision.DISCONNECT, flow.onMessage(0));
        assertEquals(Decision.REFUSE, flow.onMessage(0));
    }

    @Test
    void shouldForgetRefusalsWhenAMessagePasses()
    {
        final FlowControl flow = new SlidingFlowControl(1, 3);
        assertEquals(Decision.ACCEPT, flow.onMessage(0));
        assertEquals(Decision.REFUSE, flow.onMessage(1));
        assertEquals(Decision.REFUSE, flow.onMessage(2));
        assertEquals(Decision.ACCEPT, flow.onMessage(SECOND_NS));
        assertEquals(Decision.REFUSE, flow.onMessage(SECOND_NS + 1));
        assertEquals(Decision.REFUSE, flow.onMessage(SECOND_NS + 2));
        assertEquals(Decision.DISCONNECT, flow.onMessage(SECOND_NS + 3));
    }

    @Test
    void shouldRefuseLimitsOfNone()
    {
        assertThrows(IllegalArgumentException.class, () -> new SlidingFlowControl(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new SlidingFlowControl(1, 0));
    }
}
