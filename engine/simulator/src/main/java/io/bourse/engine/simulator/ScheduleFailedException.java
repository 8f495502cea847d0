// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

/**
 * A check of a schedule has failed: the venue did what it must never do.
 */
final class ScheduleFailedException extends IllegalStateException
{
    private static final long serialVersionUID = 1L;

    ScheduleFailedException(final String message)
    {
        super(message);
    }

    ScheduleFailedException(final String message, final Throwable cause)
    {
        super(message, cause);
    }
}
