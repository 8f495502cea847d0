// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.ContractStyle;

/**
 * Double entries of some rows of positions, in the order of the rows, then of the codes. One after the other is made
 * into the same arrays and written away.
 */
public final class Postings
{
    private static final int CODES_PER_ROW = 5;

    private final boolean[] isPremium;
    /** The rows of positions that the postings are of. */
    final int[] rowAccounts;
    final short[] rowInstruments;
    private final long[][] money;
    final int[] accounts;
    final short[] instruments;
    final byte[] codes;
    final int[] debits;
    final int[] credits;
    final long[] amounts;
    /** By row of the chunk: where its postings end. */
    final int[] ends;
    int count;

    Postings(final Contract[] contracts, final int maxRows)
    {
        this.isPremium = premiumStyle(contracts);
        this.rowAccounts = new int[maxRows];
        this.rowInstruments = new short[maxRows];
        this.money = new long[RunTables.POSITION_VAT_CC - RunTables.POSITION_VM_DAY + 1][maxRows];
        this.accounts = new int[CODES_PER_ROW * maxRows];
        this.instruments = new short[CODES_PER_ROW * maxRows];
        this.codes = new byte[CODES_PER_ROW * maxRows];
        this.debits = new int[CODES_PER_ROW * maxRows];
        this.credits = new int[CODES_PER_ROW * maxRows];
        this.amounts = new long[CODES_PER_ROW * maxRows];
        this.ends = new int[maxRows];
    }

    /** By the place of the contract: whether its premium is paid when it is traded. */
    public static boolean[] premiumStyle(final Contract[] contracts)
    {
        final boolean[] isPremium = new boolean[contracts.length];
        for (int i = 0; i < contracts.length; i++)
        {
            isPremium[i] = ContractStyle.PREMIUM_OPTION == contracts[i].terms().style();
        }
        return isPremium;
    }

    void fill(final PositionRows rows, final int from, final int to)
    {
        final int size = to - from;
        rows.copyKeys(from, rowAccounts, rowInstruments, size);
        rows.copyMoney(from, money, size);
        count = 0;
        for (int row = 0; row < size; row++)
        {
            final int account = rowAccounts[row];
            final int instrument = rowInstruments[row];
            final long margin =
                Math.subtractExact(money(RunTables.POSITION_VM_DAY, row), money(RunTables.POSITION_VM_PAID, row));
            if (0 != margin)
            {
                final int transit = HouseAccounts.transit(instrument);
                add(account, instrument, isPremium[instrument] ? PostingCode.PREMIUM : PostingCode.VM,
                    account, transit, margin);
            }
            addFee(account, instrument, PostingCode.FEE_EX, HouseAccounts.FEE_EX_INCOME,
                money(RunTables.POSITION_FEE_EX, row));
            addFee(account, instrument, PostingCode.FEE_CC, HouseAccounts.FEE_CC_INCOME,
                money(RunTables.POSITION_FEE_CC, row));
            addFee(account, instrument, PostingCode.VAT_EX, HouseAccounts.VAT, money(RunTables.POSITION_VAT_EX, row));
            addFee(account, instrument, PostingCode.VAT_CC, HouseAccounts.VAT, money(RunTables.POSITION_VAT_CC, row));
            ends[row] = count;
        }
    }

    /** Money of a row, by its column in RunTables.POSITIONS. */
    long money(final int column, final int row)
    {
        return money[column - RunTables.POSITION_VM_DAY][row];
    }

    private void addFee(
        final int account, final int instrument, final PostingCode code, final int income, final long feeKopecks)
    {
        if (0 != feeKopecks)
        {
            add(account, instrument, code, income, account, feeKopecks);
        }
    }

    /** What is below 0 goes the other way. */
    private void add(
        final int account,
        final int instrument,
        final PostingCode code,
        final int receiver,
        final int payer,
        final long kopecks)
    {
        accounts[count] = account;
        instruments[count] = (short)instrument;
        codes[count] = (byte)code.ordinal();
        debits[count] = kopecks > 0 ? payer : receiver;
        credits[count] = kopecks > 0 ? receiver : payer;
        amounts[count] = Math.absExact(kopecks);
        count++;
    }
}
