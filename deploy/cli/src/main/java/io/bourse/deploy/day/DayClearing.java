// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.packages.PackageVerifier;
import io.bourse.clearing.proof.DayReplay;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportsVerifier;
import io.bourse.clearing.report.file.RunIdentity;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.context.StepTiming;
import io.bourse.clearing.run.proof.JournalProof;
import io.bourse.clearing.run.proof.RunManifestProof;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.deploy.config.Markets;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The clearing runs of a day, started the way an operator's process starts them: over shared memory, not in the
 * engine's process space.
 */
final class DayClearing
{
    /** The day lasts seconds, so its settlement window does too. */
    static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final String REPORTS = "reports";
    private static final String PACKAGES = "packages";

    private final Path dataDir;
    private final DayChecks checks;
    private final boolean hasMargin;
    private final List<DaySummary.Clearing> runs = new ArrayList<>();
    private final Map<RunPlace, Long> cuts = new LinkedHashMap<>();

    /**
     * Clearing of a venue.
     *
     * @param dataDir of the venue.
     * @param checks of the day.
     * @param hasMargin true to calculate with the margin of the demo venue, false with what the venue's file says.
     */
    DayClearing(final Path dataDir, final DayChecks checks, final boolean hasMargin)
    {
        this.dataDir = dataDir;
        this.checks = checks;
        this.hasMargin = hasMargin;
    }

    List<DaySummary.Clearing> runs()
    {
        return List.copyOf(runs);
    }

    void run(final ClearingKind kind) throws IOException
    {
        try (VenueClearing venue = VenueClearing.connect(dataDir))
        {
            final SecondOperator second = new SecondOperator(dataDir);
            final ClearingContext ofVenue = venue.context().withSliceIntervalNs(SLICE_NS).withProgress(second)
                .withOptions(options -> options.withSigner(DemoOperators.key(DemoOperators.OPERATOR)));
            final ClearingContext context =
                hasMargin ? ofVenue.withMargin(VenueClearing.embeddedMargin(dataDir)) : ofVenue;
            final RunResult result = VenueClearing.run(kind, context);
            cuts.put(
                RunPlace.find(context.baseDir(), Long.toString(result.header().runId())), result.cut().cursor());
            runs.add(new DaySummary.Clearing(
                kind.name(), result.header().runId(), result.haltNs(), reportsNs(result),
                result.counts().trades(), result.directory().toString()));
            final String name = kind.name().toLowerCase(Locale.ROOT);
            checks.add(name + " clearing invariants", holds(result), result.checks().size() + " checks, " +
                result.counts().trades() + " trades, " + result.counts().postings() + " postings");
            checkSums(name, result.directory());
            verify(name, result, venue.keysDir());
        }
    }

    private static boolean holds(final RunResult result)
    {
        return !result.checks().isEmpty() && result.checks().stream().allMatch(CheckResult::isOk);
    }

    /** What some win others lose, take-overs of a default included. */
    private void checkSums(final String name, final Path directory) throws IOException
    {
        long kopecks = 0;
        try (Table money = Table.open(directory, RunTables.MONEY))
        {
            for (long row = 0; row < money.rows(); row++)
            {
                kopecks += money.longs(RunTables.MONEY_PAID).get(row) + money.longs(RunTables.MONEY_VM).get(row) +
                    money.longs(RunTables.MONEY_PREMIUM).get(row);
            }
        }
        checks.equal(name + " margin and premium of all, kopecks", 0, kopecks);
    }

    /** What `bourse clearing verify` says of the run's proofs; the day is recalculated by {@link #repeat}. */
    private void verify(final String name, final RunResult result, final Path keysDir) throws IOException
    {
        final Path run = result.directory();
        final Path reports = run.resolve(REPORTS);
        final TrustedSigner trusted = ClearingKeys.open(keysDir).trustedSigner();
        final RunIdentity identity = RunManifestProof.identity(run);
        add(name + " manifest and audit trail", RunManifestProof.verify(run, trusted, VenueOperators.read(dataDir)));
        add(name + " audit trail in the journal",
            JournalProof.findings(VenueClearing.journalProofs(VenueClearing.baseDir(dataDir)), run));
        add(name + " reports verified", ReportsVerifier.verifyRun(reports, identity, trusted));
        add(name + " packages verified", PackageVerifier.verifyRun(run.resolve(PACKAGES), reports, identity, trusted));
    }

    private void add(final String check, final List<ReportFinding> findings)
    {
        final ReportFinding bad = findings.stream().filter((finding) -> !finding.isOk()).findFirst().orElse(null);
        checks.add(check, null == bad, null == bad ?
            findings.size() + " findings" : bad.status() + " file=" + bad.file() + " " + bad.message());
    }

    /**
     * Repeats the day from the recording, in a directory beside the runs: the tables of the day must have the same
     * hash, positions must be those of the runs.
     *
     * @throws IOException when files cannot be read or written.
     */
    void repeat() throws IOException
    {
        final String market = Markets.codeOf(dataDir);
        try (VenueClearing venue = VenueClearing.connect(dataDir))
        {
            final IngestContext context = IngestContext.builder()
                .directory(Files.createDirectory(
                    dataDir.resolveSibling(market.isEmpty() ? "replay" : "replay-" + market)))
                .engineClient(venue.client())
                .sliceIntervalNs(SLICE_NS)
                .build();
            for (final RunFinding finding : DayReplay.replay(context, cuts, 1))
            {
                checks.add("repeated: " + finding.part(), finding.ok(), finding.detail());
            }
        }
    }

    private static long reportsNs(final RunResult result)
    {
        return result.timings().stream()
            .filter(timing -> timing.step().compareTo(ClearingStep.REPORTS) >= 0)
            .mapToLong(StepTiming::elapsedNs).sum();
    }

    /**
     * Positions as the clients add them up from their own executions must be the engine's.
     *
     * @param own net lots by account and instrument.
     * @param report of the engine.
     */
    void comparePositions(final SortedMap<String, Long> own, final StateReport report)
    {
        final SortedMap<String, Long> expected = new TreeMap<>();
        for (final StateReport.NetPosition position : report.positions())
        {
            expected.put(
                ClientTally.positionKey(AccountCode.unpack(position.accountCode()), position.instrumentId()),
                position.netLots());
        }
        final SortedMap<String, Long> actual = new TreeMap<>(own);
        actual.values().removeIf(lots -> 0 == lots);
        checks.add("positions of clients equal the engine's", expected.equals(actual), expected.size() + " positions");
    }
}
