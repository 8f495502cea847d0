// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.ActivationCause;

/**
 * Runs what a command has set off, to the end and inside its transaction: stop orders whose trigger was reached, which
 * may trade and reach the next trigger, and quotes of market makers whose protection tripped. Last, what auctions would
 * give now.
 */
final class Consequences
{
    private final StopOrders stops;
    private final QuoteWithdrawal quotes;
    private final OrderPlacement placement;
    private final PhaseControl phases;

    Consequences(
        final StopOrders stops, final QuoteWithdrawal quotes, final OrderPlacement placement, final PhaseControl phases)
    {
        this.stops = stops;
        this.quotes = quotes;
        this.placement = placement;
        this.phases = phases;
    }

    void run()
    {
        boolean isDone = false;
        while (!isDone)
        {
            // Protection first: a market maker is out before the next triggered order can hit it.
            if (!quotes.withdrawTripped())
            {
                final Order elected = stops.pollElected();
                isDone = null == elected;
                if (!isDone)
                {
                    placement.activate(elected, ActivationCause.STOP_TRIGGERED);
                }
            }
        }
        phases.endTransaction();
    }
}
