// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import com.sun.management.OperatingSystemMXBean;
import io.bourse.clearing.run.context.ClearingProgress;
import io.bourse.clearing.run.context.ClearingStep;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Notes how long steps take, and how much of the processor, which does not depend on what else the machine does.
 */
final class StepMeter implements ClearingProgress
{
    private final OperatingSystemMXBean system =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final List<BenchFigures.Step> steps = new ArrayList<>();
    private final ClearingProgress next;
    private long lastCpuNs;

    StepMeter(final ClearingProgress next)
    {
        this.next = next;
    }

    @Override
    public void onStep(final ClearingStep step, final long elapsedNs)
    {
        final long cpuNs = system.getProcessCpuTime();
        steps.add(BenchFigures.Step.of(step, elapsedNs, cpuNs - lastCpuNs));
        lastCpuNs = cpuNs;
        next.onStep(step, elapsedNs);
    }

    List<BenchFigures.Step> steps()
    {
        return List.copyOf(steps);
    }
}
