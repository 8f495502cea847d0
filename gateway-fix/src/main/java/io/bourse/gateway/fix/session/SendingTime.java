// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.gateway.fix.wire.UtcDates;

/**
 * Reads UTCTimestamps from bytes.
 */
final class SendingTime
{
    /** Not a time. */
    static final long INVALID = UtcDates.INVALID;

    private SendingTime()
    {
    }

    /**
     * Whole seconds of YYYYMMDD-HH:MM:SS, or with a fraction of three, six or nine digits.
     *
     * @param bytes message.
     * @param offset of the value.
     * @param length of the value.
     * @return seconds since the Unix epoch or {@link #INVALID}.
     */
    static long epochSecond(final byte[] bytes, final int offset, final int length)
    {
        final int fractionLength = length - UtcDates.SECONDS_LENGTH;
        return switch (fractionLength)
        {
            case 0, 4, 7, 10 ->
                INVALID == UtcDates.fractionNs(bytes, offset + UtcDates.SECONDS_LENGTH, fractionLength) ?
                    INVALID : UtcDates.epochSecond(bytes, offset);
            default -> INVALID;
        };
    }
}
