// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.risk.ExtendibleTable;
import java.util.Arrays;

/**
 * Gives every distinct long key a dense index, from 0 in the order of arrival. Nothing is ever removed, so the indexes
 * are good for parallel arrays and iteration by index is the defined order.
 * <p>
 * It is not one of Agrona's maps because their hash folds the two halves of a long by exclusive or, which collides
 * badly for our packed keys (account and instrument; firm and client), and because those stand still to move everything
 * when they grow. Here keys are in pages that stay where they are. Finding them is an extendible hash: a directory,
 * indexed by the highest bits of the hash, of small segments that are split one at a time when they are half full. The
 * longest step moves one segment of {@value #MAX_SEGMENT_LENGTH} slots or copies the directory: tens of microseconds.
 * <p>
 * A key lies beside its index, and half of the slots or more are free, so that one of twenty million is found by way of
 * three lines of memory: directory, head of the segment, slot. It costs 40 to 72 bytes a key, as the segments are full.
 */
public final class KeyTable extends ExtendibleTable
{
    public static final int MISSING = -1;
    private static final int INITIAL_SEGMENT_LENGTH = 64;
    /** A segment is split when it holds half of its slots; how keys are spread leaves this many for chance. */
    private static final int RESERVED_PER_SEGMENT = 420;
    private static final int PAGE_SHIFT = 12;
    private static final int PAGE_SIZE = 1 << PAGE_SHIFT;
    private static final int PAGE_MASK = PAGE_SIZE - 1;
    private static final int INITIAL_PAGE_SIZE = 64;

    /** Only the first page may be shorter than the others, while it is the only one. */
    private long[][] pages = {new long[INITIAL_PAGE_SIZE]};
    /** By the highest bits of the hash. A key is followed by its index + 1; 0 there marks a free slot. */
    private long[][] directory;
    private int size;

    /** A table without keys. */
    public KeyTable()
    {
        this(new long[1][2 * INITIAL_SEGMENT_LENGTH]);
    }

    private KeyTable(final long[][] directory)
    {
        super(directory, INITIAL_SEGMENT_LENGTH);
        this.directory = directory;
    }

    /**
     * Index of a key.
     *
     * @param key to look for.
     * @return its index, or {@link #MISSING}.
     */
    public int indexOf(final long key)
    {
        final long hash = hash(key);
        final long[] slots = directory[directoryIndex(hash)];
        final int mask = slots.length - 2;
        int slot = (int)hash << 1 & mask;
        while (0 != slots[slot + 1])
        {
            if (slots[slot] == key)
            {
                return (int)slots[slot + 1] - 1;
            }
            slot = slot + 2 & mask;
        }
        return MISSING;
    }

    /**
     * Adds a key that is not there yet.
     *
     * @param key to add.
     * @return its index.
     */
    public int add(final long key)
    {
        final int index = size;
        append(key);
        final long hash = hash(key);
        insert(makeSpace(hash), key, index + 1, hash);
        return index;
    }

    /**
     * Makes space for keys to come, so that adding them need not split one segment after the other.
     *
     * @param count of keys, from 0.
     * @throws IllegalStateException when there is a key already.
     */
    public void reserve(final long count)
    {
        if (0 != size)
        {
            throw new IllegalStateException("a table in use cannot be laid out anew: size=" + size);
        }
        if (count <= MAX_SEGMENT_LENGTH)
        {
            return;
        }
        int depth = 0;
        while (count >>> depth > RESERVED_PER_SEGMENT && depth < MAX_DEPTH)
        {
            depth++;
        }
        directory = new long[1 << depth][2 * MAX_SEGMENT_LENGTH];
        use(directory, MAX_SEGMENT_LENGTH, depth);
    }

    /**
     * Adds many keys that are not there yet. Their places are looked at before the first one is added: those loads do
     * not wait for each other, as they would between one key and the next.
     *
     * @param keys to add.
     * @param count of keys.
     */
    public void addAll(final long[] keys, final int count)
    {
        long seen = 0;
        for (int i = 0; i < count; i++)
        {
            final long hash = hash(keys[i]);
            final long[] slots = directory[directoryIndex(hash)];
            seen |= slots[((int)hash << 1 & slots.length - 2) + 1];
        }
        if (seen < 0)
        {
            throw new IllegalStateException("an index is below zero: size=" + size);
        }
        for (int i = 0; i < count; i++)
        {
            add(keys[i]);
        }
    }

    /**
     * Index of a key, which is added when it is new.
     *
     * @param key to look for or to add.
     * @return its index.
     */
    public int indexOfOrAdd(final long key)
    {
        final int index = indexOf(key);
        return MISSING == index ? add(key) : index;
    }

    public long keyAt(final int index)
    {
        return pages[index >>> PAGE_SHIFT][index & PAGE_MASK];
    }

    public int size()
    {
        return size;
    }

    private void append(final long key)
    {
        final int page = size >>> PAGE_SHIFT;
        if (0 == page && size == pages[0].length)
        {
            pages[0] = Arrays.copyOf(pages[0], size << 1);
        }
        if (page == pages.length)
        {
            pages = Arrays.copyOf(pages, page << 1);
        }
        if (null == pages[page])
        {
            pages[page] = new long[PAGE_SIZE];
        }
        pages[page][size & PAGE_MASK] = key;
        size++;
    }

    private void insert(final int place, final long key, final long indexPlusOne, final long hash)
    {
        final long[] slots = directory[place];
        final int mask = slots.length - 2;
        int slot = (int)hash << 1 & mask;
        while (0 != slots[slot + 1])
        {
            slot = slot + 2 & mask;
        }
        slots[slot] = key;
        slots[slot + 1] = indexPlusOne;
        inserted(place);
    }

    @Override
    protected Object[] newDirectory(final int length)
    {
        directory = new long[length][];
        return directory;
    }

    @Override
    protected Object newSlots(final int length)
    {
        return new long[2 * length];
    }

    @Override
    protected void insertAll(final Object former)
    {
        final long[] slots = (long[])former;
        for (int slot = 0; slot < slots.length; slot += 2)
        {
            if (0 != slots[slot + 1])
            {
                final long hash = hash(slots[slot]);
                insert(directoryIndex(hash), slots[slot], slots[slot + 1], hash);
            }
        }
    }

    /** Both halves of the key reach the highest bits, which choose the segment, and the lowest, which choose a slot. */
    private static long hash(final long key)
    {
        final long product = (key ^ (key >>> 32)) * MULTIPLIER;
        final long mixed = (product ^ (product >>> 29)) * MULTIPLIER;
        return mixed ^ (mixed >>> 32);
    }
}
