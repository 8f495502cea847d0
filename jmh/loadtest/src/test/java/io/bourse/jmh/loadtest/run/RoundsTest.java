// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.jmh.loadtest.profile.ProfileReader;
import io.bourse.jmh.loadtest.profile.ProfileStage;
import io.bourse.jmh.loadtest.result.StageResult;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/** Stages that run more than once, and rates that hang on others. */
class RoundsTest
{
    private static List<ProfileStage> stages(final String... names)
    {
        return ProfileReader.read("ours", 1, 1).stages().stream()
            .filter((stage) -> List.of(names).contains(stage.plan().name())).toList();
    }

    private static StageResult result(final String name, final double perSecond)
    {
        return new StageResult(name, "SATURATE", "", "", Map.of("acceptedPerSecond", perSecond), List.of(), List.of(),
            List.of(), Map.of());
    }

    @Test
    void shouldRepeatWhatMeasuresAndDoADayOnce()
    {
        final Rounds rounds = new Rounds(stages("sustained", "ring", "day", "idle"), Map.of());
        assertEquals(List.of("sustained", "ring", "day", "idle"),
            rounds.stages(1).stream().map((stage) -> Rounds.name(stage, 1)).toList());
        assertEquals(List.of("sustained-run3", "ring-run3", "idle-run3"),
            rounds.stages(3).stream().map((stage) -> Rounds.name(stage, 3)).toList());
    }

    @Test
    void shouldPutTheRunsOfEachStageTogether()
    {
        final Rounds rounds = new Rounds(stages("sustained", "ring", "day"), Map.of());
        final List<StageResult> merged = rounds.merged(List.of(result("sustained", 5), result("ring", 1),
            result("day", 9), result("sustained-run2", 7), result("ring-run2", 3), result("sustained-run3", 8)));
        assertEquals(List.of("sustained", "ring", "day"), merged.stream().map(StageResult::name).toList());
        assertEquals(List.of(7.0, 2.0, 9.0),
            merged.stream().map((stage) -> stage.figures().get("acceptedPerSecond")).toList());
        assertEquals(List.of(5.0, 7.0, 8.0), merged.getFirst().runs().get("acceptedPerSecond"));
    }

    @Test
    void shouldCompareTheTwoStagesOfEachRoundAndTakeTurnsInTheirOrder()
    {
        final Rounds rounds = new Rounds(ProfileReader.read("partitions", 1, 1).stages(), Map.of());
        assertEquals(List.of("one", "two"), rounds.stages(1).stream().map((stage) -> stage.plan().name()).toList());
        assertEquals(List.of("two", "one"), rounds.stages(2).stream().map((stage) -> stage.plan().name()).toList());
        assertEquals(List.of("one", "two"), rounds.stages(3).stream().map((stage) -> stage.plan().name()).toList());
        final StageResult two = rounds.merged(List.of(result("one", 4), result("two", 6), result("two-run2", 5),
            result("one-run2", 5), result("two-run3", 9))).getLast();
        assertEquals(List.of(1.5, 1.0), two.runs().get(StageResult.TIMES_OF_BASE));
        assertEquals(1.25, two.figures().get(StageResult.TIMES_OF_BASE));
    }

    @Test
    void shouldGiveAllRoundsTheRateThatWasMeasuredFirst() throws IOException
    {
        final Rounds rounds = new Rounds(stages("sustained", "bursts"), Map.of("sustained", 1.0));
        assertEquals(5, rounds.perSecond("sustained", List.of(result("sustained", 5), result("sustained-run2", 7))));
        assertEquals(7, rounds.perSecond("sustained", List.of(result("sustained-run2", 7))));
        assertEquals("the rate of a stage hangs on another one that was not measured: of=sustained",
            assertThrows(IOException.class, () -> rounds.perSecond("sustained", List.of())).getMessage());
        assertEquals("", rounds.known(rounds.stages(1).getLast()));
    }

    @Test
    void shouldTakeAKnownRateAndSaySoWhenItsStageIsNotRun() throws IOException
    {
        final Rounds rounds = new Rounds(stages("bursts"), Map.of("sustained", 72_000.0));
        assertEquals(72_000, rounds.perSecond("sustained", List.of()));
        assertEquals("; rates hang on 72,000 transactions/s of sustained, given and not measured here",
            rounds.known(rounds.stages(1).getFirst()));
    }

    @Test
    void shouldRefuseAStageWhoseRateNobodyKnows()
    {
        assertEquals("the rate of a stage hangs on another one that is not run: stage=bursts of=sustained; name that " +
            "in --stages too, or give its rate by --sustained or --from",
            assertThrows(IllegalArgumentException.class, () -> new Rounds(stages("bursts"), Map.of())).getMessage());
    }
}
