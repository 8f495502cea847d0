// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.profile.ProfileStage;
import io.bourse.jmh.loadtest.result.ClearingTime;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.ReplayResult;
import io.bourse.jmh.loadtest.result.StageResult;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What a test that was broken off has done already. Stages that go on with a venue are done when all on that venue are,
 * and its replay: the venue itself is gone.
 */
final class EarlierPart
{
    private final LoadTestResult earlier;
    private final List<ProfileStage> done = new ArrayList<>();

    /**
     * Finds out.
     *
     * @param earlier report of that test; null for none.
     * @param stages of the test that continues.
     * @param replays whether journal and event stream are replayed after a day.
     */
    EarlierPart(final LoadTestResult earlier, final List<ProfileStage> stages, final boolean replays)
    {
        this.earlier = earlier;
        int from = 0;
        while (null != earlier && from < stages.size())
        {
            int to = from + 1;
            while (to < stages.size() && stages.get(to).continues())
            {
                to++;
            }
            final List<ProfileStage> onVenue = stages.subList(from, to);
            if (onVenue.stream().allMatch(this::isThere) &&
                (!replays || !has(onVenue, StageKind.DAY) || !earlier.replays().isEmpty()))
            {
                done.addAll(onVenue);
            }
            from = to;
        }
    }

    private static boolean has(final List<ProfileStage> stages, final StageKind kind)
    {
        return stages.stream().anyMatch((stage) -> kind == stage.plan().kind());
    }

    private boolean isThere(final ProfileStage stage)
    {
        final StageKind kind = stage.plan().kind();
        return kind.isClearing() ?
            earlier.clearing().stream().map(ClearingTime::step)
                .anyMatch((StageKind.INTRADAY == kind ? OwnProcesses.INTRADAY : OwnProcesses.EVENING)::equals) :
            earlier.stages().stream().anyMatch((result) -> result.name().equals(stage.plan().name()));
    }

    /** Whether a stage need not be run again. */
    boolean hasDone(final ProfileStage stage)
    {
        return done.contains(stage);
    }

    /** Results of what is done. */
    List<StageResult> stages()
    {
        return done.isEmpty() ? List.of() : earlier.stages().stream()
            .filter((result) -> done.stream().anyMatch((stage) -> result.name().equals(stage.plan().name()))).toList();
    }

    /** Times of clearing, when it is done. */
    List<ClearingTime> clearing()
    {
        return has(done, StageKind.EVENING) || has(done, StageKind.INTRADAY) ? earlier.clearing() : List.of();
    }

    /** Replays of days that are done. */
    List<ReplayResult> replays()
    {
        return has(done, StageKind.DAY) ? earlier.replays() : List.of();
    }

    /** When the test began that continues, if it does. */
    Instant startedAt(final Instant now)
    {
        return done.isEmpty() ? now : Instant.parse(earlier.environment().startedAt());
    }
}
