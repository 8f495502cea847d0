// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.Test;

/**
 * Orders of every kind when their instrument is not in continuous trading, and what may have changed while they were
 * parked. Only events of orders are compared here.
 */
class OrderPhaseTest
{
    private final OrderScenario scenario = new OrderScenario();

    @Test
    void shouldJoinAnAuctionAtThePriceLimitWhenItIsAMarketOrder()
    {
        phase(Phase.INTRADAY_AUCTION);
        scenario.newLimits(1, 1, 50, 200);
        assertEquals(List.of("accepted 1 cl=1 BUY 5@200 DAY"), ordersOf(scenario.market(1, 1, Side.BUY, 5)));
        assertEquals(List.of("accepted 2 cl=2 SELL 3@50 DAY"), ordersOf(scenario.marketToLimit(2, 2, Side.SELL, 3)));
        assertEquals(List.of("accepted 3 cl=3 SELL 1@90 DAY"), ordersOf(scenario.sell(3, 1, 90)));
        final List<String> events = ordersOf(phase(Phase.CONTINUOUS));
        assertEquals(3, events.size());
        assertEquals("cancelled 1 cl=1 req=- BUY 1@200 AUCTION_REST", events.get(2));
    }

    /** Otherwise orders with a limit pass it, and its rest crosses what it could not trade with. */
    @Test
    void shouldMoveMarketOrdersToTheNewPriceLimitsWhenClearingPublishesThem()
    {
        phase(Phase.INTRADAY_AUCTION);
        scenario.newLimits(1, 1, 50, 200);
        scenario.marketToLimit(1, 1, Side.BUY, 5);
        scenario.market(1, 2, Side.BUY, 1);
        scenario.core.send(scenario.core.commands.suspend(2, ClearingKind.INTRADAY));
        scenario.core.send(scenario.core.commands.settlement(2, 1, 500, 100_000, 50, 400));
        final List<String> events = scenario.happened();
        assertEquals(
            List.of(
                "replaced 1->3 cl=1->1 BUY 5@200->5@400 KEEP_QTY",
                "replaced 2->4 cl=2->2 BUY 1@200->1@400 KEEP_QTY"),
            events.subList(1, 3));
        scenario.core.send(scenario.core.commands.complete(2, ClearingKind.INTRADAY));
        scenario.core.send(scenario.core.commands.resume(2));
        scenario.buy(3, 3, 300);
        scenario.sell(4, 10, 250);
        assertEquals(
            List.of(
                "trade 1 5@250 buy=3/cl1/rest0 sell=6/cl4/rest5 by NULL_VAL",
                "trade 2 1@250 buy=4/cl2/rest0 sell=6/cl4/rest4 by NULL_VAL",
                "trade 3 3@250 buy=5/cl3/rest0 sell=6/cl4/rest1 by NULL_VAL"),
            ordersOf(phase(Phase.CONTINUOUS)));
        assertEquals(List.of(), scenario.core.depth(0, Side.BUY));
    }

    @Test
    void shouldIndicateAnewWhenNewPriceLimitsMoveThePriceOfAnAuction()
    {
        phase(Phase.INTRADAY_AUCTION);
        scenario.buy(1, 5, 300);
        final List<String> before = scenario.sell(2, 5, 100);
        assertEquals(PhaseFixture.indicated(5, 300, 0), before.get(before.size() - 1));
        scenario.core.send(scenario.core.commands.suspend(1, ClearingKind.INTRADAY));
        scenario.core.send(scenario.core.commands.settlement(1, 1, 500, 100_000, 50, 200));
        final List<String> events = scenario.happened();
        assertEquals(2, events.size());
        assertEquals(PhaseFixture.indicated(5, 200, 0), events.get(1));
    }

    @Test
    void shouldRefuseWhatMustTradeAtOnceWhileOrdersAreCollected()
    {
        phase(Phase.PRE_OPEN);
        final List<String> refused = List.of("rejected cl=1 order=- account=AA01001 instrument=1 PHASE_FORBIDS");
        assertEquals(refused, limit(encoder -> encoder.timeInForce(TimeInForce.IOC.value())));
        assertEquals(refused, limit(encoder -> encoder.timeInForce(TimeInForce.FOK.value())));
        assertEquals(refused, limit(encoder -> encoder.minLots(1)));
    }

    @Test
    void shouldTakePostOnlyOrdersThatCrossInAnAuction()
    {
        phase(Phase.INTRADAY_AUCTION);
        scenario.sell(1, 5, 100);
        assertEquals(
            List.of("accepted 2 cl=2 BUY 5@101 DAY"),
            ordersOf(scenario.with(OrderConditions.POST_ONLY, 1, 2, Side.BUY, 5, 101)));
        assertEquals(
            List.of("replaced 2->3 cl=2->3 BUY 5@101->5@102 KEEP_QTY"),
            ordersOf(scenario.replace(1, 3, 2, ReplaceMode.KEEP_QTY, 0, 102)));
    }

    @Test
    void shouldShowAnIcebergsSliceWhileItIsCollected()
    {
        phase(Phase.INTRADAY_AUCTION);
        assertEquals(
            List.of(
                "accepted 1 cl=1 BUY 10@100 DAY",
                "terms 1 stop=0 display=4+-0 min=0 BOOK",
                "slice 1 as 2 BUY 4/10@100"),
            ordersOf(scenario.iceberg(1, 1, Side.BUY, 10, 4, 100)));
        scenario.sell(2, 9, 100);
        assertEquals(
            List.of(
                "trade 1 9@100 buy=1/cl1/rest1 sell=3/cl2/rest0 by NULL_VAL", "slice 1 as 4 BUY 1/1@100"),
            ordersOf(phase(Phase.CONTINUOUS)));
    }

    @Test
    void shouldKeepItsPlaceWhenAParkedAuctionOrderIsReduced()
    {
        assertEquals(
            List.of("accepted 1 cl=1 BUY 5@100 AT_CLOSE", "terms 1 stop=0 display=0+-0 min=0 AUCTION"),
            ordersOf(limit(encoder -> encoder.timeInForce(TimeInForce.AT_CLOSE.value()))));
        limit(encoder -> encoder.timeInForce(TimeInForce.AT_CLOSE.value()).clOrdId(2));
        assertEquals(
            List.of(
                "replaced 1->1 cl=1->3 BUY 5@100->2@100 SET_REST", "terms 1 stop=0 display=0+-0 min=0 AUCTION"),
            scenario.replace(1, 3, 1, ReplaceMode.SET_REST, 2, 100));
        assertEquals(
            List.of(
                "replaced 2->3 cl=2->4 BUY 5@100->5@101 KEEP_QTY", "terms 3 stop=0 display=0+-0 min=0 AUCTION"),
            scenario.replace(1, 4, 2, ReplaceMode.KEEP_QTY, 0, 101));
        assertEquals(
            List.of(
                "activated 1 cl=3 BUY 2@100 AT_CLOSE AUCTION_STARTED shown=1",
                "activated 3 cl=4 BUY 5@101 AT_CLOSE AUCTION_STARTED shown=1"),
            ordersOf(phase(Phase.CLOSING_AUCTION)));
        assertEquals(
            List.of(
                "cancelled 3 cl=4 req=- BUY 5@101 AUCTION_REST", "cancelled 1 cl=3 req=- BUY 2@100 AUCTION_REST"),
            ordersOf(phase(Phase.POST_TRADE)));
    }

    @Test
    void shouldTakeThePriceLimitWhenAParkedMarketOrderJoinsItsAuction()
    {
        scenario.order(2, 1, Side.SELL, OrderType.MARKET, 5, encoder ->
            encoder.timeInForce(TimeInForce.GOOD_FOR_AUCTION.value()));
        scenario.newLimits(1, 1, 50, 200);
        assertEquals(
            List.of("activated 1 cl=1 SELL 5@50 GOOD_FOR_AUCTION AUCTION_STARTED shown=1"),
            ordersOf(phase(Phase.INTRADAY_AUCTION)));
    }

    @Test
    void shouldActivateByTheAuctionPriceWhenTheInstrumentTakesOrders()
    {
        scenario.stop(1, 1, Side.BUY, 5, 100);
        phase(Phase.CLOSING_AUCTION);
        scenario.sell(2, 1, 100);
        scenario.buy(3, 1, 100);
        assertEquals(
            List.of("trade 1 1@100 buy=3/cl3/rest0 sell=2/cl2/rest0 by NULL_VAL"),
            ordersOf(phase(Phase.POST_TRADE)));
        assertEquals(
            List.of("rejected cl=4 order=1 account= instrument=0 PHASE_FORBIDS"),
            scenario.replace(1, 4, 1, ReplaceMode.SET_REST, 3, 100));
        assertEquals(
            List.of(
                "activated 1 cl=1 BUY 5@1000000 DAY TRIGGERED shown=1",
                "cancelled 1 cl=1 req=- BUY 5@1000000 MARKET_REST"),
            ordersOf(phase(Phase.CONTINUOUS)));
    }

    @Test
    void shouldCancelAnElectedStopThatStillWaits()
    {
        scenario.stop(1, 1, Side.BUY, 5, 100);
        scenario.stop(1, 2, Side.BUY, 5, 100);
        phase(Phase.CLOSING_AUCTION);
        scenario.sell(3, 1, 100);
        scenario.buy(4, 1, 100);
        phase(Phase.POST_TRADE);
        assertEquals(List.of("cancelled 1 cl=1 req=5 BUY 5@1000000 REQUESTED"), scenario.cancel(1, 5, 1));
        assertEquals(2, ordersOf(phase(Phase.CONTINUOUS)).size());
    }

    @Test
    void shouldActivateInTheNextSessionWhenElectedByTheClosingPrice()
    {
        scenario.order(1, 1, Side.BUY, OrderType.STOP_LIMIT, 5, encoder ->
            encoder.stopPriceE5(100).priceE5(101).timeInForce(TimeInForce.GTC.value()));
        phase(Phase.CLOSING_AUCTION);
        scenario.sell(2, 1, 100);
        scenario.buy(3, 1, 100);
        phase(Phase.POST_TRADE);
        scenario.evening(1);
        assertEquals(List.of(), ordersOf(phase(Phase.PRE_OPEN)));
        assertEquals(
            List.of(
                "opened 2 date=20261122",
                "restated 1 cl=1 BUY 5@101 GTC STOP_LIMIT shown=0",
                "terms 1 stop=100 display=0+-0 min=0 TRIGGER",
                "activated 1 cl=1 BUY 5@101 GTC TRIGGERED shown=1"),
            scenario.nextSession(1, 2));
    }

    @Test
    void shouldEndWhenItsMarginIsNotCoveredAnyMore()
    {
        scenario.core.send(scenario.venue.margin(1, 100, 100));
        scenario.core.send(scenario.venue.collateral(LimitLevel.CLIENT, "AA01001", 1_000));
        scenario.stop(1, 1, Side.BUY, 10, 100);
        scenario.core.send(scenario.venue.collateral(LimitLevel.CLIENT, "AA01001", 999));
        scenario.sell(2, 1, 100);
        scenario.core.order(3, 3, Side.BUY, 1, 100);
        assertEquals(
            List.of(
                "accepted 3 cl=3 BUY 1@100 DAY",
                "trade 1 1@100 buy=3/cl3/rest0 sell=2/cl2/rest0 by BUY",
                "activated 1 cl=1 BUY 10@1000000 DAY TRIGGERED shown=1",
                "cancelled 1 cl=1 req=- BUY 10@1000000 RISK"),
            scenario.happened());
    }

    private List<String> limit(final Consumer<NewSpecialOrderEncoder> change)
    {
        return scenario.order(1, 1, Side.BUY, OrderType.LIMIT, 5, change);
    }

    private List<String> phase(final Phase phase)
    {
        scenario.core.send(scenario.venue.changePhase(1, phase, 0, 0, Phase.CONTINUOUS));
        return scenario.happened();
    }

    private static List<String> ordersOf(final List<String> events)
    {
        final List<String> ofOrders = new ArrayList<>();
        for (final String event : events)
        {
            if (!event.startsWith("Auction") && !event.startsWith("Phase"))
            {
                ofOrders.add(event);
            }
        }
        return ofOrders;
    }
}
