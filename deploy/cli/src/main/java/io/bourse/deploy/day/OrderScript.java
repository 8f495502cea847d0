// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.orders.OrderAction;
import io.bourse.deploy.orders.OrderSource;

import java.util.List;

/**
 * New orders that were written down beforehand, one after the other, in instruments of the demo venue.
 */
final class OrderScript implements OrderSource
{
    private final long firstKey;
    private final List<Order> orders;
    private int next;

    /**
     * One new order of a script.
     *
     * @param client number of the client in the day.
     * @param account number of its account.
     * @param isBuy side.
     * @param priceE5 price x 100 000.
     * @param lots quantity.
     */
    record Order(int client, int account, int instrumentId, boolean isBuy, long priceE5, int lots)
    {
    }

    /**
     * A script at its beginning.
     *
     * @param firstKey key of the first order, each next one has the next key; no other source of the day has them.
     * @param orders in their order.
     */
    OrderScript(final long firstKey, final List<Order> orders)
    {
        this.firstKey = firstKey;
        this.orders = orders;
    }

    @Override
    public boolean next(final OrderAction action)
    {
        if (orders.size() == next)
        {
            return false;
        }
        final Order order = orders.get(next);
        action.client = order.client;
        action.account = order.account;
        action.instrumentId = order.instrumentId;
        action.newOrder(firstKey + next, order.isBuy, order.priceE5, order.lots, false);
        next++;
        return true;
    }

    @Override
    public long newOrderCount()
    {
        return orders.size();
    }
}
