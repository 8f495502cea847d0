// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

/**
 * All resting orders of one side at one price: a ring of those that are shown, closed by the level itself, and, only
 * when there ever was one, a ring of hidden orders. Both are in order of time, and hidden orders wait until nothing is
 * shown.
 * <p>
 * In a queue, 0 shown lots are the mark of a hidden order: what is shown shows one lot at least. Only an iceberg whose
 * slice is used up shows nothing until the step ends, in an auction until the auction ends.
 * <p>
 * Pooled by its side. Sums of lots cannot overflow: an order has less than 2^32 lots on every protocol that we speak,
 * and 2^31 live orders do not fit into any heap.
 */
final class PriceLevel extends QueueNode
{
    /** Side that it belongs to for good. */
    final BookSide side;
    /** Page of the ladder that holds it now. */
    LadderNode page;
    /** Closes the ring of hidden orders; null as long as there was none. */
    private QueueNode hidden;
    /** Sort key on its side: see {@link BookSide}. */
    long key;
    /** Displayed lots. */
    long shownLots;
    /** With reserves of icebergs and hidden orders; 0 when the level is empty. */
    long totalLots;
    /** Displayed orders. */
    int shownOrders;

    PriceLevel(final BookSide side)
    {
        this.side = side;
        close();
    }

    long priceTicks()
    {
        return side.ticksOf(key);
    }

    /** Next order to trade; null when the level is empty. */
    RestingOrder first()
    {
        return this == next ? firstHidden() : (RestingOrder)next;
    }

    /** Order that trades after one of this level; null after the last one. */
    RestingOrder after(final RestingOrder order)
    {
        final QueueNode node = order.next;
        if (this == node)
        {
            return firstHidden();
        }
        return hidden == node ? null : (RestingOrder)node;
    }

    /** Puts an order at the end of its queue and decides what it shows. */
    void append(final RestingOrder order)
    {
        append(order, order.isIceberg() && !order.isHidden ? IcebergSlice.next(order) : order.restLots);
    }

    /** Puts an order at the end of its queue; it shows so many lots unless it is hidden. */
    void append(final RestingOrder order, final long lots)
    {
        order.level = this;
        totalLots += order.restLots;
        if (order.isHidden)
        {
            order.shownLots = 0;
            hiddenRing().putBefore(order);
        }
        else
        {
            order.shownLots = lots;
            shownLots += lots;
            shownOrders++;
            putBefore(order);
        }
    }

    /** Takes an order out with what is left of it. */
    void remove(final RestingOrder order)
    {
        unlink(order, 0 == order.shownLots);
    }

    /** Takes an order out whose last lots trade. */
    void removeFilled(final RestingOrder order, final boolean isHidden)
    {
        unlink(order, isHidden);
        order.restLots = 0;
        order.shownLots = 0;
    }

    /** Takes lots off an order, shown ones first; it may then show nothing with a reserve left. */
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

    /** Shows the next slice of an iceberg, at the end of the shown queue. */
    void showNextSlice(final RestingOrder order)
    {
        final long lots = IcebergSlice.next(order);
        order.shownLots = lots;
        shownLots += lots;
        order.takeOut();
        putBefore(order);
    }

    private void unlink(final RestingOrder order, final boolean isHidden)
    {
        totalLots -= order.restLots;
        shownLots -= order.shownLots;
        shownOrders -= isHidden ? 0 : 1;
        order.takeOut();
        order.level = null;
    }

    private RestingOrder firstHidden()
    {
        return null == hidden || hidden == hidden.next ? null : (RestingOrder)hidden.next;
    }

    private QueueNode hiddenRing()
    {
        if (null == hidden)
        {
            hidden = new QueueNode();
            hidden.close();
        }
        return hidden;
    }
}
