// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.RejectReason;

/**
 * What the phase of an instrument allows, and how one phase becomes another.
 */
final class PhaseControl implements HashedState
{
    /**
     * Why the phase does not take a new order.
     *
     * @param instrument of the order.
     * @param request of the order.
     * @return null when it does.
     */
    RejectReason orderRefusal(final Instrument instrument, final OrderRequest request)
    {
        return Phase.CONTINUOUS == instrument.phase ? null : RejectReason.PHASE_FORBIDS;
    }

    /**
     * Why the phase does not let a live order change.
     *
     * @param instrument of the order.
     * @return null when it does.
     */
    RejectReason replaceRefusal(final Instrument instrument)
    {
        return Phase.CONTINUOUS == instrument.phase ? null : RejectReason.PHASE_FORBIDS;
    }

    /**
     * Why the phase does not let a live order be cancelled.
     *
     * @param instrument of the order.
     * @return null when it does.
     */
    RejectReason cancelRefusal(final Instrument instrument)
    {
        return Phase.CLOSED == instrument.phase ? RejectReason.PHASE_FORBIDS : null;
    }

    /** Whether orders are collected without trading. */
    boolean isCollecting(final Instrument instrument)
    {
        return Phase.CONTINUOUS != instrument.phase;
    }

    /**
     * How far an aggressor may trade: its limit, or the edge of the volatility corridor if that comes first.
     *
     * @param order aggressor.
     * @return limit in ticks.
     */
    long matchingLimitTicks(final Order order)
    {
        return order.priceTicks;
    }

    /**
     * An aggressor has been matched as far as {@link #matchingLimitTicks} let it. When it could trade on beyond the
     * corridor the instrument goes into a volatility auction, which then also collects its rest.
     *
     * @param order aggressor with something left.
     */
    void matched(final Order order)
    {
    }

    /**
     * There is a new last price.
     *
     * @param instrument of the trade.
     */
    void onLastPrice(final Instrument instrument)
    {
    }

    /**
     * The book of an instrument has changed: its auction may have another price now.
     *
     * @param instrument of the book.
     */
    void bookChanged(final Instrument instrument)
    {
    }

    /**
     * Ends the transaction: publishes what auctions that were touched would give now.
     */
    void endTransaction()
    {
    }

    @Override
    public void hashInto(final StateHash hash)
    {
    }
}
