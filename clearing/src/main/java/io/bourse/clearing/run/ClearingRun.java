// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ReportsFailedException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.ClearingDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.ledger.EngineState;
import io.bourse.clearing.ledger.InstrumentPrice;
import io.bourse.clearing.ledger.InvariantChecks;
import io.bourse.clearing.ledger.Ledger;
import io.bourse.clearing.report.Manifest;
import io.bourse.clearing.report.ManifestEntry;
import io.bourse.clearing.report.ReportWriter;
import io.bourse.clearing.report.RunHeader;
import io.bourse.engine.protocol.ClearingKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * One run from the suspension of trading to signed reports. Every step can be repeated: an attempt that died is taken
 * up where it stopped, with the same run id and the same cut, and gives the same bytes.
 */
final class ClearingRun
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ClearingRun.class);
    private static final int REVISION = 1;

    private final ClearingContext ctx;
    private final ClearingSource source;
    private final ClearingDay day;
    private final ClearingKind kind;
    private final RunStore store;
    private final StepClock clock;
    private ClearingKeys keys;
    private RunPlan plan;
    private Opening opening;
    private RunRecord run;
    private RunHeader header;
    private InstrumentPrice[] prices;
    private RunFigures figures;
    private InvariantChecks checks;
    private List<ManifestEntry> reports = List.of();

    ClearingRun(final ClearingContext ctx, final ClearingSource source, final ClearingKind kind)
    {
        this.ctx = ctx;
        this.source = source;
        this.day = source.day();
        this.kind = kind;
        this.store = new RunStore(ctx.baseDir());
        this.clock = new StepClock(ctx.progress());
    }

    RunResult run()
    {
        try (RunLock lock = RunLock.acquire(ctx.baseDir()))
        {
            prepare();
            final boolean written = plan.isWritten();
            suspend();
            value(written);
            check();
            write(written);
            publish();
            report();
            return result();
        }
        catch (final IOException ex)
        {
            throw new ClearingException(ClearingException.EXIT_IO,
                "clearing cannot read or write its files: baseDir=" + ctx.baseDir() + " reason=\"" + ex + "\"", ex);
        }
    }

    private void prepare() throws IOException
    {
        keys = ClearingKeys.open(ctx.keysDir());
        source.catchUp();
        plan = new RunPlanner(day, store, kind, ctx.runNumber()).plan();
        opening = new Opening(ctx, day, store.previousEvening(day));
        if (null == plan.record())
        {
            rehearse();
            source.connect();
        }
        clock.done(ClearingStep.PREPARE);
    }

    /**
     * The whole calculation as if the cut were now, thrown away. What would stop the run is found before trading
     * stops, and the run itself goes through code that is compiled already.
     */
    private void rehearse() throws IOException
    {
        final RunRecord here = day.runCutHere(plan.runId(), kind);
        final RunFigures rehearsal = new RunFigures(ctx, day, here, opening, PriceFixing.fix(ctx, day, day.cursor()));
        rehearsal.calculate();
        rehearsal.post();
        final InvariantChecks rehearsed = rehearsal.check(store);
        rehearsed.requireAll();
        rehearsal.writeTo(plan.runId(), new TableDigests());
        Json.bytes(parameters(here, rehearsal.calculation()));
        Json.bytes(rehearsed.results());
    }

    private void suspend()
    {
        run = plan.record();
        if (null == run)
        {
            final long cutCursor = source.suspend(plan.runId(), kind);
            clock.done(ClearingStep.SUSPEND);
            source.followTo(cutCursor);
            run = day.run(plan.runId());
        }
        if (null == run)
        {
            throw new PreconditionException("the stream does not show the suspension of the run: runId=" +
                plan.runId() + " dayCursor=" + day.cursor());
        }
        header = new RunHeader(plan.runId(), RunIds.letter(kind), day.sessionId(), day.tradingDate(), REVISION);
        if (opening.beginKopecks().length != day.accounts().size())
        {
            // Registers were defined between the two looks at the stream.
            opening = new Opening(ctx, day, previousEvening());
        }
        clock.done(ClearingStep.INGEST);
    }

    private RunDirectory previousEvening()
    {
        try
        {
            return store.previousEvening(day);
        }
        catch (final IOException ex)
        {
            throw new ClearingException(ClearingException.EXIT_IO,
                "earlier runs cannot be listed: baseDir=" + ctx.baseDir(), ex);
        }
    }

    private void value(final boolean written)
    {
        prices = Arrays.copyOf(
            written ? PriceFixing.read(plan.directory(), day) : PriceFixing.fix(ctx, day, run.cut().cursor()),
            run.cut().instruments());
        clock.done(ClearingStep.PRICES);
        figures = new RunFigures(ctx, day, run, opening, prices);
        figures.calculate();
        clock.done(ClearingStep.CALCULATE);
        figures.post();
        clock.done(ClearingStep.POST);
    }

    private void check() throws IOException
    {
        checks = figures.check(store);
        if (!plan.reportsOnly())
        {
            final EngineState engine = source.engineState();
            checks.checkTrades(day.orders(), run.cut().totalTrades(), engine.tradeCount());
            checks.checkPositions(
                "I6 positions equal those of the engine", engine.positions(), opening.beforeStream());
        }
        try
        {
            checks.requireAll();
        }
        catch (final CheckFailedException ex)
        {
            rememberFailure(ex);
            throw ex;
        }
        clock.done(ClearingStep.CHECK);
    }

    private void rememberFailure(final CheckFailedException failure) throws IOException
    {
        LOGGER.error("clearing run stopped by a check: runId={} kind={} {}", plan.runId(), kind, failure.getMessage());
        final RunDirectory directory = plan.directory();
        if (!plan.isWritten())
        {
            directory.create();
            directory.writeJson(RunDirectory.CHECKS, checks.results());
            directory.enter(RunPhase.CHECK_FAILED);
        }
    }

    private void write(final boolean written) throws IOException
    {
        final RunDirectory directory = plan.directory();
        if (!written)
        {
            directory.create();
            directory.writeJson(RunDirectory.INPUT, parameters(run, figures.calculation()));
            figures.writeTo(plan.runId(), directory::writeCsv);
            directory.writeJson(RunDirectory.CHECKS, checks.results());
            directory.enter(RunPhase.READY_TO_PUBLISH);
        }
        else
        {
            requireSameAsWritten(directory);
        }
        clock.done(ClearingStep.WRITE);
    }

    private RunParameters parameters(final RunRecord record, final RunCalculation calculation)
    {
        return new RunParameters(
            RunParameters.FORMAT,
            plan.runId(),
            RunIds.letter(kind),
            day.sessionId(),
            day.tradingDate(),
            ctx.engineClient().partition(),
            record.cut(),
            calculation.paidRunId(),
            opening.previousRunId(),
            calculation.parameters());
    }

    /** An earlier attempt has written the tables and may have published them: this one must come to the same. */
    private void requireSameAsWritten(final RunDirectory directory) throws IOException
    {
        directory.requireUnchanged();
        final TableDigests now = new TableDigests();
        figures.writeTo(plan.runId(), now);
        for (final Map.Entry<String, String> table : now.sha256ByName().entrySet())
        {
            if (!table.getValue().equals(directory.recordedSha256(table.getKey())))
            {
                throw new PreconditionException("an earlier attempt of the run has come to another result, run again " +
                    "with its options: runId=" + plan.runId() + " file=" + directory.path().resolve(table.getKey()) +
                    " parameters=" + figures.calculation().parameters());
            }
        }
    }

    private void publish() throws IOException
    {
        if (!plan.reportsOnly())
        {
            source.publish(plan.runId(), unpublished());
            if (!run.isCompleted())
            {
                source.complete(plan.runId(), kind);
            }
            clock.done(ClearingStep.PUBLISH);
            if (ClearingKind.INTRADAY == kind)
            {
                source.resume(plan.runId());
                clock.done(ClearingStep.RESUME);
            }
        }
    }

    private List<InstrumentPrice> unpublished()
    {
        final List<InstrumentPrice> wanted = new ArrayList<>();
        for (int i = 0; i < prices.length; i++)
        {
            final RunRecord.Published published = run.published(i);
            if (null == published)
            {
                wanted.add(prices[i]);
            }
            else if (published.settlementPriceE5() != prices[i].settlementPriceE5() ||
                published.tickValueE5() != prices[i].tickValueE5())
            {
                throw new PreconditionException("an earlier attempt of the run has published another result: runId=" +
                    plan.runId() + " instrumentId=" + prices[i].instrumentId() + " published=" + published +
                    " now=" + prices[i]);
            }
        }
        wanted.sort(Comparator.comparingInt(InstrumentPrice::instrumentId));
        return wanted;
    }

    private void report()
    {
        try
        {
            if (RunPhase.READY_TO_PUBLISH == plan.directory().phase())
            {
                plan.directory().enter(RunPhase.PUBLISHED);
            }
            DurableFile.createDirectories(plan.directory().reports());
            reports = new ReportWriter(
                header, figures.accounts(), prices, day.trades(), figures.table(), figures.money())
                .write(plan.directory().reports());
            clock.done(ClearingStep.REPORTS);
            final byte[] manifest = new Manifest(
                Manifest.FORMAT,
                header.runId(),
                header.kind(),
                header.sessionId(),
                header.tradingDate(),
                header.revision(),
                reports).toBytes();
            DurableFile.write(plan.directory().reports().resolve(Manifest.FILE_NAME), manifest);
            DurableFile.write(
                plan.directory().reports().resolve(Manifest.SIGNATURE_NAME), keys.signer().sign(manifest));
            plan.directory().enter(RunPhase.REPORTED);
            clock.done(ClearingStep.SIGN);
            plan.directory().writeJson(RunDirectory.TIMINGS, clock.timings());
        }
        catch (final IOException | RuntimeException ex)
        {
            throw new ReportsFailedException("results are published but the reports are not complete, run again with " +
                "runNumber=" + header.number() + ": runId=" + plan.runId() + " reason=\"" + ex + "\"", ex);
        }
    }

    private RunResult result()
    {
        final Ledger ledger = figures.ledger();
        final long rows = reports.stream().mapToLong(ManifestEntry::rows).sum();
        LOGGER.info("clearing run done: runId={} kind={} trades={} positions={} postings={} reports={}",
            plan.runId(), kind, run.cut().sessionTrades(), figures.table().size(), ledger.postings().size(),
            reports.size());
        return new RunResult(
            header,
            run.cut(),
            plan.directory().path(),
            plan.directory().reports(),
            List.of(prices),
            checks.results(),
            clock.timings(),
            new RunResult.Counts(
                run.cut().sessionTrades(),
                figures.table().size(),
                ledger.postings().size(),
                reports.size(),
                rows,
                ledger.balance(ledger.exchangeFees()),
                ledger.balance(ledger.clearingFees())));
    }
}
