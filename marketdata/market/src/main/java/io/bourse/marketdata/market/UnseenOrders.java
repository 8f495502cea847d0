// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;
import java.util.ArrayList;
import java.util.List;

import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;

/**
 * Live orders that are not in the public books under their own id: those the public never sees as they are, and those
 * that have outlived the evening and wait for the next session. Knowing them distinguishes a change that is not public
 * from a broken event stream.
 */
final class UnseenOrders
{
    private final Long2ObjectHashMap<UnseenOrder> orders = new Long2ObjectHashMap<>();
    private final LongHashSet sleeping = new LongHashSet();
    private final BookCursor cursor = new BookCursor();
    private final ArrayList<UnseenOrder> free = new ArrayList<>();

    /**
     * Finds an order.
     *
     * @param orderId of the engine.
     * @return the order, or null.
     */
    UnseenOrder get(final long orderId)
    {
        return orders.get(orderId);
    }

    /**
     * Adds an order, or gives one another id.
     *
     * @param orderId of the engine.
     * @param mdFlags it will have once it is seen.
     */
    void add(final long orderId, final long mdFlags)
    {
        final UnseenOrder order = free.isEmpty() ? new UnseenOrder() : free.removeLast();
        order.sliceId = 0;
        order.mdFlags = mdFlags;
        orders.put(orderId, order);
    }

    /**
     * Forgets an order.
     *
     * @param orderId of the engine; nothing happens if it is not here.
     */
    void remove(final long orderId)
    {
        final UnseenOrder order = orders.remove(orderId);
        if (null != order)
        {
            free.add(order);
        }
    }

    /**
     * The public books are about to be emptied: whatever is in them leaves it or sleeps until the next session.
     *
     * @param instruments all of them.
     */
    void onBooksCleared(final List<PublicInstrument> instruments)
    {
        for (int i = 0, size = instruments.size(); i < size; i++)
        {
            final MarketBook book = instruments.get(i).book();
            cursor.wrap(book);
            for (BookOrder order = cursor.next(); null != order; order = cursor.next())
            {
                sleeping.add(order.orderId());
            }
        }
        orders.longForEach((orderId, order) ->
        {
            sleeping.remove(order.sliceId);
            order.sliceId = 0;
        });
    }

    /**
     * An order sleeps until the next session.
     *
     * @param orderId of the engine.
     */
    void sleep(final long orderId)
    {
        sleeping.add(orderId);
    }

    /**
     * An order that sleeps has ended or come back.
     *
     * @param orderId of the engine.
     * @return false if no such order sleeps.
     */
    boolean wake(final long orderId)
    {
        return sleeping.remove(orderId);
    }

    void state(final CheckpointState state)
    {
        final int count = state.count(orders.size());
        final int sleepingCount = state.count(sleeping.size());
        if (state.isReading())
        {
            for (int i = 0; i < count; i++)
            {
                final long orderId = state.number(0L);
                add(orderId, state.number(0L));
                orders.get(orderId).sliceId = state.number(0L);
            }
            for (int i = 0; i < sleepingCount; i++)
            {
                sleeping.add(state.number(0L));
            }
            return;
        }
        orders.longForEach((orderId, order) ->
        {
            state.number(orderId);
            state.number(order.mdFlags);
            state.number(order.sliceId);
        });
        final LongHashSet.LongIterator ids = sleeping.iterator();
        while (ids.hasNext())
        {
            state.number(ids.nextValue());
        }
    }
}
