// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.flow;

import org.agrona.BitUtil;

import java.util.Arrays;

/**
 * Orders of one session, as far as it has been told of them. An order has a slot from the moment it is sent until it is
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

    private byte[] state;
    private long[] orderId;
    private long[] clOrdId;
    private long[] lots;
    private int[] instrument;
    private boolean[] isBuy;
    private int[] free;
    private int[] live;
    private int[] placeOfLive;
    private int[] slotOfId;
    private int freeCount;
    private int liveCount;
    private int capacity;

    /**
     * No orders yet.
     *
     * @param expected orders at a time.
     */
    public OwnOrders(final int expected)
    {
        state = new byte[0];
        orderId = new long[0];
        clOrdId = new long[0];
        lots = new long[0];
        instrument = new int[0];
        isBuy = new boolean[0];
        live = new int[0];
        placeOfLive = new int[0];
        free = new int[0];
        slotOfId = new int[0];
        grow(Math.max(1, expected));
    }

    private void grow(final int toCapacity)
    {
        if (toCapacity > MOST)
        {
            throw new IllegalStateException("a session has too many orders: orders=" + capacity + " most=" + MOST);
        }
        state = Arrays.copyOf(state, toCapacity);
        orderId = Arrays.copyOf(orderId, toCapacity);
        clOrdId = Arrays.copyOf(clOrdId, toCapacity);
        lots = Arrays.copyOf(lots, toCapacity);
        instrument = Arrays.copyOf(instrument, toCapacity);
        isBuy = Arrays.copyOf(isBuy, toCapacity);
        live = Arrays.copyOf(live, toCapacity);
        placeOfLive = Arrays.copyOf(placeOfLive, toCapacity);
        free = Arrays.copyOf(free, toCapacity);
        for (int slot = toCapacity - 1; slot >= capacity; slot--)
        {
            free[freeCount++] = slot;
        }
        capacity = toCapacity;
        slotOfId = new int[PLACES * BitUtil.findNextPositivePowerOfTwo(capacity)];
        for (int slot = 0; slot < capacity; slot++)
        {
            if (FREE != state[slot])
            {
                slotOfId[place(clOrdId[slot])] = slot;
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
    public boolean hasRoomFor(final long id)
    {
        final int slot = slotOfId[place(id)];
        return FREE == state[slot] || place(clOrdId[slot]) != place(id);
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
        return FREE != state[slot] && id == clOrdId[slot] ? slot : NONE;
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
     * @param id that it was given; there is {@link #hasRoomFor room} for it.
     */
    public void onSent(final Wanted wanted, final long id)
    {
        final int slot = free[--freeCount];
        state[slot] = SENT;
        clOrdId[slot] = id;
        slotOfId[place(id)] = slot;
        orderId[slot] = 0;
        lots[slot] = wanted.lots;
        instrument[slot] = wanted.instrument;
        isBuy[slot] = wanted.isBuy;
    }

    /**
     * The venue has taken an order.
     *
     * @param slot of it.
     * @param venuesId of it.
     */
    public void onAccepted(final int slot, final long venuesId)
    {
        if (SENT == state[slot])
        {
            state[slot] = LIVE;
            orderId[slot] = venuesId;
            placeOfLive[slot] = liveCount;
            live[liveCount++] = slot;
        }
    }

    /**
     * A cancel of an order is sent.
     *
     * @param slot of it.
     */
    public void onCancelSent(final int slot)
    {
        takeFromLive(slot);
        state[slot] = LEAVING;
    }

    /**
     * A cancel was refused although the order is still there.
     *
     * @param slot of it.
     */
    public void onStays(final int slot)
    {
        if (lots[slot] <= 0)
        {
            onGone(slot);
        }
        else if (LEAVING == state[slot])
        {
            state[slot] = LIVE;
            placeOfLive[slot] = liveCount;
            live[liveCount++] = slot;
        }
    }

    /**
     * An order has traded.
     *
     * @param slot of it.
     * @param tradedLots how much.
     */
    public void onTraded(final int slot, final long tradedLots)
    {
        lots[slot] -= tradedLots;
        // While its cancel is on its way the slot stays: the answer names it.
        if (lots[slot] <= 0 && LEAVING != state[slot])
        {
            onGone(slot);
        }
    }

    /**
     * An order is gone, or never was.
     *
     * @param slot of it.
     */
    public void onGone(final int slot)
    {
        if (LIVE == state[slot])
        {
            takeFromLive(slot);
        }
        if (FREE != state[slot])
        {
            state[slot] = FREE;
            free[freeCount++] = slot;
        }
    }

    private void takeFromLive(final int slot)
    {
        final int last = live[--liveCount];
        live[placeOfLive[slot]] = last;
        placeOfLive[last] = placeOfLive[slot];
    }

    /**
     * Whether an order can be cancelled.
     *
     * @param slot of it.
     * @return true when the venue has taken it, and neither a cancel nor its end is known.
     */
    public boolean isLive(final int slot)
    {
        return LIVE == state[slot];
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
            if (FREE != state[slot] && venuesId == orderId[slot])
            {
                return slot;
            }
        }
        return NONE;
    }

    /**
     * The venue's id of an order.
     *
     * @param slot of it.
     * @return id; 0 before it was accepted.
     */
    public long orderId(final int slot)
    {
        return orderId[slot];
    }

    /**
     * The session's id of an order.
     *
     * @param slot of it.
     * @return id.
     */
    public long clOrdId(final int slot)
    {
        return clOrdId[slot];
    }

    /**
     * What is left of an order.
     *
     * @param slot of it.
     * @return lots.
     */
    public long lots(final int slot)
    {
        return lots[slot];
    }

    /**
     * Instrument of an order.
     *
     * @param slot of it.
     * @return index in the plan's list.
     */
    public int instrument(final int slot)
    {
        return instrument[slot];
    }

    /**
     * Side of an order.
     *
     * @param slot of it.
     * @return true when it buys.
     */
    public boolean isBuy(final int slot)
    {
        return isBuy[slot];
    }
}
