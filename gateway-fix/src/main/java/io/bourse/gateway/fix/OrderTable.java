// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * Every working order and the last ended ones, by engine order id and by (login, ClOrdID). Guarded by the desk's lock.
 *
 * <p>Rule of retention: a working order is never forgotten; of the ended orders of a login the last
 * {@code endedOrdersPerLogin} are kept. Until it is forgotten, an order's ClOrdIDs cannot be used again by its login
 * and a request for it is answered with its status.
 */
final class OrderTable
{
    private final Long2ObjectHashMap<FixOrder> byOrderId = new Long2ObjectHashMap<>();
    private final int endedOrdersPerLogin;
    private long working;

    OrderTable(final int endedOrdersPerLogin)
    {
        this.endedOrdersPerLogin = endedOrdersPerLogin;
    }

    FixOrder byOrderId(final long orderId)
    {
        return byOrderId.get(orderId);
    }

    long working()
    {
        return working;
    }

    void accept(final FixOrder order, final long orderId)
    {
        order.rootOrderId = orderId;
        order.orderId = orderId;
        byOrderId.put(orderId, order);
        working++;
    }

    void move(final FixOrder order, final long orderId)
    {
        if (order.orderId != orderId)
        {
            if (order.orderId != order.rootOrderId)
            {
                byOrderId.remove(order.orderId);
            }
            order.orderId = orderId;
            byOrderId.put(orderId, order);
        }
    }

    /** Lets the order be found under one more ClOrdID; the oldest gives way when there are too many. */
    void addName(final FixOrder order, final String clOrdId)
    {
        if (order == order.login.byClOrdId.putIfAbsent(clOrdId, order))
        {
            return;
        }
        order.names.addLast(clOrdId);
        if (order.names.size() > FixOrder.MAX_NAMES)
        {
            order.login.byClOrdId.remove(order.names.removeFirst(), order);
        }
    }

    void removeName(final FixOrder order, final String clOrdId)
    {
        if (order.names.remove(clOrdId))
        {
            order.login.byClOrdId.remove(clOrdId, order);
        }
    }

    /** The order has reached its end; the oldest ended order of the login may have to go. */
    void retire(final FixOrder order)
    {
        if (0 != order.orderId)
        {
            working--;
        }
        final FixLogin login = order.login;
        login.ended.addLast(order);
        if (login.ended.size() > endedOrdersPerLogin)
        {
            final FixOrder oldest = login.ended.removeFirst();
            byOrderId.remove(oldest.orderId);
            byOrderId.remove(oldest.rootOrderId);
            for (final String name : oldest.names)
            {
                login.byClOrdId.remove(name, oldest);
            }
        }
    }
}
