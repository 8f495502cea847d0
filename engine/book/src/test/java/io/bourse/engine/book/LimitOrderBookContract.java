// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * The invariants of a price-time book, each by name, on whatever implements {@link LimitOrderBook}.
 */
abstract class LimitOrderBookContract
{
    private final LimitBookText text = new LimitBookText();
    private LimitOrderBook book;

    abstract LimitOrderBook newBook(BookListener listener);

    @BeforeEach
    void setUp()
    {
        book = newBook(text);
    }

    @Test
    void shouldHaveNothingWhenNew()
    {
        assertEmpty();
        assertEquals(0, book.depthLots(Side.BUY, 100));
        assertEquals(0, book.depthOrders(Side.SELL, 100));
    }

    @Test
    void shouldSweepTheRestWhenHeadWasCancelled()
    {
        sell(1, 5, 100);
        sell(2, 6, 100);
        sell(3, 7, 100);
        assertEquals(List.of("cancelled 1 5"), cancel(1));
        assertEquals(
            List.of("accepted 4 13", "trade 6@100 4:7 with 2:0", "trade 7@100 4:0 with 3:0"), buy(4, 13, 100));
        assertEmpty();
    }

    @Test
    void shouldSweepTheRestWhenMiddleWasCancelled()
    {
        buy(1, 5, 100);
        buy(2, 6, 100);
        buy(3, 7, 100);
        assertEquals(List.of("cancelled 2 6"), cancel(2));
        assertDepth(Side.BUY, 100, 12, 2);
        assertEquals(
            List.of("accepted 4 13", "trade 5@100 4:8 with 1:0", "trade 7@100 4:1 with 3:0"), sell(4, 13, 100));
        assertDepth(Side.SELL, 100, 1, 1);
    }

    @Test
    void shouldKeepTheQueueWhenTailWasCancelled()
    {
        sell(1, 5, 100);
        sell(2, 6, 100);
        cancel(2);
        sell(3, 7, 100);
        assertEquals(
            List.of("accepted 4 12", "trade 5@100 4:7 with 1:0", "trade 7@100 4:0 with 3:0"), buy(4, 12, 100));
    }

    @Test
    void shouldSweepWhatIsLeftWhenADeepQueueWasCancelledHereAndThere()
    {
        final int orders = 1_000;
        for (int i = 1; i <= orders; i++)
        {
            sell(i, i, 100);
        }
        final List<String> expected = new ArrayList<>();
        long lots = 0;
        for (int i = 1; i <= orders; i++)
        {
            final boolean isLeft = i * 7 % 13 > 4;
            if (isLeft)
            {
                lots += i;
            }
            else
            {
                assertEquals(List.of("cancelled " + i + " " + i), cancel(i));
            }
        }
        expected.add("accepted 5000 " + lots);
        long rest = lots;
        for (int i = 1; i <= orders; i++)
        {
            if (i * 7 % 13 > 4)
            {
                rest -= i;
                expected.add("trade " + i + "@100 5000:" + rest + " with " + i + ":0");
            }
        }
        assertDepth(Side.SELL, 100, lots, expected.size() - 1);
        assertEquals(expected, buy(5_000, lots, 100));
        assertEmpty();
    }

    @Test
    void shouldStopExactlyAtTheBoundaryWhenSweepingLevels()
    {
        sell(1, 5, 101);
        sell(2, 5, 100);
        sell(3, 5, 102);
        sell(4, 5, 103);
        assertEquals(
            List.of("accepted 5 10", "trade 5@100 5:5 with 2:0", "trade 5@101 5:0 with 1:0"), buy(5, 10, 102));
        assertEquals(102, book.bestAskTicks());
        assertEquals(OrderBook.NO_BID, book.bestBidTicks());
        assertEquals(2, book.size());
    }

    @Test
    void shouldStopAtItsOwnPriceWhenMarketableLimit()
    {
        buy(1, 5, 100);
        buy(2, 5, 99);
        buy(3, 5, 98);
        assertEquals(
            List.of("accepted 4 20", "trade 5@100 4:15 with 1:0", "trade 5@99 4:10 with 2:0"), sell(4, 20, 99));
        assertEquals(98, book.bestBidTicks());
        assertEquals(99, book.bestAskTicks());
        assertDepth(Side.SELL, 99, 10, 1);
    }

    @Test
    void shouldFillTheResidualThatBecameTheTouch()
    {
        sell(1, 5, 100);
        buy(2, 8, 100);
        assertEquals(100, book.bestBidTicks());
        assertEquals(OrderBook.NO_ASK, book.bestAskTicks());
        assertEquals(List.of("accepted 3 3", "trade 3@100 3:0 with 2:0"), sell(3, 3, 100));
        assertEmpty();
    }

    @Test
    void shouldTradeAtTheMakersPriceWhenReplacedBuyTouches()
    {
        sell(1, 5, 100);
        buy(2, 5, 90);
        assertEquals(List.of("replaced 2 5@100", "trade 5@100 2:0 with 1:0"), replace(2, 5, 100));
        assertEmpty();
    }

    @Test
    void shouldTradeAtTheMakersPriceWhenReplacedBuyIsPricedThroughIt()
    {
        sell(1, 5, 100);
        buy(2, 5, 90);
        assertEquals(List.of("replaced 2 5@110", "trade 5@100 2:0 with 1:0"), replace(2, 5, 110));
        assertEmpty();
    }

    @Test
    void shouldTradeAtTheMakersPriceWhenReplacedSellTouches()
    {
        buy(1, 5, 100);
        sell(2, 5, 110);
        assertEquals(List.of("replaced 2 5@100", "trade 5@100 2:0 with 1:0"), replace(2, 5, 100));
        assertEmpty();
    }

    @Test
    void shouldTradeAtTheMakersPriceWhenReplacedSellIsPricedThroughIt()
    {
        buy(1, 5, 100);
        sell(2, 7, 110);
        assertEquals(List.of("replaced 2 7@90", "trade 5@100 2:2 with 1:0"), replace(2, 7, 90));
        assertDepth(Side.SELL, 90, 2, 1);
        assertEquals(List.of("cancelled 2 2"), cancel(2));
    }

    @Test
    void shouldKeepTheSiblingWhenOneOfTwoIsRepriced()
    {
        buy(1, 5, 100);
        buy(2, 6, 100);
        assertEquals(List.of("replaced 1 5@99"), replace(1, 5, 99));
        assertDepth(Side.BUY, 100, 6, 1);
        assertDepth(Side.BUY, 99, 5, 1);
        assertEquals(
            List.of("accepted 3 11", "trade 6@100 3:5 with 2:0", "trade 5@99 3:0 with 1:0"), sell(3, 11, 99));
    }

    @Test
    void shouldKeepItsPlaceWhenReplacedByLowerQuantity()
    {
        sell(1, 10, 100);
        sell(2, 10, 100);
        assertEquals(List.of("replaced 1 4@100 in place"), replace(1, 4, 100));
        assertDepth(Side.SELL, 100, 14, 2);
        assertEquals(List.of("accepted 3 4", "trade 4@100 3:0 with 1:0"), buy(3, 4, 100));
    }

    @Test
    void shouldKeepItsPlaceWhenReplacedByTheSame()
    {
        sell(1, 10, 100);
        sell(2, 10, 100);
        assertEquals(List.of("replaced 1 10@100 in place"), replace(1, 10, 100));
        assertEquals(List.of("accepted 3 4", "trade 4@100 3:0 with 1:6"), buy(3, 4, 100));
    }

    @Test
    void shouldLoseItsPlaceWhenReplacedByHigherQuantity()
    {
        sell(1, 10, 100);
        sell(2, 10, 100);
        assertEquals(List.of("replaced 1 11@100"), replace(1, 11, 100));
        assertDepth(Side.SELL, 100, 21, 2);
        assertEquals(List.of("accepted 3 4", "trade 4@100 3:0 with 2:6"), buy(3, 4, 100));
    }

    @Test
    void shouldCancelOnlyTheRestWhenPartlyFilled()
    {
        buy(1, 10, 100);
        sell(2, 4, 100);
        assertEquals(List.of("cancelled 1 6"), cancel(1));
        assertEmpty();
    }

    @Test
    void shouldReplaceOnlyTheRestWhenPartlyFilled()
    {
        buy(1, 10, 100);
        sell(2, 4, 100);
        assertEquals(List.of("replaced 1 5@100 in place"), replace(1, 5, 100));
        assertEquals(List.of("replaced 1 7@99"), replace(1, 7, 99));
        assertDepth(Side.BUY, 100, 0, 0);
        assertDepth(Side.BUY, 99, 7, 1);
    }

    @Test
    void shouldRefuseCancelAndReplaceWhenFullyFilled()
    {
        buy(1, 4, 100);
        sell(2, 4, 100);
        for (long orderId = 1; orderId <= 2; orderId++)
        {
            assertEquals(List.of("refused " + orderId + " UNKNOWN_ORDER"), cancel(orderId));
            assertEquals(List.of("refused " + orderId + " UNKNOWN_ORDER"), replace(orderId, 4, 100));
        }
        assertEmpty();
    }

    @Test
    void shouldNotKnowAnOrderWithoutIdWhateverWasHere()
    {
        for (long orderId = 1; orderId <= 1_000; orderId++)
        {
            buy(orderId, 4, 100);
            cancel(orderId);
            assertEquals(List.of("refused 0 UNKNOWN_ORDER"), replace(0, 4, 100));
        }
    }

    @Test
    void shouldRefuseTheSecondCancel()
    {
        buy(1, 4, 100);
        cancel(1);
        assertEquals(List.of("refused 1 UNKNOWN_ORDER"), cancel(1));
        assertEquals(List.of("refused 1 UNKNOWN_ORDER"), replace(1, 4, 100));
    }

    @Test
    void shouldTakeTheIdAgainWhenCancelled()
    {
        buy(1, 4, 100);
        cancel(1);
        assertEquals(List.of("accepted 1 5"), sell(1, 5, 101));
        assertEquals(101, book.bestAskTicks());
        assertEquals(OrderBook.NO_BID, book.bestBidTicks());
        assertEquals(List.of("cancelled 1 5"), cancel(1));
    }

    @Test
    void shouldTakeTheIdAgainWhenFilled()
    {
        buy(1, 4, 100);
        sell(2, 4, 100);
        assertEquals(List.of("accepted 1 5"), buy(1, 5, 99));
        assertEquals(List.of("accepted 2 2", "trade 2@99 2:0 with 1:3"), sell(2, 2, 99));
        assertEquals(List.of("cancelled 1 3"), cancel(1));
    }

    @Test
    void shouldTakeTheIdAgainWhenFilledByAReplace()
    {
        buy(1, 4, 90);
        sell(2, 4, 100);
        replace(1, 4, 100);
        assertEquals(List.of("accepted 1 5"), buy(1, 5, 99));
        assertEquals(1, book.size());
    }

    @Test
    void shouldRefuseADuplicateAndWhatIsOutOfRange()
    {
        buy(1, 4, 100);
        assertEquals(List.of("refused 1 DUPLICATE_ORDER"), sell(1, 4, 100));
        assertEquals(List.of("refused 0 OUT_OF_RANGE"), buy(0, 4, 100));
        assertEquals(List.of("refused -3 OUT_OF_RANGE"), buy(-3, 4, 100));
        assertEquals(List.of("refused 2 OUT_OF_RANGE"), buy(2, 0, 100));
        assertEquals(List.of("refused 2 OUT_OF_RANGE"), buy(2, LimitOrderBook.MAX_LOTS + 1, 100));
        assertEquals(List.of("refused 2 OUT_OF_RANGE"), buy(2, Long.MAX_VALUE, 100));
        assertEquals(List.of("refused 1 OUT_OF_RANGE"), replace(1, 0, 100));
        assertEquals(List.of("refused 1 OUT_OF_RANGE"), replace(1, LimitOrderBook.MAX_LOTS + 1, 100));
        assertEquals(List.of("refused 0 UNKNOWN_ORDER"), cancel(0));
        assertEquals(List.of("refused 0 UNKNOWN_ORDER"), replace(0, 1, 100));
        assertEquals(List.of("refused " + Long.MIN_VALUE + " UNKNOWN_ORDER"), cancel(Long.MIN_VALUE));
        assertEquals(List.of("refused " + (Long.MIN_VALUE + 1) + " UNKNOWN_ORDER"), cancel(Long.MIN_VALUE + 1));
        assertDepth(Side.BUY, 100, 4, 1);
        assertEquals(1, book.size());
    }

    @Test
    void shouldTakeTheLargestQuantity()
    {
        buy(1, LimitOrderBook.MAX_LOTS, 100);
        assertDepth(Side.BUY, 100, LimitOrderBook.MAX_LOTS, 1);
        replace(1, LimitOrderBook.MAX_LOTS, 101);
        assertDepth(Side.BUY, 101, LimitOrderBook.MAX_LOTS, 1);
    }

    @Test
    void shouldLeaveNoPhantomLevelWhenBestIsCancelled()
    {
        buy(1, 4, 100);
        buy(2, 5, 99);
        cancel(1);
        assertEquals(99, book.bestBidTicks());
        assertDepth(Side.BUY, 100, 0, 0);
        assertEquals(List.of("accepted 3 4"), sell(3, 4, 100));
        assertEquals(100, book.bestAskTicks());
    }

    @Test
    void shouldNeverRestWhenImmediate()
    {
        sell(1, 4, 100);
        assertEquals(
            List.of("accepted 2 10", "trade 4@100 2:6 with 1:0", "cancelled 2 6"), immediate(2, Side.BUY, 10, 100));
        assertEquals(List.of("accepted 3 10", "cancelled 3 10"), immediate(3, Side.SELL, 10, 100));
        assertEmpty();
        assertEquals(List.of("refused 2 UNKNOWN_ORDER"), cancel(2));
    }

    @Test
    void shouldKeepItsPlaceBetweenAggressorsWhenPartlyFilledMaker()
    {
        sell(1, 10, 100);
        sell(2, 10, 100);
        assertEquals(List.of("accepted 3 4", "trade 4@100 3:0 with 1:6"), buy(3, 4, 100));
        assertEquals(
            List.of("accepted 4 8", "trade 6@100 4:2 with 1:0", "trade 2@100 4:0 with 2:8"), buy(4, 8, 100));
        assertDepth(Side.SELL, 100, 8, 1);
    }

    @Test
    void shouldSweepFiveThousandOrders()
    {
        final int orders = 5_000;
        final List<String> expected = new ArrayList<>();
        expected.add("accepted 9000 " + (orders + 1));
        for (int i = 1; i <= orders; i++)
        {
            final long priceTicks = 100 + (i - 1) / 10;
            sell(i, 1, priceTicks);
            expected.add("trade 1@" + priceTicks + " 9000:" + (orders + 1 - i) + " with " + i + ":0");
        }
        assertEquals(expected, buy(9_000, orders + 1, 1_000));
        assertEquals(OrderBook.NO_ASK, book.bestAskTicks());
        assertDepth(Side.BUY, 1_000, 1, 1);
        assertEquals(1, book.size());
    }

    @Test
    void shouldSortAndMatchExtremePrices()
    {
        final long[] prices = {0, Long.MAX_VALUE, -1, Long.MIN_VALUE, 1, Long.MAX_VALUE - 1, Long.MIN_VALUE + 1};
        for (int i = 0; i < prices.length; i++)
        {
            sell(i + 1, 1, prices[i]);
        }
        assertEquals(
            List.of("accepted 10 2", "trade 1@" + Long.MIN_VALUE + " 10:1 with 4:0"), buy(10, 2, Long.MIN_VALUE));
        assertEquals(Long.MIN_VALUE, book.bestBidTicks());
        assertEquals(List.of("cancelled 10 1"), cancel(10));
        assertEquals(
            List.of(
                "accepted 11 7",
                "trade 1@" + (Long.MIN_VALUE + 1) + " 11:6 with 7:0",
                "trade 1@-1 11:5 with 3:0",
                "trade 1@0 11:4 with 1:0",
                "trade 1@1 11:3 with 5:0",
                "trade 1@" + (Long.MAX_VALUE - 1) + " 11:2 with 6:0"),
            buy(11, 7, Long.MAX_VALUE - 1));
        assertEquals(Long.MAX_VALUE - 1, book.bestBidTicks());
        assertEquals(List.of("replaced 11 2@" + Long.MAX_VALUE, "trade 1@" + Long.MAX_VALUE + " 11:1 with 2:0"),
            replace(11, 2, Long.MAX_VALUE));
        assertEquals(
            List.of("accepted 12 1", "trade 1@" + Long.MAX_VALUE + " 12:0 with 11:0"), sell(12, 1, Long.MIN_VALUE));
        assertEmpty();
    }

    @Test
    void shouldTakeTheLargestIds()
    {
        buy(Long.MAX_VALUE, 5, 100);
        buy(Long.MAX_VALUE - 1, 6, 100);
        buy(1L << 62, 7, 100);
        assertEquals(List.of("cancelled " + Long.MAX_VALUE + " 5"), cancel(Long.MAX_VALUE));
        assertEquals(
            List.of(
                "accepted 1 13",
                "trade 6@100 1:7 with " + (Long.MAX_VALUE - 1) + ":0",
                "trade 7@100 1:0 with " + (1L << 62) + ":0"),
            sell(1, 13, 100));
    }

    private List<String> buy(final long orderId, final long lots, final long priceTicks)
    {
        book.newOrder(orderId, Side.BUY, priceTicks, lots, false);
        return text.take();
    }

    private List<String> sell(final long orderId, final long lots, final long priceTicks)
    {
        book.newOrder(orderId, Side.SELL, priceTicks, lots, false);
        return text.take();
    }

    private List<String> immediate(final long orderId, final Side side, final long lots, final long priceTicks)
    {
        book.newOrder(orderId, side, priceTicks, lots, true);
        return text.take();
    }

    private List<String> cancel(final long orderId)
    {
        book.cancel(orderId);
        return text.take();
    }

    private List<String> replace(final long orderId, final long lots, final long priceTicks)
    {
        book.replace(orderId, priceTicks, lots);
        return text.take();
    }

    private void assertDepth(final Side side, final long priceTicks, final long lots, final int orders)
    {
        assertEquals(lots, book.depthLots(side, priceTicks));
        assertEquals(orders, book.depthOrders(side, priceTicks));
    }

    private void assertEmpty()
    {
        assertEquals(OrderBook.NO_BID, book.bestBidTicks());
        assertEquals(OrderBook.NO_ASK, book.bestAskTicks());
        assertEquals(0, book.size());
    }
}
