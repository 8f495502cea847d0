// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.flow;

import org.agrona.BitUtil;

import java.util.Arrays;

/**
 * Orders of one session, as far as it has answers. An order has a slot from the moment it is sent until it is
 * gone. Sessions count their transactions, as clients do, so the slot of an id is found in a ring: an id whose place in
 * it is held by a much older order is not given to another. Allocates only when there are more orders than ever before.
 */
public final class OwnOrders
{
    /** No slot. */
    public static final int NONE = -1;

    private static final int MOST = 1 << 20;
    /** Places in the ring for each order, so that few ids are left out. */
    private static final int PLACES = 4;
    private static final byte FREE = 0;
    private static final byte SENT = 1;
    private static final byte LIVE = 2;
    private static final byte LEAVING = 3;

    private Order[] orders = new Order[0];
    private int[] free = new int[0];
    private int[] live = new int[0];
    private int[] slotOfId;
    private int freeCount;
    private int liveCount;
    private int capacity;

    /** What a slot holds. */
    private static final class Order
    {
        private byte state = FREE;
        private long orderId;
        private long clOrdId;
        private long lots;
        private int instrument;
        private boolean isBuy;
        private int placeOfLive;
    }

    /**
     * No orders yet.
     *
     * @param expected orders at a time.
     */
    public OwnOrders(final int expected)
    {
        grow(Math.max(1, expected));
    }

    private void grow(final int toCapacity)
    {
        if (toCapacity > MOST)
        {
            throw new IllegalStateException("a session has too many orders: orders=" + capacity + " most=" + MOST);
        }
        orders = Arrays.copyOf(orders, toCapacity);
        live = Arrays.copyOf(live, toCapacity);
        free = Arrays.copyOf(free, toCapacity);
        for (int slot = toCapacity - 1; slot >= capacity; slot--)
        {
            orders[slot] = new Order();
            free[freeCount++] = slot;
        }
        capacity = toCapacity;
        slotOfId = new int[PLACES * BitUtil.findNextPositivePowerOfTwo(capacity)];
        for (int slot = 0; slot < capacity; slot++)
        {
            if (FREE != orders[slot].state)
            {
                slotOfId[place(orders[slot].clOrdId)] = slot;
            }
        }
    }

    private int place(final long id)
    {
        return (int)id & slotOfId.length - 1;
    }

    /**
     * Whether the next order can have an id.
     *
     * @param id above those before.
     * @return false when an order that is still there has its place.
     */
    public boolean hasSlotFor(final long id)
    {
        final int slot = slotOfId[place(id)];
        return FREE == orders[slot].state || place(orders[slot].clOrdId) != place(id);
    }

    /**
     * Slot of the order that the session gave an id.
     *
     * @param id of the order.
     * @return slot, or {@link #NONE} when it is gone.
     */
    public int slot(final long id)
    {
        final int slot = slotOfId[place(id)];
        return FREE != orders[slot].state && id == orders[slot].clOrdId ? slot : NONE;
    }

    /**
     * The slot that the next order will take.
     *
     * @return slot.
     */
    public int nextSlot()
    {
        if (0 == freeCount)
        {
            grow(Math.min(MOST + 1, capacity * 2));
        }
        return free[freeCount - 1];
    }

    /**
     * An order is sent; it takes {@link #nextSlot}.
     *
     * @param wanted order.
     * @param id that it was given; {@link #hasSlotFor} is true for it.
     */
    public void onSent(final Wanted wanted, final long id)
    {
        final int slot = free[--freeCount];
        final Order order = orders[slot];
        order.state = SENT;
        order.clOrdId = id;
        order.orderId = 0;
        order.lots = wanted.lots;
        order.instrument = wanted.instrument;
        order.isBuy = wanted.isBuy;
        slotOfId[place(id)] = slot;
    }

    /**
     * The venue has taken an order.
     *
     * @param slot of it, or {@link #NONE} for none that is known.
     */
    public void onAccepted(final int slot, final long venuesId)
    {
        if (NONE != slot && SENT == orders[slot].state)
        {
            orders[slot].state = LIVE;
            orders[slot].orderId = venuesId;
            orders[slot].placeOfLive = liveCount;
            live[liveCount++] = slot;
        }
    }

    /** A cancel of an order is sent. */
    public void onCancelSent(final int slot)
    {
        takeFromLive(slot);
        orders[slot].state = LEAVING;
    }

    /** A cancel was refused although the order is still there. */
    public void onStays(final int slot)
    {
        if (NONE == slot || orders[slot].lots <= 0)
        {
            onGone(slot);
        }
        else if (LEAVING == orders[slot].state)
        {
            orders[slot].state = LIVE;
            orders[slot].placeOfLive = liveCount;
            live[liveCount++] = slot;
        }
    }

    /**
     * An order has traded.
     *
     * @param tradedLots how much.
     */
    public void onTraded(final int slot, final long tradedLots)
    {
        orders[slot].lots -= tradedLots;
        // While its cancel is on its way the slot stays: the answer names it.
        if (orders[slot].lots <= 0 && LEAVING != orders[slot].state)
        {
            onGone(slot);
        }
    }

    /**
     * An order is gone, or never was.
     *
     * @param slot of it, or {@link #NONE} for none that is known.
     */
    public void onGone(final int slot)
    {
        if (NONE != slot && LIVE == orders[slot].state)
        {
            takeFromLive(slot);
        }
        if (NONE != slot && FREE != orders[slot].state)
        {
            orders[slot].state = FREE;
            free[freeCount++] = slot;
        }
    }

    private void takeFromLive(final int slot)
    {
        final int last = live[--liveCount];
        live[orders[slot].placeOfLive] = last;
        orders[last].placeOfLive = orders[slot].placeOfLive;
    }

    /**
     * Whether an order can be cancelled.
     *
     * @return true when the venue has taken it, and neither a cancel nor its end is known.
     */
    public boolean isLive(final int slot)
    {
        return LIVE == orders[slot].state;
    }

    /**
     * Orders that can be cancelled.
     *
     * @return how many.
     */
    public int liveCount()
    {
        return liveCount;
    }

    /**
     * Orders on their way, in the book, or leaving it.
     *
     * @return how many.
     */
    public int count()
    {
        return capacity - freeCount;
    }

    /**
     * One of the orders that can be cancelled.
     *
     * @param index below {@link #liveCount}.
     * @return slot of it.
     */
    public int live(final int index)
    {
        return live[index];
    }

    /**
     * Slot of the order that the venue gave an id; for what it says unasked, which is rare.
     *
     * @param venuesId of the order.
     * @return slot or {@link #NONE}.
     */
    public int slotOfVenuesId(final long venuesId)
    {
        for (int slot = 0; slot < capacity; slot++)
        {
            if (FREE != orders[slot].state && venuesId == orders[slot].orderId)
            {
                return slot;
            }
        }
        return NONE;
    }

    /**
     * The venue's id of an order.
     *
     * @return id; 0 before it was accepted.
     */
    public long orderId(final int slot)
    {
        return orders[slot].orderId;
    }

    /**
     * The session's id of an order.
     *
     * @return id.
     */
    public long clOrdId(final int slot)
    {
        return orders[slot].clOrdId;
    }

    /**
     * What is left of an order.
     *
     * @return lots.
     */
    public long lots(final int slot)
    {
        return orders[slot].lots;
    }

    /**
     * Instrument of an order.
     *
     * @return index in the plan's list.
     */
    public int instrument(final int slot)
    {
        return orders[slot].instrument;
    }

    /**
     * Side of an order.
     *
     * @return true when it buys.
     */
    public boolean isBuy(final int slot)
    {
        return orders[slot].isBuy;
    }
}
