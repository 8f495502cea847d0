// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.proof.RunVerifier;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.report.file.ReportsVerifier;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.clearing.run.operator.PlannedRun;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunState;
import io.bourse.clearing.sql.RunSql;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.clearing.verify.SecondOpinionOptions;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A published run is put right by another one, on a real engine. */
@Timeout(600)
@Tag("venue")
class CorrectionRunTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final int SI = ClearingFixture.SI;
    private static final int RI = ClearingFixture.RI;
    private static final long E5 = ClearingFixture.E5;
    private static final long FIRST = 2_026_112_301L;
    private static final long SECOND = FIRST + 1;
    private static final long THIRD = FIRST + 2;
    private static final String REASON = "settlement price of SI was typed wrong";

    @TempDir
    private Path dir;
    private ClearingFixture venue;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(B, A));
        venue.trade(SI, 92_400, 3, A, B, true);
        venue.trade(RI, 112_350, 2, B, A, false);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    @Test
    void shouldStandInThePlaceOfTheIntradayRunItCorrects() throws IOException
    {
        final RunResult wrong = intraday(92_900);
        final Map<String, String> untouched = digests(wrong.directory());
        venue.trade(SI, 92_450, 1, B, A, false);
        final RunResult right = correct(FIRST, 92_500);
        assertEquals(untouched, digests(wrong.directory()));
        assertEquals(venue.baseDir.resolve("20261123/2-I"), right.directory());
        assertEquals("1500.00", position(wrong, A, SI).get(8), "three lots from 92400 to 92900");
        assertEquals("300.00", position(right, A, SI).get(8), "three lots from 92400 to 92500");
        assertEquals(position(wrong, A, RI), position(right, A, RI));
        assertZeroSum(wrong.directory(), right.directory());
        assertEquals(List.of(FIRST + " 9290000000", FIRST + " 9250000000"), published(SI));
        assertEquals(1, published(RI).size(), "published once, it has not changed");
        assertEquals(1, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));
        final RunResult evening = evening(92_300);
        assertEquals(3, RunIds.number(evening.header().runId()));
        assertEquals("300.00", position(evening, A, SI).get(7), "paid is what the correction has booked");
        // Two lots left of three bought at 92400, one sold at 92450.
        assertEquals("-150.00", position(evening, A, SI).get(6));
        assertProven(right.directory());
        assertProven(evening.directory());
        assertEquals(List.of("0", "1"), List.of(
            ask(right.directory(), "select count(*) from checks where not ok"),
            ask(right.directory(), "select count(*) from reversed_ledger where client = '" + A +
                "' and isin = 'SI-12.26' and debit = 'cash:" + A + "' and amount = 1500.00")));
    }

    @Test
    void shouldGiveMembersTheNextRevisionWithANotice() throws IOException
    {
        intraday(92_900);
        final RunResult right =
            ClearingCorrection.correct(corrected(venue.context(), FIRST, 92_500), FIRST, REASON);
        assertEquals(FIRST, right.header().runId());
        assertEquals(2, right.header().revision());
        assertTrue(ReportsVerifier.isClean(
            ReportsVerifier.verify(right.reportsDirectory(), ClearingKeys.open(venue.keysDir).trustedSigner())));
        final Path wave = right.reportsDirectory().resolve("w1");
        assertEquals(List.of(
            List.of("run", "corrected_run", "reason", "register", "amount_before", "amount_after", "amount"),
            List.of("2026112302", "2026112301", REASON, "", "0.00", "0.00", "0.00"),
            List.of("2026112302", "2026112301", REASON, A, amountEnd(1, A), amountEnd(2, A), "-1200.00")),
            ClearingFixture.report(wave, "AA_notice_I_20261123_000000001_r2.csv.zst"));
        assertTrue(Files.exists(wave.resolve("BB_moncl_I_20261123_000000001_r2.csv.zst")));
        try (Stream<Path> packages = Files.list(right.directory().resolve("packages/w1")))
        {
            assertEquals(2, packages.filter(each -> each.getFileName().toString().contains("_r2")).count());
        }
        final RunControl control = control();
        assertEquals(SECOND, control.run(FIRST).correctedBy());
        assertEquals(FIRST, control.run(SECOND).corrects());
        assertThrows(PreconditionException.class, control::unfinished);
        assertThrows(PreconditionException.class, () -> control.report(context(), FIRST));
        assertEquals(right.header(), control.report(context(), SECOND).header());
    }

    @Test
    void shouldCorrectACorrection() throws IOException
    {
        intraday(92_900);
        correct(FIRST, 92_500);
        final PreconditionException refused =
            assertThrows(PreconditionException.class, () -> correct(FIRST, 92_600));
        assertTrue(refused.getMessage().contains("unId=" + SECOND), refused::getMessage);
        final RunResult again = correct(SECOND, 92_600);
        assertEquals(3, again.header().revision());
        assertEquals(FIRST, again.header().runId());
        assertZeroSum(venue.baseDir.resolve("20261123/2-I"), again.directory());
        assertEquals(3, published(SI).size());
        final RunResult evening = evening(92_600);
        assertEquals("600.00", position(evening, A, SI).get(7));
        assertProven(again.directory());
        final List<PlannedRun> plan = ClearingSchedule.read(venue.baseDir)
            .plan(ClearingFixture.DATE, control().runs(), 0);
        assertEquals(List.of(FIRST, THIRD + 1), plan.stream().map(PlannedRun::runId).toList());
        assertEquals(List.of(THIRD, 0L), plan.stream().map(PlannedRun::correctedBy).toList());
        // As a process leaves it that dies before the reports are written.
        final RunDirectory superseded = new RunDirectory(venue.baseDir, ClearingFixture.DATE, 2, "I");
        final RunState state = superseded.state();
        superseded.enter(RunPhase.PUBLISHED, RunPhase.PUBLISHED, state.cut(), "",
            state.files().stream().map(RunState.FileDigest::name).toList());
        final PreconditionException noLonger = assertThrows(PreconditionException.class,
            () -> ClearingCorrection.resume(corrected(context(), SECOND, 92_500), SECOND));
        assertTrue(noLonger.getMessage().contains("correctionRunId=" + THIRD), noLonger::getMessage);
        assertEquals(RunPhase.PUBLISHED, superseded.phase());
    }

    @Test
    void shouldBeWhatTheNextDayBeginsWith() throws IOException
    {
        final RunResult wrong = evening(92_900);
        final RunResult right = correct(FIRST, 92_500);
        venue.engine.operator().openSession(2, 20_261_124);
        final RunResult next = intraday(92_600);
        assertEquals(RunTexts.money(right.directory()).get(A).getLast(),
            RunTexts.money(next.directory()).get(A).getFirst());
        assertFalse(RunTexts.money(wrong.directory()).get(A).equals(RunTexts.money(right.directory()).get(A)));
        assertEquals("300.00", position(next, A, SI).get(6), "three lots from 92500 to 92600");
        assertProven(next.directory());
    }

    @Test
    void shouldCorrectTheEveningRunWhenTheNextSessionIsOpen() throws IOException
    {
        evening(92_900);
        venue.engine.operator().openSession(2, 20_261_124);
        venue.trade(SI, 92_700, 1, A, B, true);
        final RunResult right = correct(FIRST, 92_500);
        assertEquals(venue.baseDir.resolve("20261123/2-E"), right.directory());
        final RunResult next = intraday(92_600);
        assertEquals("200.00", position(next, A, SI).get(6), "three lots up 100 each, one down 100");
        assertEquals(RunTexts.money(right.directory()).get(A).getLast(),
            RunTexts.money(next.directory()).get(A).getFirst());
        // What is read of the stream anew comes to the same.
        venue.forgetIngest();
        assertEquals("600.00", position(evening(92_700), A, SI).get(6), "three lots up 200 each, one at its price");
    }

    @Test
    void shouldWaitForASecondPairOfEyes() throws IOException
    {
        intraday(92_900);
        final RunControl control = control();
        assertThrows(ApprovalException.class, () -> correctWithPolicy(92_500));
        assertEquals(RunPhase.PRICES_PROPOSED, control.run(SECOND).phase());
        assertThrows(ApprovalException.class,
            () -> control.answer(SECOND, ApprovalStep.PRICES, TestOperators.of("tester"), true, null));
        control.answer(SECOND, ApprovalStep.PRICES, TestOperators.of("other"), true, null);
        assertThrows(ApprovalException.class, () -> correctWithPolicy(92_500));
        assertEquals(RunPhase.READY_TO_PUBLISH, control.run(SECOND).phase());
        assertEquals(1, published(SI).size());
        assertTrue(Files.readString(control.shown(SECOND, ApprovalStep.PUBLISH)).contains("correction.json"));
        control.answer(SECOND, ApprovalStep.PUBLISH, TestOperators.of("other"), true, null);
        final ClearingContext ctx = control.resumeOptions(withPolicy(), SECOND);
        assertEquals(2, ClearingCorrection.resume(ctx, SECOND).header().revision());
        assertEquals(2, published(SI).size());
        assertTrue(new ClearingAuditTrail(venue.baseDir, System::currentTimeMillis).read().stream().anyMatch(record ->
            "correct".equals(record.command()) && SECOND == record.runId()));
    }

    @Test
    void shouldCorrectOnlyTheLastRun() throws IOException
    {
        assertThrows(PreconditionException.class, () -> correct(FIRST, 92_500));
        intraday(92_900);
        assertThrows(IllegalArgumentException.class, () -> ClearingCorrection.correct(context(), FIRST, " "));
        venue.engine.operator().suspendTrading(SECOND, ClearingKind.INTRADAY);
        assertThrows(PreconditionException.class, () -> correct(FIRST, 92_500));
        venue.engine.operator().resumeTrading(SECOND);
        final PreconditionException givenUp =
            assertThrows(PreconditionException.class, () -> correct(FIRST, 92_500));
        assertTrue(givenUp.getMessage().contains("lastRunId=" + SECOND), givenUp::getMessage);
        evening(92_300);
        final PreconditionException overtaken =
            assertThrows(PreconditionException.class, () -> correct(FIRST, 92_500));
        assertTrue(overtaken.getMessage().contains("lastRunId=" + THIRD), overtaken::getMessage);
        assertFalse(Files.exists(venue.baseDir.resolve("20261123/4-I")));
        assertEquals(4, RunIds.number(runIdOf(correct(THIRD, 92_400))));
    }

    @Test
    void shouldLeaveEverythingAsItWasWhenItIsAborted() throws IOException
    {
        intraday(92_900);
        assertThrows(HeldException.class, () ->
        {
            final ClearingContext ctx = corrected(context(), FIRST, 92_500)
                .withOptions(options -> options.withHoldsBeforePublication(true));
            ClearingCorrection.correct(ctx, FIRST, REASON);
        });
        assertTrue(control().abort(SECOND, "tester", "it was right"));
        assertThrows(PreconditionException.class, () -> ClearingCorrection.resume(context(), SECOND));
        assertEquals(1, published(SI).size());
        final RunResult right = correct(FIRST, 92_500);
        assertEquals(venue.baseDir.resolve("20261123/3-I"), right.directory());
        assertEquals(2, right.header().revision());
    }

    @Test
    void shouldNotLetTheConfigurationSlipIn() throws IOException
    {
        intraday(92_900);
        final ClearingContext ctx = corrected(context().withDefaultOpeningBalanceKopecks(1), FIRST, 92_500);
        final PreconditionException refused = assertThrows(PreconditionException.class,
            () -> ClearingCorrection.correct(ctx, FIRST, REASON));
        assertTrue(refused.getMessage().contains("defaultOpeningBalanceKopecks"), refused::getMessage);
        assertFalse(Files.exists(venue.baseDir.resolve("20261123/2-I")));
    }

    /** Members' first reports alone, and no rehearsal: neither is what is tested here. */
    private ClearingContext context()
    {
        return venue.context()
            .withOptions(options -> options.withReportWaves(Set.of(ReportWave.FIRST)).withRehearses(false));
    }

    private RunResult intraday(final long si)
    {
        return ClearingFixture.intraday(context().settlementOverrideE5(SI, si * E5));
    }

    private RunResult evening(final long si)
    {
        return ClearingFixture.evening(context().settlementOverrideE5(SI, si * E5));
    }

    private ClearingContext corrected(final ClearingContext ctx, final long runId, final long si) throws IOException
    {
        return control().correctionOptions(ctx, runId).settlementOverrideE5(SI, si * E5);
    }

    private RunResult correct(final long runId, final long si) throws IOException
    {
        return ClearingCorrection.correct(corrected(context(), runId, si), runId, REASON);
    }

    private ClearingContext withPolicy()
    {
        return context().withOptions(options -> options.withApprovalPolicy(ApprovalPolicy.EXCEPTIONS));
    }

    private void correctWithPolicy(final long si) throws IOException
    {
        ClearingCorrection.correct(corrected(withPolicy(), FIRST, si), FIRST, REASON);
    }

    private RunControl control()
    {
        return new RunControl(venue.baseDir, System::currentTimeMillis, TestOperators::register);
    }

    private static long runIdOf(final RunResult result)
    {
        return new RunDirectory(result.directory(), "E", ClearingFixture.DATE,
            Integer.parseInt(result.directory().getFileName().toString().replaceAll("-.*", ""))).runId();
    }

    private String amountEnd(final int number, final String client) throws IOException
    {
        return RunTexts.money(venue.baseDir.resolve("20261123/" + number + "-I")).get(client).getLast();
    }

    private static List<String> position(final RunResult run, final String client, final int instrumentId)
        throws IOException
    {
        return RunTexts.positions(run.directory()).stream()
            .filter(row -> client.equals(row.get(0)) && Integer.toString(instrumentId).equals(row.get(1)))
            .findFirst().orElseThrow();
    }

    /** Runs and settlement prices of an instrument that were published. */
    private List<String> published(final int instrumentId)
    {
        return venue.engine.collectToEnd(0).lines().stream()
            .filter(line -> line.startsWith("SETTLEMENT_PUBLISHED"))
            .filter(line -> line.contains(" instrument=" + instrumentId + " "))
            .map(line -> line.replaceAll(".* runId=(\\d+) settlementPriceE5=(\\d+) .*", "$1 $2"))
            .toList();
    }

    /** What was posted, taken back and posted anew sums to zero by account but for what is posted now. */
    private static void assertZeroSum(final Path corrected, final Path correction) throws IOException
    {
        final Map<Integer, Long> taken = new TreeMap<>();
        add(corrected, RunTables.LEDGER, taken);
        add(correction, RunTables.REVERSED_LEDGER, taken);
        assertTrue(taken.size() > 2, taken::toString);
        assertTrue(taken.values().stream().allMatch(kopecks -> 0 == kopecks), taken::toString);
        add(correction, RunTables.LEDGER, taken);
        assertEquals(0, taken.values().stream().mapToLong(Long::longValue).sum());
        assertEquals(0, taken.entrySet().stream().filter(each -> each.getKey() <= -16)
            .mapToLong(each -> Math.abs(each.getValue())).sum(), "transit");
    }

    private static void add(final Path run, final TableSpec spec, final Map<Integer, Long> net) throws IOException
    {
        try (Table table = Table.open(run, spec))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                final long amount = table.longs(RunTables.LEDGER_AMOUNT).get(row);
                net.merge(table.ints(RunTables.LEDGER_DEBIT).get(row), -amount, Long::sum);
                net.merge(table.ints(RunTables.LEDGER_CREDIT).get(row), amount, Long::sum);
            }
        }
    }

    private void assertProven(final Path directory) throws IOException
    {
        final String name = directory.getParent().getFileName() + "/" + directory.getFileName();
        final String[] parts = directory.getFileName().toString().split("-");
        final RunState state = new RunDirectory(directory, parts[1],
            Integer.parseInt(directory.getParent().getFileName().toString()), Integer.parseInt(parts[0])).state();
        final Map<String, String> digests = new TreeMap<>();
        state.files().forEach(file -> digests.put(file.name(), file.sha256()));
        final List<RunFinding> findings = RunVerifier.verify(new RunPlace(venue.baseDir, name), digests,
            state.cut().cursor(), SecondOpinionOptions.full(dir.resolve("scratch")));
        assertEquals(List.of(), findings.stream().filter(finding -> !finding.ok()).toList());
        assertEquals(Files.exists(directory.resolve("correction.json")),
            findings.stream().anyMatch(finding -> "reversal".equals(finding.part())));
    }

    private String ask(final Path directory, final String query) throws IOException
    {
        final List<String> answer = new ArrayList<>();
        final String name = directory.getParent().getFileName() + "/" + directory.getFileName();
        RunSql.query(new RunPlace(venue.baseDir, name), query, new RunSql.RowConsumer()
        {
            @Override
            public void onColumns(final String[] names, final boolean[] isNumber)
            {
                assertEquals(1, names.length);
            }

            @Override
            public void onRow(final String[] values)
            {
                answer.add(values[0]);
            }
        });
        return String.join(" ", answer);
    }

    private static Map<String, String> digests(final Path run) throws IOException
    {
        final Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(run))
        {
            for (final Path file : files.filter(Files::isRegularFile).toList())
            {
                digests.put(run.relativize(file).toString(), Digests.sha256Of(file));
            }
        }
        return digests;
    }
}
