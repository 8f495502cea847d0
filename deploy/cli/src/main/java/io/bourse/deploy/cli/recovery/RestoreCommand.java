// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.engine.host.backup.BackupRestore;
import io.bourse.engine.host.backup.RestoredVenue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * Makes a venue from a backup.
 */
@Command(
    name = "restore",
    description = {
        "Makes the data directory of a one-member venue from a backup that does not run.",
        "The backup is not changed. Start the venue with `bourse start --host cluster --data DIR`."},
    footer = {
        "",
        "Make sure first that no member of the old cluster runs: see docs/backup.md."})
public final class RestoreCommand extends CliCommand
{
    @Option(names = "--backup", paramLabel = "DIR", required = true, description = "Directory of the backup.")
    private Path backupDir;

    @Option(names = "--data", paramLabel = "DIR", required = true,
        description = "Data directory of the new venue; must not exist or be empty.")
    private Path dataDir;

    @Override
    protected void run(final PrintWriter out)
    {
        final RestoredVenue venue = BackupRestore.restore(backupDir, dataDir);
        out.println("data directory        " + venue.dataDir());
        out.println("snapshot position     " + (venue.snapshotPosition() < 0 ? "none, the log is replayed from its" +
            " beginning" : venue.snapshotPosition() + ", state hash " + Long.toHexString(venue.snapshotHash())));
        out.println("log position          " + venue.logPosition());
        out.println("event position        " + venue.eventPosition());
        if (venue.eventsCutOff() > 0)
        {
            out.println("CUT OFF               " + venue.eventsCutOff() + " bytes of events whose commands are not in" +
                " the copied log: consumers may have seen them, the venue has not");
        }
        out.println("start it with         bourse start --host cluster --data " + venue.dataDir());
    }
}
