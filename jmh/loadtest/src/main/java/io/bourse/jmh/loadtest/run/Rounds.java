// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.jmh.loadtest.profile.ProfileStage;
import io.bourse.jmh.loadtest.result.Repetition;
import io.bourse.jmh.loadtest.result.StageResult;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Stages of a test that is repeated. All of them run once, then all again that measure, each round with venues of its
 * own: what a machine or a JVM does by chance is not the same in all of them.
 */
final class Rounds
{
    private static final String RUN = "-run";

    private final List<ProfileStage> stages;
    private final Map<String, Double> knownPerSecond;

    /**
     * Rounds of a test.
     *
     * @param stages of the first one.
     * @param knownPerSecond rates on which others hang, of stages that are not run.
     * @throws IllegalArgumentException when a stage hangs on another one of which neither is the case.
     */
    Rounds(final List<ProfileStage> stages, final Map<String, Double> knownPerSecond)
    {
        this.stages = stages;
        this.knownPerSecond = knownPerSecond;
        for (final ProfileStage stage : stages)
        {
            if (stage.isDependent() && !isRun(stage.of()) && !knownPerSecond.containsKey(stage.of()))
            {
                throw new IllegalArgumentException("the rate of a stage hangs on another one that is not run: stage=" +
                    stage.plan().name() + " of=" + stage.of() +
                    "; name that in --stages too, or give its rate by --sustained or --from");
            }
        }
    }

    private boolean isRun(final String name)
    {
        return stages.stream().anyMatch((stage) -> name.equals(stage.plan().name()));
    }

    /** Stages of a round; rounds from 1. Those that are compared take turns in who comes first. */
    List<ProfileStage> stages(final int round)
    {
        final List<ProfileStage> ofRound = 1 == round ? stages : stages.stream()
            .filter((stage) -> stage.plan().kind().isRepeated() && !stage.continues()).toList();
        return 0 == round % 2 && ofRound.stream().anyMatch((stage) -> !stage.against().isEmpty()) ?
            ofRound.reversed() : ofRound;
    }

    /** A stage of a round, with its results and logs under a name of their own. */
    static String name(final ProfileStage stage, final int round)
    {
        final String name = stage.plan().name();
        return 1 == round ? name : name + RUN + round;
    }

    private static boolean isOf(final StageResult result, final String stage)
    {
        return result.name().equals(stage) || result.name().matches(stage + RUN + "\\d+");
    }

    /**
     * The rate on which others hang. All rounds have the same: the first that was measured, else what was known.
     *
     * @param stage name of it.
     * @param results so far.
     * @return accepted transactions a second.
     * @throws IOException when it was to be measured and was not.
     */
    double perSecond(final String stage, final List<StageResult> results) throws IOException
    {
        final Double measured = results.stream().filter((result) -> isOf(result, stage))
            .map((result) -> result.figures().get(StageResult.ACCEPTED_PER_SECOND)).filter(Objects::nonNull).findFirst()
            .orElseGet(() -> isRun(stage) ? null : knownPerSecond.get(stage));
        if (null == measured)
        {
            throw new IOException("the rate of a stage hangs on another one that was not measured: of=" + stage);
        }
        return measured;
    }

    /** What a stage's condition must say of a rate that this test has not measured. */
    String known(final ProfileStage stage)
    {
        return !stage.isDependent() || isRun(stage.of()) ? "" : String.format(Locale.ROOT,
            "; rates hang on %,.0f transactions/s of %s, given and not measured here", knownPerSecond.get(stage.of()),
            stage.of());
    }

    /** All rounds as one result of each stage. */
    List<StageResult> merged(final List<StageResult> all)
    {
        final List<StageResult> results = compared(all);
        final List<StageResult> merged = new ArrayList<>();
        for (final ProfileStage stage : stages)
        {
            final List<StageResult> runs =
                results.stream().filter((result) -> isOf(result, stage.plan().name())).toList();
            if (!runs.isEmpty())
            {
                merged.add(Repetition.merge(stage.plan().name(), runs));
            }
        }
        return merged;
    }

    /** Each with what it came to beside the other one of its round. */
    private List<StageResult> compared(final List<StageResult> results)
    {
        final Map<String, Double> perSecond = new HashMap<>();
        results.forEach((result) ->
            perSecond.put(result.name(), result.figures().get(StageResult.ACCEPTED_PER_SECOND)));
        final List<StageResult> compared = new ArrayList<>(results);
        for (final ProfileStage stage : stages)
        {
            final String name = stage.plan().name();
            compared.replaceAll((result) ->
            {
                final Double base = stage.against().isEmpty() || !isOf(result, name) ? null :
                    perSecond.get(stage.against() + result.name().substring(name.length()));
                if (null == base)
                {
                    return result;
                }
                final Map<String, Double> figures = new LinkedHashMap<>(result.figures());
                figures.put(StageResult.TIMES_OF_BASE, perSecond.get(result.name()) / base);
                return result.withFigures(figures);
            });
        }
        return compared;
    }
}
