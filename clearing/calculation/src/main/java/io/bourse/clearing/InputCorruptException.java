// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing;

/**
 * A file of an earlier run is missing, unreadable or not what its digest says.
 */
public final class InputCorruptException extends ClearingException
{
    private static final long serialVersionUID = 1L;

    /**
     * New exception.
     *
     * @param message a sentence with key=value facts.
     */
    public InputCorruptException(final String message)
    {
        this(message, null);
    }

    /**
     * New exception.
     *
     * @param message a sentence with key=value facts.
     * @param cause may be null.
     */
    public InputCorruptException(final String message, final Throwable cause)
    {
        super(EXIT_INPUT_CORRUPT, message, cause);
    }
}
