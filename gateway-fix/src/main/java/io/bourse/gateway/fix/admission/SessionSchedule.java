// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.admission;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Set;

/**
 * When a session may be logged on: a period on each of some days of the week. A period whose end is not after its
 * start ends on the day after; with both the same it lasts from one day to the next.
 *
 * @param start first moment of a period, local time.
 * @param end first moment after it, local time.
 * @param days on which periods begin; at least one.
 * @param zone of the times. A time that a change of clocks leaves out is moved after the gap.
 */
public record SessionSchedule(LocalTime start, LocalTime end, Set<DayOfWeek> days, ZoneId zone)
{
    /** Not a time: outside of all periods. */
    public static final long NONE = Long.MIN_VALUE;
    private static final int DAYS_TO_LOOK_AHEAD = 8;

    /**
     * Makes the days unmodifiable.
     *
     * @param start first moment of a period.
     * @param end first moment after it.
     * @param days on which periods begin.
     * @param zone of the times.
     * @throws IllegalArgumentException without a day.
     */
    public SessionSchedule
    {
        days = Set.copyOf(days);
        if (days.isEmpty())
        {
            throw new IllegalArgumentException("a schedule needs at least one day of the week, block the session " +
                "instead: days=" + days);
        }
    }

    /**
     * Whether the session may be logged on.
     *
     * @param epochMs time, milliseconds since the Unix epoch.
     * @return true within a period.
     */
    public boolean isOpen(final long epochMs)
    {
        return NONE != periodStartMs(epochMs);
    }

    /**
     * Begin of the period that a time lies in; it names the period.
     *
     * @param epochMs time, milliseconds since the Unix epoch.
     * @return milliseconds since the Unix epoch, or {@link #NONE} outside of all periods.
     */
    public long periodStartMs(final long epochMs)
    {
        final LocalDate today = dateAt(epochMs);
        final long ofToday = startMs(today);
        if (days.contains(today.getDayOfWeek()) && ofToday <= epochMs && epochMs < endMs(today))
        {
            return ofToday;
        }
        final LocalDate yesterday = today.minusDays(1);
        if (days.contains(yesterday.getDayOfWeek()) && epochMs < endMs(yesterday))
        {
            return startMs(yesterday);
        }
        return NONE;
    }

    /**
     * Begin of the next period.
     *
     * @param epochMs time, milliseconds since the Unix epoch.
     * @return first begin after this time.
     */
    public ZonedDateTime nextStart(final long epochMs)
    {
        LocalDate day = dateAt(epochMs);
        for (int i = 0; i <= DAYS_TO_LOOK_AHEAD; i++)
        {
            if (days.contains(day.getDayOfWeek()) && startMs(day) > epochMs)
            {
                return ZonedDateTime.of(day, start, zone);
            }
            day = day.plusDays(1);
        }
        throw new IllegalStateException("a schedule begins every week: schedule=" + this);
    }

    private LocalDate dateAt(final long epochMs)
    {
        return Instant.ofEpochMilli(epochMs).atZone(zone).toLocalDate();
    }

    private long startMs(final LocalDate day)
    {
        return ZonedDateTime.of(day, start, zone).toInstant().toEpochMilli();
    }

    private long endMs(final LocalDate day)
    {
        final LocalDate last = end.isAfter(start) ? day : day.plusDays(1);
        return ZonedDateTime.of(last, end, zone).toInstant().toEpochMilli();
    }
}
