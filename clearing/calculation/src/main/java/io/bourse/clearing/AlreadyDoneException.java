// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing;

/**
 * The run was done before; nothing was changed.
 */
public final class AlreadyDoneException extends ClearingException
{
    private static final long serialVersionUID = 1L;

    /**
     * New exception.
     *
     * @param message a sentence with key=value facts.
     */
    public AlreadyDoneException(final String message)
    {
        super(EXIT_ALREADY_DONE, message, null);
    }
}
