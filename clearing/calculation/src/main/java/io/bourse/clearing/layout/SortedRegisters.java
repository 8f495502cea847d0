// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.layout;

import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.RowSearch;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;

/**
 * Client registers that were defined up to a place of the stream, in the order of their codes. The codes stay in the
 * mapped column; ranks are two ints a register.
 */
public final class SortedRegisters implements RegisterOrder
{
    private final LongColumn codes;
    private final int[] accountByRank;
    private final int[] rankByAccount;

    private SortedRegisters(final Table table, final int[] accountByRank)
    {
        this.codes = table.longs(DayTables.REGISTER_CODE);
        this.accountByRank = accountByRank;
        this.rankByAccount = new int[accountByRank.length];
        for (int rank = 0; rank < accountByRank.length; rank++)
        {
            rankByAccount[accountByRank[rank]] = rank;
        }
    }

    /**
     * Sorts the registers of a table.
     *
     * @param table {@link DayTables#REGISTERS}; must stay open.
     * @param known those of an earlier look at the same table, of which only the rest is sorted; null for none.
     * @return registers.
     */
    public static SortedRegisters of(final Table table, final SortedRegisters known)
    {
        final LongColumn codes = table.longs(DayTables.REGISTER_CODE);
        final int size = Math.toIntExact(table.rows());
        if (null == known)
        {
            return new SortedRegisters(table, RegisterSort.sorted(codes, 0, size));
        }
        if (known.size() >= size)
        {
            return new SortedRegisters(table, RegisterSort.below(known.accountByRank, size));
        }
        final int[] added = RegisterSort.sorted(codes, known.size(), size);
        return new SortedRegisters(table, RegisterSort.merged(codes, known.accountByRank, added));
    }

    @Override
    public int size()
    {
        return accountByRank.length;
    }

    @Override
    public long code(final int accountId)
    {
        return codes.get(accountId);
    }

    @Override
    public int rank(final int accountId)
    {
        return rankByAccount[accountId];
    }

    @Override
    public int accountAt(final int rank)
    {
        return accountByRank[rank];
    }

    /**
     * Code as text. Allocates.
     *
     * @param accountId from 0.
     * @return seven characters.
     */
    public String name(final int accountId)
    {
        return AccountCode.unpack(code(accountId));
    }

    /**
     * Finds a register.
     *
     * @param accountCode packed.
     * @return account id, -1 when it is not defined.
     */
    public int idOf(final long accountCode)
    {
        final long wanted = RegisterSort.key(accountCode);
        final int place = (int)RowSearch.firstNotBelow(
            0, accountByRank.length, wanted, at -> RegisterSort.key(code(accountByRank[(int)at])));
        return place < accountByRank.length && RegisterSort.key(code(accountByRank[place])) == wanted ?
            accountByRank[place] : -1;
    }
}
