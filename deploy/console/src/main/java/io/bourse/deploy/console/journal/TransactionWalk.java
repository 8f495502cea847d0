// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.journal;

import io.bourse.engine.host.recording.EventFrames;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.PublicationStamp;
import io.bourse.engine.security.Principal;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.IntArrayList;

/**
 * Walks the transactions of a recorded event stream from its files, whether its venue runs or not.
 */
final class TransactionWalk implements AutoCloseable
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EventGroupDecoder frame = new EventGroupDecoder();
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final IntArrayList events = new IntArrayList();
    private final RecordingWalker walker;
    private int length;
    private long cursor;
    private long frameSequence;
    private long commandPosition;
    private long engineTimeNs;
    private long receivedNs;
    private long publishedNs;
    private long sequence;
    private int sessionId;
    private int gatewayId;
    private int commandTemplateId;
    private String clientRef;

    /**
     * A walk.
     *
     * @param stream to walk.
     * @param from where a frame begins. A transaction that began before it is left out.
     * @param limit not to go beyond.
     */
    TransactionWalk(final RecordedStream stream, final long from, final long limit)
    {
        walker = new RecordingWalker(stream, from, limit);
        cursor = from;
    }

    /**
     * Steps to the next whole transaction.
     *
     * @return false when there is none, or a frame is bad; see {@link #reason}.
     */
    boolean next()
    {
        events.clear();
        length = 0;
        boolean isBegun = false;
        while (walker.nextData())
        {
            frame.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header);
            if (frame.flags().begin())
            {
                begin();
                isBegun = true;
            }
            if (isBegun)
            {
                append();
                if (frame.flags().end())
                {
                    frameSequence = frame.frameSequence();
                    publishedNs = PublicationStamp.publishedNs(walker.reservedValue());
                    cursor = walker.position();
                    return true;
                }
            }
        }
        return false;
    }

    private void begin()
    {
        events.clear();
        length = 0;
        commandPosition = frame.commandPosition();
        engineTimeNs = frame.engineTimeNs();
        receivedNs = frame.receivedNs();
        sequence = frame.sequence();
        sessionId = frame.sessionId();
        gatewayId = frame.gatewayId();
        commandTemplateId = frame.commandTemplateId();
        clientRef = frame.clientRef();
        // Reading the text has moved the decoder.
        frame.sbeRewind();
    }

    private void append()
    {
        final int begin = EventFrames.firstEventOffset(frame, walker.payloadOffset());
        final int count = frame.eventCount();
        int offset = begin;
        for (int i = 0; i < count; i++)
        {
            events.addInt(length + offset - begin);
            header.wrap(walker.buffer(), offset);
            offset += MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
        }
        buffer.putBytes(length, walker.buffer(), begin, offset - begin);
        length += offset - begin;
    }

    /** Why the walk ended; null when it came to the end of what is recorded. */
    String reason()
    {
        return walker.reason();
    }

    /** After the last whole transaction, or where the walk began. */
    long cursor()
    {
        return cursor;
    }

    /** Holds the events. */
    DirectBuffer buffer()
    {
        return buffer;
    }

    int eventCount()
    {
        return events.size();
    }

    /** Offset of the message header of an event. */
    int event(final int index)
    {
        return events.getInt(index);
    }

    int end()
    {
        return length;
    }

    long frameSequence()
    {
        return frameSequence;
    }

    long commandPosition()
    {
        return commandPosition;
    }

    long engineTimeNs()
    {
        return engineTimeNs;
    }

    long receivedNs()
    {
        return receivedNs;
    }

    long publishedNs()
    {
        return publishedNs;
    }

    long sequence()
    {
        return sequence;
    }

    /** Login whose command it was; 0 when no gateway has sent it: sessions of operators are no logins. */
    int loginId()
    {
        return loginId(gatewayId, sessionId);
    }

    /** Login of a session of a gateway; 0 for the session of anything else. */
    static int loginId(final int gatewayId, final int sessionId)
    {
        return gatewayId > 0 && gatewayId <= Principal.MAX_GATEWAY_ID ? sessionId : 0;
    }

    int gatewayId()
    {
        return gatewayId;
    }

    int commandTemplateId()
    {
        return commandTemplateId;
    }

    String clientRef()
    {
        return clientRef;
    }

    @Override
    public void close()
    {
        walker.close();
    }
}
