// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

/**
 * A password file that must not be used as it is. The message names the file, and the line if there is one, but never
 * what stands in it.
 */
public final class PasswordFileException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    PasswordFileException(final String message)
    {
        super(message);
    }

    PasswordFileException(final String message, final Throwable cause)
    {
        super(message, cause);
    }
}
