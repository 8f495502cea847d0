// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.files;

import java.io.IOException;

/**
 * A file or directory is not used, because others than the user of the process own it, can use it, or have put a link
 * there. The message has the command that puts it right.
 */
public final class UnsafeFileException extends IOException
{
    private static final long serialVersionUID = 1L;

    UnsafeFileException(final String message)
    {
        super(message);
    }
}
