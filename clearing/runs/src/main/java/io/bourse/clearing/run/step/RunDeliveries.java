// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.cashmarket.AssetMove;
import io.bourse.clearing.cashmarket.DeliveryParameters;
import io.bourse.clearing.cashmarket.DeliverySettlement;
import io.bourse.clearing.cashmarket.DueObligation;
import io.bourse.clearing.cashmarket.Holdings;
import io.bourse.clearing.cashmarket.NetObligation;
import io.bourse.clearing.cashmarket.SettledObligation;
import io.bourse.clearing.cashmarket.SettlementResult;
import io.bourse.clearing.cashmarket.SpotNetting;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.funds.FundsAccounts;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.report.file.CsvWriter;
import io.bourse.clearing.table.ColumnWriter;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableWriter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * Settles the obligations that are due in an evening run (rules 1.9): takes them out of RunTables.OBLIGATIONS, writes
 * RunTables.SETTLEMENTS, {@code netting.csv} and {@code deliveries.json}, and adds payments and assets to the funds.
 */
public record RunDeliveries(IngestedDay day, Contract[] contracts, DeliveryParameters parameters, boolean isEvening)
{
    /** What members owed each other before anything was settled. */
    public static final String NETTING = "netting.csv";
    /** What became of every due obligation. */
    public static final String OUTCOMES = "deliveries.json";
    private static final String LEFT = ".left";
    private static final String NETTING_COLUMNS = "settlement_account;settle_date;asset;net;kind";

    /**
     * Settles.
     *
     * @param directory of the run, with the obligations as the plan has left them.
     * @param accounts with all other payments of the run.
     * @param cashBefore kopecks of a register before the run.
     */
    void settle(final Path directory, final FundsAccounts accounts, final IntToLongFunction cashBefore)
        throws IOException
    {
        final List<DueObligation> due = new ArrayList<>();
        final SpotNetting netting = new SpotNetting();
        final boolean[] isSettled = areSettled();
        try (Table obligations = Table.open(directory, RunTables.OBLIGATIONS))
        {
            for (long row = 0; row < obligations.rows(); row++)
            {
                take(obligation(obligations, row), isSettled, due, netting);
            }
            writeNetting(directory.resolve(NETTING), netting);
            final Map<Integer, Long> paid = accounts.paid();
            final SettlementResult result = DeliverySettlement.settle(
                contracts, day.registers(), parameters, day.tradingDate(), due,
                holdings(accounts, account ->
                    Math.addExact(cashBefore.applyAsLong(account), paid.getOrDefault(account, 0L))));
            result.payments().forEach(accounts::add);
            move(accounts, result.moves());
            Json.write(directory.resolve(OUTCOMES), result.outcomes());
            writeSettlements(directory, result.settled());
            if (!due.isEmpty())
            {
                writeLeft(directory.resolve(LEFT), obligations, isSettled, result.left());
            }
        }
        if (!due.isEmpty())
        {
            swap(directory);
        }
    }

    /** By ordinal: whether its obligations can be settled on the trading date. */
    private boolean[] areSettled()
    {
        final boolean[] settled = new boolean[contracts.length];
        for (int i = 0; i < settled.length; i++)
        {
            settled[i] = isEvening && contracts[i].terms().hasAsset() &&
                parameters.days(contracts[i].terms().asset(), contracts[i].terms().currency())
                    .isBusinessDay(day.tradingDate());
        }
        return settled;
    }

    private void take(
        final DueObligation row, final boolean[] isSettled, final List<DueObligation> due, final SpotNetting netting)
    {
        if (0 == row.settleDate() || !isEvening)
        {
            return;
        }
        netting.add(
            day.settlementAccounts().of(day.registers().code(row.account())),
            row.settleDate(),
            contracts[row.instrument()].terms().asset(),
            contracts[row.instrument()].terms().currencyCode(),
            row.units(),
            row.kopecks());
        if (isDue(row, isSettled))
        {
            due.add(row);
        }
    }

    private boolean isDue(final DueObligation row, final boolean[] isSettled)
    {
        return isSettled[row.instrument()] && 0 != row.settleDate() && row.settleDate() <= day.tradingDate();
    }

    /** A row of RunTables.OBLIGATIONS. */
    static DueObligation obligation(final Table table, final long row)
    {
        return new DueObligation(
            table.ints(RunTables.OBLIGATION_ACCOUNT).get(row),
            table.ints(RunTables.OBLIGATION_INSTRUMENT).get(row),
            table.ints(RunTables.OBLIGATION_DATE).get(row),
            table.longs(RunTables.OBLIGATION_UNITS).get(row),
            table.longs(RunTables.OBLIGATION_MONEY).get(row));
    }

    /** An asset that is not in the list cannot be held. */
    private static Holdings holdings(final FundsAccounts accounts, final IntToLongFunction cash)
    {
        return new Holdings()
        {
            @Override
            public long cashKopecks(final int account)
            {
                return cash.applyAsLong(account);
            }

            @Override
            public long units(final int account, final String asset)
            {
                final int place = accounts.asset(asset);
                return place < 0 ? 0 : accounts.units(account, place);
            }

            @Override
            public long unitsOfOne(final String asset)
            {
                final int place = accounts.asset(asset);
                return place < 0 ? 1 : accounts.assets().get(place).unitsOfOne();
            }
        };
    }

    private static void move(final FundsAccounts accounts, final List<AssetMove> moves)
    {
        for (final AssetMove move : moves)
        {
            accounts.move(move.account(), accounts.asset(move.asset()), move.units());
        }
    }

    private static void writeNetting(final Path file, final SpotNetting netting) throws IOException
    {
        final List<NetObligation> rows = netting.net();
        DurableFile.write(file, out ->
        {
            final CsvWriter csv = new CsvWriter(out, NETTING_COLUMNS);
            for (final NetObligation row : rows)
            {
                csv.text(row.member()).number(row.settleDate()).text(row.asset());
                if (row.isMoney())
                {
                    csv.money(row.units());
                }
                else
                {
                    csv.number(row.units());
                }
                csv.text(row.kind()).endRow();
            }
            csv.finish();
        });
    }

    private static void writeSettlements(final Path directory, final List<SettledObligation> rows)
        throws IOException
    {
        try (TableWriter table = TableWriter.create(directory, RunTables.SETTLEMENTS))
        {
            final ColumnWriter[] columns = columns(table, RunTables.SETTLEMENTS.columns().size());
            for (final SettledObligation row : rows)
            {
                columns[RunTables.SETTLEMENT_ACCOUNT].put(row.account());
                columns[RunTables.SETTLEMENT_INSTRUMENT].put(row.instrument());
                columns[RunTables.SETTLEMENT_DATE].put(row.settleDate());
                columns[RunTables.SETTLEMENT_KIND].put(row.kind());
                columns[RunTables.SETTLEMENT_UNITS].put(row.units());
                columns[RunTables.SETTLEMENT_MONEY].put(row.kopecks());
            }
            table.seal();
        }
    }

    private static ColumnWriter[] columns(final TableWriter table, final int count)
    {
        final ColumnWriter[] columns = new ColumnWriter[count];
        for (int i = 0; i < count; i++)
        {
            columns[i] = table.column(i);
        }
        return columns;
    }

    /** Rows that are not due, and of those that are what is left of them. */
    private void writeLeft(
        final Path parent, final Table obligations, final boolean[] isSettled, final List<DueObligation> left)
        throws IOException
    {
        final Map<DueObligation, DueObligation> leftByPlace = new HashMap<>();
        left.forEach(row -> leftByPlace.put(place(row), row));
        try (TableWriter table = TableWriter.create(parent, RunTables.OBLIGATIONS))
        {
            final ColumnWriter[] columns = columns(table, RunTables.OBLIGATIONS.columns().size());
            for (long i = 0; i < obligations.rows(); i++)
            {
                final DueObligation before = obligation(obligations, i);
                final DueObligation row = isDue(before, isSettled) ? leftByPlace.get(place(before)) : before;
                if (null != row)
                {
                    columns[RunTables.OBLIGATION_ACCOUNT].put(row.account());
                    columns[RunTables.OBLIGATION_INSTRUMENT].put(row.instrument());
                    columns[RunTables.OBLIGATION_DATE].put(row.settleDate());
                    columns[RunTables.OBLIGATION_UNITS].put(row.units());
                    columns[RunTables.OBLIGATION_MONEY].put(row.kopecks());
                }
            }
            table.seal();
        }
    }

    private static DueObligation place(final DueObligation row)
    {
        return new DueObligation(row.account(), row.instrument(), row.settleDate(), 0, 0);
    }

    /** A run that dies in between begins with its plan again. */
    private static void swap(final Path directory) throws IOException
    {
        final Path obligations = directory.resolve(RunTables.OBLIGATIONS.name());
        DurableFile.deleteTree(obligations);
        Files.move(directory.resolve(LEFT).resolve(RunTables.OBLIGATIONS.name()), obligations,
            StandardCopyOption.ATOMIC_MOVE);
        DurableFile.deleteTree(directory.resolve(LEFT));
    }
}
