// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

/**
 * Orders by id, which is above 0: open addressing with linear probing.
 * <p>
 * Ids are mostly counters, and recent ones are asked for most. So 16 neighbouring ids have their homes side by side, in
 * a group, and the homes of groups follow the golden ratio, which keeps them apart as long as senders count. When a
 * slot is taken, the next one tried is the same one of the next group: two groups of neighbours that meet then pass
 * each other in one step. Where a sender chooses ids that meet all the same, a put that has to go too far gives the
 * table another multiplier to scatter groups with, drawn from the ids that are in it.
 * <p>
 * An entry that another one had to pass on its way from home carries a mark, in the sign bit of its id. Removal clears
 * a slot without a mark and is done: only a marked slot has followers to move back. Without the marks every
 * removal would look for the end of a row of neighbours, a loop whose length the processor cannot predict.
 */
final class OrderIdIndex
{
    private static final int GROUP_BITS = 4;
    private static final int GROUP_SIZE = 1 << GROUP_BITS;
    private static final int INITIAL_CAPACITY = 1 << 10;
    /** At most one slot of so many is in use. */
    private static final int SLOTS_PER_ORDER = 4;
    private static final int INITIAL_PROBES_LIMIT = 32;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    /** An entry has been passed. */
    private static final long MARK = Long.MIN_VALUE;

    /** 0 where nothing is. */
    private long[] ids;
    /** What is beside an empty id is left over and means nothing: orders are pooled, so nothing is kept alive by it. */
    private RestingOrder[] orders;
    private int mask;
    /** Leaves the bits of a product that number a group. */
    private int groupShift;
    private int size;
    private long multiplier = GOLDEN;
    private int probesLimit = INITIAL_PROBES_LIMIT;

    OrderIdIndex()
    {
        allocate(INITIAL_CAPACITY);
    }

    int size()
    {
        return size;
    }

    /** Order of an id or null. */
    RestingOrder get(final long id)
    {
        final int slot = find(id);
        return slot < 0 ? null : orders[slot];
    }

    /** Adds an order whose id is not there. */
    void put(final long id, final RestingOrder order)
    {
        if (SLOTS_PER_ORDER * (long)++size > ids.length)
        {
            rehash(2 * ids.length);
        }
        while (!place(id, order))
        {
            rehash(scatter(ids, ids.length));
        }
    }

    /** Takes an id out and returns its order, or null when it is not there. */
    RestingOrder remove(final long id)
    {
        final int slot = find(id);
        if (slot < 0)
        {
            return null;
        }
        final RestingOrder order = orders[slot];
        size--;
        clear(slot);
        return order;
    }

    /** Slot of an id or -1. */
    private int find(final long id)
    {
        final long[] ids = this.ids;
        int slot = home(id);
        long found = ids[slot];
        while ((found & ~MARK) != id)
        {
            if (0 == found)
            {
                return -1;
            }
            slot = slot + GROUP_SIZE & mask;
            found = ids[slot];
        }
        return slot;
    }

    /** Groups that a search for an id has to go on from its home. */
    int distanceFromHome(final long id)
    {
        return (find(id) - home(id) & mask) >> GROUP_BITS;
    }

    private void clear(final int slot)
    {
        if (ids[slot] < 0)
        {
            closeGap(slot);
        }
        else
        {
            ids[slot] = 0;
        }
    }

    /** Moves back what was pushed past a slot that becomes free. */
    private void closeGap(final int slot)
    {
        int gap = slot;
        int next = gap + GROUP_SIZE & mask;
        while (0 != ids[next])
        {
            final long id = ids[next] & ~MARK;
            if ((next - home(id) & mask) >= (next - gap & mask))
            {
                ids[gap] = id | MARK;
                orders[gap] = orders[next];
                gap = next;
            }
            next = next + GROUP_SIZE & mask;
        }
        ids[gap] = 0;
    }

    /** A group, and in it a slot that depends on the group too: ids with equal low bits then do not share it. */
    private int home(final long id)
    {
        final int group = (int)((id >>> GROUP_BITS) * multiplier >>> groupShift);
        return group << GROUP_BITS | (int)(id ^ group) & GROUP_SIZE - 1;
    }

    /** False when an entry would have to go too far. */
    private boolean place(final long id, final RestingOrder order)
    {
        final long[] ids = this.ids;
        int slot = home(id);
        int probes = 0;
        while (0 != ids[slot])
        {
            if (++probes > probesLimit)
            {
                return false;
            }
            ids[slot] |= MARK;
            slot = slot + GROUP_SIZE & mask;
        }
        ids[slot] = id;
        orders[slot] = order;
        return true;
    }

    private void rehash(final int newCapacity)
    {
        final long[] oldIds = ids;
        final RestingOrder[] oldOrders = orders;
        int capacity = newCapacity;
        while (!fill(oldIds, oldOrders, capacity))
        {
            capacity = scatter(oldIds, capacity);
        }
    }

    private boolean fill(final long[] oldIds, final RestingOrder[] oldOrders, final int capacity)
    {
        allocate(capacity);
        for (int i = 0; i < oldIds.length; i++)
        {
            if (0 != oldIds[i] && !place(oldIds[i] & ~MARK, oldOrders[i]))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Changes the homes of all ids. Lets entries go farther, too, and the table grow once that is all the way round: so
     * this comes to an end whatever the ids are. Returns the capacity to try with.
     */
    private int scatter(final long[] contents, final int capacity)
    {
        long mix = multiplier;
        for (final long id : contents)
        {
            mix = (mix ^ id & ~MARK) * GOLDEN;
            mix ^= mix >>> 29;
        }
        multiplier = mix | 1;
        if (2 * probesLimit < capacity >> GROUP_BITS)
        {
            probesLimit *= 2;
            return capacity;
        }
        return 2 * capacity;
    }

    private void allocate(final int capacity)
    {
        ids = new long[capacity];
        orders = new RestingOrder[capacity];
        mask = capacity - 1;
        groupShift = Long.SIZE - Integer.numberOfTrailingZeros(capacity >> GROUP_BITS);
    }
}
