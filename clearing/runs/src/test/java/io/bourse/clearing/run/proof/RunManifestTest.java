// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.proof;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.packages.PackageVerifier;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportFinding.Status;
import io.bourse.clearing.report.file.ReportsVerifier;
import io.bourse.clearing.report.file.RunIdentity;
import io.bourse.clearing.run.ClearingFixture;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.AuditRecord;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.clearing.run.operator.PayOuts;
import io.bourse.clearing.run.operator.RunControl;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A signed manifest covers everything of a run; whatever is changed, put in another's place or removed is named. */
@Tag("venue")
class RunManifestTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final long INTRADAY = 2_026_112_301L;
    private static final long EVENING = 2_026_112_302L;
    private static final String CALLS = "calls.json";
    private static final String STATE = "state.json";

    @TempDir
    private Path dir;
    private ClearingFixture venue;
    private RunControl control;

    @BeforeEach
    void runTheDay() throws IOException
    {
        venue = new ClearingFixture(dir, List.of(A, B));
        control = new RunControl(venue.baseDir, System::currentTimeMillis, TestOperators::register);
        venue.trade(ClearingFixture.SI, 92_400, 3, A, B, true);
        venue.instruct(new InstructionRequest(InstructionKind.PAY_IN, A, "", 100_000, "first", "cashier", false));
        final PayOuts payOuts =
            new PayOuts(new FundsService(venue.baseDir, System::currentTimeMillis, TestOperators::register));
        payOuts.ask(new InstructionRequest(InstructionKind.PAY_OUT, A, "", 1_000, "second", "cashier", false),
            TestOperators.of("cashier"));
        payOuts.answer(1, TestOperators.of("approver"), true, null);
        assertThrows(ApprovalException.class, () -> ClearingFixture.intraday(approved()));
        answer(ApprovalStep.PRICES);
        assertThrows(ApprovalException.class, () -> ClearingFixture.intraday(resumed()));
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private ClearingContext approved()
    {
        return venue.context().withOptions(options -> options.withApprovalPolicy(ApprovalPolicy.ALL));
    }

    private ClearingContext resumed() throws IOException
    {
        return control.resumeOptions(approved(), INTRADAY);
    }

    private void answer(final ApprovalStep step) throws IOException
    {
        control.answer(INTRADAY, step, TestOperators.of("approver"), true, null);
    }

    private void finish() throws IOException
    {
        answer(ApprovalStep.PUBLISH);
        ClearingFixture.intraday(resumed());
    }

    private Path run(final String name)
    {
        return venue.baseDir.resolve(Integer.toString(ClearingFixture.DATE)).resolve(name);
    }

    private List<ReportFinding> bad(final String name) throws IOException
    {
        return RunManifestProof.verify(
            run(name), ClearingKeys.open(venue.keysDir).trustedSigner(), TestOperators.register()).stream()
            .filter(finding -> !finding.isOk()).toList();
    }

    private List<ReportFinding> badReports(final String name) throws IOException
    {
        return RunManifestProof.verifyReports(run(name), ClearingKeys.open(venue.keysDir).trustedSigner()).stream()
            .filter(finding -> !finding.isOk()).toList();
    }

    private static void assertHas(final Status status, final String file, final List<ReportFinding> findings)
    {
        assertTrue(findings.stream().anyMatch(each -> status == each.status() && file.equals(each.file())),
            status + " " + file + " is not in " + findings);
    }

    /** Changes a file together with the digest that the state has of it. */
    private void forge(final Path run, final String name, final String text) throws IOException
    {
        final Path file = run.resolve(name);
        final String before = Digests.sha256Of(file);
        Files.writeString(file, text);
        final Path state = run.resolve(STATE);
        Files.writeString(state, Files.readString(state).replace(before, Digests.sha256Of(file)));
    }

    @Test
    void shouldProveEveryRunOfADay() throws IOException
    {
        finish();
        ClearingFixture.evening(venue.context());
        for (final String name : List.of("1-I", "2-E"))
        {
            assertEquals(List.of(), bad(name));
            assertEquals(List.of(), badReports(name));
        }
        assertEquals(List.of(), RunManifestProof.missing(venue.baseDir));
        IoUtil.delete(run("2-E").toFile(), false);
        assertEquals(List.of(EVENING), RunManifestProof.missing(venue.baseDir));
    }

    @Test
    void shouldNameEveryFileThatWasChangedTogetherWithItsDigest() throws IOException
    {
        finish();
        for (final String name : List.of(CALLS, "funds.json", "checks.json", "deliveries.json", "instructions.json",
            "defaults.json", "input.json", "reconciliation/rec_cash.csv", "approvals/publish.json",
            "approvals/prices.request.json", "positions/table.json", "money/amount_end.bin"))
        {
            final Path file = run("1-I").resolve(name);
            final byte[] before = Files.readAllBytes(file);
            final byte[] state = Files.readAllBytes(run("1-I").resolve(STATE));
            if (name.endsWith(".bin"))
            {
                final byte[] changed = before.clone();
                changed[0] ^= 1;
                Files.write(file, changed);
            }
            else
            {
                forge(run("1-I"), name, new String(before, StandardCharsets.UTF_8) + " ");
            }
            assertHas(Status.CHANGED_FILE, name, bad("1-I"));
            Files.delete(file);
            assertHas(Status.MISSING_FILE, name, bad("1-I"));
            Files.write(file, before);
            Files.write(run("1-I").resolve(STATE), state);
        }
        Files.writeString(run("1-I").resolve("more.json"), "{}");
        assertHas(Status.UNLISTED_FILE, "more.json", bad("1-I"));
        Files.delete(run("1-I").resolve("more.json"));
        assertEquals(List.of(), bad("1-I"));
    }

    @Test
    void shouldNotTakeReportsPackagesOrAManifestOfAnotherRun() throws IOException
    {
        finish();
        ClearingFixture.evening(venue.context());
        for (final String part : List.of("reports", "packages"))
        {
            IoUtil.delete(run("1-I").resolve(part).toFile(), false);
            copy(run("2-E").resolve(part), run("1-I").resolve(part));
        }
        final List<ReportFinding> found = badReports("1-I");
        assertHas(Status.WRONG_RUN, "reports/w1/manifest.json", found);
        assertHas(Status.WRONG_RUN, "packages/reg/index.json", found);
        for (final String name : List.of(RunManifest.FILE_NAME, RunManifest.SIGNATURE_NAME))
        {
            Files.copy(run("2-E").resolve(name), run("1-I").resolve(name),
                StandardCopyOption.REPLACE_EXISTING);
        }
        assertHas(Status.WRONG_RUN, RunManifest.FILE_NAME, bad("1-I"));
    }

    @Test
    void shouldSayTheMarketInNamesAndTakeNothingOfAnother() throws IOException
    {
        finish();
        ClearingFixture.evening(venue.context().withMarket("currencies"));
        assertEquals(List.of(), bad("2-E"));
        final Path reports = run("2-E").resolve("reports");
        assertTrue(Files.exists(reports.resolve("w1/AA_f04_E_20261123_000000002_currencies_r1.csv.zst")));
        final Path packages = run("2-E").resolve("packages");
        assertTrue(Files.exists(packages.resolve("w1/AA_20261123_E_000000002_currencies_r1_w1.pkg.p7m")));
        final RunIdentity own = RunManifestProof.identity(run("2-E"));
        final RunIdentity other = new RunIdentity(own.runId(), own.kind(), own.tradingDate(), "securities");
        final TrustedSigner trusted = ClearingKeys.open(venue.keysDir).trustedSigner();
        assertTrue(ReportsVerifier.verifyRun(reports, other, trusted).stream().anyMatch(finding ->
            Status.WRONG_RUN == finding.status() && finding.message().startsWith("report is of another market")));
        assertTrue(PackageVerifier.verifyRun(packages, reports, other, trusted).stream().anyMatch(finding ->
            Status.WRONG_RUN == finding.status() && finding.message().startsWith("package is of another market")));
    }

    private static void copy(final Path from, final Path to) throws IOException
    {
        try (Stream<Path> files = Files.walk(from))
        {
            for (final Path file : files.toList())
            {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    @Test
    void shouldNameAWaveThatIsMissingOrInAnothersPlace() throws IOException
    {
        finish();
        final Path away = dir.resolve("away");
        Files.move(run("1-I").resolve("reports/w2"), away);
        assertHas(Status.MISSING_FILE, "reports/w2/manifest.json", bad("1-I"));
        assertHas(Status.MISSING_MANIFEST, "reports/w2/manifest.json", badReports("1-I"));
        copy(run("1-I").resolve("reports/w1"), run("1-I").resolve("reports/w2"));
        assertHas(Status.WRONG_RUN, "reports/w2/manifest.json", bad("1-I"));
        assertTrue(badReports("1-I").stream().anyMatch(each -> Status.WRONG_RUN == each.status() &&
            each.message().startsWith("report is of another wave")), () -> "wave");
        IoUtil.delete(run("1-I").resolve("reports/w2").toFile(), false);
        Files.move(away, run("1-I").resolve("reports/w2"));
        IoUtil.delete(run("1-I").resolve("packages").toFile(), false);
        assertHas(Status.MISSING_PACKAGE, "packages/ord/index.json", badReports("1-I"));
        assertHas(Status.MISSING_FILE, "packages/ord/index.json", bad("1-I"));
    }

    @Test
    void shouldNameATrailThatWasCutOffOrWrittenAnew() throws IOException
    {
        finish();
        final Path trail = venue.baseDir.resolve(ClearingAuditTrail.FILE_NAME);
        final List<String> lines = Files.readAllLines(trail);
        Files.write(trail, lines.subList(0, lines.size() - 3));
        assertHas(Status.WRONG_TRAIL, RunTrailProof.AUDIT, bad("1-I"));
        Files.write(trail, lines);
        final List<AuditRecord> records = new ClearingAuditTrail(venue.baseDir, () -> 0).read();
        Files.delete(trail);
        for (final AuditRecord record : records)
        {
            new ClearingAuditTrail(venue.baseDir, () -> Instant.parse(record.time()).toEpochMilli()).append(
                record.actor().replace("approver", "somebody"), record.command(), record.runId(), record.arguments(),
                record.result());
        }
        final List<ReportFinding> found = bad("1-I");
        assertHas(Status.WRONG_TRAIL, RunTrailProof.AUDIT, found);
        assertHas(Status.WRONG_TRAIL, "approvals/publish.json", found);
    }

    @Test
    void shouldNameABookOfInstructionsThatLostAPayOut() throws IOException
    {
        finish();
        final Path book = venue.baseDir.resolve("funds/instructions.jsonl");
        Files.write(book, Files.readAllLines(book).subList(0, 1));
        assertHas(Status.CHANGED_FILE, "funds/instructions.jsonl", bad("1-I"));
    }

    @Test
    void shouldNameAPayOutWhoseRequestOrApprovalWasChanged() throws IOException
    {
        finish();
        final String book = "funds/instructions.jsonl";
        for (final String name : List.of("pay-out.json", "approvals/pay-out.request.json", "approvals/pay-out.json"))
        {
            final Path file = venue.baseDir.resolve("pay-outs/1").resolve(name);
            final String good = Files.readString(file);
            Files.writeString(file, good.replace("cashier", "treasurer").replace("\"approver\" : \"approver\"",
                "\"approver\" : \"cashier\""));
            assertEquals(List.of(Status.BAD_SIGNATURE + " " + book), named(bad("1-I")));
            Files.delete(file);
            assertEquals(List.of(Status.BAD_SIGNATURE + " " + book), named(bad("1-I")));
            Files.writeString(file, good);
        }
        assertEquals(List.of(), bad("1-I"));
    }

    private static List<String> named(final List<ReportFinding> findings)
    {
        return findings.stream().map(each -> each.status() + " " + each.file()).toList();
    }

    @Test
    void shouldNotGoOnWithPricesWhoseApprovalWasChanged() throws IOException
    {
        answer(ApprovalStep.PUBLISH);
        final Path file = run("1-I").resolve("approvals/prices.json");
        final String good = Files.readString(file);
        final int at = good.indexOf("\"signature\" : \"") + 17;
        Files.writeString(file,
            good.substring(0, at) + ('0' == good.charAt(at) ? '1' : '0') + good.substring(at + 1));
        final String refused =
            assertThrows(ApprovalException.class, () -> ClearingFixture.intraday(resumed())).getMessage();
        assertTrue(
            refused.startsWith("the run has gone on with something that two operators have not signed"), refused);
        Files.delete(file);
        final String asked =
            assertThrows(ApprovalException.class, () -> ClearingFixture.intraday(resumed())).getMessage();
        assertTrue(asked.startsWith("another person has to approve, look at the file"), asked);
        Files.writeString(file, good);
        ClearingFixture.intraday(resumed());
        assertEquals(List.of(), bad("1-I"));
    }

    @Test
    void shouldNotTakeAnApprovalThatTheTrailDoesNotKnow() throws IOException
    {
        new Approvals(run("1-I"), TestOperators.register()).answer(
            ApprovalStep.PUBLISH, TestOperators.of("approver"), true, null, System.currentTimeMillis());
        final ApprovalException refused =
            assertThrows(ApprovalException.class, () -> ClearingFixture.intraday(resumed()));
        assertTrue(refused.getMessage().startsWith("the audit trail does not know the approval"), refused::getMessage);
        finish();
        assertEquals(List.of(), bad("1-I"));
    }

    @Test
    void shouldSayThatARunIsNotSignedAndSignNothingElseAgain() throws IOException
    {
        finish();
        Files.delete(run("1-I").resolve(RunManifest.FILE_NAME));
        assertHas(Status.MISSING_MANIFEST, RunManifest.FILE_NAME, bad("1-I"));
        final String calls = Files.readString(run("1-I").resolve(CALLS));
        forge(run("1-I"), CALLS, calls + " ");
        assertThrows(InputCorruptException.class, () -> control.report(venue.context(), INTRADAY));
        forge(run("1-I"), CALLS, calls);
        control.report(venue.context(), INTRADAY);
        assertEquals(List.of(), bad("1-I"));
        Files.delete(run("1-I").resolve(RunManifest.SIGNATURE_NAME));
        assertHas(Status.MISSING_SIGNATURE, RunManifest.SIGNATURE_NAME, bad("1-I"));
        final Path manifest = run("1-I").resolve(RunManifest.FILE_NAME);
        control.report(venue.context(), INTRADAY);
        Files.writeString(manifest, Files.readString(manifest) + " ");
        assertHas(Status.BAD_SIGNATURE, RunManifest.SIGNATURE_NAME, bad("1-I"));
    }

    @Test
    void shouldNotTakeARunThatIsReportingForOneThatIsDone() throws IOException
    {
        finish();
        final Path state = run("1-I").resolve(STATE);
        Files.writeString(state, Files.readString(state).replace("\"REPORTED\"", "\"CHECKED\""));
        assertHas(Status.UNFINISHED_RUN, STATE, bad("1-I"));
        assertHas(Status.WRONG_TRAIL, STATE, bad("1-I"));
        Files.delete(run("1-I").resolve(RunManifest.FILE_NAME));
        Files.writeString(state, Files.readString(state).replace("\"CHECKED\"", "\"REPORTING\""));
        assertHas(Status.UNFINISHED_RUN, STATE, bad("1-I"));
    }
}
