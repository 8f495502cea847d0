// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseTraits;
import io.bourse.engine.protocol.Side;

/**
 * When the change of a phase trades: what each phase takes is in {@link PhaseTraits}. Above all of them stands the
 * session: unless it is open nothing is taken but cancels (see {@link SessionState}), and no auction trades (see
 * {@code PhaseChanges}).
 */
public final class PhaseRules
{
    private PhaseRules()
    {
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
    public static boolean isUncrossing(final Phase from, final Phase to)
    {
        return from != to && Phase.HALTED != to && (Phase.CONTINUOUS == to || PhaseTraits.of(from).isAuction());
    }

    /** Whether the best bid is at or above the best ask. */
    public static boolean isCrossed(final Instrument instrument)
    {
        return !instrument.book.isEmpty(Side.BUY) &&
            !instrument.book.isEmpty(Side.SELL) &&
            instrument.book.bestTicks(Side.BUY) >= instrument.book.bestTicks(Side.SELL);
    }
}
