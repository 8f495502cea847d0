// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.Fees;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Options of one underlying that are paired with each other (rules 1.4): cases by hand, then random days. */
class OptionPairsTest
{
    private static final long SEED = Long.getLong("seed", 20_261_122L);
    private static final int DAYS = 60;
    private static final long E5 = 100_000L;
    private static final long PREMIUM_E5 = 100 * E5;
    private static final List<String> SERIES = List.of("C1", "C2", "P1", "P2", "PX", "PL", "CM");
    private static final int UNDERLYING = 900;

    @TempDir
    private Path scratch;

    private final DayBook book = new DayBook();

    private void addContracts()
    {
        add(OptionRight.CALL, ContractStyle.MARGINED_OPTION, UNDERLYING, 1);
        add(OptionRight.CALL, ContractStyle.MARGINED_OPTION, UNDERLYING, 1);
        add(OptionRight.PUT, ContractStyle.MARGINED_OPTION, UNDERLYING, 1);
        add(OptionRight.PUT, ContractStyle.MARGINED_OPTION, UNDERLYING, 1);
        add(OptionRight.PUT, ContractStyle.MARGINED_OPTION, UNDERLYING + 1, 1);
        add(OptionRight.PUT, ContractStyle.MARGINED_OPTION, UNDERLYING, 10);
        add(OptionRight.CALL, ContractStyle.PREMIUM_OPTION, UNDERLYING, 1);
    }

    /** A fee of 1.00 for the exchange and of 0.50 for clearing at a premium of 100. */
    private void add(final OptionRight right, final ContractStyle style, final int underlyingId, final long lotUnits)
    {
        final int ordinal = book.contracts.size();
        book.contracts.add(new Contract(50 - ordinal, SERIES.get(ordinal), new ClearingTerms(
            style, right, SettlementType.CASH, 0, lotUnits, underlyingId, 0, false),
            E5, E5, PREMIUM_E5, PREMIUM_E5, 0, null, 1_000_000, 500_000));
    }

    /** What the first register does, each time with another one; it takes. */
    private void trade(final String what)
    {
        addContracts();
        final int client = book.account("AA01001");
        for (final String part : what.split(" "))
        {
            final String[] fields = part.split(":");
            final int other = book.account("BB%05d".formatted(book.codes.size()));
            final boolean isBuy = "B".equals(fields[0]);
            book.trades.add(new DayBook.Trade(
                book.trades.size() + 1, PREMIUM_E5, Integer.parseInt(fields[2]), SERIES.indexOf(fields[1]),
                isBuy ? client : other, isBuy ? other : client,
                isBuy ? DayTables.BUYER_TAKES : DayTables.SELLER_TAKES));
        }
    }

    @ParameterizedTest
    @CsvSource({
        // Call bought and put bought; the side with fewer lots decides.
        "B:C1:5 B:P1:3, 3 3",
        // Call sold and put sold.
        "S:C1:4 S:P1:6, 4 4",
        // Calls of different strikes against each other, puts too.
        "B:C1:5 S:C2:5, 5 5",
        "S:P1:2 B:P2:7, 2 2",
        // Call bought and put sold gain from the same: no pair.
        "B:C1:2 S:P1:2, 0 0",
        // The series itself comes first: two of the five calls; of the three left each has a put.
        "B:C1:5 S:C1:2 B:P1:10, 5 2 3",
        // The series itself comes first, whatever is traded first.
        "B:P1:10 B:C1:5 S:C1:2, 3 5 2",
        "B:C1:2 B:P1:2 S:C1:2, 2 0 2",
        // First traded first on either side, across series.
        "B:C1:2 B:C2:4 B:P1:3, 2 1 3",
        "B:P1:3 B:C2:4 B:C1:2, 3 3 0",
        "B:C1:2 B:P1:1 B:C2:4 B:P2:3, 2 1 2 3",
        // The series itself takes the first lots of the second trade, the put the next ones.
        "S:C1:2 B:C1:3 B:C1:3 B:P1:2, 2 3 1 2",
        // Another underlying, another lot size: no pair.
        "B:C1:5 B:PX:5, 0 0",
        "B:C1:5 B:PL:5, 0 0",
        // How an option is margined makes no difference.
        "B:CM:5 B:P1:4, 4 4",
        // One option alone.
        "B:C1:5 S:C1:7, 5 5"})
    void shouldHalveFeesOfPairedLots(final String trades, final String scalped)
    {
        trade(trades);
        final List<Integer> expected = new ArrayList<>();
        for (final String lots : scalped.split(" "))
        {
            // Registers on the other side have traded once and have no pair.
            final boolean isBuy = DayTables.BUYER_TAKES == book.trades.get(expected.size() / 2).flags();
            expected.add(isBuy ? Integer.parseInt(lots) : 0);
            expected.add(isBuy ? 0 : Integer.parseInt(lots));
        }
        try (DayBook.Tables tables = book.new Tables(scratch))
        {
            final LegFees legs = LegFees.of(tables.input(2));
            assertEquals(
                expected, IntStream.range(0, 2 * book.trades.size()).mapToObj(legs::scalpedLots).toList());
        }
    }

    @Test
    void shouldChargeARowWhatItsLegsAreCharged()
    {
        trade("B:C1:5 S:C1:2 B:P1:10");
        final TreeMap<String, OracleRow> rows = new TreeMap<>();
        book.rows(scratch, 1, row -> rows.put(row.key(), row));
        // All seven calls pay half; of ten puts three.
        assertEquals(List.of(350L, 175L), fees(rows.get("AA01001/50")));
        assertEquals(List.of(850L, 425L), fees(rows.get("AA01001/48")));
    }

    private static List<Long> fees(final OracleRow row)
    {
        return List.of(row.exchangeFee(), row.clearingFee());
    }

    @Test
    void shouldPairAsManyLotsAsBothSidesHaveAndNeverChargeLessThanHalf()
    {
        System.out.println("OptionPairsTest seed=" + SEED);
        final RandomDays days = new RandomDays(SEED);
        long paired = 0;
        for (int day = 0; day < DAYS; day++)
        {
            final DayBook random = days.next();
            random.chargesFees = true;
            try (DayBook.Tables tables = random.new Tables(scratch))
            {
                final CalculationInput input = tables.input(1);
                final Day valued = new Day(input, null);
                final LegFees legs = LegFees.of(input);
                final LegFees again = LegFees.of(tables.input(3));
                final Map<String, Sides> groups = new TreeMap<>();
                for (int leg = 0; leg < 2 * random.trades.size(); leg++)
                {
                    final String what = "seed=" + SEED + " day=" + day + " leg=" + leg;
                    assertEquals(legs.scalpedLots(leg), again.scalpedLots(leg), what);
                    requireHalfToWhole(valued, random.trades.get(leg >> 1), legs, leg, what);
                    add(groups, random, leg, legs.scalpedLots(leg));
                }
                for (final Map.Entry<String, Sides> group : groups.entrySet())
                {
                    paired += group.getValue().paired("seed=" + SEED + " day=" + day + " group=" + group.getKey());
                }
            }
        }
        assertTrue(paired > 1_000, "paired=" + paired);
    }

    private static void requireHalfToWhole(
        final Day day, final DayBook.Trade trade, final LegFees legs, final int leg, final String what)
    {
        final long one = day.value(trade.instrument()).exchangeFee(trade.priceE5());
        assertTrue(legs.scalpedLots(leg) >= 0 && legs.scalpedLots(leg) <= trade.lots(), what);
        assertTrue(!legs.isTaker(leg) || legs.exchangeFee(leg) >= Fees.ofLeg(one, trade.lots(), trade.lots()), what);
        assertTrue(legs.exchangeFee(leg) <= Fees.ofLeg(one, trade.lots(), 0), what);
    }

    private static void add(final Map<String, Sides> groups, final DayBook book, final int leg, final int scalped)
    {
        final DayBook.Trade trade = book.trades.get(leg >> 1);
        final ClearingTerms terms = book.contracts.get(trade.instrument()).terms();
        if (terms.isOption() && OptionRight.NONE != terms.right() && 0 != terms.underlyingId())
        {
            final int account = 0 == (leg & 1) ? trade.buyer() : trade.seller();
            final long[] sums = groups
                .computeIfAbsent(account + "/" + terms.underlyingId() + "/" + terms.lotUnits(), key -> new Sides(book))
                .series.computeIfAbsent(trade.instrument(), key -> new long[4]);
            sums[leg & 1] += trade.lots();
            sums[2 + (leg & 1)] += scalped;
        }
    }

    /** Options of a register on one underlying: by series lots bought and sold, and how many of each pay half. */
    private record Sides(DayBook book, Map<Integer, long[]> series)
    {
        Sides(final DayBook book)
        {
            this(book, new TreeMap<>());
        }

        /** Lots that are paired between series, after their own pairs: as many as the smaller side has. */
        long paired(final String what)
        {
            final long[] left = new long[2];
            final long[] halved = new long[2];
            series.forEach((instrument, sums) ->
            {
                final int more = sums[0] > sums[1] ? 0 : 1;
                final long own = Math.min(sums[0], sums[1]);
                assertEquals(own, sums[2 + 1 - more], what);
                final boolean isCall = OptionRight.CALL == book.contracts.get(instrument).terms().right();
                final int side = isCall == (0 == more) ? 0 : 1;
                left[side] += sums[more] - own;
                halved[side] += sums[2 + more] - own;
            });
            final long smaller = Math.min(left[0], left[1]);
            assertEquals(List.of(smaller, smaller), List.of(halved[0], halved[1]), what);
            return smaller;
        }
    }
}
