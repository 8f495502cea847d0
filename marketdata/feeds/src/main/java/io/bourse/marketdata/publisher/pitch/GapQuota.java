// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.pitch.PitchMessages;
import java.util.concurrent.TimeUnit;

/**
 * How many gap requests one login may make in the second, the minute and the day (UTC) of the clock. Outlives its
 * connections. Requests that are refused do not count.
 */
final class GapQuota
{
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long DAY_NS = TimeUnit.DAYS.toNanos(1);

    private final int perSecond;
    private final int perMinute;
    private final int perDay;
    private long second;
    private long minute;
    private long day;
    private int inSecond;
    private int inMinute;
    private int inDay;

    GapQuota(final int perSecond, final int perMinute, final int perDay)
    {
        this.perSecond = perSecond;
        this.perMinute = perMinute;
        this.perDay = perDay;
    }

    /** ACCEPTED, then the request is counted, or the status to refuse it with: the longest wait first. */
    byte take(final long nowNs)
    {
        roll(nowNs);
        if (inDay >= perDay)
        {
            return PitchMessages.GAP_DAILY_QUOTA;
        }
        if (inMinute >= perMinute)
        {
            return PitchMessages.GAP_MINUTE_QUOTA;
        }
        if (inSecond >= perSecond)
        {
            return PitchMessages.GAP_SECOND_QUOTA;
        }
        inDay++;
        inMinute++;
        inSecond++;
        return PitchMessages.ACCEPTED;
    }

    private void roll(final long nowNs)
    {
        if (nowNs / SECOND_NS != second)
        {
            second = nowNs / SECOND_NS;
            inSecond = 0;
        }
        if (nowNs / MINUTE_NS != minute)
        {
            minute = nowNs / MINUTE_NS;
            inMinute = 0;
        }
        if (nowNs / DAY_NS != day)
        {
            day = nowNs / DAY_NS;
            inDay = 0;
        }
    }
}
