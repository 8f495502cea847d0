// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing;

/**
 * The run may not start or go on in this state; nothing was published by this attempt.
 */
public class PreconditionException extends ClearingException
{
    private static final long serialVersionUID = 1L;

    /**
     * New exception.
     *
     * @param message a sentence with key=value facts.
     */
    public PreconditionException(final String message)
    {
        this(message, null);
    }

    /**
     * New exception.
     *
     * @param message a sentence with key=value facts.
     * @param cause may be null.
     */
    public PreconditionException(final String message, final Throwable cause)
    {
        super(EXIT_PRECONDITION, message, cause);
    }
}
