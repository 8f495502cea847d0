// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.RejectReason;

/**
 * The engine refused an operator's command; nothing has changed.
 */
public sealed class CommandRefusedException extends RuntimeException permits ApprovalMissingException
{
    private static final long serialVersionUID = 1L;

    private final RejectReason reason;

    /**
     * A refusal.
     *
     * @param reason the engine gave.
     * @param facts what was asked, as key=value.
     */
    public CommandRefusedException(final RejectReason reason, final String facts)
    {
        super("the engine refused the command: reason=" + reason + " " + facts);
        this.reason = reason;
    }

    private CommandRefusedException(final String message, final RejectReason reason)
    {
        super(message);
        this.reason = reason;
    }

    /**
     * A command that was not sent, because the engine would refuse it.
     *
     * @param reason the engine would give.
     * @param facts names, values and what to do.
     * @return exception.
     */
    public static CommandRefusedException notSent(final RejectReason reason, final String facts)
    {
        return new CommandRefusedException("nothing was sent, the engine would refuse it: reason=" + reason + " " +
            facts, reason);
    }

    /**
     * Why.
     *
     * @return reason the engine gave.
     */
    public RejectReason reason()
    {
        return reason;
    }
}
