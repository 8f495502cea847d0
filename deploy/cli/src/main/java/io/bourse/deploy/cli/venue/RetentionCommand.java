// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.engine.host.cluster.LogPlan;
import io.bourse.engine.host.retention.ConsumerHold;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.host.retention.KeptRecording;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.host.retention.RetentionPlan;
import io.bourse.engine.host.retention.RetentionView;
import io.bourse.engine.host.snapshot.SnapshotHeader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Shows what history a venue keeps and why.
 */
@Command(
    name = "retention",
    description = {
        "Shows the history that a venue keeps: snapshots, segment files, who holds what, and what the next " +
            "purge would remove.",
        "Changes nothing; a purge follows every snapshot of a running venue. The venue may run or not."})
public final class RetentionCommand extends VenueCommand
{
    @Option(names = "--config", paramLabel = "FILE",
        description = "Venue file (HOCON) with the rule that the venue was started with. Default: built-in values.")
    private Path configFile;

    @Override
    protected void run(final PrintWriter out)
    {
        if (!Files.isDirectory(dataDir().resolve("archive")))
        {
            throw new IllegalStateException("no venue was ever started on this data directory: dataDir=" + dataDir());
        }
        final RetentionOptions options = VenueConfigLoader.load(configFile, Map.of()).snapshots().retention();
        if (LogPlan.isMember(dataDir()))
        {
            print(LogPlan.of(dataDir(), options.snapshots(), options.consumers()), options, out);
            return;
        }
        final long nowNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        print(RetentionView.of(dataDir(), options, nowNs), options, out);
    }

    private void print(final RetentionView view, final RetentionOptions options, final PrintWriter out)
    {
        out.println("rule            the last " + options.snapshots() + " snapshots, nothing younger than " +
            TimeUnit.NANOSECONDS.toSeconds(options.minAgeNs()) + " s, and what consumers need");
        out.println("snapshots       " + view.snapshots().size());
        for (final RetentionView.Snapshot snapshot : view.snapshots())
        {
            if (null == snapshot.contents())
            {
                out.println("  bad           " + snapshot.reason());
                continue;
            }
            final SnapshotHeader header = snapshot.contents().header();
            out.println("  at " + header.journalPosition() + "  cursor " + header.eventCursor() + "  " +
                Instant.ofEpochSecond(0, header.engineTimeNs()) + "  records " + snapshot.contents().records() +
                "  bytes " + snapshot.contents().bytes());
        }
        print("journal", view.journal(), out);
        print("event stream", view.events(), out);
        print(view.holds(), out);
        print(view, view.plan(), out);
    }

    private void print(final LogPlan plan, final RetentionOptions options, final PrintWriter out)
    {
        out.println("rule            the last " + options.snapshots() + " snapshots of this member, the log after" +
            " them, and what consumers need");
        out.println("snapshots       " + plan.snapshots().size());
        for (final LogPlan.Snapshot snapshot : plan.snapshots())
        {
            out.println(null == snapshot.begin() ? "  bad           " + snapshot.reason() :
                "  at " + snapshot.logPosition() + "  frame " + snapshot.begin().frameSequence() + "  " +
                Instant.ofEpochSecond(0, snapshot.begin().engineTimeNs()));
        }
        final KeptRecording log = KeptRecording.of(plan.log());
        final KeptRecording events = KeptRecording.of(plan.events());
        print("log", log, out);
        print("event stream", events, out);
        print(plan.holds(), out);
        if (null == plan.base())
        {
            out.println("next purge      removes nothing: " + plan.reason());
            return;
        }
        out.println("next purge      log before " + plan.logStart() + " (" + files(log, plan.logStart()) +
            " files), events before " + plan.eventsStart() + " (" + files(events, plan.eventsStart()) +
            " files), " + plan.unneeded().size() + " snapshots");
        out.println("  base          the snapshot at " + plan.base().logPosition());
        out.println("  events held   by " + plan.reason());
        out.println("  waits for     all other members, and the backup if there is one, to be beyond it");
    }

    private void print(final List<ConsumerHold> holds, final PrintWriter out)
    {
        out.println("consumers");
        final ConsumerRegistry registry = new ConsumerRegistry(dataDir());
        for (final ConsumerHold hold : holds)
        {
            out.println("  " + hold.consumer() + " needs events from " + hold.cursor() + (hold.isRegistered() ?
                "  since " + Instant.ofEpochMilli(registry.sinceMs(hold.consumer())) :
                "  (not registered: all of them)"));
        }
    }

    private static void print(final String name, final KeptRecording recording, final PrintWriter out)
    {
        out.println(String.format("%-16s", name) + "from " + recording.startPosition() + ", " +
            recording.segmentFiles() + " files of " + recording.segmentLength() + " bytes");
    }

    private static void print(final RetentionView view, final RetentionPlan plan, final PrintWriter out)
    {
        if (null == plan.base())
        {
            out.println("next purge      removes " + (plan.snapshots().isEmpty() ? "nothing: " :
                plan.snapshots().size() + " snapshots, nothing else: ") + plan.reason());
            return;
        }
        out.println("next purge      journal before " + plan.journalStart() + " (" +
            files(view.journal(), plan.journalStart()) + " files), events before " + plan.eventsStart() + " (" +
            files(view.events(), plan.eventsStart()) + " files), " + plan.snapshots().size() + " snapshots");
        out.println("  base          the snapshot at " + plan.base().journalPosition());
        out.println("  events held   by " + plan.reason());
    }

    private static long files(final KeptRecording recording, final long newStart)
    {
        return (newStart - recording.startPosition() + recording.segmentLength() - 1) / recording.segmentLength();
    }
}
