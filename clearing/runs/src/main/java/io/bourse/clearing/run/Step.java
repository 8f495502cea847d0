// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.store.RunPhase;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/**
 * A step of a run: takes the record that the step before has made and gives its own.
 *
 * @param <I> record of the step before.
 * @param <O> record of this step.
 */
@FunctionalInterface
interface Step<I, O>
{
    /** Does the step. */
    O apply(Run run, I before) throws IOException;

    /** This step, and another one after it. */
    default <N> Step<I, N> then(final Step<? super O, ? extends N> next)
    {
        return (run, before) -> next.apply(run, apply(run, before));
    }

    /** The first step, which has begun with the plan of the run: trading goes on. */
    static <O> Step<IngestedDay, O> prepared(final Step<IngestedDay, O> work)
    {
        return (run, now) ->
        {
            final O after;
            try (now)
            {
                after = work.apply(run, now);
            }
            run.meter.end();
            return after;
        };
    }

    /** A step that is measured, under its name. */
    static <I, O> Step<I, O> timed(final ClearingStep name, final Step<I, O> work)
    {
        return (run, before) ->
        {
            run.meter.begin(name, 0);
            final O after = work.apply(run, before);
            run.meter.end();
            return after;
        };
    }

    /** A measured step that is not begun when an operator has aborted the run. */
    static <I, O> Step<I, O> abortable(final ClearingStep name, final Step<I, O> work)
    {
        return timed(name, (run, before) ->
        {
            run.journal.requireNotAborted();
            return work.apply(run, before);
        });
    }

    /** A step that only some runs have. */
    static <T> Step<T, T> when(final Predicate<Run> holds, final Step<T, T> work)
    {
        return (run, before) -> holds.test(run) ? work.apply(run, before) : before;
    }

    /** Enters a phase that is finished with another one: a run that dies in it is taken up from an earlier one. */
    static <T> Step<T, T> entering(final RunPhase phase, final RunPhase resumeFrom)
    {
        return (run, before) ->
        {
            run.journal.enter(phase, resumeFrom, List.of());
            return before;
        };
    }

    /** A step whose end is a phase of the journal; one that the run has reached is not done again. */
    static <T> Step<T, T> until(final RunPhase phase, final Step<T, T> work)
    {
        return until(phase, work, (run, before) -> before, run -> List.of());
    }

    /**
     * A step whose end is a phase of the journal.
     *
     * @param phase that the run enters when the step is done.
     * @param work of the step.
     * @param again takes up what an earlier attempt has left, when the run has reached the phase.
     * @param files that are finished with the step.
     */
    static <I, O> Step<I, O> until(
        final RunPhase phase, final Step<I, O> work, final Step<I, O> again, final Files files)
    {
        return (run, before) ->
        {
            if (run.journal.isAtLeast(phase))
            {
                return again.apply(run, before);
            }
            final O after = work.apply(run, before);
            run.journal.enter(phase, phase, files.of(run));
            return after;
        };
    }

    /** Names of files in the directory of a run. */
    @FunctionalInterface
    interface Files
    {
        List<String> of(Run run) throws IOException;
    }
}
