// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.NanosecondsConverter;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.node.VenueKeys;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.engine.host.offline.Finding;
import io.bourse.engine.host.offline.LastState;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.protocol.FeatureLevels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Puts this program in the place of another version of it, with the last snapshot of that one.
 */
@Command(
    name = "upgrade",
    description = {
        "Goes on with a venue that another version of the program runs, a newer or an older one: compares the",
        "feature level with what this program knows, stops the venue in order, which takes a last snapshot, looks",
        "whether this program can go on from it, and runs the venue in the foreground as `bourse start` does.",
        "The other program can take the venue back by its own `bourse upgrade`, until the feature level is raised.",
        "Of the solo host; members of a cluster are replaced one by one: docs/upgrade.md."},
    footer = {
        "",
        "Exit codes: 0 stopped after it has run, 3 this program cannot go on with the venue: start the other one."})
public final class UpgradeCommand extends CliCommand
{
    @Mixin private VenueFile venueFile;

    @Option(names = "--no-start",
        description = "Ends when the venue has stopped and was looked at. For a venue of several processes.")
    private boolean isNotStarted;

    @Option(names = "--timeout", paramLabel = "DURATION", converter = NanosecondsConverter.class, defaultValue = "2m",
        description = "How long the venue may take to stop (default: ${DEFAULT-VALUE}).")
    private long timeoutNs;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        final VenueConfig config = venueFile.load(Map.of());
        final Optional<VenueDescriptor> running = running(config.dataDir());
        // Also one that this configuration takes for a solo venue: nothing is stopped by a file that was left out.
        if (config.host().isCluster() || running.isPresent() && !running.get().ingressEndpoints().isEmpty())
        {
            throw new IllegalStateException("members of a cluster are replaced one by one, see docs/upgrade.md: " +
                "dataDir=" + config.dataDir() + " host=" + config.host().kind());
        }
        VenueKeys.require(config);
        if (running.isPresent())
        {
            requireLevel(config.dataDir(), out);
            stop(running.get(), out);
        }
        else
        {
            out.println("running              no");
        }
        look(config, out);
        return isNotStarted ? ExitCode.OK : StartCommand.serve(config, out);
    }

    private static Optional<VenueDescriptor> running(final Path dataDir) throws IOException
    {
        try
        {
            return Optional.of(VenueDescriptor.read(dataDir));
        }
        catch (final VenueNotRunningException ex)
        {
            return Optional.empty();
        }
    }

    /** While the other program still runs: what is refused here has stopped nothing. */
    private static void requireLevel(final Path dataDir, final PrintWriter out) throws IOException
    {
        try (VenueClearing venue = VenueClearing.connect(dataDir))
        {
            final int level = venue.history().session().featureLevel();
            out.println("feature level        " + level + "  highest of this program " + FeatureLevels.HIGHEST);
            if (level > FeatureLevels.HIGHEST)
            {
                throw new IllegalStateException("the venue goes on as it is, this program does not know its rules: " +
                    "featureLevel=" + level + " highest=" + FeatureLevels.HIGHEST);
            }
        }
    }

    private void stop(final VenueDescriptor venue, final PrintWriter out)
    {
        final Optional<ProcessHandle> process = ProcessHandle.of(venue.pid());
        process.ifPresent(ProcessHandle::destroy);
        out.println("stopping             process " + venue.pid());
        final long beganNs = System.nanoTime();
        try
        {
            process.ifPresent(handle -> handle.onExit().orTimeout(timeoutNs, TimeUnit.NANOSECONDS).join());
        }
        catch (final CompletionException ex)
        {
            if (ex.getCause() instanceof TimeoutException)
            {
                throw new IllegalStateException("the venue has not stopped in time, it may still do so; look at " +
                    "its log, then repeat: pid=" + venue.pid() + " timeoutS=" +
                    TimeUnit.NANOSECONDS.toSeconds(timeoutNs), ex);
            }
            throw ex;
        }
        out.println("stopped              after " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs) + " ms");
    }

    private static void look(final VenueConfig config, final PrintWriter out)
    {
        final LastState last;
        try (OfflineVenue venue = OfflineVenue.open(config.dataDir(), config.partition()))
        {
            last = venue.lastState();
        }
        for (final Finding finding : last.findings())
        {
            out.println("found                " + finding);
        }
        if (null != last.snapshot())
        {
            out.println("snapshot             at " + last.snapshot().header().journalPosition() + "  records " +
                last.snapshot().records() + "  " + (last.isSnapshotLast() ? "nothing is journalled after it" :
                "journalled up to " + last.journalEndPosition() + ": the start replays and compares the rest"));
        }
        else if (last.journalStartPosition() > 0)
        {
            throw new IllegalStateException("this program reads none of the snapshots, and the journal has no " +
                "beginning any more; start the other program again: journalStartPosition=" +
                last.journalStartPosition());
        }
        else
        {
            out.println("snapshot             none: the start replays and compares the whole journal, up to " +
                last.journalEndPosition());
        }
    }
}
