// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import java.util.EnumMap;
import java.util.Map;

/**
 * How long steps take on the machine that docs/performance.md names, for the time that is left of a run: a fixed part
 * and one per million trades and registers. Estimates; nothing but what people are told depends on them.
 */
public final class StepEstimates
{
    private static final long NS_PER_MS = 1_000_000L;
    private static final double MILLION = 1_000_000.0;
    private static final Map<ClearingStep, Estimate> ESTIMATES = new EnumMap<>(ClearingStep.class);

    static
    {
        ESTIMATES.put(ClearingStep.SUSPEND, new Estimate(20, 0, 0));
        ESTIMATES.put(ClearingStep.INGEST, new Estimate(100, 5, 10));
        ESTIMATES.put(ClearingStep.PRICES, new Estimate(20, 0, 0));
        ESTIMATES.put(ClearingStep.EXPIRY, new Estimate(20, 20, 20));
        ESTIMATES.put(ClearingStep.FUNDS, new Estimate(20, 0, 20));
        ESTIMATES.put(ClearingStep.CALCULATE, new Estimate(30, 250, 120));
        ESTIMATES.put(ClearingStep.WRITE, new Estimate(50, 60, 120));
        ESTIMATES.put(ClearingStep.CHECK, new Estimate(30, 60, 40));
        ESTIMATES.put(ClearingStep.MARGIN, new Estimate(20, 0, 100));
        ESTIMATES.put(ClearingStep.COMPARE, new Estimate(400, 20, 20));
        ESTIMATES.put(ClearingStep.RECONCILE, new Estimate(50, 20, 40));
        ESTIMATES.put(ClearingStep.PUBLISH, new Estimate(100, 0, 0));
        ESTIMATES.put(ClearingStep.RESUME, new Estimate(20, 0, 0));
    }

    private StepEstimates()
    {
    }

    /** Expected time of a step; 0 for steps outside the halt. */
    public static long ns(final ClearingStep step, final long trades, final long registers)
    {
        final Estimate estimate = ESTIMATES.get(step);
        if (null == estimate)
        {
            return 0;
        }
        final double ms = estimate.fixedMs() + estimate.msPerMillionTrades() * (trades / MILLION) +
            estimate.msPerMillionRegisters() * (registers / MILLION);
        return (long)(ms * NS_PER_MS);
    }

    private record Estimate(double fixedMs, double msPerMillionTrades, double msPerMillionRegisters)
    {
    }
}
