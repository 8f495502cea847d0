// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.book;

/**
 * All resting orders of one side at one price, in one intrusive list in the order in which they trade: what is shown by
 * time, then what is hidden by time. So matching always takes the head and never asks which kind it is.
 * <p>
 * Pooled by its side. Sums of lots cannot overflow: an order has less than 2^32 lots on every protocol that we speak,
 * and 2^31 live orders do not fit into any heap.
 */
final class PriceLevel
{
    /** Side that it belongs to for good. */
    final BookSide side;
    /** Page of the ladder that holds it now. */
    LadderNode page;
    /** Sort key on its side: see {@link BookSide}. */
    long key;
    /** What everybody sees. */
    long shownLots;
    /** With reserves of icebergs and hidden orders. */
    long totalLots;
    /** Orders that everybody sees. */
    int shownOrders;
    /** Next to trade. */
    RestingOrder head;
    /** Last to trade. */
    RestingOrder tail;
    /** Youngest of the shown orders, which all come before the hidden ones. */
    RestingOrder lastShown;
    /** Next one in the pool. */
    PriceLevel nextFree;

    PriceLevel(final BookSide side)
    {
        this.side = side;
    }

    long priceTicks()
    {
        return side.ticksOf(key);
    }

    /** Puts an order at the end of its queue and decides what it shows. */
    void append(final RestingOrder order)
    {
        order.level = this;
        totalLots += order.restLots;
        if (order.isHidden)
        {
            order.shownLots = 0;
            linkAfter(tail, order);
        }
        else
        {
            final long lots = order.isIceberg() ? IcebergSlice.next(order) : order.restLots;
            order.shownLots = lots;
            shownLots += lots;
            shownOrders++;
            linkAfter(lastShown, order);
            lastShown = order;
        }
    }

    /** Takes an order out with whatever is left of it. */
    void remove(final RestingOrder order)
    {
        totalLots -= order.restLots;
        if (!order.isHidden)
        {
            shownLots -= order.shownLots;
            shownOrders--;
        }
        unlink(order);
        order.level = null;
    }

    /** Takes lots off an order and what it shows of them; what it shows may then be 0 with a reserve left. */
    void take(final RestingOrder order, final long lots)
    {
        final long shown = Math.min(order.shownLots, lots);
        order.restLots -= lots;
        order.shownLots -= shown;
        shownLots -= shown;
        totalLots -= lots;
    }

    /** Lowers the rest of an order, its reserve first. */
    void reduce(final RestingOrder order, final long restLots)
    {
        final long shown = Math.min(order.shownLots, restLots);
        shownLots -= order.shownLots - shown;
        totalLots -= order.restLots - restLots;
        order.shownLots = shown;
        order.restLots = restLots;
    }

    /** Shows the next slice of an iceberg where it is. */
    void showSlice(final RestingOrder order)
    {
        final long lots = IcebergSlice.next(order);
        order.shownLots = lots;
        shownLots += lots;
    }

    /** Moves an order to the end of the shown queue. */
    void requeue(final RestingOrder order)
    {
        if (lastShown != order)
        {
            unlink(order);
            linkAfter(lastShown, order);
            lastShown = order;
        }
    }

    private void linkAfter(final RestingOrder previous, final RestingOrder order)
    {
        final RestingOrder next = null == previous ? head : previous.next;
        order.previous = previous;
        order.next = next;
        if (null == previous)
        {
            head = order;
        }
        else
        {
            previous.next = order;
        }
        if (null == next)
        {
            tail = order;
        }
        else
        {
            next.previous = order;
        }
    }

    private void unlink(final RestingOrder order)
    {
        final RestingOrder previous = order.previous;
        final RestingOrder next = order.next;
        if (null == previous)
        {
            head = next;
        }
        else
        {
            previous.next = next;
        }
        if (null == next)
        {
            tail = previous;
        }
        else
        {
            next.previous = previous;
        }
        if (lastShown == order)
        {
            lastShown = previous;
        }
        order.previous = null;
        order.next = null;
    }
}
