// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.field;

import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.UtcDates;

/**
 * Times of received messages as nanoseconds since the Unix epoch.
 */
public final class FixTimes
{
    public static final long INVALID = UtcDates.INVALID;
    public static final long NS_PER_DAY = 86_400_000_000_000L;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int MAX_LENGTH = 27;
    /** The last day of 2261: later times have too many nanoseconds. */
    private static final long LAST_DAY = 106_650;

    private FixTimes()
    {
    }

    /** End of a day, LocalMktDate: YYYYMMDD. */
    public static long endOfDate(final FixReader message, final int index)
    {
        final long days = UtcDates.DATE_LENGTH == message.length(index) ?
            UtcDates.epochDay(message.bytes(), message.offset(index)) : INVALID;
        return INVALID == days || days > LAST_DAY ? INVALID : (days + 1) * NS_PER_DAY;
    }

    /** UTCTimestamp: YYYYMMDD-HH:MM:SS, perhaps with a point and three to nine digits. */
    public static long timestamp(final FixReader message, final int index)
    {
        final int length = message.length(index);
        if (length < UtcDates.SECONDS_LENGTH || length > MAX_LENGTH)
        {
            return INVALID;
        }
        final int offset = message.offset(index);
        final long seconds = UtcDates.epochSecond(message.bytes(), offset);
        final long fractionNs = UtcDates.fractionNs(
            message.bytes(), offset + UtcDates.SECONDS_LENGTH, length - UtcDates.SECONDS_LENGTH);
        return INVALID == seconds || seconds / (NS_PER_DAY / NS_PER_SECOND) > LAST_DAY || INVALID == fractionNs ?
            INVALID : seconds * NS_PER_SECOND + fractionNs;
    }

    /** YYYYMMDD of a day. */
    public static int date(final long epochNs)
    {
        return UtcDates.date(epochNs / NS_PER_DAY);
    }
}
