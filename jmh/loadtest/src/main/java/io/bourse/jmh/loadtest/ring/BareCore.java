// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.ring;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A core with its clock, and a sink that drops the frames but notices refusals: a benchmark of refusals would be fast
 * and worthless.
 */
public final class BareCore implements CommandTarget
{
    private static final int EVENTS_OFFSET = MessageHeaderDecoder.ENCODED_LENGTH + EventGroupDecoder.BLOCK_LENGTH + 1;
    private static final int TEMPLATE_OFFSET = EVENTS_OFFSET + MessageHeaderDecoder.templateIdEncodingOffset();
    private static final long NS_PER_COMMAND = 500;
    private static final long FIRST_STAMP_NS = 1_700_000_000_000_000_000L;

    private final MatchingEngine engine = new MatchingEngine(0, this::onFrame);
    private final UnsafeBuffer frame = new UnsafeBuffer(0, 0);
    private EventDispatcher events;
    private CommandTarget copies;
    private EventFrameSink sink;
    private long timeNs = FIRST_STAMP_NS;
    private long position;
    private long refused;

    /** Gives the events to a listener; null for none. A transaction of several frames comes frame by frame. */
    void listener(final EventListener listener)
    {
        events = null == listener ? null : new EventDispatcher(listener);
    }

    /** Sends a copy of every command there too. */
    void copyTo(final CommandTarget target)
    {
        copies = target;
    }

    /** Gives every frame there too. */
    public void framesTo(final EventFrameSink target)
    {
        sink = target;
    }

    @Override
    public void send(final UnsafeBuffer buffer, final int offset, final int length)
    {
        if (null != copies)
        {
            copies.send(buffer, offset, length);
        }
        timeNs += NS_PER_COMMAND;
        position += length;
        engine.onCommand(timeNs, position, buffer, offset, length);
    }

    /** The core itself. */
    public MatchingEngine engine()
    {
        return engine;
    }

    /**
     * Fails when a command was refused.
     *
     * @param what was done.
     */
    public void requireNothingRefused(final String what)
    {
        if (0 != refused)
        {
            throw new IllegalStateException("commands were refused: what=" + what + " refused=" + refused);
        }
    }

    private void onFrame(final long sequence, final DirectBuffer buffer, final int offset, final int length)
    {
        if (length > EVENTS_OFFSET && CommandRejectedDecoder.TEMPLATE_ID == buffer.getShort(offset + TEMPLATE_OFFSET))
        {
            refused++;
        }
        if (null != sink)
        {
            sink.onFrame(sequence, buffer, offset, length);
        }
        if (null != events)
        {
            frame.wrap(buffer, offset, length);
            events.onTransaction(frame, 1, 0, 0);
        }
    }
}
