// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static io.bourse.engine.core.PhaseFixture.indicated;
import static io.bourse.engine.core.PhaseFixture.uncrossed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import io.bourse.engine.core.PhaseFixture.Entry;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.Test;

/**
 * Orders that could trade beyond the volatility corridor. The settlement price is 500.
 */
class VolatilityInterruptionTest
{
    private static final long AUCTION_NS = 1_000;

    private final PhaseFixture phases = new PhaseFixture();
    private final CoreFixture core = phases.core;

    @Test
    void shouldTradeUpToTheStaticBoundAndCollectTheRestBeyond()
    {
        controls(0, 10);
        core.sell(1, 2, 505);
        core.sell(2, 2, 510);
        core.sell(3, 2, 511);
        assertEquals(
            List.of(
                "accepted 4 cl=4 BUY 9@520 DAY",
                "trade 1 2@505 buy=4/cl4/rest7 sell=1/cl1/rest0 by BUY",
                "trade 2 2@510 buy=4/cl4/rest5 sell=2/cl2/rest0 by BUY",
                interrupted(AUCTION_NS),
                indicated(2, 520, 3)),
            core.buy(4, 9, 520));
        assertEquals(List.of("5@520 x1"), core.depth(0, Side.BUY));
        assertEquals(
            List.of(
                uncrossed(Phase.VOLATILITY_AUCTION, 2, 520, 3),
                "trade 3 2@520 buy=4/cl4/rest3 sell=3/cl3/rest0 by NULL_VAL",
                phases.changed(Phase.VOLATILITY_AUCTION, Phase.CONTINUOUS, PhaseCause.AUCTION_END)),
            phases.at(AUCTION_NS));
    }

    @Test
    void shouldTakeTheAuctionPriceForTheStaticReferenceOfTheSession()
    {
        controls(0, 10);
        phases.phase(Phase.INTRADAY_AUCTION);
        core.buy(1, 1, 600);
        core.sell(2, 1, 600);
        phases.phase(Phase.CONTINUOUS);
        core.sell(3, 1, 610);
        core.sell(4, 1, 611);
        assertEquals(2, core.buy(5, 1, 610).size());
        assertEquals(interrupted(AUCTION_NS), core.buy(6, 1, 611).get(1));
    }

    @Test
    void shouldMoveTheDynamicRangeOnlyBetweenOrders()
    {
        core.sell(1, 1, 500);
        core.buy(2, 1, 500);
        controls(5, 0);
        core.sell(3, 1, 504);
        core.sell(4, 1, 506);
        assertEquals(
            List.of(
                "accepted 5 cl=5 BUY 2@505 DAY",
                "trade 2 1@504 buy=5/cl5/rest1 sell=3/cl3/rest0 by BUY"),
            core.buy(5, 2, 505));
        assertEquals(
            List.of(
                "accepted 6 cl=6 BUY 2@506 DAY",
                "trade 3 1@506 buy=6/cl6/rest1 sell=4/cl4/rest0 by BUY"),
            core.buy(6, 2, 506));
    }

    @Test
    void shouldInterruptSellersToo()
    {
        controls(0, 10);
        core.buy(1, 1, 490);
        core.buy(2, 1, 489);
        assertEquals(
            List.of(
                "accepted 3 cl=3 SELL 5@480 DAY",
                "trade 1 1@490 buy=1/cl1/rest0 sell=3/cl3/rest4 by SELL",
                interrupted(AUCTION_NS),
                indicated(1, 480, -3)),
            core.sell(3, 5, 480));
    }

    @Test
    void shouldTradeAtTheReferenceOnlyWhenTheRangeIsLessThanATick()
    {
        core.send(phases.venue.priceControls(2, encoder -> encoder.staticRangeE5(9).volatilityAuctionNs(AUCTION_NS)));
        order(2, 2, Side.SELL, 500);
        assertEquals(2, order(1, 2, Side.BUY, 500).size());
        order(1, 2, Side.BUY, 500);
        assertEquals(2, order(2, 2, Side.SELL, 500).size());
        final String interrupted =
            phases.changed(2, Phase.CONTINUOUS, Phase.VOLATILITY_AUCTION, PhaseCause.VOLATILITY, AUCTION_NS);
        order(1, 2, Side.BUY, 490);
        assertEquals(interrupted, order(2, 2, Side.SELL, 490).get(1));
        core.cancel(2, 9, 6);
        core.cancel(1, 9, 5);
        phases.phase(2, Phase.CONTINUOUS);
        order(2, 2, Side.SELL, 510);
        assertEquals(interrupted, order(1, 2, Side.BUY, 510).get(1));
    }

    @Test
    void shouldMeasureTheDynamicRangeInWholeTicks()
    {
        order(2, 2, Side.SELL, 500);
        order(1, 2, Side.BUY, 500);
        core.send(phases.venue.priceControls(2, encoder -> encoder.dynamicRangeE5(29).volatilityAuctionNs(AUCTION_NS)));
        order(2, 2, Side.SELL, 520);
        assertEquals(2, order(1, 2, Side.BUY, 520).size());
        order(2, 2, Side.SELL, 550);
        assertEquals(
            phases.changed(2, Phase.CONTINUOUS, Phase.VOLATILITY_AUCTION, PhaseCause.VOLATILITY, AUCTION_NS),
            order(1, 2, Side.BUY, 550).get(1));
    }

    @Test
    void shouldHaveNoBoundThatALongCannotHold()
    {
        order(2, 3, Side.SELL, Long.MAX_VALUE - 10);
        order(1, 3, Side.BUY, Long.MAX_VALUE - 10);
        core.send(phases.venue.priceControls(3, encoder -> encoder.dynamicRangeE5(100)));
        order(2, 3, Side.SELL, Long.MAX_VALUE);
        assertEquals(2, order(1, 3, Side.BUY, Long.MAX_VALUE).size());
        core.send(phases.venue.priceControls(3, encoder -> encoder.dynamicRangeE5(0)));
        order(1, 3, Side.BUY, Long.MIN_VALUE + 10);
        order(2, 3, Side.SELL, Long.MIN_VALUE + 10);
        core.send(phases.venue.priceControls(3, encoder -> encoder.dynamicRangeE5(100)));
        order(1, 3, Side.BUY, Long.MIN_VALUE);
        assertEquals(2, order(2, 3, Side.SELL, Long.MIN_VALUE).size());
    }

    @Test
    void shouldEndImmediateAndMarketOrdersAtTheBound()
    {
        controls(0, 10);
        core.sell(1, 1, 511);
        assertEquals(
            List.of("rejected cl=2 order=- account=AA01001 instrument=1 FOK_NOT_FILLABLE"),
            core.order(1, 2, Side.BUY, 1, 520, TimeInForce.FOK));
        assertEquals(
            List.of(
                "accepted 2 cl=3 BUY 1@520 IOC",
                interrupted(AUCTION_NS),
                "cancelled 2 cl=3 req=- BUY 1@520 IOC_REST"),
            core.order(1, 3, Side.BUY, 1, 520, TimeInForce.IOC));
        phases.at(AUCTION_NS);
        core.timeNs = phases.zeroNs;
        assertEquals(
            "cancelled 3 cl=4 req=- BUY 1@1000000 MARKET_REST",
            phases.special(4, Side.BUY, 1, OrderType.MARKET, encoder -> { }).get(2));
    }

    @Test
    void shouldInterruptTriggeredStopOrders()
    {
        controls(0, 10);
        phases.special(1, Side.BUY, 3, OrderType.STOP_LIMIT, encoder -> encoder.stopPriceE5(505).priceE5(520));
        core.sell(2, 1, 505);
        core.sell(3, 1, 515);
        final List<String> events = core.buy(4, 1, 505);
        assertEquals(5, events.size(), events.toString());
        assertEquals(interrupted(AUCTION_NS), events.get(3));
        assertEquals(indicated(1, 520, 2), events.get(4));
        assertEquals(List.of("3@520 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldCollectOrdersThatWaitForAnyAuctionBeforeTheRest()
    {
        controls(0, 10);
        phases.limit(1, Side.BUY, 1, 520, TimeInForce.GOOD_FOR_AUCTION);
        core.sell(2, 1, 515);
        core.buy(3, 1, 520);
        assertEquals(
            List.of(
                uncrossed(Phase.VOLATILITY_AUCTION, 1, 520, 1),
                "trade 1 1@520 buy=1/cl1/rest0 sell=2/cl2/rest0 by NULL_VAL",
                phases.changed(Phase.VOLATILITY_AUCTION, Phase.CONTINUOUS, PhaseCause.AUCTION_END)),
            phases.at(AUCTION_NS));
    }

    @Test
    void shouldEndWithTheNextPhaseWhenThatComesFirst()
    {
        controls(0, 10);
        phases.calendar("INDEX", new Entry(500, 0, Phase.CLOSING_AUCTION));
        core.sell(1, 1, 515);
        assertEquals(interrupted(500), core.buy(2, 1, 515).get(1));
        assertEquals(
            phases.changed(1, Phase.VOLATILITY_AUCTION, Phase.CLOSING_AUCTION, PhaseCause.CALENDAR, 0),
            phases.at(500).get(2));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldForgetTheEndOfTheAuctionWhenTheNextPhaseOfAnOperatorComesFirst()
    {
        controls(0, 10);
        phases.phase(Phase.CONTINUOUS, 500, Phase.POST_TRADE);
        core.sell(1, 1, 515);
        assertEquals(interrupted(500), core.buy(2, 1, 515).get(1));
        assertEquals(
            phases.changed(Phase.VOLATILITY_AUCTION, Phase.POST_TRADE, PhaseCause.OPERATOR), phases.at(500).get(2));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldLeaveTheNextPhaseInPlaceWhenTheAuctionEndsFirst()
    {
        controls(0, 10);
        phases.phase(Phase.CONTINUOUS, 2_000, Phase.POST_TRADE);
        core.sell(1, 1, 515);
        assertEquals(interrupted(AUCTION_NS), core.buy(2, 1, 515).get(1));
        assertEquals(
            phases.changed(1, Phase.VOLATILITY_AUCTION, Phase.CONTINUOUS, PhaseCause.AUCTION_END, 2_000),
            phases.at(AUCTION_NS).get(2));
        assertEquals(
            List.of(phases.changed(Phase.CONTINUOUS, Phase.POST_TRADE, PhaseCause.OPERATOR)), phases.at(2_000));
    }

    @Test
    void shouldEndAtRandomByTheOrderThatCausedIt()
    {
        controls(0, 10, AUCTION_NS, 1_000_000);
        core.sell(1, 1, 515);
        assertEquals(interrupted(AUCTION_NS), core.buy(2, 1, 515).get(1));
        final long endNs = core.engine.nextDeadlineNs() - phases.zeroNs;
        assertTrue(endNs > AUCTION_NS && endNs <= AUCTION_NS + 1_000_000, "endNs=" + endNs);
    }

    @Test
    void shouldStayInTheAuctionWhenItHasNoDuration()
    {
        controls(0, 10, 0, 0);
        core.sell(1, 1, 515);
        assertEquals(interrupted(0), core.buy(2, 1, 515).get(1));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    /** What traders see is the same in both venues: order ids, times, prices. Who sent the orders is not. */
    @Test
    void shouldNotLetTradersForeseeTheRandomEnd()
    {
        final long first = randomEndNs(1);
        assertEquals(first, randomEndNs(1));
        assertNotEquals(first, randomEndNs(2));
    }

    private static long randomEndNs(final long clOrdId)
    {
        final VolatilityInterruptionTest venue = new VolatilityInterruptionTest();
        venue.controls(0, 10, AUCTION_NS, 1_000_000_000_000L);
        venue.core.sell(clOrdId, 1, 515);
        assertEquals(venue.interrupted(AUCTION_NS), venue.core.buy(3, 1, 515).get(1));
        return venue.core.engine.nextDeadlineNs();
    }

    private List<String> order(final int login, final int instrumentId, final Side side, final long priceE5)
    {
        return core.order(login, encoder -> encoder.instrumentId(instrumentId).side(side.value()).priceE5(priceE5));
    }

    private void controls(final long dynamicRangeE5, final long staticRangeE5)
    {
        controls(dynamicRangeE5, staticRangeE5, AUCTION_NS, 0);
    }

    private void controls(
        final long dynamicRangeE5, final long staticRangeE5, final long auctionNs, final long randomNs)
    {
        core.send(phases.venue.priceControls(1, encoder -> encoder
            .dynamicRangeE5(dynamicRangeE5)
            .staticRangeE5(staticRangeE5)
            .volatilityAuctionNs(auctionNs)
            .volatilityRandomNs(randomNs)));
    }

    private String interrupted(final long endNs)
    {
        return phases.changed(1, Phase.CONTINUOUS, Phase.VOLATILITY_AUCTION, PhaseCause.VOLATILITY, endNs);
    }
}
