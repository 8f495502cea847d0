// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing;

/**
 * Results are published, reports are not complete; {@code bourse clearing report} writes them.
 */
public final class ReportsFailedException extends ClearingException
{
    private static final long serialVersionUID = 1L;

    /**
     * New exception.
     *
     * @param message a sentence with key=value facts.
     * @param cause may be null.
     */
    public ReportsFailedException(final String message, final Throwable cause)
    {
        super(EXIT_REPORTS_FAILED, message, cause);
    }
}
