// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.reconciliation;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.cashmarket.SettledObligation;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.report.ReportInput;
import io.bourse.clearing.report.ReportMarket;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import io.bourse.engine.protocol.AccountCode;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rows and sums that the reports of every member must have, counted from the tables by the code of each row's register
 * and not by the ranges that the reports are written from.
 */
final class PackageTotals
{
    private static final int MEMBER_MASK = 0xFFFF;
    private static final int MEMBERS = MEMBER_MASK + 1;
    private static final String CURRENCY = "[A-Z]{3}";
    private static final long HUNDREDTHS = 100;

    private final ReportInput input;
    private final CalculationInput calculation;
    private final ReportMarket[] markets;
    private final Total[][] totals = new Total[MEMBERS][];

    PackageTotals(final ReportInput input)
    {
        this.input = input;
        this.calculation = input.calculation();
        this.markets = ReportMarket.of(calculation.contracts());
        countRegisters();
        // No two of them count for the same report.
        Workers.run(calculation.threads(), List.of(
            Workers.task(this::countPositions), Workers.task(this::countLegs), Workers.task(this::countMoney)));
    }

    private void countLegs()
    {
        countTrades();
        countMovements(calculation.movements());
        countMovements(calculation.paidMovements());
    }

    private void countMoney()
    {
        count(input.books().money(), RunTables.MONEY_VM, ReportType.MONCL);
        countObligations();
        countFees();
        countFlow();
        count(input.pledges(), RunTables.PLEDGE_VALUE, ReportType.PLEDGE);
        count(input.books().payments(), RunTables.PAYMENT_AMOUNT, ReportType.PAY);
    }

    /** By member, then by report. */
    Map<String, Map<ReportType, Total>> byMember()
    {
        final Map<String, Map<ReportType, Total>> all = new TreeMap<>();
        for (int member = 0; member < MEMBERS; member++)
        {
            if (null != totals[member])
            {
                final Map<ReportType, Total> ofMember = new EnumMap<>(ReportType.class);
                for (final ReportType type : ReportType.values())
                {
                    ofMember.put(type, totals[member][type.ordinal()]);
                }
                all.put(AccountCode.unpack(member), ofMember);
            }
        }
        return all;
    }

    private Total of(final int account, final ReportType type)
    {
        return totals[member(account)][type.ordinal()];
    }

    private int member(final int account)
    {
        return (int)calculation.registers().code(account) & MEMBER_MASK;
    }

    private void countRegisters()
    {
        final int[] contracts = new int[ReportMarket.values().length];
        for (final ReportMarket market : markets)
        {
            contracts[market.ordinal()]++;
        }
        for (int account = 0; account < calculation.registers().size(); account++)
        {
            final int member = member(account);
            if (null == totals[member])
            {
                totals[member] = new Total[ReportType.values().length];
                for (int type = 0; type < totals[member].length; type++)
                {
                    totals[member][type] = new Total();
                }
                for (final ReportType type : new ReportType[]{ReportType.FSETTL, ReportType.F07})
                {
                    totals[member][type.ordinal()].rows = contracts[ReportMarket.FUTURES.ordinal()];
                }
                for (final ReportType type : new ReportType[]{ReportType.OSETTL, ReportType.O07})
                {
                    totals[member][type.ordinal()].rows = contracts[ReportMarket.OPTIONS.ordinal()];
                }
            }
            totals[member][ReportType.CLIENTS.ordinal()].rows++;
        }
    }

    private void countTrades()
    {
        final TableCursor trades = new TableCursor(calculation.trades(), 0, calculation.tradeCount());
        while (trades.next())
        {
            final int instrument = trades.ints(DayTables.TRADE_INSTRUMENT);
            addTrade(trades.ints(DayTables.TRADE_BUYER), instrument);
            addTrade(trades.ints(DayTables.TRADE_SELLER), instrument);
        }
    }

    private void addTrade(final int account, final int instrument)
    {
        switch (markets[instrument])
        {
            case FUTURES -> of(account, ReportType.F04).rows++;
            case OPTIONS -> of(account, ReportType.O04).rows++;
            case CASH -> of(account, isCurrency(instrument) ? ReportType.CCX03 : ReportType.SEM03).rows++;
            default ->
            {
                // No register holds a strategy; its trades are those of its legs.
            }
        }
    }

    private boolean isCurrency(final int instrument)
    {
        return calculation.contracts()[instrument].terms().asset().matches(CURRENCY);
    }

    private void countObligations()
    {
        for (final TableCursor row = new TableCursor(input.obligations()); row.next();)
        {
            final int instrument = row.ints(RunTables.OBLIGATION_INSTRUMENT);
            final int account = row.ints(RunTables.OBLIGATION_ACCOUNT);
            final long money = row.longs(RunTables.OBLIGATION_MONEY);
            final boolean isTraded = ReportMarket.CASH == markets[instrument];
            if (isCurrency(instrument))
            {
                of(account, isTraded ? ReportType.CCX37 : ReportType.CCX17).add(money);
                of(account, ReportType.CCX04).add(money);
            }
            else
            {
                of(account, ReportType.EQM06).add(money);
            }
        }
    }

    /** Looks through the positions only if there are contracts of currencies. */
    private void countFees()
    {
        boolean isAny = false;
        for (int i = 0; i < markets.length; i++)
        {
            isAny |= ReportMarket.CASH == markets[i] && isCurrency(i);
        }
        for (final TableCursor row = new TableCursor(isAny ? input.books().positions() : null); row.next();)
        {
            final int instrument = row.ints(RunTables.POSITION_INSTRUMENT);
            if (ReportMarket.CASH == markets[instrument] && isCurrency(instrument))
            {
                final Total fees = of(row.ints(RunTables.POSITION_ACCOUNT), ReportType.CCX10);
                fees.add(row.longs(RunTables.POSITION_FEE_EX));
                fees.add(row.longs(RunTables.POSITION_FEE_CC));
            }
        }
    }

    /** Settlement moves roubles by payments; what it does to currencies follows from the obligations it ends. */
    private void countFlow()
    {
        for (final TableCursor row = new TableCursor(input.books().payments()); row.next();)
        {
            final int account = row.ints(RunTables.PAYMENT_ACCOUNT);
            if (account >= 0 && PostingCode.SETTLEMENT.ordinal() == row.ints(RunTables.PAYMENT_CODE))
            {
                final long kopecks = row.longs(RunTables.PAYMENT_AMOUNT);
                of(account, ReportType.CCX99).add(account == row.ints(RunTables.PAYMENT_DEBIT) ? -kopecks : kopecks);
            }
        }
        for (final TableCursor row = new TableCursor(input.settlements()); row.next();)
        {
            final int instrument = row.ints(RunTables.SETTLEMENT_INSTRUMENT);
            if (SettledObligation.DELIVERED == row.ints(RunTables.SETTLEMENT_KIND))
            {
                final int account = row.ints(RunTables.SETTLEMENT_ACCOUNT);
                final long units = row.longs(RunTables.SETTLEMENT_UNITS);
                final long money = row.longs(RunTables.SETTLEMENT_MONEY);
                if (isCurrency(instrument) && 0 != units)
                {
                    of(account, ReportType.CCX99).add(Math.multiplyExact(units, HUNDREDTHS));
                }
                if (calculation.contracts()[instrument].terms().isForeign() && 0 != money)
                {
                    of(account, ReportType.CCX99).add(money);
                }
            }
        }
    }

    private void countMovements(final Table movements)
    {
        for (final TableCursor row = new TableCursor(movements); row.next();)
        {
            final int instrument = row.ints(RunTables.MOVEMENT_INSTRUMENT);
            if (ReportMarket.CASH != markets[instrument])
            {
                addTrade(row.ints(RunTables.MOVEMENT_ACCOUNT), instrument);
            }
        }
    }

    private void countPositions()
    {
        for (final TableCursor row = new TableCursor(input.books().positions()); row.next();)
        {
            addPosition(row.ints(RunTables.POSITION_ACCOUNT), row.ints(RunTables.POSITION_INSTRUMENT),
                row.longs(RunTables.POSITION_VM_DAY), row.longs(RunTables.POSITION_VM_PAID));
        }
    }

    private void addPosition(final int account, final int instrument, final long day, final long paid)
    {
        final boolean isMargined =
            ContractStyle.PREMIUM_OPTION != calculation.contracts()[instrument].terms().style();
        final boolean isFuture = ReportMarket.FUTURES == markets[instrument];
        if (isFuture || ReportMarket.OPTIONS == markets[instrument])
        {
            final Total total = of(account, isFuture ? ReportType.FPOSCL : ReportType.OPOSCL);
            total.rows++;
            if (isMargined)
            {
                total.sum.add(day - paid);
            }
        }
        if (isMargined && ReportMarket.CASH != markets[instrument] && (0 != day || 0 != paid))
        {
            of(account, ReportType.VMCL).add(day - paid);
        }
    }

    private void count(final Table table, final int amountColumn, final ReportType type)
    {
        for (final TableCursor row = new TableCursor(table); row.next();)
        {
            if (row.ints(RunTables.ACCOUNT) >= 0)
            {
                of(row.ints(RunTables.ACCOUNT), type).add(row.longs(amountColumn));
            }
        }
    }

    /** Rows and sum of one report of one member. */
    static final class Total
    {
        private final Sum128 sum = new Sum128();
        private long rows;

        private void add(final long kopecks)
        {
            sum.add(kopecks);
            rows++;
        }

        long rows()
        {
            return rows;
        }

        Sum128 sum()
        {
            return sum;
        }
    }
}
