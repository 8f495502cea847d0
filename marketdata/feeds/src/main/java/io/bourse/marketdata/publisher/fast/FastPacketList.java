// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.fast.FastWriter;
import java.util.Arrays;

import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Messages that are encoded and wait to be sent, without preamble and SendingTime. Reusable.
 */
final class FastPacketList
{
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(64 * 1024);
    private final FastWriter writer = new FastWriter();
    private int[] ends = new int[256];
    private int[] sendingTimeOffsets = new int[256];
    private int count;
    private long numberBefore;

    /**
     * Forgets all messages.
     *
     * @param numberBefore number of the message before the next one.
     */
    void clear(final long numberBefore)
    {
        this.numberBefore = numberBefore;
        count = 0;
    }

    int count()
    {
        return count;
    }

    /** MsgSeqNum of the next message. */
    long nextMsgSeqNum()
    {
        return numberBefore + count + 1;
    }

    /** Writer of the next message, which has not begun yet. */
    FastWriter writer()
    {
        return writer.wrap(buffer, start(count));
    }

    FastWriter begin(final int templateId)
    {
        return writer().beginMessage(templateId, nextMsgSeqNum(), 0);
    }

    void end()
    {
        if (count == ends.length)
        {
            ends = Arrays.copyOf(ends, count * 2);
            sendingTimeOffsets = Arrays.copyOf(sendingTimeOffsets, count * 2);
        }
        sendingTimeOffsets[count] = writer.sendingTimeOffset() - start(count);
        ends[count] = writer.position();
        count++;
    }

    int length(final int index)
    {
        return ends[index] - start(index);
    }

    /** Offset of SendingTime within the message. */
    int sendingTimeOffset(final int index)
    {
        return sendingTimeOffsets[index];
    }

    void copyTo(final int index, final MutableDirectBuffer target, final int offset)
    {
        target.putBytes(offset, buffer, start(index), length(index));
    }

    private int start(final int index)
    {
        return 0 == index ? 0 : ends[index - 1];
    }
}
