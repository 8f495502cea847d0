// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.MovementKind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/** The invariants (rules 5) over random days with contracts of every style. */
@Tag("venue")
class PositionsPropertyTest
{
    private static final long SEED = Long.getLong("seed", 20_261_122L);
    private static final int DAYS = 60;

    @TempDir
    private Path scratch;

    @BeforeAll
    static void printSeed()
    {
        System.out.println("PositionsPropertyTest seed=" + SEED);
    }

    @Test
    void shouldBookTheSameDayWhereverIntradayCutsFallAndWhateverTheirPricesAre()
    {
        final RandomDays days = new RandomDays(SEED);
        for (int day = 0; day < DAYS; day++)
        {
            final DayBook whole = unpaid(days.next());
            // Who takes a position over pays its swap when that was before the evening: so the cuts would matter.
            whole.movements.replaceAll(m ->
                new DayBook.Movement(m.account(), m.instrument(), MovementKind.EXPIRY, m.lots(), m.priceE5()));
            final TreeMap<String, OracleRow> expected = rows(whole);
            final TreeMap<String, Long> booked = new TreeMap<>();
            // Any number of intraday runs: each books what it calculates less what is booked already.
            DayBook last = whole;
            final int runs = days.random().nextInt(3);
            int cut = 0;
            for (int run = 0; run < runs; run++)
            {
                cut += days.random().nextInt(whole.trades.size() - cut + 1);
                final DayBook intraday = intraday(whole, last, cut, days);
                book(booked, rows(intraday));
                last = intraday;
            }
            book(booked, rows(runs > 0 ? after(whole, last) : whole));
            booked.values().removeIf(margin -> 0 == margin);
            final TreeMap<String, Long> margins = new TreeMap<>();
            expected.forEach((key, row) -> margins.put(key, row.marginDay()));
            margins.values().removeIf(margin -> 0 == margin);
            assertEquals(margins, booked, "seed=" + SEED + " day=" + day);
        }
    }

    @Test
    void shouldSumToZeroInEveryInstrumentWhenPositionsDo()
    {
        final RandomDays days = new RandomDays(SEED + 1);
        for (int day = 0; day < DAYS; day++)
        {
            final DayBook book = days.next();
            balance(book);
            final TreeMap<Integer, long[]> sums = new TreeMap<>();
            for (final OracleRow row : rows(book).values())
            {
                final long[] sum = sums.computeIfAbsent(row.instrumentId(), id -> new long[4]);
                sum[0] += row.end();
                sum[1] += row.marginDay();
                sum[2] += row.marginPaid();
                sum[3] += row.buys() - row.sells();
            }
            final String what = "seed=" + SEED + " day=" + day + " instrument=";
            sums.forEach((id, sum) -> assertEquals(List.of(0L, 0L, 0L, 0L), boxed(sum), what + id));
        }
    }

    @Test
    void shouldNotChangeMarginWhenTradesAreSplitOrPermuted()
    {
        final RandomDays days = new RandomDays(SEED + 2);
        for (int day = 0; day < DAYS; day++)
        {
            final DayBook book = unpaid(days.next());
            final DayBook changed = book.copy();
            changed.trades.clear();
            for (final DayBook.Trade t : book.trades)
            {
                final int part = days.random().nextInt(t.lots());
                if (part > 0)
                {
                    changed.trades.add(withLots(t, part));
                }
                changed.trades.add(withLots(t, t.lots() - part));
            }
            Collections.shuffle(changed.trades, days.random());
            assertEquals(withoutFees(rows(book)), withoutFees(rows(changed)), "seed=" + SEED + " day=" + day);
        }
    }

    @Test
    void shouldBookExactNegativesWhenBuyersAndSellersChangePlaces()
    {
        final RandomDays days = new RandomDays(SEED + 3);
        for (int day = 0; day < DAYS; day++)
        {
            final DayBook book = days.next();
            book.carried.clear();
            book.movements.clear();
            book.paidMovements.clear();
            final DayBook mirror = book.copy();
            // Both sides of a negotiated trade take; the taker of any other changes sides with the parties.
            mirror.trades.replaceAll(t -> new DayBook.Trade(t.id(), t.priceE5(), t.lots(), t.instrument(),
                t.seller(), t.buyer(), (t.flags() & 3) == 2 ? t.flags() : t.flags() ^ 1));
            final TreeMap<String, OracleRow> mirrored = rows(mirror);
            mirrored.replaceAll((key, r) -> new OracleRow(r.code(), r.instrumentId(), r.begin(), r.sells(), r.buys(),
                r.moved(), -r.end(), -r.marginDay(), -r.marginPaid(), r.exchangeFee(), r.clearingFee()));
            assertEquals(rows(book), mirrored, "seed=" + SEED + " day=" + day);
        }
    }

    /** Lots traded show the trade and its reversal; all else is as if it had not been, but what was paid before. */
    @Test
    void shouldPayBackWhatAnEarlierRunHasPaidAndChargeNothingWhenTradesAreReversed()
    {
        final RandomDays days = new RandomDays(SEED + 40);
        int reversals = 0;
        int reversalsAfterTheCut = 0;
        for (int day = 0; day < DAYS; day++)
        {
            final DayBook book = days.next();
            final DayBook without = book.copy();
            without.trades.clear();
            final List<DayBook.Trade> reversed = new ArrayList<>();
            for (final DayBook.Trade trade : List.copyOf(book.trades))
            {
                if (0 == days.random().nextInt(4))
                {
                    reversed.add(trade);
                }
                else
                {
                    without.trades.add(trade);
                }
            }
            final long lastId = book.trades.size();
            // Some before the cut of the earlier run: it has never paid them.
            final int before = days.random().nextInt(reversed.size() + 1);
            final List<DayBook.Trade> paid = new ArrayList<>(book.trades);
            for (int i = 0; i < reversed.size(); i++)
            {
                book.trades.add(reversed.get(i).reversal(lastId + 1 + i));
            }
            book.paidTradeCount = (int)lastId + before;
            final TreeMap<String, OracleRow> rows = rows(book);
            final DayBook paidBook = book.copy();
            paidBook.trades.clear();
            paidBook.trades.addAll(paid);
            paid.removeAll(reversed.subList(0, before));
            paidBook.trades.retainAll(paid);
            paidBook.paidTradeCount = paidBook.trades.size();
            final TreeMap<String, OracleRow> expectedPaid = rows(paidBook);
            without.paidTradeCount = without.trades.size();
            final TreeMap<String, OracleRow> expected = rows(without);
            final String what = "seed=" + SEED + " day=" + day;
            rows.forEach((key, row) ->
            {
                final OracleRow as = expected.get(key);
                assertEquals(null == as ? 0 : as.end(), row.end(), what);
                assertEquals(null == as ? 0 : as.buys() - as.sells(), row.buys() - row.sells(), what);
                assertEquals(null == as ? 0 : as.marginDay(), row.marginDay(), what);
                assertEquals(null == as ? 0 : as.exchangeFee(), row.exchangeFee(), what);
                assertEquals(null == as ? 0 : as.clearingFee(), row.clearingFee(), what);
                final OracleRow asPaid = expectedPaid.get(key);
                assertEquals(null == asPaid ? 0 : asPaid.marginPaid(), row.marginPaid(), what);
            });
            assertTrue(rows.keySet().containsAll(expected.keySet()), what);
            reversals += reversed.size();
            reversalsAfterTheCut += reversed.size() - before;
        }
        assertTrue(reversals > DAYS && reversalsAfterTheCut > DAYS, "reversals=" + reversals);
    }

    @Test
    void shouldChangeOnlyLotsTradedAndFeesWhenARoundTripIsAdded()
    {
        final RandomDays days = new RandomDays(SEED + 4);
        for (int day = 0; day < DAYS; day++)
        {
            final DayBook book = days.next();
            final DayBook more = book.copy();
            final int instrument = days.random().nextInt(book.contracts.size());
            final int one = days.account(book);
            final int other = days.account(book);
            final long priceE5 = days.price();
            more.trade(instrument, priceE5, 7, one, other);
            more.trade(instrument, priceE5, 7, other, one);
            final TreeMap<String, OracleRow> before = rows(book);
            final String what = "seed=" + SEED + " day=" + day + " key=";
            final int instrumentId = book.contracts.get(instrument).instrumentId();
            final List<String> traders = List.of(book.codes.get(one) + "/" + instrumentId,
                book.codes.get(other) + "/" + instrumentId);
            rows(more).forEach((key, row) ->
            {
                final OracleRow old = before.getOrDefault(
                    key, new OracleRow(row.code(), row.instrumentId(), 0, 0, 0, 0, 0, 0, 0, 0, 0));
                final boolean isTrader = traders.contains(key);
                // Other lots of the series are left for other options of the register now.
                final boolean isPaired = !isTrader && traders.stream().anyMatch(t -> t.startsWith(row.code())) &&
                    book.contracts.stream()
                        .anyMatch(c -> row.instrumentId() == c.instrumentId() && c.terms().isOption());
                assertEquals(old.end(), row.end(), what + key);
                assertEquals(old.marginDay(), row.marginDay(), what + key);
                assertEquals(old.marginPaid(), row.marginPaid(), what + key);
                if (!isPaired)
                {
                    assertEquals(isTrader, !old.equals(row), what + key);
                }
            });
        }
    }

    @Test
    void shouldCalculateTheSameInMemoryThatOtherDaysHaveUsed()
    {
        final RandomDays days = new RandomDays(SEED + 5);
        for (int day = 0; day < DAYS; day++)
        {
            final CalculationMemory memory = new CalculationMemory();
            final int others = 1 + days.random().nextInt(3);
            final int rowsPerPart = 1 + days.random().nextInt(64);
            for (int other = 0; other < others; other++)
            {
                days.next().rows(scratch, 2, 1 + days.random().nextInt(64), memory);
            }
            final DayBook book = days.next();
            assertEquals(book.rows(scratch, 1, null, rowsPerPart), book.rows(scratch, 2, rowsPerPart, memory),
                "seed=" + SEED + " day=" + day + " others=" + others + " rowsPerPart=" + rowsPerPart);
        }
    }

    private static DayBook unpaid(final DayBook book)
    {
        book.movements.addAll(book.paidMovements);
        book.paidMovements.clear();
        book.paidTradeCount = 0;
        book.contracts.replaceAll(c -> with(c, c.settlementE5(), c.tickValueE5(), c.swapRateE4(), null));
        return book;
    }

    /** The day so far at a cut, at other prices; half of the movements still to be made are made by it. */
    private static DayBook intraday(final DayBook whole, final DayBook last, final int cut, final RandomDays days)
    {
        final DayBook book = last == whole ? whole.copy() : after(whole, last);
        final DayBook result = book.copy();
        result.trades.subList(cut, result.trades.size()).clear();
        result.movements.clear();
        result.movements.addAll(book.movements.subList(0, book.movements.size() / 2));
        result.contracts.replaceAll(c ->
        {
            final Contract.Paid now = days.paid();
            return with(c, now.settlementE5(), now.tickValueE5(), now.swapRateE4(), c.paid());
        });
        result.chargesFees = false;
        return result;
    }

    /** The whole day, with what the last run has paid to be taken off. */
    private static DayBook after(final DayBook whole, final DayBook last)
    {
        final DayBook book = whole.copy();
        book.paidTradeCount = last.trades.size();
        book.paidMovements.addAll(last.paidMovements);
        book.paidMovements.addAll(last.movements);
        book.movements.clear();
        book.movements.addAll(whole.movements.subList(book.paidMovements.size(), whole.movements.size()));
        for (int i = 0; i < book.contracts.size(); i++)
        {
            final Contract c = book.contracts.get(i);
            final Contract then = last.contracts.get(i);
            book.contracts.set(i, with(c, c.settlementE5(), c.tickValueE5(), c.swapRateE4(),
                new Contract.Paid(then.settlementE5(), then.tickValueE5(), then.swapRateE4())));
        }
        return book;
    }

    private static Contract with(
        final Contract c,
        final long settlementE5,
        final long tickValueE5,
        final long swapRateE4,
        final Contract.Paid paid)
    {
        return new Contract(c.instrumentId(), c.symbol(), c.terms(), c.priceTickE5(), tickValueE5, settlementE5,
            c.previousE5(), swapRateE4, paid, c.exchangeFeePctE6(), c.clearingFeePctE6());
    }

    private static DayBook.Trade withLots(final DayBook.Trade t, final int lots)
    {
        return new DayBook.Trade(t.id(), t.priceE5(), lots, t.instrument(), t.buyer(), t.seller(), t.flags());
    }

    /** One register more takes the other side of all that is carried and moved. */
    private static void balance(final DayBook book)
    {
        final int house = book.account("ZZ99ZZZ");
        final int[] carried = new int[book.contracts.size()];
        book.carried.forEach(c -> carried[c.instrument()] -= c.lots());
        for (int i = 0; i < carried.length; i++)
        {
            book.carried.add(new DayBook.Carried(house, i, carried[i]));
        }
        for (final List<DayBook.Movement> movements : List.of(book.movements, book.paidMovements))
        {
            new ArrayList<>(movements).forEach(m ->
                movements.add(new DayBook.Movement(house, m.instrument(), m.kind(), -m.lots(), m.priceE5())));
        }
        // Premium-style options: what is carried is not marked; everything else is symmetric.
        assertTrue(book.contracts.stream().noneMatch(c -> ContractStyle.SPOT == c.terms().style()));
    }

    private static List<Long> boxed(final long[] values)
    {
        final List<Long> list = new ArrayList<>();
        for (final long value : values)
        {
            list.add(value);
        }
        return list;
    }

    private static void book(final TreeMap<String, Long> booked, final TreeMap<String, OracleRow> rows)
    {
        rows.forEach((key, row) -> booked.merge(key, row.marginDay() - row.marginPaid(), Long::sum));
    }

    private static TreeMap<String, OracleRow> withoutFees(final TreeMap<String, OracleRow> rows)
    {
        rows.replaceAll((key, r) -> new OracleRow(r.code(), r.instrumentId(), r.begin(), r.buys(), r.sells(),
            r.moved(), r.end(), r.marginDay(), r.marginPaid(), 0, 0));
        return rows;
    }

    private TreeMap<String, OracleRow> rows(final DayBook book)
    {
        final TreeMap<String, OracleRow> rows = new TreeMap<>();
        book.rows(scratch, 2, row -> rows.put(row.key(), row));
        return rows;
    }
}
