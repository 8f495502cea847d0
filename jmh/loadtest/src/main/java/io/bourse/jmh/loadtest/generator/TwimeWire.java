// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.FloodRejectDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectReasonEnum;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import io.bourse.jmh.loadtest.client.TwimeOrderClient;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A TWIME session.
 */
final class TwimeWire extends TwimeOrderClient implements Wire
{
    private final WireEvents events;
    private final int[] instrumentIds;

    TwimeWire(
        final InetSocketAddress address,
        final String login,
        final String account,
        final List<InstrumentPlan> instruments,
        final WireEvents events)
        throws IOException
    {
        super(address, login, account);
        this.events = events;
        instrumentIds = instruments.stream().mapToInt(InstrumentPlan::instrumentId).toArray();
    }

    @Override
    public boolean newOrder(
        final long id,
        final int instrument,
        final boolean isBuy,
        final long priceE5,
        final long lots,
        final boolean isImmediate)
    {
        return encodeOrder(id, instrumentIds[instrument], isBuy ? SideEnum.Buy : SideEnum.Sell, priceE5, lots,
            isImmediate ? TimeInForceEnum.IOC : TimeInForceEnum.Day);
    }

    @Override
    public boolean cancel(
        final long id,
        final long orderId,
        final long orderClOrdId,
        final int instrument,
        final boolean isBuy,
        final long lots)
    {
        return encodeCancel(id, orderId, instrumentIds[instrument]);
    }

    @Override
    public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
    {
        events.onAccepted(message.clOrdID(), message.orderID());
    }

    @Override
    public void onOrderCancelResponse(final long seqNo, final OrderCancelResponseDecoder message)
    {
        if (TwimeFrames.NULL_UINT64 == message.clOrdID())
        {
            events.onRemoved(message.orderID());
        }
        else
        {
            events.onCancelled(message.clOrdID());
        }
    }

    @Override
    public void onExecutionSingleReport(final long seqNo, final ExecutionSingleReportDecoder message)
    {
        events.onTraded(message.clOrdID(), SideEnum.Buy == message.side(), message.lastQty());
    }

    @Override
    public void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
    {
        events.onRefused(message.clOrdID(), message.ordRejReason());
    }

    @Override
    public void onSessionReject(final SessionRejectDecoder message)
    {
        if (SessionRejectReasonEnum.SystemIsUnavailable != message.sessionRejectReason())
        {
            super.onSessionReject(message);
        }
        events.onRefused(message.clOrdID(), RefusalCounts.UNAVAILABLE);
    }

    @Override
    public void onFloodReject(final FloodRejectDecoder message)
    {
        events.onRefused(message.clOrdID(), RefusalCounts.FLOOD);
    }
}
