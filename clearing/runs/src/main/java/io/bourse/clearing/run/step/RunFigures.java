// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.CalculationMemory;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.calculation.Positions;
import io.bourse.clearing.cashmarket.PendingDeliveries;
import io.bourse.clearing.defaults.DefaultMovements;
import io.bourse.clearing.expiry.Deliveries;
import io.bourse.clearing.expiry.ExpiryInput;
import io.bourse.clearing.expiry.ExpiryPlan;
import io.bourse.clearing.expiry.ExpiryPlanner;
import io.bourse.clearing.expiry.Instructions;
import io.bourse.clearing.ingest.ExerciseInstruction;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.Payments;
import io.bourse.clearing.ledger.RunTablesWriter;
import io.bourse.clearing.ledger.UnsyncedTables;
import io.bourse.clearing.model.BusinessDays;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.table.IntWindow;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.ShortWindow;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.verify.CalculationFile;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Everything that a run calculates from a day and its prices, into the tables of a directory.
 */
public final class RunFigures implements AutoCloseable
{
    private final ClearingContext ctx;
    private final IngestedDay day;
    private final ClearingKind kind;
    private final Opening opening;
    private final PriceProposal proposal;
    private final Contract[] contracts;
    private final boolean[] ends;
    private final Deliveries deliveries;
    private Table movements;
    private Table payments;
    private RunDefaults.Taken defaults = RunDefaults.Taken.NONE;
    private SortedMap<String, String> waiting = new TreeMap<>();
    private final CalculationMemory memory;
    private List<PositionRows> rows;
    private UnsyncedTables unsynced;

    /** Figures of a run. */
    public RunFigures(
        final ClearingContext ctx,
        final IngestedDay day,
        final ClearingKind kind,
        final Opening opening,
        final PriceProposal proposal)
    {
        this(ctx, day, kind, opening, proposal, new CalculationMemory());
    }

    /** Figures that are calculated in the memory of others, which have given it back. */
    public RunFigures(
        final ClearingContext ctx,
        final IngestedDay day,
        final ClearingKind kind,
        final Opening opening,
        final PriceProposal proposal,
        final CalculationMemory memory)
    {
        this.memory = memory;
        this.ctx = ctx;
        this.day = day;
        this.kind = kind;
        this.opening = opening;
        this.proposal = proposal;
        this.contracts = RunPrices.contracts(day, proposal, opening);
        this.ends = ExpiryPlanner.ends(contracts, day.tradingDate(), ClearingKind.EVENING == kind);
        this.deliveries = Deliveries.of(contracts, day.tradingDate(), ClearingKind.EVENING == kind,
            new BusinessDays(ctx.funds().delivery().holidays()));
    }

    /** Contracts by ordinal. */
    public Contract[] contracts()
    {
        return contracts;
    }

    /** By ordinal: what this run ends. */
    public boolean[] ends()
    {
        return ends;
    }

    /** By ordinal: what this run or an earlier one has ended, or this one delivers: nobody has a position in it. */
    public boolean[] ended()
    {
        final boolean[] ended = gone();
        for (int i = 0; i < ended.length; i++)
        {
            ended[i] |= deliveries.delivers(i);
        }
        return ended;
    }

    /** By ordinal: what this run or an earlier one has ended: nobody can trade it any more. */
    boolean[] gone()
    {
        final boolean[] gone = wereEnded();
        for (int i = 0; i < gone.length; i++)
        {
            gone[i] |= ends[i];
        }
        return gone;
    }

    private boolean[] wereEnded()
    {
        final boolean[] ended = new boolean[contracts.length];
        for (int i = 0; i < ended.length; i++)
        {
            ended[i] = day.instruments().byOrdinal(i).isExpired();
        }
        return ended;
    }

    /** By ordinal: positions that the run closes by movements. */
    private boolean[] closes()
    {
        final boolean[] closes = ends.clone();
        for (int i = 0; i < closes.length; i++)
        {
            closes[i] |= deliveries.delivers(i);
        }
        return closes;
    }

    private static boolean isAny(final boolean[] byOrdinal)
    {
        for (final boolean is : byOrdinal)
        {
            if (is)
            {
                return true;
            }
        }
        return false;
    }

    /** By ordinal: when what this run makes obligations of is due. */
    int[] settleDates()
    {
        final int[] dates = new int[contracts.length];
        Arrays.setAll(dates, deliveries::settleDate);
        return dates;
    }

    /** By ordinal: interest that a unit of the asset has earned. */
    long[] accruedE5()
    {
        final long[] accruedE5 = new long[contracts.length];
        Arrays.setAll(accruedE5,
            i -> ctx.funds().delivery().accruedE5().getOrDefault(contracts[i].terms().asset(), 0L));
        return accruedE5;
    }

    /** Stops at what cannot be cleared. Looks through the trades only if there is such a thing. */
    public void requireCleared()
    {
        if (IntStream.range(0, contracts.length).allMatch(i -> RunPrices.isCleared(day, contracts, i)))
        {
            return;
        }
        final boolean[] hasPosition = new boolean[contracts.length];
        final ShortColumn traded = day.trades().shorts(DayTables.TRADE_INSTRUMENT);
        final int trades = day.tradeCount();
        for (int trade = 0; trade < trades; trade++)
        {
            hasPosition[traded.get(trade)] = true;
        }
        final Table carried = opening.carried();
        if (null != carried)
        {
            final ShortWindow held = carried.shortWindow(RunTables.POSITION_INSTRUMENT);
            final IntWindow lots = carried.intWindow(RunTables.POSITION_END);
            for (long row = 0; row < carried.rows(); row++)
            {
                hasPosition[held.get(row)] |= 0 != lots.get(row);
            }
        }
        RunPrices.requireCleared(day, contracts, hasPosition);
    }

    /** What becomes of defaulters in this run. */
    public void carriesOut(final RunDefaults.Taken taken)
    {
        defaults = taken;
    }

    /** Plans what becomes of contracts that end, and writes movements and obligations. */
    public ExpiryPlan expire(final Path directory) throws IOException
    {
        final Instructions instructions = new Instructions();
        for (final ExerciseInstruction instruction : day.exercises())
        {
            instructions.add(instruction.account(), instruction.instrument(), instruction.lots());
        }
        final DefaultMovements moved = RunDefaults.carryOut(defaults, day, input(null));
        waiting = moved.waiting();
        final Table defaulted = RunDefaults.write(moved, directory);
        final boolean[] closes = closes();
        final List<PositionRows> ending =
            isAny(closes) ? fitting(() -> Positions.ofInstruments(input(defaulted), closes)) : List.of();
        fitting(() ->
        {
            deliveries.addTrades(contracts, accruedE5(), day.trades(), day.tradeCount());
            return deliveries;
        });
        final Long[] underlyingE5 = new Long[contracts.length];
        for (int i = 0; i < underlyingE5.length; i++)
        {
            underlyingE5[i] = proposal.price(i).underlyingE5();
        }
        final ExpiryPlan plan = ExpiryPlanner.plan(
            new ExpiryInput(
                day.registers(), contracts, ends, wereEnded(), underlyingE5, ending, instructions,
                opening.carriedObligations(), deliveries),
            directory);
        if (null != defaulted)
        {
            RunDefaults.merge(defaulted, day, contracts, directory);
            defaulted.close();
        }
        openMovements(directory);
        return plan;
    }

    /** Plans of defaults that {@link #expire} and {@link #fund} could not carry out, and why. */
    public SortedMap<String, String> waiting()
    {
        return waiting;
    }

    /** Movements that an earlier attempt has written. */
    public void openMovements(final Path directory) throws IOException
    {
        closeMovements();
        movements = Table.open(directory, RunTables.MOVEMENTS);
    }

    /** Movements of this run and of earlier ones of the day. */
    public Table movements()
    {
        return movements;
    }

    /** Units of work of {@link #calculate}. */
    long work()
    {
        return Positions.work(input());
    }

    /** Calculates positions; the consumer is told the rows that are done. */
    public void calculate(final LongConsumer workDone)
    {
        rows = fitting(() -> Positions.calculate(input(), memory, workDone));
    }

    /** Rows that are calculated. */
    public long rowCount()
    {
        long count = 0;
        for (final PositionRows part : rows)
        {
            count += part.size();
        }
        return count;
    }

    /** Writes the tables of the first rows. Nobody may judge the tables when they have not all rows of the day. */
    public void rehearse(final Path directory, final long mostRows, final LongConsumer rowsDone) throws IOException
    {
        int parts = 0;
        for (long some = 0; parts < rows.size() && some < mostRows; parts++)
        {
            some += rows.get(parts).size();
        }
        write(directory, rows.subList(0, parts), rowsDone);
    }

    /** Gives the memory of all rows back to the run, behind a rehearsal. */
    public void giveBack()
    {
        memory.giveBack(rows);
        rows = null;
    }

    /**
     * Writes positions, postings and money, and lets the rows go: nobody needs them any more. The tables may be read
     * at once; the disk has them when {@link #sync} has returned.
     */
    public void write(final Path directory, final LongConsumer rowsDone) throws IOException
    {
        try
        {
            unsynced = writer(directory, rowsDone).writeUnsynced(
                day.registers(), contracts, rows, opening.money(), new Payments(payments, opening.paidPayments()));
        }
        catch (final ArithmeticException ex)
        {
            throw unfitting(ex);
        }
        rows = null;
        memory.clear();
        writeCalculation(directory);
    }

    /** Waits until the disk has what {@link #write} has written. */
    public void sync() throws IOException
    {
        try (UnsyncedTables tables = unsynced)
        {
            unsynced = null;
            tables.sync();
        }
    }

    private RunTablesWriter writer(final Path directory, final LongConsumer rowsDone)
    {
        return new RunTablesWriter(directory, ctx.options().threads(), rowsDone);
    }

    private void write(final Path directory, final List<PositionRows> parts, final LongConsumer rowsDone)
        throws IOException
    {
        final RunTablesWriter writer = writer(directory, rowsDone);
        final Payments all = new Payments(payments, opening.paidPayments());
        try
        {
            if (parts.size() == rows.size())
            {
                writer.write(day.registers(), contracts, parts, opening.money(), all);
            }
            else
            {
                writer.writeFirst(day.registers(), contracts, parts, opening.money(), all);
            }
        }
        catch (final ArithmeticException ex)
        {
            throw unfitting(ex);
        }
        writeCalculation(directory);
    }

    private void writeCalculation(final Path directory) throws IOException
    {
        CalculationFile.of(input(), opening.carriedRun(), opening.earlierRuns()).write(directory);
    }

    /** What is calculated from. */
    public CalculationInput input()
    {
        return input(null == movements || 0 == movements.rows() ? null : movements);
    }

    private CalculationInput input(final Table withMovements)
    {
        return new CalculationInput(
            day.registers(),
            contracts,
            day.trades(),
            day.tradeCount(),
            null == opening.paidRecord() ? 0 : opening.paidRecord().cut().sessionTrades(),
            opening.carried(),
            withMovements,
            opening.paidMovements(),
            ClearingKind.EVENING == kind,
            ctx.feePrice(),
            ctx.options().threads(),
            ctx.funds().vatPctE6());
    }

    private static <T> T fitting(final Supplier<T> step)
    {
        try
        {
            return step.get();
        }
        catch (final ArithmeticException ex)
        {
            throw unfitting(ex);
        }
    }

    private static CheckFailedException unfitting(final ArithmeticException ex)
    {
        return new CheckFailedException("amounts fit into 64 bits", "reason=\"" + ex.getMessage() + "\"");
    }

    /** Puts together what is paid and pledged, and writes both tables. A rehearsal judges no calls. */
    public void fund(final Path directory) throws IOException
    {
        closePayments();
        final PendingDeliveries pending = RunPending.of(defaults, day);
        fitting(() ->
        {
            RunPending.addTraded(pending, input(null), settleDates());
            return pending;
        });
        waiting = new RunFunds(ctx, day, kind, opening, proposal, contracts, defaults, waiting)
            .write(directory, null == day.openRun() ? 0 : day.openRun().cut().engineTimeNs(), pending)
            .waiting();
        payments = Table.open(directory, RunTables.PAYMENTS);
    }

    private void closePayments()
    {
        if (null != payments)
        {
            payments.close();
            payments = null;
        }
    }

    private void closeMovements()
    {
        if (null != movements)
        {
            movements.close();
        }
    }

    @Override
    public void close() throws IOException
    {
        closeMovements();
        closePayments();
        if (null != unsynced)
        {
            unsynced.close();
            unsynced = null;
        }
    }
}
