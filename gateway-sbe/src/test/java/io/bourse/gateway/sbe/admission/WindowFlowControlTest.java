// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import io.bourse.gateway.sbe.admission.FlowControl.Decision;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

@Tag("venue")
class WindowFlowControlTest extends FlowControlContract
{
    @Override
    FlowControl flowControl(final int limit, final long nowNs)
    {
        return new WindowFlowControl(limit, nowNs);
    }

    @Override
    Decision expected(final List<Message> before, final int limit, final long originNs, final long nowNs)
    {
        final long window = window(originNs, nowNs);
        if (acceptedLately(before, originNs, nowNs) < limit)
        {
            return Decision.ACCEPT;
        }
        // What a cut-off client sent before does not count against it again.
        int from = before.size();
        while (from > 0 && Decision.DISCONNECT != before.get(from - 1).decision())
        {
            from--;
        }
        final List<Message> sinceCut = before.subList(from, before.size());
        final long already = from > 0 && window == window(originNs, before.get(from - 1).nowNs()) ? limit : 0;
        boolean isSustained = 1 + already + count(sinceCut, originNs, window) > 2L * limit;
        for (int i = 1; i < WindowFlowControl.SUSTAINED_WINDOWS; i++)
        {
            final long former = window - i;
            final long cutThere =
                from > 0 && former == window(originNs, before.get(from - 1).nowNs()) ? limit : 0;
            isSustained &= cutThere + count(sinceCut, originNs, former) > 2L * limit;
        }
        return isSustained ? Decision.DISCONNECT : Decision.REFUSE;
    }

    @Override
    long acceptedLately(final List<Message> before, final long originNs, final long nowNs)
    {
        final long window = window(originNs, nowNs);
        return before.stream().filter((message) ->
            Decision.ACCEPT == message.decision() && window == window(originNs, message.nowNs())).count();
    }

    private static long count(final List<Message> messages, final long originNs, final long window)
    {
        return messages.stream().filter((message) -> window == window(originNs, message.nowNs())).count();
    }

    private static long window(final long originNs, final long nowNs)
    {
        return Math.floorDiv(nowNs - originNs, SECOND_NS);
    }

    @Test
    void shouldBeginAnewInEveryWindow()
    {
        final FlowControl flow = new WindowFlowControl(2, 0);
        assertEquals(Decision.ACCEPT, flow.onMessage(SECOND_NS - 2));
        assertEquals(Decision.ACCEPT, flow.onMessage(SECOND_NS - 2));
        assertEquals(Decision.REFUSE, flow.onMessage(SECOND_NS - 1));
        assertEquals(Decision.ACCEPT, flow.onMessage(SECOND_NS));
        assertEquals(Decision.ACCEPT, flow.onMessage(SECOND_NS));
        assertEquals(Decision.REFUSE, flow.onMessage(SECOND_NS));
    }

    @Test
    void shouldCutOffWhoSendsMoreThanTwiceTheLimitInThreeWindowsInARow()
    {
        final FlowControl flow = new WindowFlowControl(2, 0);
        for (int window = 0; window < 2; window++)
        {
            send(flow, 5, window * SECOND_NS);
        }
        for (int i = 0; i < 4; i++)
        {
            assertEquals(i < 2 ? Decision.ACCEPT : Decision.REFUSE, flow.onMessage(2 * SECOND_NS));
        }
        assertEquals(Decision.DISCONNECT, flow.onMessage(2 * SECOND_NS));
        assertEquals(Decision.REFUSE, flow.onMessage(2 * SECOND_NS));
    }

    @Test
    void shouldForgiveAWindowWithTwiceTheLimitAndNoMore()
    {
        final FlowControl flow = new WindowFlowControl(2, 0);
        send(flow, 5, 0);
        send(flow, 4, SECOND_NS);
        send(flow, 5, 2 * SECOND_NS);
        send(flow, 5, 3 * SECOND_NS);
        send(flow, 4, 4 * SECOND_NS);
        assertEquals(Decision.DISCONNECT, flow.onMessage(4 * SECOND_NS));
    }

    private static void send(final FlowControl flow, final int count, final long nowNs)
    {
        for (int i = 0; i < count; i++)
        {
            assertEquals(i < 2 ? Decision.ACCEPT : Decision.REFUSE, flow.onMessage(nowNs));
        }
    }

    @Test
    void shouldRefuseALimitOfNone()
    {
        assertThrows(IllegalArgumentException.class, () -> new WindowFlowControl(0, 0));
    }
}
