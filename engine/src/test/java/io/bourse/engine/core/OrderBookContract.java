// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;

import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every book must do, seen through the whole core: the event list of each command, and the depth.
 */
abstract class OrderBookContract
{
    private CoreFixture core;

    abstract OrderBook newBook();

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture(0, this::newBook).withMembers().open();
    }

    @Test
    void shouldSweepTheRestWhenHeadWasCancelled()
    {
        core.sell(1, 5, 100);
        core.sell(2, 6, 100);
        core.sell(3, 7, 100);
        core.cancel(2, 9, 1);
        assertEquals(
            List.of(
                "accepted 4 cl=10 BUY 13@100 DAY",
                "trade 1 6@100 buy=4/cl10/rest7 sell=2/cl2/rest0 by BUY",
                "trade 2 7@100 buy=4/cl10/rest0 sell=3/cl3/rest0 by BUY"),
            core.buy(10, 13, 100));
        assertBookEmpty();
    }

    @Test
    void shouldSweepTheRestWhenMiddleWasCancelled()
    {
        core.buy(1, 5, 100);
        core.buy(2, 6, 100);
        core.buy(3, 7, 100);
        assertEquals(List.of("cancelled 2 cl=2 req=9 BUY 6@100 REQUESTED"), core.cancel(1, 9, 2));
        assertEquals(List.of("12@100 x2"), core.depth(0, Side.BUY));
        assertEquals(
            List.of(
                "accepted 4 cl=10 SELL 13@100 DAY",
                "trade 1 5@100 buy=1/cl1/rest0 sell=4/cl10/rest8 by SELL",
                "trade 2 7@100 buy=3/cl3/rest0 sell=4/cl10/rest1 by SELL"),
            core.sell(10, 13, 100));
        assertEquals(List.of("1@100 x1"), core.depth(0, Side.SELL));
    }

    @Test
    void shouldKeepTheQueueWhenTailWasCancelled()
    {
        core.sell(1, 5, 100);
        core.sell(2, 6, 100);
        core.cancel(2, 9, 2);
        core.sell(3, 7, 100);
        assertEquals(
            List.of(
                "accepted 4 cl=10 BUY 12@100 DAY",
                "trade 1 5@100 buy=4/cl10/rest7 sell=1/cl1/rest0 by BUY",
                "trade 2 7@100 buy=4/cl10/rest0 sell=3/cl3/rest0 by BUY"),
            core.buy(10, 12, 100));
    }

    @Test
    void shouldStopExactlyAtTheBoundaryWhenSweepingLevels()
    {
        core.sell(1, 5, 101);
        core.sell(2, 5, 100);
        core.sell(3, 5, 102);
        core.sell(4, 5, 103);
        assertEquals(
            List.of(
                "accepted 5 cl=10 BUY 10@102 DAY",
                "trade 1 5@100 buy=5/cl10/rest5 sell=2/cl2/rest0 by BUY",
                "trade 2 5@101 buy=5/cl10/rest0 sell=1/cl1/rest0 by BUY"),
            core.buy(10, 10, 102));
        assertEquals(List.of("5@102 x1", "5@103 x1"), core.depth(0, Side.SELL));
        assertEquals(List.of(), core.depth(0, Side.BUY));
    }

    @Test
    void shouldStopAtItsOwnPriceWhenMarketableLimit()
    {
        core.buy(1, 5, 100);
        core.buy(2, 5, 99);
        core.buy(3, 5, 98);
        assertEquals(
            List.of(
                "accepted 4 cl=10 SELL 20@99 DAY",
                "trade 1 5@100 buy=1/cl1/rest0 sell=4/cl10/rest15 by SELL",
                "trade 2 5@99 buy=2/cl2/rest0 sell=4/cl10/rest10 by SELL"),
            core.sell(10, 20, 99));
        assertEquals(List.of("5@98 x1"), core.depth(0, Side.BUY));
        assertEquals(List.of("10@99 x1"), core.depth(0, Side.SELL));
    }

    @Test
    void shouldFillTheResidualThatRested()
    {
        core.sell(1, 5, 100);
        core.buy(2, 8, 100);
        assertEquals(List.of("3@100 x1"), core.depth(0, Side.BUY));
        assertEquals(
            List.of("accepted 3 cl=3 SELL 3@100 DAY", "trade 2 3@100 buy=2/cl2/rest0 sell=3/cl3/rest0 by SELL"),
            core.sell(3, 3, 100));
        assertBookEmpty();
    }

    @Test
    void shouldTradeAtTheMakersPriceWhenReplacedBuyCrosses()
    {
        core.sell(1, 5, 100);
        core.buy(2, 5, 90);
        assertEquals(
            List.of(
                "replaced 2->3 cl=2->3 BUY 5@90->5@110 KEEP_QTY",
                "trade 1 5@100 buy=3/cl3/rest0 sell=1/cl1/rest0 by BUY"),
            core.replace(1, 3, 2, ReplaceMode.KEEP_QTY, 0, 110));
        assertBookEmpty();
    }

    @Test
    void shouldTradeAtTheMakersPriceWhenReplacedSellCrosses()
    {
        core.buy(1, 5, 100);
        core.sell(2, 7, 110);
        assertEquals(
            List.of(
                "replaced 2->3 cl=2->3 SELL 7@110->7@90 KEEP_QTY",
                "trade 1 5@100 buy=1/cl1/rest0 sell=3/cl3/rest2 by SELL"),
            core.replace(2, 3, 2, ReplaceMode.KEEP_QTY, 0, 90));
        assertEquals(List.of("2@90 x1"), core.depth(0, Side.SELL));
        assertEquals(List.of("cancelled 3 cl=3 req=4 SELL 2@90 REQUESTED"), core.cancel(2, 4, 3));
    }

    @Test
    void shouldKeepTheSiblingWhenOneOfTwoIsRepriced()
    {
        core.buy(1, 5, 100);
        core.buy(2, 6, 100);
        core.replace(1, 3, 1, ReplaceMode.KEEP_QTY, 0, 99);
        assertEquals(List.of("6@100 x1", "5@99 x1"), core.depth(0, Side.BUY));
        assertEquals(
            List.of(
                "accepted 4 cl=10 SELL 11@99 DAY",
                "trade 1 6@100 buy=2/cl2/rest0 sell=4/cl10/rest5 by SELL",
                "trade 2 5@99 buy=3/cl3/rest0 sell=4/cl10/rest0 by SELL"),
            core.sell(10, 11, 99));
    }

    @Test
    void shouldCancelOnlyTheRestWhenPartlyFilled()
    {
        core.buy(1, 10, 100);
        core.sell(2, 4, 100);
        assertEquals(List.of("cancelled 1 cl=1 req=3 BUY 6@100 REQUESTED"), core.cancel(1, 3, 1));
        assertBookEmpty();
    }

    @Test
    void shouldReplaceOnlyTheRestWhenPartlyFilled()
    {
        core.buy(1, 10, 100);
        core.sell(2, 4, 100);
        assertEquals(
            List.of("replaced 1->3 cl=1->3 BUY 6@100->6@99 KEEP_QTY"),
            core.replace(1, 3, 1, ReplaceMode.KEEP_QTY, 0, 99));
        assertEquals(List.of("6@99 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldRefuseCancelWhenFullyFilled()
    {
        core.buy(1, 4, 100);
        core.sell(2, 4, 100);
        assertEquals(
            List.of("rejected cl=3 order=1 account= instrument=0 UNKNOWN_ORDER"), core.cancel(1, 3, 1));
        assertEquals(
            List.of("rejected cl=4 order=2 account= instrument=0 UNKNOWN_ORDER"), core.cancel(2, 4, 2));
    }

    @Test
    void shouldLeaveNoPhantomLevelWhenBestIsCancelled()
    {
        core.buy(1, 4, 100);
        core.buy(2, 5, 99);
        core.cancel(1, 3, 1);
        assertEquals(List.of("5@99 x1"), core.depth(0, Side.BUY));
        assertEquals(List.of("accepted 3 cl=4 SELL 4@100 DAY"), core.sell(4, 4, 100));
    }

    @Test
    void shouldNeverRestWhenImmediateOrCancel()
    {
        core.sell(1, 4, 100);
        assertEquals(
            List.of(
                "accepted 2 cl=2 BUY 10@100 IOC",
                "trade 1 4@100 buy=2/cl2/rest6 sell=1/cl1/rest0 by BUY",
                "cancelled 2 cl=2 req=- BUY 6@100 IOC_REST"),
            core.order(1, 2, Side.BUY, 10, 100, TimeInForce.IOC));
        assertEquals(
            List.of("accepted 3 cl=3 SELL 10@100 IOC", "cancelled 3 cl=3 req=- SELL 10@100 IOC_REST"),
            core.order(2, 3, Side.SELL, 10, 100, TimeInForce.IOC));
        assertBookEmpty();
    }

    @Test
    void shouldKeepItsPlaceWhenPartlyFilledMaker()
    {
        core.sell(1, 10, 100);
        core.sell(2, 10, 100);
        core.buy(3, 4, 100);
        assertEquals(
            List.of(
                "accepted 4 cl=4 BUY 8@100 DAY",
                "trade 2 6@100 buy=4/cl4/rest2 sell=1/cl1/rest0 by BUY",
                "trade 3 2@100 buy=4/cl4/rest0 sell=2/cl2/rest8 by BUY"),
            core.buy(4, 8, 100));
        assertEquals(List.of("8@100 x1"), core.depth(0, Side.SELL));
    }

    @Test
    void shouldKeepItsPlaceWhenReplacedByLowerQuantity()
    {
        core.sell(1, 10, 100);
        core.sell(2, 10, 100);
        assertEquals(
            List.of("replaced 1->1 cl=1->3 SELL 10@100->4@100 SET_REST"),
            core.replace(2, 3, 1, ReplaceMode.SET_REST, 4, 100));
        assertEquals(List.of("14@100 x2"), core.depth(0, Side.SELL));
        assertEquals(
            List.of("accepted 3 cl=4 BUY 4@100 DAY", "trade 1 4@100 buy=3/cl4/rest0 sell=1/cl3/rest0 by BUY"),
            core.buy(4, 4, 100));
    }

    @Test
    void shouldLoseItsPlaceWhenReplacedByHigherQuantity()
    {
        core.sell(1, 10, 100);
        core.sell(2, 10, 100);
        assertEquals(
            List.of("replaced 1->3 cl=1->3 SELL 10@100->11@100 SET_REST"),
            core.replace(2, 3, 1, ReplaceMode.SET_REST, 11, 100));
        assertEquals(List.of("21@100 x2"), core.depth(0, Side.SELL));
        assertEquals(
            List.of("accepted 4 cl=4 BUY 4@100 DAY", "trade 1 4@100 buy=4/cl4/rest0 sell=2/cl2/rest6 by BUY"),
            core.buy(4, 4, 100));
    }

    @Test
    void shouldFillAllOrNothingWhenFillOrKill()
    {
        core.sell(1, 5, 100);
        core.sell(2, 5, 101);
        core.sell(3, 5, 102);
        assertEquals(
            List.of("rejected cl=4 order=- account=AA01001 instrument=1 FOK_NOT_FILLABLE"),
            core.order(1, 4, Side.BUY, 11, 101, TimeInForce.FOK));
        assertEquals(List.of("5@100 x1", "5@101 x1", "5@102 x1"), core.depth(0, Side.SELL));
        assertEquals(
            List.of(
                "accepted 4 cl=5 BUY 10@101 FOK",
                "trade 1 5@100 buy=4/cl5/rest5 sell=1/cl1/rest0 by BUY",
                "trade 2 5@101 buy=4/cl5/rest0 sell=2/cl2/rest0 by BUY"),
            core.order(1, 5, Side.BUY, 10, 101, TimeInForce.FOK));
        assertEquals(
            List.of("rejected cl=6 order=- account=BB01001 instrument=1 FOK_NOT_FILLABLE"),
            core.order(2, 6, Side.SELL, 1, 1, TimeInForce.FOK));
    }

    @Test
    void shouldSweepFiveThousandOrders()
    {
        final List<String> expected = new ArrayList<>();
        final int orders = 5_000;
        expected.add("accepted 5001 cl=7 BUY 5001@200 DAY");
        for (int i = 0; i < orders; i++)
        {
            core.sell(i + 1, 1, 100 + i / 100);
            expected.add("trade " + (i + 1) + " 1@" + (100 + i / 100) + " buy=5001/cl7/rest" + (orders - i) +
                " sell=" + (i + 1) + "/cl" + (i + 1) + "/rest0 by BUY");
        }
        assertEquals(expected, core.buy(7, orders + 1, 200));
        assertEquals(List.of(), core.depth(0, Side.SELL));
        assertEquals(List.of("1@200 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldSortAndMatchExtremePrices()
    {
        final long[] prices = {0, Long.MAX_VALUE, -1, Long.MIN_VALUE, 1};
        for (int i = 0; i < prices.length; i++)
        {
            extreme(2, i + 1, Side.SELL, prices[i]);
        }
        assertEquals(
            List.of("1@" + Long.MIN_VALUE + " x1", "1@-1 x1", "1@0 x1", "1@1 x1", "1@" + Long.MAX_VALUE + " x1"),
            core.depth(2, Side.SELL));
        assertEquals(
            List.of(
                "accepted 6 cl=6 BUY 1@" + Long.MIN_VALUE + " DAY",
                "trade 1 1@" + Long.MIN_VALUE + " buy=6/cl6/rest0 sell=4/cl4/rest0 by BUY"),
            extreme(1, 6, Side.BUY, Long.MIN_VALUE));
        assertEquals(
            List.of(
                "accepted 7 cl=7 BUY 1@" + Long.MAX_VALUE + " DAY",
                "trade 2 1@-1 buy=7/cl7/rest0 sell=3/cl3/rest0 by BUY"),
            extreme(1, 7, Side.BUY, Long.MAX_VALUE));
        assertEquals(List.of("accepted 8 cl=8 BUY 1@" + Long.MIN_VALUE + " DAY"),
            extreme(1, 8, Side.BUY, Long.MIN_VALUE));
        assertEquals(List.of("1@" + Long.MIN_VALUE + " x1"), core.depth(2, Side.BUY));
    }

    @Test
    void shouldKeepInstrumentsApart()
    {
        core.sell(1, 5, 100);
        assertEquals(
            List.of("accepted 2 cl=2 BUY 5@100 DAY"),
            core.order(1, encoder -> encoder.clOrdId(2).qtyLots(5).instrumentId(2)));
        assertEquals(List.of("5@100 x1"), core.depth(1, Side.BUY));
    }

    private List<String> extreme(final int login, final long clOrdId, final Side side, final long priceE5)
    {
        return core.order(login, encoder ->
            encoder.clOrdId(clOrdId).side(side.value()).priceE5(priceE5).instrumentId(3));
    }

    private void assertBookEmpty()
    {
        assertEquals(List.of(), core.depth(0, Side.BUY));
        assertEquals(List.of(), core.depth(0, Side.SELL));
    }
}
