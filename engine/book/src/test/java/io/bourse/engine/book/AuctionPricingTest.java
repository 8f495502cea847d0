// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import static io.bourse.engine.book.BookText.buy;
import static io.bourse.engine.book.BookText.hidden;
import static io.bourse.engine.book.BookText.iceberg;
import static io.bourse.engine.book.BookText.order;
import static io.bourse.engine.book.BookText.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Random;

@Tag("venue")
class AuctionPricingTest
{
    private static final long LOW_TICKS = -6;
    private static final long HIGH_TICKS = 6;

    private final AuctionPricing pricing = new AuctionPricing();
    private final AuctionResult result = new AuctionResult();
    private final OrderBook<RestingOrder> book = new FastOrderBook<>();

    @Test
    void shouldHaveNoPriceWhenASideIsEmptyOrNothingCrosses()
    {
        assertPrice(0, 0, 0, 100);
        book.add(buy(1, 5, 100));
        assertPrice(0, 0, 0, 100);
        book.add(sell(2, 5, 101));
        assertPrice(0, 0, 0, 100);
    }

    @Test
    void shouldTradeMost()
    {
        book.add(buy(1, 100, 105));
        book.add(buy(2, 50, 103));
        book.add(sell(3, 100, 101));
        book.add(sell(4, 30, 103));
        book.add(sell(5, 500, 106));
        assertPrice(103, 130, 20, 0);
    }

    @Test
    void shouldLeaveLeastWhenVolumesAreEqual()
    {
        book.add(buy(1, 100, 105));
        book.add(buy(2, 70, 103));
        book.add(sell(3, 100, 101));
        assertPrice(104, 100, 0, 0);
        assertPrice(105, 100, 0, 200);
    }

    @Test
    void shouldGoToTheHighestWhenAllLeaveBuyers()
    {
        book.add(buy(1, 100, 110));
        book.add(sell(2, 60, 100));
        assertPrice(110, 60, 40, 0);
    }

    @Test
    void shouldGoToTheLowestWhenAllLeaveSellers()
    {
        book.add(buy(1, 60, 110));
        book.add(sell(2, 100, 100));
        assertPrice(100, 60, -40, 500);
    }

    @Test
    void shouldGoNearestToTheReferenceWhenNothingIsLeft()
    {
        book.add(buy(1, 60, 110));
        book.add(sell(2, 60, 100));
        assertPrice(104, 60, 0, 104);
        assertPrice(100, 60, 0, 99);
        assertPrice(110, 60, 0, 111);
        assertPrice(110, 60, 0, OrderBook.NO_ASK);
    }

    @Test
    void shouldGoNearestToTheReferenceWhenBothKindsOfPressureOccur()
    {
        book.add(buy(1, 100, 110));
        book.add(buy(2, 100, 104));
        book.add(sell(3, 100, 100));
        book.add(sell(4, 100, 106));
        book.add(buy(5, 10, 104));
        book.add(buy(6, 40, 110));
        book.add(sell(7, 40, 100));
        assertPrice(105, 140, 0, 90);
        final OrderBook<RestingOrder> other = new FastOrderBook<>();
        other.add(buy(1, 150, 104));
        other.add(buy(2, 100, 105));
        other.add(sell(3, 175, 100));
        other.add(sell(4, 75, 104));
        pricing.compute(other, 104, result);
        assertEquals("104 250 0", text());
    }

    @Test
    void shouldCountReservesAndHiddenOrders()
    {
        book.add(iceberg(buy(1, 100, 101), 1));
        book.add(hidden(sell(2, 100, 99)));
        assertPrice(100, 100, 0, 100);
    }

    @Test
    void shouldCountEveryLevelWhenThereAreMany()
    {
        for (int i = 0; i < 200; i++)
        {
            book.add(buy(1 + i, 1, 1_000 + i));
            book.add(sell(1_001 + i, 1, 1_000 + i));
        }
        assertPrice(1_099, 100, 1, 0);
        assertPrice(1_100, 100, -1, 2_000);
    }

    @Test
    void shouldPriceAtTheExtremes()
    {
        book.add(buy(1, 5, Long.MAX_VALUE));
        book.add(sell(2, 3, Long.MIN_VALUE));
        assertPrice(Long.MAX_VALUE, 3, 2, 0);
        book.add(sell(3, 4, Long.MIN_VALUE));
        assertPrice(Long.MIN_VALUE, 5, -2, 0);
        book.add(buy(4, 2, Long.MIN_VALUE));
        assertPrice(Long.MIN_VALUE, 7, 0, 0);
        book.add(sell(5, 2, Long.MAX_VALUE));
        assertPrice(Long.MIN_VALUE, 7, 0, 0);
    }

    @Test
    void shouldAgreeWithATryAtEveryPrice()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("AuctionPricingTest bourse.seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < 100_000; round++)
        {
            final OrderBook<RestingOrder> some = new FastOrderBook<>();
            final int orders = 1 + random.nextInt(10);
            for (int i = 1; i <= orders; i++)
            {
                final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
                final long priceTicks = LOW_TICKS + 1 + random.nextInt((int)(HIGH_TICKS - LOW_TICKS) - 1);
                some.add(order(i, side, 1 + random.nextInt(4), priceTicks));
            }
            final long referenceTicks = LOW_TICKS + random.nextInt(2 * (int)HIGH_TICKS + 1);
            pricing.compute(some, referenceTicks, result);
            final AuctionResult best = bestOfAll(some, referenceTicks);
            if (best.lots > 0 || result.lots > 0)
            {
                final String expected = best.priceTicks + " " + best.lots + " " + best.imbalanceLots;
                assertEquals(expected, text(), "seed=" + seed + " round=" + round + " " + new BookText(some).orders());
            }
        }
    }

    /** The rules, said once more by trying every price. */
    private static AuctionResult bestOfAll(final OrderBook<RestingOrder> book, final long referenceTicks)
    {
        long mostLots = 0;
        long leastLeft = 0;
        for (long ticks = LOW_TICKS; ticks <= HIGH_TICKS; ticks++)
        {
            final long traded = Math.min(demand(book, ticks), supply(book, ticks));
            final long left = Math.abs(demand(book, ticks) - supply(book, ticks));
            if (traded > mostLots || traded == mostLots && left < leastLeft)
            {
                mostLots = traded;
                leastLeft = left;
            }
        }
        boolean isAllBuyers = true;
        boolean isAllSellers = true;
        for (long ticks = LOW_TICKS; ticks <= HIGH_TICKS; ticks++)
        {
            if (isCandidate(book, ticks, mostLots, leastLeft))
            {
                isAllBuyers &= demand(book, ticks) > supply(book, ticks);
                isAllSellers &= demand(book, ticks) < supply(book, ticks);
            }
        }
        final long wishedTicks = isAllBuyers ? HIGH_TICKS : isAllSellers ? LOW_TICKS : referenceTicks;
        final AuctionResult best = new AuctionResult();
        long bestDistance = Long.MAX_VALUE;
        for (long ticks = LOW_TICKS; ticks <= HIGH_TICKS; ticks++)
        {
            final long distance = Math.abs(ticks - wishedTicks);
            if (isCandidate(book, ticks, mostLots, leastLeft) && distance <= bestDistance)
            {
                bestDistance = distance;
                best.priceTicks = ticks;
                best.lots = mostLots;
                best.imbalanceLots = demand(book, ticks) - supply(book, ticks);
            }
        }
        return best;
    }

    private static boolean isCandidate(
        final OrderBook<RestingOrder> book, final long ticks, final long lots, final long left)
    {
        final long demand = demand(book, ticks);
        final long supply = supply(book, ticks);
        return Math.min(demand, supply) == lots && Math.abs(demand - supply) == left;
    }

    private static long demand(final OrderBook<RestingOrder> book, final long priceTicks)
    {
        final long[] lots = {0};
        book.forEach(order ->
            lots[0] += Side.BUY == order.side && order.priceTicks >= priceTicks ? order.restLots : 0);
        return lots[0];
    }

    private static long supply(final OrderBook<RestingOrder> book, final long priceTicks)
    {
        final long[] lots = {0};
        book.forEach(order ->
            lots[0] += Side.SELL == order.side && order.priceTicks <= priceTicks ? order.restLots : 0);
        return lots[0];
    }

    private void assertPrice(
        final long priceTicks, final long lots, final long imbalanceLots, final long referenceTicks)
    {
        pricing.compute(book, referenceTicks, result);
        assertEquals(priceTicks + " " + lots + " " + imbalanceLots, text());
    }

    private String text()
    {
        return result.priceTicks + " " + result.lots + " " + result.imbalanceLots;
    }
}
