// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.packages.ClientProof;
import io.bourse.clearing.packages.PackageIndex;
import io.bourse.clearing.packages.PackageWriter;
import io.bourse.clearing.report.file.Manifest;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportFileWriter;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.deploy.cli.support.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Reports and packages of a run below the data directory of a venue, from the command line. */
class ReportsCommandTest
{
    private static final RunHeader RUN = new RunHeader(2_026_112_102L, "E", 5, 20_261_121, 1);
    private static final String FIRST = "w1";
    private static final String SECOND = "w2";
    private static final int CHANGED = 6;

    @TempDir
    private Path dataDir;
    private Path run;
    private ClearingKeys keys;
    private final StringWriter out = new StringWriter();

    @BeforeEach
    void writeRun() throws IOException
    {
        keys = ClearingKeys.openDemo(dataDir.resolve("keys"));
        run = dataDir.resolve("clearing/20261121/2-E");
        for (final ReportWave each : ReportWave.values())
        {
            final String wave = each.directory();
            final Path reports = Files.createDirectories(run.resolve("reports").resolve(wave));
            final List<ManifestEntry> entries = new ArrayList<>();
            for (final String member : List.of(FIRST, SECOND).contains(wave) ? List.of("AA", "BB") : List.<String>of())
            {
                entries.add(ReportFileWriter.write(reports, RUN.reportName(member, type(wave)), "client;vm", csv ->
                    csv.text(member + "00001").summed(100).endRow()));
            }
            final byte[] manifest = new Manifest(Manifest.FORMAT, RUN.runId(), RUN.kind(), RUN.sessionId(),
                RUN.tradingDate(), RUN.revision(), entries).toBytes();
            DurableFile.write(reports.resolve(Manifest.FILE_NAME), manifest);
            DurableFile.write(reports.resolve(Manifest.SIGNATURE_NAME), keys.signer().sign(manifest));
            new PackageWriter(RUN, wave, keys, 1).write(reports, entries, packages(wave), null);
        }
    }

    private static ReportType type(final String wave)
    {
        return FIRST.equals(wave) ? ReportType.MONCL : ReportType.VMCL;
    }

    @Test
    void shouldListOpenAndProveWhatThePackagesHave() throws IOException
    {
        assertEquals(ExitCode.OK, execute("list", run.toString()));
        assertTrue(out.toString().contains("packages: 4\n"), out.toString());
        assertEquals(ExitCode.OK, open("AA"), out::toString);
        final Path opened = dataDir.resolve("opened");
        assertEquals(ExitCode.OK, execute("verify", opened.toString()), out::toString);
        final Path file = dataDir.resolve("proof.json");
        assertEquals(ExitCode.OK, execute("prove", "AA00001", opened.toString(), "--out", file.toString()));
        final ClientProof proof = ClientProof.parse(Files.readAllBytes(file));
        assertEquals(ExitCode.OK, execute("verify", "--proof", file.toString(), "--root", proof.root()));
        assertEquals(ExitCode.OK, execute("verify", "--proof", file.toString(), "--authority", authority()));
        assertTrue(out.toString().contains("signer=\"CN=Bourse clearing,O=Bourse\""), out.toString());
        assertEquals(ExitCode.CHECK_FAILED, execute("verify", "--proof", file.toString(), "--authority", authority(),
            "--signer", "CN=Somebody"));
        assertEquals(ExitCode.CHECK_FAILED,
            execute("verify", "--proof", file.toString(), "--root", "0".repeat(proof.root().length())));
    }

    @Test
    void shouldNotTrustWhatLiesBesideAProof() throws IOException
    {
        assertEquals(ExitCode.OK, open("AA"), out::toString);
        final Path file = dataDir.resolve("proof.json");
        assertEquals(ExitCode.OK,
            execute("prove", "AA00001", dataDir.resolve("opened").toString(), "--out", file.toString()));
        out.getBuffer().setLength(0);
        assertEquals(ExitCode.USAGE, execute("verify", "--proof", file.toString()));
        assertTrue(out.toString().contains("--root"), out.toString());
        assertFalse(out.toString().contains("OK"), out.toString());
    }

    @Test
    void shouldEndWithThreeWhenTheKeyIsOfAnotherMember() throws IOException
    {
        assertEquals(ExitCode.PRECONDITION, open("BB"));
        assertTrue(out.toString().contains("WRONG_KEY"), out.toString());
        assertFalse(Files.exists(dataDir.resolve("opened")));
    }

    @Test
    void shouldEndWithSixWhenSomethingWasChanged() throws IOException
    {
        flip(packageOf(FIRST, "AA"));
        assertEquals(CHANGED, open("AA"));
        assertTrue(out.toString().contains("CHANGED_PACKAGE"), out.toString());
        assertFalse(Files.exists(dataDir.resolve("opened")));
        assertEquals(CHANGED, execute("verify", packages(FIRST).toString()));
        flip(run.resolve("reports").resolve(SECOND).resolve(RUN.reportName("BB", type(SECOND))));
        assertEquals(CHANGED, execute("verify", run.resolve("reports").toString()));
        assertTrue(out.toString().contains("CHANGED_FILE"), out.toString());
    }

    @Test
    void shouldEndWithSevenWhenSomethingIsMissing() throws IOException
    {
        assertEquals(ExitCode.OK, execute("verify", run.resolve("packages").toString()), out::toString);
        assertEquals(ExitCode.OK, execute("verify", run.resolve("reports").toString()), out::toString);
        Files.delete(packageOf(FIRST, "BB"));
        assertEquals(ExitCode.IO, execute("verify", run.resolve("packages").toString()));
        assertTrue(out.toString().contains("MISSING_PACKAGE"), out.toString());
        Files.delete(packageOf(FIRST, "AA"));
        assertEquals(ExitCode.IO, open("AA"));
        Files.delete(run.resolve("reports").resolve(SECOND).resolve(Manifest.SIGNATURE_NAME));
        assertEquals(ExitCode.IO, execute("verify", run.resolve("reports").toString()));
        assertTrue(out.toString().contains("MISSING_SIGNATURE"), out.toString());
    }

    @Test
    void shouldNotPassOverAWaveThatLostItsIndex() throws IOException
    {
        assertEquals(ExitCode.IO, execute("verify", run.toString()), out::toString);
        for (final String expected : List.of("MISSING_MANIFEST   run-manifest.json", "reports/w1/", "reports/w2/",
            "packages/w1/", "packages/w2/"))
        {
            assertTrue(out.toString().contains(expected), expected + "\n" + out);
        }
        out.getBuffer().setLength(0);
        Files.delete(packages(FIRST).resolve(PackageIndex.FILE_NAME));
        for (final Path path : List.of(run, run.resolve("packages"), packages(FIRST)))
        {
            assertEquals(ExitCode.IO, execute("verify", path.toString()), path + "\n" + out);
        }
        assertTrue(out.toString().contains("packages/w1/index.json"), out.toString());
        for (final String member : List.of("AA", "BB"))
        {
            Files.delete(packageOf(FIRST, member));
        }
        Files.delete(packages(FIRST).resolve(PackageIndex.SIGNATURE_NAME));
        assertEquals(ExitCode.IO, execute("verify", run.resolve("packages").toString()));
        Files.delete(packages(FIRST));
        assertEquals(ExitCode.IO, execute("verify", run.toString()));
    }

    @Test
    void shouldNotTakeWhatIsOfAnotherRunOrWave() throws IOException
    {
        final Path other = run.resolveSibling("1-E");
        for (final String part : List.of("reports", "packages"))
        {
            final Path there = Files.createDirectories(other.resolve(part)).resolve(FIRST);
            Files.move(run.resolve(part).resolve(FIRST), there);
            assertEquals(CHANGED, execute("verify", there.toString()), out::toString);
            assertTrue(out.toString().contains("WRONG_RUN "), out::toString);
            out.getBuffer().setLength(0);
            Files.move(there, run.resolve(part).resolve(FIRST));
            assertEquals(ExitCode.OK, execute("verify", run.resolve(part).toString()), out::toString);
            Files.delete(other.resolve(part));
            Files.move(run.resolve(part).resolve(SECOND), other.resolve(part));
            Files.move(run.resolve(part).resolve(FIRST), run.resolve(part).resolve(SECOND));
            assertEquals(ExitCode.IO, execute("verify", run.resolve(part).toString()), out::toString);
            assertTrue(out.toString().contains("WRONG_RUN          w2/"), out::toString);
            out.getBuffer().setLength(0);
            Files.move(run.resolve(part).resolve(SECOND), run.resolve(part).resolve(FIRST));
            Files.move(other.resolve(part), run.resolve(part).resolve(SECOND));
        }
    }

    private Path packages(final String wave)
    {
        return run.resolve("packages").resolve(wave);
    }

    private Path packageOf(final String wave, final String member)
    {
        return packages(wave).resolve(PackageWriter.name(member, RUN, wave));
    }

    private String authority()
    {
        return dataDir.resolve("keys").resolve(ClearingKeys.AUTHORITY_NAME).toString();
    }

    /** Opens the package of AA. */
    private int open(final String keyOf)
    {
        return execute("open", packageOf(FIRST, "AA").toString(), "--to", dataDir.resolve("opened").toString(),
            "--authority", authority(), "--keys", dataDir.resolve("keys/members/" + keyOf + ".p12").toString());
    }

    private int execute(final String... args)
    {
        return new CommandLine(new ReportsCommand())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(out, true))
            .setExecutionExceptionHandler(ExitCode::explain)
            .execute(args);
    }

    private static void flip(final Path file) throws IOException
    {
        final byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
    }
}
