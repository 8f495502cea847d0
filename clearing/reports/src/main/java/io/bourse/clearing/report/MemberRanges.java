// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.RowSearch;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
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
            rank = (int)RowSearch.firstNotBelow(rank + 1, end, 1, other -> firm == firm((int)other) ? 0 : 1);
        }
        return firms;
    }

    private long firm(final int rank)
    {
        return AccountCode.brokerageFirm(registers.code(registers.accountAt(rank)));
    }

    /** Before the first of a member's rows in a table that is in the order of the codes; the table may be null. */
    TableCursor cursor(final Table table, final int member)
    {
        return new TableCursor(table, start(table, member), start(table, member + 1));
    }

    private long start(final Table table, final int member)
    {
        if (null == table)
        {
            return 0;
        }
        final IntColumn accounts = table.ints(RunTables.ACCOUNT);
        // What belongs to no register comes first.
        return RowSearch.firstNotBelow(0, table.rows(), firstRanks.get(member),
            row -> accounts.get(row) < 0 ? -1 : registers.rank(accounts.get(row)));
    }

    /** Rows of a member in such a table. */
    long rows(final Table table, final int member)
    {
        return start(table, member + 1) - start(table, member);
    }

    /** By market, then by member: legs in the order of trading. Counts, then fills. */
    int[][][] legs(final CalculationInput input)
    {
        final ReportMarket[] markets = ReportMarket.of(input.contracts());
        final short[] memberOfLeg = new short[Math.multiplyExact(2, input.tradeCount())];
        final int[][] counts = new int[ReportMarket.values().length][members.size()];
        for (final TableCursor trades = trades(input); trades.next();)
        {
            final ReportMarket market = markets[trades.ints(DayTables.TRADE_INSTRUMENT)];
            if (ReportMarket.NONE != market)
            {
                final int leg = 2 * (int)trades.row();
                memberOfLeg[leg] = memberByAccount[trades.ints(DayTables.TRADE_BUYER)];
                memberOfLeg[leg + 1] = memberByAccount[trades.ints(DayTables.TRADE_SELLER)];
                counts[market.ordinal()][memberOfLeg[leg]]++;
                counts[market.ordinal()][memberOfLeg[leg + 1]]++;
            }
        }
        final int[][][] legs = new int[counts.length][members.size()][];
        for (int market = 0; market < counts.length; market++)
        {
            for (int member = 0; member < members.size(); member++)
            {
                legs[market][member] = 0 == counts[market][member] ? NO_LEGS : new int[counts[market][member]];
                counts[market][member] = 0;
            }
        }
        for (final TableCursor trades = trades(input); trades.next();)
        {
            final ReportMarket market = markets[trades.ints(DayTables.TRADE_INSTRUMENT)];
            final int first = 2 * (int)trades.row();
            for (int leg = first; ReportMarket.NONE != market && leg < first + 2; leg++)
            {
                final int member = memberOfLeg[leg];
                legs[market.ordinal()][member][counts[market.ordinal()][member]++] = leg;
            }
        }
        return legs;
    }

    private static TableCursor trades(final CalculationInput input)
    {
        return new TableCursor(input.trades(), 0, input.tradeCount());
    }
}
