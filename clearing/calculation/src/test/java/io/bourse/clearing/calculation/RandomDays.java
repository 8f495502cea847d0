// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;

import java.util.Random;
import java.util.TreeMap;

/** Seeded days with contracts of every style. */
final class RandomDays
{
    private static final ContractStyle[] STYLES = {
        ContractStyle.FUTURE, ContractStyle.PERPETUAL, ContractStyle.MARGINED_OPTION, ContractStyle.PREMIUM_OPTION};
    private static final OptionRight[] RIGHTS = OptionRight.values();
    private static final MovementKind[] KINDS = MovementKind.values();
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    private final Random random;

    RandomDays(final long seed)
    {
        this.random = new Random(seed);
    }

    Random random()
    {
        return random;
    }

    DayBook next()
    {
        final DayBook book = new DayBook();
        registers(book);
        contracts(book);
        final int trades = random.nextInt(600);
        for (int i = 0; i < trades; i++)
        {
            book.trades.add(new DayBook.Trade(
                i + 1,
                price(),
                1 + random.nextInt(100),
                random.nextInt(book.contracts.size()),
                account(book),
                account(book),
                random.nextInt(3) | random.nextInt(3) << 2));
        }
        book.paidTradeCount = random.nextInt(trades + 1);
        carried(book);
        movements(book, random.nextBoolean());
        book.chargesFees = random.nextInt(4) > 0;
        book.feePrice = random.nextBoolean() ? FeePrice.TRADE : FeePrice.PREV_SP;
        return book;
    }

    private void registers(final DayBook book)
    {
        final int registers = 1 + random.nextInt(random.nextBoolean() ? 10 : 500);
        while (book.codes.size() < registers)
        {
            final StringBuilder code = new StringBuilder(random.nextBoolean() ? "AA" : "AB");
            while (code.length() < 7)
            {
                code.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
            book.account(code.toString());
        }
        if (random.nextBoolean())
        {
            book.codes.sort(null);
        }
    }

    private void contracts(final DayBook book)
    {
        final int contracts = 1 + random.nextInt(8);
        for (int i = 0; i < contracts; i++)
        {
            final ContractStyle style = STYLES[random.nextInt(STYLES.length)];
            final int underlying = random.nextInt(3) > 0 ? 1 + random.nextInt(contracts) : 0;
            final boolean isOption =
                ContractStyle.MARGINED_OPTION == style || ContractStyle.PREMIUM_OPTION == style;
            // Few lot sizes and underlyings of options: they are paired with each other.
            final ClearingTerms terms = new ClearingTerms(
                style,
                isOption ? RIGHTS[random.nextInt(RIGHTS.length)] : OptionRight.NONE,
                SettlementType.CASH,
                0,
                1 + random.nextInt(isOption ? 2 : 1_000),
                (isOption ? underlying / 4 : underlying) * 7,
                0,
                false);
            book.contracts.add(new Contract(
                (contracts - i) * 7,
                "F" + i,
                terms,
                1 + random.nextLong(1_000_000),
                1 + random.nextLong(random.nextBoolean() ? 2_000_000 : 200_000_000),
                price(),
                price(),
                random.nextLong(20_000) - 10_000,
                random.nextInt(4) > 0 ? paid() : null,
                rate(terms.isOption()),
                rate(terms.isOption())));
        }
    }

    Contract.Paid paid()
    {
        return new Contract.Paid(price(), 1 + random.nextLong(2_000_000), random.nextLong(20_000) - 10_000);
    }

    private long rate(final boolean isOption)
    {
        return 0 == random.nextInt(6) ? 0 : random.nextLong(isOption ? 10_000_000 : 20_000);
    }

    private void carried(final DayBook book)
    {
        final TreeMap<Long, DayBook.Carried> rows = new TreeMap<>();
        final int count = random.nextInt(400);
        for (int i = 0; i < count; i++)
        {
            final int account = account(book);
            final int instrument = random.nextInt(book.contracts.size());
            // A position of 0 in the table of the day before has ended there.
            rows.put((long)account << 32 | instrument,
                new DayBook.Carried(account, instrument, random.nextInt(7) > 0 ? random.nextInt(1_000) - 500 : 0));
        }
        book.carried.addAll(rows.values());
    }

    private void movements(final DayBook book, final boolean isAny)
    {
        for (int i = 0; isAny && i < 40; i++)
        {
            (random.nextBoolean() ? book.movements : book.paidMovements).add(new DayBook.Movement(
                account(book), random.nextInt(book.contracts.size()), KINDS[random.nextInt(KINDS.length)],
                random.nextInt(200) - 100, price()));
        }
    }

    int account(final DayBook book)
    {
        // Some registers trade far more than others.
        return 0 == random.nextInt(4) ? random.nextInt(Math.min(2, book.codes.size())) :
            random.nextInt(book.codes.size());
    }

    long price()
    {
        // Once in a while a product beyond 64 bits.
        return 0 == random.nextInt(50) ?
            random.nextLong(100_000_000_000_000L) : random.nextLong(40_000_000_000L) - 10_000_000_000L;
    }
}
