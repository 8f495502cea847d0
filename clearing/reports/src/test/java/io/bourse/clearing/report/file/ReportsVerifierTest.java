// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.report.file.ReportFinding.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

@Tag("venue")
class ReportsVerifierTest
{
    private static final String NAME = "AA_moncl_E_20261121_000000002_r1.csv.zst";
    private static final String OTHER = "BB_moncl_E_20261121_000000002_r1.csv.zst";

    @TempDir
    private Path root;
    private Path reports;
    private ClearingKeys keys;
    private List<ManifestEntry> entries;

    @BeforeEach
    void writeReports() throws IOException
    {
        keys = ClearingKeys.openDemo(root.resolve("keys"));
        reports = Files.createDirectories(root.resolve("reports"));
        entries = new ArrayList<>(List.of(write(reports, NAME, 3), write(reports, OTHER, 0)));
        sign(keys, manifest(entries));
    }

    @Test
    void shouldFindNothingWrongWithFreshReports() throws IOException
    {
        final List<ReportFinding> findings = verify();
        assertTrue(ReportsVerifier.isClean(findings), findings.toString());
        assertEquals(
            List.of(Manifest.SIGNATURE_NAME, Manifest.FILE_NAME, NAME, OTHER),
            findings.stream().map(ReportFinding::file).toList());
    }

    @Test
    void shouldWriteTheSameBytesForTheSameRows() throws IOException
    {
        final Path again = Files.createDirectories(root.resolve("again"));
        assertEquals(entries.getFirst(), write(again, NAME, 3));
        assertArrayEquals(Files.readAllBytes(reports.resolve(NAME)), Files.readAllBytes(again.resolve(NAME)));
    }

    @Test
    void shouldEndTheFileWithRowsSumAndDigest() throws IOException
    {
        final byte[] compressed = Files.readAllBytes(reports.resolve(NAME));
        final String text = new String(Zstd.decompress(compressed, 1 << 16), StandardCharsets.UTF_8);
        final String body = "client;vm;price\nA0;-0.07;-0.00007\nA1;99999.93;999.99993\nA2;199999.93;1999.99993\n";
        assertEquals(body + "#3;299999.79;" + Digests.sha256Of(body.getBytes(StandardCharsets.UTF_8)) + "\n", text);
    }

    @Test
    void shouldVerifyEveryWaveOfADirectory() throws IOException
    {
        final Path waves = Files.createDirectories(root.resolve("waves"));
        Files.move(reports, waves.resolve("w1"));
        reports = Files.createDirectories(waves.resolve("ord"));
        write(reports, NAME, 3);
        sign(keys, manifest(entries.subList(0, 1)));
        Files.writeString(waves.resolve("w1").resolve(OTHER), "x");
        final List<ReportFinding> findings = ReportsVerifier.verify(waves, keys.trustedSigner());
        assertEquals(
            List.of("OK w1/" + Manifest.SIGNATURE_NAME, "OK w1/" + Manifest.FILE_NAME, "OK w1/" + NAME,
                "CHANGED_FILE w1/" + OTHER, "OK ord/" + Manifest.SIGNATURE_NAME, "OK ord/" + Manifest.FILE_NAME,
                "OK ord/" + NAME),
            findings.stream().map(finding -> finding.status() + " " + finding.file()).toList());
    }

    @Test
    void shouldNameTheFileWhenAByteHasChanged() throws IOException
    {
        final byte[] bytes = Files.readAllBytes(reports.resolve(NAME));
        bytes[bytes.length / 2] ^= 1;
        Files.write(reports.resolve(NAME), bytes);
        assertOnly(Status.CHANGED_FILE, NAME);
    }

    @Test
    void shouldNameTheFileWhenItIsMissing() throws IOException
    {
        Files.delete(reports.resolve(NAME));
        assertOnly(Status.MISSING_FILE, NAME);
    }

    @Test
    void shouldNameTheFileWhenItIsNotListed() throws IOException
    {
        Files.writeString(reports.resolve("ZZ.csv.zst"), "x");
        assertOnly(Status.UNLISTED_FILE, "ZZ.csv.zst");
    }

    @Test
    void shouldNotTrustAnotherAuthority() throws IOException
    {
        sign(ClearingKeys.openDemo(root.resolve("stranger")), manifest(entries));
        assertOnly(Status.UNKNOWN_SIGNER, Manifest.SIGNATURE_NAME);
    }

    @Test
    void shouldRefuseTheSignatureOfOtherBytes() throws IOException
    {
        final Path file = reports.resolve(Manifest.FILE_NAME);
        Files.writeString(file, Files.readString(file).replace("\"runId\" : 2026112102", "\"runId\" : 2026112103"));
        assertOnly(Status.BAD_SIGNATURE, Manifest.SIGNATURE_NAME);
    }

    @Test
    void shouldRefuseWhatIsNoSignature() throws IOException
    {
        Files.writeString(reports.resolve(Manifest.SIGNATURE_NAME), "not a signature");
        assertOnly(Status.BAD_SIGNATURE, Manifest.SIGNATURE_NAME);
        Files.write(reports.resolve(Manifest.SIGNATURE_NAME), new byte[0]);
        assertOnly(Status.BAD_SIGNATURE, Manifest.SIGNATURE_NAME);
    }

    @Test
    void shouldNeverTakeADamagedSignatureForAnErrorOfItsOwn() throws IOException
    {
        final Path file = reports.resolve(Manifest.SIGNATURE_NAME);
        final byte[] good = Files.readAllBytes(file);
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (int i = 0; i < 2 * good.length; i++)
        {
            final byte[] bad = i < good.length ? good.clone() : Arrays.copyOf(good, random.nextInt(good.length));
            if (i < good.length)
            {
                bad[i] ^= (byte)(1 << random.nextInt(8));
            }
            Files.write(file, bad);
            final String facts = "seed=" + seed + " at=" + i + " length=" + bad.length;
            final List<ReportFinding> findings = assertDoesNotThrow(this::verify, facts);
            assertEquals(4, findings.size(), facts);
        }
    }

    @Test
    void shouldMissManifestAndSignature() throws IOException
    {
        Files.delete(reports.resolve(Manifest.SIGNATURE_NAME));
        assertOnly(Status.MISSING_SIGNATURE, Manifest.SIGNATURE_NAME);
        Files.delete(reports.resolve(Manifest.FILE_NAME));
        assertOnly(Status.MISSING_MANIFEST, Manifest.FILE_NAME);
    }

    @Test
    void shouldRefuseAManifestThatCannotBeUnderstood() throws IOException
    {
        final String good = new String(manifest(entries).toBytes(), StandardCharsets.UTF_8);
        for (final String text : List.of(
            "",
            "{",
            "null",
            "[]",
            "{\"format\":\"bourse-reports/2\"}",
            good.replace(NAME, "../" + NAME),
            good.replace(OTHER, NAME),
            good.replace("\"sum\" : \"0.00\"", "\"sum\" : 1"),
            good.replace("\"rows\" : 3,", "")))
        {
            final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            Files.write(reports.resolve(Manifest.FILE_NAME), bytes);
            Files.write(reports.resolve(Manifest.SIGNATURE_NAME), keys.signer().sign(bytes));
            assertOnly(Status.MALFORMED_MANIFEST, Manifest.FILE_NAME);
        }
    }

    @Test
    void shouldCountRowsAndSumsForItself() throws IOException
    {
        final ManifestEntry good = entries.getFirst();
        entries.set(0, new ManifestEntry(NAME, good.bytes(), 4, good.sum(), good.sha256()));
        sign(keys, manifest(entries));
        assertOnly(Status.ROW_COUNT_MISMATCH, NAME);
        entries.set(0, new ManifestEntry(NAME, good.bytes(), 3, "0.00", good.sha256()));
        sign(keys, manifest(entries));
        assertOnly(Status.SUM_MISMATCH, NAME);
        final byte[] noReport = Zstd.compress("client;vm\nA0;1.00\n".getBytes(StandardCharsets.UTF_8), 1);
        Files.write(reports.resolve(NAME), noReport);
        entries.set(0, new ManifestEntry(NAME, noReport.length, 1, "1.00", Digests.sha256Of(noReport)));
        sign(keys, manifest(entries));
        assertOnly(Status.MALFORMED_FILE, NAME);
    }

    @Test
    void shouldCountRowsAndSumsOfXmlForItself() throws IOException
    {
        final RunHeader run = new RunHeader(2_026_112_102L, "E", 5, 20_261_121, 1);
        final String name = run.reportName("AA", ReportType.EQM06);
        final ManifestEntry good = ReportFileWriter.write(
            reports,
            name,
            out -> new XmlWriter(out, ReportType.EQM06, run, "AA"),
            xml -> xml.text("AA00001").number(7).text("SBER").number(20_261_122).number(10).summed(-1_000_007)
                .optional("").endRow());
        assertXml(good, List.of());
        assertXml(new ManifestEntry(name, good.bytes(), 2, good.sum(), good.sha256()),
            List.of(Status.ROW_COUNT_MISMATCH));
        assertXml(new ManifestEntry(name, good.bytes(), 1, "0.00", good.sha256()), List.of(Status.SUM_MISMATCH));
        final String text = new String(
            Zstd.decompress(Files.readAllBytes(reports.resolve(name)), 1 << 16), StandardCharsets.UTF_8);
        assertXml(rewritten(name, text.replace("<control rows=\"1\"", "<control rows=\"2\"")),
            List.of(Status.ROW_COUNT_MISMATCH));
        assertXml(rewritten(name, text.replace("units=\"10\"", "units=\"11\"")), List.of(Status.MALFORMED_FILE));
        assertXml(rewritten(name, text.replace("money=", "cash=")), List.of(Status.MALFORMED_FILE));
        assertXml(rewritten(name, text.substring(0, text.length() / 2)), List.of(Status.MALFORMED_FILE));
    }

    private ManifestEntry rewritten(final String name, final String text) throws IOException
    {
        final byte[] bytes = Zstd.compress(text.getBytes(StandardCharsets.UTF_8), 1);
        Files.write(reports.resolve(name), bytes);
        return new ManifestEntry(name, bytes.length, 1, "-10000.07", Digests.sha256Of(bytes));
    }

    private void assertXml(final ManifestEntry entry, final List<Status> expected) throws IOException
    {
        sign(keys, manifest(List.of(entries.get(0), entry, entries.get(1))));
        final List<ReportFinding> found =
            verify().stream().filter(finding -> entry.name().equals(finding.file())).toList();
        assertEquals(expected.isEmpty() ? List.of(Status.OK) : expected,
            found.stream().map(ReportFinding::status).toList());
        assertTrue(!expected.isEmpty() || found.getFirst().message().contains("rows=1 sum=-10000.07"),
            found.toString());
    }

    @Test
    void shouldKeepKeysForTheirOwner() throws IOException
    {
        final Path directory = root.resolve("keys");
        assertEquals("rwx------", permissions(directory));
        assertEquals("rw-------", permissions(directory.resolve(ClearingKeys.KEYSTORE_NAME)));
        assertEquals("rw-------", permissions(directory.resolve(ClearingKeys.PASSWORD_NAME)));
        assertEquals(keys.authority(), ClearingKeys.open(directory).authority());
        assertEquals(
            keys.authority(), ClearingKeys.readCertificate(directory.resolve(ClearingKeys.AUTHORITY_NAME)));
        Files.setPosixFilePermissions(
            directory.resolve(ClearingKeys.PASSWORD_NAME), PosixFilePermissions.fromString("rw-r-----"));
        assertThrows(IOException.class, () -> ClearingKeys.open(directory));
    }

    private static String permissions(final Path path) throws IOException
    {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private List<ReportFinding> verify() throws IOException
    {
        return ReportsVerifier.verify(reports, keys.trustedSigner());
    }

    private void assertOnly(final Status status, final String file) throws IOException
    {
        final List<ReportFinding> bad = verify().stream().filter(finding -> !finding.isOk()).toList();
        assertEquals(1, bad.size(), bad.toString());
        assertEquals(status, bad.getFirst().status(), bad.toString());
        assertEquals(file, bad.getFirst().file(), bad.toString());
    }

    private void sign(final ClearingKeys signer, final Manifest manifest) throws IOException
    {
        DurableFile.write(reports.resolve(Manifest.FILE_NAME), manifest.toBytes());
        DurableFile.write(reports.resolve(Manifest.SIGNATURE_NAME), signer.signer().sign(manifest.toBytes()));
    }

    private static Manifest manifest(final List<ManifestEntry> entries)
    {
        return new Manifest(Manifest.FORMAT, 2_026_112_102L, "E", 5, 20_261_121, 1, entries);
    }

    private static ManifestEntry write(final Path directory, final String name, final int rows) throws IOException
    {
        return ReportFileWriter.write(
            directory,
            name,
            "client;vm;price",
            csv ->
            {
                for (int i = 0; i < rows; i++)
                {
                    csv.text("A" + i).summed(i * 10_000_000L - 7).price(i * 100_000_000L - 7).endRow();
                }
            });
    }
}
