// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

/**
 * A drill cannot go on, or something that must be equal is not.
 */
public final class DrillException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    /**
     * A reason to stop.
     *
     * @param message what happened, with facts.
     */
    public DrillException(final String message)
    {
        super(message);
    }

    /**
     * A reason to stop that has a cause.
     *
     * @param message what happened, with facts.
     */
    public DrillException(final String message, final Throwable cause)
    {
        super(message, cause);
    }
}
