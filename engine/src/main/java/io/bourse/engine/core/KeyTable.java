// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.Arrays;

/**
 * Gives every distinct long key a dense index, from 0 in the order of arrival. Nothing is ever removed, so the indexes
 * are good for parallel arrays and iteration by index is the defined order.
 * <p>
 * It is not one of Agrona's maps because their hash folds the two halves of a long by exclusive or, which collides
 * badly for our packed keys (account and instrument; firm and client), and because this one needs a third of the
 * memory for twenty million accounts: eight bytes for the key and about seven for finding it.
 * <p>
 * It never stands still to move everything at once. Keys are in pages that stay where they are. Finding them is an
 * extendible hash: a directory, indexed by the highest bits of the hash, of small segments that are split one at a time
 * when they are three quarters full. The longest step moves one segment of {@value #MAX_SEGMENT_LENGTH} slots or copies
 * the directory: tens of microseconds.
 */
final class KeyTable
{
    static final int MISSING = -1;
    private static final int INITIAL_SEGMENT_LENGTH = 64;
    private static final int MAX_SEGMENT_LENGTH = 1024;
    private static final int MAX_DEPTH = 26;
    private static final int PAGE_SHIFT = 12;
    private static final int PAGE_SIZE = 1 << PAGE_SHIFT;
    private static final int PAGE_MASK = PAGE_SIZE - 1;
    private static final int INITIAL_PAGE_SIZE = 64;
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    /** Only the first page may be shorter than the others, while it is the only one. */
    private long[][] pages = {new long[INITIAL_PAGE_SIZE]};
    private Segment[] directory = {new Segment(INITIAL_SEGMENT_LENGTH, 0)};
    private int depth;
    private int size;

    /**
     * Index of a key.
     *
     * @param key to look for.
     * @return its index, or {@link #MISSING}.
     */
    int indexOf(final long key)
    {
        final long hash = hash(key);
        final int[] slots = directory[directoryIndex(hash)].slots;
        final int mask = slots.length - 1;
        int slot = (int)hash & mask;
        while (0 != slots[slot])
        {
            final int index = slots[slot] - 1;
            if (keyAt(index) == key)
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
        final int index = size;
        append(key);
        final long hash = hash(key);
        Segment segment = directory[directoryIndex(hash)];
        while (segment.isFull())
        {
            if (segment.slots.length < MAX_SEGMENT_LENGTH || MAX_DEPTH == segment.depth)
            {
                grow(segment);
            }
            else
            {
                split(segment, directoryIndex(hash));
            }
            segment = directory[directoryIndex(hash)];
        }
        segment.insert(index, hash);
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
        return pages[index >>> PAGE_SHIFT][index & PAGE_MASK];
    }

    int size()
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

    /** Replaces a segment by two that differ in one more bit of the hash. */
    private void split(final Segment segment, final int index)
    {
        if (segment.depth == depth)
        {
            extendDirectory();
            split(segment, index << 1);
            return;
        }
        final int newDepth = segment.depth + 1;
        final Segment zero = new Segment(segment.slots.length, newDepth);
        final Segment one = new Segment(segment.slots.length, newDepth);
        final int half = 1 << (depth - newDepth);
        final int start = index & -(half << 1);
        Arrays.fill(directory, start, start + half, zero);
        Arrays.fill(directory, start + half, start + (half << 1), one);
        for (final int slot : segment.slots)
        {
            if (0 != slot)
            {
                final long hash = hash(keyAt(slot - 1));
                directory[directoryIndex(hash)].insert(slot - 1, hash);
            }
        }
    }

    private void extendDirectory()
    {
        final Segment[] extended = new Segment[directory.length << 1];
        for (int i = 0; i < extended.length; i++)
        {
            extended[i] = directory[i >> 1];
        }
        directory = extended;
        depth++;
    }

    private void grow(final Segment segment)
    {
        final int[] former = segment.slots;
        segment.clear(former.length << 1);
        for (final int slot : former)
        {
            if (0 != slot)
            {
                segment.insert(slot - 1, hash(keyAt(slot - 1)));
            }
        }
    }

    /** Shifts twice because a shift by 64 bits would be none. */
    private int directoryIndex(final long hash)
    {
        return (int)(hash >>> 1 >>> (Long.SIZE - 1 - depth));
    }

    /** Both halves of the key reach the highest bits, which choose the segment, and the lowest, which choose a slot. */
    private static long hash(final long key)
    {
        final long product = (key ^ (key >>> 32)) * MULTIPLIER;
        final long mixed = (product ^ (product >>> 29)) * MULTIPLIER;
        return mixed ^ (mixed >>> 32);
    }

    /** A small open-addressed table of indexes whose keys' hashes begin with the same bits. */
    private static final class Segment
    {
        /** Index + 1 by hash slot, 0 for a free slot; its length is a power of two. */
        private int[] slots;
        private final int depth;
        private int used;

        Segment(final int length, final int depth)
        {
            slots = new int[length];
            this.depth = depth;
        }

        boolean isFull()
        {
            return (used + 1) * 4L > slots.length * 3L;
        }

        void clear(final int length)
        {
            slots = new int[length];
            used = 0;
        }

        void insert(final int index, final long hash)
        {
            final int mask = slots.length - 1;
            int slot = (int)hash & mask;
            while (0 != slots[slot])
            {
                slot = (slot + 1) & mask;
            }
            slots[slot] = index + 1;
            used++;
        }
    }
}
