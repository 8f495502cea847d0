// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** What cannot be cleared is refused, and the record is named, no matter which thread finds it. */
class PositionsRefusalTest
{
    private static final long E5 = 100_000L;

    private final DayBook book = new DayBook();

    @TempDir
    private Path scratch;

    @BeforeEach
    void makeADay()
    {
        for (int i = 0; i < 300; i++)
        {
            book.account(String.format("AA01%03d", i));
        }
        book.contracts.add(contract(5, ContractStyle.FUTURE));
        book.contracts.add(contract(3, ContractStyle.FUTURE));
        book.contracts.add(contract(4, ContractStyle.STRATEGY));
        for (int i = 0; i < 200; i++)
        {
            book.trade(i & 1, 100 * E5, 1 + i, i, i + 100);
        }
    }

    @Test
    void shouldNameRegisterInstrumentAndTradeWhenAnAmountDoesNotFit()
    {
        book.trades.set(150, new DayBook.Trade(777, Long.MAX_VALUE / 1_000, 2_000_000_000, 1, 20, 250, 0));
        refuse("register=AA01020", "instrument=3/F3", "trade=777", "tradeIndex=150");
    }

    @Test
    void shouldNameTheTradeThatAddsTheLotTooMany()
    {
        book.trades.set(10, new DayBook.Trade(1, E5, Integer.MAX_VALUE, 0, 250, 251, 0));
        book.trades.set(190, new DayBook.Trade(2, E5, 1, 0, 250, 252, 0));
        refuse("register=AA01250", "instrument=5/F5", "trade=2", "lots do not fit");
    }

    @Test
    void shouldNameTheRegisterWhenPositionsOfSeveralDaysDoNotFit()
    {
        book.carried.add(new DayBook.Carried(7, 1, Integer.MAX_VALUE));
        refuse("register=AA01007", "instrument=3/F3", "lots do not fit");
    }

    @Test
    void shouldNameTheFirstOfSeveralWhateverTheThreads()
    {
        for (final int trade : new int[]{199, 20, 100})
        {
            book.trades.set(trade, new DayBook.Trade(trade, Long.MAX_VALUE / 1_000, 2_000_000_000, 1, 80, 250, 0));
        }
        refuse("register=AA01080", "trade=20 ");
    }

    @Test
    void shouldNameATradeOfUnknownOrWithoutLots()
    {
        book.trades.set(77, new DayBook.Trade(78, E5, 1, 0, 1, 300, 0));
        refuse("trade=78", "seller=unknown-300");
        book.trades.set(77, new DayBook.Trade(78, E5, 1, 9, 1, 2, 0));
        refuse("trade=78", "instrument=unknown-9");
        book.trades.set(77, new DayBook.Trade(78, E5, 0, 0, 1, 2, 0));
        refuse("trade=78", "qtyLots=0");
        book.trades.set(77, new DayBook.Trade(78, E5, 1, 2, 1, 2, 0));
        refuse("trade=78", "instrument=4/F4", "has no positions");
    }

    @Test
    void shouldNameACarriedPositionOutOfOrderOrTwice()
    {
        for (int account = 0; account < 300; account++)
        {
            book.carried.add(new DayBook.Carried(account, 0, 1));
        }
        book.carried.add(new DayBook.Carried(200, 0, 1));
        refuse("table=positions", "row=201", "register=AA01200", "out of order");
        book.carried.set(300, new DayBook.Carried(200, 2, 1));
        refuse("table=positions", "register=AA01200", "has no positions");
    }

    @Test
    void shouldNameARowOfAnUnknownRegister()
    {
        book.movements.add(new DayBook.Movement(3, 0, 1, E5));
        book.movements.add(new DayBook.Movement(300, 0, 1, E5));
        refuse("table=movements", "row=1", "register=unknown-300");
    }

    @Test
    void shouldNameTheContractWhenItsValueDoesNotFit()
    {
        final Contract c = book.contracts.get(1);
        book.contracts.set(1, new Contract(c.instrumentId(), c.symbol(), c.terms(), 1, Long.MAX_VALUE / 200_000,
            c.settlementE5(), Long.MAX_VALUE / 2, 0, null, 0, 0));
        refuse("instrumentId=3");
    }

    @Test
    void shouldNameTheContractWhenItHasNoTick()
    {
        final Contract c = book.contracts.get(1);
        book.contracts.set(1, new Contract(
            c.instrumentId(), c.symbol(), c.terms(), 0, E5, 100 * E5, 90 * E5, 0, null, 100, 100));
        refuse("instrumentId=3", "cannot be valued");
    }

    @Test
    void shouldRefuseAnEarlierRunThatSawMoreTradesThanThereAre()
    {
        book.paidTradeCount = 201;
        refuse("paidTradeCount=201", "tradeCount=200");
    }

    private void refuse(final String... facts)
    {
        String first = null;
        for (int threads = 1; threads <= 3; threads++)
        {
            final int workers = threads;
            final CheckFailedException failure = assertThrows(
                CheckFailedException.class, () -> book.rows(scratch, workers, null, 20));
            assertEquals(4, failure.exitCode());
            for (final String fact : facts)
            {
                assertTrue(failure.getMessage().contains(fact), failure.getMessage() + " wanted: " + fact);
            }
            assertEquals(null == first ? failure.getMessage() : first, failure.getMessage());
            first = failure.getMessage();
        }
    }

    private static Contract contract(final int id, final ContractStyle style)
    {
        return new Contract(id, "F" + id, ClearingTerms.plain(style, 0), E5, E5, 100 * E5, 90 * E5, 0, null, 100, 100);
    }
}
