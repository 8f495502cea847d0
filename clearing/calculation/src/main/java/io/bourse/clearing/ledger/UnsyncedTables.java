// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.file.Syncs;
import io.bourse.clearing.table.TableWriter;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.util.List;

/**
 * Tables of a run that are written and may be read, while the disk takes them: checks need not wait for it, but nothing
 * may rely on the tables before {@link #sync} has returned.
 */
public final class UnsyncedTables implements AutoCloseable
{
    private final RunTablesWriter.Written written;
    private final List<TableWriter> tables;
    private final Syncs syncs;

    UnsyncedTables(final RunTablesWriter.Written written, final List<TableWriter> tables)
    {
        this.written = written;
        this.tables = List.copyOf(tables);
        this.syncs = new Syncs(tables.size());
        for (final TableWriter table : tables)
        {
            syncs.begin(() ->
            {
                table.sync();
                return null;
            });
        }
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
        syncs.await();
    }

    /** Waits for the disk too, whatever it says: files are not closed while they are synced. */
    @Override
    public void close() throws IOException
    {
        syncs.close();
        CloseHelper.closeAll(tables);
    }
}
