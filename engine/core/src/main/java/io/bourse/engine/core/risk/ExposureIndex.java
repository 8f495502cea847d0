// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

import java.util.Arrays;

/**
 * Finds the exposures of one level in one instrument by their register. Every instrument has tables of its own, so that
 * those of the busy ones lie together in the cache whatever else is loaded.
 * <p>
 * The table is an extendible hash: a directory, indexed by the highest bits of the hash, of small segments that are
 * split one at a time when they are half full. So the table never stands still to move everything at once; the longest
 * step moves one segment, or copies the directory.
 */
public final class ExposureIndex
{
    private static final int INITIAL_SEGMENT_LENGTH = 4;
    private static final int MAX_SEGMENT_LENGTH = 1024;
    private static final int MAX_DEPTH = 26;
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private Exposure[][] directory = {new Exposure[INITIAL_SEGMENT_LENGTH]};
    /** What is told apart from {@link #directory} because nobody needs it who looks for an exposure. */
    private Segment[] segments = {new Segment(0)};
    private int depth;

    ExposureIndex()
    {
    }

    /**
     * Exposure of a register.
     *
     * @param entityId number of the register on this level, from 0.
     * @return exposure, or null when there is none yet.
     */
    public Exposure find(final int entityId)
    {
        final long hash = hash(entityId);
        final Exposure[] slots = directory[directoryIndex(hash)];
        final int mask = slots.length - 1;
        int slot = (int)hash & mask;
        Exposure exposure = slots[slot];
        while (null != exposure && exposure.entityId() != entityId)
        {
            slot = (slot + 1) & mask;
            exposure = slots[slot];
        }
        return exposure;
    }

    /** Adds an exposure whose register is not there yet. */
    void insert(final Exposure exposure)
    {
        final long hash = hash(exposure.entityId());
        int place = directoryIndex(hash);
        while (segments[place].used << 1 >= directory[place].length)
        {
            if (directory[place].length < MAX_SEGMENT_LENGTH || MAX_DEPTH == segments[place].depth)
            {
                grow(place);
            }
            else
            {
                split(place);
            }
            place = directoryIndex(hash);
        }
        insert(place, exposure, hash);
    }

    private void insert(final int place, final Exposure exposure, final long hash)
    {
        final Exposure[] slots = directory[place];
        final int mask = slots.length - 1;
        int slot = (int)hash & mask;
        while (null != slots[slot])
        {
            slot = (slot + 1) & mask;
        }
        slots[slot] = exposure;
        segments[place].used++;
    }

    private void insertAll(final Exposure[] slots)
    {
        for (final Exposure exposure : slots)
        {
            if (null != exposure)
            {
                final long hash = hash(exposure.entityId());
                insert(directoryIndex(hash), exposure, hash);
            }
        }
    }

    /** Replaces a segment by two that differ in one more bit of the hash. */
    private void split(final int place)
    {
        final Exposure[] former = directory[place];
        final int formerDepth = segments[place].depth;
        if (formerDepth == depth)
        {
            extendDirectory();
            split(place << 1);
            return;
        }
        final int half = 1 << (depth - formerDepth - 1);
        final int start = place & -(half << 1);
        replace(start, half, new Exposure[former.length], formerDepth + 1);
        replace(start + half, half, new Exposure[former.length], formerDepth + 1);
        insertAll(former);
    }

    private void extendDirectory()
    {
        final Exposure[][] extended = new Exposure[directory.length << 1][];
        final Segment[] extendedSegments = new Segment[extended.length];
        for (int i = 0; i < extended.length; i++)
        {
            extended[i] = directory[i >> 1];
            extendedSegments[i] = segments[i >> 1];
        }
        directory = extended;
        segments = extendedSegments;
        depth++;
    }

    private void grow(final int place)
    {
        final Exposure[] former = directory[place];
        final int segmentDepth = segments[place].depth;
        final int count = 1 << (depth - segmentDepth);
        replace(place & -count, count, new Exposure[former.length << 1], segmentDepth);
        insertAll(former);
    }

    private void replace(final int start, final int count, final Exposure[] slots, final int segmentDepth)
    {
        Arrays.fill(directory, start, start + count, slots);
        Arrays.fill(segments, start, start + count, new Segment(segmentDepth));
    }

    /** Shifts twice because a shift by 64 bits would be none. */
    private int directoryIndex(final long hash)
    {
        return (int)(hash >>> 1 >>> (Long.SIZE - 1 - depth));
    }

    /** Numbers that follow each other reach the highest bits, which choose the segment, and the lowest: the slot. */
    private static long hash(final int entityId)
    {
        final long product = (entityId + 1L) * MULTIPLIER;
        return product ^ (product >>> 32);
    }

    /** What adding needs to know of the small table of exposures whose hashes begin with the same bits. */
    private static final class Segment
    {
        private final int depth;
        private int used;

        Segment(final int depth)
        {
            this.depth = depth;
        }
    }
}
