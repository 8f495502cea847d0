// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

/**
 * What was encrypted was not encrypted to this key.
 */
public final class WrongKeyException extends Exception
{
    private static final long serialVersionUID = 1L;

    /**
     * New exception.
     *
     * @param message a sentence with key=value facts.
     */
    public WrongKeyException(final String message)
    {
        super(message);
    }
}
