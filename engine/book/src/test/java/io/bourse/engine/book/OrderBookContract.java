// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import static io.bourse.engine.book.BookText.buy;
import static io.bourse.engine.book.BookText.hidden;
import static io.bourse.engine.book.BookText.iceberg;
import static io.bourse.engine.book.BookText.order;
import static io.bourse.engine.book.BookText.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What every {@link OrderBook} does with plain orders, icebergs, hidden orders and auctions.
 */
abstract class OrderBookContract
{
    BookText text;

    abstract OrderBook<RestingOrder> newBook();

    @BeforeEach
    void setUp()
    {
        text = new BookText(newBook());
    }

    @Test
    void shouldHaveNothingWhenNew()
    {
        assertTrue(text.book.isEmpty(Side.BUY));
        assertTrue(text.book.isEmpty(Side.SELL));
        assertEquals(OrderBook.NO_BID, text.book.bestTicks(Side.BUY));
        assertEquals(OrderBook.NO_ASK, text.book.bestTicks(Side.SELL));
        assertEquals(List.of(), text.levels(Side.BUY));
        assertEquals(List.of(), text.levels(Side.SELL));
        assertEquals(List.of(), text.orders());
        assertEquals(List.of(), text.match(buy(1, 5, 100)));
        assertEquals(0, text.book.fillable(sell(1, 5, 100), 100));
        assertEquals(List.of(), text.uncross(100));
    }

    @Test
    void shouldSortByPriceThenTime()
    {
        text.add(buy(1, 5, 99));
        text.add(buy(2, 6, 100));
        text.add(buy(3, 7, 99));
        text.add(sell(4, 1, 102));
        text.add(sell(5, 2, 101));
        text.add(sell(6, 3, 102));
        assertEquals(
            List.of("2 6/6@100", "1 5/5@99", "3 7/7@99", "5 2/2@101", "4 1/1@102", "6 3/3@102"), text.orders());
        assertEquals(List.of("6/6@100 x1", "12/12@99 x2"), text.levels(Side.BUY));
        assertEquals(List.of("2/2@101 x1", "4/4@102 x2"), text.levels(Side.SELL));
        assertEquals(100, text.book.bestTicks(Side.BUY));
        assertEquals(101, text.book.bestTicks(Side.SELL));
    }

    @Test
    void shouldStopAtTheLimitGivenWhenTheOrdersOwnIsFarther()
    {
        text.add(sell(1, 5, 100));
        text.add(sell(2, 5, 101));
        assertEquals(List.of("trade 5@100 9:15 with 1:0"), text.match(buy(9, 20, 200), 100));
        assertEquals(List.of("2 5/5@101"), text.orders());
    }

    @Test
    void shouldCountWhatIsExecutedOnBothSides()
    {
        final RestingOrder resting = text.add(sell(1, 5, 100));
        final RestingOrder aggressor = buy(2, 3, 100);
        text.match(aggressor);
        assertEquals(3, resting.executedLots);
        assertEquals(3, aggressor.executedLots);
        assertTrue(resting.isResting());
        text.match(buy(3, 3, 100));
        assertEquals(5, resting.executedLots);
        assertFalse(resting.isResting());
    }

    @Test
    void shouldKeepItsPlaceWhenReduced()
    {
        final RestingOrder first = text.add(sell(1, 5, 100));
        text.add(sell(2, 5, 100));
        text.book.reduce(first, 2);
        assertEquals(List.of("7/7@100 x2"), text.levels(Side.SELL));
        assertEquals(
            List.of("trade 2@100 9:1 with 1:0", "trade 1@100 9:0 with 2:4*"), text.match(buy(9, 3, 100)));
    }

    @Test
    void shouldFindTheNextBestWhenLevelsAreFarApart()
    {
        final long[] prices = {0, 63, 64, 4_095, 4_096, 262_143, 262_144, 1L << 40, -1, -64, -65, -(1L << 40)};
        for (int i = 0; i < prices.length; i++)
        {
            text.add(buy(i + 1, 1, prices[i]));
            text.add(sell(i + 101, 1, prices[i]));
        }
        final List<String> descending = prices(prices, true);
        assertEquals(descending, text.levels(Side.BUY));
        assertEquals(descending.reversed(), text.levels(Side.SELL));
        for (int i = 0; i < prices.length; i++)
        {
            assertEquals(descending.subList(i, prices.length), text.levels(Side.BUY));
            text.match(sell(200, 1, Long.MIN_VALUE));
        }
        assertTrue(text.book.isEmpty(Side.BUY));
        assertEquals(descending.reversed(), text.levels(Side.SELL));
    }

    @Test
    void shouldTakeTheExtremePricesAndTheirNeighbours()
    {
        final long[] prices = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE - 1, Long.MAX_VALUE};
        for (int i = 0; i < prices.length; i++)
        {
            text.add(buy(i + 1, 1, prices[i]));
        }
        assertEquals(prices(prices, true), text.levels(Side.BUY));
        assertEquals(2, text.book.fillable(sell(20, 9, Long.MAX_VALUE - 1), Long.MAX_VALUE - 1));
        assertEquals(7, text.book.fillable(sell(20, 9, Long.MIN_VALUE), Long.MIN_VALUE));
        for (int i = prices.length - 1; i >= 0; i--)
        {
            assertFalse(text.book.isEmpty(Side.BUY));
            assertEquals(prices[i], text.book.bestTicks(Side.BUY));
            assertEquals(
                List.of("trade 1@" + prices[i] + " 9:0 with " + (i + 1) + ":0"), text.match(sell(9, 1, prices[i])));
        }
        assertTrue(text.book.isEmpty(Side.BUY));
        for (int i = 0; i < prices.length; i++)
        {
            text.add(sell(i + 1, 1, prices[i]));
        }
        assertEquals(prices(prices, true).reversed(), text.levels(Side.SELL));
        assertEquals(
            List.of("trade 1@" + Long.MIN_VALUE + " 9:4 with 1:0"), text.match(buy(9, 5, Long.MIN_VALUE)));
        assertEquals(6, text.match(buy(9, 6, Long.MAX_VALUE)).size());
        assertTrue(text.book.isEmpty(Side.SELL));
    }

    @Test
    void shouldCollectOrdersThatCross()
    {
        text.add(buy(1, 5, 105));
        text.add(sell(2, 5, 95));
        assertEquals(105, text.book.bestTicks(Side.BUY));
        assertEquals(95, text.book.bestTicks(Side.SELL));
    }

    @Test
    void shouldVisitEveryOrderOnceAndBeUsableWhenEmptied()
    {
        text.add(sell(1, 5, 101));
        text.add(buy(2, 5, 99));
        text.add(hidden(buy(3, 5, 100)));
        text.add(buy(4, 5, 100));
        final List<RestingOrder> visited = new ArrayList<>();
        text.book.forEach(visited::add);
        assertEquals(List.of(4L, 3L, 2L, 1L), visited.stream().map(order -> order.orderId).toList());
        visited.forEach(text.book::remove);
        assertFalse(visited.stream().anyMatch(RestingOrder::isResting));
        assertTrue(text.book.isEmpty(Side.BUY) && text.book.isEmpty(Side.SELL));
        text.add(buy(5, 1, 100));
        assertEquals(List.of("5 1/1@100"), text.orders());
    }

    @Test
    void shouldTakeAnOrderAgainWhenItWasRemoved()
    {
        final RestingOrder order = text.add(buy(1, 5, 100));
        text.book.remove(order);
        assertFalse(order.isResting());
        assertEquals(5, order.restLots);
        order.side = Side.SELL;
        order.priceTicks = 7;
        text.add(order);
        assertTrue(order.isResting());
        assertEquals(List.of("1 5/5@7"), text.orders());
        assertTrue(text.book.isEmpty(Side.BUY));
    }

    @Test
    void shouldShowOneSliceWhenIceberg()
    {
        text.add(iceberg(sell(1, 25, 100), 10));
        text.add(sell(2, 5, 100));
        assertEquals(List.of("15/30@100 x2"), text.levels(Side.SELL));
        assertEquals(
            List.of(
                "trade 10@100 9:17 with 1:15*",
                "slice 1 10/15",
                "trade 5@100 9:12 with 2:0",
                "trade 10@100 9:2 with 1:5*",
                "slice 1 5/5",
                "trade 2@100 9:0 with 1:3*"),
            text.match(buy(9, 27, 100)));
        assertEquals(List.of("1 3/3@100"), text.orders());
    }

    @Test
    void shouldKeepItsPlaceWhenASliceIsPartlyUsed()
    {
        text.add(iceberg(sell(1, 25, 100), 10));
        text.add(sell(2, 5, 100));
        text.match(buy(8, 9, 100));
        assertEquals(List.of("1 1/16@100", "2 5/5@100"), text.orders());
        text.match(buy(9, 1, 100));
        assertEquals(List.of("2 5/5@100", "1 10/15@100"), text.orders());
    }

    @Test
    void shouldLoseReserveFirstWhenAnIcebergIsReduced()
    {
        final RestingOrder order = text.add(iceberg(sell(1, 25, 100), 10));
        text.book.reduce(order, 12);
        assertEquals(List.of("10/12@100 x1"), text.levels(Side.SELL));
        text.book.reduce(order, 4);
        assertEquals(List.of("4/4@100 x1"), text.levels(Side.SELL));
    }

    @Test
    void shouldShowSlicesWithinTheVarianceAndTheSameAgain()
    {
        final List<List<String>> lives = new ArrayList<>();
        for (int life = 0; life < 2; life++)
        {
            final BookText again = new BookText(newBook());
            final RestingOrder order = iceberg(sell(77, 1_000, 100), 10);
            order.displayVarianceLots = 4;
            again.add(order);
            while (order.isResting() && order.restLots > 20)
            {
                assertTrue(order.shownLots >= 6 && order.shownLots <= 14, "shownLots=" + order.shownLots);
                again.match(buy(9, order.shownLots, 100));
            }
            lives.add(again.orders());
        }
        assertEquals(lives.get(0), lives.get(1));
    }

    @Test
    void shouldTradeHiddenOrdersAfterEverythingShown()
    {
        text.add(hidden(sell(1, 5, 100)));
        text.add(hidden(sell(2, 5, 100)));
        text.add(iceberg(sell(3, 12, 100), 10));
        text.add(sell(4, 5, 101));
        assertEquals(List.of("10/22@100 x1", "5/5@101 x1"), text.levels(Side.SELL));
        assertEquals(
            List.of(
                "trade 10@100 9:14 with 3:2*",
                "slice 3 2/2",
                "trade 2@100 9:12 with 3:0",
                "trade 5@100 9:7 with 1:0",
                "trade 5@100 9:2 with 2:0",
                "trade 2@101 9:0 with 4:3*"),
            text.match(buy(9, 24, 101)));
    }

    @Test
    void shouldHaveALevelWhenEverythingInItIsHidden()
    {
        final RestingOrder order = text.add(hidden(buy(1, 5, 100)));
        text.add(buy(2, 5, 99));
        assertEquals(100, text.book.bestTicks(Side.BUY));
        assertEquals(List.of("0/5@100 x0", "5/5@99 x1"), text.levels(Side.BUY));
        text.match(sell(9, 2, 100));
        assertEquals(List.of("1 0/3@100", "2 5/5@99"), text.orders());
        text.book.reduce(order, 1);
        assertEquals(List.of("0/1@100 x0", "5/5@99 x1"), text.levels(Side.BUY));
        text.book.remove(order);
        assertEquals(99, text.book.bestTicks(Side.BUY));
    }

    @Test
    void shouldShowAgainWhenALevelThatHadHiddenOrdersIsUsedAgain()
    {
        text.add(hidden(sell(1, 5, 100)));
        text.match(buy(8, 5, 100));
        text.add(sell(2, 5, 200));
        text.add(hidden(sell(3, 5, 200)));
        assertEquals(List.of("5/10@200 x1"), text.levels(Side.SELL));
        assertEquals(2, text.match(buy(9, 10, 200)).size());
        assertTrue(text.book.isEmpty(Side.SELL));
    }

    @Test
    void shouldFillWhatFillableSays()
    {
        text.add(sell(1, 5, 100));
        text.add(iceberg(sell(2, 12, 100), 3));
        text.add(hidden(sell(3, 4, 101)));
        text.add(sell(4, 4, 102));
        for (final Side side : new Side[]{Side.BUY, Side.SELL})
        {
            for (long limitTicks = 99; limitTicks <= 103; limitTicks++)
            {
                for (int lots = 1; lots < 30; lots++)
                {
                    final BookText copy = copy();
                    final RestingOrder aggressor = order(9, side, lots, limitTicks);
                    final long fillable = copy.book.fillable(aggressor, limitTicks);
                    assertEquals(text.orders(), copy.orders());
                    copy.match(aggressor);
                    assertEquals(aggressor.executedLots, fillable, "limitTicks=" + limitTicks + " lots=" + lots);
                }
            }
        }
    }

    @Test
    void shouldUncrossAtOnePriceInOrderOfPriceAndTime()
    {
        text.add(buy(1, 5, 100));
        text.add(buy(2, 6, 102));
        text.add(buy(3, 7, 102));
        text.add(buy(4, 7, 99));
        text.add(sell(5, 8, 98));
        text.add(sell(6, 9, 100));
        text.add(sell(7, 9, 101));
        assertEquals(
            List.of(
                "auction 6@100 2:0 with 5:2*",
                "auction 2@100 3:5* with 5:0",
                "auction 5@100 3:0 with 6:4*",
                "auction 4@100 1:1* with 6:0"),
            text.uncross(100));
        assertEquals(List.of("1 1/1@100", "4 7/7@99", "7 9/9@101"), text.orders());
    }

    @Test
    void shouldTakeHiddenOrdersLastInAnAuction()
    {
        text.add(hidden(buy(1, 5, 100)));
        text.add(buy(2, 5, 100));
        text.add(sell(3, 7, 100));
        assertEquals(List.of("auction 5@100 2:0 with 3:2*", "auction 2@100 1:3* with 3:0"), text.uncross(100));
    }

    @Test
    void shouldTakePartWithEverythingWhenIcebergInAnAuction()
    {
        text.add(iceberg(buy(1, 25, 100), 10));
        text.add(buy(2, 5, 100));
        text.add(sell(3, 8, 99));
        text.add(sell(4, 9, 99));
        assertEquals(
            List.of("auction 8@100 1:17* with 3:0", "auction 9@100 1:8* with 4:0", "slice 1 8/8"), text.uncross(100));
        assertEquals(List.of("2 5/5@100", "1 8/8@100"), text.orders());
        assertEquals(List.of("13/13@100 x2"), text.levels(Side.BUY));
    }

    @Test
    void shouldShowTheNextSliceOfASellerAfterAnAuction()
    {
        final RestingOrder seller = text.add(iceberg(sell(1, 25, 100), 10));
        final RestingOrder buyer = text.add(buy(2, 12, 100));
        assertEquals(List.of("auction 12@100 2:0 with 1:13*", "slice 1 10/13"), text.uncross(100));
        assertEquals(12, seller.executedLots);
        assertEquals(12, buyer.executedLots);
    }

    @Test
    void shouldKeepTheSliceWhenAnAuctionLeavesSomeOfIt()
    {
        text.add(iceberg(sell(1, 25, 100), 10));
        text.add(buy(2, 4, 100));
        assertEquals(List.of("auction 4@100 2:0 with 1:21*"), text.uncross(100));
        assertEquals(List.of("1 6/21@100"), text.orders());
    }

    @Test
    void shouldFillAnIcebergWhoseSliceWasUsedUpInTheSameAuction()
    {
        text.add(iceberg(buy(1, 25, 100), 10));
        text.add(buy(2, 5, 100));
        text.add(sell(3, 20, 100));
        text.add(sell(4, 5, 100));
        text.uncross(100);
        assertEquals(List.of("2 5/5@100"), text.orders());
        assertEquals(List.of("5/5@100 x1"), text.levels(Side.BUY));
    }

    @Test
    void shouldGoOnAsBeforeWhenRestored()
    {
        text.add(iceberg(sell(1, 25, 100), 10));
        text.add(sell(2, 5, 100));
        text.add(hidden(sell(3, 9, 100)));
        text.add(buy(4, 7, 99));
        text.match(buy(5, 3, 100));
        final BookText restored = new BookText(newBook());
        text.book.forEach(order ->
        {
            final RestingOrder same = iceberg(
                order(order.orderId, order.side, order.restLots, order.priceTicks), order.displayLots);
            same.isHidden = order.isHidden;
            same.shownLots = order.shownLots;
            restored.book.restore(same);
        });
        assertEquals(List.of("4 7/7@99", "1 7/22@100", "2 5/5@100", "3 0/9@100"), restored.orders());
        assertEquals(text.levels(Side.BUY), restored.levels(Side.BUY));
        assertEquals(text.levels(Side.SELL), restored.levels(Side.SELL));
        assertEquals(text.match(buy(6, 30, 100)), restored.match(buy(6, 30, 100)));
        assertEquals(text.orders(), restored.orders());
    }

    private BookText copy()
    {
        final BookText copy = new BookText(newBook());
        text.book.forEach(order ->
        {
            final RestingOrder same = iceberg(
                order(order.orderId, order.side, order.restLots, order.priceTicks), order.displayLots);
            same.isHidden = order.isHidden;
            copy.add(same);
        });
        return copy;
    }

    private static List<String> prices(final long[] prices, final boolean isDescending)
    {
        final List<String> levels = new ArrayList<>();
        final long[] sorted = prices.clone();
        Arrays.sort(sorted);
        for (final long price : sorted)
        {
            levels.add("1/1@" + price + " x1");
        }
        return isDescending ? levels.reversed() : levels;
    }
}
