// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

/**
 * The engine did not answer an operator's command in time. If it was taken, whether it was executed is not known; a
 * definition may be sent again without harm.
 */
public final class CommandTimeoutException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    private final boolean isTaken;

    private CommandTimeoutException(final String message, final boolean isTaken)
    {
        super(message);
        this.isTaken = isTaken;
    }

    /**
     * A command that the engine never took.
     *
     * @param facts what was asked and how long was waited, as key=value.
     * @return exception; nothing has changed.
     */
    static CommandTimeoutException notTaken(final String facts)
    {
        return new CommandTimeoutException("the engine takes no commands, nothing was done: " + facts, false);
    }

    /**
     * A command whose outcome did not come.
     *
     * @param facts what was asked and how long was waited, as key=value.
     * @return exception; the operator has to look.
     */
    static CommandTimeoutException unknown(final String facts)
    {
        return new CommandTimeoutException("the engine did not answer in time, it is not known whether the command" +
            " was executed; look before you send it again: " + facts, true);
    }

    /**
     * Whether the command may have been executed.
     *
     * @return false when the engine never took it.
     */
    public boolean isTaken()
    {
        return isTaken;
    }
}
