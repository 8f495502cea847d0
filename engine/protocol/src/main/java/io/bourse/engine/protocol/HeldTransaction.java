// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import org.agrona.ExpandableArrayBuffer;

/**
 * A whole transaction that is copied out of its callback and delivered later: for who puts several streams into one
 * order. The memory is used again.
 */
public final class HeldTransaction
{
    private final ExpandableArrayBuffer frames = new ExpandableArrayBuffer(4 * 1024);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EventGroupDecoder frame = new EventGroupDecoder();
    private int frameCount;
    private int eventCount;
    private long cursor;
    private long engineTimeNs;
    private long publicationStamp;

    /**
     * Copies a transaction.
     *
     * @param group that is being delivered by an {@link EventDispatcher}.
     */
    public void hold(final EventGroup group)
    {
        final EventGroupView view = (EventGroupView)group;
        frameCount = view.frameCount();
        eventCount = 0;
        cursor = view.cursor();
        engineTimeNs = view.engineTimeNs();
        publicationStamp = view.publicationStamp();
        frames.putBytes(0, view.frames(), 0, length(view));
    }

    private int length(final EventGroupView view)
    {
        int offset = 0;
        for (int i = 0; i < frameCount; i++)
        {
            header.wrap(view.frames(), offset);
            frame.wrap(view.frames(), offset + MessageHeaderDecoder.ENCODED_LENGTH, header.blockLength(),
                header.version());
            final int eventsOfFrame = frame.eventCount();
            eventCount += eventsOfFrame;
            offset = EventGroupView.firstEventOffset(offset, frame);
            for (int event = 0; event < eventsOfFrame; event++)
            {
                header.wrap(view.frames(), offset);
                offset += MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
            }
        }
        return offset;
    }

    /**
     * Place of the transaction in its own stream.
     *
     * @return event stream position after it, in bytes.
     */
    public long cursor()
    {
        return cursor;
    }

    /**
     * Business time of the transaction.
     *
     * @return nanoseconds since the Unix epoch.
     */
    public long engineTimeNs()
    {
        return engineTimeNs;
    }

    /**
     * Whether nothing has happened but that time went on.
     *
     * @return true when it has no event.
     */
    public boolean isEmpty()
    {
        return 0 == eventCount;
    }

    /**
     * Delivers the transaction.
     *
     * @param dispatcher of the listener.
     * @param newCursor that the listener sees instead of that of the stream.
     */
    public void deliver(final EventDispatcher dispatcher, final long newCursor)
    {
        dispatcher.onTransaction(frames, frameCount, newCursor, publicationStamp);
    }
}
