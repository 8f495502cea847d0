// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.core.state.VenueLimits;
import io.bourse.engine.core.state.VenueLimits.Kind;
import io.bourse.engine.core.trade.TradeRegister;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.collections.IntHashSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import static io.bourse.engine.host.execution.EngineCounter.CAPACITY_ALARMS;
import static io.bourse.engine.host.execution.EngineCounter.CAPACITY_REFUSALS;
import static io.bourse.engine.host.execution.EngineCounter.LIVE_ORDERS;

/**
 * Says when there is 80 % of what the core may keep, once for each time that it comes to that. A few comparisons; on
 * the thread that executes commands, after some of them.
 */
public final class CapacityWatch
{
    /** What the trades take that can be broken, whatever the limits are. */
    public static final long TRADE_BYTES = TradeRegister.MAX_BYTES;

    private static final Logger LOGGER = LoggerFactory.getLogger(CapacityWatch.class);
    private static final Kind[] KINDS = Kind.values();
    private static final int CHECK_LOGINS_EVERY = 4_096;
    private static final int FREE_PARTS = 4;
    private static final long MOST_BYTES = Long.MAX_VALUE / 64;

    private final VenueLimits limits;
    private final CounterSet<EngineCounter> counters;
    private final boolean[] isAlarmGiven = new boolean[KINDS.length];
    private final IntHashSet alarmedLogins = new IntHashSet();
    private int checks;

    /**
     * The watch of a core.
     *
     * @param limits of the core.
     * @param counters to count in.
     */
    public CapacityWatch(final VenueLimits limits, final CounterSet<EngineCounter> counters)
    {
        this.limits = limits;
        this.counters = counters;
    }

    /** Commands were executed. */
    public void check()
    {
        counters.set(LIVE_ORDERS, limits.used(Kind.LIVE_ORDERS));
        counters.set(CAPACITY_REFUSALS, limits.refusals());
        for (int i = 0; i < KINDS.length; i++)
        {
            final boolean isNear = limits.isNearLimit(KINDS[i]);
            if (isNear != isAlarmGiven[i])
            {
                turned(KINDS[i], isNear);
            }
        }
        final int loginId = limits.loginNearLimit();
        if (VenueLimits.NO_LOGIN != loginId && alarmedLogins.add(loginId))
        {
            counters.increment(CAPACITY_ALARMS);
            LOGGER.warn("a login is near its limit of live orders, its new orders will be refused at it: loginId={}" +
                " liveOrders={} liveOrdersPerLogin={}; see bourse capacity",
                loginId, limits.ordersOf(loginId), limits.ordersPerLogin());
        }
        if (0 == (++checks & CHECK_LOGINS_EVERY - 1) && !alarmedLogins.isEmpty())
        {
            forgetLoginsWithSpace();
        }
    }

    private void turned(final Kind kind, final boolean isNear)
    {
        if (isNear)
        {
            isAlarmGiven[kind.ordinal()] = true;
            counters.increment(CAPACITY_ALARMS);
            LOGGER.warn("the venue is near a limit of what it keeps in memory, more will be refused at it: of={}" +
                " used={} limit={}; see bourse capacity", kind, limits.used(kind), limits.limit(kind));
        }
        else if (isWellBelow(limits.used(kind), limits.limit(kind)))
        {
            isAlarmGiven[kind.ordinal()] = false;
            LOGGER.info("the venue is no longer near a limit of what it keeps in memory: of={} used={} limit={}",
                kind, limits.used(kind), limits.limit(kind));
        }
    }

    /** At 75 %, so that one order more and one less is not an alarm each time. */
    private static boolean isWellBelow(final long used, final long limit)
    {
        return 0 == limit || used <= limit - limit / FREE_PARTS;
    }

    private void forgetLoginsWithSpace()
    {
        final IntHashSet.IntIterator logins = alarmedLogins.iterator();
        while (logins.hasNext())
        {
            if (isWellBelow(limits.ordersOf(logins.nextValue()), limits.ordersPerLogin()))
            {
                logins.remove();
            }
        }
    }

    /**
     * The limits of a core.
     *
     * @param limits of a core that executes nothing meanwhile.
     * @return 0 for what is not limited.
     */
    public static VenueLimitsSpec spec(final VenueLimits limits)
    {
        return new VenueLimitsSpec(
            limits.limit(Kind.LIVE_ORDERS),
            limits.ordersPerLogin(),
            limits.limit(Kind.ACCOUNTS),
            limits.limit(Kind.INSTRUMENTS),
            limits.limit(Kind.LOGINS),
            limits.limit(Kind.EXPOSURES));
    }

    /**
     * How much there is in a core of what may be limited.
     *
     * @param limits of a core that executes nothing meanwhile.
     * @return counts; of no login in particular.
     */
    public static VenueLimitsSpec held(final VenueLimits limits)
    {
        return new VenueLimitsSpec(limits.used(Kind.LIVE_ORDERS), 0, limits.used(Kind.ACCOUNTS),
            limits.used(Kind.INSTRUMENTS), limits.used(Kind.LOGINS), limits.used(Kind.EXPOSURES));
    }

    /**
     * What a core takes that is full.
     *
     * @param limits of the core.
     * @return bytes of the heap; what is not limited is not in it.
     */
    public static long heapBytes(final VenueLimitsSpec limits)
    {
        return bytes(limits.liveOrders(), Kind.LIVE_ORDERS.bytes()) +
            bytes(limits.accounts(), Kind.ACCOUNTS.bytes()) +
            bytes(limits.instruments(), Kind.INSTRUMENTS.bytes()) +
            bytes(limits.logins(), Kind.LOGINS.bytes()) +
            bytes(limits.exposures(), Kind.EXPOSURES.bytes());
    }

    /**
     * Bytes of so many things.
     *
     * @param count from 0.
     * @param bytesEach of one.
     * @return product, but never so much that a sum of ten of them is none.
     */
    public static long bytes(final long count, final long bytesEach)
    {
        return Math.min(count, MOST_BYTES / bytesEach) * bytesEach;
    }
}
