// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderList;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.Side;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Negotiated orders that wait for the mirror image from the firm they are addressed to. They are found by a key over
 * all that a mirror image must have, so that it costs the same however many wait; those with the same terms are served
 * oldest first.
 */
public final class Negotiations implements HashedState
{
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private static final int INITIAL_BUCKETS = 64;

    /** By key; orders with equal terms are in the same bucket, in the order in which they came. */
    private OrderList[] buckets = newBuckets(INITIAL_BUCKETS);
    private int size;

    /**
     * The order that a new one was made for, oldest first: same instrument, price, quantity and reference, the opposite
     * side, each addressed to the firm of the other.
     *
     * @param order not parked.
     * @return parked order, or null.
     */
    public Order mirrorOf(final Order order)
    {
        final Side otherSide = Side.BUY == order.side ? Side.SELL : Side.BUY;
        Order other = bucket(key(order, otherSide, order.counterparty, order.login.firm.code)).first();
        while (null != other && !isMirror(order, other))
        {
            other = other.nextParked;
        }
        return other;
    }

    private static boolean isMirror(final Order order, final Order other)
    {
        return order.matchRef == other.matchRef &&
            order.instrument == other.instrument &&
            order.priceTicks == other.priceTicks &&
            order.restLots == other.restLots &&
            order.side != other.side &&
            order.counterparty == other.login.firm.code &&
            other.counterparty == order.login.firm.code;
    }

    /**
     * Lets an order wait. Its terms must not change until it is taken out.
     *
     * @param order in no place.
     */
    public void park(final Order order)
    {
        if (size == buckets.length)
        {
            grow();
        }
        bucket(key(order)).add(order);
        size++;
    }

    /**
     * Takes an order out.
     *
     * @param order parked here.
     */
    public void remove(final Order order)
    {
        bucket(key(order)).remove(order);
        size--;
    }

    private void grow()
    {
        final OrderList[] old = buckets;
        buckets = newBuckets(old.length << 1);
        for (final OrderList list : old)
        {
            while (!list.isEmpty())
            {
                final Order order = list.first();
                list.remove(order);
                bucket(key(order)).add(order);
            }
        }
    }

    private OrderList bucket(final long key)
    {
        return buckets[(int)key & buckets.length - 1];
    }

    private static OrderList[] newBuckets(final int count)
    {
        final OrderList[] lists = new OrderList[count];
        for (int i = 0; i < count; i++)
        {
            lists[i] = new OrderList();
        }
        return lists;
    }

    private static long key(final Order order)
    {
        return key(order, order.side, order.login.firm.code, order.counterparty);
    }

    private static long key(final Order terms, final Side side, final long firm, final long counterparty)
    {
        long key = mix(terms.matchRef, terms.instrument.instrumentId);
        key = mix(key, terms.priceTicks);
        key = mix(key, terms.restLots);
        key = mix(key, side.value());
        key = mix(key, firm);
        return mix(key, counterparty);
    }

    private static long mix(final long key, final long value)
    {
        final long mixed = (key ^ value) * MIX;
        return mixed ^ mixed >>> 32;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(size);
        forEach(order -> order.hashInto(hash));
    }

    /**
     * Visits all orders, oldest first. By id, which is given when an order is parked: the order of the buckets depends
     * on how large the table once was.
     *
     * @param visitor that must not change anything here.
     */
    public void forEach(final OrderBook.OrderVisitor<Order> visitor)
    {
        final Order[] all = new Order[size];
        int count = 0;
        for (final OrderList list : buckets)
        {
            for (Order order = list.first(); null != order; order = order.nextParked)
            {
                all[count++] = order;
            }
        }
        Arrays.sort(all, Comparator.comparingLong((final Order order) -> order.orderId));
        for (final Order order : all)
        {
            visitor.onOrder(order);
        }
    }
}
