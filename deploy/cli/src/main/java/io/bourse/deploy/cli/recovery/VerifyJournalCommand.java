// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.recovery.Diagnosis;
import io.bourse.deploy.recovery.DiagnosisWriter;
import io.bourse.engine.host.offline.OfflineVenue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * Checks the files of a venue that does not run.
 */
@Command(
    name = "verify-journal",
    description = {
        "Checks the journal and the event stream of a venue that does not run, and changes nothing.",
        "Reads every frame, compares every checksum and hash, and replays the journal against the recorded events."},
    footer = {
        "",
        "Exit codes: 0 ok, 11 repairable, 12 damaged, 3 a venue runs on the directory or none ever did."})
public final class VerifyJournalCommand extends CliCommand
{
    @Mixin private StoppedVenue stopped;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        try (OfflineVenue venue = stopped.open())
        {
            final Diagnosis diagnosis = Diagnosis.of(venue);
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
