// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.Ingest;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.requirement.MatcherLimits;
import io.bourse.clearing.run.context.PublishedPrice;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.ClearingKind;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A synthetic venue as a run sees it. The commands of the run go into the journal of the venue, a line for every
 * command, and from there into the event stream that the run reads back, as with an engine.
 */
final class SyntheticSource implements RunSource
{
    /** Movements of one call. */
    private static final int MOVEMENTS_AT_ONCE = 4_096;

    private final SyntheticVenue venue;
    private final Ingest ingest;

    /**
     * Opens the venue of a day.
     *
     * @param day of its event stream.
     * @param venueDirectory with its totals and its journal.
     * @param ingestDirectory with the tables of the day.
     */
    SyntheticSource(final SyntheticDay day, final Path venueDirectory, final Path ingestDirectory)
    {
        venue = SyntheticVenue.open(day, venueDirectory);
        ingest = venue.ingest(ingestDirectory);
    }

    @Override
    public IngestedDay catchUp()
    {
        return ingest.catchUp();
    }

    @Override
    public IngestedDay dayUpTo(final long cursor, final Path directory)
    {
        throw new PreconditionException("a synthetic day is cut by its runs only: cursor=" + cursor);
    }

    @Override
    public void connect()
    {
        ingest.takeUp();
    }

    @Override
    public void suspend(final long runId, final ClearingKind kind)
    {
        final List<VenueJournal.Entry> entries = venue.journal().entries();
        if (!entries.isEmpty() && VenueJournal.Kind.RESUME != entries.getLast().kind())
        {
            throw new PreconditionException("the venue refuses to be suspended, another run holds it: runId=" + runId +
                " holder=" + entries.getLast().runId());
        }
        venue.journal().add(VenueJournal.Kind.SUSPEND, runId, kind.value());
    }

    @Override
    public IngestedDay dayAt(final long runId)
    {
        return ingest.dayAt(runId);
    }

    @Override
    public RunRecord record(final long runId)
    {
        return ingest.run(runId);
    }

    @Override
    public void movePositions(
        final long runId, final Table movements, final long fromRow, final int[] instrumentIds)
    {
        final IntColumn accounts = movements.ints(RunTables.MOVEMENT_ACCOUNT);
        final IntColumn instruments = movements.ints(RunTables.MOVEMENT_INSTRUMENT);
        final IntColumn kinds = movements.ints(RunTables.MOVEMENT_KIND);
        final IntColumn lots = movements.ints(RunTables.MOVEMENT_LOTS);
        final long[] values = new long[MOVEMENTS_AT_ONCE * VenueJournal.MOVEMENT_VALUES];
        int count = 0;
        for (long row = fromRow; row < movements.rows(); row++)
        {
            values[count++] = accounts.get(row);
            values[count++] = instrumentIds[instruments.get(row)];
            values[count++] = lots.get(row);
            values[count++] = MovementKind.values()[kinds.get(row)].ordinal();
            if (values.length == count || movements.rows() - 1 == row)
            {
                venue.journal().add(VenueJournal.Kind.MOVE, runId, Arrays.copyOf(values, count));
                count = 0;
            }
        }
    }

    @Override
    public void expire(final long runId, final int instrumentId)
    {
        venue.journal().add(VenueJournal.Kind.EXPIRE, runId, instrumentId);
    }

    @Override
    public void publish(final long runId, final List<PublishedPrice> prices)
    {
        for (final PublishedPrice price : prices)
        {
            venue.journal().add(
                VenueJournal.Kind.PUBLISH,
                runId,
                price.instrumentId(),
                price.settlementE5(),
                price.tickValueE5(),
                price.band().lowE5(),
                price.band().highE5());
        }
    }

    @Override
    public void setMargins(final List<MatcherLimits.LotMargin> margins)
    {
        margins.forEach(margin -> venue.journal().add(
            VenueJournal.Kind.MARGIN, 0, margin.instrumentId(), margin.longKopecks(), margin.shortKopecks()));
    }

    @Override
    public void setCollaterals(final List<MatcherLimits.Collateral> collaterals)
    {
        collaterals.forEach(each ->
            venue.journal().addCollateral(each.level(), each.code(), each.collateralKopecks()));
    }

    @Override
    public void complete(final long runId, final ClearingKind kind)
    {
        venue.journal().add(VenueJournal.Kind.COMPLETE, runId, kind.value());
    }

    @Override
    public void resume(final long runId)
    {
        venue.journal().add(VenueJournal.Kind.RESUME, runId);
    }

    @Override
    public void close()
    {
        ingest.close();
        venue.close();
    }
}
