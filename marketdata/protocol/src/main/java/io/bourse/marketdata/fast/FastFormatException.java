// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * Bytes that are not a FAST message of the templates in use, or a template file that cannot be used.
 */
public final class FastFormatException extends RuntimeException
{
    private static final long serialVersionUID = 1;

    /**
     * With what is wrong.
     *
     * @param message a sentence and facts.
     */
    public FastFormatException(final String message)
    {
        super(message);
    }

    /**
     * With what is wrong and why.
     *
     * @param message a sentence and facts.
     */
    public FastFormatException(final String message, final Throwable cause)
    {
        super(message, cause);
    }
}
