// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.aeron.archive.client.PersistentSubscriptionListener;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.bourse.engine.client.FrameSource;

import java.util.function.BooleanSupplier;

/**
 * What a follower reads: the event stream of one engine while that lives. Now and then it does what the real one does
 * to a reader that is too slow: it throws, because its image was taken away, or hands over what the writer has already
 * put in the place of the frame that was due.
 */
final class MemorySource implements FrameSource
{
    private final MemoryStream stream;
    private final Chance chance;
    private final BooleanSupplier isAlive;
    private final PersistentSubscriptionListener listener;
    private final Header header;
    private int position;

    MemorySource(
        final MemoryStream stream,
        final long position,
        final Chance chance,
        final BooleanSupplier isAlive,
        final PersistentSubscriptionListener listener)
    {
        this.stream = stream;
        this.position = (int)position;
        this.chance = chance;
        this.isAlive = isAlive;
        this.listener = listener;
        header = new Header(0, Integer.numberOfTrailingZeros(stream.termLength()));
        listener.onLiveJoined();
    }

    @Override
    public void poll(final FragmentHandler handler, final int frameLimit)
    {
        if (!isAlive.getAsBoolean())
        {
            return;
        }
        if (chance.isFault(400))
        {
            throw new IllegalStateException("the image is gone: position=" + position);
        }
        if (chance.isFault(400))
        {
            listener.onLiveLeft();
        }
        if (chance.isFault(300) && position < stream.position() && stream.frameEnd(position) < stream.position())
        {
            position = stream.frameEnd(position);
        }
        for (int i = 0; i < frameLimit && position < stream.position(); i++)
        {
            final int begin = position;
            position = stream.frameEnd(begin);
            stream.deliver(begin, header, handler);
        }
    }

    @Override
    public Exception failure()
    {
        return null;
    }

    @Override
    public void close()
    {
        // Nothing is held.
    }
}
