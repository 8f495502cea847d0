// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.event.SessionEventPublisher;
import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.state.IdSource;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.Positions;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.OrderPlace;

/**
 * Answers {@code ReportState}: every live order, every open position, and the hash over the whole state.
 */
public final class StateReporter
{
    private final ReferenceData referenceData;
    private final Positions positions;
    private final OrderTable orders;
    private final IdSource ids;
    private final StateHash stateHash;
    private final SessionEventPublisher publisher;
    private final OrderBook.OrderVisitor<Order> orderVisitor;
    private final OrderBook.OrderVisitor<Order> parkedVisitor;

    public StateReporter(
        final ReferenceData referenceData,
        final Positions positions,
        final OrderTable orders,
        final IdSource ids,
        final StateHash stateHash,
        final SessionEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.positions = positions;
        this.orders = orders;
        this.ids = ids;
        this.stateHash = stateHash;
        this.publisher = publisher;
        orderVisitor = publisher::bookOrder;
        parkedVisitor = this::onParked;
    }

    void report(final long requestId, final long engineTimeNs)
    {
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            referenceData.instrumentById(i).book.forEach(orderVisitor);
        }
        orders.forEach(parkedVisitor);
        final Exposure[] held = positions.sorted();
        for (final Exposure exposure : held)
        {
            final int accountId = exposure.entityId();
            publisher.position(
                exposure.netLots(),
                referenceData.accounts().keyAt(accountId),
                accountId,
                exposure.instrumentId());
        }
        publisher.stateReported(
            requestId, orders.size(), held.length, ids.tradeCounter(), stateHash.compute(engineTimeNs));
    }

    private void onParked(final Order order)
    {
        if (OrderPlace.BOOK != order.place)
        {
            publisher.bookOrder(order);
        }
    }
}
