// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;

/**
 * What kinds of phases there are.
 * <pre>
 *   phase                  new orders        replace   cancel   negotiated   trades
 *   CLOSED                 -                 -         -        -            -
 *   PRE_OPEN               collected         yes       yes      yes          -
 *   ..._AUCTION            collected         yes       yes      yes          when it ends
 *   CONTINUOUS             matched           yes       yes      yes          at once
 *   POST_TRADE             -                 -         yes      yes          -
 *   HALTED                 -                 -         yes      -            -
 * </pre>
 * Above all of them stands the session: unless it is open nothing is taken but cancels (see {@link SessionState}), and
 * no auction trades (see {@link PhaseChanges}).
 */
final class PhaseRules
{
    private PhaseRules()
    {
    }

    /**
     * Phase of a number that may come from outside.
     *
     * @param value any.
     * @return null when there is no such phase.
     */
    static Phase of(final int value)
    {
        return value <= Phase.HALTED.value() ? Phase.get((short)value) : null;
    }

    /** Whether an auction is open: orders are collected, the price that they would give is published. */
    static boolean isAuction(final Phase phase)
    {
        return switch (phase)
        {
            case OPENING_AUCTION, INTRADAY_AUCTION, VOLATILITY_AUCTION, CLOSING_AUCTION -> true;
            default -> false;
        };
    }

    /** Whether orders are taken, to be matched or to be collected. */
    static boolean takesOrders(final Phase phase)
    {
        return Phase.CONTINUOUS == phase || Phase.PRE_OPEN == phase || isAuction(phase);
    }

    /**
     * Whether a change of phase makes one price of what was collected. Leaving an auction does, except into a halt,
     * which keeps the book as it is. Entering continuous trading does it from everywhere: before the opening, and in a
     * halt that broke off an auction, the book may be crossed.
     *
     * @param from phase that ends.
     * @param to phase that begins.
     * @return true when it does.
     */
    static boolean isUncrossing(final Phase from, final Phase to)
    {
        return from != to && Phase.HALTED != to && (Phase.CONTINUOUS == to || isAuction(from));
    }

    /** Whether somebody bids at least as much as somebody asks. */
    static boolean isCrossed(final Instrument instrument)
    {
        return !instrument.book.isEmpty(Side.BUY) &&
            !instrument.book.isEmpty(Side.SELL) &&
            instrument.book.bestTicks(Side.BUY) >= instrument.book.bestTicks(Side.SELL);
    }
}
