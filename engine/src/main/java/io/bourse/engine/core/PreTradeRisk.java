// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;

/**
 * Positions, open orders and the limits on them. Every change of a live order passes here, so that what is counted
 * never differs from what is live: {@link #opened} when an order is accepted or its rest grows, {@link #traded} for
 * every execution, {@link #reduced} when lots leave without one, {@link #closed} last.
 */
final class PreTradeRisk implements HashedState
{
    private final Positions positions;
    private LimitLevel refusedLevel = LimitLevel.NULL_VAL;
    private LimitKind refusedKind = LimitKind.NULL_VAL;

    PreTradeRisk(final Positions positions)
    {
        this.positions = positions;
    }

    /** Level of the limit that refused last. */
    LimitLevel refusedLevel()
    {
        return refusedLevel;
    }

    /** Kind of the limit that refused last. */
    LimitKind refusedKind()
    {
        return refusedKind;
    }

    /**
     * Whether a new order may be opened.
     *
     * @param order complete but for its id, not opened.
     * @return null when it may, otherwise why not.
     */
    RejectReason check(final Order order)
    {
        final int index = positions.indexOf(order.accountId, order.instrument.instrumentId);
        return positions.hasRoom(index) ? null : RejectReason.QTY_OUT_OF_RANGE;
    }

    /**
     * Whether a live order may change.
     *
     * @param order as it is.
     * @param priceTicks new limit.
     * @param restLots new rest.
     * @return null when it may, otherwise why not.
     */
    RejectReason checkReplace(final Order order, final long priceTicks, final long restLots)
    {
        return positions.hasRoom(order.positionIndex) ? null : RejectReason.QTY_OUT_OF_RANGE;
    }

    /**
     * An order was accepted with its {@code restLots}.
     *
     * @param order live from now on.
     */
    void opened(final Order order)
    {
        order.positionIndex = positions.indexOfOrAdd(order.accountId, order.instrument.instrumentId);
    }

    /**
     * A live order was replaced.
     *
     * @param order with its new rest.
     * @param previousLots its rest before.
     */
    void resized(final Order order, final long previousLots)
    {
    }

    /**
     * Lots have left a live order without a trade.
     *
     * @param order with or without its new rest: only {@code lots} count.
     * @param lots taken off.
     */
    void reduced(final Order order, final long lots)
    {
    }

    /**
     * A live order has traded: the position moves, the open quantity falls.
     *
     * @param order of the trade.
     * @param lots traded.
     */
    void traded(final Order order, final long lots)
    {
        positions.add(order.positionIndex, Side.BUY == order.side ? lots : -lots);
    }

    /**
     * A position moves outside the book of its instrument: a leg of a strategy.
     *
     * @param order whose account it is.
     * @param instrument whose position moves.
     * @param signedLots above 0 when bought.
     */
    void moved(final Order order, final Instrument instrument, final long signedLots)
    {
        positions.add(positions.indexOfOrAdd(order.accountId, instrument.instrumentId), signedLots);
    }

    /**
     * An order is not live any more; all its lots have traded or were reduced.
     *
     * @param order that ends.
     */
    void closed(final Order order)
    {
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        positions.hashInto(hash);
    }
}
