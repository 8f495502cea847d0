// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.history;

/**
 * Archived history cannot be read or written. The message names what is wrong, and what to do.
 */
public final class HistoryException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    /**
     * A reason.
     *
     * @param message what is wrong.
     */
    public HistoryException(final String message)
    {
        super(message);
    }

    HistoryException(final String message, final Throwable cause)
    {
        super(message, cause);
    }
}
