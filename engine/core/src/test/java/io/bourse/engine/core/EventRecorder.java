// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.RollingHash;
import org.agrona.DirectBuffer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Collects events and checks, on every frame, what a follower of the stream relies on.
 */
public final class EventRecorder implements EventFrameSink
{
    /** Events of the command under way. */
    public final List<byte[]> events = new ArrayList<>();
    final List<byte[]> frames = new ArrayList<>();
    final List<String> clientRefs = new ArrayList<>();
    public final EventGroupDecoder group = new EventGroupDecoder();
    long frameSequence;
    long rollingHash = RollingHash.INITIAL;
    boolean isGroupOpen;
    /** Sees every event of every command, also of several commands sent in a row. */
    Consumer<byte[]> onEvent = event ->
    {
    };

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();

    @Override
    public void onFrame(final long sequence, final DirectBuffer buffer, final int offset, final int length)
    {
        final byte[] frame = new byte[length];
        buffer.getBytes(offset, frame);
        frames.add(frame);

        group.wrapAndApplyHeader(buffer, offset, header);
        assertEquals(++frameSequence, sequence);
        assertEquals(sequence, group.frameSequence());
        assertTrue(length <= EventFrameSink.MAX_FRAME_LENGTH, () -> "length=" + length);
        assertEquals(!isGroupOpen, group.flags().begin(), "begin flag");
        isGroupOpen = !group.flags().end();
        clientRefs.add(group.clientRef());

        final int eventsOffset = group.limit();
        final int end = offset + length;
        int position = eventsOffset;
        int count = 0;
        while (position < end)
        {
            header.wrap(buffer, position);
            final int eventLength = MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
            final byte[] event = new byte[eventLength];
            buffer.getBytes(position, event);
            events.add(event);
            onEvent.accept(event);
            position += eventLength;
            count++;
        }
        assertEquals(end, position, "frame ends with an event");
        assertEquals(count, group.eventCount());
        rollingHash = RollingHash.update(rollingHash, buffer, eventsOffset, end - eventsOffset);
        assertEquals(rollingHash, group.rollingHash());
    }
}
