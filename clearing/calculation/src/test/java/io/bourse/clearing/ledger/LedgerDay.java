// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.calculation.RunPositions;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.check.CheckInput;
import io.bourse.clearing.ledger.check.MatcherTotals;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A seeded day on disk: a previous evening run, an intraday run and an evening run in which one future expires. All
 * tables are real; only prices, trades and the closing movements are made up.
 */
public final class LedgerDay implements AutoCloseable
{
    /** Value added tax on fees: 20 per cent. */
    public static final long VAT_PCT_E6 = 20_000_000;
    /** The future that expires in the evening. */
    public static final int EXPIRING = 3;
    private static final int INSTRUMENTS = 5;
    private static final int OLD_REGISTERS = 150;
    private static final int NEW_REGISTERS = 20;
    private static final int TRADES = 900;
    /** Trades before the intraday run. */
    public static final int CUT = 450;
    private static final long DEFAULT_KOPECKS = 777;

    /** Receives all files. */
    public final Path root;
    /** Registers of the day. */
    public final TestRegisters registers;
    /** Rows of trades. */
    public final List<long[]> trades = new ArrayList<>();
    private final Random random;
    private final int threads;
    private final List<AutoCloseable> open = new ArrayList<>();

    /**
     * Makes up a day and writes the previous evening.
     *
     * @param root receives all files.
     * @param seed of the day.
     * @param threads of calculation and checks.
     */
    public LedgerDay(final Path root, final long seed, final int threads) throws IOException
    {
        this.root = root;
        this.random = new Random(seed);
        this.threads = threads;
        this.registers = new TestRegisters(codes());
        for (int i = 0; i < TRADES; i++)
        {
            trades.add(TestTables.trade(
                100 + i, price(), 1 + random.nextInt(50), random.nextInt(INSTRUMENTS), random.nextInt(registers.size()),
                random.nextInt(registers.size()), random.nextInt(3) | random.nextInt(3) << DayTables.ORIGIN_SHIFT));
        }
        writePreviousEvening();
    }

    private List<String> codes()
    {
        final List<String> codes = new ArrayList<>();
        while (codes.size() < OLD_REGISTERS + NEW_REGISTERS)
        {
            final String code = "%s%02d%03d".formatted(
                random.nextBoolean() ? "AA" : "BB", random.nextInt(4), random.nextInt(1_000));
            if (!codes.contains(code))
            {
                codes.add(code);
            }
        }
        return codes;
    }

    private long price()
    {
        return 100_000L * (900 + random.nextInt(200));
    }

    private void writePreviousEvening() throws IOException
    {
        final Map<Long, long[]> positions = new TreeMap<>();
        final TreeMap<Integer, long[]> money = new TreeMap<>();
        for (int i = 0; i < 300; i++)
        {
            final int instrument = random.nextInt(INSTRUMENTS);
            final int lots = 1 + random.nextInt(30);
            add(positions, random.nextInt(OLD_REGISTERS), instrument, lots);
            add(positions, random.nextInt(OLD_REGISTERS), instrument, -lots);
            final int rich = random.nextInt(OLD_REGISTERS);
            final long end = random.nextInt(4) == 0 ? 0 : random.nextLong(1_000_000_000);
            money.put(registers.rank(rich), new long[]{rich, 5, 0, 0, 0, 0, end});
        }
        final Path directory = Files.createDirectories(directory("0-E"));
        TestTables.write(directory, RunTables.POSITIONS, List.copyOf(positions.values()));
        TestTables.write(directory, RunTables.MONEY, List.copyOf(money.values()));
    }

    private void add(final Map<Long, long[]> positions, final int account, final int instrument, final int lots)
    {
        final long key = (long)registers.rank(account) << 32 | contracts(false)[instrument].instrumentId();
        positions.computeIfAbsent(key, k -> new long[]{account, instrument, 0, 0, 0, 0, 0, 0, 0, 0, 0})
            [RunTables.POSITION_END] += lots;
    }

    /**
     * Directory of a run.
     *
     * @param run for instance 2-E.
     * @return path.
     */
    public Path directory(final String run)
    {
        return root.resolve("20261121").resolve(run);
    }

    /**
     * Contracts as a run values them.
     *
     * @param isEvening which run.
     * @return by ordinal.
     */
    public Contract[] contracts(final boolean isEvening)
    {
        final ContractStyle[] styles = {ContractStyle.FUTURE, ContractStyle.PERPETUAL, ContractStyle.MARGINED_OPTION,
            ContractStyle.FUTURE, ContractStyle.PREMIUM_OPTION};
        final Contract[] contracts = new Contract[styles.length];
        for (int i = 0; i < styles.length; i++)
        {
            final long swap = ContractStyle.PERPETUAL == styles[i] ? 1_234 : 0;
            final ClearingTerms terms = new ClearingTerms(
                styles[i], OptionRight.NONE, SettlementType.CASH, 0, 1, 0, 0, false);
            contracts[i] = new Contract(
                500 - 7 * i,
                "SYM" + i,
                terms,
                100_000,
                isEvening ? 181_123 : 180_247,
                100_000L * (1_000 + (isEvening ? i : -i)),
                100_000L * 990,
                swap,
                isEvening ? new Contract.Paid(100_000L * (1_000 - i), 180_247, swap) : null,
                3_795,
                2_805);
        }
        return contracts;
    }

    /**
     * Money at the opening.
     *
     * @return opening.
     */
    public OpeningMoney opening() throws IOException
    {
        return new OpeningMoney(
            keep(Table.open(directory("0-E"), RunTables.MONEY)),
            OLD_REGISTERS,
            Map.of(OLD_REGISTERS, 5_000L, OLD_REGISTERS + 1, 0L, 3, 99L),
            DEFAULT_KOPECKS);
    }

    /**
     * What a run calculates from.
     *
     * @param isEvening which run.
     * @param movements of the run; may be null.
     * @return input.
     */
    public CalculationInput input(final boolean isEvening, final Table movements) throws IOException
    {
        // Trades are often the same as before: every sync of a column takes time.
        final Path directory = root.resolve("t" + Arrays.deepHashCode(trades.toArray()));
        if (Files.notExists(directory))
        {
            TestTables.write(directory, DayTables.TRADES, trades);
        }
        return new CalculationInput(
            registers,
            contracts(isEvening),
            keep(Table.open(directory, DayTables.TRADES)),
            isEvening ? trades.size() : CUT,
            isEvening ? CUT : 0,
            keep(Table.open(directory("0-E"), RunTables.POSITIONS)),
            movements,
            null,
            isEvening,
            FeePrice.TRADE,
            threads,
            VAT_PCT_E6);
    }

    /**
     * Calculates and writes a run.
     *
     * @param isEvening which run.
     * @return what it was calculated from.
     */
    public CalculationInput write(final boolean isEvening) throws IOException
    {
        final Path directory = Files.createDirectories(directory(isEvening ? "2-E" : "1-I"));
        final CalculationInput input = input(isEvening, isEvening ? movements(directory) : null);
        new RunTablesWriter(directory, threads, rows -> { })
            .write(new RunRows(
                registers, input.contracts(), RunPositions.calculate(input), opening(), payments(isEvening)));
        return input;
    }

    /** Of every third register: money in or out, and sometimes a penalty. */
    private Payments payments(final boolean isEvening) throws IOException
    {
        final Path directory = directory(isEvening ? "2-E" : "1-I");
        final Random amounts = new Random(isEvening ? 2 : 1);
        final List<long[]> rows = new ArrayList<>();
        for (int rank = 0; rank < registers.size(); rank += 3)
        {
            final int account = registers.accountAt(rank);
            final boolean isIn = amounts.nextBoolean();
            rows.add(new long[]{account, PostingCode.PAY.ordinal(), isIn ? HouseAccounts.BANK : account,
                isIn ? account : HouseAccounts.BANK, 1 + amounts.nextInt(1_000_000), rank});
            if (amounts.nextBoolean())
            {
                rows.add(new long[]{account, PostingCode.PENALTY.ordinal(), account, HouseAccounts.PENALTY_INCOME,
                    1 + amounts.nextInt(1_000), rank});
            }
        }
        TestTables.write(directory, RunTables.PAYMENTS, rows);
        return new Payments(keep(Table.open(directory, RunTables.PAYMENTS)),
            isEvening && Table.exists(directory("1-I"), RunTables.PAYMENTS) ?
                List.of(keep(Table.open(directory("1-I"), RunTables.PAYMENTS))) : List.of());
    }

    private Table movements(final Path directory) throws IOException
    {
        final boolean[] mask = new boolean[INSTRUMENTS];
        mask[EXPIRING] = true;
        final CalculationInput input = input(true, null);
        final List<long[]> rows = new ArrayList<>();
        for (final PositionRows part : RunPositions.ofInstruments(input, mask))
        {
            for (int row = 0; row < part.size(); row++)
            {
                if (0 != part.end(row))
                {
                    rows.add(new long[]{part.account(row), EXPIRING, MovementKind.EXPIRY.ordinal(), -part.end(row),
                        input.contracts()[EXPIRING].settlementE5(), EXPIRING});
                }
            }
        }
        rows.sort(Comparator.comparingInt(row -> registers.rank((int)row[0])));
        TestTables.write(directory, RunTables.MOVEMENTS, rows);
        return keep(Table.open(directory, RunTables.MOVEMENTS));
    }

    /**
     * What the checks of a written run compare.
     *
     * @param isEvening which run.
     * @param input what it was calculated from.
     * @return input of the checks.
     */
    public CheckInput checkInput(final boolean isEvening, final CalculationInput input) throws IOException
    {
        final boolean[] ended = new boolean[INSTRUMENTS];
        ended[EXPIRING] = isEvening;
        return new CheckInput(
            input,
            keep(RunBooks.open(directory(isEvening ? "2-E" : "1-I"))),
            opening(),
            isEvening ? keep(RunBooks.open(directory("1-I"))) : null,
            matcher(input.tradeCount()),
            ended);
    }

    /** What the matcher counts, from the trades as they were. */
    private MatcherTotals matcher(final int tradeCount) throws IOException
    {
        final long[] counts = new long[INSTRUMENTS];
        final long[] lots = new long[INSTRUMENTS];
        final Map<Integer, Long> net = new TreeMap<>();
        try (Table carried = Table.open(directory("0-E"), RunTables.POSITIONS))
        {
            for (long row = 0; row < carried.rows(); row++)
            {
                net.merge(key(carried.ints(RunTables.POSITION_ACCOUNT).get(row),
                    carried.ints(RunTables.POSITION_INSTRUMENT).get(row)),
                    (long)carried.ints(RunTables.POSITION_END).get(row), Long::sum);
            }
        }
        for (final long[] trade : trades.subList(0, tradeCount))
        {
            final int instrument = (int)trade[DayTables.TRADE_INSTRUMENT];
            counts[instrument]++;
            lots[instrument] += trade[DayTables.TRADE_QTY];
            net.merge(key((int)trade[DayTables.TRADE_BUYER], instrument), trade[DayTables.TRADE_QTY], Long::sum);
            net.merge(key((int)trade[DayTables.TRADE_SELLER], instrument), -trade[DayTables.TRADE_QTY], Long::sum);
        }
        final long[] interest = new long[INSTRUMENTS];
        net.forEach((key, value) -> interest[key % INSTRUMENTS] += Math.max(0, value));
        return new MatcherTotals(counts, lots, interest, tradeCount, tradeCount);
    }

    private static int key(final int account, final int instrument)
    {
        return account * INSTRUMENTS + instrument;
    }

    private <T extends AutoCloseable> T keep(final T table)
    {
        open.add(table);
        return table;
    }

    @Override
    public void close()
    {
        for (final AutoCloseable table : open)
        {
            try
            {
                table.close();
            }
            catch (final Exception ex)
            {
                throw new IllegalStateException(ex);
            }
        }
        open.clear();
    }
}
