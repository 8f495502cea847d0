// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.TableManifest;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.table.TableWriter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;

/**
 * Writes positions, postings and money of a run, straight from the rows of the calculation: the ledger is never held in
 * memory. Columns are written by several threads, each column by one, so the bytes do not depend on their number.
 */
public final class RunTablesWriter
{
    /** Rows that are turned into columns at once. */
    static final int CHUNK = 4096;
    /** How often every row of positions is looked at, for those who count progress. */
    public static final int PASSES = 4;

    private final Path runDirectory;
    private final int threads;
    private final LongConsumer rowsDone;

    /**
     * Writer for one run.
     *
     * @param runDirectory that exists.
     * @param threads 1 or more; two are of use.
     * @param rowsDone told of rows of positions as they are done, {@link #PASSES} times each, from all threads.
     */
    public RunTablesWriter(final Path runDirectory, final int threads, final LongConsumer rowsDone)
    {
        this.runDirectory = runDirectory;
        this.threads = threads;
        this.rowsDone = rowsDone;
    }

    /**
     * Writes and seals the tables. What an earlier attempt has left is written over.
     *
     * @param registers at the cut.
     * @param contracts by instrument ordinal.
     * @param parts rows of positions, in the order of the registers.
     * @param opening money of the registers.
     * @param payments of this run and of the earlier ones of the day.
     * @return what was sealed.
     * @throws IOException when a file cannot be written.
     * @throws ArithmeticException when an amount does not fit.
     */
    public Written write(
        final RegisterOrder registers,
        final Contract[] contracts,
        final List<? extends PositionRows> parts,
        final OpeningMoney opening,
        final Payments payments) throws IOException
    {
        return synced(write(registers, contracts, parts, opening, payments, true));
    }

    /**
     * Writes the tables of the first registers only, as a rehearsal does: money of nobody behind the last row.
     *
     * @param registers at the cut.
     * @param contracts by instrument ordinal.
     * @param parts first parts of the rows.
     * @param opening money of the registers.
     * @param payments of this run and of the earlier ones of the day.
     * @return what was sealed.
     * @throws IOException when a file cannot be written.
     * @throws ArithmeticException when an amount does not fit.
     */
    public Written writeFirst(
        final RegisterOrder registers,
        final Contract[] contracts,
        final List<? extends PositionRows> parts,
        final OpeningMoney opening,
        final Payments payments) throws IOException
    {
        return synced(write(registers, contracts, parts, opening, payments, false));
    }

    /**
     * Writes and seals the tables and does not wait for the disk to have them.
     *
     * @param registers at the cut.
     * @param contracts by instrument ordinal.
     * @param parts rows of positions, in the order of the registers.
     * @param opening money of the registers.
     * @param payments of this run and of the earlier ones of the day.
     * @return the tables, to be synced and closed.
     * @throws IOException when a file cannot be written.
     * @throws ArithmeticException when an amount does not fit.
     */
    public UnsyncedTables writeUnsynced(
        final RegisterOrder registers,
        final Contract[] contracts,
        final List<? extends PositionRows> parts,
        final OpeningMoney opening,
        final Payments payments) throws IOException
    {
        return write(registers, contracts, parts, opening, payments, true);
    }

    private static Written synced(final UnsyncedTables tables) throws IOException
    {
        try (tables)
        {
            tables.sync();
            return tables.written();
        }
    }

    private UnsyncedTables write(
        final RegisterOrder registers,
        final Contract[] contracts,
        final List<? extends PositionRows> parts,
        final OpeningMoney opening,
        final Payments payments,
        final boolean isWhole) throws IOException
    {
        final List<TableWriter> tables = new ArrayList<>();
        try
        {
            final TableWriter positions = create(RunTables.POSITIONS, tables);
            final TableWriter ledger = create(RunTables.LEDGER, tables);
            final TableWriter money = create(RunTables.MONEY, tables);
            Workers.run(threads, List.of(
                done(() -> new MoneyColumns(registers, contracts, opening, payments, money)
                    .write(parts, isWhole, rowsDone)),
                done(() -> LedgerColumns.write(parts, contracts, ledger, rowsDone)),
                done(() -> PositionTableColumns.writeLots(parts, positions, rowsDone)),
                done(() -> PositionTableColumns.writeMoney(parts, positions, rowsDone))));
            final List<Callable<TableManifest>> seals =
                List.of(positions::sealUnsynced, ledger::sealUnsynced, money::sealUnsynced);
            final List<TableManifest> sealed = Workers.run(seals.size(), seals);
            return new UnsyncedTables(new Written(sealed.get(0), sealed.get(1), sealed.get(2)), tables);
        }
        catch (final UncheckedIOException ex)
        {
            closeAll(tables, ex.getCause());
            throw ex.getCause();
        }
        catch (final IOException | RuntimeException | Error ex)
        {
            closeAll(tables, ex);
            throw ex;
        }
    }

    private TableWriter create(final TableSpec spec, final List<TableWriter> tables) throws IOException
    {
        final TableWriter table = TableWriter.create(runDirectory, spec);
        tables.add(table);
        return table;
    }

    private static void closeAll(final List<TableWriter> tables, final Throwable failure)
    {
        try
        {
            closeAll(tables);
        }
        catch (final IOException ex)
        {
            failure.addSuppressed(ex);
        }
    }

    static void closeAll(final List<TableWriter> tables) throws IOException
    {
        IOException failure = null;
        for (final TableWriter table : tables)
        {
            try
            {
                table.close();
            }
            catch (final IOException ex)
            {
                failure = null == failure ? ex : failure;
            }
        }
        if (null != failure)
        {
            throw failure;
        }
    }

    private static Callable<Void> done(final Runnable job)
    {
        return () ->
        {
            job.run();
            return null;
        };
    }

    /**
     * The sealed tables.
     *
     * @param positions of the run.
     * @param ledger of the run.
     * @param money of the run.
     */
    public record Written(TableManifest positions, TableManifest ledger, TableManifest money)
    {
    }
}
