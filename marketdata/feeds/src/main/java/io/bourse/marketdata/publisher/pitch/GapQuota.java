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
    private final Window second;
    private final Window minute;
    private final Window day;

    GapQuota(final int perSecond, final int perMinute, final int perDay)
    {
        second = new Window(TimeUnit.SECONDS.toNanos(1), perSecond);
        minute = new Window(TimeUnit.MINUTES.toNanos(1), perMinute);
        day = new Window(TimeUnit.DAYS.toNanos(1), perDay);
    }

    /** ACCEPTED, then the request is counted, or the status to refuse it with: the longest wait first. */
    byte take(final long nowNs)
    {
        if (day.isUsedUp(nowNs))
        {
            return PitchMessages.GAP_DAILY_QUOTA;
        }
        if (minute.isUsedUp(nowNs))
        {
            return PitchMessages.GAP_MINUTE_QUOTA;
        }
        if (second.isUsedUp(nowNs))
        {
            return PitchMessages.GAP_SECOND_QUOTA;
        }
        day.used++;
        minute.used++;
        second.used++;
        return PitchMessages.ACCEPTED;
    }

    private static final class Window
    {
        private final long lengthNs;
        private final int limit;
        private long number;
        private int used;

        private Window(final long lengthNs, final int limit)
        {
            this.lengthNs = lengthNs;
            this.limit = limit;
        }

        private boolean isUsedUp(final long nowNs)
        {
            if (nowNs / lengthNs != number)
            {
                number = nowNs / lengthNs;
                used = 0;
            }
            return used >= limit;
        }
    }
}
