// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import io.bourse.engine.client.operator.InstrumentSpec;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A seeded order flow that looks like a futures market: passive orders by a power law around a random walk, a few
 * aggressors, most orders cancelled or moved before they trade. The same seed gives the same requests.
 */
public final class SyntheticFlow implements OrderSource
{
    private static final int NEW_PER_MILLE = 500;
    private static final int CANCEL_PER_MILLE = 420;
    private static final int AGGRESSOR_PER_MILLE_OF_NEW = 60;
    private static final int WALK_PER_MILLE = 12;
    private static final int MAX_LOTS = 25;
    private static final int DEEPEST_TICKS = 120;
    private static final int REMEMBERED_PER_CLIENT = 512;

    private final List<InstrumentSpec> instruments;
    private final SplittableRandom random;
    private final long[] midTicks;
    private final RememberedOrders[] remembered;
    private final int[] weights;
    private final int totalWeight;
    private final long count;
    private long orders;

    /**
     * A flow over a venue's instruments.
     *
     * @param instruments to trade, the first ones most.
     * @param weights share of each client that sends, in any unit.
     * @param count new orders in the whole day.
     * @param seed of all choices.
     */
    public SyntheticFlow(final List<InstrumentSpec> instruments, final int[] weights, final long count, final long seed)
    {
        this.instruments = instruments;
        this.count = count;
        this.random = new SplittableRandom(seed);
        midTicks = new long[instruments.size()];
        for (int i = 0; i < midTicks.length; i++)
        {
            midTicks[i] = instruments.get(i).settlementPriceE5() / instruments.get(i).priceTickE5();
        }
        this.weights = weights.clone();
        totalWeight = IntStream.of(weights).sum();
        remembered = new RememberedOrders[weights.length];
        Arrays.setAll(remembered, client -> new RememberedOrders());
    }

    @Override
    public long newOrderCount()
    {
        return count;
    }

    @Override
    public boolean next(final OrderAction action)
    {
        if (orders == count)
        {
            return false;
        }
        action.client = pickClient();
        final RememberedOrders own = remembered[action.client];
        final int choice = random.nextInt(1_000);
        if (choice < NEW_PER_MILLE || 0 == own.size)
        {
            newOrder(action, own);
        }
        else if (choice < NEW_PER_MILLE + CANCEL_PER_MILLE)
        {
            final int slot = random.nextInt(own.size);
            action.instrumentId = instruments.get(own.instrument[slot]).instrumentId();
            action.cancel(own.key[slot]);
            own.forget(slot);
        }
        else
        {
            replace(action, own);
        }
        return true;
    }

    private void newOrder(final OrderAction action, final RememberedOrders own)
    {
        final int instrument = pickInstrument();
        walk(instrument);
        final boolean buy = random.nextBoolean();
        final boolean aggressor = random.nextInt(1_000) < AGGRESSOR_PER_MILLE_OF_NEW;
        final long distance = aggressor ? -random.nextInt(4) : depthTicks();
        final long priceE5 = priceE5(instrument, buy, distance);
        orders++;
        action.instrumentId = instruments.get(instrument).instrumentId();
        action.account = random.nextInt(1 << 16);
        action.newOrder(orders, buy, priceE5, 1 + random.nextInt(MAX_LOTS), aggressor && random.nextInt(4) > 0);
        if (!action.immediate)
        {
            own.remember(orders, instrument, buy, action.qtyLots, random);
        }
    }

    private void replace(final OrderAction action, final RememberedOrders own)
    {
        final int slot = random.nextInt(own.size);
        final int instrument = own.instrument[slot];
        action.kind = OrderAction.Kind.REPLACE;
        action.key = own.key[slot];
        action.instrumentId = instruments.get(instrument).instrumentId();
        action.buy = own.buy[slot];
        if (own.lots[slot] > 1 && random.nextBoolean())
        {
            action.kind = OrderAction.Kind.REDUCE;
            action.qtyLots = 1;
            own.lots[slot]--;
            return;
        }
        action.priceE5 = priceE5(instrument, action.buy, depthTicks());
        action.qtyLots = 1 + random.nextInt(MAX_LOTS);
        own.lots[slot] = action.qtyLots;
    }

    private int pickClient()
    {
        int ticket = random.nextInt(totalWeight);
        int client = 0;
        while (ticket >= weights[client])
        {
            ticket -= weights[client++];
        }
        return client;
    }

    /** The first instruments trade most: the index is the smaller of two uniform ones. */
    private int pickInstrument()
    {
        return Math.min(random.nextInt(midTicks.length), random.nextInt(midTicks.length));
    }

    private void walk(final int instrument)
    {
        if (random.nextInt(1_000) < WALK_PER_MILLE)
        {
            final InstrumentSpec spec = instruments.get(instrument);
            final long moved = midTicks[instrument] + (random.nextBoolean() ? 1 : -1);
            final long margin = DEEPEST_TICKS + 4;
            if (moved - margin > spec.lowLimitE5() / spec.priceTickE5() &&
                moved + margin < spec.highLimitE5() / spec.priceTickE5())
            {
                midTicks[instrument] = moved;
            }
        }
    }

    /** A power law in integers: each further doubling of the distance is half as likely. */
    private long depthTicks()
    {
        long reach = 2;
        while (reach < DEEPEST_TICKS && random.nextBoolean())
        {
            reach <<= 1;
        }
        return 1 + random.nextInt((int)Math.min(reach, DEEPEST_TICKS));
    }

    private long priceE5(final int instrument, final boolean buy, final long distanceTicks)
    {
        final long ticks = buy ? midTicks[instrument] - distanceTicks : midTicks[instrument] + distanceTicks;
        return ticks * instruments.get(instrument).priceTickE5();
    }

    /** Orders of one client that it may still cancel or move. Some of them have traded in the meantime. */
    private static final class RememberedOrders
    {
        private final long[] key = new long[REMEMBERED_PER_CLIENT];
        private final int[] instrument = new int[REMEMBERED_PER_CLIENT];
        private final boolean[] buy = new boolean[REMEMBERED_PER_CLIENT];
        private final long[] lots = new long[REMEMBERED_PER_CLIENT];
        private int size;

        private void remember(
            final long orderKey,
            final int index,
            final boolean isBuy,
            final long qtyLots,
            final SplittableRandom random)
        {
            final int slot = size < REMEMBERED_PER_CLIENT ? size++ : random.nextInt(size);
            key[slot] = orderKey;
            instrument[slot] = index;
            buy[slot] = isBuy;
            lots[slot] = qtyLots;
        }

        private void forget(final int slot)
        {
            size--;
            key[slot] = key[size];
            instrument[slot] = instrument[size];
            buy[slot] = buy[size];
            lots[slot] = lots[size];
        }
    }
}
