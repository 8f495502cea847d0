// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.RejectReason;

/**
 * A second person must approve the command. It was signed once more for that, so that it waits for up to a day.
 */
public final class ApprovalMissingException extends CommandRefusedException
{
    private static final long serialVersionUID = 1L;

    private final byte[] command;

    ApprovalMissingException(final byte[] command, final String facts)
    {
        super(RejectReason.APPROVAL_MISSING, facts);
        this.command = command;
    }

    /**
     * What waits for the second person.
     *
     * @return a whole {@code OperatorCommand} for {@link SignedCommands#approve} and {@link OperatorClient#submit}.
     */
    public byte[] command()
    {
        return command.clone();
    }
}
