// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.ReportsFailedException;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultOutcome;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.run.ClearingCorrection;
import io.bourse.clearing.run.HeldException;
import io.bourse.clearing.run.audit.ApprovalRequest;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingProgress;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.context.RunProgress;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.verify.CorrectionFile;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A command that has to do with a run, or does one and prints its result: the options of how it is done.
 */
abstract class RunCommand extends VenueCommand
{
    private static final double NS_PER_MS = 1_000_000.0;

    @Mixin private ActingOperator operator;

    @Option(names = "--threads", paramLabel = "N", defaultValue = "2",
        description = "That calculate (default: ${DEFAULT-VALUE}); the result is the same with any number.")
    private int threads;

    @Option(names = "--wait", paramLabel = "DURATION", defaultValue = "PT0S",
        description = "How long to wait for an approval before stopping with status 5 (ISO-8601, default: none).")
    private Duration approvalWait;

    @Option(names = "--hold", description = "Stop before the publication; `bourse clearing publish` goes on.")
    private boolean holds;

    @Option(names = "--watch", description = "One line of progress a second, on standard error.")
    private boolean watches;

    @Option(names = {"--wave", "--waves"}, paramLabel = "WAVE", split = ",",
        description = "Reports to be written: w1 (what members need to go on), w2 (the rest), ord (order register), " +
            "reg (regulator); `bourse clearing report` writes the others later. Default: all.")
    private List<String> waves = List.of();

    /** Who acts; null in a venue without operators. */
    final OperatorSigner signer() throws IOException
    {
        return operator.acting(operators());
    }

    /** Name of who acts. */
    final String actor() throws IOException
    {
        return operator.name(signer());
    }

    /** Options of how a run is done. */
    final ClearingContext applyTo(final ClearingContext context) throws IOException
    {
        final Set<ReportWave> wanted = EnumSet.noneOf(ReportWave.class);
        final OperatorSigner signer = signer();
        waves.forEach(wave -> wanted.add(ReportWave.of(wave)));
        return context.withOptions(options -> options.with(
            of -> of.requester(operator.name(signer))
                .signer(signer)
                .threads(threads)
                .approvalWaitNs(approvalWait.toNanos())
                .holdsBeforePublication(holds)
                .reportWaves(wanted.isEmpty() ? options.reportWaves() : wanted)));
    }

    final void run(final ClearingKind kind, final Options options) throws IOException
    {
        run(kind, options, context -> VenueClearing.run(kind, context));
    }

    /** Does what a command does as a run, and prints its result. */
    final void run(final ClearingKind kind, final Options options, final Work work) throws IOException
    {
        final PrintWriter out = out();
        try (ClearingBar bar = new ClearingBar(watches, err()))
        {
            final RunResult result = VenueClearing.connected(dataDir(), venue ->
            {
                final ClearingContext context = applyTo(options.applyTo(venue.context()));
                return work.result(context.withProgress(new ProgressPrinter(out, bar)));
            });
            tell(result, kind, out);
            tellIfReportsOnly(result, kind, out);
        }
        catch (final HeldException ex)
        {
            out.println("held       " + ex.getMessage());
            printHalts();
        }
        catch (final ReportsFailedException ex)
        {
            throw withNextRun(ex, kind);
        }
    }

    /** Says that there was no next run. */
    private void tellIfReportsOnly(final RunResult result, final ClearingKind kind, final PrintWriter out)
    {
        if (ClearingKind.INTRADAY == kind &&
            result.timings().stream().noneMatch(timing -> ClearingStep.PUBLISH == timing.step()))
        {
            out.println("reports    of this run were missing, nothing else was done and trading was not suspended; " +
                "the next run: `bourse clearing intraday --data " + dataDir() + "`");
        }
    }

    /** The run is taken up by the command that has begun it, so the next one has to be named. */
    private ReportsFailedException withNextRun(
        final ReportsFailedException failure, final ClearingKind kind) throws IOException
    {
        final int next = ClearingKind.INTRADAY == kind ? control().nextIntraday() : 0;
        return 0 == next ? failure : new ReportsFailedException(failure.getMessage() +
            "; trading goes on, the next run: `bourse clearing intraday --data " + dataDir() + " --run " + next + "`",
            failure.getCause());
    }

    /** Goes on with a run, with the options it was started with. */
    final void takeUp(final RunControl control, final long runId) throws IOException
    {
        takeUp(control, runId, context -> context);
    }

    /** The same with options that decide nothing. */
    final void takeUp(final RunControl control, final long runId, final Options options) throws IOException
    {
        run(
            control.kind(runId),
            context -> options.applyTo(control.resumeOptions(context, runId)),
            control.isCorrection(runId) ? context -> ClearingCorrection.resume(context, runId) :
                context -> VenueClearing.run(control.kind(runId), context));
    }

    /** Writes what is missing of the reports of a run that the engine has nothing to do with any more. */
    final void report(final RunControl control, final long runId) throws IOException
    {
        try (ClearingBar bar = new ClearingBar(watches, err()))
        {
            tell(reported(control, runId, new ProgressPrinter(out(), bar)), control.kind(runId), out());
        }
    }

    /** With the engine, where it runs: the journal gets what is signed again. */
    private RunResult reported(final RunControl control, final long runId, final ProgressPrinter progress)
        throws IOException
    {
        final ClearingContext context = applyTo(VenueClearing.offline(dataDir())).withProgress(progress);
        try (VenueClearing venue = VenueClearing.connect(dataDir()))
        {
            return control.report(context.withEngineClient(venue.client()), runId);
        }
        catch (final VenueNotRunningException ignored)
        {
            return control.report(context, runId);
        }
    }

    private static void tell(final RunResult result, final ClearingKind kind, final PrintWriter out)
    {
        final Path defaults = result.directory().resolve(DefaultOutcome.FILE_NAME);
        if (Files.exists(defaults))
        {
            DefaultBook.read(defaults, DefaultOutcome.class).waiting().forEach((plan, reason) ->
                out.println("waits      plan " + plan + " of a default was not carried out: " + reason));
        }
        final CorrectionFile correction = CorrectionFile.read(result.directory());
        if (null == correction)
        {
            out.println("run        " + result.header().runId() + " " + kind);
        }
        else
        {
            out.println("run        " + correction.runId() + " " + kind);
            out.println("corrects   " + correction.correctedRunId() + ", reports are those of " +
                result.header().runId() + " in revision " + result.header().revision());
        }
        out.println("trades     " + result.counts().trades());
        out.println("positions  " + result.counts().positions());
        out.println("postings   " + result.counts().postings());
        out.println("checks     " + result.checks().size() + " OK");
        out.println("reports    " + result.reportsDirectory());
    }

    /** Options that decide the result. */
    @FunctionalInterface
    interface Options
    {
        ClearingContext applyTo(ClearingContext context) throws IOException;
    }

    /** What is done with the options. */
    @FunctionalInterface
    interface Work
    {
        RunResult result(ClearingContext context) throws IOException;
    }

    private record ProgressPrinter(PrintWriter out, ClearingBar bar) implements ClearingProgress
    {
        @Override
        public void onStep(final ClearingStep step, final long elapsedNs)
        {
            bar.clear();
            out.printf("%-10s %10.1f ms%n", step, elapsedNs / NS_PER_MS);
        }

        @Override
        public void onProgress(final RunProgress progress)
        {
            bar.show(progress);
        }

        @Override
        public void onApprovalAsked(final ApprovalRequest request)
        {
            bar.clear();
            out.println("approval   " + request.step().text() + " of run " + request.runId() + " is wanted, look at " +
                request.file() + " sha256=" + request.sha256());
        }

        @Override
        public void onNote(final String text)
        {
            bar.clear();
            out.println("note       " + text);
        }
    }
}
