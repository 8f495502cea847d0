// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.recovery.Diagnosis;
import io.bourse.deploy.recovery.DiagnosisWriter;
import io.bourse.engine.host.OfflineVenue;
import io.bourse.engine.host.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Repairs the files of a venue that does not run.
 */
@Command(
    name = "recover",
    mixinStandardHelpOptions = true,
    description = {
        "Says what is wrong with the files of a venue that does not run and what would be done about it.",
        "Changes nothing without --apply; keeps a copy of whatever it changes; does all of it or nothing."},
    footer = {
        "",
        "Exit codes: 0 nothing (left) to do, 11 repairable, 12 damaged: nothing was changed.",
        "A venue that is repairable can also just be started: `bourse start` repairs the same things."})
public final class RecoverCommand implements Callable<Integer>
{
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS");

    @Spec
    private CommandSpec spec;

    @Mixin
    private StoppedVenue stopped;

    @Option(names = "--apply", description = "Does it.")
    private boolean isApply;

    @Override
    public Integer call() throws IOException
    {
        try (OfflineVenue venue = stopped.open())
        {
            final Diagnosis diagnosis = Diagnosis.of(venue);
            if (Verdict.REPAIRABLE != diagnosis.verdict() || !isApply)
            {
                tell(diagnosis);
                return StoppedVenue.exitCode(diagnosis);
            }
            return repair(venue, diagnosis);
        }
    }

    private void tell(final Diagnosis diagnosis) throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        if (stopped.isJson())
        {
            DiagnosisWriter.printJson(diagnosis, List.of(), out);
            return;
        }
        DiagnosisWriter.print(diagnosis, out);
        list("would be done", diagnosis.plan(), out);
        out.println("nothing was changed" + (diagnosis.plan().isEmpty() ? "" :
            "; do it with: bourse recover --apply --data " + stopped.dataDir()));
        out.flush();
    }

    private int repair(final OfflineVenue venue, final Diagnosis before) throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
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
            out.flush();
        }
    }
}
