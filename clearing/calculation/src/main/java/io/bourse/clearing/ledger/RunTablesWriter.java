// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.TableManifest;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.table.TableWriter;
import org.agrona.CloseHelper;

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
     * @param rowsDone gets numbers of rows of positions as they are done, {@link #PASSES} times each, from all threads.
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
     * @param rows of the run.
     * @return what was sealed.
     * @throws IOException when a file cannot be written.
     * @throws ArithmeticException when an amount does not fit.
     */
    public Written write(final RunRows rows) throws IOException
    {
        return synced(write(rows, true));
    }

    /**
     * Writes the tables of the first registers only, as a rehearsal does: no money of registers after the last row.
     *
     * @param rows of which the parts are the first ones.
     * @return what was sealed.
     * @throws IOException when a file cannot be written.
     * @throws ArithmeticException when an amount does not fit.
     */
    public Written writeFirst(final RunRows rows) throws IOException
    {
        return synced(write(rows, false));
    }

    /**
     * Writes and seals the tables and does not wait for the disk to have them.
     *
     * @param rows of the run.
     * @return the tables, to be synced and closed.
     * @throws IOException when a file cannot be written.
     * @throws ArithmeticException when an amount does not fit.
     */
    public UnsyncedTables writeUnsynced(final RunRows rows) throws IOException
    {
        return write(rows, true);
    }

    private static Written synced(final UnsyncedTables tables) throws IOException
    {
        try (tables)
        {
            tables.sync();
            return tables.written();
        }
    }

    private UnsyncedTables write(final RunRows rows, final boolean isWhole) throws IOException
    {
        final List<TableWriter> tables = new ArrayList<>();
        try
        {
            final TableWriter positions = create(RunTables.POSITIONS, tables);
            final TableWriter ledger = create(RunTables.LEDGER, tables);
            final TableWriter money = create(RunTables.MONEY, tables);
            Workers.run(threads, List.of(
                Workers.task(() -> new MoneyColumns(rows, money).write(isWhole, rowsDone)),
                Workers.task(() -> PositionTableColumns.writeLedger(rows, ledger, rowsDone)),
                Workers.task(() -> PositionTableColumns.writeLots(rows, positions, rowsDone)),
                Workers.task(() -> PositionTableColumns.writeMoney(rows, positions, rowsDone))));
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
            CloseHelper.closeAll(tables);
        }
        catch (final Exception ex)
        {
            failure.addSuppressed(ex);
        }
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
