// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Money of a member: of clients (moncl), and added up by settlement account (mon). Fees on options, margin and
 * collateral of a register are found beside its money, in tables of the same order.
 */
final class MoneyReport
{
    private static final long FIRM_MASK = (1L << AccountCode.BROKERAGE_FIRM_LENGTH * Byte.SIZE) - 1;

    private final ReportInput input;
    private final RegisterOrder registers;
    private final ReportMarket[] markets;
    private final MemberRanges members;

    MoneyReport(final ReportInput input, final MemberRanges members)
    {
        final Contract[] contracts = input.calculation().contracts();
        this.input = input;
        this.registers = input.calculation().registers();
        this.markets = ReportMarket.of(contracts);
        this.members = members;
    }

    void writeClients(final RowWriter writer, final int member) throws IOException
    {
        final MoneyLine line = new MoneyLine();
        for (final Walk walk = new Walk(member); walk.next();)
        {
            line.clear();
            walk.addTo(line);
            writer.client(registers.code(walk.account));
            line.write(writer, line.figures(null));
        }
    }

    void writeAccounts(final RowWriter writer, final int member) throws IOException
    {
        for (final Map.Entry<String, MoneyLine> account : accounts(member).entrySet())
        {
            writer.text(account.getKey());
            account.getValue().write(writer, figures(account.getKey(), account.getValue()));
        }
    }

    /** Funds of a settlement account: what the run has found, else what its registers make. */
    ReportInput.AccountFigures figures(final String account, final MoneyLine line)
    {
        final ReportInput.AccountFigures known = input.accounts().get(account);
        return null == known ? line.figures(input.required().get(account)) : known;
    }

    /** Money of a member by settlement account. */
    Map<String, MoneyLine> accounts(final int member)
    {
        final Map<String, MoneyLine> lines = new TreeMap<>();
        long firm = -1;
        MoneyLine line = null;
        for (final Walk walk = new Walk(member); walk.next();)
        {
            final long firmNow = registers.code(walk.account) & FIRM_MASK;
            if (firmNow != firm)
            {
                firm = firmNow;
                line = lines.computeIfAbsent(input.settlementAccounts().apply(firm), code -> new MoneyLine());
            }
            walk.addTo(line);
        }
        return lines;
    }

    /** Goes over the money of a member. */
    private final class Walk
    {
        private final TableCursor money;
        private final TableCursor positions;
        private final TableCursor margin;
        private final TableCursor pledges;
        private int account;

        Walk(final int member)
        {
            money = members.cursor(input.books().money(), RunTables.MONEY_ACCOUNT, member, RunTables.MONEY_ACCOUNT,
                RunTables.MONEY_BEGIN, RunTables.MONEY_PAID, RunTables.MONEY_VM, RunTables.MONEY_PREMIUM,
                RunTables.MONEY_FEE, RunTables.MONEY_END, RunTables.MONEY_PAY_PAID, RunTables.MONEY_PAY,
                RunTables.MONEY_VAT);
            positions = members.cursor(input.books().positions(), RunTables.POSITION_ACCOUNT, member,
                RunTables.POSITION_ACCOUNT, RunTables.POSITION_INSTRUMENT, RunTables.POSITION_FEE_EX,
                RunTables.POSITION_FEE_CC);
            margin = members.cursor(input.margin(), RunTables.MARGIN_ACCOUNT, member, RunTables.MARGIN_ACCOUNT,
                RunTables.MARGIN_REQUIRED);
            pledges = members.cursor(input.pledges(), RunTables.PLEDGE_ACCOUNT, member, RunTables.PLEDGE_ACCOUNT,
                RunTables.PLEDGE_VALUE);
            positions.next();
            margin.next();
            pledges.next();
        }

        boolean next()
        {
            if (!money.next())
            {
                return false;
            }
            account = money.ints(RunTables.MONEY_ACCOUNT);
            return true;
        }

        void addTo(final MoneyLine line)
        {
            line.add(money, optionsFee(), required(), pledged());
        }

        private long optionsFee()
        {
            long kopecks = 0;
            while (!positions.isAtEnd() && account == positions.ints(RunTables.POSITION_ACCOUNT))
            {
                if (ReportMarket.OPTIONS == markets[positions.shorts(RunTables.POSITION_INSTRUMENT)])
                {
                    kopecks = Math.addExact(kopecks, Math.addExact(
                        positions.longs(RunTables.POSITION_FEE_EX), positions.longs(RunTables.POSITION_FEE_CC)));
                }
                positions.next();
            }
            return kopecks;
        }

        private long required()
        {
            if (skipTo(margin, RunTables.MARGIN_ACCOUNT))
            {
                return margin.longs(RunTables.MARGIN_REQUIRED);
            }
            return 0;
        }

        private long pledged()
        {
            long kopecks = 0;
            for (boolean isThere = skipTo(pledges, RunTables.PLEDGE_ACCOUNT); isThere;
                isThere = !pledges.isAtEnd() && account == pledges.ints(RunTables.PLEDGE_ACCOUNT))
            {
                kopecks = Math.addExact(kopecks, pledges.longs(RunTables.PLEDGE_VALUE));
                pledges.next();
            }
            return kopecks;
        }

        /** Registers may have orders or collateral and no money: what is theirs is passed over. */
        private boolean skipTo(final TableCursor cursor, final int accountColumn)
        {
            final int rank = registers.rank(account);
            while (!cursor.isAtEnd() && registers.rank(cursor.ints(accountColumn)) < rank)
            {
                cursor.next();
            }
            return !cursor.isAtEnd() && account == cursor.ints(accountColumn);
        }
    }
}
