// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.table.TableWriter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Tables of a run that are written and may be read, while the disk takes them: checks need not wait for it, but nobody
 * may rely on the tables before {@link #sync} has returned.
 */
public final class UnsyncedTables implements AutoCloseable
{
    private final RunTablesWriter.Written written;
    private final List<TableWriter> tables;
    private final ExecutorService executor;
    private final List<Future<Void>> syncs = new ArrayList<>();

    UnsyncedTables(final RunTablesWriter.Written written, final List<TableWriter> tables)
    {
        this.written = written;
        this.tables = List.copyOf(tables);
        this.executor = Executors.newFixedThreadPool(
            tables.size(), Thread.ofPlatform().daemon().name("clearing-sync-", 0).factory());
        for (final TableWriter table : tables)
        {
            syncs.add(executor.submit(syncOf(table)));
        }
    }

    private static Callable<Void> syncOf(final TableWriter table)
    {
        return () ->
        {
            table.sync();
            return null;
        };
    }

    /**
     * Manifests of the tables.
     *
     * @return what was sealed.
     */
    public RunTablesWriter.Written written()
    {
        return written;
    }

    /**
     * Waits until the disk has all tables.
     *
     * @throws IOException when it did not take one.
     */
    public void sync() throws IOException
    {
        for (final Future<Void> sync : syncs)
        {
            await(sync);
        }
    }

    private static void await(final Future<Void> sync) throws IOException
    {
        boolean isInterrupted = false;
        try
        {
            while (true)
            {
                try
                {
                    sync.get();
                    return;
                }
                catch (final InterruptedException ex)
                {
                    isInterrupted = true;
                }
            }
        }
        catch (final ExecutionException ex)
        {
            throw ex.getCause() instanceof final IOException failure ?
                failure : new IOException("a table did not get to the disk", ex.getCause());
        }
        finally
        {
            if (isInterrupted)
            {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for the disk too, whatever it says: nobody closes files that are being synced. */
    @Override
    public void close() throws IOException
    {
        executor.close();
        RunTablesWriter.closeAll(tables);
    }
}
