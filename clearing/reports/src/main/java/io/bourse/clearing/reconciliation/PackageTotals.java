// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.reconciliation;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.report.ReportInput;
import io.bourse.clearing.report.ReportMarket;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * Rows and sums that the reports of every member must have, counted from the tables by the code of each row's register
 * and not by the ranges that the reports are written from.
 */
final class PackageTotals
{
    private static final int MEMBER_MASK = 0xFFFF;
    private static final int MEMBERS = MEMBER_MASK + 1;
    private static final int BLOCK = 4_096;
    private static final String CURRENCY = "[A-Z]{3}";

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
            task(this::countPositions), task(this::countLegs), task(this::countMoney)));
    }

    private static Callable<Void> task(final Runnable count)
    {
        return () ->
        {
            count.run();
            return null;
        };
    }

    private void countLegs()
    {
        countTrades();
        countMovements(calculation.movements());
        countMovements(calculation.paidMovements());
    }

    private void countMoney()
    {
        count(input.books().money(), RunTables.MONEY_ACCOUNT, RunTables.MONEY_VM, ReportType.MONCL);
        countObligations();
        countFees();
        countFlow();
        count(input.pledges(), RunTables.PLEDGE_ACCOUNT, RunTables.PLEDGE_VALUE, ReportType.PLEDGE);
        count(input.books().payments(), RunTables.PAYMENT_ACCOUNT, RunTables.PAYMENT_AMOUNT, ReportType.PAY);
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
        final ShortColumn instrumentColumn = calculation.trades().shorts(DayTables.TRADE_INSTRUMENT);
        final IntColumn buyerColumn = calculation.trades().ints(DayTables.TRADE_BUYER);
        final IntColumn sellerColumn = calculation.trades().ints(DayTables.TRADE_SELLER);
        final short[] instruments = new short[BLOCK];
        final int[] buyers = new int[BLOCK];
        final int[] sellers = new int[BLOCK];
        for (long from = 0; from < calculation.tradeCount(); from += BLOCK)
        {
            final int count = (int)Math.min(BLOCK, calculation.tradeCount() - from);
            instrumentColumn.copy(from, instruments, count);
            buyerColumn.copy(from, buyers, count);
            sellerColumn.copy(from, sellers, count);
            for (int i = 0; i < count; i++)
            {
                addTrade(buyers[i], instruments[i]);
                addTrade(sellers[i], instruments[i]);
            }
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
                // Nobody holds a strategy; its trades are those of its legs.
            }
        }
    }

    private boolean isCurrency(final int instrument)
    {
        return calculation.contracts()[instrument].terms().asset().matches(CURRENCY);
    }

    private void countObligations()
    {
        final Table obligations = input.obligations();
        for (long row = 0; null != obligations && row < obligations.rows(); row++)
        {
            final int instrument = obligations.shorts(RunTables.OBLIGATION_INSTRUMENT).get(row);
            final int account = obligations.ints(RunTables.OBLIGATION_ACCOUNT).get(row);
            final long money = obligations.longs(RunTables.OBLIGATION_MONEY).get(row);
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
        final Table positions = input.books().positions();
        for (long row = 0; isAny && row < positions.rows(); row++)
        {
            final int instrument = positions.shorts(RunTables.POSITION_INSTRUMENT).get(row);
            if (ReportMarket.CASH == markets[instrument] && isCurrency(instrument))
            {
                final Total fees = of(positions.ints(RunTables.POSITION_ACCOUNT).get(row), ReportType.CCX10);
                fees.add(positions.longs(RunTables.POSITION_FEE_EX).get(row));
                fees.add(positions.longs(RunTables.POSITION_FEE_CC).get(row));
            }
        }
    }

    /** Settlement moves roubles by payments, currencies by pledges. */
    private void countFlow()
    {
        final Table payments = input.books().payments();
        for (long row = 0; null != payments && row < payments.rows(); row++)
        {
            final int account = payments.ints(RunTables.PAYMENT_ACCOUNT).get(row);
            if (account >= 0 && PostingCode.SETTLEMENT.ordinal() == payments.bytes(RunTables.PAYMENT_CODE).get(row))
            {
                final long kopecks = payments.longs(RunTables.PAYMENT_AMOUNT).get(row);
                of(account, ReportType.CCX99).add(
                    account == payments.ints(RunTables.PAYMENT_DEBIT).get(row) ? -kopecks : kopecks);
            }
        }
        final Table pledges = input.pledges();
        for (long row = 0; null != pledges && row < pledges.rows(); row++)
        {
            final int account = pledges.ints(RunTables.PLEDGE_ACCOUNT).get(row);
            final long units = pledges.longs(RunTables.PLEDGE_PAY).get(row);
            if (account >= 0 && 0 != units && input.assets().get(pledges.shorts(RunTables.PLEDGE_ASSET).get(row))
                .code().matches(CURRENCY))
            {
                of(account, ReportType.CCX99).add(units);
            }
        }
    }

    private void countMovements(final Table movements)
    {
        if (null == movements)
        {
            return;
        }
        final IntColumn accounts = movements.ints(RunTables.MOVEMENT_ACCOUNT);
        final ShortColumn instruments = movements.shorts(RunTables.MOVEMENT_INSTRUMENT);
        for (long row = 0; row < movements.rows(); row++)
        {
            if (ReportMarket.CASH != markets[instruments.get(row)])
            {
                addTrade(accounts.get(row), instruments.get(row));
            }
        }
    }

    private void countPositions()
    {
        final Table positions = input.books().positions();
        final IntColumn accountColumn = positions.ints(RunTables.POSITION_ACCOUNT);
        final ShortColumn instrumentColumn = positions.shorts(RunTables.POSITION_INSTRUMENT);
        final LongColumn dayColumn = positions.longs(RunTables.POSITION_VM_DAY);
        final LongColumn paidColumn = positions.longs(RunTables.POSITION_VM_PAID);
        final int[] accounts = new int[BLOCK];
        final short[] instruments = new short[BLOCK];
        final long[] day = new long[BLOCK];
        final long[] paid = new long[BLOCK];
        for (long from = 0; from < positions.rows(); from += BLOCK)
        {
            final int count = (int)Math.min(BLOCK, positions.rows() - from);
            accountColumn.copy(from, accounts, count);
            instrumentColumn.copy(from, instruments, count);
            dayColumn.copy(from, day, count);
            paidColumn.copy(from, paid, count);
            for (int i = 0; i < count; i++)
            {
                addPosition(accounts[i], instruments[i], day[i], paid[i]);
            }
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

    private void count(final Table table, final int accountColumn, final int amountColumn, final ReportType type)
    {
        if (null == table)
        {
            return;
        }
        final int[] accounts = new int[BLOCK];
        final long[] amounts = new long[BLOCK];
        for (long from = 0; from < table.rows(); from += BLOCK)
        {
            final int count = (int)Math.min(BLOCK, table.rows() - from);
            table.ints(accountColumn).copy(from, accounts, count);
            table.longs(amountColumn).copy(from, amounts, count);
            for (int i = 0; i < count; i++)
            {
                if (accounts[i] >= 0)
                {
                    of(accounts[i], type).add(amounts[i]);
                }
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
