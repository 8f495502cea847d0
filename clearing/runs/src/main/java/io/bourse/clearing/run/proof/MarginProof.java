// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.bourse.clearing.ClearingException;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.funds.TakenBook;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedDays;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.requirement.MarginFigures;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.step.DayAtCut;
import io.bourse.clearing.run.step.Opening;
import io.bourse.clearing.run.step.Priced;
import io.bourse.clearing.run.step.RunInputs;
import io.bourse.clearing.run.step.RunMargin;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Calculates the margin of a run again from its tables and those of its day: by the engine for every register and
 * level, by the model in floating point for a sample of registers and every settlement account. Every file has to have
 * the same bytes: margin of registers, levels, limits for the matcher. Of the figures the size of the sample does not
 * count: it says how much was looked at twice, not what came of it.
 *
 * @param ctx with the options of the run filled in.
 * @param directory of the run.
 */
public record MarginProof(ClearingContext ctx, RunDirectory directory)
{
    private static final String PART = "margin";
    private static final String SCRATCH = ".margin-proof";

    /** Calculates and compares. */
    public RunFinding verify() throws IOException
    {
        if (null == ctx.margin())
        {
            return new RunFinding(PART, true, "the run has none");
        }
        final Path scratch = Files.createDirectories(
            ctx.baseDir().resolve(SCRATCH + "-" + directory.runId() + "-" + ProcessHandle.current().pid()));
        try
        {
            calculate(scratch);
            return compare(scratch);
        }
        catch (final ClearingException ex)
        {
            return new RunFinding(PART, false, ex.getMessage());
        }
        finally
        {
            DurableFile.deleteTree(scratch);
        }
    }

    private void calculate(final Path scratch) throws IOException
    {
        final ClearingKind kind = directory.clearingKind();
        final PriceProposal proposal =
            PriceProposal.read(Files.readAllBytes(directory.file(RunDirectory.PRICES_JSON)));
        final TakenBook book = new RunInputs(ctx, directory, kind).book(false);
        try (IngestedDay day = IngestedDays.open(
            ctx.baseDir().resolve(ClearingContext.INGEST_DIRECTORY), directory.state().cut().cursor());
            Opening opening = open(day, book, scratch.resolve(Opening.MERGED)))
        {
            RunMargin.of(Priced.of(new DayAtCut(ctx, kind, day, opening), proposal)).write(directory.path(), scratch);
        }
    }

    /** Of the files that the margin is calculated from these are not the run's own. */
    private Opening open(final IngestedDay day, final TakenBook book, final Path merged) throws IOException
    {
        try
        {
            return Opening.open(ctx, new RunStore(ctx.baseDir()), day, directory.runId(), book, merged);
        }
        catch (final InputCorruptException ex)
        {
            throw new InputCorruptException("the run begins with what an earlier run has left, and that one cannot " +
                "be read: run=" + directory.name() + "; " + ex.getMessage(), ex);
        }
    }

    private RunFinding compare(final Path scratch) throws IOException
    {
        final List<String> files = RunMargin.files();
        for (final String name : files)
        {
            final Path file = directory.file(name);
            final String now = digest(name, scratch.resolve(name));
            final String then = Files.exists(file) ? digest(name, file) : "none";
            if (!now.equals(then))
            {
                return new RunFinding(PART, false, "calculated again it is another: file=" + name + " sha256=" + then +
                    " again=" + now);
            }
        }
        return new RunFinding(PART, true, "calculated again it is the same: files=" + files.size());
    }

    private static String digest(final String name, final Path file) throws IOException
    {
        try
        {
            return MarginFigures.FILE_NAME.equals(name) ?
                Digests.sha256Of(Json.bytes(Json.read(file, MarginFigures.class).unsampled())) : Digests.sha256Of(file);
        }
        catch (final JsonProcessingException ex)
        {
            // Not what a run has written: its own digest shows the difference.
            return Digests.sha256Of(file);
        }
    }
}
