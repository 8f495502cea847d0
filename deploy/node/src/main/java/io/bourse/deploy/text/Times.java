// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.text;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Times as people read them.
 */
public final class Times
{
    private static final DateTimeFormatter FORMAT =
        DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private Times()
    {
    }

    /**
     * A time of UTC to the nanosecond.
     *
     * @param timeNs nanoseconds since the Unix epoch.
     * @return ISO-8601.
     */
    public static String text(final long timeNs)
    {
        return FORMAT.format(Instant.ofEpochSecond(
            Math.floorDiv(timeNs, NANOS_PER_SECOND), Math.floorMod(timeNs, NANOS_PER_SECOND)));
    }
}
