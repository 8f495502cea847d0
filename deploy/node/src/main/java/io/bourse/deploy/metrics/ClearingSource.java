// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.clearing.run.context.ClearingRunOptions;
import io.bourse.clearing.run.context.RunProgress;
import io.bourse.clearing.run.context.StepTiming;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.deploy.node.VenueClearing;
import io.prometheus.metrics.model.snapshots.Labels;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The last clearing run of a venue, by its files: how long its steps took, and the halt against its budget.
 */
final class ClearingSource
{
    private static final String GIVEN_UP = "given_up";

    private ClearingSource()
    {
    }

    static void add(final DataDirectory directory, final Samples samples) throws IOException
    {
        final List<RunDirectory> runs = new RunStore(VenueClearing.baseDir(directory.path())).all();
        if (runs.isEmpty())
        {
            return;
        }
        final RunDirectory last = runs.getLast();
        final Labels labels = directory.labels().merge(
            Labels.of("kind", last.clearingKind().name().toLowerCase(Locale.ROOT)));
        samples.add("CLEARING_RUN", labels, last.runId());
        samples.add("CLEARING_PHASE", labels.merge(Labels.of("phase", last.isGivenUp() ? GIVEN_UP :
            last.phase().name().toLowerCase(Locale.ROOT))), 1);
        samples.add("CLEARING_HOLDING", labels, last.isHolding() ? 1 : 0);
        samples.add("CLEARING_BUDGET", labels, ClearingRunOptions.budgetNs(last.clearingKind()));
        for (final StepTiming step : last.find(RunDirectory.TIMINGS, StepTiming[].class).orElse(new StepTiming[0]))
        {
            samples.add("CLEARING_STEP",
                labels.merge(Labels.of("step", step.step().name().toLowerCase(Locale.ROOT))), step.elapsedNs());
        }
        final Optional<RunProgress> progress = last.find(RunDirectory.PROGRESS, RunProgress.class);
        samples.add("CLEARING_HALT", labels, progress.map(RunProgress::haltNs).orElse(0L));
    }
}
