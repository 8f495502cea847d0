// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import io.bourse.engine.client.checkpoint.CheckpointState;
import org.agrona.BitUtil;

import java.util.Arrays;

/**
 * A set of order ids that never stands still to grow. Sixty-four ids beside each other are one bitmap, for clients
 * count; the bitmaps lie in 4,096 small tables, and only one of them grows at a time. So four million ids that are
 * scattered at random cost a rehash of about a thousand entries at worst, some ten microseconds.
 *
 * <p>Measured on a busy machine of two cores, for a look-up and an insertion together, up to four million ids: about
 * 0.1 microseconds when the client counts and 1 to 2 when the ids are random and hit no cache; half a byte and 32 bytes
 * of memory an id.
 *
 * <p>Clients choose the ids, so the hash has a secret of its own: none can fill one table on purpose. Not thread-safe.
 */
final class ClOrdIdSet
{
    private static final int TABLE_BITS = 12;
    private static final int ID_BITS = 6;
    private static final int INITIAL_SLOTS = 4;
    private static final int SLOT_LENGTH = 2;

    /** Slots of block key and bitmap; a table that has no id yet is null. */
    private long[][] tables;
    /** Slots of each table that have a key. */
    private int[] usedSlots;
    private final long secret;
    private int size;

    ClOrdIdSet(final long secret)
    {
        this.secret = secret;
    }

    int size()
    {
        return size;
    }

    /** Slots of all tables: what the memory is spent on. */
    int slotCount()
    {
        int count = 0;
        for (int i = 0; null != tables && i < tables.length; i++)
        {
            count += null == tables[i] ? 0 : tables[i].length / SLOT_LENGTH;
        }
        return count;
    }

    boolean contains(final long id)
    {
        if (0 == size)
        {
            return false;
        }
        final long key = key(id);
        final long hash = hash(key);
        final long[] table = tables[tableIndex(hash)];
        return null != table && 0 != (table[slot(table, key, hash) + 1] & bit(id));
    }

    boolean add(final long id)
    {
        if (null == tables)
        {
            tables = new long[1 << TABLE_BITS][];
            usedSlots = new int[1 << TABLE_BITS];
        }
        final long key = key(id);
        final long hash = hash(key);
        final int index = tableIndex(hash);
        long[] table = tables[index];
        if (null == table)
        {
            table = new long[INITIAL_SLOTS * SLOT_LENGTH];
            tables[index] = table;
        }
        int slot = slot(table, key, hash);
        if (0 == table[slot])
        {
            // One slot always stays empty, or a search for a key that is not there would not end.
            if ((usedSlots[index] + 1) * SLOT_LENGTH > table.length / SLOT_LENGTH + table.length / 4)
            {
                table = grow(index);
                slot = slot(table, key, hash);
            }
            table[slot] = key;
            usedSlots[index]++;
        }
        final long bit = bit(id);
        final boolean isNew = 0 == (table[slot + 1] & bit);
        if (isNew)
        {
            table[slot + 1] |= bit;
            size++;
        }
        return isNew;
    }

    boolean remove(final long id)
    {
        if (0 == size)
        {
            return false;
        }
        final long key = key(id);
        final long hash = hash(key);
        final long[] table = tables[tableIndex(hash)];
        if (null == table)
        {
            return false;
        }
        // The key stays with an empty bitmap until its table grows: a hole would hide those after it.
        final int slot = slot(table, key, hash);
        final long bit = bit(id);
        final boolean wasThere = 0 != (table[slot + 1] & bit);
        if (wasThere)
        {
            table[slot + 1] &= ~bit;
            size--;
        }
        return wasThere;
    }

    void clear()
    {
        if (0 != size)
        {
            Arrays.fill(tables, null);
            Arrays.fill(usedSlots, 0);
            size = 0;
        }
    }

    /** Added to those that are there when it is read. */
    void state(final CheckpointState state)
    {
        int blocks = 0;
        for (int i = 0; null != tables && i < tables.length; i++)
        {
            for (int slot = 0; null != tables[i] && slot < tables[i].length; slot += SLOT_LENGTH)
            {
                blocks += 0 == tables[i][slot + 1] ? 0 : 1;
            }
        }
        blocks = state.count(blocks);
        if (state.isReading())
        {
            for (; blocks > 0; blocks--)
            {
                final long firstId = state.number(0L) - 1 << ID_BITS;
                for (long bits = state.number(0L); 0 != bits; bits &= bits - 1)
                {
                    add(firstId + Long.numberOfTrailingZeros(bits));
                }
            }
            return;
        }
        for (int i = 0; 0 != blocks && i < tables.length; i++)
        {
            for (int slot = 0; null != tables[i] && slot < tables[i].length; slot += SLOT_LENGTH)
            {
                if (0 != tables[i][slot + 1])
                {
                    state.number(tables[i][slot]);
                    state.number(tables[i][slot + 1]);
                }
            }
        }
    }

    private long[] grow(final int index)
    {
        final long[] old = tables[index];
        int live = 0;
        for (int i = 0; i < old.length; i += SLOT_LENGTH)
        {
            live += 0 == old[i + 1] ? 0 : 1;
        }
        final int slots = Math.max(INITIAL_SLOTS, BitUtil.findNextPositivePowerOfTwo(2 * (live + 1)));
        final long[] table = new long[slots * SLOT_LENGTH];
        for (int i = 0; i < old.length; i += SLOT_LENGTH)
        {
            if (0 != old[i + 1])
            {
                final int slot = slot(table, old[i], hash(old[i]));
                table[slot] = old[i];
                table[slot + 1] = old[i + 1];
            }
        }
        tables[index] = table;
        usedSlots[index] = live;
        return table;
    }

    /** Where the key is, or the empty slot where it would be. */
    private static int slot(final long[] table, final long key, final long hash)
    {
        final int mask = table.length - 1;
        int slot = (int)hash * SLOT_LENGTH & mask;
        while (0 != table[slot] && key != table[slot])
        {
            slot = slot + SLOT_LENGTH & mask;
        }
        return slot;
    }

    /** Never 0: that is an empty slot. */
    private static long key(final long id)
    {
        return (id >>> ID_BITS) + 1;
    }

    private static long bit(final long id)
    {
        return 1L << id;
    }

    private static int tableIndex(final long hash)
    {
        return (int)(hash >>> Long.SIZE - TABLE_BITS);
    }

    private long hash(final long key)
    {
        long hash = key ^ secret;
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }
}
