// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.book.OrderBook;
import org.agrona.collections.Long2ObjectHashMap;

import java.util.Arrays;

/**
 * Live orders by id. Ids come from a counter, so a directory of pages replaces hashing: no collisions and no rehash in
 * the middle of the day. A page that has become empty is used again for later ids. Orders that have come from another
 * partition have its ids; there are none in most tables.
 */
public final class OrderTable
{
    private static final int PAGE_SHIFT = 12;
    private static final int PAGE_SIZE = 1 << PAGE_SHIFT;
    private static final int PAGE_MASK = PAGE_SIZE - 1;
    private static final int INITIAL_DIRECTORY = 1024;
    /** Bits of the counter of an id. */
    private static final int PREFIX_SHIFT = 48;

    private final long idPrefix;
    private Order[][] pages = new Order[INITIAL_DIRECTORY][];
    private int[] pageCounts = new int[INITIAL_DIRECTORY];
    private Order[][] freePages = new Order[INITIAL_DIRECTORY][];
    private int freePageCount;
    private final Long2ObjectHashMap<Order> moved = new Long2ObjectHashMap<>();
    private long size;

    /**
     * Empty table.
     *
     * @param idPrefix bits above the counter that every id of this partition has.
     */
    public OrderTable(final long idPrefix)
    {
        this.idPrefix = idPrefix;
    }

    /**
     * Live order of an id that may come from outside.
     *
     * @param orderId any value.
     * @return the order, or null when there is none.
     */
    public Order get(final long orderId)
    {
        final long counter = orderId - idPrefix;
        final long page = counter >> PAGE_SHIFT;
        if (counter < 0 || page >= pages.length || null == pages[(int)page])
        {
            return moved.isEmpty() ? null : moved.get(orderId);
        }
        return pages[(int)page][(int)counter & PAGE_MASK];
    }

    public void put(final Order order)
    {
        size++;
        linkToLogin(order);
        order.hasMoved = isOfOther(order.orderId);
        if (order.hasMoved)
        {
            moved.put(order.orderId, order);
            return;
        }
        final long counter = order.orderId - idPrefix;
        final int page = Math.toIntExact(counter >> PAGE_SHIFT);
        if (page >= pages.length)
        {
            // Ids of orders that never rested may have skipped any number of pages.
            final int length = Math.max(pages.length << 1, page + 1);
            pages = Arrays.copyOf(pages, length);
            pageCounts = Arrays.copyOf(pageCounts, length);
        }
        if (null == pages[page])
        {
            pages[page] = 0 == freePageCount ? new Order[PAGE_SIZE] : freePages[--freePageCount];
        }
        pages[page][(int)counter & PAGE_MASK] = order;
        pageCounts[page]++;
    }

    /** Whether an order got its id in another partition. */
    private boolean isOfOther(final long orderId)
    {
        return orderId - idPrefix >> PREFIX_SHIFT != 0;
    }

    public void remove(final Order order)
    {
        unlinkFromLogin(order);
        size--;
        if (order.hasMoved)
        {
            moved.remove(order.orderId);
            return;
        }
        final long counter = order.orderId - idPrefix;
        final int page = (int)(counter >> PAGE_SHIFT);
        pages[page][(int)counter & PAGE_MASK] = null;
        if (0 == --pageCounts[page])
        {
            if (freePageCount == freePages.length)
            {
                freePages = Arrays.copyOf(freePages, freePages.length << 1);
            }
            freePages[freePageCount++] = pages[page];
            pages[page] = null;
        }
    }

    public long size()
    {
        return size;
    }

    /**
     * Visits every live order by ascending id, those that have come from other partitions first.
     *
     * @param visitor that must not change the table.
     */
    public void forEach(final OrderBook.OrderVisitor<Order> visitor)
    {
        final Order[] ofOthers = moved.values().toArray(new Order[0]);
        Arrays.sort(ofOthers, Order.BY_AGE);
        for (final Order order : ofOthers)
        {
            visitor.onOrder(order);
        }
        for (final Order[] page : pages)
        {
            for (int i = 0; null != page && i < PAGE_SIZE; i++)
            {
                if (null != page[i])
                {
                    visitor.onOrder(page[i]);
                }
            }
        }
    }

    /** Orders of a login are chained in order of arrival, so that a mass cancel need not look at the whole table. */
    private static void linkToLogin(final Order order)
    {
        final Login login = order.login;
        order.previousOfLogin = login.lastOrder;
        order.nextOfLogin = null;
        if (null == login.lastOrder)
        {
            login.firstOrder = order;
        }
        else
        {
            login.lastOrder.nextOfLogin = order;
        }
        login.lastOrder = order;
        login.liveOrders++;
    }

    private static void unlinkFromLogin(final Order order)
    {
        final Login login = order.login;
        login.liveOrders--;
        if (null == order.previousOfLogin)
        {
            login.firstOrder = order.nextOfLogin;
        }
        else
        {
            order.previousOfLogin.nextOfLogin = order.nextOfLogin;
        }
        if (null == order.nextOfLogin)
        {
            login.lastOrder = order.previousOfLogin;
        }
        else
        {
            order.nextOfLogin.previousOfLogin = order.previousOfLogin;
        }
        order.previousOfLogin = null;
        order.nextOfLogin = null;
    }
}
