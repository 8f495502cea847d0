// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.checkpoint;

/**
 * A checkpoint is not used. The message says why.
 */
public final class CheckpointException extends RuntimeException
{
    private static final long serialVersionUID = 1L;

    /**
     * A reason.
     *
     * @param message what is wrong with it.
     */
    public CheckpointException(final String message)
    {
        super(message);
    }

    CheckpointException(final String message, final Throwable cause)
    {
        super(message, cause);
    }
}
