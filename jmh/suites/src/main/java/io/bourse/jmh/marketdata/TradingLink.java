// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.marketdata;

import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectReasonEnum;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.jmh.wire.TwimeSession;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayQueue;
import org.agrona.collections.LongHashSet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;

/**
 * A TWIME session that quotes and trades in four futures: one transaction in ten is an order that takes the best of the
 * other side at once, the others lay orders of one lot into the books and cancel the oldest ones, so that a number of
 * them stays there. It takes from the side that brings its position back to nothing.
 */
final class TradingLink extends TwimeSession
{
    private static final int ORDER_NOT_FOUND = 14;
    private static final int TRADES_PERCENT = 10;
    private static final int LIVE_ORDERS = 64;
    private static final int LEVELS = 16;
    private static final long TICK_E5 = 1_00000L;
    private static final int[] INSTRUMENT_IDS = {1001, 1002, 1007, 1008};
    private static final long[] MIDDLES_E5 = {92_345_00000L, 101_250_00000L, 30_120_00000L, 12_890_00000L};
    private static final long MISSING = -1;

    private final LongArrayQueue queue = new LongArrayQueue();
    private final Long2LongHashMap instruments = new Long2LongHashMap(MISSING);
    private final LongHashSet unanswered = new LongHashSet();
    private final LongHashSet taking = new LongHashSet();
    private final LongHashSet quoting = new LongHashSet();
    private final SplittableRandom random;
    private int restingOrders;
    private long positionLots;
    private long trades;
    private long tooLate;
    private long refused;

    TradingLink(
        final InetSocketAddress address,
        final String login,
        final String account,
        final Answers answers,
        final long seed)
        throws IOException
    {
        super(address, login, account, answers);
        random = new SplittableRandom(seed);
    }

    /** Trades in which it had a part. */
    long trades()
    {
        return trades;
    }

    /** Cancels of orders that traded before. */
    long tooLate()
    {
        return tooLate;
    }

    /** Requests that the venue did not take because it was too far behind. */
    long refused()
    {
        return refused;
    }

    @Override
    public boolean send(final long id)
    {
        final boolean isSent;
        if (random.nextInt(100) < TRADES_PERCENT)
        {
            isSent = take(id);
        }
        else if (restingOrders < LIVE_ORDERS || !hasOldest())
        {
            isSent = quote(id);
        }
        else
        {
            isSent = cancelOldest(id);
        }
        if (isSent)
        {
            unanswered.add(id);
        }
        return isSent;
    }

    private boolean take(final long id)
    {
        final boolean isBuy = 0 == positionLots ? random.nextBoolean() : positionLots < 0;
        final boolean isSent = order(id, isBuy, isBuy ? LEVELS : -LEVELS, TimeInForceEnum.IOC);
        if (isSent)
        {
            taking.add(id);
        }
        return isSent;
    }

    private boolean quote(final long id)
    {
        final boolean isBuy = random.nextBoolean();
        final int distance = 1 + random.nextInt(LEVELS);
        final boolean isSent = order(id, isBuy, isBuy ? -distance : distance, TimeInForceEnum.Day);
        if (isSent)
        {
            restingOrders++;
            quoting.add(id);
        }
        return isSent;
    }

    private boolean order(final long id, final boolean isBuy, final int ticks, final TimeInForceEnum timeInForce)
    {
        final int instrument = random.nextInt(INSTRUMENT_IDS.length);
        return newOrder(id, INSTRUMENT_IDS[instrument], isBuy ? SideEnum.Buy : SideEnum.Sell,
            MIDDLES_E5[instrument] + ticks * TICK_E5, timeInForce);
    }

    /** Whether there is an order to cancel; those that traded are forgotten by the way. */
    private boolean hasOldest()
    {
        while (!queue.isEmpty() && MISSING == instruments.get(queue.peekLong()))
        {
            queue.removeLong();
        }
        return !queue.isEmpty();
    }

    private boolean cancelOldest(final long id)
    {
        final long orderId = queue.peekLong();
        final boolean isSent = cancel(id, orderId, (int)instruments.get(orderId));
        if (isSent)
        {
            queue.removeLong();
            remove(orderId);
        }
        return isSent;
    }

    private void remove(final long orderId)
    {
        restingOrders -= MISSING == instruments.remove(orderId) ? 0 : 1;
    }

    @Override
    public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
    {
        if (!taking.remove(message.clOrdID()))
        {
            quoting.remove(message.clOrdID());
            queue.addLong(message.orderID());
            instruments.put(message.orderID(), message.securityID());
        }
        answer(message.clOrdID());
    }

    @Override
    public void onOrderCancelResponse(final long seqNo, final OrderCancelResponseDecoder message)
    {
        answer(message.clOrdID());
    }

    @Override
    public void onExecutionSingleReport(final long seqNo, final ExecutionSingleReportDecoder message)
    {
        trades++;
        positionLots += SideEnum.Buy == message.side() ? message.lastQty() : -message.lastQty();
        remove(message.orderID());
    }

    @Override
    public void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
    {
        if (ORDER_NOT_FOUND != message.ordRejReason())
        {
            super.onBusinessMessageReject(message);
        }
        tooLate++;
        answer(message.clOrdID());
    }

    @Override
    public void onSessionReject(final SessionRejectDecoder message)
    {
        if (SessionRejectReasonEnum.SystemIsUnavailable != message.sessionRejectReason())
        {
            super.onSessionReject(message);
        }
        refused++;
        taking.remove(message.clOrdID());
        restingOrders -= quoting.remove(message.clOrdID()) ? 1 : 0;
        answer(message.clOrdID());
    }

    /** What did not trade of an order that took is cancelled under the order's id: not the answer to anything. */
    private void answer(final long id)
    {
        if (unanswered.remove(id))
        {
            answered(id);
        }
    }
}
