// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.jmh.loadtest.profile.ProfileReader;
import io.bourse.jmh.loadtest.profile.ProfileStage;
import io.bourse.jmh.loadtest.result.ClearingTime;
import io.bourse.jmh.loadtest.result.Environment;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.ReplayResult;
import io.bourse.jmh.loadtest.result.StageResult;
import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** What a test need not do again, of the profile whose day is cleared on the venue that has traded it. */
class EarlierPartTest
{
    private static final List<ProfileStage> STAGES =
        ProfileReader.read("moex-derivatives-2025", 0.001, 1).stages();
    private static final Instant STARTED = Instant.parse("2026-11-29T10:00:00Z");
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");

    private static LoadTestResult report(
        final List<String> stages, final List<String> steps, final List<ReplayResult> replays)
    {
        return new LoadTestResult(LoadTestResult.FORMAT,
            new Environment(STARTED.toString(), "", "", "", "", "", "ram", "", "", ""), null,
            stages.stream().map((name) -> new StageResult(name, "", "", "", Map.of(), List.of(), List.of(), List.of(),
                Map.of())).toList(),
            steps.stream().map((step) -> new ClearingTime(step, "", 1, "")).toList(), replays, List.of());
    }

    private static List<String> toCome(final EarlierPart part)
    {
        return STAGES.stream().filter((stage) -> !part.hasDone(stage)).map((stage) -> stage.plan().name()).toList();
    }

    private static EarlierPart part(final LoadTestResult report)
    {
        return new EarlierPart(report, STAGES, true);
    }

    @Test
    void shouldLeaveOutTheStagesThatTheReportHas()
    {
        final EarlierPart part = part(report(List.of("record", "rate-1000"), List.of(), List.of()));
        assertEquals(STAGES.size() - 2, toCome(part).size());
        assertEquals(List.of("record", "rate-1000"), part.stages().stream().map(StageResult::name).toList());
        assertEquals(STARTED, part.startedAt(NOW));
    }

    /** The venue that the day was traded on is gone. */
    @Test
    void shouldBeginADayAgainThatWasNotClearedAndReplayed()
    {
        final List<String> steps = List.of("intraday clearing", "evening clearing");
        final List<String> traded = List.of("day", "reopened");
        final List<String> day = List.of("day", "intraday", "reopened", "evening");
        for (final LoadTestResult report : List.of(
            report(List.of("day"), List.of("intraday clearing"), List.of()), report(traded, steps, List.of()),
            report(traded, List.of("intraday clearing"), List.of(new ReplayResult("", 1, "a", "a", 1)))))
        {
            final EarlierPart part = part(report);
            assertEquals(STAGES.size(), toCome(part).size());
            assertEquals(List.of(), Stream.of(part.stages(), part.clearing(), part.replays()).flatMap(List::stream)
                .toList());
        }
        final EarlierPart part = part(report(traded, steps, List.of(new ReplayResult("", 1, "a", "a", 1))));
        assertEquals(List.of(), toCome(part).stream().filter(day::contains).toList());
        assertEquals(2, part.clearing().size());
        assertEquals(1, part.replays().size());
    }

    @Test
    void shouldBeginWhenThereIsNoReport()
    {
        final EarlierPart part = part(null);
        assertEquals(STAGES.size(), toCome(part).size());
        assertEquals(List.of(), part.stages());
        assertEquals(NOW, part.startedAt(NOW));
    }
}
