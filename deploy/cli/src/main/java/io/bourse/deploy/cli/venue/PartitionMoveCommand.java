// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.mover.PartitionFile;
import io.bourse.deploy.mover.PartitionMove;
import io.bourse.deploy.node.SessionTracker;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.acts.Confirming;
import io.bourse.engine.protocol.FeatureLevels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Moves the instruments of underlyings to another partition.
 */
@Command(
    name = "move",
    description = {
        "Moves all instruments of underlyings to another partition, between the evening run and the next session:",
        "terms, prices, positions, and orders that rest with their ids and priority. Goes on with a move that has",
        "begun. No session opens in the two partitions before it has ended or is undone."},
    footer = {
        "",
        "Exit codes: 0 done, 3 a partition does not run or refuses, or a second person has to approve: then begin",
        "again after `bourse approve`."})
final class PartitionMoveCommand extends VenueCommand
{
    @Mixin private ActingOperator acting;

    @Parameters(paramLabel = "UNDERLYING", arity = "1..*", description = {
        "Whose instruments move, as in instruments.csv. Several move together: legs of a strategy must be among them."})
    private List<String> underlyings;

    @Option(names = "--to", paramLabel = "N", required = true, description = "Partition that they go to.")
    private int to;

    @Option(names = "--undo",
        description = "Undoes the move that has begun, unless the instruments are in the other partition already.")
    private boolean isUndone;

    @Option(names = "--write", paramLabel = "FILE", description = {
        "partitions.csv (or markets.csv) of the venue's reference data: gets the new partition when the move is done.",
        "The former file stays beside it, with .former at its end."})
    private Path file;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final PartitionInstruments instruments = PartitionInstruments.read(dataDir());
        final Map<String, Set<String>> moving = new LinkedHashMap<>();
        final Set<Integer> ids = new HashSet<>();
        for (final String underlying : underlyings)
        {
            final List<PartitionInstruments.Place> of =
                instruments.places(place -> underlying.equals(place.underlying()));
            rejectIf(of.isEmpty(), "no partition has instruments of this underlying: underlying=" + underlying);
            moving.put(underlying, of.stream().map(PartitionInstruments.Place::symbol).collect(Collectors.toSet()));
            of.forEach(place -> ids.add(place.instrumentId()));
        }
        final List<Integer> places = instruments.partitions(place -> moving.containsKey(place.underlying()));
        rejectIf(places.size() > 1, "their instruments are in several partitions: underlyings=" + underlyings +
            " partitions=" + places);
        final int from = places.getFirst();
        rejectIf(from == to, "they are there already: underlyings=" + underlyings + " partition=" + to);
        rejectIf(!Partitions.in(dataDir()).contains(to), "there is no such partition: --to=" + to);
        rejectIf(!instruments.partitions(place -> !moving.containsKey(place.underlying())).contains(from),
            "a partition keeps an instrument of another underlying: underlyings=" + underlyings + " partition=" + from);
        final PartitionFile rows = null == file || isUndone ? null : PartitionFile.read(file, moving, to);
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
                else if (there.history().session().instruments().containsAll(ids) &&
                    Collections.disjoint(here.history().session().instruments(), ids))
                {
                    out.println("they are there already");
                    end(rows, out);
                }
                else
                {
                    move.move(List.copyOf(moving.keySet()));
                    end(rows, out);
                }
                return null;
            }));
    }

    private void end(final PartitionFile rows, final PrintWriter out) throws IOException
    {
        if (null == rows)
        {
            out.println("before the next session: stop the venue, give the instruments this partition in " +
                "partitions.csv, start it:");
            underlyings.forEach(underlying -> out.println(underlying + "," + to));
        }
        else
        {
            out.println(rows.write());
            out.println("before the next session: stop the venue and start it");
        }
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
        if (session.featureLevel() < FeatureLevels.NAMED)
        {
            throw new IllegalStateException("the history of a partition does not know how orders of FIX logins move, " +
                "nothing was done; raise it with `bourse feature-level --raise`: partition=" + partition +
                " featureLevel=" + session.featureLevel() + " needed=" + FeatureLevels.NAMED);
        }
    }

    private PartitionMove.Side side(final int partition, final VenueClearing venue) throws IOException
    {
        return new PartitionMove.Side(
            acting.session(Partitions.directory(dataDir(), partition), "bourse partition move", Confirming.NOT_ASKED),
            venue.client());
    }
}
