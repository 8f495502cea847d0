// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * All live orders by id, four longs each in one table of open addressing: id (0 is free), price, lots left, and the
 * register with what never changes. An order is named by the place of its entry until the next put or remove.
 */
public final class TrackedOrders
{
    static final int NONE = -1;
    /** Bytes of an order in a checkpoint. */
    public static final int ENTRY_LENGTH = 4 * Long.BYTES;

    private static final int STRIDE = 4;
    private static final int PRICE = 1;
    private static final int REST = 2;
    private static final int WHO = 3;
    private static final int FIRST_ENTRIES = 1 << 12;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final int INSTRUMENT_MASK = 0xFFFF;
    private static final int FIRM_SHIFT = 16;
    private static final int FIRM_MASK = 0x3FFF;
    private static final int BUY = 1 << 30;
    private static final long SHOWN = 1L << 31;

    private long[] table = new long[STRIDE * FIRST_ENTRIES];
    private int mask = FIRST_ENTRIES - 1;
    private int size;

    int size()
    {
        return size;
    }

    /** Place of an order, or {@link #NONE}. */
    int find(final long orderId)
    {
        int slot = home(orderId);
        while (true)
        {
            final long id = table[STRIDE * slot];
            if (id == orderId && 0 != id)
            {
                return STRIDE * slot;
            }
            if (0 == id)
            {
                return NONE;
            }
            slot = slot + 1 & mask;
        }
    }

    private int home(final long orderId)
    {
        return (int)(orderId * GOLDEN >>> Integer.SIZE) & mask;
    }

    /** Adds an order that is not there, not shown. */
    int put(
        final long orderId,
        final int instrument,
        final boolean isBuy,
        final long priceE5,
        final long restLots,
        final int account,
        final int firmKey)
    {
        final long low = instrument & INSTRUMENT_MASK | (firmKey & FIRM_MASK) << FIRM_SHIFT | (isBuy ? BUY : 0);
        return put(orderId, priceE5, restLots, (long)account << Integer.SIZE | low);
    }

    private int put(final long orderId, final long priceE5, final long restLots, final long who)
    {
        if (size > mask >>> 1)
        {
            grow();
        }
        size++;
        final int at = free(orderId);
        table[at] = orderId;
        table[at + PRICE] = priceE5;
        table[at + REST] = restLots;
        table[at + WHO] = who;
        return at;
    }

    private int free(final long orderId)
    {
        int slot = home(orderId);
        while (0 != table[STRIDE * slot])
        {
            slot = slot + 1 & mask;
        }
        return STRIDE * slot;
    }

    private void grow()
    {
        final long[] old = table;
        table = new long[Math.multiplyExact(2, old.length)];
        mask = (mask << 1) + 1;
        for (int i = 0; i < old.length; i += STRIDE)
        {
            if (0 != old[i])
            {
                System.arraycopy(old, i, table, free(old[i]), STRIDE);
            }
        }
    }

    /** Closes the gap, so that nothing is ever searched past a free place. */
    public void remove(final int at)
    {
        int gap = at / STRIDE;
        for (int slot = gap + 1 & mask; 0 != table[STRIDE * slot]; slot = slot + 1 & mask)
        {
            if ((slot - home(table[STRIDE * slot]) & mask) >= (slot - gap & mask))
            {
                System.arraycopy(table, STRIDE * slot, table, STRIDE * gap, STRIDE);
                gap = slot;
            }
        }
        table[STRIDE * gap] = 0;
        size--;
    }

    long orderId(final int at)
    {
        return table[at];
    }

    long priceE5(final int at)
    {
        return table[at + PRICE];
    }

    void priceE5(final int at, final long priceE5)
    {
        table[at + PRICE] = priceE5;
    }

    /** Lots left of the order at a place. */
    public long restLots(final int at)
    {
        return table[at + REST];
    }

    /** Lots left of the order at a place. */
    public void restLots(final int at, final long restLots)
    {
        table[at + REST] = restLots;
    }

    /** Register of the order at a place. */
    public int account(final int at)
    {
        return (int)(table[at + WHO] >> Integer.SIZE);
    }

    /** Ordinal of the instrument of the order at a place. */
    public int instrument(final int at)
    {
        return (int)table[at + WHO] & INSTRUMENT_MASK;
    }

    int firmKey(final int at)
    {
        return (int)table[at + WHO] >>> FIRM_SHIFT & FIRM_MASK;
    }

    /** Side of the order at a place. */
    public boolean isBuy(final int at)
    {
        return 0 != (table[at + WHO] & BUY);
    }

    /** Whether it makes a displayed price: not while it is parked or hidden. */
    boolean isShown(final int at)
    {
        return 0 != (table[at + WHO] & SHOWN);
    }

    void isShown(final int at, final boolean isShown)
    {
        table[at + WHO] = isShown ? table[at + WHO] | SHOWN : table[at + WHO] & ~SHOWN;
    }

    /** Places of all orders, ascending by id: the order of a checkpoint, which must not depend on their history. */
    int[] placesById()
    {
        final long[] ids = new long[size];
        int found = 0;
        for (int i = 0; i < table.length; i += STRIDE)
        {
            if (0 != table[i])
            {
                ids[found++] = table[i];
            }
        }
        Arrays.sort(ids);
        final int[] places = new int[size];
        for (int i = 0; i < size; i++)
        {
            places[i] = find(ids[i]);
        }
        return places;
    }

    void write(final int at, final ByteBuffer to)
    {
        to.order(ByteOrder.LITTLE_ENDIAN);
        to.putLong(table[at]).putLong(table[at + PRICE]).putLong(table[at + REST]).putLong(table[at + WHO]);
    }

    /** Adds an order that {@link #write} has written. */
    public int read(final ByteBuffer from)
    {
        from.order(ByteOrder.LITTLE_ENDIAN);
        return put(from.getLong(), from.getLong(), from.getLong(), from.getLong());
    }
}
