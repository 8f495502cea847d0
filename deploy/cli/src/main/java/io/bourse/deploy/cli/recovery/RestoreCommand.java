// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.FoundersFile;
import io.bourse.deploy.cli.support.SiteSigning;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.operators.SiteActs;
import io.bourse.engine.host.backup.BackupRestore;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.host.backup.RestoredVenue;
import io.bourse.engine.host.storage.SiteTerm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Makes a venue from a backup.
 */
@Command(
    name = "restore",
    description = {
        "Makes the data directory of a one-member venue from a backup that does not run.",
        "The backup is not changed, but for the act that an operator of its register signs, and another one approves",
        "where the policy wants that. Start the venue with `bourse start --host cluster --data DIR`."},
    footer = {
        "",
        "Make sure first that no member of the old cluster runs: see docs/backup.md.",
        "Exit codes: 0 made, 3 refused, 5 a signature or an approval is missing: nothing was done."})
public final class RestoreCommand extends CliCommand
{
    @Option(names = "--backup", paramLabel = "DIR", required = true,
        description = "Directory of the backup; of several partitions, all of them become one venue.")
    private Path backupDir;

    @Mixin private ActingOperator acting;

    @Mixin private FoundersFile founders;

    @Option(names = "--data", paramLabel = "DIR", required = true,
        description = "Data directory of the new venue; must not exist or be empty.")
    private Path dataDir;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final List<Path> copies = Partitions.directories(backupDir);
        final List<SiteSigning.Wanted> wanted = new ArrayList<>();
        for (final Path copy : copies)
        {
            BackupRestore.requirePossible(copy, dataDir);
            wanted.add(new SiteSigning.Wanted(founders.actsOf(copy), copy, act(copy)));
        }
        final List<SiteSigning> signed = SiteSigning.of(wanted, acting, out);
        final List<RestoredVenue> venues = new ArrayList<>();
        final Consumer<Path> maker = (venueDir) ->
        {
            for (int i = 0; i < copies.size(); i++)
            {
                venues.add(BackupRestore.restore(
                    copies.get(i), venueDir.resolve(backupDir.relativize(copies.get(i))), signed.get(i)::keep));
            }
        };
        if (backupDir.equals(copies.getFirst()))
        {
            maker.accept(dataDir);
        }
        else
        {
            BackupRestore.makeAll(dataDir, maker);
        }
        for (int i = 0; i < copies.size(); i++)
        {
            final Path made = dataDir.resolve(backupDir.relativize(copies.get(i)));
            signed.get(i).log(made, "restore term=" + SiteTerm.read(copies.get(i)).term() +
                (founders.isGiven() ? " by founders" : ""));
            print(venues.get(i), made, out);
        }
        out.println("start it with         bourse start --host cluster --data " + dataDir);
    }

    private static SiteActs.Act act(final Path copy)
    {
        final long term = SiteTerm.read(copy).term();
        final BackupStatus status = BackupStatus.isIn(copy) ? BackupStatus.read(copy) : null;
        return null == status ? new SiteActs.Act(SiteActs.Kind.RESTORE, term) : new SiteActs.Act(0,
            SiteActs.Kind.RESTORE, term, status.logPosition(), status.eventPosition(), status.wholeMs(), false, "");
    }

    private static void print(final RestoredVenue venue, final Path dataDir, final PrintWriter out)
    {
        out.println("data directory        " + dataDir);
        out.println("snapshot position     " + (venue.snapshotPosition() < 0 ? "none, the log is replayed from its" +
            " beginning" : venue.snapshotPosition() + ", state hash " + Long.toHexString(venue.snapshotHash())));
        out.println("log position          " + venue.logPosition());
        out.println("event position        " + venue.eventPosition());
        if (venue.eventsCutOff() > 0)
        {
            out.println("CUT OFF               " + venue.eventsCutOff() + " bytes of events whose commands are not in" +
                " the copied log: consumers may have seen them, the venue has not");
        }
    }
}
