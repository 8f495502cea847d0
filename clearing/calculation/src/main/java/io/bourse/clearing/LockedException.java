// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing;

/**
 * Another process works there now; nothing was begun, and it may be tried again when that is over.
 */
public final class LockedException extends PreconditionException
{
    private static final long serialVersionUID = 1L;

    /**
     * New exception.
     *
     * @param message a sentence with key=value facts.
     */
    public LockedException(final String message)
    {
        super(message);
    }
}
