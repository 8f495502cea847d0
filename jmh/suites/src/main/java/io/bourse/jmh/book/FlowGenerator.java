// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.book;

import io.bourse.engine.book.LimitOrderBook;
import io.bourse.engine.book.PlainLimitOrderBook;
import io.bourse.engine.protocol.Side;

import java.util.BitSet;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Makes a flow from a fixed seed. Senders see what happens to their orders, as in life: a plain book runs along, and
 * no sender cancels or replaces an order that is filled. Only the duplicate cancels are rejected.
 */
final class FlowGenerator
{
    /** Messages of a flow. */
    static final int MESSAGES = 2_000_000;

    private static final long FIRST_MIDDLE_TICKS = 10_000;
    private static final double MESSAGE_GAP_NS = 1_000;
    private static final double MEDIAN_LIFE_NS = 430_000;
    private static final double MEAN_LIFE_NS = MEDIAN_LIFE_NS / Math.log(2);
    private static final double POWER = 0.6;
    private static final long FARTHEST_TICKS = 5_000;
    private static final int MAX_LOTS = 100;
    private static final double IMMEDIATE_SHARE = 0.15;
    private static final double REPLACED_SHARE = 0.20;
    private static final double MOVED_SHARE = 0.80;
    private static final double CANCELLED_SHARE = 0.95;
    private static final double DUPLICATE_SHARE = 0.02;

    /** What will become of an order. */
    private record Intent(double timeNs, long orderId, Side side, long priceTicks, long lots, Deed deed)
        implements Comparable<Intent>
    {
        @Override
        public int compareTo(final Intent other)
        {
            final int order = Double.compare(timeNs, other.timeNs);
            return 0 == order ? Long.compare(orderId, other.orderId) : order;
        }
    }

    /** Kind of an intent. */
    private enum Deed
    {
        CANCEL, DUPLICATE_CANCEL, REPLACE
    }

    private final Messages preparation = new Messages(1 << 10);
    private final Messages messages = new Messages(MESSAGES);
    private final Living living = new Living();
    private final LimitOrderBook book = new PlainLimitOrderBook(living);
    private final PriorityQueue<Intent> intents = new PriorityQueue<>();
    private final Random random;
    private final Flow flow;
    private final double[] path;
    private long orderIds;
    private int mostInBook;

    /**
     * Makes the messages.
     *
     * @param flow which one.
     * @param seed of everything in it.
     */
    FlowGenerator(final Flow flow, final long seed)
    {
        this.flow = flow;
        random = new Random(seed);
        path = path();
        prepare();
        living.reset();
        generate();
    }

    /** Messages that fill the book before the flow begins. */
    Messages preparation()
    {
        return preparation;
    }

    /** The flow, {@link #MESSAGES} of them. */
    Messages messages()
    {
        return messages;
    }

    /** Orders sent, in ids from 1 on. */
    long orders()
    {
        return orderIds;
    }

    /** Of what a book says about the flow. */
    long checksum()
    {
        return living.value();
    }

    /** What the flow is made of, for the reader of a benchmark. */
    String summary()
    {
        return String.format("orders=%d trades=%d refusals=%d mostInBook=%d inBookAtEnd=%d bidTicks=%d askTicks=%d",
            orderIds, living.trades(), living.refusals(), mostInBook, book.size(), book.bestBidTicks(),
            book.bestAskTicks());
    }

    private void prepare()
    {
        for (int i = 0; i < flow.restingOrders(); i++)
        {
            final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
            final long priceTicks = FIRST_MIDDLE_TICKS + (Side.BUY == side ? -distance() : distance());
            final long lots = lots();
            preparation.newOrder(++orderIds, side, priceTicks, lots, false);
            book.newOrder(orderIds, side, priceTicks, lots, false);
        }
    }

    private void generate()
    {
        double timeNs = 0;
        while (messages.count() < MESSAGES)
        {
            timeNs -= MESSAGE_GAP_NS * Math.log(1 - random.nextDouble());
            final Intent intent = intents.peek();
            if (null != intent && intent.timeNs < timeNs)
            {
                intents.remove();
                act(intent);
            }
            else
            {
                order(timeNs);
            }
            mostInBook = Math.max(mostInBook, book.size());
        }
    }

    private void order(final double timeNs)
    {
        final long orderId = ++orderIds;
        final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        final boolean isImmediate = random.nextDouble() < IMMEDIATE_SHARE;
        final long middleTicks = Math.round(FIRST_MIDDLE_TICKS * path[messages.count()]);
        final long distance = (Side.BUY == side) == isImmediate ? distance() : -distance();
        final long priceTicks = middleTicks + distance;
        final long lots = lots();
        messages.newOrder(orderId, side, priceTicks, lots, isImmediate);
        book.newOrder(orderId, side, priceTicks, lots, isImmediate);
        if (isImmediate)
        {
            return;
        }
        final double lifeNs = -MEAN_LIFE_NS * Math.log(1 - random.nextDouble());
        if (random.nextDouble() < REPLACED_SHARE)
        {
            final long move = random.nextDouble() < MOVED_SHARE ? random.nextBoolean() ? 1 : -1 : 0;
            intents.add(new Intent(
                timeNs + lifeNs * random.nextDouble(), orderId, side, priceTicks + move, lots + 1, Deed.REPLACE));
        }
        if (random.nextDouble() < CANCELLED_SHARE)
        {
            intents.add(new Intent(timeNs + lifeNs, orderId, side, priceTicks, lots, Deed.CANCEL));
        }
    }

    private void act(final Intent intent)
    {
        if (Deed.DUPLICATE_CANCEL != intent.deed && !living.orders.get((int)intent.orderId))
        {
            return;
        }
        if (Deed.REPLACE == intent.deed)
        {
            messages.replace(intent.orderId, intent.priceTicks, intent.lots);
            book.replace(intent.orderId, intent.priceTicks, intent.lots);
            return;
        }
        messages.cancel(intent.orderId);
        book.cancel(intent.orderId);
        if (Deed.CANCEL == intent.deed && random.nextDouble() < DUPLICATE_SHARE)
        {
            final double delayNs = MEDIAN_LIFE_NS * random.nextDouble();
            intents.add(new Intent(
                intent.timeNs + delayNs, intent.orderId, intent.side, 0, 0, Deed.DUPLICATE_CANCEL));
        }
    }

    /** From 1 up, most of them small: the share beyond d falls with d to the power. */
    private long distance()
    {
        while (true)
        {
            final double distance = Math.pow(1 - random.nextDouble(), -1 / POWER);
            if (distance < FARTHEST_TICKS)
            {
                return (long)distance;
            }
        }
    }

    private long lots()
    {
        return 1 + random.nextInt(MAX_LOTS);
    }

    /** A random walk, a step per message, stretched so that it covers the swing exactly; 1 is where it begins. */
    private double[] path()
    {
        final double[] path = new double[MESSAGES];
        double low = 0;
        double high = 0;
        for (int i = 1; i < MESSAGES; i++)
        {
            path[i] = path[i - 1] + random.nextGaussian();
            low = Math.min(low, path[i]);
            high = Math.max(high, path[i]);
        }
        for (int i = 0; i < MESSAGES; i++)
        {
            path[i] = 1 + path[i] * flow.swingPercent() / 100 / (high - low);
        }
        return path;
    }

    /** Knows too which orders are in the book. */
    private static final class Living extends Checksum
    {
        final BitSet orders = new BitSet();

        @Override
        public void onAccepted(final long orderId, final long lots)
        {
            orders.set((int)orderId);
            super.onAccepted(orderId, lots);
        }

        @Override
        public void onTrade(
            final long aggressorId,
            final long restingId,
            final long priceTicks,
            final long lots,
            final long aggressorRestLots,
            final long restingRestLots)
        {
            orders.set((int)aggressorId, 0 != aggressorRestLots);
            orders.set((int)restingId, 0 != restingRestLots);
            super.onTrade(aggressorId, restingId, priceTicks, lots, aggressorRestLots, restingRestLots);
        }

        @Override
        public void onCancelled(final long orderId, final long lots)
        {
            orders.clear((int)orderId);
            super.onCancelled(orderId, lots);
        }
    }
}
