// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bourse.clearing.LockedException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ReportsFailedException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.packages.PackageIndex;
import io.bourse.clearing.packages.PackageVerifier;
import io.bourse.clearing.report.file.Manifest;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.ReportsVerifier;
import io.bourse.clearing.run.ClearingFixture;
import io.bourse.clearing.run.ClearingService;
import io.bourse.clearing.run.HeldException;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.operator.RunStatus;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What is lost of a finished run's reports and packages is made again, and nothing else. */
@Timeout(120)
@Tag("venue")
class LateReportsTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final int SI = ClearingFixture.SI;
    private static final String REPORTED = RunPhase.REPORTED.name();

    @TempDir
    private Path dir;
    private ClearingFixture venue;
    private Path run;
    private long runId;

    @BeforeEach
    void clearADay()
    {
        venue = new ClearingFixture(dir, List.of(B, A));
        venue.trade(SI, 92_400, 3, A, B, true);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private void evening()
    {
        try (ClearingService evening = ClearingService.launch(venue.context(), ClearingKind.EVENING))
        {
            final RunResult result = evening.run();
            run = result.directory();
            runId = result.header().runId();
        }
    }

    private void report() throws IOException
    {
        // Neither engine nor source.
        final ClearingContext ctx = ClearingContext.builder().baseDir(venue.baseDir).keysDir(venue.keysDir).build()
            .withOptions(options -> options.withSigner(TestOperators.of("tester")));
        control().report(ctx, runId);
    }

    private RunControl control()
    {
        return new RunControl(venue.baseDir, System::currentTimeMillis);
    }

    private Map<String, byte[]> files(final String below) throws IOException
    {
        final Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(run.resolve(below)))
        {
            for (final Path path : paths.filter(Files::isRegularFile).toList())
            {
                files.put(run.relativize(path).toString(), Files.readAllBytes(path));
            }
        }
        return files;
    }

    private PackageIndex index(final String wave) throws IOException
    {
        return PackageIndex.parse(Files.readAllBytes(run.resolve("packages").resolve(wave).resolve("index.json")));
    }

    private void assertSound() throws IOException
    {
        final ClearingKeys keys = ClearingKeys.open(venue.keysDir);
        final List<ReportFinding> findings =
            new ArrayList<>(ReportsVerifier.verify(run.resolve("reports"), keys.trustedSigner()));
        findings.addAll(PackageVerifier.verifyWaves(
            run.resolve("packages"), run.resolve("reports"), keys.trustedSigner()));
        assertTrue(findings.stream().allMatch(ReportFinding::isOk), findings::toString);
        assertEquals(REPORTED, control().run(runId).phase().name());
    }

    private static void assertSame(final Map<String, byte[]> before, final Map<String, byte[]> after)
    {
        assertEquals(before.keySet(), after.keySet());
        before.forEach((name, bytes) -> assertArrayEquals(bytes, after.get(name), name));
    }

    @Test
    void shouldMakeAgainWhatWasLostWhenTheNextSessionIsOpen() throws IOException
    {
        evening();
        venue.engine.operator().openSession(2, 20_261_124);
        venue.trade(SI, 92_500, 1, B, A, true);
        final Map<String, byte[]> reports = files("reports");
        final Map<String, byte[]> packages = files("packages");
        final byte[] timings = Files.readAllBytes(run.resolve("timings.json"));

        report();
        assertSame(reports, files("reports"));
        assertSame(packages, files("packages"));
        assertArrayEquals(timings, Files.readAllBytes(run.resolve("timings.json")));

        final PackageIndex first = index("w1");
        Files.delete(run.resolve("packages/w1").resolve(first.packages().getFirst().name()));
        Files.delete(run.resolve("reports/w2/AA_vmcl_E_20261123_000000001_r1.csv.zst"));
        Files.writeString(run.resolve("packages/ord/index.json"), "{");
        Files.writeString(run.resolve("reports/reg/manifest.json"), "no manifest");
        report();
        final Map<String, byte[]> again = files("reports");
        for (final Map<String, byte[]> each : List.of(reports, again))
        {
            // Signatures have a time in them.
            each.remove("reports/w2/manifest.json.p7s");
            each.remove("reports/reg/manifest.json.p7s");
        }
        assertSame(reports, again);
        final PackageIndex second = index("w1");
        assertNotEquals(first.packages().getFirst().sha256(), second.packages().getFirst().sha256());
        assertEquals(first.packages().getFirst().manifestSha256(), second.packages().getFirst().manifestSha256());
        assertEquals(first.packages().getLast(), second.packages().getLast());
        assertFalse(Files.exists(run.resolve("superseded")));
        assertSound();
        final String before = new String(timings, StandardCharsets.UTF_8);
        final String after = Files.readString(run.resolve("timings.json"));
        assertEquals(before.substring(0, before.indexOf("REPORTS")), after.substring(0, after.indexOf("REPORTS")));
    }

    @Test
    void shouldPackAgainForAMemberThatHasAnotherCertificate() throws IOException
    {
        evening();
        final PackageIndex first = index("w2");
        for (final String suffix : List.of(".crt", ".p12", ".password"))
        {
            Files.delete(venue.keysDir.resolve("members").resolve("AA" + suffix));
        }
        report();
        final PackageIndex second = index("w2");
        assertNotEquals(
            first.packages().getFirst().recipientSerial(), second.packages().getFirst().recipientSerial());
        assertEquals(first.packages().getLast(), second.packages().getLast());
        assertSound();
    }

    @Test
    void shouldPackTheOthersWhenTheCertificateOfOneMemberCannotBeUsed() throws IOException
    {
        final ClearingKeys keys = ClearingKeys.open(venue.keysDir);
        final Path certificate = keys.members().directory().resolve("AA.crt");
        // One of a key that signs: nothing may be encrypted to it.
        Files.copy(venue.keysDir.resolve(ClearingKeys.SIGNER_NAME), certificate);
        final ReportsFailedException failure = assertThrows(ReportsFailedException.class, this::evening);
        assertEquals(10, failure.exitCode());
        assertTrue(failure.getMessage().contains("members=AA"), failure.getMessage());
        runId = control().unfinished();
        run = venue.baseDir.resolve("20261123/1-E");
        for (final String wave : List.of("w1", "w2", "ord"))
        {
            assertEquals(List.of("AA"), index(wave).missing(), wave);
            assertEquals(List.of("BB"), index(wave).packages().stream().map(PackageIndex.Entry::member).toList());
        }
        final PackageIndex.Entry packed = index("w1").packages().getFirst();
        final List<ReportFinding> findings =
            PackageVerifier.verifyIndex(run.resolve("packages/w1"), keys.trustedSigner());
        assertEquals(List.of(ReportFinding.Status.MISSING_PACKAGE),
            findings.stream().filter(finding -> !finding.isOk()).map(ReportFinding::status).toList());
        Files.delete(certificate);
        report();
        assertEquals(packed, index("w1").packages().getLast());
        assertEquals(List.of(), index("w1").missing());
        assertSound();
    }

    @Test
    void shouldGiveAWaveANewRevisionOnlyWhenItsBytesAreOthers() throws IOException
    {
        evening();
        final Path wave = run.resolve("reports/w2");
        final Manifest signed = Manifest.parse(Files.readAllBytes(wave.resolve("manifest.json")));
        // As if an earlier version had written one report otherwise, which was then lost.
        final List<ManifestEntry> others = new ArrayList<>(signed.files());
        final ManifestEntry entry = others.getFirst();
        others.set(0, new ManifestEntry(entry.name(), entry.bytes() + 1, entry.rows(), entry.sum(), entry.sha256()));
        sign(wave, new Manifest(signed.format(), signed.runId(), signed.kind(), signed.sessionId(),
            signed.tradingDate(), signed.revision(), others));
        final Map<String, byte[]> first = files("reports/w1");
        report();
        assertSame(first, files("reports/w1"));
        assertEquals(2, Manifest.parse(Files.readAllBytes(wave.resolve("manifest.json"))).revision());
        assertTrue(Files.exists(wave.resolve("AA_vmcl_E_20261123_000000001_r2.csv.zst")));
        assertTrue(Files.exists(run.resolve("superseded/w2_r1/reports/AA_vmcl_E_20261123_000000001_r1.csv.zst")));
        assertTrue(Files.exists(run.resolve("superseded/w2_r1/packages/AA_20261123_E_000000001_r1_w2.pkg.p7m")));
        assertTrue(Files.exists(run.resolve("packages/w2/AA_20261123_E_000000001_r2_w2.pkg.p7m")));
        assertSound();
    }

    @Test
    void shouldCutTheNextScheduledRunWhenACertificateOfTheFirstCannotBeUsed() throws IOException
    {
        final ClearingKeys keys = ClearingKeys.open(venue.keysDir);
        Files.copy(venue.keysDir.resolve(ClearingKeys.SIGNER_NAME), keys.members().directory().resolve("AA.crt"));
        for (int number = 1; number <= 2; number++)
        {
            final ClearingContext scheduled = venue.context().withOptions(options -> options.withLeavesPackages(true));
            try (ClearingService intraday = ClearingService.launch(scheduled, ClearingKind.INTRADAY))
            {
                assertThrows(ReportsFailedException.class, intraday::run);
            }
            assertEquals(number, control().runs().size());
            assertEquals(number, venue.engine.collectToEnd(0).count("TRADING_RESUMED"));
        }
        assertEquals(List.of(RunPhase.REPORTING, RunPhase.REPORTING),
            control().runs().stream().map(RunStatus::phase).toList());
    }

    @Test
    void shouldRepairTheOthersWhenACertificateIsDamaged() throws IOException
    {
        evening();
        final PackageIndex first = index("w1");
        Files.writeString(venue.keysDir.resolve("members/AA.crt"), "garbage");
        Files.delete(run.resolve("packages/w1").resolve(first.packages().getLast().name()));
        report();
        assertEquals(first.packages().getFirst(), index("w1").packages().getFirst());
        assertEquals(List.of(), index("w1").missing());
        assertSound();
        Files.delete(run.resolve("packages/w1").resolve(first.packages().getFirst().name()));
        final ReportsFailedException failure = assertThrows(ReportsFailedException.class, this::report);
        assertTrue(failure.getMessage().contains("members=AA"), failure.getMessage());
        assertEquals(List.of("AA"), index("w1").missing());
    }

    @Test
    void shouldRepairARunWhoseOtherWavesHaveTheReportsOfAnotherVersion() throws IOException
    {
        evening();
        final Path wave = run.resolve("reports/w1");
        final Manifest signed = Manifest.parse(Files.readAllBytes(wave.resolve("manifest.json")));
        final List<ManifestEntry> fewer =
            signed.files().stream().filter(entry -> ReportType.MONCL != entry.type()).toList();
        assertEquals(signed.files().size() - 2, fewer.size());
        sign(wave, new Manifest(signed.format(), signed.runId(), signed.kind(), signed.sessionId(),
            signed.tradingDate(), signed.revision(), fewer));
        final Map<String, byte[]> first = files("reports/w1");
        Files.delete(run.resolve("reports/w2/AA_vmcl_E_20261123_000000001_r1.csv.zst"));
        report();
        assertTrue(Files.exists(run.resolve("reports/w2/AA_vmcl_E_20261123_000000001_r1.csv.zst")));
        assertSame(first, files("reports/w1"));
        // What cannot be compared is not in the reconciliation; what was written now is.
        final String compared = Files.readString(run.resolve("reconciliation/rec_packages.csv"));
        assertFalse(compared.contains(";mon;"), compared);
        assertTrue(compared.contains(";vmcl;"), compared);
    }

    private void sign(final Path wave, final Manifest manifest) throws IOException
    {
        Files.write(wave.resolve("manifest.json"), manifest.toBytes());
        Files.write(wave.resolve("manifest.json.p7s"),
            ClearingKeys.open(venue.keysDir).signer().sign(manifest.toBytes()));
    }

    @Test
    void shouldCountOnWhenPackagesAreOfOtherBytesAndTheManifestIsLost() throws IOException
    {
        evening();
        final Path packages = run.resolve("packages/w2");
        final PackageIndex there = index("w2");
        // As if the package had been made of a report that this version writes otherwise.
        final List<PackageIndex.Entry> entries = new ArrayList<>(there.packages());
        final PackageIndex.Entry entry = entries.getFirst();
        entries.set(0, new PackageIndex.Entry(entry.name(), entry.member(), entry.profile(), entry.recipientSerial(),
            entry.bytes(), entry.sha256(), "0".repeat(entry.manifestSha256().length())));
        final byte[] index = new PackageIndex(there.format(), there.runId(), there.kind(), there.tradingDate(),
            there.wave(), there.revision(), entries, there.missing()).toBytes();
        Files.write(packages.resolve("index.json"), index);
        Files.write(packages.resolve("index.json.p7s"), ClearingKeys.open(venue.keysDir).signer().sign(index));
        Files.writeString(run.resolve("reports/w2/manifest.json"), "damaged");
        report();
        requireCountedOn();
    }

    @Test
    void shouldCountOnWhenNeitherManifestNorIndexCanBeTrustedAndAReportIsAnother() throws IOException
    {
        evening();
        Files.writeString(run.resolve("reports/w2/manifest.json"), "damaged");
        Files.writeString(run.resolve("packages/w2/index.json"), "damaged");
        Files.writeString(run.resolve("reports/w2/AA_vmcl_E_20261123_000000001_r1.csv.zst"), "of another version");
        report();
        requireCountedOn();
    }

    @Test
    void shouldCountOnWhenPackagesHaveTheIndexOfAnEarlierFormat() throws IOException
    {
        evening();
        final Path packages = run.resolve("packages/w2");
        final ObjectNode index = (ObjectNode)new ObjectMapper().readTree(packages.resolve("index.json").toFile());
        index.put("format", "bourse-packages/1").remove("missing");
        final byte[] bytes = index.toString().getBytes(StandardCharsets.UTF_8);
        Files.write(packages.resolve("index.json"), bytes);
        Files.write(packages.resolve("index.json.p7s"), ClearingKeys.open(venue.keysDir).signer().sign(bytes));
        report();
        requireCountedOn();
        report();
        requireCountedOn();
    }

    /** The second revision is in its place, the first one kept. */
    private void requireCountedOn() throws IOException
    {
        final Path reports = run.resolve("reports/w2");
        assertEquals(2, Manifest.parse(Files.readAllBytes(reports.resolve("manifest.json"))).revision());
        assertEquals(2, index("w2").revision());
        final Path superseded = run.resolve("superseded/w2_r1");
        assertTrue(Files.exists(superseded.resolve("reports/AA_vmcl_E_20261123_000000001_r1.csv.zst")));
        assertTrue(Files.exists(superseded.resolve("packages/AA_20261123_E_000000001_r1_w2.pkg.p7m")));
        assertFalse(Files.exists(run.resolve("packages/w2/AA_20261123_E_000000001_r1_w2.pkg.p7m")));
        assertFalse(Files.exists(run.resolve("superseded/w2_r2")));
        assertSound();
    }

    @Test
    void shouldLeaveTheRunAloneWhenSomebodyElseWritesItsReports() throws IOException
    {
        evening();
        try (RunLock lock = RunLock.acquire(run))
        {
            assertEquals(3, assertThrows(LockedException.class, this::report).exitCode());
        }
        report();
    }

    @Test
    void shouldRefuseARunThatIsNotDone() throws IOException
    {
        final ClearingContext held = venue.context().withOptions(options -> options.withHoldsBeforePublication(true));
        try (ClearingService evening = ClearingService.launch(held, ClearingKind.EVENING))
        {
            assertThrows(HeldException.class, evening::run);
        }
        runId = control().unfinished();
        assertFalse(control().isDone(runId));
        assertEquals(3, assertThrows(PreconditionException.class, this::report).exitCode());
    }
}
