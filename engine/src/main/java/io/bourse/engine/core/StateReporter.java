// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

/**
 * Answers {@code ReportState}: every resting order, every open position, and the hash over the whole state.
 */
final class StateReporter
{
    private final ReferenceData referenceData;
    private final Positions positions;
    private final OrderTable orders;
    private final OrderHandler orderHandler;
    private final StateHash stateHash;
    private final SessionEventPublisher publisher;
    private final OrderBook.OrderVisitor orderVisitor;

    StateReporter(
        final ReferenceData referenceData,
        final Positions positions,
        final OrderTable orders,
        final OrderHandler orderHandler,
        final StateHash stateHash,
        final SessionEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.positions = positions;
        this.orders = orders;
        this.orderHandler = orderHandler;
        this.stateHash = stateHash;
        this.publisher = publisher;
        orderVisitor = publisher::bookOrder;
    }

    void report(final long requestId, final long engineTimeNs)
    {
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            referenceData.instrumentById(i).book.forEach(orderVisitor);
        }
        final long[] keys = positions.sortedKeys();
        for (final long key : keys)
        {
            final int accountId = Positions.accountId(key);
            publisher.position(
                positions.netLotsOf(key),
                referenceData.accounts().keyAt(accountId),
                accountId,
                Positions.instrumentId(key));
        }
        publisher.stateReported(
            requestId, orders.size(), keys.length, orderHandler.tradeCounter(), stateHash.compute(engineTimeNs));
    }
}
