// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

/**
 * The core threw something while it executed a command. Its state can no longer be trusted.
 */
public final class CoreFailedException extends IllegalStateException
{
    private static final long serialVersionUID = 1L;

    private final transient FailedCommand command;

    CoreFailedException(final FailedCommand command, final Throwable cause)
    {
        super("the core cannot execute a command, `bourse recover` says how the venue goes on without it: " + command,
            cause);
        this.command = command;
    }

    /**
     * The command.
     *
     * @return what is known of it.
     */
    public FailedCommand command()
    {
        return command;
    }
}
