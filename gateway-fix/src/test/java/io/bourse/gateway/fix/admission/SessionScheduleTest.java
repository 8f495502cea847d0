// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionScheduleTest
{
    private static final ZoneId MOSCOW = ZoneId.of("Europe/Moscow");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Set<DayOfWeek> WEEKDAYS = EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY);
    private static final SessionSchedule DAY =
        new SessionSchedule(LocalTime.of(8, 0), LocalTime.of(19, 0), WEEKDAYS, MOSCOW);
    private static final SessionSchedule NIGHT =
        new SessionSchedule(LocalTime.of(19, 5), LocalTime.of(2, 0), WEEKDAYS, MOSCOW);
    private static final SessionSchedule WHOLE =
        new SessionSchedule(LocalTime.of(6, 0), LocalTime.of(6, 0), EnumSet.allOf(DayOfWeek.class), MOSCOW);

    @Test
    void shouldBeOpenFromItsStartToBeforeItsEnd()
    {
        assertFalse(DAY.isOpen(moscow("2026-11-23T07:59:59.999")));
        assertTrue(DAY.isOpen(moscow("2026-11-23T08:00:00")));
        assertTrue(DAY.isOpen(moscow("2026-11-23T18:59:59.999")));
        assertFalse(DAY.isOpen(moscow("2026-11-23T19:00:00")));
    }

    @Test
    void shouldBeClosedOnOtherDays()
    {
        assertFalse(DAY.isOpen(moscow("2026-11-22T12:00:00")));
        assertEquals("2026-11-23T08:00+03:00[Europe/Moscow]",
            DAY.nextStart(moscow("2026-11-20T19:00:00")).toString());
    }

    @Test
    void shouldGoOnOverMidnight()
    {
        assertTrue(NIGHT.isOpen(moscow("2026-11-21T01:59:59")));
        assertFalse(NIGHT.isOpen(moscow("2026-11-21T02:00:00")));
        assertFalse(NIGHT.isOpen(moscow("2026-11-23T01:00:00")));
        assertEquals(moscow("2026-11-20T19:05:00"), NIGHT.periodStartMs(moscow("2026-11-21T01:00:00")));
    }

    @Test
    void shouldHaveOnePeriodADayWhenItIsNeverClosed()
    {
        assertEquals(moscow("2026-11-22T06:00:00"), WHOLE.periodStartMs(moscow("2026-11-23T05:59:59")));
        assertEquals(moscow("2026-11-23T06:00:00"), WHOLE.periodStartMs(moscow("2026-11-23T06:00:00")));
    }

    @Test
    void shouldSayNoPeriodOutsideOfAll()
    {
        assertEquals(SessionSchedule.NONE, DAY.periodStartMs(moscow("2026-11-23T20:00:00")));
    }

    @Test
    void shouldMoveAStartOutOfTheGapOfAChangeOfClocks()
    {
        final SessionSchedule schedule = new SessionSchedule(
            LocalTime.of(2, 30), LocalTime.of(12, 0), EnumSet.allOf(DayOfWeek.class), BERLIN);

        assertFalse(schedule.isOpen(Instant.parse("2026-03-29T01:29:59Z").toEpochMilli()));
        assertTrue(schedule.isOpen(Instant.parse("2026-03-29T01:30:00Z").toEpochMilli()));
        assertEquals("2026-03-29T03:30+02:00[Europe/Berlin]",
            schedule.nextStart(Instant.parse("2026-03-28T12:00:00Z").toEpochMilli()).toString());
    }

    @Test
    void shouldRefuseAScheduleWithoutDays()
    {
        final IllegalArgumentException ex = assertThrows(IllegalArgumentException.class,
            () -> new SessionSchedule(LocalTime.MIN, LocalTime.NOON, Set.of(), MOSCOW));
        assertTrue(ex.getMessage().contains("days=[]"), ex.getMessage());
    }

    private static long moscow(final String local)
    {
        return ZonedDateTime.of(LocalDateTime.parse(local), MOSCOW).toInstant().toEpochMilli();
    }
}
