// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.StateReportedDecoder;

import java.util.ArrayList;
import java.util.List;

/**
 * Sees the outcomes of one operator's commands in the event stream.
 */
final class OutcomeListener implements EventListener
{
    private final List<StateReport.RestingOrder> orders = new ArrayList<>();
    private final List<StateReport.NetPosition> positions = new ArrayList<>();
    private final int gatewayId;
    private final int sessionId;

    private boolean isOurs;
    private long completedSequence;
    private long firstAnswered;
    private long firstSequence;
    private long refusedSequence;
    private RejectReason refusal;
    private Cut place;
    private long orderCount;
    private long positionCount;
    private long tradeCount;
    private int cancelledOrders;
    private long stateHash;

    OutcomeListener(final int gatewayId, final int sessionId)
    {
        this.gatewayId = gatewayId;
        this.sessionId = sessionId;
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        isOurs = gatewayId == group.gatewayId() && sessionId == group.sessionId();
        if (isOurs)
        {
            orders.clear();
            positions.clear();
            cancelledOrders = 0;
        }
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        // Of several refusals in a row the first one is kept: it may be the cause of the others.
        if (isOurs && null == refusal && group.sequence() >= firstSequence)
        {
            refusal = event.reason();
            refusedSequence = group.sequence();
        }
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        // Orders whose time is over may end in the same transaction.
        if (isOurs && (CancelReason.KILL_SWITCH == event.reason() || CancelReason.MASS_CANCEL == event.reason()))
        {
            cancelledOrders++;
        }
    }

    @Override
    public void onBookOrder(final EventGroup group, final BookOrderDecoder event)
    {
        if (isOurs)
        {
            orders.add(new StateReport.RestingOrder(event.orderId(), event.clOrdId(), event.instrumentId(),
                event.side(), event.priceE5(), event.restLots(), event.accountCode(), event.loginId(),
                event.place(), event.shownLots(), event.displayOrderId()));
        }
    }

    @Override
    public void onPosition(final EventGroup group, final PositionDecoder event)
    {
        if (isOurs)
        {
            positions.add(new StateReport.NetPosition(
                event.accountCode(), event.accountId(), event.instrumentId(), event.netLots()));
        }
    }

    @Override
    public void onStateReported(final EventGroup group, final StateReportedDecoder event)
    {
        if (isOurs)
        {
            orderCount = event.orderCount();
            positionCount = event.positionCount();
            tradeCount = event.tradeCount();
            stateHash = event.stateHash();
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        if (isOurs)
        {
            completedSequence = group.sequence();
            if (0 == firstAnswered && completedSequence >= firstSequence)
            {
                firstAnswered = completedSequence;
            }
            place = new Cut(group.cursor(), group.commandPosition(), group.engineTimeNs());
        }
    }

    long completedSequence()
    {
        return completedSequence;
    }

    /** The first command of those expected that has an answer; 0 for none. */
    long firstAnswered()
    {
        return firstAnswered;
    }

    RejectReason refusal()
    {
        return refusal;
    }

    long refusedSequence()
    {
        return refusedSequence;
    }

    /** Forgets refusals, also of commands before this one whose outcome is still to come. */
    void expectFrom(final long sequence)
    {
        refusal = null;
        firstSequence = sequence;
        firstAnswered = 0;
    }

    Cut place()
    {
        return place;
    }

    /** Orders that the last command cancelled as a kill switch. */
    int cancelledOrders()
    {
        return cancelledOrders;
    }

    StateReport stateReport()
    {
        return new StateReport(place.cursor(), place.commandPosition(), place.engineTimeNs(), List.copyOf(orders),
            List.copyOf(positions), orderCount, positionCount, tradeCount, stateHash);
    }
}
