// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import java.util.ArrayList;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Everything that quote providers show, by the order's id, and in the books of the trackers. Of an iceberg that is its
 * slice. Nothing allocates once there were as many orders as there are.
 */
final class ProviderOrders
{
    private static final ObligationTracker[] NO_TRACKERS = {};

    private final Long2ObjectHashMap<ProviderOrder> orders = new Long2ObjectHashMap<>();
    private final ArrayList<ProviderOrder> free = new ArrayList<>();

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
