// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.SetFeatureLevelDecoder;
import org.agrona.DirectBuffer;

import java.nio.ByteOrder;

/**
 * The journal of a solo engine: every frame is a command that carries its stamp. From the feature level on that a venue
 * is founded with, only commands of proven senders were ever journalled.
 */
public final class JournalFrames implements LoggedCommands
{
    private FrameWalk at;
    private boolean isAuthenticated;

    @Override
    public Kind read(final FrameWalk walk)
    {
        at = walk;
        if (!CommandForm.isCommand(walk.buffer(), walk.payloadOffset(), walk.payloadLength()))
        {
            return Kind.UNKNOWN;
        }
        isAuthenticated |=
            SetFeatureLevelDecoder.TEMPLATE_ID == CommandForm.templateId(walk.buffer(), walk.payloadOffset());
        return Kind.COMMAND;
    }

    @Override
    public boolean isAuthenticated()
    {
        return isAuthenticated;
    }

    @Override
    public long stampedNs()
    {
        return at.buffer().getLong(at.payloadOffset() + CommandForm.STAMPED_NS_OFFSET, ByteOrder.LITTLE_ENDIAN);
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

    /** A solo engine has no terms. */
    @Override
    public int offeredLevel()
    {
        throw new IllegalStateException("a journal of a solo engine has no terms");
    }

    @Override
    public boolean isMonotonic()
    {
        return true;
    }
}
