// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Registers of consecutive looks at an ingest: sorting twenty million of them again because one has come is too dear
 * while trading stands still.
 */
final class RegisterCache implements AutoCloseable
{
    private final Path directory;
    private final List<Table> tables = new ArrayList<>();
    private Registers last;

    RegisterCache(final Path directory)
    {
        this.directory = directory;
    }

    /** The registers that were defined first. They stay valid until the cache is closed. */
    synchronized Registers first(final long rows) throws IOException
    {
        if (null == last || rows != last.size())
        {
            final Table table = Table.open(directory, DayTables.REGISTERS, rows);
            tables.add(table);
            last = Registers.of(table, last);
        }
        return last;
    }

    @Override
    public synchronized void close()
    {
        tables.forEach(Table::close);
        tables.clear();
        last = null;
    }
}
