// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.AdvanceTimeDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.NewOrderDecoder;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class GatewayLeaseTest
{
    private static final int GATEWAY = 2;
    private static final long SECOND = 1_000_000_000L;

    private final GatewayLease lease = new GatewayLease(GATEWAY, 4 * SECOND);

    @Test
    void shouldEndHalfALeaseAfterTheAnswerToItsQuestion()
    {
        sign(0);
        assertFalse(lease.isQuestionDue(4 * SECOND - 1));
        assertTrue(lease.isQuestionDue(4 * SECOND));
        lease.onAsked(4 * SECOND);
        assertFalse(lease.isQuestionDue(4 * SECOND + 1));
        // The engine stands still: nothing can be said of the gateway.
        assertTrue(lease.isQuestionDue(5 * SECOND));
        assertFalse(lease.isOver(100 * SECOND));

        lease.onGroupBegin(group(0, 0, 0, AdvanceTimeDecoder.TEMPLATE_ID), 100 * SECOND);
        assertFalse(lease.isQuestionDue(101 * SECOND));
        assertFalse(lease.isOver(102 * SECOND - 1));
        assertTrue(lease.isOver(102 * SECOND));
        sign(102 * SECOND);
        assertFalse(lease.isOver(105 * SECOND));
        assertTrue(lease.isQuestionDue(106 * SECOND));
    }

    @Test
    void shouldTakeEveryCommandOfTheGatewayForASignButNotAQuestionInItsName()
    {
        sign(0);
        lease.onGroupBegin(group(GATEWAY, 7, 1, NewOrderDecoder.TEMPLATE_ID), 3 * SECOND);
        assertFalse(lease.isQuestionDue(6 * SECOND));
        lease.onGroupBegin(group(GATEWAY + 1, 7, 1, NewOrderDecoder.TEMPLATE_ID), 5 * SECOND);
        assertTrue(lease.isQuestionDue(7 * SECOND));
        lease.onAsked(7 * SECOND);
        lease.onGroupBegin(group(GATEWAY, 0, 0, AdvanceTimeDecoder.TEMPLATE_ID), 8 * SECOND);
        assertTrue(lease.isOver(10 * SECOND));
    }

    @Test
    void shouldNotEndForAGatewayThatGivesNoSigns()
    {
        lease.onGroupBegin(group(GATEWAY, 7, 1, NewOrderDecoder.TEMPLATE_ID), 0);
        assertFalse(lease.isQuestionDue(100 * SECOND));
        assertFalse(lease.isOver(100 * SECOND));
        assertEquals(SECOND, GatewayLease.intervalNs(4 * SECOND));
    }

    private void sign(final long nowNs)
    {
        lease.onGroupBegin(group(GATEWAY, 0, 1, AdvanceTimeDecoder.TEMPLATE_ID), nowNs);
    }

    private static EventGroup group(
        final int gatewayId, final long sequence, final long receivedNs, final int templateId)
    {
        return (EventGroup)Proxy.newProxyInstance(EventGroup.class.getClassLoader(), new Class<?>[]{EventGroup.class},
            (proxy, method, args) -> switch (method.getName())
            {
                case "gatewayId" -> gatewayId;
                case "sequence" -> sequence;
                case "receivedNs" -> receivedNs;
                case "commandTemplateId" -> templateId;
                default -> throw new UnsupportedOperationException(method.getName());
            });
    }
}
