// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.report;

import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.price.FixedPrice;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.clearing.run.context.StepTiming;
import io.bourse.clearing.run.store.Publication;
import io.bourse.clearing.run.store.RunDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.List;

/**
 * What a run has done.
 *
 * @param header identity of the run.
 * @param cut where it cut the stream.
 * @param directory of the run.
 * @param reportsDirectory signed reports in it.
 * @param prices by ordinal of the instrument.
 * @param checks all passed.
 * @param timings of its steps.
 * @param counts of what it worked on.
 */
public record RunResult(
    RunHeader header,
    RunRecord.Cut cut,
    Path directory,
    Path reportsDirectory,
    List<FixedPrice> prices,
    List<CheckResult> checks,
    List<StepTiming> timings,
    Counts counts)
{
    private static final Logger LOGGER = LoggerFactory.getLogger(RunResult.class);

    /** Result as the files of the run have it. */
    public static RunResult of(
        final RunHeader header,
        final RunRecord.Cut cut,
        final RunDirectory directory,
        final List<FixedPrice> prices,
        final List<StepTiming> timings,
        final List<ManifestEntry> reports)
    {
        final Publication done = directory.read(RunDirectory.PUBLICATION, Publication.class);
        final long rows = reports.stream().mapToLong(ManifestEntry::rows).sum();
        LOGGER.info("clearing run done: runId={} kind={} trades={} positions={} postings={} reports={}",
            header.runId(), header.kind(), done.trades(), done.positions(), done.postings(), reports.size());
        return new RunResult(
            header,
            cut,
            directory.path(),
            directory.reports(),
            prices,
            List.of(directory.read(RunDirectory.CHECKS, CheckResult[].class)),
            timings,
            new Counts(
                done.trades(),
                done.positions(),
                done.postings(),
                reports.size(),
                rows,
                done.kopecks("FEE_EX"),
                done.kopecks("FEE_CC")));
    }

    /**
     * How long trading stood still for the run, its own part of it.
     *
     * @return nanoseconds from suspension to resumption, or to the publication in the evening.
     */
    public long haltNs()
    {
        return timings.stream().filter(t -> t.step().isHalt()).mapToLong(StepTiming::elapsedNs).sum();
    }

    /**
     * Amounts of work and of money.
     *
     * @param trades of the session before the cut.
     * @param positions rows of clients and instruments.
     * @param postings in the ledger.
     * @param reportFiles written.
     * @param reportRows in them.
     * @param exchangeFeeKopecks charged by this run.
     * @param clearingFeeKopecks charged by this run.
     */
    public record Counts(
        long trades,
        long positions,
        long postings,
        long reportFiles,
        long reportRows,
        long exchangeFeeKopecks,
        long clearingFeeKopecks)
    {
    }
}
