// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

/**
 * A request of a trader or the operator, to be executed once, however often it is sent. Its id travels as the
 * receive time of the command, which the engine passes on, so that every outcome names it.
 */
final class Intent
{
    private final int id;
    private final int gatewayId;
    private final int sessionId;
    private final byte[] command;
    private long answeredCursor;

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
        CommandBytes.identify(copy, gatewayId, sessionId, sequence, id);
        return copy;
    }

    /** Where its outcome is, as its gateway received it; 0 before that. */
    long answeredCursor()
    {
        return answeredCursor;
    }

    /** The gateway has seen the outcome. */
    void answered(final long cursor)
    {
        if (0 != answeredCursor && cursor != answeredCursor)
        {
            throw new ScheduleFailedException("a gateway received two outcomes of one command: intent=" + id +
                " firstCursor=" + answeredCursor + " secondCursor=" + cursor);
        }
        answeredCursor = cursor;
    }

    @Override
    public String toString()
    {
        return "intent=" + id + " gatewayId=" + gatewayId + " sessionId=" + sessionId;
    }
}
