// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.client.checkpoint.CheckpointState;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The orders that receivers of the feed know of, in the order they were added. Sent in that order, they come out right
 * at every price level.
 *
 * <p>An image of all of them at one point is taken little by little while they change: what changes, or goes, before
 * the image has come to it is remembered as it was.
 */
final class OpenOrders
{
    private static final OpenOrder NONE = new OpenOrder();

    private final Long2ObjectHashMap<OpenOrder> orders = new Long2ObjectHashMap<>();
    private OpenOrder oldest;
    private OpenOrder newest;
    private OpenOrder free;
    private long ordinal;
    private long pass;
    private long passLastOrdinal;
    private OpenOrder cursor;

    OpenOrder get(final long orderId)
    {
        return orders.get(orderId);
    }

    int size()
    {
        return orders.size();
    }

    void add(
        final long orderId,
        final boolean isBid,
        final long qtyLots,
        final long priceE5,
        final long symbol,
        final long timeNs)
    {
        OpenOrder order = free;
        if (null == order)
        {
            order = new OpenOrder();
        }
        else
        {
            free = order.next;
        }
        ordinal++;
        order.orderId = orderId;
        order.isBid = isBid;
        order.qtyLots = qtyLots;
        order.priceE5 = priceE5;
        order.symbol = symbol;
        order.timeNs = timeNs;
        order.ordinal = ordinal;
        order.imagePass = 0;
        order.isGone = false;
        order.previous = newest;
        order.next = null;
        if (null == newest)
        {
            oldest = order;
        }
        else
        {
            newest.next = order;
        }
        newest = order;
        orders.put(orderId, order);
    }

    void resize(final OpenOrder order, final long qtyLots)
    {
        keepForImage(order);
        order.qtyLots = qtyLots;
    }

    void remove(final OpenOrder order)
    {
        orders.remove(order.orderId);
        if (isAhead(order))
        {
            keepForImage(order);
            order.isGone = true;
        }
        else
        {
            unlink(order);
        }
    }

    void clear()
    {
        OpenOrder order = oldest;
        while (null != order)
        {
            final OpenOrder next = order.next;
            if (!order.isGone)
            {
                remove(order);
            }
            order = next;
        }
    }

    /** All of them, oldest first; those that are kept for an image alone are not. */
    void state(final CheckpointState state)
    {
        OpenOrder order = oldest;
        for (int count = state.count(orders.size()); count > 0; count--)
        {
            while (null != order && order.isGone)
            {
                order = order.next;
            }
            final OpenOrder known = state.isReading() ? NONE : order;
            final long orderId = state.number(known.orderId);
            final boolean isBid = state.flag(known.isBid);
            final long qtyLots = state.number(known.qtyLots);
            final long priceE5 = state.number(known.priceE5);
            final long symbol = state.number(known.symbol);
            final long timeNs = state.number(known.timeNs);
            if (state.isReading())
            {
                add(orderId, isBid, qtyLots, priceE5, symbol, timeNs);
            }
            else
            {
                order = order.next;
            }
        }
    }

    /** Begins an image of all orders as they are now; the one before must be complete. */
    void beginImage()
    {
        pass++;
        passLastOrdinal = ordinal;
        cursor = oldest;
    }

    /**
     * Goes on with the image.
     *
     * @param limit most orders to show.
     * @param image is shown them, oldest first.
     * @return true if there are more.
     */
    boolean continueImage(final int limit, final SpinImage image)
    {
        for (int i = 0; i < limit && null != cursor; i++)
        {
            final OpenOrder order = cursor;
            cursor = null != order.next && order.next.ordinal <= passLastOrdinal ? order.next : null;
            image.add(order, order.imagePass == pass ? order.imageQtyLots : order.qtyLots);
            if (order.isGone)
            {
                unlink(order);
            }
        }
        return null != cursor;
    }

    private boolean isAhead(final OpenOrder order)
    {
        return null != cursor && order.ordinal >= cursor.ordinal && order.ordinal <= passLastOrdinal;
    }

    private void keepForImage(final OpenOrder order)
    {
        if (isAhead(order) && order.imagePass != pass)
        {
            order.imagePass = pass;
            order.imageQtyLots = order.qtyLots;
        }
    }

    private void unlink(final OpenOrder order)
    {
        if (null == order.previous)
        {
            oldest = order.next;
        }
        else
        {
            order.previous.next = order.next;
        }
        if (null == order.next)
        {
            newest = order.previous;
        }
        else
        {
            order.next.previous = order.previous;
        }
        order.previous = null;
        order.next = free;
        free = order;
    }
}
