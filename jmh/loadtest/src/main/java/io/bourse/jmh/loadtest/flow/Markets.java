// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.flow;

import io.bourse.jmh.loadtest.plan.InstrumentPlan;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Where prices are: a middle for each instrument that wanders slowly, one tick at a time. All sessions share it.
 */
final class Markets
{
    /** Deepest distance of an order from the middle, in ticks. */
    static final int DEEPEST_TICKS = 120;
    private static final int WALK_PER_MILLE = 2;
    private static final int MARGIN_TICKS = 8;

    private final long[] tickE5;
    private final long[] middleTicks;
    private final long[] lowTicks;
    private final long[] highTicks;
    private final SplittableRandom random;
    private final boolean isWandering;

    Markets(final List<InstrumentPlan> instruments, final long seed, final boolean isWandering)
    {
        this.isWandering = isWandering;
        final int count = instruments.size();
        tickE5 = new long[count];
        middleTicks = new long[count];
        lowTicks = new long[count];
        highTicks = new long[count];
        random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++)
        {
            final InstrumentPlan plan = instruments.get(i);
            tickE5[i] = plan.tickE5();
            final long low = Math.ceilDiv(plan.lowE5(), plan.tickE5()) + DEEPEST_TICKS + MARGIN_TICKS;
            final long high = plan.highE5() / plan.tickE5() - DEEPEST_TICKS - MARGIN_TICKS;
            if (low >= high)
            {
                throw new IllegalArgumentException("the price limits leave no prices for a book: instrumentId=" +
                    plan.instrumentId() + " lowE5=" + plan.lowE5() + " highE5=" + plan.highE5() + " tickE5=" +
                    plan.tickE5());
            }
            lowTicks[i] = low;
            highTicks[i] = high;
            middleTicks[i] = Math.clamp(plan.middleE5() / plan.tickE5(), low, high);
        }
    }

    int count()
    {
        return tickE5.length;
    }

    /** The middle may take a step, if it wanders at all. */
    void walk(final int instrument)
    {
        if (isWandering && random.nextInt(1_000) < WALK_PER_MILLE)
        {
            middleTicks[instrument] = Math.clamp(
                middleTicks[instrument] + (random.nextBoolean() ? 1 : -1), lowTicks[instrument], highTicks[instrument]);
        }
    }

    /** Price so many ticks away from the middle, on the side where the order waits; below 0 on the other one. */
    long priceE5(final int instrument, final boolean isBuy, final int distanceTicks)
    {
        return (middleTicks[instrument] + (isBuy ? -distanceTicks : distanceTicks)) * tickE5[instrument];
    }
}
