// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.TradeDecoder;

/**
 * What became of the orders of {@link OrderPairs}. It fails when one is refused, missing, or there twice, and when a
 * buyer did not trade: such a run would be worthless. One that was sent again and refused as a duplicate was executed
 * once, as it must.
 */
final class Answers implements EventListener
{
    private final int number;
    private long seen;
    private long trades;
    private boolean isDuplicate;

    /**
     * Answers to orders from the first on.
     *
     * @param number of the orders.
     */
    Answers(final int number)
    {
        this.number = number;
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        isDuplicate = false;
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        if (number != group.gatewayId())
        {
            return;
        }
        if (RejectReason.DUPLICATE_COMMAND == event.reason() && group.sequence() <= seen)
        {
            isDuplicate = true;
            return;
        }
        throw new IllegalStateException("a command was refused: gatewayId=" + group.gatewayId() + " sequence=" +
            group.sequence() + " reason=" + event.reason());
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        trades += number == group.gatewayId() ? 1 : 0;
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        // Below 0 are the client's own questions, which it asks in the gateway's name.
        if (number != group.gatewayId() || group.sessionId() < 0 || isDuplicate)
        {
            return;
        }
        if (seen + 1 != group.sequence() || group.sequence() / 2 != trades)
        {
            throw new IllegalStateException("orders are lost or doubled: sequence=" + group.sequence() +
                " lastSequence=" + seen + " trades=" + trades);
        }
        seen = group.sequence();
    }

    /** Sequence of the last order that was answered. */
    long seen()
    {
        return seen;
    }
}
