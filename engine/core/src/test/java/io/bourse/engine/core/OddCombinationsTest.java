// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;

import io.bourse.engine.protocol.ClearingRange;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.Test;

/**
 * Features that meet: each has its own tests elsewhere.
 */
class OddCombinationsTest
{
    private final OrderScenario scenario = new OrderScenario();
    private final CoreFixture core = scenario.core;

    @Test
    void shouldCountShownSlicesReservesAndHiddenLotsButNotItsOwnForFillOrKill()
    {
        spareOwn(SelfTradeMode.CANCEL_RESTING);
        scenario.iceberg(2, 1, Side.SELL, 10, 3, 100);
        scenario.iceberg(1, 2, Side.SELL, 10, 3, 100);
        scenario.with(OrderConditions.HIDDEN, 2, 3, Side.SELL, 5, 100);
        scenario.with(OrderConditions.HIDDEN, 1, 4, Side.SELL, 5, 100);
        assertEquals(
            List.of("rejected cl=5 order=- account=AA01001 instrument=1 FOK_NOT_FILLABLE"), fillOrKill(5, 16));
        final List<String> events = fillOrKill(6, 15);
        assertEquals("accepted 7 cl=6 BUY 15@100 FOK", events.get(0));
        assertEquals("trade 1 3@100 buy=7/cl6/rest12 sell=1/cl1/rest7 by BUY", events.get(1));
        assertEquals("cancelled 3 cl=2 req=- SELL 10@100 SELF_TRADE", events.get(3));
        assertEquals(
            "trade 5 5@100 buy=7/cl6/rest0 sell=5/cl3/rest0 by BUY", events.get(events.size() - 1));
        assertEquals(List.of("0/5@100 x0"), core.depth(0, Side.SELL));
    }

    @Test
    void shouldDecrementSliceBySliceWhenBothAreIcebergs()
    {
        spareOwn(SelfTradeMode.DECREMENT);
        scenario.iceberg(1, 1, Side.SELL, 5, 2, 100);
        assertEquals(
            List.of(
                "accepted 3 cl=2 BUY 9@100 DAY",
                "terms 3 stop=0 display=4+-0 min=0 BOOK",
                "reduced 3 cl=2 BUY -2 rest=7",
                "reduced 1 cl=1 SELL -2 rest=3",
                "slice 1 as 4 SELL 2/3@100",
                "reduced 3 cl=2 BUY -2 rest=5",
                "reduced 1 cl=1 SELL -2 rest=1",
                "slice 1 as 5 SELL 1/1@100",
                "reduced 3 cl=2 BUY -1 rest=4",
                "cancelled 1 cl=1 req=- SELL 1@100 SELF_TRADE",
                "slice 3 as 6 BUY 4/4@100"),
            scenario.iceberg(1, 2, Side.BUY, 9, 4, 100));
    }

    @Test
    void shouldExpireWhileItsInstrumentIsHalted()
    {
        scenario.lasting(1, 1, Side.BUY, 5, 100, core.timeNs + 500);
        phase(Phase.HALTED);
        assertEquals(
            List.of("cancelled 1 cl=1 req=- BUY 5@100 EXPIRED"), scenario.advanceTo(core.timeNs + 500));
    }

    @Test
    void shouldExpireAtTheOpeningWhenItsDateComesInTheEveningRun()
    {
        scenario.lasting(1, 1, Side.BUY, 5, 100, core.timeNs + 500);
        scenario.evening(1);
        assertEquals(List.of(), scenario.advanceTo(core.timeNs + 500));
        final List<String> events = scenario.nextSession(1, 2);
        assertEquals("cancelled 1 cl=1 req=- BUY 5@100 EXPIRED", events.get(events.size() - 1));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    /** Thousands of one trigger, each of which trades: in order of time, in one transaction, on a flat stack. */
    @Test
    void shouldActivateAnyNumberOfStopsOfOneTriggerInOrderOfTime()
    {
        final int stops = 5_000;
        scenario.sell(1, 1, 100);
        scenario.buy(2, 1, 100);
        for (int i = 0; i < stops; i++)
        {
            scenario.stop(1, 10 + i, Side.BUY, 1, 110);
        }
        core.order(2, 3, Side.SELL, stops + 1, 110);
        final List<String> trades = new ArrayList<>();
        for (final String event : scenario.buy(4, 1, 110))
        {
            if (event.startsWith("trade "))
            {
                trades.add(event);
            }
        }
        final long firstId = 3;
        for (int i = 0; i < stops; i++)
        {
            assertEquals(
                "trade " + (i + 3) + " 1@110 buy=" + (firstId + i) + "/cl" + (10 + i) + "/rest0 sell=" +
                    (firstId + stops) + "/cl3/rest" + (stops - 1 - i) + " by BUY",
                trades.get(i + 1));
        }
        assertEquals(stops + 1, trades.size());
    }

    @Test
    void shouldKeepTheOrderOfElectedStopsThatWaitForTheNextPhase()
    {
        for (int i = 0; i < 4; i++)
        {
            scenario.stop(1, 10 + i, Side.BUY, 1, 110);
        }
        phase(Phase.CLOSING_AUCTION);
        scenario.buy(1, 1, 110);
        scenario.sell(2, 1, 110);
        assertEquals(3, phase(Phase.POST_TRADE).size());
        core.order(1, encoder -> encoder.clOrdId(20).instrumentId(2).priceE5(500));
        scenario.cancel(1, 21, 2);
        scenario.cancel(1, 22, 4);
        phase(Phase.HALTED);
        final List<String> events = phase(Phase.CONTINUOUS);
        assertEquals(
            List.of(
                "activated 1 cl=10 BUY 1@1000000 DAY TRIGGERED shown=1",
                "cancelled 1 cl=10 req=- BUY 1@1000000 MARKET_REST",
                "activated 3 cl=12 BUY 1@1000000 DAY TRIGGERED shown=1",
                "cancelled 3 cl=12 req=- BUY 1@1000000 MARKET_REST"),
            events.subList(1, events.size()));
    }

    @Test
    void shouldCollectTheStopThatASweepElectedBeforeItWasInterrupted()
    {
        scenario.sell(1, 1, 500);
        scenario.buy(2, 1, 500);
        scenario.stop(1, 3, Side.BUY, 2, 505);
        scenario.controls(1, encoder -> encoder.dynamicRangeE5(10).volatilityAuctionNs(1_000));
        scenario.sell(4, 1, 505);
        scenario.sell(5, 9, 515);
        final List<String> events = scenario.buy(6, 3, 520);
        assertEquals("trade 2 1@505 buy=6/cl6/rest2 sell=4/cl4/rest0 by BUY", events.get(1));
        assertEquals("activated 3 cl=3 BUY 2@1000000 DAY TRIGGERED shown=1", events.get(3));
        assertEquals(List.of("2@1000000 x1", "2@520 x1"), core.depth(0, Side.BUY));
        final List<String> end = scenario.advanceTo(core.timeNs + 1_000);
        assertEquals("trade 3 2@515 buy=3/cl3/rest0 sell=5/cl5/rest7 by NULL_VAL", end.get(1));
        assertEquals("trade 4 2@515 buy=6/cl6/rest0 sell=5/cl5/rest5 by NULL_VAL", end.get(2));
        assertEquals(List.of("5@515 x1"), core.depth(0, Side.SELL));
    }

    /** What lasts stays crossed over the night; the auction that was broken off goes on and trades in the morning. */
    @Test
    void shouldGoOnWithAnAuctionThatTheEveningBrokeOff()
    {
        phase(Phase.INTRADAY_AUCTION);
        scenario.lasting(1, 1, Side.BUY, 5, 100, 0);
        scenario.lasting(2, 2, Side.SELL, 3, 99, 0);
        scenario.sell(3, 7, 98);
        scenario.market(1, 4, Side.BUY, 1);
        scenario.evening(1);
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=1 WRONG_STATE"), phase(Phase.CONTINUOUS));
        final List<String> opening = scenario.nextSession(1, 2);
        assertEquals("restated 1 cl=1 BUY 5@100 GTC LIMIT shown=1", opening.get(1));
        assertEquals("restated 2 cl=2 SELL 3@99 GTC LIMIT shown=1", opening.get(2));
        assertEquals(3, opening.size());
        assertEquals(
            "trade 1 3@100 buy=1/cl1/rest2 sell=2/cl2/rest0 by NULL_VAL", phase(Phase.CONTINUOUS).get(1));
        assertEquals(List.of("2@100 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldTradeTheLargestQuantitiesAtTheLargestPrices()
    {
        final long lots = ClearingRange.MAX_LOTS;
        for (final long priceE5 : new long[]{Long.MAX_VALUE, Long.MIN_VALUE})
        {
            limit(2, Side.SELL, lots, priceE5);
            limit(2, Side.SELL, lots, priceE5);
            final List<String> events = limit(1, Side.BUY, lots, priceE5);
            assertEquals(2, events.size());
            assertNotEquals(-1, events.get(1).indexOf(" " + lots + "@" + priceE5 + " "));
            assertEquals(List.of(lots + "@" + priceE5 + " x1"), core.depth(2, Side.SELL));
            limit(1, Side.BUY, lots, priceE5);
            assertEquals(List.of(), core.depth(2, Side.SELL));
        }
    }

    @Test
    void shouldUncrossAtTheEdgeOfAllPrices()
    {
        core.send(scenario.venue.changePhase(3, Phase.INTRADAY_AUCTION, 0, 0, Phase.CONTINUOUS));
        limit(1, Side.BUY, 5, Long.MAX_VALUE);
        limit(2, Side.SELL, 3, Long.MIN_VALUE);
        core.send(scenario.venue.changePhase(3, Phase.CONTINUOUS, 0, 0, Phase.CONTINUOUS));
        assertEquals(List.of("2@" + Long.MAX_VALUE + " x1"), core.depth(2, Side.BUY));
        assertEquals(List.of(), core.depth(2, Side.SELL));
    }

    private List<String> limit(final int login, final Side side, final long lots, final long priceE5)
    {
        return scenario.order(login, 1, side, OrderType.LIMIT, lots, encoder ->
            encoder.instrumentId(3).priceE5(priceE5));
    }

    private List<String> fillOrKill(final long clOrdId, final long lots)
    {
        core.order(1, clOrdId, Side.BUY, lots, 100, TimeInForce.FOK);
        return scenario.happened();
    }

    private List<String> phase(final Phase phase)
    {
        core.send(scenario.venue.changePhase(1, phase, 0, 0, Phase.CONTINUOUS));
        return scenario.happened();
    }

    private void spareOwn(final SelfTradeMode mode)
    {
        core.send(scenario.venue.selfTrade("AA01", SelfTradeScope.ACCOUNT, mode));
    }
}
