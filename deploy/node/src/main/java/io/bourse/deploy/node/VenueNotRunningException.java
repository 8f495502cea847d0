// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import java.io.IOException;

/**
 * A command needs a running venue, and none runs on the data directory, or it has ended while the command worked.
 */
public final class VenueNotRunningException extends IOException
{
    private static final long serialVersionUID = 1L;

    /**
     * No venue runs.
     *
     * @param message what was looked for, and what to do.
     * @param cause of it; null for none.
     */
    public VenueNotRunningException(final String message, final Throwable cause)
    {
        super(message, cause);
    }
}
