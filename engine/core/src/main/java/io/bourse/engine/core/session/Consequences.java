// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.core.matching.OrderPlacement;
import io.bourse.engine.core.matching.Parking;
import io.bourse.engine.core.matching.PassiveDelay;
import io.bourse.engine.core.matching.PhaseControl;
import io.bourse.engine.core.matching.TriggerOrders;
import io.bourse.engine.core.quote.QuoteWithdrawal;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.protocol.ActivationCause;

/**
 * Runs what a command or a deadline has set off, to the end and inside its transaction: orders whose trigger was
 * reached, which may trade and reach the next trigger, quotes of market makers whose protection tripped, and orders
 * whose delay is over. Last in a transaction, what auctions would give now.
 */
public final class Consequences
{
    private final TriggerOrders triggers;
    private final PassiveDelay delay;
    private final QuoteWithdrawal quotes;
    private final OrderPlacement placement;
    private final PhaseControl phases;

    public Consequences(
        final Parking parking, final QuoteWithdrawal quotes, final OrderPlacement placement, final PhaseControl phases)
    {
        triggers = parking.triggers();
        delay = parking.delay();
        this.quotes = quotes;
        this.placement = placement;
        this.phases = phases;
    }

    /** Ends a transaction. */
    public void run()
    {
        settle();
        phases.endTransaction();
    }

    /** Runs what was set off so far, to the end. */
    void settle()
    {
        boolean isDone = false;
        while (!isDone)
        {
            // Protection first: a market maker is out before the next triggered order can hit it.
            if (!quotes.withdrawTripped())
            {
                isDone = !activateNext();
            }
        }
    }

    private boolean activateNext()
    {
        final Order elected = triggers.pollElected();
        if (null != elected)
        {
            placement.activate(elected, ActivationCause.TRIGGERED);
            return true;
        }
        final Order delayed = delay.pollEnded();
        if (null != delayed)
        {
            placement.activate(delayed, ActivationCause.DELAY_ENDED);
        }
        return null != delayed;
    }
}
