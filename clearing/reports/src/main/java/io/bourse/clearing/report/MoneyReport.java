// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.clearing.table.TableCursor;

import java.io.IOException;
import java.util.Map;

/**
 * Money of a member: of clients (moncl), and added up by settlement account (mon). Fees on options, margin and
 * collateral of a register are found beside its money, in tables of the same order.
 */
final class MoneyReport
{
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
        final HolderSums<MoneyLine> lines = new HolderSums<>(input.settlementAccounts(), MoneyLine::new);
        for (final Walk walk = new Walk(member); walk.next();)
        {
            walk.addTo(lines.of(registers.code(walk.account)));
        }
        return lines.byHolder();
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
            money = members.cursor(input.books().money(), member);
            positions = members.cursor(input.books().positions(), member);
            margin = members.cursor(input.margin(), member);
            pledges = members.cursor(input.pledges(), member);
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
                if (ReportMarket.OPTIONS == markets[positions.ints(RunTables.POSITION_INSTRUMENT)])
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
            return skipTo(margin) ? margin.longs(RunTables.MARGIN_REQUIRED) : 0;
        }

        private long pledged()
        {
            long kopecks = 0;
            for (boolean isThere = skipTo(pledges); isThere;
                isThere = !pledges.isAtEnd() && account == pledges.ints(RunTables.PLEDGE_ACCOUNT))
            {
                kopecks = Math.addExact(kopecks, pledges.longs(RunTables.PLEDGE_VALUE));
                pledges.next();
            }
            return kopecks;
        }

        /** Registers may have orders or collateral and no money: what is theirs is passed over. */
        private boolean skipTo(final TableCursor cursor)
        {
            final int rank = registers.rank(account);
            while (!cursor.isAtEnd() && registers.rank(cursor.ints(RunTables.ACCOUNT)) < rank)
            {
                cursor.next();
            }
            return !cursor.isAtEnd() && account == cursor.ints(RunTables.ACCOUNT);
        }
    }
}
