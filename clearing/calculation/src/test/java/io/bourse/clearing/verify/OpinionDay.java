// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.TradeOrigin;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.table.TableWriter;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** A small day as rows of numbers, and as the tables that a run reads. */
public final class OpinionDay
{
    static final int FUTURE = 0;
    static final int PERPETUAL = 1;
    static final int MARGINED_OPTION = 2;
    static final int PREMIUM_OPTION = 3;
    static final int LATE_FUTURE = 4;
    static final int MARGINED_PUT = 5;
    public static final int STYLES = 6;

    public final List<Contract> contracts = new ArrayList<>();
    /** instrument, price, lots, buyer, seller, flags; of a reversal the trade that it reverses. */
    public final List<long[]> trades = new ArrayList<>();
    /** account, instrument, lots. */
    final List<long[]> carried = new ArrayList<>();
    /** account, instrument, kind, lots, price, series. */
    public final List<long[]> movements = new ArrayList<>();
    final List<long[]> paidMovements = new ArrayList<>();
    int paidTrades;
    int registers;
    boolean chargesFees = true;
    FeePrice feePrice = FeePrice.TRADE;
    long vatPctE6;

    public static String code(final int account)
    {
        return "AA01%03d".formatted(account);
    }

    public static OpinionDay random(final long seed, final int registers, final int trades)
    {
        final SplittableRandom random = new SplittableRandom(seed);
        final OpinionDay day = new OpinionDay();
        day.registers = registers;
        day.addContracts(random);
        for (int i = 0; i < trades; i++)
        {
            final int instrument = random.nextInt(STYLES);
            day.trades.add(new long[]{instrument, price(day.contracts.get(instrument), random),
                random.nextInt(1, 9), random.nextInt(registers), random.nextInt(registers), random.nextInt(12)});
        }
        day.paidTrades = random.nextInt(trades + 1);
        for (int instrument = 0; instrument < STYLES; instrument++)
        {
            day.carry(instrument, random);
        }
        day.move(MovementKind.EXPIRY, MARGINED_OPTION, 0, day.movements, random);
        day.move(MovementKind.EXPIRY, PREMIUM_OPTION, 123_00000L, day.movements, random);
        day.move(MovementKind.EXPIRY, FUTURE, 92_000_00000L, day.paidMovements, random);
        // What a default moves at the price of a trade or of an earlier run is worth another amount than these.
        for (final MovementKind kind : List.of(MovementKind.PORTING, MovementKind.CLOSE_OUT))
        {
            day.move(kind, PERPETUAL, 92_50000L, day.movements, random);
            day.move(kind, PERPETUAL, 92_50000L, day.paidMovements, random);
        }
        day.move(MovementKind.EXPIRY, PERPETUAL, 92_50000L, day.movements, random);
        day.feePrice = random.nextBoolean() ? FeePrice.TRADE : FeePrice.PREV_SP;
        day.vatPctE6 = random.nextBoolean() ? 20_000_000 : 7_123_456;
        return day;
    }

    private void addContracts(final SplittableRandom random)
    {
        contracts.add(contract(1, "SiZ6", ContractStyle.FUTURE, 0, 100_000, 100_000, 92_345_00000L, random));
        contracts.add(contract(2, "USDRUBF", ContractStyle.PERPETUAL, 0, 1_000, 1_000_000, 92_61000L, random));
        contracts.add(contract(3, "Si92C", ContractStyle.MARGINED_OPTION, 1, 100_000, 100_000, 30_00000L, random));
        contracts.add(contract(4, "SBER300P", ContractStyle.PREMIUM_OPTION, 99, 1_000, 1_000, 12_34000L, random));
        contracts.add(contract(5, "RIZ6", ContractStyle.FUTURE, 0, 1_000_000, 1_811_234, -112_340_00000L, random));
        contracts.add(contract(6, "Si92P", ContractStyle.MARGINED_OPTION, 1, 100_000, 100_000, 41_00000L, random));
    }

    private static Contract contract(
        final int id,
        final String symbol,
        final ContractStyle style,
        final int underlyingId,
        final long tickE5,
        final long tickValueE5,
        final long priceE5,
        final SplittableRandom random)
    {
        final boolean isOption = ContractStyle.MARGINED_OPTION == style || ContractStyle.PREMIUM_OPTION == style;
        final OptionRight right =
            !isOption ? OptionRight.NONE : symbol.endsWith("P") ? OptionRight.PUT : OptionRight.CALL;
        final ClearingTerms terms = new ClearingTerms(
            style, right, SettlementType.CASH, 0, 1_000, underlyingId, 20261121, false);
        final long previous = priceE5 + tickE5 * random.nextInt(-20, 21);
        final long today = priceE5 + tickE5 * random.nextInt(-20, 21);
        final Contract.Paid paid = 5 == id ? null :
            new Contract.Paid(priceE5 + tickE5 * random.nextInt(-20, 21), tickValueE5 - 777, random.nextInt(-999, 999));
        return new Contract(id, symbol, terms, tickE5, tickValueE5, today, previous, random.nextInt(-999, 999), paid,
            isOption ? 6_325_000 : 2_655, isOption ? 4_675_000 : random.nextBoolean() ? 0 : 1_965);
    }

    private static long price(final Contract contract, final SplittableRandom random)
    {
        return contract.previousE5() + contract.priceTickE5() * random.nextInt(-50, 51);
    }

    private void carry(final int instrument, final SplittableRandom random)
    {
        final long[] lots = new long[registers];
        for (int i = 0; i < registers; i++)
        {
            final int quantity = random.nextInt(0, 20);
            lots[random.nextInt(registers)] += quantity;
            lots[random.nextInt(registers)] -= quantity;
        }
        for (int account = 0; account < registers; account++)
        {
            // A position that was closed yesterday is in the table, too.
            if (0 != lots[account] || random.nextInt(4) == 0)
            {
                carried.add(new long[]{account, instrument, lots[account]});
            }
        }
    }

    private void move(
        final MovementKind kind,
        final int instrument,
        final long priceE5,
        final List<long[]> into,
        final SplittableRandom random)
    {
        for (int i = 0; i < 4; i++)
        {
            final int lots = random.nextInt(1, 5);
            for (int sign = -1; sign <= 1; sign += 2)
            {
                into.add(new long[]{random.nextInt(registers), instrument, kind.ordinal(), sign * lots, priceE5,
                    instrument});
            }
        }
    }

    /** Adds the reversal of every tenth trade. */
    void reverseSome()
    {
        final int count = trades.size();
        for (int i = 0; i < count; i += 10)
        {
            final long[] trade = trades.get(i);
            trades.add(new long[]{trade[0], trade[1], trade[2], trade[4], trade[3],
                DayTables.BOTH_TAKE | TradeOrigin.REVERSAL.ordinal() << DayTables.ORIGIN_SHIFT, i + 1});
        }
    }

    private static long reversed(final long[] trade)
    {
        return trade.length > 6 ? trade[6] : 0;
    }

    public SecondOpinionInput write(final Path directory) throws IOException
    {
        final List<long[]> tradeRows = new ArrayList<>();
        for (final long[] trade : trades)
        {
            tradeRows.add(new long[]{tradeRows.size() + 1, 0, trade[1], trade[2], trade[0], trade[3], trade[4], 0, 0,
                reversed(trade), reversed(trade), trade[5], 0});
        }
        final List<long[]> carriedRows = new ArrayList<>();
        for (final long[] row : sorted(carried))
        {
            carriedRows.add(new long[]{row[0], row[1], 0, 0, 0, 0, row[2]});
        }
        final List<long[]> registerRows = new ArrayList<>();
        for (int account = 0; account < registers; account++)
        {
            registerRows.add(new long[]{AccountCode.pack(code(account)), account});
        }
        final Path ingest = directory.resolve("ingest");
        write(ingest, DayTables.REGISTERS, registerRows);
        return new SecondOpinionInput(
            contracts,
            OpinionDay::code,
            write(ingest.resolve("20261121"), DayTables.TRADES, tradeRows),
            trades.size(),
            paidTrades,
            write(directory.resolve("20261120/2-E"), RunTables.POSITIONS, carriedRows),
            List.of(write(directory.resolve("20261121/2-E"), RunTables.MOVEMENTS, sorted(movements))),
            List.of(write(directory.resolve("20261121/1-I"), RunTables.MOVEMENTS, sorted(paidMovements))),
            chargesFees,
            feePrice,
            vatPctE6);
    }

    public static Table write(final Path parent, final TableSpec spec, final List<long[]> rows) throws IOException
    {
        try (TableWriter writer = TableWriter.create(parent, spec))
        {
            for (final long[] row : rows)
            {
                for (int i = 0; i < spec.columns().size(); i++)
                {
                    writer.column(i).put(i < row.length ? row[i] : 0);
                }
            }
            writer.seal();
        }
        return Table.open(parent, spec);
    }

    /** By register and instrument, as tables of a run are. */
    private static List<long[]> sorted(final List<long[]> rows)
    {
        return rows.stream()
            .sorted(Comparator.comparingLong((long[] row) -> row[0]).thenComparingLong(row -> row[1]))
            .toList();
    }
}
