// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

import static org.junit.jupiter.api.Assertions.assertEquals;

class StageScheduleTest
{
    private static final long SECOND_NS = 1_000_000_000;

    private static List<Long> moments(final StageSchedule schedule)
    {
        final List<Long> moments = new ArrayList<>();
        for (long i = 0; i < schedule.count(); i++)
        {
            moments.add(schedule.dueNs(i));
        }
        return moments;
    }

    @Test
    void shouldFollowTheRatesWhenThereAreBursts()
    {
        final StageSchedule schedule =
            new StageSchedule().then(SECOND_NS, 2, 1).then(SECOND_NS / 2, 8, 1).then(SECOND_NS, 2, 1);
        assertEquals(List.of(0L, 500_000_000L,
            1_000_000_000L, 1_125_000_000L, 1_250_000_000L, 1_375_000_000L,
            1_500_000_000L, 2_000_000_000L), moments(schedule));
        assertEquals(2 * SECOND_NS + SECOND_NS / 2, schedule.lengthNs());
    }

    @Test
    void shouldCountWhatIsDueWhenAMomentHasCome()
    {
        final StageSchedule schedule =
            new StageSchedule().then(SECOND_NS, 2, 1).then(SECOND_NS / 2, 8, 1).then(SECOND_NS, 2, 1);
        assertEquals(0, schedule.countUntil(-1));
        assertEquals(1, schedule.countUntil(0));
        assertEquals(1, schedule.countUntil(499_999_999));
        assertEquals(2, schedule.countUntil(500_000_000));
        assertEquals(2, schedule.countUntil(999_999_999));
        assertEquals(3, schedule.countUntil(1_000_000_000));
        assertEquals(6, schedule.countUntil(1_499_999_999));
        assertEquals(7, schedule.countUntil(1_500_000_000));
        assertEquals(8, schedule.countUntil(60 * SECOND_NS));
    }

    @Test
    void shouldBeDueTogetherWhenTheyAreOfOnePacket()
    {
        final StageSchedule schedule = new StageSchedule().then(SECOND_NS, 2, 3);
        assertEquals(List.of(0L, 0L, 0L, 500_000_000L, 500_000_000L, 500_000_000L), moments(schedule));
        assertEquals(List.of(0, 1, 2, 0, 1, 2), List.of(schedule.place(0), schedule.place(1), schedule.place(2),
            schedule.place(3), schedule.place(4), schedule.place(5)));
        assertEquals(3, schedule.countUntil(499_999_999));
    }

    @Test
    void shouldHaveAsManyAsAskedForWhenTheLengthIsACount()
    {
        final StageSchedule schedule = new StageSchedule().thenCount(5, 3);
        assertEquals(5, schedule.count());
        assertEquals(5, schedule.countUntil(schedule.lengthNs()));
        assertEquals(1_666_666_667L, schedule.lengthNs());
    }

    /** Calm and burst, packets, and a number: three generators together have every moment of the whole, each once. */
    @Test
    void shouldBeTheWholeWhenTheScheduleIsSharedByGenerators()
    {
        final List<UnaryOperator<StageSchedule>> schedules = List.of(
            (own) -> own.then(SECOND_NS, 20, 1).then(SECOND_NS / 2, 83, 1).then(SECOND_NS, 20, 1),
            (own) -> own.then(SECOND_NS, 7, 5),
            (own) -> own.thenCount(2, 3));
        for (final UnaryOperator<StageSchedule> made : schedules)
        {
            final StageSchedule whole = made.apply(new StageSchedule());
            final List<Long> moments = new ArrayList<>();
            final List<Integer> places = new ArrayList<>();
            for (int i = 0; i < 3; i++)
            {
                final StageSchedule part = made.apply(new StageSchedule(i, 3));
                assertEquals(whole.lengthNs(), part.lengthNs());
                for (long number = 0; number < part.count(); number++)
                {
                    moments.add(part.dueNs(number));
                    places.add(part.place(number));
                }
            }
            assertEquals(moments(whole), moments.stream().sorted().toList());
            assertEquals(LongStream.range(0, whole.count()).mapToObj((number) ->
            {
                whole.dueNs(number);
                return whole.place(number);
            }).sorted().toList(), places.stream().sorted().toList());
        }
    }

    @Test
    void shouldCountItsOwnPartWhenTheScheduleIsShared()
    {
        for (final long ns : List.of(-1L, 0L, 499_999_999L, 500_000_000L, SECOND_NS, 1_250_000_000L, SECOND_NS * 9))
        {
            final long whole = shared(0, 1).countUntil(ns);
            assertEquals(whole, shared(0, 2).countUntil(ns) + shared(1, 2).countUntil(ns), "ns=" + ns);
        }
        assertEquals(List.of(1L, 2L, 1L), List.of(
            shared(1, 2).countOf(0), shared(1, 2).countOf(1), shared(1, 2).countOf(2)));
        assertEquals(List.of(2L, 4L, 2L), List.of(
            shared(0, 1).countOf(0), shared(0, 1).countOf(1), shared(0, 1).countOf(2)));
    }

    private static StageSchedule shared(final int generator, final int generators)
    {
        return new StageSchedule(generator, generators).then(SECOND_NS, 2, 1).then(SECOND_NS / 2, 8, 1)
            .then(SECOND_NS, 2, 1);
    }
}
