// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

import java.util.Arrays;

/**
 * Extendible hash: a directory, indexed by the highest bits of the hash, of small segments that are split one at a time
 * when they are half full. So the table never stands still to move everything at once; the longest step moves one
 * segment of {@value #MAX_SEGMENT_LENGTH} slots, or copies the directory.
 * <p>
 * What slots are is the table's that extends this one. It keeps the directory by its own type as well, so that looking
 * something up needs neither a cast nor a call.
 */
public abstract class ExtendibleTable
{
    /** Slots of the longest segment. */
    protected static final int MAX_SEGMENT_LENGTH = 1024;
    /** Bits of the hash that choose a segment, at most. */
    protected static final int MAX_DEPTH = 26;
    /** Spreads the bits of a key; odd, from the golden ratio. */
    protected static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private Object[] directory;
    /** Apart from {@link #directory}, because a look-up does not need it. */
    private Segment[] segments;
    private int depth;

    /**
     * An empty table.
     *
     * @param directory of one segment.
     * @param length slots of the segment.
     */
    protected ExtendibleTable(final Object[] directory, final int length)
    {
        use(directory, length, 0);
    }

    /**
     * Begins a directory anew.
     *
     * @param empty segments, two to the power of the depth, all different.
     * @param length slots of each.
     * @param newDepth of the directory.
     */
    protected final void use(final Object[] empty, final int length, final int newDepth)
    {
        directory = empty;
        segments = new Segment[empty.length];
        Arrays.setAll(segments, place -> new Segment(newDepth, length));
        depth = newDepth;
    }

    /**
     * Makes a directory, which the table keeps as its own.
     *
     * @param length of the directory.
     * @return directory without segments.
     */
    protected abstract Object[] newDirectory(int length);

    /**
     * Makes the slots of a segment.
     *
     * @param length of the segment.
     * @return free slots.
     */
    protected abstract Object newSlots(int length);

    /**
     * Inserts whatever a former segment holds.
     *
     * @param slots of the segment.
     */
    protected abstract void insertAll(Object slots);

    /**
     * Counts something that is put into a segment.
     *
     * @param place of the segment in the directory.
     */
    protected final void inserted(final int place)
    {
        segments[place].used++;
    }

    /**
     * Place in the directory of the segment of a hash. Shifts twice because a shift by 64 bits would be none.
     *
     * @param hash of a key.
     * @return index in the directory.
     */
    protected final int directoryIndex(final long hash)
    {
        return (int)(hash >>> 1 >>> (Long.SIZE - 1 - depth));
    }

    /**
     * Place of a segment that has a free slot for one more.
     *
     * @param hash of its key.
     * @return index in the directory.
     */
    protected final int makeSpace(final long hash)
    {
        int place = directoryIndex(hash);
        while (segments[place].used << 1 >= segments[place].length)
        {
            if (segments[place].length < MAX_SEGMENT_LENGTH || MAX_DEPTH == segments[place].depth)
            {
                grow(place);
            }
            else if (segments[place].depth == depth)
            {
                extendDirectory();
            }
            else
            {
                split(place);
            }
            place = directoryIndex(hash);
        }
        return place;
    }

    /** Replaces a segment by two that differ in one more bit of the hash. */
    private void split(final int place)
    {
        final Segment former = segments[place];
        final Object formerSlots = directory[place];
        final int half = 1 << (depth - former.depth - 1);
        final int start = place & -(half << 1);
        replace(start, half, former.length, former.depth + 1);
        replace(start + half, half, former.length, former.depth + 1);
        insertAll(formerSlots);
    }

    private void extendDirectory()
    {
        final Object[] former = directory;
        final Segment[] formerSegments = segments;
        directory = newDirectory(former.length << 1);
        segments = new Segment[directory.length];
        for (int i = 0; i < directory.length; i++)
        {
            directory[i] = former[i >> 1];
            segments[i] = formerSegments[i >> 1];
        }
        depth++;
    }

    private void grow(final int place)
    {
        final Segment former = segments[place];
        final Object formerSlots = directory[place];
        final int count = 1 << (depth - former.depth);
        replace(place & -count, count, former.length << 1, former.depth);
        insertAll(formerSlots);
    }

    private void replace(final int start, final int count, final int length, final int segmentDepth)
    {
        Arrays.fill(directory, start, start + count, newSlots(length));
        Arrays.fill(segments, start, start + count, new Segment(segmentDepth, length));
    }

    /** What adding needs to know of the small table of keys whose hashes begin with the same bits. */
    private static final class Segment
    {
        private final int depth;
        private final int length;
        private int used;

        Segment(final int depth, final int length)
        {
            this.depth = depth;
            this.length = length;
        }
    }
}
