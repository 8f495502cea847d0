// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import org.agrona.DirectBuffer;

/**
 * Decodes a whole transaction and calls the listener: begin, every event in order, end. Decoders are reused; nothing is
 * allocated per transaction.
 */
public final class EventDispatcher
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EventGroupDecoder frame = new EventGroupDecoder();
    private final EventDecoders decoders = new EventDecoders();
    private final EventGroupView group = new EventGroupView();
    private final EventListener listener;
    private final boolean isForGroupsOnly;

    /**
     * Dispatches to one listener.
     *
     * @param listener that gets every event.
     */
    public EventDispatcher(final EventListener listener)
    {
        this.listener = listener;
        isForGroupsOnly = listener.isForGroupsOnly();
    }

    /**
     * Delivers one transaction.
     *
     * @param buffer that holds its frames, one after the other from offset 0.
     * @param frameCount number of frames.
     * @param cursor after the last frame.
     * @param publicationStamp of the last frame, see {@link PublicationStamp}.
     */
    public void onTransaction(
        final DirectBuffer buffer, final int frameCount, final long cursor, final long publicationStamp)
    {
        describe(buffer, frameCount, cursor, publicationStamp);
        listener.onGroupBegin(group);
        int offset = 0;
        for (int i = 0; !isForGroupsOnly && i < frameCount; i++)
        {
            wrapFrame(buffer, offset);
            offset = onEvents(buffer, EventGroupView.firstEventOffset(offset, frame), frame.eventCount());
        }
        listener.onGroupEnd(group);
    }

    private void describe(
        final DirectBuffer buffer, final int frameCount, final long cursor, final long publicationStamp)
    {
        int offset = 0;
        for (int i = 0; i < frameCount; i++)
        {
            wrapFrame(buffer, offset);
            if (0 == i)
            {
                group.firstFrame(frame);
            }
            if (frameCount - 1 > i)
            {
                offset = skipEvents(buffer, EventGroupView.firstEventOffset(offset, frame), frame.eventCount());
            }
        }
        group.lastFrame(frame, frameCount, cursor, publicationStamp);
    }

    private void wrapFrame(final DirectBuffer buffer, final int offset)
    {
        header.wrap(buffer, offset);
        frame.wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH, header.blockLength(), header.version());
    }

    private int skipEvents(final DirectBuffer buffer, final int firstOffset, final int eventCount)
    {
        int offset = firstOffset;
        for (int i = 0; i < eventCount; i++)
        {
            header.wrap(buffer, offset);
            offset += MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
        }
        return offset;
    }

    private int onEvents(final DirectBuffer buffer, final int firstOffset, final int eventCount)
    {
        int offset = firstOffset;
        for (int i = 0; i < eventCount; i++)
        {
            header.wrap(buffer, offset);
            final int blockLength = header.blockLength();
            onEvent(header.templateId(), buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH, blockLength);
            offset += MessageHeaderDecoder.ENCODED_LENGTH + blockLength;
        }
        return offset;
    }

    private void onEvent(final int templateId, final DirectBuffer buffer, final int offset, final int blockLength)
    {
        if (!decoders.onEvent(listener, group, templateId, buffer, offset, blockLength, header.version()))
        {
            throw new IllegalStateException("event of an unknown kind, is this client too old? templateId=" +
                templateId + " version=" + header.version() + " cursor=" + group.cursor());
        }
    }
}
