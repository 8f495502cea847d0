// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.mover.PartitionMove;
import io.bourse.deploy.node.SessionTracker;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.acts.Confirming;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * Moves the instruments of an underlying to another partition.
 */
@Command(
    name = "move",
    description = {
        "Moves all instruments of an underlying to another partition, between the evening run and the next session:",
        "terms, prices, positions, and orders that rest with their ids and priority. Goes on with a move that has",
        "begun. No session opens in the two partitions before it has ended or is undone."},
    footer = {
        "",
        "Exit codes: 0 done, 3 a partition does not run or refuses, or a second person has to approve: then begin",
        "again after `bourse approve`."})
final class PartitionMoveCommand extends VenueCommand
{
    @Mixin
    private ActingOperator acting;

    @Parameters(paramLabel = "UNDERLYING", description = "Whose instruments move, as in instruments.csv.")
    private String underlying;

    @Option(names = "--to", paramLabel = "N", required = true, description = "Partition that they go to.")
    private int to;

    @Option(names = "--undo",
        description = "Undoes the move that has begun, unless the instruments are in the other partition already.")
    private boolean isUndone;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final PartitionInstruments instruments = PartitionInstruments.read(dataDir());
        final List<Integer> places = instruments.partitions(place -> underlying.equals(place.underlying()));
        rejectIf(places.isEmpty(), "no partition has instruments of this underlying: underlying=" + underlying);
        rejectIf(places.size() > 1, "its instruments are in several partitions: underlying=" + underlying +
            " partitions=" + places);
        final int from = places.getFirst();
        rejectIf(from == to, "they are there already: underlying=" + underlying + " partition=" + to);
        rejectIf(!Partitions.in(dataDir()).contains(to), "there is no such partition: --to=" + to);
        rejectIf(!instruments.partitions(place -> !underlying.equals(place.underlying())).contains(from),
            "a partition keeps an instrument of another underlying: underlying=" + underlying + " partition=" + from);
        VenueClearing.connected(Partitions.directory(dataDir(), from), here ->
            VenueClearing.connected(Partitions.directory(dataDir(), to), there ->
            {
                requireClosed(from, here);
                requireClosed(to, there);
                final PartitionMove move = new PartitionMove(side(from, here), side(to, there), out::println);
                if (isUndone)
                {
                    move.undo();
                }
                else
                {
                    move.move(underlying);
                    out.println("before the next session: stop the venue, give the instruments this partition in " +
                        "partitions.csv, start it: " + underlying + "," + to);
                }
                return null;
            }));
    }

    /** The engine would refuse it too, and journal that. */
    private static void requireClosed(final int partition, final VenueClearing venue)
    {
        final SessionTracker session = venue.history().session();
        if (session.isOpen())
        {
            throw new IllegalStateException("the session of a partition is open, nothing was done; instruments move " +
                "after the evening run and before the next session: partition=" + partition + " tradingDate=" +
                session.tradingDate());
        }
    }

    private PartitionMove.Side side(final int partition, final VenueClearing venue) throws IOException
    {
        return new PartitionMove.Side(
            acting.session(Partitions.directory(dataDir(), partition), "bourse partition move", Confirming.NOT_ASKED),
            venue.client());
    }
}
