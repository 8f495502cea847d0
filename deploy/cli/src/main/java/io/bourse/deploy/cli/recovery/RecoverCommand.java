// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.recovery.Diagnosis;
import io.bourse.deploy.recovery.DiagnosisWriter;
import io.bourse.engine.host.offline.OfflineVenue;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Repairs the files of a venue that does not run.
 */
@Command(
    name = "recover",
    description = {
        "Says what is wrong with the files of a venue that does not run and what would be done about it.",
        "Changes nothing without --apply; keeps a copy of whatever it changes; does all of it or nothing.",
        "A command that the core cannot execute is taken out of the history by two people: the first one asks",
        "(--quarantine), another one approves (--approve), both on the stopped venue."},
    footer = {
        "",
        "Exit codes: 0 nothing (left) to do, 11 repairable, 12 damaged: nothing was changed,",
        "3 the command is not one at which the core fails, 5 the approver is the one who asked.",
        "A venue that is repairable can also just be started: `bourse start` repairs the same things."})
public final class RecoverCommand extends CliCommand
{
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS");

    @Mixin private StoppedVenue stopped;

    @ArgGroup(exclusive = true, multiplicity = "0..1")
    private final Act act = new Act();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, with --quarantine: up to 160 characters.")
    private String reason;

    @Mixin private ActingOperator operator;

    /** What is to be done, if anything. */
    private static final class Act
    {
        @Option(names = "--apply", description = "Does it.")
        private boolean isApply;

        @Option(names = "--quarantine", paramLabel = "POSITION",
            description = "Asks that the command be passed over at which the core fails.")
        private Long quarantine;

        @Option(names = "--approve", paramLabel = "POSITION",
            description = "Approves what another person has asked for.")
        private Long approve;
    }

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        rejectIf(null == act.quarantine != (null == reason), "--quarantine and --reason belong together");
        try (OfflineVenue venue = stopped.open())
        {
            if (null != act.quarantine)
            {
                final OperatorSigner requester = operator.acting(operators());
                steps(requester, out).ask(venue.verify(), act.quarantine, reason);
                return ExitCode.OK;
            }
            if (null != act.approve)
            {
                final Operators register = operators();
                final OperatorSigner approver =
                    register.byName().isEmpty() ? null : operator.approving(register);
                steps(approver, out).approve(venue.verify(), act.approve);
                return ExitCode.OK;
            }
            final Diagnosis diagnosis = Diagnosis.of(venue);
            if (diagnosis.plan().isEmpty() || !act.isApply)
            {
                tell(diagnosis);
                return StoppedVenue.exitCode(diagnosis);
            }
            return repair(venue, diagnosis);
        }
    }

    private QuarantineSteps steps(final OperatorSigner actor, final PrintWriter out)
    {
        return new QuarantineSteps(stopped.dataDir(), out, operators(), actor, operator.name(actor));
    }

    private Operators operators()
    {
        return VenueOperators.read(stopped.dataDir());
    }

    private void tell(final Diagnosis diagnosis) throws IOException
    {
        final PrintWriter out = out();
        if (stopped.isJson())
        {
            DiagnosisWriter.printJson(diagnosis, List.of(), out);
            return;
        }
        DiagnosisWriter.print(diagnosis, out);
        list("would be done", diagnosis.plan(), out);
        if (null != diagnosis.verification().failed())
        {
            QuarantineSteps.explain(diagnosis.verification(), stopped.dataDir(), out);
        }
        out.println("nothing was changed" + (diagnosis.plan().isEmpty() ? "" :
            "; do it with: bourse recover --apply --data " + stopped.dataDir()));
    }

    private int repair(final OfflineVenue venue, final Diagnosis before) throws IOException
    {
        final PrintWriter out = out();
        final Path keepDir = stopped.dataDir().resolve("recovery").resolve(ZonedDateTime.now(ZoneOffset.UTC).format(
            NAME));
        if (!stopped.isJson())
        {
            DiagnosisWriter.print(before, out);
            out.println();
            list("doing", before.plan(), out);
        }
        final Diagnosis after = Diagnosis.of(venue, venue.repair(keepDir));
        if (stopped.isJson())
        {
            DiagnosisWriter.printJson(after, before.plan(), out);
        }
        else
        {
            out.println("done; what was changed is kept in " + keepDir);
            out.println();
            DiagnosisWriter.print(after, out);
        }
        return StoppedVenue.exitCode(after);
    }

    private static void list(final String title, final List<String> steps, final PrintWriter out)
    {
        if (!steps.isEmpty())
        {
            out.println(title);
            steps.forEach(step -> out.println("  - " + step));
        }
    }
}
