// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.recovery.SentCommandWriter;
import io.bourse.deploy.recovery.StateWriter;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.ReplayTarget;
import io.bourse.engine.host.offline.VenueState;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Shows the state of a venue at any point of its journal.
 */
@Command(
    name = "replay",
    description = {
        "Replays the journal of a venue that does not run and prints the state at a point: orders, positions, session.",
        "The last command counts that does not lie beyond the point. The journal need only be good so far."},
    footer = {
        "  bourse replay",
        "  bourse replay --to 4194304 --json",
        "  bourse replay --commands 50            # the last commands and who sent them, instead of the state",
        "  bourse replay --to-time 2026-11-21T09:00:00Z"})
public final class ReplayCommand extends CliCommand
{
    @Mixin private StoppedVenue stopped;

    @ArgGroup(exclusive = true, multiplicity = "0..1")
    private Point point;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "20", converter = PositiveConverter.OfInt.class,
        description = "Most orders, and most positions, in the text (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(names = "--commands", paramLabel = "N", converter = PositiveConverter.OfInt.class,
        description = "Prints the last N commands up to the point and who sent them, instead of the state.")
    private Integer commands;

    /** How far: one of three, or to the end. */
    private static final class Point
    {
        @Option(names = "--to", paramLabel = "POSITION", description = "Journal position in bytes.")
        private Long position;

        @Option(names = "--to-cursor", paramLabel = "CURSOR", description = "Event stream position in bytes.")
        private Long cursor;

        @Option(names = "--to-time", paramLabel = "TIME", description = "ISO-8601 with time zone.")
        private Instant time;

        private ReplayTarget target()
        {
            if (null != position)
            {
                return new ReplayTarget(ReplayTarget.Unit.JOURNAL_POSITION, position);
            }
            return null != cursor ?
                new ReplayTarget(ReplayTarget.Unit.CURSOR, cursor) :
                new ReplayTarget(ReplayTarget.Unit.TIME_NS,
                    TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano());
        }
    }

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        try (OfflineVenue venue = stopped.open())
        {
            final ReplayTarget target = null == point ? ReplayTarget.end() : point.target();
            if (null != commands)
            {
                SentCommandWriter.print(venue.commands(target, commands), stopped.isJson(), out);
                return;
            }
            final VenueState state = venue.replay(target);
            if (stopped.isJson())
            {
                StateWriter.printJson(state, out);
            }
            else
            {
                StateWriter.print(state, limit, out);
            }
        }
    }
}
