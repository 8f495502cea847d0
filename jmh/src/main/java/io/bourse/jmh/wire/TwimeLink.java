// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.FloodRejectDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.collections.LongArrayQueue;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A TWIME session that lays orders into the book, a few at a time, and cancels them again, the oldest first: every
 * transaction changes the book, is market data and has one answer. Anything else that the venue says is an error.
 */
final class TwimeLink implements Link, TwimeListener
{
    private static final int KEEPALIVE_MS = 60_000;
    private static final int INSTRUMENT_ID = 1001;
    private static final long BEST_BID_E5 = 90_000_00000L;
    private static final long TICK_E5 = 1_00000L;
    private static final int LEVELS = 16;
    private static final int LIVE_ORDERS = 8;

    private final LongArrayQueue live = new LongArrayQueue();
    private final Answers answers;
    private final long account;
    private final TwimeClient client;
    private int pending;
    private int openOrders;

    TwimeLink(final InetSocketAddress address, final String login, final String account, final Answers answers)
        throws IOException
    {
        this.answers = answers;
        this.account = AccountCode.pack(account);
        client = TwimeClient.connect(address, login, KEEPALIVE_MS);
        while (TwimeClient.State.ESTABLISHING == client.state())
        {
            client.poll(this);
            Thread.onSpinWait();
        }
    }

    @Override
    public boolean send(final long id)
    {
        final boolean isSent;
        if (openOrders >= LIVE_ORDERS && !live.isEmpty())
        {
            isSent = client.cancel(id, live.peekLong(), INSTRUMENT_ID, account);
            if (isSent)
            {
                live.removeLong();
                openOrders--;
            }
        }
        else
        {
            isSent = client.newOrder(id, INSTRUMENT_ID, SideEnum.Buy, BEST_BID_E5 - TICK_E5 * (id % LEVELS), 1,
                TimeInForceEnum.Day, account, TwimeFrames.NULL_INT32);
            openOrders += isSent ? 1 : 0;
        }
        pending += isSent ? 1 : 0;
        return isSent;
    }

    @Override
    public void poll()
    {
        client.poll(this);
    }

    @Override
    public int pending()
    {
        return pending;
    }

    @Override
    public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
    {
        live.addLong(message.orderID());
        answered(message.clOrdID());
    }

    @Override
    public void onOrderCancelResponse(final long seqNo, final OrderCancelResponseDecoder message)
    {
        answered(message.clOrdID());
    }

    private void answered(final long id)
    {
        pending--;
        answers.onAnswer(id);
    }

    @Override
    public void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
    {
        throw new IllegalStateException("refused: " + message);
    }

    @Override
    public void onSessionReject(final SessionRejectDecoder message)
    {
        throw new IllegalStateException("refused: " + message);
    }

    @Override
    public void onFloodReject(final FloodRejectDecoder message)
    {
        throw new IllegalStateException("too fast for the venue's limit: " + message);
    }

    @Override
    public void onEstablishmentReject(final EstablishmentRejectDecoder message)
    {
        throw new IllegalStateException("no session: " + message);
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
