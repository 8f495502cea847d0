// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.client.checkpoint.CheckpointException;
import io.bourse.engine.client.checkpoint.CheckpointState;
import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * Everything that quote providers show, by the order's id, and in the books of the trackers. Of an iceberg that is its
 * slice. Nothing allocates once there were as many orders as there are.
 */
final class ProviderOrders
{
    private static final ObligationTracker[] NO_TRACKERS = {};

    private final Long2ObjectHashMap<ProviderOrder> orders = new Long2ObjectHashMap<>();
    private final ArrayList<ProviderOrder> free = new ArrayList<>();

    /** Writes all, or reads them into the empty books of the trackers. */
    void state(final CheckpointState state, final List<ObligationTracker> all)
    {
        final int count = state.count(orders.size());
        if (state.isReading())
        {
            for (int i = 0; i < count; i++)
            {
                final ObligationTracker[] trackers = trackers(state, NO_TRACKERS, all);
                enter(trackers, state.number(0L), state.flag(false), state.flag(false), state.number(0L),
                    state.number(0L));
            }
            return;
        }
        orders.forEachLong((orderId, order) ->
        {
            trackers(state, order.trackers, all);
            state.number(orderId);
            state.flag(order.isBid);
            state.flag(order.isSlice);
            state.number(order.priceE5);
            state.number(order.shownLots);
        });
    }

    /** Trackers by their places. */
    static ObligationTracker[] trackers(
        final CheckpointState state, final ObligationTracker[] known, final List<ObligationTracker> all)
    {
        final int count = state.count(known.length);
        final ObligationTracker[] trackers = state.isReading() ? new ObligationTracker[count] : known;
        for (int i = 0; i < count; i++)
        {
            final int place = state.number(state.isReading() ? 0 : all.indexOf(known[i]));
            if (place < 0 || place >= all.size())
            {
                throw new CheckpointException("an obligation is not known: place=" + place + " known=" + all.size());
            }
            trackers[i] = all.get(place);
        }
        return trackers;
    }

    /** Finds what an order shows, or null. */
    ProviderOrder get(final long orderId)
    {
        return orders.get(orderId);
    }

    void enter(
        final ObligationTracker[] trackers,
        final long orderId,
        final boolean isBid,
        final boolean isSlice,
        final long priceE5,
        final long shownLots)
    {
        remove(orderId);
        final ProviderOrder order = free.isEmpty() ? new ProviderOrder() : free.removeLast();
        order.trackers = trackers;
        order.isBid = isBid;
        order.isSlice = isSlice;
        order.priceE5 = priceE5;
        order.shownLots = shownLots;
        orders.put(orderId, order);
        for (final ObligationTracker tracker : trackers)
        {
            tracker.book().add(orderId, isBid, priceE5, shownLots, 0, 0);
        }
    }

    /** Changes what an order shows; nothing left removes it. */
    void resize(final long orderId, final ProviderOrder order, final long shownLots)
    {
        if (shownLots <= 0)
        {
            remove(orderId);
            return;
        }
        order.shownLots = shownLots;
        for (final ObligationTracker tracker : order.trackers)
        {
            tracker.book().resize(orderId, shownLots);
        }
    }

    void remove(final long orderId)
    {
        final ProviderOrder order = orders.remove(orderId);
        if (null != order)
        {
            for (final ObligationTracker tracker : order.trackers)
            {
                tracker.book().remove(orderId);
            }
            order.trackers = NO_TRACKERS;
            free.add(order);
        }
    }

    /** All books were emptied. */
    void clear()
    {
        orders.clear();
    }
}
