// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

class PaymentTest
{
    private static final int BANK = HouseAccounts.BANK;
    private static final long PAY = PostingCode.PAY.ordinal();
    @TempDir
    private Path root;

    private static void assertNone(final int account, final int debit, final int credit, final long kopecks)
    {
        assertThrows(IllegalArgumentException.class,
            () -> new Payment(account, PostingCode.PAY, debit, credit, kopecks, 1));
    }

    @Test
    void shouldMoveMoneyBetweenTwoAccountsOfWhichOneIsTheRegister()
    {
        assertEquals(1, new Payment(5, PostingCode.PAY, BANK, 5, 1, 1).kopecks());
        assertEquals(5, new Payment(5, PostingCode.PAY, 5, BANK, 1, 1).debit());
        assertEquals(0, new Payment(0, PostingCode.PAY, 0, BANK, 1, 1).account());
        assertEquals(-1, new Payment(-1, PostingCode.DEFAULT, BANK, HouseAccounts.DEFAULT_FUND, 1, 1).account());
        assertNone(5, BANK, 5, 0);
        assertNone(5, BANK, 5, -1);
        assertNone(5, BANK, 6, 1);
        assertNone(0, BANK, 6, 1);
        assertNone(5, 5, 5, 1);
        assertNone(-1, BANK, BANK, 1);
    }

    private Table table(final String name, final List<long[]> rows) throws IOException
    {
        TestTables.write(root.resolve(name), RunTables.PAYMENTS, rows);
        return Table.open(root.resolve(name), RunTables.PAYMENTS);
    }

    @Test
    void shouldAddUpWhatARegisterIsPaidAndPaysInAllRunsOfTheDay() throws IOException
    {
        final List<long[]> first = List.of(
            new long[]{-1, PAY, HouseAccounts.DEFAULT_FUND, BANK, 9, 1}, new long[]{-1, PAY, 1, BANK, 9, 1},
            new long[]{3, PAY, BANK, 3, 100, 2}, new long[]{3, PAY, 3, BANK, 30, 3}, new long[]{0, PAY, 0, BANK, 5, 4});
        final List<long[]> second = List.of(new long[]{0, PAY, BANK, 0, 7, 5}, new long[]{1, PAY, BANK, 1, 11, 6});
        try (Table run = table("run", List.of()); Table one = table("one", first); Table two = table("two", second))
        {
            final Payments.Cursor paid = new Payments(run, List.of(one, two)).paidCursor();
            assertEquals(70, paid.take(3));
            assertEquals(2, paid.take(0));
            assertThrows(InputCorruptException.class, paid::requireEnd, "one is left");
            assertEquals(0, paid.take(2));
            assertEquals(11, paid.take(1));
            paid.requireEnd();
            assertEquals(0, new Payments(run, List.of(one)).cursor().take(3));
            final Payments.Cursor ofRun = new Payments(one, List.of(two)).cursor();
            assertEquals(70, ofRun.take(3));
            assertEquals(-5, ofRun.take(0));
            ofRun.requireEnd();
        }
        assertEquals(0, Payments.none().cursor().take(0));
        Payments.none().paidCursor().requireEnd();
    }
}
