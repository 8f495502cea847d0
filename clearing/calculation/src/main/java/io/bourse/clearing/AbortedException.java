// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing;

/**
 * An operator has aborted the run. Nothing was published; trading stays as it was.
 */
public final class AbortedException extends ClearingException
{
    private static final long serialVersionUID = 1L;

    /**
     * New exception.
     *
     * @param message a sentence with key=value facts.
     */
    public AbortedException(final String message)
    {
        super(EXIT_ABORTED, message, null);
    }
}
