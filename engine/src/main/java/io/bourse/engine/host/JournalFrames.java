// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.client.CommandFormat;
import org.agrona.DirectBuffer;

import java.nio.ByteOrder;

/**
 * The journal of a solo engine: every frame is a command that carries its stamp.
 */
final class JournalFrames implements LoggedCommands
{
    private FrameWalk at;

    @Override
    public Kind read(final FrameWalk walk)
    {
        at = walk;
        return CommandFormat.isValid(walk.buffer(), walk.payloadOffset(), walk.payloadLength()) ?
            Kind.COMMAND : Kind.UNKNOWN;
    }

    @Override
    public long stampedNs()
    {
        return at.buffer().getLong(at.payloadOffset() + CommandFormat.STAMPED_NS_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public DirectBuffer buffer()
    {
        return at.buffer();
    }

    @Override
    public int offset()
    {
        return at.payloadOffset();
    }

    @Override
    public int length()
    {
        return at.payloadLength();
    }

    @Override
    public boolean isMonotonic()
    {
        return true;
    }
}
