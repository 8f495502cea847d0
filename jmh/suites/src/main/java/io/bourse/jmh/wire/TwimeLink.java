// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import org.agrona.collections.LongArrayQueue;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * A TWIME session that lays orders into the book, a few at a time, and cancels them again, the oldest first: every
 * transaction changes the book, is market data and has one answer. Anything else that the venue says is an error.
 */
final class TwimeLink extends TwimeSession
{
    private static final int INSTRUMENT_ID = 1001;
    private static final long BEST_BID_E5 = 90_000_00000L;
    private static final long TICK_E5 = 1_00000L;
    private static final int LEVELS = 16;
    private static final int LIVE_ORDERS = 8;

    private final LongArrayQueue live = new LongArrayQueue();
    private int openOrders;

    TwimeLink(final InetSocketAddress address, final String login, final String account, final Answers answers)
        throws IOException
    {
        super(address, login, account, answers);
    }

    @Override
    public boolean send(final long id)
    {
        final boolean isSent;
        if (openOrders >= LIVE_ORDERS && !live.isEmpty())
        {
            isSent = cancel(id, live.peekLong(), INSTRUMENT_ID);
            if (isSent)
            {
                live.removeLong();
                openOrders--;
            }
        }
        else
        {
            isSent = newOrder(
                id, INSTRUMENT_ID, SideEnum.Buy, BEST_BID_E5 - TICK_E5 * (id % LEVELS), TimeInForceEnum.Day);
            openOrders += isSent ? 1 : 0;
        }
        return isSent;
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
}
