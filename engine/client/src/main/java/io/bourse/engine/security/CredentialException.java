// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

/**
 * A secret is missing, or is not safe where it lies. Never says what the secret is.
 */
public final class CredentialException extends IllegalStateException
{
    private static final long serialVersionUID = 1;

    /**
     * A refusal.
     *
     * @param message what is wrong and what to do.
     */
    public CredentialException(final String message)
    {
        super(message);
    }

    /**
     * A refusal with its cause.
     *
     * @param message what is wrong and what to do.
     */
    public CredentialException(final String message, final Throwable cause)
    {
        super(message, cause);
    }
}
