// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.Arrays;

/**
 * Gives every distinct long key a dense index, from 0 in the order of arrival. Nothing is ever removed, so the indexes
 * are good for parallel arrays and iteration by index is the defined order.
 * <p>
 * It is not one of Agrona's maps because their hash folds the two halves of a long by exclusive or, which collides
 * badly for our packed keys (account and instrument; firm and client), and because this one needs a quarter of the
 * memory for twenty million accounts.
 */
final class KeyTable
{
    static final int MISSING = -1;
    private static final int INITIAL_CAPACITY = 64;
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private long[] keys = new long[INITIAL_CAPACITY];
    /** Index + 1 by hash slot, 0 for a free slot; its length is a power of two, at most two thirds in use. */
    private int[] slots = new int[INITIAL_CAPACITY << 1];
    private int size;

    /**
     * Index of a key.
     *
     * @param key to look for.
     * @return its index, or {@link #MISSING}.
     */
    int indexOf(final long key)
    {
        final int[] slots = this.slots;
        final int mask = slots.length - 1;
        int slot = hash(key, mask);
        while (0 != slots[slot])
        {
            final int index = slots[slot] - 1;
            if (keys[index] == key)
            {
                return index;
            }
            slot = (slot + 1) & mask;
        }
        return MISSING;
    }

    /**
     * Adds a key that is not there yet.
     *
     * @param key to add.
     * @return its index.
     */
    int add(final long key)
    {
        if (size == keys.length)
        {
            keys = Arrays.copyOf(keys, keys.length << 1);
        }
        if ((size + 1) * 3L > slots.length * 2L)
        {
            rehash();
        }
        final int index = size++;
        keys[index] = key;
        insert(key, index);
        return index;
    }

    /**
     * Index of a key, which is added when it is new.
     *
     * @param key to look for or to add.
     * @return its index.
     */
    int indexOfOrAdd(final long key)
    {
        final int index = indexOf(key);
        return MISSING == index ? add(key) : index;
    }

    long keyAt(final int index)
    {
        return keys[index];
    }

    int size()
    {
        return size;
    }

    private void rehash()
    {
        slots = new int[slots.length << 1];
        for (int i = 0; i < size; i++)
        {
            insert(keys[i], i);
        }
    }

    private void insert(final long key, final int index)
    {
        final int mask = slots.length - 1;
        int slot = hash(key, mask);
        while (0 != slots[slot])
        {
            slot = (slot + 1) & mask;
        }
        slots[slot] = index + 1;
    }

    /** Both halves of the key reach every bit of the slot: the high product bits are folded into the low ones. */
    private static int hash(final long key, final int mask)
    {
        final long product = (key ^ (key >>> 32)) * MULTIPLIER;
        return (int)(product ^ (product >>> 29) ^ (product >>> 47)) & mask;
    }
}
