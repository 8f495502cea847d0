// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import java.util.Arrays;

import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Encoded entries of a sequence that are still to be put into messages: how many fit one is known only when their
 * lengths are. Reusable.
 */
public final class FastEntryList
{
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(16 * 1024);
    private final FastWriter writer = new FastWriter();
    private int[] ends = new int[256];
    private int count;

    /**
     * An empty list.
     */
    public FastEntryList()
    {
    }

    /**
     * Forgets all entries.
     */
    public void clear()
    {
        count = 0;
    }

    /**
     * Number of entries.
     *
     * @return 0 or more.
     */
    public int count()
    {
        return count;
    }

    /**
     * Begins the next entry.
     *
     * @return writer of it.
     */
    public FastWriter beginEntry()
    {
        return writer.wrap(buffer, start(count));
    }

    /**
     * Ends the entry.
     */
    public void endEntry()
    {
        end(writer.position());
    }

    /**
     * How many entries, from one on, fit a message.
     *
     * @param first entry.
     * @param maxLength bytes they may take.
     * @return index of the first that does not fit; at least one fits always, and at most
     *     {@link FastWriter#MAX_ENTRIES}.
     */
    public int fitting(final int first, final int maxLength)
    {
        final int last = Math.min(count, first + FastWriter.MAX_ENTRIES);
        int next = first + 1;
        while (next < last && ends[next] - start(first) <= maxLength)
        {
            next++;
        }
        return next;
    }

    /**
     * Encoded length of entries.
     *
     * @param first entry.
     * @param next entry after the last one.
     * @return bytes.
     */
    public int length(final int first, final int next)
    {
        return start(next) - start(first);
    }

    /**
     * Copies entries into a message.
     *
     * @param first entry.
     * @param next entry after the last one.
     * @param target writer of the message.
     */
    public void putTo(final int first, final int next, final FastWriter target)
    {
        target.putEncoded(buffer, start(first), length(first, next));
    }

    /**
     * Copies an entry.
     *
     * @param index of the entry.
     * @param target to copy to.
     * @param offset where it goes.
     */
    public void copyTo(final int index, final MutableDirectBuffer target, final int offset)
    {
        target.putBytes(offset, buffer, start(index), length(index, index + 1));
    }

    /**
     * Puts the entries of another list after those of this one.
     *
     * @param other list, left as it is.
     */
    public void append(final FastEntryList other)
    {
        final int offset = start(count);
        buffer.putBytes(offset, other.buffer, 0, other.start(other.count));
        for (int i = 0; i < other.count; i++)
        {
            end(offset + other.ends[i]);
        }
    }

    /**
     * Writes all entries as a mandatory sequence: their number, then the entries.
     *
     * @param target to write to.
     */
    public void putAll(final FastWriter target)
    {
        putTo(0, count, target.putUInt(count));
    }

    /**
     * Writes all entries as an optional sequence, which is not there if there are none.
     *
     * @param target to write to.
     */
    public void putAllNullable(final FastWriter target)
    {
        putTo(0, count, target.putUIntNullable(0 == count ? FastWriter.NULL : count));
    }

    private void end(final int position)
    {
        if (count == ends.length)
        {
            ends = Arrays.copyOf(ends, count * 2);
        }
        ends[count] = position;
        count++;
    }

    private int start(final int index)
    {
        return 0 == index ? 0 : ends[index - 1];
    }
}
