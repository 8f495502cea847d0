// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Registers of consecutive looks at an ingest: sorting twenty million of them again because one has come is too dear
 * while trading stands still. Those of an earlier look are let go when the last day that has them is closed.
 */
final class RegisterCache implements AutoCloseable
{
    private final Path directory;
    private final List<Entry> entries = new ArrayList<>();
    private Entry last;

    RegisterCache(final Path directory)
    {
        this.directory = directory;
    }

    /** The registers that were defined first. They stay valid until they are released. */
    synchronized SortedRegisters first(final long rows) throws IOException
    {
        if (null == last || rows != last.registers.size())
        {
            final Table table = Table.open(directory, DayTables.REGISTERS, rows);
            last = new Entry(table, SortedRegisters.of(table, null == last ? null : last.registers));
            entries.add(last);
        }
        last.days++;
        return last.registers;
    }

    /** One day fewer has them; the last ones are kept for the next look. */
    synchronized void release(final SortedRegisters registers)
    {
        for (final Entry entry : entries)
        {
            entry.days -= entry.registers == registers ? 1 : 0;
        }
        entries.removeIf(entry ->
        {
            final boolean isOver = entry != last && 0 == entry.days;
            if (isOver)
            {
                entry.table.close();
            }
            return isOver;
        });
    }

    /** Registers that are mapped. */
    synchronized int size()
    {
        return entries.size();
    }

    @Override
    public synchronized void close()
    {
        entries.forEach(entry -> entry.table.close());
        entries.clear();
        last = null;
    }

    /** Registers, and how many open days have them. */
    private static final class Entry
    {
        private final Table table;
        private final SortedRegisters registers;
        private int days;

        private Entry(final Table table, final SortedRegisters registers)
        {
            this.table = table;
            this.registers = registers;
        }
    }
}
