// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.Table;

/**
 * Goes through the payments of a run: every row for itself, and what they add up to by code and account of the house.
 */
final class PaymentScan
{
    private static final PostingCode[] CODES = PostingCode.values();

    final FirstFailure contents = new FirstFailure();
    final LedgerSums sums;
    final long rows;

    private final Names names;
    private final Table table;
    private int lastRank = -1;
    private int lastCode = -1;
    private long lastReference;

    /** Payments of a table; null for none. */
    PaymentScan(final Table payments, final Names names, final int instruments)
    {
        this.table = payments;
        this.names = names;
        this.sums = new LedgerSums(instruments);
        this.rows = null == payments ? 0 : payments.rows();
    }

    void scan()
    {
        if (0 == rows)
        {
            return;
        }
        final IntColumn accounts = table.ints(RunTables.PAYMENT_ACCOUNT);
        final ByteColumn codes = table.bytes(RunTables.PAYMENT_CODE);
        final IntColumn debits = table.ints(RunTables.PAYMENT_DEBIT);
        final IntColumn credits = table.ints(RunTables.PAYMENT_CREDIT);
        final LongColumn amounts = table.longs(RunTables.PAYMENT_AMOUNT);
        final LongColumn references = table.longs(RunTables.PAYMENT_REFERENCE);
        for (long row = 0; row < rows; row++)
        {
            final int account = accounts.get(row);
            final int code = codes.get(row);
            final int debit = debits.get(row);
            final int credit = credits.get(row);
            final long amount = amounts.get(row);
            final boolean isPayment = isKnown(account, code) && amount > 0 && isBetween(account, code, debit, credit);
            if (!isPayment || !isBehind(row, account, code, references.get(row)))
            {
                contents.note("row=" + row + " client=" + names.client(account) + " code=" +
                    (code >= 0 && code < CODES.length ? CODES[code] : code) + " debit=" + names.account(debit) +
                    " credit=" + names.account(credit) + " amountKopecks=" + amount + " reference=" +
                    references.get(row));
            }
            if (isPayment)
            {
                add(account, code, debit, credit, amount);
            }
        }
    }

    private boolean isKnown(final int account, final int code)
    {
        return (-1 == account || names.isRegister(account)) && code >= 0 && code < CODES.length;
    }

    /** By register, code and reference: each id once. */
    private boolean isBehind(final long row, final int account, final int code, final long reference)
    {
        final int rank = names.rank(account);
        final boolean isBehind = 0 == row || rank > lastRank || rank == lastRank &&
            (code > lastCode || code == lastCode && reference > lastReference);
        lastRank = rank;
        lastCode = code;
        lastReference = reference;
        return isBehind;
    }

    /** A register pays or receives; the other side is an account of the house that the code may touch. */
    private static boolean isBetween(final int account, final int code, final int debit, final int credit)
    {
        if (-1 == account)
        {
            return debit != credit && isHouse(code, debit) && isHouse(code, credit);
        }
        return debit == account && isHouse(code, credit) || credit == account && isHouse(code, debit);
    }

    private static boolean isHouse(final int code, final int account)
    {
        return switch (CODES[code])
        {
            case PAY -> HouseAccounts.BANK == account;
            case INTEREST -> HouseAccounts.INTEREST_INCOME == account;
            case PENALTY -> HouseAccounts.PENALTY_INCOME == account || HouseAccounts.SETTLEMENT == account;
            case SETTLEMENT -> HouseAccounts.SETTLEMENT == account;
            case DEFAULT -> account <= HouseAccounts.BANK && account >= HouseAccounts.CCP_ADDITIONAL;
            default -> false;
        };
    }

    private void add(final int account, final int code, final int debit, final int credit, final long amount)
    {
        sums.postings[code]++;
        if (credit == account && account >= 0)
        {
            sums.received[code].add(amount);
        }
        else
        {
            sums.house[-credit].add(amount);
        }
        if (debit == account && account >= 0)
        {
            sums.paid[code].add(amount);
        }
        else
        {
            sums.house[-debit].add(-amount);
        }
    }
}
