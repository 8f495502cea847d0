// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.marketdata;

import io.bourse.jmh.loadtest.client.RefusalCounts;
import io.bourse.jmh.loadtest.client.TwimeWire;
import io.bourse.jmh.loadtest.flow.Wanted;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;
import io.bourse.jmh.wire.OrderSession;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayQueue;
import org.agrona.collections.LongHashSet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A TWIME session that quotes and trades in four futures: one transaction in ten is an order that takes the best of the
 * other side at once, the others lay orders of one lot into the books and cancel the oldest ones, so that a number of
 * them stays there. It takes from the side that brings its position back to nothing.
 */
final class TradingLink extends OrderSession
{
    private static final int ORDER_NOT_FOUND = 14;
    private static final int TRADES_PERCENT = 10;
    private static final int LIVE_ORDERS = 64;
    private static final int LEVELS = 16;
    private static final long TICK_E5 = 1_00000L;
    private static final List<InstrumentPlan> INSTRUMENTS = Stream.of(1001, 1002, 1007, 1008)
        .map((id) -> new InstrumentPlan(id, "", 0, 0, 0, 0)).toList();
    private static final long[] MIDDLES_E5 = {92_345_00000L, 101_250_00000L, 30_120_00000L, 12_890_00000L};
    private static final long MISSING = -1;

    private final LongArrayQueue queue = new LongArrayQueue();
    /** Of its quotes, by their ids, until they have traded or a cancel is sent. */
    private final Long2LongHashMap instruments = new Long2LongHashMap(MISSING);
    /** The venue's ids of those that were accepted. */
    private final Long2LongHashMap venuesIds = new Long2LongHashMap(MISSING);
    private final LongHashSet unanswered = new LongHashSet();
    private final Wanted order = new Wanted();
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
        super(answers);
        connect(new TwimeWire(address, login, account, INSTRUMENTS, this));
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
        return sent(isSent);
    }

    private boolean take(final long id)
    {
        final boolean isBuy = 0 == positionLots ? random.nextBoolean() : positionLots < 0;
        return order(id, isBuy, isBuy ? LEVELS : -LEVELS, true);
    }

    private boolean quote(final long id)
    {
        final boolean isBuy = random.nextBoolean();
        final int distance = 1 + random.nextInt(LEVELS);
        final boolean isSent = order(id, isBuy, isBuy ? -distance : distance, false);
        if (isSent)
        {
            restingOrders++;
            instruments.put(id, order.instrument);
        }
        return isSent;
    }

    private boolean order(final long id, final boolean isBuy, final int ticks, final boolean isImmediate)
    {
        order.instrument = random.nextInt(INSTRUMENTS.size());
        order.isBuy = isBuy;
        order.priceE5 = MIDDLES_E5[order.instrument] + ticks * TICK_E5;
        order.lots = 1;
        order.isImmediate = isImmediate;
        return wire().newOrder(id, order);
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
        final long oldest = queue.peekLong();
        final boolean isSent =
            wire().cancel(id, venuesIds.get(oldest), oldest, (int)instruments.get(oldest), true, 1);
        if (isSent)
        {
            queue.removeLong();
            remove(oldest);
        }
        return isSent;
    }

    private void remove(final long id)
    {
        venuesIds.remove(id);
        restingOrders -= MISSING == instruments.remove(id) ? 0 : 1;
    }

    @Override
    public void onAccepted(final long id, final long venuesId)
    {
        if (MISSING != instruments.get(id))
        {
            queue.addLong(id);
            venuesIds.put(id, venuesId);
        }
        answer(id);
    }

    @Override
    public void onCancelled(final long id)
    {
        answer(id);
    }

    @Override
    public void onRemoved(final long venuesId)
    {
        // What did not trade of an order that took.
    }

    @Override
    public void onTraded(final long id, final boolean isBuy, final long lots)
    {
        trades++;
        positionLots += isBuy ? lots : -lots;
        remove(id);
    }

    @Override
    public void onRefused(final long id, final int reason)
    {
        switch (reason)
        {
            case ORDER_NOT_FOUND -> tooLate++;

            case RefusalCounts.UNAVAILABLE ->
            {
                refused++;
                remove(id);
            }

            default -> super.onRefused(id, reason);
        }
        answer(id);
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
