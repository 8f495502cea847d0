// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

/**
 * A disk has no space or does not answer. The files are good: once the disk is, the engine starts again on them.
 */
public final class StorageException extends IllegalStateException
{
    private static final long serialVersionUID = 1L;

    /**
     * A disk that cannot be worked on.
     *
     * @param message a sentence with key=value facts and what to do.
     */
    public StorageException(final String message)
    {
        super(message);
    }
}
