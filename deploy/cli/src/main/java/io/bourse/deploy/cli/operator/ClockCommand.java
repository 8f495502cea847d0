// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.HaltNotice;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.cli.support.TimeConverter;
import io.bourse.deploy.cli.support.VenueDirectory;
import io.bourse.deploy.node.SessionTracker;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.operators.acts.ConfirmClock;
import io.bourse.engine.client.ClockStatus;
import io.bourse.engine.telemetry.KernelClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The clock of a venue as an operator looks at it, and his word that it is right.
 */
@Command(
    name = "clock",
    description = {
        "Shows how far engine time is from the wall clock of a running venue, and whether order entry is stopped.",
        "With confirm, confirms the time after a step of the clock: order entry then goes on."},
    synopsisSubcommandLabel = "[COMMAND]",
    footer = {
        "  bourse clock",
        "  bourse clock confirm --time '2026-11-28 20:00:00'"})
public final class ClockCommand extends CliCommand
{
    private static final double NS_PER_SECOND = 1e9;

    @Mixin private VenueDirectory venueDir;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final Path dataDir = venueDir.dataDir();
        final SessionTracker session =
            VenueClearing.connected(dataDir, venue -> venue.history().session());
        print(status(dataDir), Instant.now());
        HaltNotice.of(session, dataDir).forEach(out::println);
    }

    @Command(
        name = "confirm",
        mixinStandardHelpOptions = true,
        description = {
            "Confirms that the wall clock of the venue's machine is right. Engine time goes forward to it at once, " +
                "and what is due then happens: orders expire, phases change.",
            "Look at a clock that is not that of the machine, and type what it shows."})
    void confirm(
        @Mixin final RunningVenue venue,
        @Option(names = "--time", paramLabel = "TIME", required = true, converter = TimeConverter.class,
            description = "What time it is: YYYY-MM-DD HH:MM:SS, in the time zone of the venue. Refused when the " +
                "wall clock of this machine differs by more than 5 s.") final Instant time)
        throws IOException
    {
        venue.execute(form(() -> new ConfirmClock(time)));
        out().println("time confirmed, order entry goes on");
        print(status(venue.dataDir()), Instant.now());
    }

    private static ClockStatus status(final Path dataDir) throws IOException
    {
        final VenueDescriptor venue = VenueDescriptor.read(dataDir);
        return ClockStatus.read(venue.aeronDirectory(), venue.partition());
    }

    private void print(final ClockStatus status, final Instant now)
    {
        final PrintWriter out = out();
        out.println("wall clock   " + text(now));
        out.println("engine time  " + text(now.minusNanos(status.offsetNs())));
        out.println(String.format(Locale.ROOT, "offset       %+.6f s  %s%s  alarms %d",
            status.offsetNs() / NS_PER_SECOND, words(status.state()),
            0 == status.sinceNs() ? "" : " since " + text(
                Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(status.sinceNs()))), status.alarms()));
        out.println("kernel       " + KernelClock.read().text() + words(status.sync()));
    }

    private static String words(final ClockStatus.Sync sync)
    {
        return switch (sync)
        {
            case UNKNOWN, FREE_RUNNING -> "";
            case LOCKED -> "; exact enough";
            case HOLDOVER -> "; not exact enough, engine time goes on without the wall clock";
        };
    }

    private static String words(final ClockStatus.State state)
    {
        return switch (state)
        {
            case TRUSTED -> "the wall clock is followed";
            case AHEAD -> "the wall clock is too far ahead and is not followed";
            case BEHIND -> "the wall clock is behind, engine time runs slower";
            case ABSORBING -> "the wall clock is behind as confirmed, engine time runs slower";
        };
    }

    private static String text(final Instant time)
    {
        return time.truncatedTo(ChronoUnit.MILLIS).atZone(ClearingSchedule.ZONE).toOffsetDateTime().toString();
    }
}
