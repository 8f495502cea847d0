// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.flow;

import io.bourse.jmh.loadtest.plan.FlowPlan;

import java.util.SplittableRandom;

/**
 * A made order flow that looks like a futures market: prices around a middle that wanders, most orders near it and ever
 * fewer far away, small orders and a few large ones, some that trade at once, some that come too late for that, and
 * cancels of own orders. The same answers give the same requests: every session draws from a random sequence of its
 * own.
 *
 * <p>A session that has as many orders as it may cancels first; one that has none sends an order instead of a cancel.
 * While an overload delays its answers, it goes beyond its orders, up to twice as many.
 */
public final class MadeFlow implements OrderFlow
{
    private static final int MOST_LOTS = 100;
    private static final int THROUGH_TICKS = 4;
    private static final int IMMEDIATE_OF_FOUR = 3;
    private static final int BACK_PERCENT = 75;
    /** A session with that many times its orders, all unanswered, waits: the book stays bounded in an overload too. */
    private static final int UNANSWERED_FACTOR = 2;

    private final FlowPlan plan;
    private final Markets markets;
    private final SplittableRandom[] random;
    private final long[] positionLots;
    private final boolean[] isDrawn;
    private final boolean[] isCancelDrawn;

    /**
     * A flow for a number of sessions.
     *
     * @param sessions how many.
     */
    public MadeFlow(final FlowPlan plan, final int sessions)
    {
        this(plan, sessions, true);
    }

    /**
     * A flow for a number of sessions.
     *
     * @param sessions how many.
     * @param isWandering whether prices wander; those of flows in different processes would wander apart.
     */
    public MadeFlow(final FlowPlan plan, final int sessions, final boolean isWandering)
    {
        this.plan = plan;
        final SplittableRandom seeds = new SplittableRandom(plan.seed());
        markets = new Markets(plan.instruments(), seeds.nextLong(), isWandering);
        random = new SplittableRandom[sessions];
        for (int i = 0; i < sessions; i++)
        {
            random[i] = seeds.split();
        }
        positionLots = new long[sessions * markets.count()];
        isDrawn = new boolean[sessions];
        isCancelDrawn = new boolean[sessions];
    }

    @Override
    public int session()
    {
        return ANY;
    }

    @Override
    public boolean next(final int session, final OwnOrders own, final Wanted wanted)
    {
        final SplittableRandom dice = random[session];
        if (!isDrawn[session])
        {
            isDrawn[session] = true;
            isCancelDrawn[session] = dice.nextDouble() < plan.cancelShare();
        }
        final boolean isFull = own.count() >= plan.liveOrders();
        if ((isFull || isCancelDrawn[session]) && own.liveCount() > 0)
        {
            wanted.isCancel = true;
            wanted.slot = own.live(dice.nextInt(own.liveCount()));
        }
        else if (own.count() >= plan.liveOrders() * UNANSWERED_FACTOR)
        {
            return false;
        }
        else
        {
            newOrder(session, dice, wanted);
        }
        return true;
    }

    private void newOrder(final int session, final SplittableRandom dice, final Wanted wanted)
    {
        final int instrument = Math.min(dice.nextInt(markets.count()), dice.nextInt(markets.count()));
        final double kind = dice.nextDouble();
        markets.walk(instrument);
        wanted.isCancel = false;
        wanted.slot = OwnOrders.NONE;
        wanted.instrument = instrument;
        wanted.lots = lots(dice);
        if (kind < plan.aggressiveShare())
        {
            // Back to no position, mostly: members do not run into their limits.
            final long position = positionLots[session * markets.count() + instrument];
            final boolean isBack = 0 != position && dice.nextInt(100) < BACK_PERCENT;
            wanted.isBuy = isBack ? position < 0 : dice.nextBoolean();
            wanted.priceE5 = markets.priceE5(instrument, wanted.isBuy, -dice.nextInt(1, THROUGH_TICKS + 1));
            wanted.isImmediate = dice.nextInt(4) < IMMEDIATE_OF_FOUR;
        }
        else
        {
            wanted.isBuy = dice.nextBoolean();
            wanted.priceE5 = markets.priceE5(instrument, wanted.isBuy, distance(dice));
            // For immediate execution at a price that has no orders any more.
            wanted.isImmediate = kind < plan.aggressiveShare() + plan.missedShare();
        }
    }

    /** Each further doubling of the distance is half as likely. */
    private static int distance(final SplittableRandom dice)
    {
        int reach = 2;
        while (reach < Markets.DEEPEST_TICKS && dice.nextBoolean())
        {
            reach <<= 1;
        }
        return 1 + dice.nextInt(Math.min(reach, Markets.DEEPEST_TICKS));
    }

    /** Half of the orders have one or two lots, few have many. */
    private static long lots(final SplittableRandom dice)
    {
        int reach = 2;
        while (reach < MOST_LOTS && dice.nextBoolean())
        {
            reach <<= 1;
        }
        return 1 + dice.nextInt(Math.min(reach, MOST_LOTS));
    }

    @Override
    public void sent(final int session, final OwnOrders own, final Wanted wanted, final int slot)
    {
        isDrawn[session] = false;
    }

    @Override
    public void traded(final int session, final int instrument, final boolean isBuy, final long lots)
    {
        positionLots[session * markets.count() + instrument] += isBuy ? lots : -lots;
    }
}
