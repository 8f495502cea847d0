// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;

import java.util.ArrayList;
import java.util.List;

/**
 * Clearing firms and what belongs to them. Tables are in the order of the codes, so a firm has one range of each; its
 * legs are collected in the order of trading.
 */
final class MemberRanges
{
    private static final int MEMBER_LENGTH = 2;
    private static final long MEMBER_MASK = (1L << MEMBER_LENGTH * Byte.SIZE) - 1;
    private static final int[] NO_LEGS = {};

    private final RegisterOrder registers;
    private final List<String> members = new ArrayList<>();
    private final short[] memberByAccount;
    private final List<Integer> firstRanks = new ArrayList<>();

    MemberRanges(final RegisterOrder registers)
    {
        this.registers = registers;
        this.memberByAccount = new short[registers.size()];
        long current = -1;
        for (int rank = 0; rank < registers.size(); rank++)
        {
            final int account = registers.accountAt(rank);
            final long member = registers.code(account) & MEMBER_MASK;
            if (member != current)
            {
                current = member;
                members.add(AccountCode.unpack(member));
                firstRanks.add(rank);
            }
            memberByAccount[account] = (short)(members.size() - 1);
        }
        firstRanks.add(registers.size());
    }

    int size()
    {
        return members.size();
    }

    String name(final int member)
    {
        return members.get(member);
    }

    /** First row of every member in a table that is in the order of the codes, and the number of rows behind them. */
    long[] starts(final Table table, final int accountColumn)
    {
        final long[] starts = new long[members.size() + 1];
        final IntColumn accounts = null == table ? null : table.ints(accountColumn);
        for (int member = 1; null != table && member <= members.size(); member++)
        {
            long low = starts[member - 1];
            long high = table.rows();
            while (low < high)
            {
                final long middle = low + high >>> 1;
                if (registers.rank(accounts.get(middle)) < firstRanks.get(member))
                {
                    low = middle + 1;
                }
                else
                {
                    high = middle;
                }
            }
            starts[member] = low;
        }
        return starts;
    }

    /** Counts, then fills: legs of each member in the order of trading. Nobody holds a strategy. */
    int[][] legs(final CalculationInput input)
    {
        final ShortColumn instruments = input.trades().shorts(DayTables.TRADE_INSTRUMENT);
        final IntColumn buyers = input.trades().ints(DayTables.TRADE_BUYER);
        final IntColumn sellers = input.trades().ints(DayTables.TRADE_SELLER);
        final boolean[] isHeld = new boolean[input.contracts().length];
        for (int i = 0; i < isHeld.length; i++)
        {
            isHeld[i] = ContractStyle.STRATEGY != input.contracts()[i].terms().style();
        }
        final int[] counts = new int[members.size()];
        for (int trade = 0; trade < input.tradeCount(); trade++)
        {
            if (isHeld[instruments.get(trade)])
            {
                counts[memberByAccount[buyers.get(trade)]]++;
                counts[memberByAccount[sellers.get(trade)]]++;
            }
        }
        final int[][] legs = new int[counts.length][];
        for (int member = 0; member < counts.length; member++)
        {
            legs[member] = 0 == counts[member] ? NO_LEGS : new int[counts[member]];
            counts[member] = 0;
        }
        for (int trade = 0; trade < input.tradeCount(); trade++)
        {
            if (isHeld[instruments.get(trade)])
            {
                final int buyer = memberByAccount[buyers.get(trade)];
                final int seller = memberByAccount[sellers.get(trade)];
                legs[buyer][counts[buyer]++] = 2 * trade;
                legs[seller][counts[seller]++] = 2 * trade + 1;
            }
        }
        return legs;
    }
}
