// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.ingest.CarriedPositions;
import io.bourse.clearing.ingest.OrderRegister;

/** Properties of sheet section 5 over random days. */
class CalculationPropertyTest
{
    private static final long SEED = Long.getLong("seed", 20_261_121L);
    private static final int DAYS = 60;

    private record Trade(int instrument, long priceE5, long lots, String buyer, String seller, boolean buyerTook)
    {
    }

    @BeforeAll
    static void printSeed()
    {
        System.out.println("CalculationPropertyTest seed=" + SEED);
    }

    @Test
    void shouldBookTheSameDayWhereverTheIntradayCutFallsAndWhateverItsTickValueIs()
    {
        final Random random = new Random(SEED);
        for (int day = 0; day < DAYS; day++)
        {
            final List<Trade> trades = randomTrades(random);
            final Book.Contract[] contracts = {randomContract(random, 7), randomContract(random, 3)};
            final long carriedSeed = random.nextLong();
            final Book plain = book(contracts, trades, carriedSeed);
            plain.cut = -1;
            final Map<String, Long> whole = byRow(plain, plain.evening(), true);
            final Book cut = book(withOtherDay(contracts, random), trades, carriedSeed);
            cut.cut = random.nextInt(trades.size() + 1);
            final Map<String, Long> sum = byRow(cut, cut.intraday(), true);
            byRow(cut, cut.evening(), true).forEach((row, margin) -> sum.merge(row, margin, Long::sum));
            assertEquals(whole, sum, "day=" + day + " cut=" + cut.cut);
        }
    }

    @Test
    void shouldNotChangeMarginWhenTradesAreSplitOrPermuted()
    {
        final Random random = new Random(SEED + 1);
        for (int day = 0; day < DAYS; day++)
        {
            final List<Trade> trades = randomTrades(random);
            final Book.Contract[] contracts = {randomContract(random, 7), randomContract(random, 3)};
            final List<Trade> changed = new ArrayList<>();
            for (final Trade t : trades)
            {
                final long part = random.nextLong(t.lots + 1);
                if (part > 0 && part < t.lots)
                {
                    changed.add(new Trade(t.instrument, t.priceE5, part, t.buyer, t.seller, t.buyerTook));
                }
                changed.add(new Trade(t.instrument, t.priceE5, part > 0 && part < t.lots ? t.lots - part : t.lots,
                    t.buyer, t.seller, t.buyerTook));
            }
            Collections.shuffle(changed, random);
            final long seed = random.nextLong();
            final Book one = book(contracts, trades, seed);
            final Book other = book(contracts, changed, seed);
            one.cut = -1;
            other.cut = -1;
            assertEquals(byRow(one, one.evening(), true), byRow(other, other.evening(), true), "day=" + day);
        }
    }

    @Test
    void shouldBookExactNegativesWhenBuyersAndSellersChangePlaces()
    {
        final Random random = new Random(SEED + 2);
        for (int day = 0; day < DAYS; day++)
        {
            final List<Trade> trades = randomTrades(random);
            final Book.Contract[] contracts = {randomContract(random, 7), randomContract(random, 3)};
            final List<Trade> mirrored = new ArrayList<>();
            trades.forEach(t ->
                mirrored.add(new Trade(t.instrument, t.priceE5, t.lots, t.seller, t.buyer, !t.buyerTook)));
            final Book one = book(contracts, trades, 0);
            final Book other = book(contracts, mirrored, 0);
            one.cut = trades.size() / 2;
            other.cut = one.cut;
            final Map<String, Long> negated = byRow(other, other.evening(), true);
            negated.replaceAll((row, margin) -> -margin);
            assertEquals(byRow(one, one.evening(), true), negated, "day=" + day);
            assertEquals(byRow(one, one.evening(), false), byRow(other, other.evening(), false), "day=" + day);
        }
    }

    @Test
    void shouldPassEveryInvariantOnRandomDays()
    {
        final Random random = new Random(SEED + 3);
        for (int day = 0; day < DAYS; day++)
        {
            final Book book = book(
                new Book.Contract[]{randomContract(random, 7), randomContract(random, 3)},
                randomTrades(random),
                random.nextLong());
            book.cut = book.trades.size() / 3;
            final InvariantChecks checks = checks(book);
            checks.checkCalculation();
            checks.requireAll();
        }
    }

    @Test
    void shouldNameTheClientWhenAPositionIsNotTheEngines()
    {
        final Random random = new Random(SEED + 4);
        final Book book = book(
            new Book.Contract[]{randomContract(random, 7), randomContract(random, 3)}, randomTrades(random), 0);
        final PositionTable table = book.evening();
        final CarriedPositions engine = new CarriedPositions();
        for (int row = 0; row < table.size(); row++)
        {
            engine.add(table.account(row), table.instrument(row), table.end(row));
        }
        final InvariantChecks good = checks(book);
        good.checkPositions("tie-out", engine, new CarriedPositions());
        good.checkTrades(new OrderRegister(), book.trades.size(), book.trades.size());
        good.requireAll();
        engine.add(table.account(2), table.instrument(2), 1);
        final InvariantChecks bad = checks(book);
        bad.checkPositions("tie-out", engine, new CarriedPositions());
        final CheckFailedException failure = assertThrows(CheckFailedException.class, bad::requireAll);
        final String client = book.accounts.name(table.account(2));
        assertTrue(failure.getMessage().contains("client=" + client), failure.getMessage());
        assertEquals(4, failure.exitCode());
    }

    @Test
    void shouldPostOnceAndRefuseAnotherPostingOfTheSameId()
    {
        final Ledger ledger = new Ledger(2, 1);
        final Posting posting = new Posting(1, 0, 1, 100, PostingCode.VM);
        assertTrue(ledger.post(posting));
        assertEquals(false, ledger.post(posting));
        assertEquals(-100, ledger.balance(0));
        assertEquals(100, ledger.balance(1));
        assertThrows(
            IllegalStateException.class, () -> ledger.post(new Posting(1, 0, 1, 101, PostingCode.VM)));
        assertThrows(IllegalArgumentException.class, () -> new Posting(2, 0, 1, 0, PostingCode.VM));
    }

    private static InvariantChecks checks(final Book book)
    {
        final RunInput input = book.eveningInput();
        final PositionTable table = PositionCalculator.calculate(input);
        final Ledger ledger = Ledger.of(table, book.accounts.size(), book.contracts.size());
        final long[] begins = new long[book.accounts.size()];
        return new InvariantChecks(input, table, ledger, MoneyTable.of(begins, table, ledger));
    }

    private static Map<String, Long> byRow(final Book book, final PositionTable table, final boolean margin)
    {
        final Map<String, Long> values = new TreeMap<>();
        for (int row = 0; row < table.size(); row++)
        {
            values.put(
                book.accounts.name(table.account(row)) + "/" + table.instrument(row),
                margin ? table.margin(row) : table.exchangeFee(row) + table.clearingFee(row));
        }
        return values;
    }

    private static Book book(final Book.Contract[] contracts, final List<Trade> trades, final long carriedSeed)
    {
        final Book book = new Book();
        book.contracts.addAll(List.of(contracts));
        for (int i = 0; i < 12; i++)
        {
            book.account("AA0100" + (char)('A' + i));
        }
        if (carriedSeed != 0)
        {
            final Random random = new Random(carriedSeed);
            for (int i = 0; i < 20; i++)
            {
                final long lots = random.nextLong(1_000) - 500;
                final int instrument = random.nextInt(2);
                book.carried.add(book.account(client(random)), instrument, lots);
                book.carried.add(book.account(client(random)), instrument, -lots);
            }
        }
        for (final Trade t : trades)
        {
            book.trades.add(book.trades.size() + 1, t.instrument, t.priceE5, t.lots,
                book.account(t.buyer), book.account(t.seller), t.buyerTook);
        }
        return book;
    }

    private static List<Trade> randomTrades(final Random random)
    {
        final List<Trade> trades = new ArrayList<>();
        final int count = 1 + random.nextInt(200);
        for (int i = 0; i < count; i++)
        {
            trades.add(new Trade(
                random.nextInt(2),
                random.nextLong(40_000_000_000L) - 20_000_000_000L,
                1 + random.nextLong(100),
                client(random),
                client(random),
                random.nextBoolean()));
        }
        return trades;
    }

    private static String client(final Random random)
    {
        return "AA0100" + (char)('A' + random.nextInt(12));
    }

    private static Book.Contract randomContract(final Random random, final int id)
    {
        return new Book.Contract(
            id,
            1 + random.nextLong(1_000_000),
            1 + random.nextLong(2_000_000),
            1 + random.nextLong(2_000_000),
            random.nextLong(40_000_000_000L) - 20_000_000_000L,
            random.nextLong(40_000_000_000L) - 20_000_000_000L,
            random.nextLong(40_000_000_000L) - 20_000_000_000L,
            random.nextLong(20_000),
            random.nextLong(20_000));
    }

    private static Book.Contract[] withOtherDay(final Book.Contract[] contracts, final Random random)
    {
        final Book.Contract[] changed = contracts.clone();
        for (int i = 0; i < changed.length; i++)
        {
            final Book.Contract c = changed[i];
            changed[i] = new Book.Contract(
                c.id(),
                c.tickE5(),
                1 + random.nextLong(2_000_000),
                c.eveningTickValueE5(),
                c.previousE5(),
                random.nextLong(40_000_000_000L) - 20_000_000_000L,
                c.eveningPriceE5(),
                c.exchangePctE6(),
                c.clearingPctE6());
        }
        return changed;
    }
}
