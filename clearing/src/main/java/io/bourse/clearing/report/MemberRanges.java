// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RegisterOrder;
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
    private static final long FIRM_MASK = (1L << AccountCode.BROKERAGE_FIRM_LENGTH * Byte.SIZE) - 1;
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

    /** Member that a register belongs to. */
    int memberOf(final int account)
    {
        return memberByAccount[account];
    }

    /** Registers of a member. */
    int registers(final int member)
    {
        return firstRanks.get(member + 1) - firstRanks.get(member);
    }

    /** Register of a member at a place in the order of the codes, from 0. */
    int register(final int member, final int place)
    {
        return registers.accountAt(firstRanks.get(member) + place);
    }

    /** Number of a member by its code, -1 when it has no registers. */
    int indexOf(final String member)
    {
        return members.indexOf(member);
    }

    /** Packed codes of the brokerage firms of a member, in their order. */
    List<Long> firms(final int member)
    {
        final List<Long> firms = new ArrayList<>();
        final int end = firstRanks.get(member + 1);
        int rank = firstRanks.get(member);
        while (rank < end)
        {
            final long firm = firm(rank);
            firms.add(firm);
            int low = rank + 1;
            int high = end;
            while (low < high)
            {
                final int middle = low + high >>> 1;
                if (firm == firm(middle))
                {
                    low = middle + 1;
                }
                else
                {
                    high = middle;
                }
            }
            rank = low;
        }
        return firms;
    }

    private long firm(final int rank)
    {
        return registers.code(registers.accountAt(rank)) & FIRM_MASK;
    }

    /** Before the first of a member's rows in a table that is in the order of the codes; the table may be null. */
    TableCursor cursor(final Table table, final int accountColumn, final int member, final int... wanted)
    {
        return new TableCursor(
            table, start(table, accountColumn, member), start(table, accountColumn, member + 1), wanted);
    }

    private long start(final Table table, final int accountColumn, final int member)
    {
        if (null == table)
        {
            return 0;
        }
        final IntColumn accounts = table.ints(accountColumn);
        long low = 0;
        long high = table.rows();
        while (low < high)
        {
            final long middle = low + high >>> 1;
            // What belongs to no register comes first.
            if (accounts.get(middle) < 0 || registers.rank(accounts.get(middle)) < firstRanks.get(member))
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }
        return low;
    }

    /** Rows of a member in such a table. */
    long rows(final Table table, final int accountColumn, final int member)
    {
        return start(table, accountColumn, member + 1) - start(table, accountColumn, member);
    }

    /** Counts, then fills: legs of each member in a market, in the order of trading. */
    int[][] legs(final CalculationInput input, final ReportMarket market)
    {
        final ShortColumn instruments = input.trades().shorts(DayTables.TRADE_INSTRUMENT);
        final IntColumn buyers = input.trades().ints(DayTables.TRADE_BUYER);
        final IntColumn sellers = input.trades().ints(DayTables.TRADE_SELLER);
        final ReportMarket[] markets = ReportMarket.of(input.contracts());
        final int[] counts = new int[members.size()];
        for (int trade = 0; trade < input.tradeCount(); trade++)
        {
            if (market == markets[instruments.get(trade)])
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
            if (market == markets[instruments.get(trade)])
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
