// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.FrameFlagsDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Puts the frames of a transaction together and hands it on when it is whole. The frames are copied: a live log buffer
 * may be overwritten under a reader that is too slow, and a copy can be checked before it is believed.
 */
public final class FrameAssembler
{
    private static final int INITIAL_CAPACITY = 64 * 1024;

    private final MutableDirectBuffer assembly = new ExpandableDirectByteBuffer(INITIAL_CAPACITY);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EventGroupDecoder frame = new EventGroupDecoder();
    private final EventDispatcher dispatcher;

    private int limit;
    private int frameCount;
    private int partition = -1;
    private long frameSequence;
    private boolean isFirstFrame = true;

    /**
     * An assembler of one stream.
     *
     * @param dispatcher gets the transactions.
     */
    public FrameAssembler(final EventDispatcher dispatcher)
    {
        this.dispatcher = dispatcher;
    }

    /**
     * Copies a frame after those that are already here. It does not count until {@link #accept} says so.
     *
     * @param buffer that holds the frame.
     * @param offset of its first byte.
     * @param length of it, in bytes.
     */
    public void copy(final DirectBuffer buffer, final int offset, final int length)
    {
        assembly.putBytes(limit, buffer, offset, length);
    }

    /**
     * Takes the frame copied last.
     *
     * @param length of it, in bytes.
     * @param cursor after it.
     * @param publicationStamp of it.
     * @return true when it completed a transaction, which has been delivered.
     */
    public boolean accept(final int length, final long cursor, final long publicationStamp)
    {
        header.wrap(assembly, limit);
        if (EventGroupDecoder.TEMPLATE_ID != header.templateId() || EventGroupDecoder.SCHEMA_ID != header.schemaId())
        {
            throw new IllegalStateException("not an event frame: cursor=" + cursor + " schemaId=" + header.schemaId() +
                " templateId=" + header.templateId() + " expectedSchemaId=" + EventGroupDecoder.SCHEMA_ID +
                " expectedTemplateId=" + EventGroupDecoder.TEMPLATE_ID);
        }
        frame.wrap(assembly, limit + MessageHeaderDecoder.ENCODED_LENGTH, header.blockLength(), header.version());
        checkOrder(cursor);

        limit += length;
        frameCount++;
        frameSequence = frame.frameSequence();
        partition = frame.partition();
        isFirstFrame = false;
        if (!frame.flags().end())
        {
            return false;
        }

        final int frames = frameCount;
        limit = 0;
        frameCount = 0;
        dispatcher.onTransaction(assembly, frames, cursor, publicationStamp);
        return true;
    }

    private void checkOrder(final long cursor)
    {
        final FrameFlagsDecoder flags = frame.flags();
        final boolean isBegin = flags.begin();
        final boolean isContiguous = isFirstFrame || frameSequence + 1 == frame.frameSequence();
        final boolean isSamePartition = -1 == partition || partition == frame.partition();
        if (isBegin != (0 == frameCount) || !isContiguous || !isSamePartition)
        {
            throw new IllegalStateException("event frame out of order: cursor=" + cursor + " frameSequence=" +
                frame.frameSequence() + " lastFrameSequence=" + frameSequence + " begin=" + isBegin +
                " framesOfTransaction=" + frameCount + " partition=" + frame.partition());
        }
    }
}
