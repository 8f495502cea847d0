// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.quarantine;

/**
 * An approval of a quarantine cannot be honoured: it is not signed by the venue's key, or is not about a command of
 * this history.
 */
public final class QuarantineException extends IllegalStateException
{
    private static final long serialVersionUID = 1L;

    /**
     * A refusal.
     *
     * @param message what does not fit, with the facts.
     */
    public QuarantineException(final String message)
    {
        super(message);
    }
}
