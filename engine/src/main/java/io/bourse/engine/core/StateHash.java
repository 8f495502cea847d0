// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.RollingHash;

/**
 * One number for everything the core holds, in defined order: what came first, first; books as
 * {@link OrderBook#forEach} visits them. Two cores that processed the same commands have the same hash, and a refused
 * command does not change it. The event stream's own sequence and hash are not part of it: they are output, not state.
 */
final class StateHash
{
    private final ReferenceData referenceData;
    private final SessionState sessionState;
    private final Positions positions;
    private final SequenceTracker sequences;
    private final OrderHandler orderHandler;
    private final OrderBook.OrderVisitor orderVisitor = this::addOrder;
    private long hash;

    StateHash(
        final ReferenceData referenceData,
        final SessionState sessionState,
        final Positions positions,
        final SequenceTracker sequences,
        final OrderHandler orderHandler)
    {
        this.referenceData = referenceData;
        this.sessionState = sessionState;
        this.positions = positions;
        this.sequences = sequences;
        this.orderHandler = orderHandler;
    }

    /**
     * Computes the hash; takes time in proportion to the state.
     *
     * @param engineTimeNs the core's time, part of the state.
     * @return hash.
     */
    long compute(final long engineTimeNs)
    {
        hash = RollingHash.INITIAL;
        add(engineTimeNs);
        add(orderHandler.orderCounter());
        add(orderHandler.tradeCounter());
        addSession();
        addKeys(referenceData.clearingFirms());
        addKeys(referenceData.brokerageFirms());
        addKeys(referenceData.accounts());
        addLogins();
        addInstruments();
        addPositions();
        addSequences();
        return hash;
    }

    private void addSession()
    {
        add(sessionState.phase().ordinal());
        add(sessionState.sessionId());
        add(sessionState.tradingDate());
        add(sessionState.runId());
        add(sessionState.runKind().value());
        add(sessionState.isRunCompleted() ? 1 : 0);
    }

    private void addKeys(final KeyTable table)
    {
        add(table.size());
        for (int i = 0; i < table.size(); i++)
        {
            add(table.keyAt(i));
        }
    }

    private void addLogins()
    {
        add(referenceData.loginCount());
        for (int i = 0; i < referenceData.loginCount(); i++)
        {
            final Login login = referenceData.loginAt(i);
            add(login.loginId);
            add(login.protocol.value());
            add(login.brokerageFirm);
            addBytes(login.name);
        }
    }

    private void addInstruments()
    {
        add(referenceData.instrumentCount());
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final Instrument instrument = referenceData.instrumentById(i);
            addBytes(instrument.definition);
            add(instrument.tickValueE5);
            add(instrument.lowLimitE5);
            add(instrument.highLimitE5);
            add(instrument.settlementPriceE5);
            instrument.book.forEach(orderVisitor);
        }
    }

    private void addPositions()
    {
        add(positions.size());
        for (int i = 0; i < positions.size(); i++)
        {
            add(positions.accountId(i));
            add(positions.instrumentId(i));
            add(positions.netLots(i));
        }
    }

    private void addSequences()
    {
        add(sequences.size());
        for (int i = 0; i < sequences.size(); i++)
        {
            add(sequences.key(i));
            add(sequences.lastSequence(i));
        }
    }

    private void addOrder(final Order order)
    {
        add(order.orderId);
        add(order.clOrdId);
        add(order.expireDateNs);
        add(order.priceE5);
        add(order.restLots);
        add(order.executedLots);
        add(order.accountCode);
        add(order.accountId);
        add(order.loginId);
        add(order.linkId);
        add(order.side.value());
        add(order.timeInForce.value());
        add(order.complianceId);
        add(order.clientFlags);
    }

    private void addBytes(final byte[] bytes)
    {
        for (final byte b : bytes)
        {
            add(b);
        }
    }

    private void add(final long value)
    {
        hash = RollingHash.update(hash, value);
    }
}
