// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

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
        final TableCursor payments = new TableCursor(table);
        while (payments.next())
        {
            final int account = payments.ints(RunTables.PAYMENT_ACCOUNT);
            final int code = payments.ints(RunTables.PAYMENT_CODE);
            final int debit = payments.ints(RunTables.PAYMENT_DEBIT);
            final int credit = payments.ints(RunTables.PAYMENT_CREDIT);
            final long amount = payments.longs(RunTables.PAYMENT_AMOUNT);
            final long reference = payments.longs(RunTables.PAYMENT_REFERENCE);
            final boolean isPayment = isKnown(account, code) && amount > 0 && isBetween(account, code, debit, credit);
            if (!isPayment || !isAfter(payments.row(), account, code, reference))
            {
                contents.note("row=" + payments.row() + " client=" + names.client(account) + " code=" +
                    (code >= 0 && code < CODES.length ? CODES[code] : code) + " debit=" + names.account(debit) +
                    " credit=" + names.account(credit) + " amountKopecks=" + amount + " reference=" +
                    reference);
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
    private boolean isAfter(final long row, final int account, final int code, final long reference)
    {
        final int rank = names.rank(account);
        final boolean isAfter = 0 == row || rank > lastRank || rank == lastRank &&
            (code > lastCode || code == lastCode && reference > lastReference);
        lastRank = rank;
        lastCode = code;
        lastReference = reference;
        return isAfter;
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
