// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

/**
 * The day cannot go on: something did not answer, or a check failed that everything after it depends on.
 */
public final class DayCheckException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    /**
     * A reason to stop.
     *
     * @param message what happened, with facts.
     */
    public DayCheckException(final String message)
    {
        super(message);
    }

    /**
     * A reason to stop.
     *
     * @param message what happened, with facts.
     * @param cause of it.
     */
    DayCheckException(final String message, final Throwable cause)
    {
        super(message, cause);
    }
}
