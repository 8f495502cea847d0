// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.core.book.OrderBook;
import io.bourse.engine.protocol.CancelReason;

/**
 * What happens to orders when a session ends with its evening clearing, and when the next one opens.
 */
final class SessionOrders
{
    private final ReferenceData referenceData;
    private final OrderExit exit;
    private final OrderBook.OrderVisitor<Order> endVisitor = this::onSessionEnd;

    SessionOrders(final ReferenceData referenceData, final OrderExit exit)
    {
        this.referenceData = referenceData;
        this.exit = exit;
    }

    /** Removes the orders of the session: instruments ascending, each in the order of its book. */
    void endSession()
    {
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            referenceData.instrumentById(i).book.drain(endVisitor);
        }
    }

    /** Brings the orders that outlive sessions into the new one. */
    void openSession()
    {
    }

    private void onSessionEnd(final Order order)
    {
        exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.SESSION_END);
    }
}
