// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.Test;

/**
 * GTC and GTD orders: over the evening into the next session, and until their date.
 */
class LastingOrderTest
{
    private static final long NEVER = MatchingEngine.NO_DEADLINE;

    private final OrderScenario scenario = new OrderScenario();
    private final CoreFixture core = scenario.core;

    @Test
    void shouldComeBackWithTheirPlaceWhenTheNextSessionOpens()
    {
        scenario.lasting(1, 1, Side.BUY, 5, 100, 0);
        scenario.buy(2, 5, 100);
        scenario.lasting(3, 3, Side.BUY, 5, 100, 9_000);
        scenario.lasting(2, 4, Side.SELL, 5, 110, 0);
        scenario.order(1, 5, Side.BUY, OrderType.LIMIT, 1, encoder ->
            encoder.instrumentId(2).priceE5(200).timeInForce(TimeInForce.GTC.value()));
        scenario.order(1, 6, Side.BUY, OrderType.STOP_LIMIT, 7, encoder ->
            encoder.stopPriceE5(120).priceE5(121).timeInForce(TimeInForce.GTC.value()));
        scenario.stop(1, 7, Side.BUY, 7, 130);
        assertEquals(
            List.of(
                "suspended run=1 session=1 EVENING",
                "cleared session=1",
                "cancelled 2 cl=2 req=- BUY 5@100 SESSION_END",
                "cancelled 7 cl=7 req=- BUY 7@1000000 SESSION_END"),
            scenario.evening(1));
        assertEquals(
            List.of(
                "opened 2 date=20261122",
                "restated 1 cl=1 BUY 5@100 GTC LIMIT shown=1",
                "restated 3 cl=3 BUY 5@100 GTD LIMIT shown=1",
                "restated 4 cl=4 SELL 5@110 GTC LIMIT shown=1",
                "restated 5 cl=5 BUY 1@200 GTC LIMIT shown=1",
                "restated 6 cl=6 BUY 7@121 GTC STOP_LIMIT shown=0",
                "terms 6 stop=120 display=0+-0 min=0 TRIGGER"),
            scenario.nextSession(1, 2));
        assertEquals(
            List.of(
                "accepted 8 cl=8 SELL 6@100 DAY",
                "trade 1 5@100 buy=1/cl1/rest0 sell=8/cl8/rest1 by SELL",
                "trade 2 1@100 buy=3/cl3/rest4 sell=8/cl8/rest0 by SELL"),
            scenario.sell(8, 6, 100));
        scenario.sell(9, 1, 120);
        scenario.buy(10, 6, 120);
        assertEquals(
            "activated 6 cl=6 BUY 7@121 GTC TRIGGERED shown=1", scenario.happened().get(3));
    }

    @Test
    void shouldExpireDuringTheDayByTheTimerOnly()
    {
        assertEquals(NEVER, core.engine.nextDeadlineNs());
        scenario.lasting(1, 1, Side.BUY, 5, 100, 5_000);
        scenario.lasting(1, 2, Side.BUY, 5, 101, 4_000);
        scenario.order(1, 3, Side.BUY, OrderType.STOP, 5, encoder ->
            encoder.stopPriceE5(500).timeInForce(TimeInForce.GTD.value()).expireDateNs(5_000));
        assertEquals(4_000, core.engine.nextDeadlineNs());
        assertEquals(List.of(), scenario.advanceTo(3_999));
        core.timeNs = 4_500;
        assertEquals(2, core.order(2, 4, Side.SELL, 1, 101).size());
        assertEquals(List.of("cancelled 2 cl=2 req=- BUY 4@101 EXPIRED"), scenario.advanceTo(4_500));
        assertEquals(
            List.of(
                "cancelled 1 cl=1 req=- BUY 5@100 EXPIRED", "cancelled 3 cl=3 req=- BUY 5@1000000 EXPIRED"),
            scenario.advanceTo(6_000));
        assertEquals(NEVER, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldForgetTheTimerWhenTheOrderEndsOtherwise()
    {
        scenario.lasting(1, 1, Side.BUY, 5, 100, 5_000);
        scenario.cancel(1, 2, 1);
        assertEquals(NEVER, core.engine.nextDeadlineNs());
        scenario.lasting(1, 3, Side.BUY, 5, 100, 5_000);
        scenario.sell(4, 5, 100);
        assertEquals(NEVER, core.engine.nextDeadlineNs());
        scenario.sell(5, 5, 100);
        scenario.lasting(1, 6, Side.BUY, 5, 100, 5_000);
        assertEquals(NEVER, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldExpireUnderTheNewIdWhenReplaced()
    {
        scenario.lasting(1, 1, Side.BUY, 5, 100, 5_000);
        scenario.replace(1, 2, 1, ReplaceMode.SET_REST, 6, 100);
        scenario.replace(1, 3, 2, ReplaceMode.SET_REST, 4, 100);
        assertEquals(List.of("cancelled 2 cl=3 req=- BUY 4@100 EXPIRED"), scenario.advanceTo(5_000));
        assertEquals(NEVER, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldRefuseDatesThatHaveCome()
    {
        final String refused = "rejected cl=1 order=- account=AA01001 instrument=1 ";
        core.timeNs = 2_000;
        assertEquals(List.of(refused + "EXPIRED"), scenario.lasting(1, 1, Side.BUY, 5, 100, 2_000));
        assertEquals(List.of(refused + "EXPIRED"), scenario.lasting(1, 1, Side.BUY, 5, 100, 1));
        assertEquals(List.of(refused + "EXPIRED"), scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 5, encoder ->
            encoder.timeInForce(TimeInForce.GTD.value()).expireDateNs(0)));
        assertEquals(List.of(refused + "INVALID_FIELD"), scenario.lasting(1, 1, Side.BUY, 5, 100, -1));
        assertEquals(
            List.of("accepted 1 cl=1 BUY 5@100 GTD"), scenario.lasting(1, 1, Side.BUY, 5, 100, 2_001));
    }

    @Test
    void shouldEndWhenTheDateCameOvernight()
    {
        scenario.lasting(1, 1, Side.BUY, 5, 100, 5_000);
        scenario.lasting(1, 2, Side.BUY, 5, 99, 7_000);
        scenario.lasting(1, 3, Side.BUY, 5, 98, 9_000);
        scenario.evening(1);
        assertEquals(List.of(), scenario.advanceTo(5_000));
        core.timeNs = 7_000;
        assertEquals(
            List.of(
                "opened 2 date=20261122",
                "cancelled 1 cl=1 req=- BUY 5@100 EXPIRED",
                "cancelled 2 cl=2 req=- BUY 5@99 EXPIRED",
                "restated 3 cl=3 BUY 5@98 GTD LIMIT shown=1"),
            scenario.nextSession(1, 2));
        assertEquals(List.of("cancelled 3 cl=3 req=- BUY 5@98 EXPIRED"), scenario.advanceTo(9_000));
    }

    @Test
    void shouldExpireDuringAnIntradayRun()
    {
        scenario.lasting(1, 1, Side.BUY, 5, 100, 5_000);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(List.of("cancelled 1 cl=1 req=- BUY 5@100 EXPIRED"), scenario.advanceTo(5_000));
    }

    @Test
    void shouldEndWhenNewLimitsLeaveItOutside()
    {
        scenario.lasting(1, 1, Side.BUY, 5, 100, 0);
        scenario.lasting(2, 2, Side.SELL, 5, 900, 0);
        scenario.lasting(2, 3, Side.SELL, 5, 901, 0);
        scenario.order(1, 4, Side.BUY, OrderType.STOP, 7, encoder ->
            encoder.stopPriceE5(950).timeInForce(TimeInForce.GTC.value()));
        scenario.order(1, 5, Side.BUY, OrderType.STOP_LIMIT, 7, encoder ->
            encoder.stopPriceE5(890).priceE5(901).timeInForce(TimeInForce.GTC.value()));
        scenario.evening(1);
        core.send(core.commands.settlement(1, 1, 500, 100_000, 101, 900));
        assertEquals(
            List.of(
                "opened 2 date=20261122",
                "cancelled 1 cl=1 req=- BUY 5@100 OUT_OF_LIMITS",
                "restated 2 cl=2 SELL 5@900 GTC LIMIT shown=1",
                "cancelled 3 cl=3 req=- SELL 5@901 OUT_OF_LIMITS",
                "restated 4 cl=4 BUY 7@900 GTC STOP shown=0",
                "terms 4 stop=950 display=0+-0 min=0 TRIGGER",
                "cancelled 5 cl=5 req=- BUY 7@901 OUT_OF_LIMITS"),
            scenario.nextSession(1, 2));
    }

    @Test
    void shouldBeCancelledAfterTheEveningSuspension()
    {
        scenario.lasting(1, 1, Side.BUY, 5, 100, 0);
        scenario.evening(1);
        assertEquals(List.of("cancelled 1 cl=1 req=2 BUY 5@100 REQUESTED"), scenario.cancel(1, 2, 1));
        assertEquals(List.of("opened 2 date=20261122"), scenario.nextSession(1, 2));
    }

    @Test
    void shouldLastOverManySessions()
    {
        scenario.lasting(1, 1, Side.BUY, 5, 100, 0);
        for (int session = 2; session < 10; session++)
        {
            scenario.evening(session);
            assertEquals(
                List.of(
                    "opened " + session + " date=" + (20261120 + session),
                    "restated 1 cl=1 BUY 5@100 GTC LIMIT shown=1"),
                scenario.nextSession(session, session));
            scenario.replace(1, 1, 1, ReplaceMode.KEEP_QTY, 0, 100);
        }
    }

    @Test
    void shouldComeBackHoweverManyThereAre()
    {
        final int orders = 1_100;
        for (int i = 1; i <= orders; i++)
        {
            scenario.lasting(1, i, Side.BUY, 1, 100 + i % 7, 0);
        }
        scenario.evening(1);
        assertEquals(1 + orders, scenario.nextSession(1, 2).size());
    }

    @Test
    void shouldReturnAsALimitOrderWhenItWasMarketToLimit()
    {
        scenario.sell(1, 2, 100);
        scenario.order(1, 2, Side.BUY, OrderType.MARKET_TO_LIMIT, 5, encoder ->
            encoder.timeInForce(TimeInForce.GTC.value()));
        scenario.evening(1);
        assertEquals(
            List.of("opened 2 date=20261122", "restated 2 cl=2 BUY 3@100 GTC LIMIT shown=1"),
            scenario.nextSession(1, 2));
    }
}
