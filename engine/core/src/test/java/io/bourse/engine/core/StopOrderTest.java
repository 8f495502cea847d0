// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;

import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Stop and stop-limit orders: when they are triggered, in which order, and that chains end inside the transaction.
 */
class StopOrderTest
{
    private OrderScenario scenario;

    @BeforeEach
    void setUp()
    {
        scenario = new OrderScenario();
    }

    @Test
    void shouldWaitUntilTheLastPriceReachesTheTrigger()
    {
        tradeAt(100);
        assertEquals(
            List.of("accepted 3 cl=3 BUY 2@1000000 DAY", "terms 3 stop=102 display=0+-0 min=0 TRIGGER"),
            scenario.stop(1, 3, Side.BUY, 2, 102));
        scenario.sell(4, 1, 101);
        scenario.sell(5, 1, 102);
        scenario.sell(6, 5, 103);
        assertEquals(
            List.of(
                "accepted 7 cl=7 BUY 1@101 DAY",
                "trade 2 1@101 buy=7/cl7/rest0 sell=4/cl4/rest0 by BUY"),
            scenario.buy(7, 1, 101));
        assertEquals(
            List.of(
                "accepted 8 cl=8 BUY 1@102 DAY",
                "trade 3 1@102 buy=8/cl8/rest0 sell=5/cl5/rest0 by BUY",
                "activated 3 cl=3 BUY 2@1000000 DAY TRIGGERED shown=1",
                "trade 4 2@103 buy=3/cl3/rest0 sell=6/cl6/rest3 by BUY"),
            scenario.buy(8, 1, 102));
    }

    @Test
    void shouldRestAtItsLimitWhenAStopLimitIsTriggered()
    {
        tradeAt(100);
        scenario.buy(3, 1, 98);
        assertEquals(
            List.of("accepted 4 cl=4 SELL 5@97 DAY", "terms 4 stop=98 display=0+-0 min=0 TRIGGER"),
            scenario.stopLimit(2, 4, Side.SELL, 5, 98, 97));
        assertEquals(List.of("1@98 x1"), scenario.core.depth(0, Side.BUY));
        assertEquals(
            List.of(
                "accepted 5 cl=5 SELL 1@98 DAY",
                "trade 2 1@98 buy=3/cl3/rest0 sell=5/cl5/rest0 by SELL",
                "activated 4 cl=4 SELL 5@97 DAY TRIGGERED shown=1"),
            scenario.sell(5, 1, 98));
        assertEquals(List.of("5@97 x1"), scenario.core.depth(0, Side.SELL));
    }

    @Test
    void shouldCancelTheRestWhenAStopCannotTradeItAll()
    {
        scenario.controls(1, encoder -> encoder.protectionE5(1));
        tradeAt(100);
        assertEquals(
            List.of("accepted 3 cl=3 SELL 5@94 DAY", "terms 3 stop=95 display=0+-0 min=0 TRIGGER"),
            scenario.stop(2, 3, Side.SELL, 5, 95));
        scenario.buy(4, 2, 93);
        scenario.buy(5, 2, 92);
        scenario.buy(6, 2, 91);
        scenario.buy(7, 1, 95);
        assertEquals(
            List.of(
                "accepted 8 cl=8 SELL 1@95 DAY",
                "trade 2 1@95 buy=7/cl7/rest0 sell=8/cl8/rest0 by SELL",
                "activated 3 cl=3 SELL 5@92 DAY TRIGGERED shown=1",
                "trade 3 2@93 buy=4/cl4/rest0 sell=3/cl3/rest3 by SELL",
                "trade 4 2@92 buy=5/cl5/rest0 sell=3/cl3/rest1 by SELL",
                "cancelled 3 cl=3 req=- SELL 1@92 MARKET_REST"),
            scenario.sell(8, 1, 95));
    }

    @Test
    void shouldCompareTriggersWithPricesAndNotWithTicks()
    {
        scenario.order(1, 1, Side.BUY, OrderType.STOP, 1, encoder -> encoder.instrumentId(2).stopPriceE5(510));
        assertEquals(List.of(), activated(cross(2, 2, 500)));
        assertEquals(List.of(1L), activated(cross(2, 4, 510)));
    }

    @Test
    void shouldActivateAtOnceWhenTheTriggerIsMetAtEntry()
    {
        tradeAt(100);
        scenario.sell(3, 5, 101);
        assertEquals(
            List.of(
                "accepted 4 cl=4 BUY 2@1000000 DAY",
                "terms 4 stop=100 display=0+-0 min=0 TRIGGER",
                "activated 4 cl=4 BUY 2@1000000 DAY TRIGGERED shown=1",
                "trade 2 2@101 buy=4/cl4/rest0 sell=3/cl3/rest3 by BUY"),
            scenario.stop(1, 4, Side.BUY, 2, 100));
        assertEquals(
            List.of(
                "accepted 5 cl=5 SELL 2@100 DAY",
                "terms 5 stop=101 display=0+-0 min=0 TRIGGER",
                "activated 5 cl=5 SELL 2@100 DAY TRIGGERED shown=1"),
            scenario.stopLimit(2, 5, Side.SELL, 2, 101, 100));
    }

    @Test
    void shouldWaitWhenThereWasNoTradeYet()
    {
        scenario.stop(1, 1, Side.BUY, 1, 1);
        scenario.stop(2, 2, Side.SELL, 1, 1_000);
        assertEquals(
            List.of(
                "accepted 4 cl=4 BUY 1@100 DAY",
                "trade 1 1@100 buy=4/cl4/rest0 sell=3/cl3/rest0 by BUY",
                "activated 1 cl=1 BUY 1@1000000 DAY TRIGGERED shown=1",
                "cancelled 1 cl=1 req=- BUY 1@1000000 MARKET_REST",
                "activated 2 cl=2 SELL 1@0 DAY TRIGGERED shown=1",
                "cancelled 2 cl=2 req=- SELL 1@0 MARKET_REST"),
            cross(3, 100));
    }

    @Test
    void shouldElectNearestTriggerFirstThenOldest()
    {
        tradeAt(100);
        scenario.stop(1, 3, Side.BUY, 1, 104);
        scenario.stop(1, 4, Side.BUY, 1, 103);
        scenario.stop(1, 5, Side.BUY, 1, 104);
        scenario.stop(1, 6, Side.BUY, 1, 106);
        scenario.stop(1, 7, Side.BUY, 1, 102);
        assertEquals(List.of(7L, 4L, 3L, 5L), activated(cross(8, 105)));
        scenario.stop(2, 10, Side.SELL, 1, 96);
        scenario.stop(2, 11, Side.SELL, 1, 97);
        scenario.stop(2, 12, Side.SELL, 1, 94);
        scenario.stop(2, 13, Side.SELL, 1, 96);
        assertEquals(List.of(11L, 10L, 13L), activated(cross(14, 95)));
    }

    @Test
    void shouldTakeTheOlderOfBothSidesWhenOnePriceElectsBoth()
    {
        scenario.stop(2, 1, Side.SELL, 1, 100);
        scenario.stop(1, 2, Side.BUY, 1, 90);
        scenario.stop(2, 3, Side.SELL, 1, 98);
        scenario.stop(1, 4, Side.BUY, 1, 80);
        scenario.stop(2, 5, Side.SELL, 1, 110);
        // Next in turn are 4 and 5, then 2 and 5, then 5 and nobody, then 1, then 3.
        assertEquals(List.of(4L, 2L, 5L, 1L, 3L), activated(cross(6, 95)));
    }

    @Test
    void shouldElectByEveryPriceOfASweep()
    {
        tradeAt(100);
        scenario.stop(2, 3, Side.SELL, 1, 98);
        scenario.stop(1, 4, Side.BUY, 1, 102);
        scenario.buy(5, 2, 50);
        scenario.sell(6, 1, 98);
        scenario.sell(7, 1, 102);
        scenario.sell(8, 1, 110);
        assertEquals(
            List.of(
                "accepted 9 cl=9 BUY 2@102 DAY",
                "trade 2 1@98 buy=9/cl9/rest1 sell=6/cl6/rest0 by BUY",
                "trade 3 1@102 buy=9/cl9/rest0 sell=7/cl7/rest0 by BUY",
                "activated 3 cl=3 SELL 1@0 DAY TRIGGERED shown=1",
                "trade 4 1@50 buy=5/cl5/rest1 sell=3/cl3/rest0 by SELL",
                "activated 4 cl=4 BUY 1@1000000 DAY TRIGGERED shown=1",
                "trade 5 1@110 buy=4/cl4/rest0 sell=8/cl8/rest0 by BUY"),
            scenario.buy(9, 2, 102));
    }

    @Test
    void shouldRunChainsToTheEndWhenEveryTriggerReachesTheNext()
    {
        final int links = 1_000;
        tradeAt(100);
        for (int i = 1; i <= links; i++)
        {
            scenario.stop(1, i, Side.BUY, 1, 100 + i);
            scenario.sell(i, 1, 101 + i);
        }
        final List<String> events = cross(7, 101);
        assertEquals(links, activated(events).size());
        assertEquals(2 + 2 * links, events.size());
        assertEquals(
            "trade 1002 1@1101 buy=2001/cl1000/rest0 sell=2002/cl1000/rest0 by BUY", events.get(events.size() - 1));
        assertEquals(List.of(), scenario.core.depth(0, Side.SELL));
    }

    @Test
    void shouldEndWhenTheLimitIsOutsideOfNewPriceLimits()
    {
        tradeAt(100);
        scenario.stopLimit(1, 3, Side.BUY, 5, 110, 300);
        scenario.stop(1, 4, Side.BUY, 5, 110);
        scenario.newLimits(1, 1, 50, 200);
        assertEquals(
            List.of(
                "activated 3 cl=3 BUY 5@300 DAY TRIGGERED shown=1",
                "cancelled 3 cl=3 req=- BUY 5@300 OUT_OF_LIMITS",
                "activated 4 cl=4 BUY 5@200 DAY TRIGGERED shown=1",
                "cancelled 4 cl=4 req=- BUY 5@200 MARKET_REST"),
            cross(5, 110).subList(2, 6));
    }

    @Test
    void shouldCancelAParkedStop()
    {
        tradeAt(100);
        scenario.stop(1, 3, Side.BUY, 5, 110);
        assertEquals(List.of("cancelled 3 cl=3 req=4 BUY 5@1000000 REQUESTED"), scenario.cancel(1, 4, 3));
        assertEquals(2, cross(5, 110).size());
    }

    @Test
    void shouldKeepPlaceWhenOnlyTheQuantityOfAParkedStopFalls()
    {
        tradeAt(100);
        scenario.stopLimit(1, 3, Side.BUY, 5, 110, 111);
        scenario.stopLimit(1, 4, Side.BUY, 5, 110, 111);
        assertEquals(
            List.of(
                "replaced 3->3 cl=3->5 BUY 5@111->2@111 SET_REST", "terms 3 stop=110 display=0+-0 min=0 TRIGGER"),
            scenario.replace(1, 5, 3, ReplaceMode.SET_REST, 2, 111));
        assertEquals(
            List.of(
                "replaced 4->5 cl=4->6 BUY 5@111->5@112 KEEP_QTY", "terms 5 stop=110 display=0+-0 min=0 TRIGGER"),
            scenario.replace(1, 6, 4, ReplaceMode.KEEP_QTY, 0, 112));
        assertEquals(List.of(3L, 5L), activated(cross(7, 110)));
    }

    @Test
    void shouldKeepPlaceWhenPriceLimitsHaveMovedSinceAStopCame()
    {
        tradeAt(100);
        scenario.stop(1, 3, Side.BUY, 5, 110);
        scenario.stop(1, 4, Side.BUY, 5, 110);
        scenario.newLimits(1, 1, 50, 200);
        assertEquals(
            "replaced 3->3 cl=3->5 BUY 5@1000000->2@1000000 SET_REST",
            scenario.replace(1, 5, 3, ReplaceMode.SET_REST, 2, 0).get(0));
        assertEquals(List.of(3L, 4L), activated(cross(7, 110)));
    }

    @Test
    void shouldMoveTheTriggerWhenReplaced()
    {
        tradeAt(100);
        scenario.stop(1, 3, Side.BUY, 5, 110);
        assertEquals(
            List.of(
                "replaced 3->4 cl=3->9 BUY 5@1000000->5@1000000 KEEP_QTY",
                "terms 4 stop=105 display=0+-0 min=0 TRIGGER"),
            scenario.replace(1, 3, encoder ->
                encoder.clOrdId(9).mode(ReplaceMode.KEEP_QTY.value()).priceE5(1).stopPriceE5(105)));
        assertEquals(List.of(4L), activated(cross(5, 105)));
    }

    @Test
    void shouldActivateWhenTheNewTriggerIsMet()
    {
        tradeAt(100);
        scenario.stopLimit(1, 3, Side.BUY, 5, 110, 111);
        assertEquals(
            List.of(
                "replaced 3->4 cl=3->9 BUY 5@111->5@99 KEEP_QTY",
                "terms 4 stop=99 display=0+-0 min=0 TRIGGER",
                "activated 4 cl=9 BUY 5@99 DAY TRIGGERED shown=1"),
            scenario.replace(1, 3, encoder ->
                encoder.clOrdId(9).mode(ReplaceMode.KEEP_QTY.value()).priceE5(99).stopPriceE5(99)));
        assertEquals(List.of("5@99 x1"), scenario.core.depth(0, Side.BUY));
        assertEquals(
            List.of("rejected cl=10 order=4 account= instrument=0 INVALID_COMBINATION"),
            scenario.replace(1, 4, encoder -> encoder.clOrdId(10).qtyLots(5).priceE5(99).stopPriceE5(98)));
    }

    @Test
    void shouldRefuseTriggersThatAreNoPrices()
    {
        final String refused = "rejected cl=1 order=- account=AA01001 instrument=2 ";
        assertEquals(
            List.of(refused + "PRICE_OFF_TICK"),
            scenario.order(1, 1, Side.BUY, OrderType.STOP, 1, encoder ->
                encoder.instrumentId(2).stopPriceE5(205)));
        assertEquals(
            List.of(refused + "PRICE_OUT_OF_LIMITS"),
            scenario.order(1, 1, Side.BUY, OrderType.STOP_LIMIT, 1, encoder ->
                encoder.instrumentId(2).stopPriceE5(1_010).priceE5(1_000)));
        scenario.stop(1, 1, Side.BUY, 1, 500);
        assertEquals(
            List.of("rejected cl=2 order=1 account= instrument=0 PRICE_OUT_OF_LIMITS"),
            scenario.replace(1, 1, encoder -> encoder.clOrdId(2).stopPriceE5(1_000_001)));
    }

    @Test
    void shouldMeasureTheCollarFromTheTrigger()
    {
        scenario.controls(1, encoder -> encoder.collarE5(10));
        tradeAt(500);
        assertEquals(
            List.of("rejected cl=3 order=- account=AA01001 instrument=1 PRICE_OUT_OF_COLLAR"),
            scenario.stopLimit(1, 3, Side.BUY, 1, 600, 611));
        assertEquals(2, scenario.stopLimit(1, 3, Side.BUY, 1, 600, 610).size());
    }

    @Test
    void shouldMeasureTheCollarFromTheLastPriceInAnyTick()
    {
        scenario.controls(2, encoder -> encoder.collarE5(20));
        scenario.core.order(2, encoder -> encoder.instrumentId(2).side(Side.SELL.value()).qtyLots(1).priceE5(500));
        scenario.core.order(1, encoder -> encoder.instrumentId(2).qtyLots(1).priceE5(500));
        final List<String> refused = List.of("rejected cl=1 order=- account=AA01001 instrument=2 PRICE_OUT_OF_COLLAR");
        assertNotEquals(refused, scenario.core.order(1, encoder -> encoder.instrumentId(2).priceE5(520)));
        assertEquals(refused, scenario.core.order(1, encoder -> encoder.instrumentId(2).priceE5(530)));
    }

    @Test
    void shouldReportParkedOrders()
    {
        tradeAt(100);
        scenario.stopLimit(1, 3, Side.BUY, 5, 110, 111);
        final long before = scenario.core.stateHash();
        scenario.core.send(scenario.core.commands.reportState(1));
        assertEquals(
            "order 3 cl=3 BUY 5@111 account=AA01001 instrument=1 login=1", scenario.happened().get(0));
        scenario.cancel(1, 4, 3);
        assertNotEquals(before, scenario.core.stateHash());
    }

    private void tradeAt(final long priceE5)
    {
        scenario.sell(1, 1, priceE5);
        scenario.buy(2, 1, priceE5);
    }

    /** Lets login 3 sell and login 1 buy one lot at a price; gives back what the buy caused. */
    private List<String> cross(final long clOrdId, final long priceE5)
    {
        return cross(1, clOrdId, priceE5);
    }

    private List<String> cross(final int instrumentId, final long clOrdId, final long priceE5)
    {
        scenario.core.order(3, encoder -> encoder
            .instrumentId(instrumentId).clOrdId(clOrdId).side(Side.SELL.value()).priceE5(priceE5));
        scenario.core.order(1, encoder -> encoder.instrumentId(instrumentId).clOrdId(clOrdId + 1).priceE5(priceE5));
        return scenario.happened();
    }

    private static List<Long> activated(final List<String> events)
    {
        final List<Long> ids = new ArrayList<>();
        for (final String event : events)
        {
            if (event.startsWith("activated "))
            {
                ids.add(Long.valueOf(event.split(" ")[1]));
            }
        }
        return ids;
    }
}
