// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.proof;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.clearing.ClearingException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedDays;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.ledger.check.Reversals;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.verify.CorrectionFile;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.clearing.verify.RunTablesOnDisk;
import io.bourse.clearing.verify.SecondOpinion;
import io.bourse.clearing.verify.SecondOpinionOptions;
import io.bourse.clearing.verify.SecondOpinionResult;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Proves a run from its files: every digest, every table, the tables of the day up to the cut, the checks it passed,
 * the second opinion over every register.
 */
public final class RunVerifier
{
    private static final String DAY = "day";
    private static final String REVERSAL = "reversal";
    private static final String CHECKS = "checks.json";
    private static final List<TableSpec> TABLES = List.of(
        RunTables.POSITIONS, RunTables.LEDGER, RunTables.MONEY, RunTables.MOVEMENTS, RunTables.OBLIGATIONS,
        RunTables.SETTLEMENTS, RunTables.PAYMENTS, RunTables.PLEDGES, RunTables.MARGIN,
        RunTables.REVERSED_LEDGER, RunTables.REVERSED_PAYMENTS);

    private final RunPlace place;
    private final List<RunFinding> findings = new ArrayList<>();

    private RunVerifier(final RunPlace place)
    {
        this.place = place;
    }

    /**
     * Verifies a run. What only the run state machine knows (its audit trail, its reports) it adds itself.
     *
     * @param place of the run.
     * @param digests SHA-256 by file name below the run directory, as the state of the run has them.
     * @param cutCursor event stream position of the cut; below 0 when it is not known, and the day is not looked at.
     * @param options of the second opinion.
     * @return a finding for each part, in a fixed order.
     * @throws IOException when files cannot be read at all.
     */
    public static List<RunFinding> verify(
        final RunPlace place,
        final Map<String, String> digests,
        final long cutCursor,
        final SecondOpinionOptions options) throws IOException
    {
        final RunVerifier verifier = new RunVerifier(place);
        verifier.verifyDigests(digests);
        verifier.verifyTables();
        if (cutCursor >= 0)
        {
            verifier.verifyDay(cutCursor);
        }
        verifier.verifyChecks();
        verifier.verifyReversal();
        verifier.verifySecondOpinion(options);
        return List.copyOf(verifier.findings);
    }

    private void verifyDigests(final Map<String, String> digests) throws IOException
    {
        for (final Map.Entry<String, String> wanted : new TreeMap<>(digests).entrySet())
        {
            final Path file = place.directory().resolve(wanted.getKey());
            if (!Files.exists(file))
            {
                add(wanted.getKey(), false, "file is missing: file=" + file);
                continue;
            }
            final String sha256 = Digests.sha256Of(file);
            final boolean isSame = sha256.equals(wanted.getValue());
            add(wanted.getKey(), isSame, isSame ? "sha256=" + sha256 :
                "file has changed: sha256=" + sha256 + " wanted=" + wanted.getValue());
        }
    }

    private void verifyTables() throws IOException
    {
        for (final TableSpec spec : TABLES)
        {
            if (!Files.isDirectory(place.directory().resolve(spec.name())))
            {
                continue;
            }
            try (Table table = place.open(spec))
            {
                table.verify();
                add(spec.name(), true, "rows=" + table.rows());
            }
            catch (final ClearingException ex)
            {
                add(spec.name(), false, ex.getMessage());
            }
        }
    }

    private void verifyDay(final long cutCursor)
    {
        try (IngestedDay day = IngestedDays.open(place.ingest(), cutCursor))
        {
            day.verify();
            add(DAY, true, "trades=" + day.tradeCount() + " registers=" + day.registers().size() + " hash=" +
                day.contentHash());
        }
        catch (final ClearingException ex)
        {
            add(DAY, false, ex.getMessage());
        }
    }

    private void verifyChecks() throws IOException
    {
        final Path file = place.directory().resolve(CHECKS);
        if (!Files.exists(file))
        {
            add(CHECKS, false, "file is missing: file=" + file);
            return;
        }
        final List<String> failed = new ArrayList<>();
        int held = 0;
        for (final JsonNode failure : Json.read(file, JsonNode.class).findValues("failure"))
        {
            if (failure.asText().isEmpty())
            {
                held++;
            }
            else
            {
                failed.add(failure.asText());
            }
        }
        add("checks", failed.isEmpty() && held > 0, failed.isEmpty() ? "held=" + held : String.join("; ", failed));
    }

    /** A correction takes back what the run that it corrects has posted, as it stands there now. */
    private void verifyReversal() throws IOException
    {
        try
        {
            final CorrectionFile correction = CorrectionFile.read(place.directory());
            if (null != correction)
            {
                final CheckResult mirror = Reversals.checkMirror(
                    place.sibling(correction.correctedRun()).directory(), place.directory());
                add(REVERSAL, mirror.isOk(), mirror.isOk() ? "correctedRun=" + correction.correctedRun() +
                    " postings=" + mirror.compared() : mirror.failure());
            }
        }
        catch (final ClearingException ex)
        {
            add(REVERSAL, false, ex.getMessage());
        }
    }

    private void verifySecondOpinion(final SecondOpinionOptions options) throws IOException
    {
        try (RunTablesOnDisk run = RunTablesOnDisk.open(place))
        {
            final Table positions = run.table(RunTables.POSITIONS);
            if (null == positions)
            {
                add(SecondOpinionResult.CHECK, false, "the run has no positions yet: run=" + place.name());
                return;
            }
            final SecondOpinionResult result =
                SecondOpinion.compare(run.secondOpinionInput(), positions, options);
            add(SecondOpinionResult.CHECK, result.isOk(), result.isOk() ? "rows=" + result.rowsCompared() :
                result.asCheck().failure());
        }
        catch (final ClearingException ex)
        {
            add(SecondOpinionResult.CHECK, false, ex.getMessage());
        }
    }

    private void add(final String part, final boolean ok, final String detail)
    {
        findings.add(new RunFinding(part, ok, detail));
    }
}
