// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Money that registers begin with, and how it changes from one run to the next. */
class OpeningMoneyTest
{
    /** In the order of their codes 4, 2, 0, 3, 1; the last was not there the evening before. */
    private static final TestRegisters REGISTERS =
        new TestRegisters(List.of("CC01001", "EE01001", "BB01001", "DD01001", "AA01001"));
    private static final int OLD_REGISTERS = 4;
    @TempDir
    private Path root;

    @BeforeEach
    void writePreviousEvening() throws IOException
    {
        write("before", new long[][]{{2, 200}, {0, 300}, {1, -400}});
    }

    private void write(final String name, final long[][] ends) throws IOException
    {
        final List<long[]> rows = new ArrayList<>();
        for (final long[] end : ends)
        {
            rows.add(new long[]{end[0], 0, 0, 0, 0, 0, end[1]});
        }
        TestTables.write(root.resolve(name), RunTables.MONEY, rows);
    }

    private Table open(final String name) throws IOException
    {
        return Table.open(root.resolve(name), RunTables.MONEY);
    }

    @Test
    void shouldBeginWithWhatTheEveningBeforeHasLeft() throws IOException
    {
        try (Table before = open("before"))
        {
            final OpeningMoney money = new OpeningMoney(before, OLD_REGISTERS, Map.of(4, 50L, 3, 60L), 70);
            final OpeningMoney.Cursor cursor = money.cursor();
            assertEquals(50, cursor.begin(4), "new");
            assertEquals(200, cursor.begin(2));
            assertEquals(300, cursor.begin(0));
            assertEquals(0, cursor.begin(3), "what is configured is for new registers alone");
            assertThrows(InputCorruptException.class, cursor::requireEnd);
            assertEquals(-400, cursor.begin(1));
            cursor.requireEnd();
            assertEquals(70, new OpeningMoney(before, OLD_REGISTERS, Map.of(), 70).cursor().begin(4));
            assertEquals(70, new OpeningMoney(before, OLD_REGISTERS, Map.of(5, 1L), 70).cursor().begin(4));
        }
        assertEquals(0, OpeningMoney.none().cursor().begin(0));
    }

    @Test
    void shouldFindTheMoneyOfOneRegister() throws IOException
    {
        try (Table before = open("before"))
        {
            final OpeningMoney money = new OpeningMoney(before, OLD_REGISTERS, Map.of(4, 50L), 70);
            final long[] found = new long[5];
            for (int account = 0; account < found.length; account++)
            {
                found[account] = money.before(REGISTERS, before, OLD_REGISTERS, account);
            }
            assertEquals(List.of(300L, -400L, 200L, 0L, 50L),
                List.of(found[0], found[1], found[2], found[3], found[4]));
            assertEquals(0, money.before(REGISTERS, before, 5, 4), "it was there and had nothing");
        }
    }

    @Test
    void shouldFindNoMoneyOfTheLastRegisterWhenItHasNone() throws IOException
    {
        write("after", new long[][]{{2, 250}, {3, 9}});
        try (Table after = open("after"))
        {
            assertEquals(0, OpeningMoney.none().before(REGISTERS, after, OLD_REGISTERS, 1));
        }
    }

    @Test
    void shouldFollowMoneyFromRunToRun() throws IOException
    {
        write("after", new long[][]{{4, 7}, {2, 250}, {3, 9}});
        final List<List<Long>> changes = new ArrayList<>();
        try (Table before = open("before"); Table after = open("after"))
        {
            final MoneyChanges change = new MoneyChanges(before, after, REGISTERS);
            while (change.next())
            {
                changes.add(List.of((long)change.accountId(), change.beforeKopecks(), change.afterKopecks()));
            }
            assertFalse(change.next());
            final MoneyChanges same = new MoneyChanges(after, after, REGISTERS);
            assertTrue(same.next());
            assertEquals(List.of(4, 7L, 7L), List.of(same.accountId(), same.beforeKopecks(), same.afterKopecks()));
        }
        assertEquals(List.of(List.of(4L, 0L, 7L), List.of(2L, 200L, 250L), List.of(0L, 300L, 0L), List.of(3L, 0L, 9L),
            List.of(1L, -400L, 0L)), changes);
    }
}
