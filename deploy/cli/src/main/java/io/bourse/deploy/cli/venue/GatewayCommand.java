// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.acts.ActivateGateway;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.GatewayBarrier;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.GatewayActivatedDecoder;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Runs one gateway in a process of its own.
 */
@Command(
    name = "gateway",
    description = "Runs one gateway in a process of its own. It waits for its engine, and begins anew when the " +
        "engine's process dies and comes back.")
public final class GatewayCommand extends CliCommand
{
    @Override
    protected void run(final PrintWriter out)
    {
        throw usage("twime, fix, low-frequency or low-frequency-fix?");
    }

    @Command(name = "twime", mixinStandardHelpOptions = true, description = "Binary order entry.")
    int twime(@Mixin final ComponentOptions options)
    {
        return options.run(ComponentKind.TWIME, out());
    }

    @Command(name = "fix", mixinStandardHelpOptions = true,
        description = "FIX order entry and drop copy; its message stores are in the data directory.")
    int fix(@Mixin final ComponentOptions options)
    {
        return options.run(ComponentKind.FIX, out());
    }

    @Command(name = "low-frequency", mixinStandardHelpOptions = true,
        description = {
            "Binary order entry of all partitions of a venue, with one session of each login for all of them. " +
                "`bourse start` runs it, too; it begins when all partitions run."})
    int lowFrequency(@Mixin final VenueFile venueFile)
    {
        return runOfAll(ComponentKind.LOW_FREQUENCY, venueFile);
    }

    @Command(name = "low-frequency-fix", mixinStandardHelpOptions = true,
        description = {
            "FIX order entry, drop copy and market data of all partitions of a venue, with one session of each " +
                "login for all. `bourse start` runs it, too; it begins when all partitions run."})
    int lowFrequencyFix(@Mixin final VenueFile venueFile)
    {
        return runOfAll(ComponentKind.LOW_FREQUENCY_FIX, venueFile);
    }

    private int runOfAll(final ComponentKind kind, final VenueFile venueFile)
    {
        final VenueConfig config = venueFile.loadLowFrequency(kind.id());
        final Path venue = config.dataDir().toAbsolutePath().getParent();
        out().println("Bourse " + kind.title() + ", partitions " + config.partitions());
        return ComponentOptions.run(kind, config, IntStream.range(0, config.partitions())
            .mapToObj(partition -> Partitions.directory(venue, partition)).toList(), out());
    }

    @Command(name = "activate", mixinStandardHelpOptions = true,
        description = {
            "Has a standby take over from the gateway that has the sessions, whether that",
            "one lives or not. The engine verifies who does it; the standby, wherever it",
            "runs, prints `activated`, and `ready` when clients can log on. Says whether",
            "one has begun to within five seconds."})
    int activate(
        @Mixin final RunningVenue venue,
        @Parameters(paramLabel = "KIND", description = "twime or fix.")
        final ActivateGateway.Gateway gateway) throws IOException
    {
        final ActivateGateway act = form(() -> new ActivateGateway(gateway));
        final boolean isTaken = VenueClearing.connected(venue.dataDir(), watched ->
        {
            final TakeOver takeOver = new TakeOver(gateway.id());
            try (EventFollower follower = watched.client().follow(watched.client().endCursor(), takeOver))
            {
                venue.execute(act);
                return takeOver.await(follower);
            }
        });
        final String name = gateway.name().toLowerCase(Locale.ROOT);
        out().println(isTaken ? "the standby takes over  gateway=" + name :
            "the command is in the history, but no standby has begun to take over: gateway=" + name + " waitedS=" +
                TakeOver.LIMIT_S + "; look for a process that prints `activated`, else start a standby " +
                "(`bourse gateway " + name + "` with venue.standby.enabled) and activate it again");
        return ExitCode.OK;
    }

    /** A standby begins by its ConnectGateway, which comes after the operator's command. */
    private static final class TakeOver implements EventListener
    {
        static final long LIMIT_S = 5;

        private final IdleStrategy idle = new BackoffIdleStrategy();
        private final int gatewayId;
        private boolean isActivated;
        private boolean isTaken;

        TakeOver(final int gatewayId)
        {
            this.gatewayId = gatewayId;
        }

        boolean await(final EventFollower follower)
        {
            final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
            while (!isTaken && System.nanoTime() - deadlineNs < 0)
            {
                idle.idle(follower.poll(EventFollower.FRAMES_OF_TURN));
            }
            return isTaken;
        }

        @Override
        public void onGatewayActivated(final EventGroup group, final GatewayActivatedDecoder event)
        {
            isActivated |= gatewayId == event.gatewayId();
        }

        @Override
        public void onGatewayConnected(final EventGroup group, final GatewayConnectedDecoder event)
        {
            isTaken |= isActivated && gatewayId == event.gatewayId() && GatewayBarrier.isOfStandby(group);
        }
    }
}
