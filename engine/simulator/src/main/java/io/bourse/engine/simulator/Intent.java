// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

/**
 * Something that a trader or the operator wants done once, however often it has to be sent. Its id travels as the
 * receive time of the command, which the engine passes on, so that every outcome can be told.
 */
final class Intent
{
    private final int id;
    private final int gatewayId;
    private final int sessionId;
    private final byte[] command;
    private long toldCursor;

    Intent(final int id, final int gatewayId, final int sessionId, final byte[] command)
    {
        this.id = id;
        this.gatewayId = gatewayId;
        this.sessionId = sessionId;
        this.command = command;
    }

    int id()
    {
        return id;
    }

    int sessionId()
    {
        return sessionId;
    }

    /** The command under a sequence. */
    byte[] command(final long sequence)
    {
        final byte[] copy = command.clone();
        CommandEncoder.identify(copy, gatewayId, sessionId, sequence, id);
        return copy;
    }

    /** Where its outcome is, as its gateway was told; 0 while it was not. */
    long toldCursor()
    {
        return toldCursor;
    }

    /** The gateway has seen the outcome. */
    void told(final long cursor)
    {
        if (0 != toldCursor && cursor != toldCursor)
        {
            throw new CheckFailedException("a gateway was told of two outcomes of one command: intent=" + id +
                " firstCursor=" + toldCursor + " secondCursor=" + cursor);
        }
        toldCursor = cursor;
    }

    @Override
    public String toString()
    {
        return "intent=" + id + " gatewayId=" + gatewayId + " sessionId=" + sessionId;
    }
}
