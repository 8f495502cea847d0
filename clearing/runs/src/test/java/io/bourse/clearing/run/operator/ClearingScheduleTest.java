// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunPhase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;

class ClearingScheduleTest
{
    private static final int DATE = 20_261_123;
    private static final String TEXT = "time;kind\n10:00;I\n14:00;I\n18:50;E\n";

    private static long at(final int hour)
    {
        return LocalDateTime.of(2026, 11, 23, hour, 0).toInstant(ClearingSchedule.ZONE).toEpochMilli();
    }

    private static RunStatus run(final int number, final String kind, final RunPhase phase)
    {
        return run(number, kind, phase, false);
    }

    private static RunStatus run(final int number, final String kind, final RunPhase phase, final boolean isGivenUp)
    {
        return new RunStatus(
            RunIds.of(DATE, number), "", kind, phase, "", isGivenUp, "", 0, List.of(), null, 0, 0);
    }

    private static List<PlannedRun.State> states(final List<RunStatus> runs, final int hour)
    {
        return ClearingSchedule.parse(TEXT, "here").plan(DATE, runs, at(hour)).stream().map(PlannedRun::state).toList();
    }

    @Test
    void shouldSayWhatHasBecomeOfTheRuns()
    {
        assertEquals(
            List.of(PlannedRun.State.DUE, PlannedRun.State.LATER, PlannedRun.State.LATER), states(List.of(), 12));
        assertEquals(
            List.of(PlannedRun.State.DONE, PlannedRun.State.BEGUN, PlannedRun.State.LATER),
            states(List.of(run(1, "I", RunPhase.REPORTED), run(2, "I", RunPhase.CHECKED)), 15));
        assertEquals(
            List.of(PlannedRun.State.SKIPPED, PlannedRun.State.SKIPPED, PlannedRun.State.DONE),
            states(List.of(run(1, "E", RunPhase.PUBLISHED)), 19));
    }

    @Test
    void shouldDoNeitherAGivenUpRunNorTheSameOneAgain()
    {
        final ClearingSchedule schedule = ClearingSchedule.parse(TEXT, "here");
        final List<RunStatus> givenUp = List.of(run(1, "I", RunPhase.ABORTED, true));
        assertEquals(
            List.of(PlannedRun.State.GIVEN_UP, PlannedRun.State.DUE, PlannedRun.State.LATER), states(givenUp, 15));
        assertEquals(at(14), schedule.nextMs(DATE, "I", givenUp, at(15), 0));
        final List<RunStatus> aborted = List.of(run(1, "I", RunPhase.ABORTED));
        assertEquals(
            List.of(PlannedRun.State.ABORTED, PlannedRun.State.DUE, PlannedRun.State.LATER), states(aborted, 15));
        assertEquals(at(14), schedule.nextMs(DATE, "I", aborted, at(15), 0));
        final List<RunStatus> stopped = List.of(run(1, "I", RunPhase.REPORTED), run(2, "I", RunPhase.CHECK_FAILED));
        assertEquals(at(14), schedule.nextMs(DATE, "I", stopped, at(15), 0));
        assertEquals(0, schedule.nextMs(DATE, "I", stopped, at(15), at(14)));
    }

    @Test
    void shouldFindTheNextTime()
    {
        final ClearingSchedule schedule = ClearingSchedule.parse(TEXT, "here");
        final List<RunStatus> done = List.of(run(1, "I", RunPhase.REPORTED));
        assertEquals(at(14), schedule.nextMs(DATE, "I", done, at(11), 0));
        assertEquals(0, schedule.nextMs(DATE, "E", List.of(run(1, "E", RunPhase.REPORTED)), at(20), 0));
        assertEquals(1, ClearingSchedule.parse("time;kind\n23:50;E\n", "here").plan(DATE, List.of(), at(1)).size());
    }

    @Test
    void shouldGiveAWeekendToTheNextBusinessDay()
    {
        assertEquals(20_261_120, ClearingSchedule.tradingDate(LocalDate.of(2026, 11, 20)));
        assertEquals(DATE, ClearingSchedule.tradingDate(LocalDate.of(2026, 11, 21)));
        assertEquals(DATE, ClearingSchedule.tradingDate(LocalDate.of(2026, 11, 22)));
    }

    @ParameterizedTest
    @ValueSource(ints = {20_261_399, 20_260_230, 1, -1})
    void shouldRefuseWhatIsNoDate(final int date)
    {
        final IllegalArgumentException refused = assertThrows(
            IllegalArgumentException.class, () -> ClearingSchedule.DEFAULT.plan(date, List.of(), at(12)));
        assertEquals("a trading date is YYYYMMDD: date=" + date, refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "time,kind\n18:50;E\n",
        "time;kind\n",
        "time;kind\n14:00;I\n",
        "time;kind\n18:50;E\n19:00;I\n",
        "time;kind\n18:50;E\n19:00;E\n",
        "time;kind\n15:00;I\n14:00;I\n18:50;E\n",
        "time;kind\n25:00;E\n",
        "time;kind\n18:50;X\n",
        "time;kind\n18:50\n"})
    void shouldRefuseWhatIsNoSchedule(final String text)
    {
        assertThrows(IllegalArgumentException.class, () -> ClearingSchedule.parse(text, "here"));
    }
}
