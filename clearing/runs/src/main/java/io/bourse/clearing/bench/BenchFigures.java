// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.run.context.ClearingStep;

import java.util.List;

/**
 * What one run over the synthetic day took.
 *
 * @param kind I or E.
 * @param threads that calculated.
 * @param steps in their order.
 * @param processNs from the start of the process to the end of the run.
 * @param trades cleared.
 * @param orderEvents of the day, of which the run reads nothing but the count.
 * @param registers at the cut.
 * @param positions rows written.
 * @param postings rows written.
 * @param movements rows that expiry made.
 * @param margined registers that need margin.
 * @param checks that held.
 * @param bytes in the run directory.
 * @param peakResidentBytes of the process, pages of mapped files included.
 * @param peakAnonymousBytes of the process, without them.
 * @param peakHeapBytes used after, or before, collections.
 * @param tablesSha256 over the tables, prices, checks and reports of the run.
 * @param packings of the reports by profile of the members' keys; none without reports.
 */
@JsonPropertyOrder({"kind", "threads", "steps", "processNs", "trades", "orderEvents", "registers", "positions",
    "postings", "movements", "margined", "checks", "bytes", "peakResidentBytes", "peakAnonymousBytes", "peakHeapBytes",
    "tablesSha256", "packings"})
record BenchFigures(
    String kind,
    int threads,
    List<Step> steps,
    long processNs,
    long trades,
    long orderEvents,
    long registers,
    long positions,
    long postings,
    long movements,
    long margined,
    long checks,
    long bytes,
    long peakResidentBytes,
    long peakAnonymousBytes,
    long peakHeapBytes,
    String tablesSha256,
    List<Packing> packings)
{
    /**
     * A step.
     *
     * @param step of the run.
     * @param elapsedNs it took.
     * @param cpuNs that all threads of the process took in it, collections and compilation included.
     * @param halts whether trading stands still in it.
     */
    @JsonPropertyOrder({"step", "elapsedNs", "cpuNs", "halts"})
    public record Step(String step, long elapsedNs, long cpuNs, boolean halts)
    {
        static Step of(final ClearingStep step, final long elapsedNs, final long cpuNs)
        {
            return new Step(step.name(), elapsedNs, cpuNs,
                step.compareTo(ClearingStep.SUSPEND) >= 0 && step.compareTo(ClearingStep.RESUME) <= 0);
        }
    }

    /**
     * Reports of a wave once more signed, encrypted and written as packages, with nothing else.
     *
     * @param wave of the reports.
     * @param profile of the members' keys.
     * @param packages that came of it.
     * @param bytes of the files that went in.
     * @param elapsedNs it took.
     * @param cpuNs that all threads of the process took in it.
     */
    @JsonPropertyOrder({"wave", "profile", "packages", "bytes", "elapsedNs", "cpuNs"})
    public record Packing(String wave, String profile, int packages, long bytes, long elapsedNs, long cpuNs)
    {
    }

    boolean isEvening()
    {
        return "E".equals(kind);
    }

    /** What the targets are about: from the suspension to the reopening, or to the last publication in the evening. */
    long haltNs()
    {
        return steps.stream().filter(Step::halts).mapToLong(Step::elapsedNs).sum();
    }

    long haltCpuNs()
    {
        return steps.stream().filter(Step::halts).mapToLong(Step::cpuNs).sum();
    }
}
