// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.fast.FastEntryList;
import io.bourse.marketdata.fast.FastWriter;
import java.util.Arrays;

import org.agrona.MutableDirectBuffer;

/**
 * Messages that are encoded and wait to be sent, without preamble and SendingTime. Reusable.
 */
final class FastPacketList
{
    private final FastEntryList messages = new FastEntryList();
    private int[] sendingTimeOffsets = new int[256];
    private FastWriter writer;
    private long numberBefore;

    /**
     * Forgets all messages.
     *
     * @param numberBefore number of the message before the next one.
     */
    void clear(final long numberBefore)
    {
        this.numberBefore = numberBefore;
        messages.clear();
    }

    int count()
    {
        return messages.count();
    }

    /** MsgSeqNum of the next message. */
    long nextMsgSeqNum()
    {
        return numberBefore + messages.count() + 1;
    }

    /** Writer of the next message, which has not begun yet. */
    FastWriter writer()
    {
        writer = messages.beginEntry();
        return writer;
    }

    FastWriter begin(final int templateId)
    {
        return writer().beginMessage(templateId, nextMsgSeqNum(), 0);
    }

    void end()
    {
        final int index = messages.count();
        if (index == sendingTimeOffsets.length)
        {
            sendingTimeOffsets = Arrays.copyOf(sendingTimeOffsets, index * 2);
        }
        messages.endEntry();
        sendingTimeOffsets[index] = writer.sendingTimeOffset() - writer.position() + length(index);
    }

    int length(final int index)
    {
        return messages.length(index, index + 1);
    }

    /** Offset of SendingTime within the message. */
    int sendingTimeOffset(final int index)
    {
        return sendingTimeOffsets[index];
    }

    void copyTo(final int index, final MutableDirectBuffer target, final int offset)
    {
        messages.copyTo(index, target, offset);
    }
}
