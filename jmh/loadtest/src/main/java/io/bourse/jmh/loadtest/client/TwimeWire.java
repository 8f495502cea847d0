// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.client;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectCodeEnum;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.FloodRejectDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectReasonEnum;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import io.bourse.jmh.loadtest.flow.Wanted;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A TWIME session that trades on one account.
 */
public final class TwimeWire implements Wire, TwimeListener
{
    private static final int KEEPALIVE_MS = 60_000;
    private static final long RECONNECT_NS = TimeUnit.MILLISECONDS.toNanos(1_100);

    private final WireEvents events;
    private final int[] instrumentIds;
    private final long account;
    private TwimeClient client;
    private boolean isTooSoon;

    /**
     * Connects, and waits until the session is there.
     *
     * @param address of the venue.
     * @param login of the session.
     * @param account it trades on.
     * @param instruments that it names by their index.
     * @param events takes what the venue says.
     * @throws IOException when there is no connection.
     */
    public TwimeWire(
        final InetSocketAddress address,
        final String login,
        final String account,
        final List<InstrumentPlan> instruments,
        final WireEvents events)
        throws IOException
    {
        this.account = AccountCode.pack(account);
        this.events = events;
        instrumentIds = instruments.stream().mapToInt(InstrumentPlan::instrumentId).toArray();
        connect(address, login);
        if (isTooSoon)
        {
            // The venue wants some time between two connections of a login.
            LockSupport.parkNanos(RECONNECT_NS);
            isTooSoon = false;
            connect(address, login);
        }
        if (TwimeClient.State.ESTABLISHED != client.state())
        {
            throw new IOException("no session: login=" + login + " state=" + client.state());
        }
    }

    private void connect(final InetSocketAddress address, final String login) throws IOException
    {
        client = TwimeClient.connect(address, login, KEEPALIVE_MS);
        while (TwimeClient.State.ESTABLISHING == client.state())
        {
            client.poll(this);
            Thread.onSpinWait();
        }
        if (isTooSoon)
        {
            client.close();
        }
    }

    @Override
    public boolean newOrder(final long id, final Wanted wanted)
    {
        return client.newOrder(id, instrumentIds[wanted.instrument], wanted.isBuy ? SideEnum.Buy : SideEnum.Sell,
            wanted.priceE5, wanted.lots, wanted.isImmediate ? TimeInForceEnum.IOC : TimeInForceEnum.Day, account,
            TwimeFrames.NULL_INT32);
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
        return client.cancel(id, orderId, instrumentIds[instrument], account);
    }

    @Override
    public void flush()
    {
        client.flush();
    }

    @Override
    public int receive()
    {
        return client.poll(this);
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
            throw new IllegalStateException("refused: " + message);
        }
        events.onRefused(message.clOrdID(), RefusalCounts.UNAVAILABLE);
    }

    @Override
    public void onFloodReject(final FloodRejectDecoder message)
    {
        events.onRefused(message.clOrdID(), RefusalCounts.FLOOD);
    }

    @Override
    public void onEstablishmentReject(final EstablishmentRejectDecoder message)
    {
        isTooSoon = EstablishmentRejectCodeEnum.TooFastReconnect == message.establishmentRejectCode();
        if (!isTooSoon)
        {
            throw new IllegalStateException("no session: " + message);
        }
    }

    @Override
    public void onTerminate(final TerminateDecoder message)
    {
        throw new IllegalStateException("the venue ended the session: " + message);
    }

    @Override
    public void onDisconnected()
    {
        throw new IllegalStateException("the venue is gone");
    }

    @Override
    public void close()
    {
        client.close();
    }
}
