// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.aeron.protocol.DataHeaderFlyweight;
import io.bourse.engine.host.recording.FrameWalk;
import org.agrona.DirectBuffer;

/**
 * Walks what a stream held when the walk began.
 */
final class MemoryFrames implements FrameWalk
{
    private final MemoryStream stream;
    private final int limit;
    private int position;
    private int frameBegin;
    private long skipAfter = -1;

    MemoryFrames(final MemoryStream stream)
    {
        this.stream = stream;
        limit = (int)stream.position();
    }

    @Override
    public boolean nextData()
    {
        while (position < limit)
        {
            frameBegin = position;
            position = stream.frameEnd(position);
            if (!stream.isPadding(frameBegin))
            {
                if (skipAfter >= 0 && frameBegin >= skipAfter)
                {
                    skipAfter = -1;
                    continue;
                }
                return true;
            }
        }
        return false;
    }

    /** Leaves out the first frame after a position; a defect. */
    void skipAfter(final long framePosition)
    {
        skipAfter = framePosition;
    }

    @Override
    public boolean isAtEnd()
    {
        return position >= limit;
    }

    @Override
    public long position()
    {
        return position;
    }

    @Override
    public DirectBuffer buffer()
    {
        return stream.buffer();
    }

    @Override
    public int payloadOffset()
    {
        return frameBegin + DataHeaderFlyweight.HEADER_LENGTH;
    }

    @Override
    public int payloadLength()
    {
        return stream.payloadLength(frameBegin);
    }

    @Override
    public void close()
    {
        position = limit;
    }
}
