// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.expiry.ExpiryInput;
import io.bourse.clearing.expiry.ExpiryPlanner;
import io.bourse.clearing.expiry.ExpirySink;
import io.bourse.clearing.expiry.Instructions;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.model.VariationMargin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Whole last days: positions, plan and margin together, with an intraday run that ends contracts too. */
class LastDayTest
{
    private static final long SEED = Long.getLong("seed", 20_261_121L);
    private static final int DAYS = 60;
    private static final int DATE = 20261121;
    private static final long E5 = 100_000L;
    private static final long SPOT_E5 = 92_480 * E5;
    private static final int FUTURE = 0;
    private static final int DELIVERED = 1;
    private static final int CALL = 2;
    private static final int PUT = 3;
    private static final int CASH_PUT = 4;
    private static final int EARLY_FUTURE = 5;
    private static final int CONTRACTS = 6;

    @TempDir
    private Path scratch;

    @Test
    void shouldEndTheDayWithNothingOpenAndNothingLost()
    {
        System.out.println("LastDayTest seed=" + SEED);
        for (int day = 0; day < DAYS; day++)
        {
            final Random random = new Random(SEED + day);
            final String facts = "seed=" + SEED + " day=" + day;
            final DayBook book = book(random);
            final Instructions instructions = instructions(random, book);
            final boolean hasIntraday = random.nextBoolean();
            final Map<String, Long> booked = new TreeMap<>();
            if (hasIntraday)
            {
                final DayBook intraday = intraday(book, random);
                plan(intraday, instructions, false);
                assertEquals(List.of(), intraday.movements.stream()
                    .filter(movement -> EARLY_FUTURE != movement.instrument()).toList(), facts);
                addMargin(booked, intraday);
                book.paidTradeCount = intraday.trades.size();
                book.paidMovements.addAll(intraday.movements);
                pay(book, intraday);
            }
            plan(book, instructions, true);
            assertEquals(hasIntraday, book.movements.stream()
                .noneMatch(movement -> EARLY_FUTURE == movement.instrument()), facts);
            addMargin(booked, book);
            assertEquals(expected(book), booked, facts);
            check(book, facts);
        }
    }

    private static DayBook book(final Random random)
    {
        final DayBook book = new DayBook();
        for (int i = 0; i < 12; i++)
        {
            book.account("AB%02dX%02d".formatted(i % 4, 11 - i));
        }
        final long[] strikesE5 = {SPOT_E5 - 100 * E5, SPOT_E5, SPOT_E5 + 100 * E5};
        add(book, ContractStyle.FUTURE, OptionRight.NONE, SettlementType.CASH, 0, 0, SPOT_E5);
        add(book, ContractStyle.FUTURE, OptionRight.NONE, SettlementType.PHYSICAL, 0, DATE, SPOT_E5);
        add(book, ContractStyle.MARGINED_OPTION, OptionRight.CALL, SettlementType.PHYSICAL,
            strikesE5[random.nextInt(3)], DATE, 77 * E5);
        add(book, ContractStyle.MARGINED_OPTION, OptionRight.PUT, SettlementType.PHYSICAL,
            strikesE5[random.nextInt(3)], DATE, 33 * E5);
        add(book, ContractStyle.PREMIUM_OPTION, OptionRight.PUT, SettlementType.CASH,
            strikesE5[random.nextInt(3)], DATE, 55 * E5);
        add(book, ContractStyle.FUTURE, OptionRight.NONE, SettlementType.CASH, 0, DATE, SPOT_E5);
        for (int instrument = 0; instrument < CONTRACTS; instrument++)
        {
            int net = 0;
            for (int account = 1; account < book.codes.size(); account++)
            {
                final int lots = random.nextInt(41) - 20;
                net += lots;
                book.carried.add(new DayBook.Carried(account, instrument, lots));
            }
            book.carried.add(new DayBook.Carried(0, instrument, -net));
        }
        for (int i = 0; i < 100; i++)
        {
            final int instrument = i < 50 ? random.nextInt(CONTRACTS) : random.nextInt(EARLY_FUTURE);
            book.trade(instrument, (book.contracts.get(instrument).terms().isOption() ? 1 + random.nextInt(400) :
                92_000 + random.nextInt(1_000)) * E5, 1 + random.nextInt(9), random.nextInt(12), random.nextInt(12));
        }
        return book;
    }

    /** Options and the delivered future are on the future that stays, which has the highest id of all. */
    private static void add(
        final DayBook book,
        final ContractStyle style,
        final OptionRight right,
        final SettlementType settlement,
        final long strikeE5,
        final int expiryDate,
        final long settlementE5)
    {
        final int ordinal = book.contracts.size();
        // The put becomes a future that ends in the same run.
        final int underlying = OptionRight.NONE == right ? 0 : 100 - (PUT == ordinal ? DELIVERED : FUTURE);
        final ClearingTerms terms = new ClearingTerms(
            style, right, settlement, strikeE5, 1_000, underlying, expiryDate, EARLY_FUTURE == ordinal);
        book.contracts.add(new Contract(100 - ordinal, "C" + ordinal, terms, E5, 123_457, settlementE5,
            settlementE5 - 10 * E5, 0, null, 0, 0));
    }

    private static Instructions instructions(final Random random, final DayBook book)
    {
        final Instructions instructions = new Instructions();
        for (int i = 0; i < 12; i++)
        {
            instructions.add(random.nextInt(book.codes.size()), CALL + random.nextInt(3), random.nextInt(61) - 30);
        }
        return instructions;
    }

    /** Half of the day with prices and tick values of its own; what ends is final already. */
    private static DayBook intraday(final DayBook book, final Random random)
    {
        final DayBook intraday = book.copy();
        intraday.trades.subList(50, intraday.trades.size()).clear();
        for (int i = 0; i < CONTRACTS; i++)
        {
            final long moveE5 = EARLY_FUTURE == i ? 0 : (random.nextInt(200) - 100) * E5;
            final long tickValueE5 = EARLY_FUTURE == i ? 123_457 : 1 + random.nextInt(300_000);
            intraday.contracts.set(i, contract(
                book.contracts.get(i), book.contracts.get(i).settlementE5() + moveE5, tickValueE5, null));
        }
        return intraday;
    }

    private static Contract contract(
        final Contract of, final long settlementE5, final long tickValueE5, final Contract.Paid paid)
    {
        return new Contract(of.instrumentId(), of.symbol(), of.terms(), of.priceTickE5(), tickValueE5, settlementE5,
            of.previousE5(), 0, paid, 0, 0);
    }

    private static void pay(final DayBook book, final DayBook intraday)
    {
        for (int i = 0; i < CONTRACTS; i++)
        {
            final Contract earlier = intraday.contracts.get(i);
            final Contract contract = book.contracts.get(i);
            book.contracts.set(i, contract(contract, contract.settlementE5(), contract.tickValueE5(),
                new Contract.Paid(earlier.settlementE5(), earlier.tickValueE5(), 0)));
        }
    }

    private void plan(final DayBook book, final Instructions instructions, final boolean isEvening)
    {
        final List<DayBook.Movement> movements = new ArrayList<>();
        final long[] obligations = new long[2];
        try (DayBook.Tables tables = book.new Tables(scratch))
        {
            final CalculationInput input = tables.input(2);
            final boolean[] ends = ExpiryPlanner.ends(input.contracts(), DATE, isEvening);
            ExpiryPlanner.plan(
                new ExpiryInput(
                    input.registers(), input.contracts(), ends, null, RunPositions.ofInstruments(input, ends),
                    instructions, null),
                new ExpirySink()
                {
                    @Override
                    public void onMovement(final int accountId, final int instrument, final MovementKind kind,
                        final int lots, final long priceE5, final int series)
                    {
                        movements.add(new DayBook.Movement(accountId, instrument, lots, priceE5));
                    }

                    @Override
                    public void onObligation(
                        final int accountId, final int instrument, final int settleDate, final long units,
                        final long moneyKopecks)
                    {
                        assertEquals(0, settleDate);
                        assertEquals(DELIVERED, instrument);
                        obligations[0] += units;
                        obligations[1] += moneyKopecks;
                    }
                });
        }
        assertEquals("0 0", obligations[0] + " " + obligations[1]);
        book.movements.addAll(movements);
    }

    private void addMargin(final Map<String, Long> booked, final DayBook book)
    {
        book.rows(scratch, 2, row ->
            booked.merge(row.code() + "/" + row.instrumentId(), row.marginDay() - row.marginPaid(), Long::sum));
        booked.values().removeIf(margin -> 0 == margin);
    }

    /** The day's money by the definitions: contract values at the end less what everything was taken at. */
    private static Map<String, Long> expected(final DayBook book)
    {
        final Map<String, Long> money = new TreeMap<>();
        for (final DayBook.Carried carried : book.carried)
        {
            if (CASH_PUT != carried.instrument())
            {
                final long previousE5 = book.contracts.get(carried.instrument()).previousE5();
                add(money, book, carried.account(), carried.instrument(), carried.lots(), previousE5);
            }
        }
        for (final DayBook.Trade trade : book.trades)
        {
            add(money, book, trade.buyer(), trade.instrument(), trade.lots(), trade.priceE5());
            add(money, book, trade.seller(), trade.instrument(), -trade.lots(), trade.priceE5());
        }
        final List<DayBook.Movement> movements = new ArrayList<>(book.movements);
        movements.addAll(book.paidMovements);
        for (final DayBook.Movement movement : movements)
        {
            add(money, book, movement.account(), movement.instrument(), movement.lots(), movement.priceE5());
        }
        money.values().removeIf(amount -> 0 == amount);
        return money;
    }

    private static void add(
        final Map<String, Long> money,
        final DayBook book,
        final int account,
        final int instrument,
        final int lots,
        final long priceE5)
    {
        final Contract contract = book.contracts.get(instrument);
        final long k = VariationMargin.pointValueE5(contract.tickValueE5(), contract.priceTickE5());
        final long valueE5 = CASH_PUT == instrument ? 0 : contract.settlementE5();
        money.merge(book.codes.get(account) + "/" + contract.instrumentId(),
            lots * VariationMargin.perContract(valueE5, priceE5, k), Long::sum);
    }

    private void check(final DayBook book, final String facts)
    {
        final Map<Integer, long[]> sums = new TreeMap<>();
        book.rows(scratch, 1, row ->
        {
            final long[] sum = sums.computeIfAbsent(row.instrumentId(), id -> new long[2]);
            sum[0] += row.end();
            sum[1] += row.marginDay() - row.marginPaid();
            assertTrue(100 - FUTURE == row.instrumentId() || 0 == row.end(), facts + " row=" + row);
        });
        assertEquals(CONTRACTS, sums.size(), facts);
        sums.forEach((id, sum) -> assertEquals("0 0", sum[0] + " " + sum[1], facts + " id=" + id));
    }
}
