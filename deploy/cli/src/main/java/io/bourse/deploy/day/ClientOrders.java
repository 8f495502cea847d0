// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * The orders of one client that are not known to be gone, by the source's key and by the venue's id.
 */
final class ClientOrders
{
    private final Long2ObjectHashMap<ClientOrder> byKey = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<ClientOrder> byOrderId = new Long2ObjectHashMap<>();

    void add(final ClientOrder order)
    {
        byKey.put(order.key, order);
    }

    ClientOrder byKey(final long key)
    {
        return byKey.get(key);
    }

    ClientOrder byOrderId(final long orderId)
    {
        return byOrderId.get(orderId);
    }

    /** The venue gave the order an id, the first or a new one. */
    void identify(final ClientOrder order, final long orderId)
    {
        if (0 != order.orderId)
        {
            byOrderId.remove(order.orderId);
        }
        order.orderId = orderId;
        byOrderId.put(orderId, order);
    }

    void remove(final ClientOrder order)
    {
        order.gone = true;
        byKey.remove(order.key);
        byOrderId.remove(order.orderId);
    }
}
