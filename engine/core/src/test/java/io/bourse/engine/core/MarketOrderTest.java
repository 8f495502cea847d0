// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.Test;

/**
 * Market and market-to-limit orders in continuous trading: how far they go and what becomes of the rest.
 */
class MarketOrderTest
{
    private final OrderScenario scenario = new OrderScenario();

    @Test
    void shouldStopAtTheProtectionWhenTheBookGoesOn()
    {
        scenario.controls(1, encoder -> encoder.protectionE5(2));
        scenario.sell(1, 5, 100);
        scenario.sell(2, 5, 102);
        scenario.sell(3, 5, 103);
        assertEquals(
            List.of(
                "accepted 4 cl=4 BUY 20@102 DAY",
                "trade 1 5@100 buy=4/cl4/rest15 sell=1/cl1/rest0 by BUY",
                "trade 2 5@102 buy=4/cl4/rest10 sell=2/cl2/rest0 by BUY",
                "cancelled 4 cl=4 req=- BUY 10@102 MARKET_REST"),
            scenario.market(1, 4, Side.BUY, 20));
        assertEquals(List.of("5@103 x1"), scenario.core.depth(0, Side.SELL));
    }

    @Test
    void shouldGoToThePriceLimitWhenThereIsNoProtection()
    {
        scenario.buy(1, 5, 100);
        scenario.buy(2, 5, 1);
        assertEquals(
            List.of(
                "accepted 3 cl=3 SELL 10@0 DAY",
                "trade 1 5@100 buy=1/cl1/rest0 sell=3/cl3/rest5 by SELL",
                "trade 2 5@1 buy=2/cl2/rest0 sell=3/cl3/rest0 by SELL"),
            scenario.market(2, 3, Side.SELL, 10));
    }

    @Test
    void shouldTradeNothingWhenTheOtherSideIsEmpty()
    {
        scenario.buy(1, 5, 100);
        assertEquals(
            List.of("accepted 2 cl=2 BUY 5@1000000 DAY", "cancelled 2 cl=2 req=- BUY 5@1000000 MARKET_REST"),
            scenario.market(1, 2, Side.BUY, 5));
        assertEquals(
            List.of("accepted 3 cl=3 BUY 5@1000000 DAY", "cancelled 3 cl=3 req=- BUY 5@1000000 MARKET_REST"),
            scenario.marketToLimit(1, 3, Side.BUY, 5));
        assertEquals(List.of("5@100 x1"), scenario.core.depth(0, Side.BUY));
    }

    @Test
    void shouldCountProtectionInWholeTicks()
    {
        scenario.controls(2, encoder -> encoder.protectionE5(15));
        scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 1, encoder -> encoder.instrumentId(2).priceE5(130));
        scenario.order(1, 2, Side.BUY, OrderType.LIMIT, 1, encoder -> encoder.instrumentId(2).priceE5(120));
        scenario.order(1, 3, Side.BUY, OrderType.LIMIT, 1, encoder -> encoder.instrumentId(2).priceE5(110));
        assertEquals(
            List.of(
                "accepted 4 cl=4 SELL 3@120 DAY",
                "trade 1 1@130 buy=1/cl1/rest0 sell=4/cl4/rest2 by SELL",
                "trade 2 1@120 buy=2/cl2/rest0 sell=4/cl4/rest1 by SELL",
                "cancelled 4 cl=4 req=- SELL 1@120 MARKET_REST"),
            scenario.order(2, 4, Side.SELL, OrderType.MARKET, 3, encoder -> encoder.instrumentId(2).priceE5(7)));
    }

    @Test
    void shouldNameTheTimeInForceWhenAnImmediateMarketOrderEnds()
    {
        scenario.sell(1, 5, 100);
        assertEquals(
            List.of(
                "accepted 2 cl=2 BUY 7@1000000 IOC",
                "trade 1 5@100 buy=2/cl2/rest2 sell=1/cl1/rest0 by BUY",
                "cancelled 2 cl=2 req=- BUY 2@1000000 IOC_REST"),
            scenario.order(1, 2, Side.BUY, OrderType.MARKET, 7, encoder ->
                encoder.timeInForce(TimeInForce.IOC.value())));
    }

    @Test
    void shouldCheckFillOrKillWithinTheProtection()
    {
        scenario.controls(1, encoder -> encoder.protectionE5(1));
        scenario.sell(1, 5, 100);
        scenario.sell(2, 5, 102);
        assertEquals(
            List.of("rejected cl=3 order=- account=AA01001 instrument=1 FOK_NOT_FILLABLE"),
            scenario.order(1, 3, Side.BUY, OrderType.MARKET, 6, encoder ->
                encoder.timeInForce(TimeInForce.FOK.value())));
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 5@101 FOK",
                "trade 1 5@100 buy=3/cl3/rest0 sell=1/cl1/rest0 by BUY"),
            scenario.order(1, 3, Side.BUY, OrderType.MARKET, 5, encoder ->
                encoder.timeInForce(TimeInForce.FOK.value())));
    }

    @Test
    void shouldRestAtTheTradedPriceWhenMarketToLimit()
    {
        scenario.sell(1, 5, 100);
        scenario.sell(2, 5, 101);
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 8@100 DAY",
                "trade 1 5@100 buy=3/cl3/rest3 sell=1/cl1/rest0 by BUY"),
            scenario.marketToLimit(1, 3, Side.BUY, 8));
        assertEquals(List.of("3@100 x1"), scenario.core.depth(0, Side.BUY));
        assertEquals(
            List.of(
                "replaced 3->4 cl=3->4 BUY 3@100->3@101 KEEP_QTY",
                "trade 2 3@101 buy=4/cl4/rest0 sell=2/cl2/rest2 by BUY"),
            scenario.replace(1, 4, 3, ReplaceMode.KEEP_QTY, 0, 101));
    }

    @Test
    void shouldStayWithinALongWhenPricesAreExtreme()
    {
        scenario.controls(3, encoder -> encoder.protectionE5(Long.MAX_VALUE));
        scenario.order(2, 1, Side.SELL, OrderType.LIMIT, 1, encoder ->
            encoder.instrumentId(3).priceE5(Long.MAX_VALUE - 1));
        scenario.order(1, 2, Side.BUY, OrderType.LIMIT, 1, encoder ->
            encoder.instrumentId(3).priceE5(Long.MIN_VALUE + 1));
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 1@9223372036854775807 DAY",
                "trade 1 1@9223372036854775806 buy=3/cl3/rest0 sell=1/cl1/rest0 by BUY"),
            scenario.order(1, 3, Side.BUY, OrderType.MARKET, 1, encoder -> encoder.instrumentId(3)));
        assertEquals(
            List.of(
                "accepted 4 cl=4 SELL 1@-9223372036854775808 DAY",
                "trade 2 1@-9223372036854775807 buy=2/cl2/rest0 sell=4/cl4/rest0 by SELL"),
            scenario.order(2, 4, Side.SELL, OrderType.MARKET, 1, encoder -> encoder.instrumentId(3)));
    }

    @Test
    void shouldStayWithinThePriceLimitsWhenTheBestPriceIsBeyondThem()
    {
        scenario.sell(1, 5, 900);
        scenario.newLimits(1, 1, 0, 800);
        assertEquals(
            List.of("accepted 2 cl=2 BUY 5@800 DAY", "cancelled 2 cl=2 req=- BUY 5@800 MARKET_REST"),
            scenario.market(1, 2, Side.BUY, 5));
    }
}
