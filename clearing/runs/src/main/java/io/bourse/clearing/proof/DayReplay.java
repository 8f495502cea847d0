// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.proof;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.calculation.RunPositions;
import io.bourse.clearing.expiry.MovementMerge;
import io.bourse.clearing.ingest.Ingest;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedDays;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.verify.RowDifference;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.clearing.verify.RunTablesOnDisk;
import io.bourse.clearing.verify.SecondOpinionInput;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Ingests the whole recording once more into a directory of its own and calculates the runs of a date from it. The
 * tables of the day must have the hash that the tailer's have, positions must be those that the runs have written.
 */
public final class DayReplay
{
    private static final String MERGED = "merged-movements";

    private final Path scratchDir;
    private final int threads;
    private final List<RunFinding> findings = new ArrayList<>();

    private DayReplay(final Path scratchDir, final int threads)
    {
        this.scratchDir = scratchDir;
        this.threads = threads;
    }

    /**
     * Replays.
     *
     * @param ctx engine and slice options of the ingest, with an empty directory below which the replay is made.
     * @param cuts event stream position of the cut of each run that is to be calculated again, in their order.
     * @param threads of the calculation.
     * @return two findings a run: the tables of the day, and the positions.
     * @throws IOException when files cannot be read or written.
     * @throws ClearingException when the stream cannot be followed to the last cut.
     */
    public static List<RunFinding> replay(final IngestContext ctx, final Map<RunPlace, Long> cuts, final int threads)
        throws IOException
    {
        final long last = cuts.values().stream().mapToLong(Long::longValue).max().orElse(0);
        try (Ingest ingest = Ingest.open(ctx))
        {
            ingest.followTo(last);
        }
        final DayReplay replay = new DayReplay(ctx.directory(), threads);
        for (final Map.Entry<RunPlace, Long> cut : cuts.entrySet())
        {
            replay.compare(cut.getKey(), cut.getValue());
        }
        return List.copyOf(replay.findings);
    }

    private void compare(final RunPlace place, final long cursor) throws IOException
    {
        try (IngestedDay replayed = IngestedDays.open(scratchDir, cursor))
        {
            compareDay(place, cursor, replayed);
            comparePositions(place, replayed);
        }
    }

    private void compareDay(final RunPlace place, final long cursor, final IngestedDay replayed)
    {
        try (IngestedDay live = IngestedDays.open(place.ingest(), cursor))
        {
            final boolean isSame = live.contentHash().equals(replayed.contentHash());
            findings.add(new RunFinding(place.name() + " day", isSame, isSame ?
                "trades=" + replayed.tradeCount() + " hash=" + live.contentHash() :
                "the recording gives another day: hash=" + live.contentHash() + " replayed=" +
                    replayed.contentHash() + " trades=" + live.tradeCount() + " replayedTrades=" +
                    replayed.tradeCount()));
        }
        catch (final ClearingException ex)
        {
            findings.add(new RunFinding(place.name() + " day", false, ex.getMessage()));
        }
    }

    private void comparePositions(final RunPlace place, final IngestedDay replayed) throws IOException
    {
        try (RunTablesOnDisk run = RunTablesOnDisk.open(place))
        {
            final Table positions = run.table(RunTables.POSITIONS);
            if (null == positions)
            {
                findings.add(new RunFinding(place.name() + " positions", false, "the run has no positions yet"));
                return;
            }
            final SecondOpinionInput tables = run.secondOpinionInput();
            final CalculationInput input = new CalculationInput(
                replayed.registers(),
                tables.contracts().toArray(new Contract[0]),
                replayed.trades(),
                tables.tradeCount(),
                tables.paidTradeCount(),
                tables.carried(),
                tables.movements().isEmpty() ? null : tables.movements().getFirst(),
                merged(place, replayed, tables),
                tables.chargesFees(),
                tables.feePrice(),
                threads,
                tables.vatPctE6());
            final RowDifference difference = firstDifference(RunPositions.calculate(input), positions, run);
            findings.add(new RunFinding(place.name() + " positions", null == difference,
                null == difference ? "rows=" + positions.rows() : difference.toString()));
        }
        catch (final ClearingException ex)
        {
            findings.add(new RunFinding(place.name() + " positions", false, ex.getMessage()));
        }
    }

    private Table merged(final RunPlace place, final IngestedDay day, final SecondOpinionInput tables)
        throws IOException
    {
        if (tables.paidMovements().size() < 2)
        {
            return tables.paidMovements().isEmpty() ? null : tables.paidMovements().getFirst();
        }
        final Path parent = scratchDir.resolve(MERGED).resolve(place.name());
        MovementMerge.merge(tables.paidMovements(), day.registers(),
            new InstrumentOrder(tables.contracts().toArray(new Contract[0])), parent);
        return Table.open(parent, RunTables.MOVEMENTS);
    }

    /** The run is on the side of {@code run}, the replay on that of {@code opinion}. */
    static RowDifference firstDifference(
        final List<PositionRows> parts, final Table positions, final RunTablesOnDisk run)
    {
        long tableRow = 0;
        for (final PositionRows part : parts)
        {
            for (int row = 0; row < part.size(); row++)
            {
                for (int column = 0; column < RunTables.POSITIONS.columns().size(); column++)
                {
                    final String found = tableRow < positions.rows() ?
                        Long.toString(positions.longs(column).get(tableRow)) : RowDifference.NONE;
                    final String wanted = Long.toString(part.value(column, row));
                    if (!found.equals(wanted))
                    {
                        return difference(run, part.account(row), part.instrument(row), column, found, wanted);
                    }
                }
                tableRow++;
            }
        }
        return tableRow == positions.rows() ? null : difference(
            run,
            positions.ints(RunTables.POSITION_ACCOUNT).get(tableRow),
            positions.ints(RunTables.POSITION_INSTRUMENT).get(tableRow),
            RunTables.POSITION_BEGIN,
            Long.toString(positions.longs(RunTables.POSITION_BEGIN).get(tableRow)),
            RowDifference.NONE);
    }

    private static RowDifference difference(
        final RunTablesOnDisk run,
        final int account,
        final int instrument,
        final int column,
        final String found,
        final String wanted)
    {
        final Contract contract = run.contract(instrument);
        return new RowDifference(
            run.accountName(account),
            null == contract ? Integer.toString(instrument) : contract.symbol(),
            RunTables.POSITIONS.columns().get(column).name(),
            found,
            wanted);
    }
}
