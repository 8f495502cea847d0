// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import org.agrona.DirectBuffer;

/**
 * The {@link EventGroup} of the transaction that is being delivered: one per dispatcher, reused.
 */
final class EventGroupView implements EventGroup
{
    private long cursor;
    private long commandPosition;
    private long engineTimeNs;
    private long receivedNs;
    private long publicationStamp;
    private long sequence;
    private long rollingHash;
    private long frameSequence;
    private int sessionId;
    private int gatewayId;
    private int partition;
    private int commandTemplateId;
    private int frameCount;
    private int clientRefLength;
    private int clientRefOffset;
    private DirectBuffer clientRefBuffer;

    void firstFrame(final EventGroupDecoder frame)
    {
        commandPosition = frame.commandPosition();
        engineTimeNs = frame.engineTimeNs();
        receivedNs = frame.receivedNs();
        sequence = frame.sequence();
        sessionId = frame.sessionId();
        gatewayId = frame.gatewayId();
        partition = frame.partition();
        commandTemplateId = frame.commandTemplateId();
        clientRefLength = frame.clientRefLength();
        clientRefOffset = frame.limit() + EventGroupDecoder.clientRefHeaderLength();
        clientRefBuffer = frame.buffer();
    }

    void lastFrame(
        final EventGroupDecoder frame, final int frames, final long endCursor, final long endStamp)
    {
        frameCount = frames;
        rollingHash = frame.rollingHash();
        frameSequence = frame.frameSequence();
        cursor = endCursor;
        publicationStamp = endStamp;
    }

    /** Holds all frames from its beginning. */
    DirectBuffer frames()
    {
        return clientRefBuffer;
    }

    int frameCount()
    {
        return frameCount;
    }

    long publicationStamp()
    {
        return publicationStamp;
    }

    static int firstEventOffset(final int frameOffset, final EventGroupDecoder frame)
    {
        return frameOffset + MessageHeaderDecoder.ENCODED_LENGTH + frame.sbeBlockLength() +
            EventGroupDecoder.clientRefHeaderLength() + frame.clientRefLength();
    }

    @Override
    public long cursor()
    {
        return cursor;
    }

    @Override
    public long commandPosition()
    {
        return commandPosition;
    }

    @Override
    public long engineTimeNs()
    {
        return engineTimeNs;
    }

    @Override
    public long receivedNs()
    {
        return receivedNs;
    }

    @Override
    public long publishedNs()
    {
        return PublicationStamp.publishedNs(publicationStamp);
    }

    @Override
    public boolean isMoreWaiting()
    {
        return PublicationStamp.isMoreWaiting(publicationStamp);
    }

    @Override
    public long sequence()
    {
        return sequence;
    }

    @Override
    public int sessionId()
    {
        return sessionId;
    }

    @Override
    public int gatewayId()
    {
        return gatewayId;
    }

    @Override
    public int partition()
    {
        return partition;
    }

    @Override
    public int commandTemplateId()
    {
        return commandTemplateId;
    }

    @Override
    public long rollingHash()
    {
        return rollingHash;
    }

    @Override
    public long frameSequence()
    {
        return frameSequence;
    }

    @Override
    public int clientRefLength()
    {
        return clientRefLength;
    }

    @Override
    public DirectBuffer clientRefBuffer()
    {
        return clientRefBuffer;
    }

    @Override
    public int clientRefOffset()
    {
        return clientRefOffset;
    }
}
