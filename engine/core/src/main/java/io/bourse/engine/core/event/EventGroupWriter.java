// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.protocol.EventGroupEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.RollingHash;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.sbe.MessageEncoderFlyweight;

/**
 * Packs the events of one command into frames of at most {@link EventFrameSink#MAX_FRAME_LENGTH} bytes. A frame is
 * closed when the next event does not fit, so that the same events always give the same frames.
 */
public final class EventGroupWriter
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[EventFrameSink.MAX_FRAME_LENGTH]);
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final EventGroupEncoder groupEncoder = new EventGroupEncoder();
    private final int partition;
    private final EventFrameSink sink;

    private CommandEnvelope command;
    private long frameSequence;
    private long rollingHash = RollingHash.INITIAL;
    private int eventsOffset;
    private int limit;
    private int eventCount;
    private boolean isFirstFrame;

    public EventGroupWriter(final int partition, final EventFrameSink sink)
    {
        this.partition = partition;
        this.sink = sink;
    }

    /**
     * Begins the group of a command.
     *
     * @param envelope of the command; must stay unchanged until {@link #end()}.
     */
    public void begin(final CommandEnvelope envelope)
    {
        if (null != command)
        {
            throw new IllegalStateException(
                "event group begun inside another: commandPosition=" + command.commandPosition +
                " newCommandPosition=" + envelope.commandPosition);
        }
        command = envelope;
        isFirstFrame = true;
        beginFrame();
    }

    /**
     * The command turns out to carry another one: the group is that one's. No event has been written yet.
     *
     * @param envelope of the other command; must stay unchanged until {@link #end()}.
     */
    public void replaceCommand(final CommandEnvelope envelope)
    {
        if (!isFirstFrame || 0 != eventCount)
        {
            throw new IllegalStateException(
                "event group has events of another command: commandPosition=" + command.commandPosition);
        }
        command = envelope;
        frameSequence--;
        beginFrame();
    }

    /** Whose events the group has. */
    public CommandEnvelope command()
    {
        return command;
    }

    /**
     * Makes space for one event, in a new frame when the current one is full.
     *
     * @param blockLength of the event.
     * @return offset of the event's message header in {@link #buffer()}.
     */
    public int claim(final int blockLength)
    {
        final int length = MessageHeaderEncoder.ENCODED_LENGTH + blockLength;
        if (limit + length > EventFrameSink.MAX_FRAME_LENGTH)
        {
            endFrame(false);
            beginFrame();
        }
        final int offset = limit;
        limit += length;
        eventCount++;
        return offset;
    }

    /**
     * Makes space for one event and writes its header.
     *
     * @param encoder of the event.
     * @param <T> type of the event.
     * @return the encoder, on the event.
     */
    public <T extends MessageEncoderFlyweight> T next(final T encoder)
    {
        return next(encoder, encoder.sbeBlockLength());
    }

    /**
     * The same for an event that lacks its last fields: a later feature level has brought them.
     *
     * @param encoder of the event.
     * @param blockLength without these fields.
     * @param <T> type of the event.
     * @return the encoder, on the event.
     */
    <T extends MessageEncoderFlyweight> T next(final T encoder, final int blockLength)
    {
        final int offset = claim(blockLength);
        headerEncoder.wrap(buffer, offset)
            .blockLength(blockLength)
            .templateId(encoder.sbeTemplateId())
            .schemaId(encoder.sbeSchemaId())
            .version(encoder.sbeSchemaVersion());
        encoder.wrap(buffer, offset + MessageHeaderEncoder.ENCODED_LENGTH);
        return encoder;
    }

    /** Ends the group: its last frame goes to the sink. */
    public void end()
    {
        endFrame(true);
        command = null;
    }

    public MutableDirectBuffer buffer()
    {
        return buffer;
    }

    private void beginFrame()
    {
        final CommandEnvelope command = this.command;
        groupEncoder
            .wrapAndApplyHeader(buffer, 0, headerEncoder)
            .frameSequence(++frameSequence)
            .commandPosition(command.commandPosition)
            .engineTimeNs(command.engineTimeNs)
            .receivedNs(command.receivedNs)
            .sequence(command.sequence)
            .sessionId(command.sessionId)
            .gatewayId(command.gatewayId)
            .partition(partition)
            .commandTemplateId(command.templateId)
            .putClientRef(command.buffer, command.clientRefOffset, isFirstFrame ? command.clientRefLength : 0);
        eventsOffset = groupEncoder.limit();
        limit = eventsOffset;
        eventCount = 0;
    }

    /** Over all events before this frame, as the stream carries it: only who reads every member's events knows it. */
    /** Sequence of the last frame, 0 before the first one. */
    public long frameSequence()
    {
        return frameSequence;
    }

    /**
     * Goes on after the frames that were written before a snapshot.
     *
     * @param lastFrameSequence of the last one.
     * @param lastRollingHash of all events so far.
     */
    public void restore(final long lastFrameSequence, final long lastRollingHash)
    {
        frameSequence = lastFrameSequence;
        rollingHash = lastRollingHash;
    }

    public long rollingHash()
    {
        return rollingHash;
    }

    private void endFrame(final boolean isLast)
    {
        rollingHash = RollingHash.update(rollingHash, buffer, eventsOffset, limit - eventsOffset);
        groupEncoder.rollingHash(rollingHash).eventCount(eventCount);
        groupEncoder.flags().clear().begin(isFirstFrame).end(isLast);
        isFirstFrame = false;
        sink.onFrame(frameSequence, buffer, 0, limit);
    }
}
