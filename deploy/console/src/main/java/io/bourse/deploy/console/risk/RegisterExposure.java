// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.risk;

import io.bourse.engine.client.checkpoint.CheckpointState;
import org.agrona.collections.Int2ObjectHashMap;

import java.util.Map;
import java.util.TreeMap;

/**
 * What one login, client register, brokerage firm or settlement account holds and has ordered.
 */
final class RegisterExposure
{
    /** Version of the state that has what was moved. */
    private static final int SINCE_MOVED = 2;

    private final Int2ObjectHashMap<Exposure> exposures = new Int2ObjectHashMap<>();
    /** What is set. */
    private Long collateralKopecks;
    /** More than that, from other partitions; below 0 for less. */
    private long movedKopecks;
    private int activeOrders;

    /** Lots in one instrument. */
    static final class Exposure
    {
        private long netLots;
        private long buyLots;
        private long sellLots;

        long netLots()
        {
            return netLots;
        }

        long buyLots()
        {
            return buyLots;
        }

        long sellLots()
        {
            return sellLots;
        }

        /** How long the position may become. */
        long longLots()
        {
            return Math.max(0, netLots + buyLots);
        }

        /** How short it may become; not negative. */
        long shortLots()
        {
            return Math.max(0, sellLots - netLots);
        }

        private boolean isEmpty()
        {
            return 0 == netLots && 0 == buyLots && 0 == sellLots;
        }
    }

    Int2ObjectHashMap<Exposure> exposures()
    {
        return exposures;
    }

    /** What it may use; null when none was set. */
    Long collateralKopecks()
    {
        return null == collateralKopecks ? null : Long.valueOf(collateralKopecks + movedKopecks);
    }

    void countMoved(final long kopecks)
    {
        movedKopecks += kopecks;
    }

    void collateralKopecks(final long kopecks)
    {
        collateralKopecks = kopecks;
    }

    int activeOrders()
    {
        return activeOrders;
    }

    void countOrders(final int orders)
    {
        activeOrders += orders;
    }

    void change(final int instrumentId, final long netLots, final long buyLots, final long sellLots)
    {
        final Exposure exposure = exposures.computeIfAbsent(instrumentId, (id) -> new Exposure());
        exposure.netLots += netLots;
        exposure.buyLots += buyLots;
        exposure.sellLots += sellLots;
        if (exposure.isEmpty())
        {
            exposures.remove(instrumentId);
        }
    }

    /** Counts what a lower register has, or takes it off. */
    void add(final RegisterExposure lower, final int sign)
    {
        activeOrders += sign * lower.activeOrders;
        lower.exposures.forEachInt((instrumentId, exposure) ->
            change(instrumentId, sign * exposure.netLots, sign * exposure.buyLots, sign * exposure.sellLots));
    }

    RegisterExposure state(final CheckpointState state)
    {
        collateralKopecks = state.flag(null != collateralKopecks) ?
            Long.valueOf(state.number(null == collateralKopecks ? 0L : collateralKopecks)) : null;
        movedKopecks = state.isReading() && state.version() < SINCE_MOVED ? 0 : state.number(movedKopecks);
        activeOrders = state.number(activeOrders);
        final Map<Integer, Exposure> sorted = new TreeMap<>(exposures);
        state.map(sorted, 0, state::number, new Exposure(), (of) ->
        {
            final Exposure exposure = state.isReading() ? new Exposure() : of;
            exposure.netLots = state.number(exposure.netLots);
            exposure.buyLots = state.number(exposure.buyLots);
            exposure.sellLots = state.number(exposure.sellLots);
            return exposure;
        });
        exposures.putAll(sorted);
        return this;
    }
}
