// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import java.util.concurrent.TimeUnit;

/**
 * Engine time in PITCH: seconds past midnight of the venue, and nanoseconds past the second.
 */
final class DayTime
{
    /** Not a second of a day. */
    static final int NONE = -1;

    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long DAY_SECONDS = TimeUnit.DAYS.toSeconds(1);

    private final int utcOffsetSeconds;

    DayTime(final int utcOffsetSeconds)
    {
        this.utcOffsetSeconds = utcOffsetSeconds;
    }

    int secondOfDay(final long timeNs)
    {
        return (int)Math.floorMod(Math.floorDiv(timeNs, SECOND_NS) + utcOffsetSeconds, DAY_SECONDS);
    }

    static int offsetNs(final long timeNs)
    {
        return (int)Math.floorMod(timeNs, SECOND_NS);
    }
}
