// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import java.util.ArrayList;
import java.util.List;

/**
 * Measures the steps of a run.
 */
final class StepClock
{
    private final ClearingProgress progress;
    private final List<StepTiming> timings = new ArrayList<>();
    private long beganNs = System.nanoTime();

    StepClock(final ClearingProgress progress)
    {
        this.progress = progress;
    }

    void done(final ClearingStep step)
    {
        final long nowNs = System.nanoTime();
        final StepTiming timing = new StepTiming(step, nowNs - beganNs);
        timings.add(timing);
        beganNs = nowNs;
        progress.onStep(step, timing.elapsedNs());
    }

    List<StepTiming> timings()
    {
        return List.copyOf(timings);
    }
}
