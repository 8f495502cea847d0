// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

/**
 * The event stream that is followed does not have the events at a cursor any more: they were purged there.
 */
public final class PurgedEventsException extends IllegalStateException
{
    private static final long serialVersionUID = 1L;

    PurgedEventsException(final String message, final Exception cause)
    {
        super(message, cause);
    }
}
