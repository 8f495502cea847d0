// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.recovery.Diagnosis;
import io.bourse.deploy.recovery.DiagnosisWriter;
import io.bourse.engine.host.OfflineVenue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Checks the files of a venue that does not run.
 */
@Command(
    name = "verify-journal",
    mixinStandardHelpOptions = true,
    description = {
        "Checks the journal and the event stream of a venue that does not run, and changes nothing.",
        "Reads every frame, compares every checksum and hash, and replays the journal against the recorded events."},
    footer = {
        "",
        "Exit codes: 0 ok, 11 repairable, 12 damaged, 3 a venue runs on the directory or none ever did."})
public final class VerifyJournalCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoppedVenue stopped;

    @Override
    public Integer call() throws IOException
    {
        try (OfflineVenue venue = stopped.open())
        {
            final Diagnosis diagnosis = Diagnosis.of(venue);
            final PrintWriter out = spec.commandLine().getOut();
            if (stopped.isJson())
            {
                DiagnosisWriter.printJson(diagnosis, List.of(), out);
            }
            else
            {
                DiagnosisWriter.print(diagnosis, out);
            }
            return StoppedVenue.exitCode(diagnosis);
        }
    }
}
