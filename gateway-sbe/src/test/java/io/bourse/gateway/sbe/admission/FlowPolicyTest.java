// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import io.bourse.gateway.sbe.admission.FlowControl.Decision;
import org.junit.jupiter.api.Test;

import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class FlowPolicyTest
{
    @Test
    void shouldGiveThirtyMessagesForAUnit()
    {
        final FlowPolicy policy = FlowPolicy.twime(1, Map.of("TWO", 2));
        assertEquals(30, accepted(policy.newFlowControl("ONE", 0)));
        assertEquals(60, accepted(policy.newFlowControl("TWO", 0)));
    }

    @Test
    void shouldLetEverythingPassWithoutAPolicy()
    {
        assertEquals(10_000, accepted(FlowPolicy.none().newFlowControl("ONE", 0)));
    }

    @Test
    void shouldAllowMoreThanTheProtocolOnlyWhenConfigured()
    {
        assertEquals(3_000, accepted(FlowPolicy.twime(100, Map.of()).newFlowControl("ONE", 0)));
        final IllegalArgumentException ex =
            assertThrows(IllegalArgumentException.class, () -> FlowPolicy.twime(1, Map.of("FAST", 101)));
        assertEquals("the limit of a login must be from 1 to the highest one: login=FAST limit=101 " +
            "messagesPerSecond=3030 mostPerSecond=3000", ex.getMessage());
        assertThrows(IllegalArgumentException.class, () -> FlowPolicy.twime(0, Map.of()));
        final FlowPolicy loadTest = new FlowPolicy(FlowPolicy.Kind.TWIME, 200, Map.of(), 6_000, false);
        assertEquals(6_000, accepted(loadTest.newFlowControl("ONE", 0)));
    }

    private static int accepted(final FlowControl flow)
    {
        int count = 0;
        for (int i = 0; i < 10_000; i++)
        {
            count += Decision.ACCEPT == flow.onMessage(0) ? 1 : 0;
        }
        return count;
    }
}
