// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.clearing;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.TradeCheck;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableWriter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * A seeded day as tables: registers that each carry one position, trades between any two of them, four hundred
 * instruments of all styles. The second half of the day is after an intraday run.
 */
final class SyntheticTables implements AutoCloseable
{
    private static final int INSTRUMENTS = 400;
    private static final long SEED = 20_261_122L;
    private static final long E5 = 100_000L;
    private static final String LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    private final int registers;
    private final int trades;
    private final boolean isShuffled;
    private final Contract[] contracts = new Contract[INSTRUMENTS];
    private final Table tradeTable;
    private final Table carriedTable;

    /**
     * Writes a day.
     *
     * @param directory for its tables.
     * @param registers number of registers.
     * @param trades number of trades.
     * @param isShuffled whether registers were defined in another order than that of their codes.
     * @throws IOException when it cannot be written.
     */
    SyntheticTables(final Path directory, final int registers, final int trades, final boolean isShuffled)
        throws IOException
    {
        this.registers = registers;
        this.trades = trades;
        this.isShuffled = isShuffled;
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < INSTRUMENTS; i++)
        {
            contracts[i] = contract(i, random);
        }
        writeTrades(directory, random);
        writeCarried(directory, random);
        this.tradeTable = Table.open(directory, DayTables.TRADES);
        this.carriedTable = Table.open(directory, RunTables.POSITIONS);
    }

    private static Contract contract(final int ordinal, final SplittableRandom random)
    {
        final ContractStyle style = switch (ordinal % 20)
        {
            case 0 -> ContractStyle.PERPETUAL;
            case 1, 2 -> ContractStyle.PREMIUM_OPTION;
            case 3, 4, 5, 6, 7 -> ContractStyle.MARGINED_OPTION;
            default -> ContractStyle.FUTURE;
        };
        final boolean isOption = ContractStyle.PREMIUM_OPTION == style || ContractStyle.MARGINED_OPTION == style;
        final int future = ordinal - ordinal % 20 + 8;
        final ClearingTerms terms = new ClearingTerms(
            style, isOption ? OptionRight.CALL : OptionRight.NONE, SettlementType.CASH, 0, 1_000, 1_000 + future, 0,
            false);
        final long price = (isOption ? 2_000 + random.nextInt(3_000) : 50_000 + random.nextInt(100_000)) * E5;
        return new Contract(
            1_000 + ordinal,
            "F" + ordinal,
            terms,
            10 * E5,
            1_811_234,
            price + (random.nextInt(200) - 100) * 10 * E5 / 10,
            price,
            432,
            new Contract.Paid(price + 10 * E5, 1_802_468, 430),
            isOption ? 6_325_000 : 3_795,
            isOption ? 4_675_000 : 2_805);
    }

    private void writeTrades(final Path directory, final SplittableRandom random) throws IOException
    {
        try (TableWriter writer = TableWriter.create(directory, DayTables.TRADES))
        {
            final long[] row = new long[DayTables.TRADES.columns().size()];
            final TradeCheck check = new TradeCheck();
            for (int trade = 0; trade < trades; trade++)
            {
                final int instrument = random.nextInt(INSTRUMENTS);
                row[DayTables.TRADE_ID] = trade + 1;
                row[DayTables.TRADE_TIME_NS] = trade;
                row[DayTables.TRADE_PRICE_E5] = contracts[instrument].previousE5() + (random.nextInt(400) - 200) * E5;
                row[DayTables.TRADE_QTY] = 1 + random.nextInt(20);
                row[DayTables.TRADE_INSTRUMENT] = instrument;
                row[DayTables.TRADE_BUYER] = random.nextInt(registers);
                row[DayTables.TRADE_SELLER] = random.nextInt(registers);
                row[DayTables.TRADE_FLAGS] = random.nextInt(2);
                row[DayTables.TRADE_CHECK] = check
                    .trade(trade + 1, trade, row[DayTables.TRADE_PRICE_E5], (int)row[DayTables.TRADE_QTY], instrument)
                    .parties((int)row[DayTables.TRADE_BUYER], (int)row[DayTables.TRADE_SELLER], 0, 0, 0, 0)
                    .value((int)row[DayTables.TRADE_FLAGS]);
                put(writer, row);
            }
            writer.seal();
        }
    }

    private void writeCarried(final Path directory, final SplittableRandom random) throws IOException
    {
        final RegisterOrder order = order();
        try (TableWriter writer = TableWriter.create(directory, RunTables.POSITIONS))
        {
            final long[] row = new long[RunTables.POSITIONS.columns().size()];
            for (int rank = 0; rank < registers; rank++)
            {
                row[RunTables.POSITION_ACCOUNT] = order.accountAt(rank);
                row[RunTables.POSITION_INSTRUMENT] = random.nextInt(INSTRUMENTS);
                row[RunTables.POSITION_END] = 0 == (rank & 1) ? 1 + random.nextInt(30) : -1 - random.nextInt(30);
                put(writer, row);
            }
            writer.seal();
        }
    }

    private static void put(final TableWriter writer, final long[] row)
    {
        for (int column = 0; column < row.length; column++)
        {
            writer.column(column).put(row[column]);
        }
    }

    /**
     * Input of a run over the day.
     *
     * @param isEvening whether fees are charged and the intraday run is taken off.
     * @param threads of the calculation.
     * @return input.
     */
    CalculationInput input(final boolean isEvening, final int threads)
    {
        return new CalculationInput(
            order(),
            contracts,
            tradeTable,
            isEvening ? trades : trades / 2,
            isEvening ? trades / 2 : 0,
            carriedTable,
            null,
            null,
            isEvening,
            FeePrice.TRADE,
            threads,
            0);
    }

    private RegisterOrder order()
    {
        return isShuffled ? new ShuffledOrder(registers) : new OwnOrder(registers);
    }

    private static long code(final int rank)
    {
        long packed = 0;
        long rest = rank;
        for (int i = 6; i >= 0; i--)
        {
            packed |= (long)LETTERS.charAt((int)(rest % LETTERS.length())) << (i << 3);
            rest /= LETTERS.length();
        }
        return packed;
    }

    @Override
    public void close()
    {
        tradeTable.close();
        carriedTable.close();
    }

    private record OwnOrder(int size) implements RegisterOrder
    {
        @Override
        public long code(final int accountId)
        {
            return SyntheticTables.code(accountId);
        }

        @Override
        public int rank(final int accountId)
        {
            return accountId;
        }

        @Override
        public int accountAt(final int rank)
        {
            return rank;
        }
    }

    private static final class ShuffledOrder implements RegisterOrder
    {
        private final int[] ranks;
        private final int[] accounts;

        ShuffledOrder(final int size)
        {
            ranks = new int[size];
            accounts = new int[size];
            final SplittableRandom random = new SplittableRandom(SEED + 1);
            for (int i = 0; i < size; i++)
            {
                final int other = random.nextInt(i + 1);
                accounts[i] = accounts[other];
                accounts[other] = i;
            }
            for (int rank = 0; rank < size; rank++)
            {
                ranks[accounts[rank]] = rank;
            }
        }

        @Override
        public int size()
        {
            return ranks.length;
        }

        @Override
        public long code(final int accountId)
        {
            return SyntheticTables.code(ranks[accountId]);
        }

        @Override
        public int rank(final int accountId)
        {
            return ranks[accountId];
        }

        @Override
        public int accountAt(final int rank)
        {
            return accounts[rank];
        }
    }
}
