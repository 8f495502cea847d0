// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What happens to quotes from outside of their own commands: trades, cancels, limits, phases, sessions.
 */
class QuoteLifeTest
{
    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    @BeforeEach
    void setUp()
    {
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
    }

    @Test
    void shouldCountBothSidesOfAnEntryForTheOrderRate()
    {
        core.timeNs = 5_000_000_000L;
        core.send(venue.limits(LimitLevel.LOGIN, "1", limits -> limits.maxOrdersPerSecond(3)));
        assertEquals(3, quote(5, 99, 5, 101).size());
        final long before = core.stateHash();
        assertRefusedByRate(quote(5, 98, 5, 102), "two live sides that move");
        assertEquals(before, core.stateHash());
        core.buy(1, 1, 90);
        assertRefusedByRate(quote(5, 100, 0, 0), "one live side that moves");
        core.timeNs += 1_000_000_000L;
        core.buy(2, 1, 90);
        core.buy(3, 1, 90);
        assertEquals(3, quote(0, 0, 6, 101).size(), "the third of three; the bid is only withdrawn");
        core.timeNs += 1_000_000_000L;
        core.buy(4, 1, 90);
        core.buy(5, 1, 90);
        assertRefusedByRate(quote(5, 99, 7, 102), "a new side beside a live one");
        core.timeNs += 999_999_999L;
        assertRefusedByRate(quote(5, 99, 7, 102), "the last nanosecond of the window");
        core.timeNs++;
        assertEquals(3, quote(5, 99, 7, 102).size());
        core.send(venue.limits(LimitLevel.LOGIN, "1", limits -> limits.maxOrdersPerSecond(1)));
        core.timeNs += 1_000_000_000L;
        assertRefusedByRate(quote(5, 97, 7, 103), "more sides than a whole window has space for");
    }

    @Test
    void shouldQuoteAnewAfterAPartialFillOfEachSide()
    {
        quote(5, 99, 6, 101);
        core.order(2, 1, Side.SELL, 2, 99);
        core.order(2, 2, Side.BUY, 6, 101);
        // The bid grows from 3 back to 5 and loses its place, the ask is gone and begins anew.
        assertEquals(
            List.of(
                "replaced 1->5 cl=9->9 BUY 3@99->5@99 SET_REST",
                "accepted 6 cl=9 SELL 6@101 DAY"),
            quote(5, 99, 6, 101).subList(0, 2));
        // No more than what is left: it keeps its place.
        core.order(2, 3, Side.SELL, 2, 99);
        assertEquals("replaced 5->5 cl=9->9 BUY 3@99->3@99 SET_REST", quote(3, 99, 6, 101).get(0));
        assertEquals(List.of("3@99 x1"), core.depth(0, Side.BUY));
        assertEquals(List.of("6@101 x1"), core.depth(0, Side.SELL));
    }

    @Test
    void shouldQuoteAnewWhenSelfTradePreventionTookASide()
    {
        core.send(venue.selfTrade("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.CANCEL_BOTH));
        quote(5, 99, 6, 101);
        assertEquals(
            List.of(
                "accepted 3 cl=1 BUY 2@101 DAY",
                "cancelled 2 cl=9 req=- SELL 6@101 SELF_TRADE",
                "cancelled 3 cl=1 req=- BUY 2@101 SELF_TRADE"),
            core.buy(1, 2, 101));
        core.order(1, 2, Side.SELL, 1, 102);
        // The bid runs into an order of its own and goes with it; the ask stays.
        final List<String> events = quote(5, 102, 6, 104);
        assertEquals(
            List.of(
                "replaced 1->5 cl=9->9 BUY 5@99->5@102 SET_REST",
                "cancelled 4 cl=2 req=- SELL 1@102 SELF_TRADE",
                "cancelled 5 cl=9 req=- BUY 5@102 SELF_TRADE",
                "accepted 6 cl=9 SELL 6@104 DAY"),
            events.subList(0, 4));
        assertEquals(4, core.order(2, 3, Side.BUY, 1, 104).size() + quote(5, 99, 0, 0).size() - 1);
        assertEquals(List.of("5@99 x1"), core.depth(0, Side.BUY));
        assertEquals(List.of(), core.depth(0, Side.SELL));
    }

    @Test
    void shouldTripOnceInASweepOverSeveralQuotesAndCancelWhatIsLeft()
    {
        core.send(core.commands.instrument(4, "FOUR", 1, 0, 1_000_000));
        core.send(venue.protection(1, 1_000, 0, 0, 2));
        core.send(venue.quote(1, 4, 3, 99, 3, 101));
        quote(3, 99, 3, 101);
        core.order(2, 1, Side.SELL, 1, 99);
        assertEquals(
            List.of(
                "accepted 6 cl=2 SELL 9@90 DAY",
                "trade 2 2@99 buy=3/cl9/rest0 sell=6/cl2/rest7 by SELL",
                "MarketMakerProtectionTripped volumeLots=3 deltaLots=3 trades=2 loginId=1 underlying=INDEX",
                "cancelled 1 cl=9 req=- BUY 3@99 MARKET_MAKER_PROTECTION",
                "cancelled 2 cl=9 req=- SELL 3@101 MARKET_MAKER_PROTECTION",
                "cancelled 4 cl=9 req=- SELL 3@101 MARKET_MAKER_PROTECTION"),
            core.order(2, 2, Side.SELL, 9, 90));
        assertEquals(List.of("7@90 x1"), core.depth(0, Side.SELL));
    }

    @Test
    void shouldBeOutBeforeTheStopOrderThatTheSameTradeElects()
    {
        core.send(venue.protection(1, 1_000, 2, 0, 0));
        quote(10, 99, 0, 0);
        core.special(3, encoder -> encoder
            .clOrdId(5)
            .side(Side.SELL.value())
            .orderType(OrderType.STOP.value())
            .stopPriceE5(99)
            .qtyLots(5));
        final List<String> events = core.order(2, 2, Side.SELL, 2, 99);
        assertEquals("trade 1 2@99 buy=1/cl9/rest8 sell=3/cl2/rest0 by SELL", events.get(1));
        assertEquals("cancelled 1 cl=9 req=- BUY 8@99 MARKET_MAKER_PROTECTION", events.get(3));
        assertTrue(events.get(4).startsWith("OrderActivated "), events::toString);
        assertTrue(events.get(5).startsWith("cancelled 2 cl=5 req=- SELL 5@"), events::toString);
        assertEquals(6, events.size(), events::toString);
    }

    @Test
    void shouldStayLockedOverTheSessionUntilReset()
    {
        core.send(venue.protection(1, 1_000, 1, 0, 0));
        quote(3, 99, 3, 101);
        core.order(2, 1, Side.SELL, 1, 99);
        assertRefused("PROTECTION_TRIPPED", quote(3, 99, 3, 101));
        core.send(core.commands.suspend(1, ClearingKind.EVENING));
        core.send(core.commands.complete(1, ClearingKind.EVENING));
        core.send(core.commands.openSession(2, 20261122));
        core.timeNs += 10_000_000_000L;
        assertRefused("PROTECTION_TRIPPED", quote(3, 99, 3, 101));
        core.send(venue.resetProtection(1));
        assertEquals(3, quote(3, 99, 3, 101).size());
    }

    @Test
    void shouldMoveTheOtherSideIntoTheVolatilityAuctionThatOneSideHasStarted()
    {
        core.send(venue.priceControls(1, controls -> controls.dynamicRangeE5(3).volatilityAuctionNs(1_000)));
        core.order(2, 1, Side.SELL, 1, 100);
        core.order(3, 1, Side.BUY, 1, 100);
        core.order(2, 2, Side.SELL, 4, 110);
        quote(2, 95, 2, 112);
        final List<String> events = quote(2, 110, 2, 115);
        assertTrue(events.stream().anyMatch(e -> e.startsWith("PhaseChanged ")), events::toString);
        assertTrue(
            events.stream().anyMatch(e -> e.startsWith("QuoteAcknowledged ") && e.contains("status=ACCEPTED")),
            events::toString);
        assertEquals(List.of("2@110 x1"), core.depth(0, Side.BUY));
        assertEquals(List.of("4@110 x1", "2@115 x1"), core.depth(0, Side.SELL));
        core.send(venue.protection(1, 1_000_000, 2, 0, 0));
        core.timeNs += 10_000;
        final List<String> uncrossed = core.send(venue.advanceTime());
        assertEquals("cancelled 7 cl=9 req=- SELL 2@115 MARKET_MAKER_PROTECTION", uncrossed.getLast());
        core.send(venue.changePhase(1, Phase.CONTINUOUS, 0, 0, Phase.CONTINUOUS));
        assertEquals(List.of(), core.depth(0, Side.BUY));
    }

    @Test
    void shouldRefuseToResetTheProtectionOfNoUnderlying()
    {
        core.send(venue.protection(1, 1_000, 10, 0, 0));
        assertEquals(
            List.of("rejected cl=4 order=- account= instrument=0 INVALID_FIELD"),
            core.send(venue.resetProtection(1, "")));
    }

    @Test
    void shouldHashWhatMembersHaveSetAndWhatWasCounted()
    {
        final Set<Long> hashes = new HashSet<>();
        hashes.add(core.stateHash());
        core.send(venue.protection(1, 1_000, 10, 0, 0));
        assertTrue(hashes.add(core.stateHash()), "a protection");
        quote(3, 99, 0, 0);
        core.order(2, 1, Side.SELL, 1, 99);
        assertTrue(hashes.add(core.stateHash()), "a trade in its window");
        core.send(venue.resetProtection(1));
        assertTrue(hashes.add(core.stateHash()), "an empty window");
        core.send(venue.loginRights(1, LoginRights.QUOTES, 5_000));
        assertTrue(hashes.add(core.stateHash()), "a grace");
        core.send(venue.connected(1));
        assertTrue(hashes.add(core.stateHash()), "a connection");
        core.send(venue.disconnected(1));
        assertTrue(hashes.add(core.stateHash()), "a grace that runs");
        core.send(venue.killSwitch(0, 2, "BB01", KillAction.STOP));
        assertTrue(hashes.add(core.stateHash()), "a stopped login");
        core.send(venue.killSwitch(0, 0, "BB01", KillAction.STOP));
        assertTrue(hashes.add(core.stateHash()), "a stopped firm");
        core.send(venue.selfTrade("AA01", SelfTradeScope.CLIENT, SelfTradeMode.DECREMENT));
        assertTrue(hashes.add(core.stateHash()), "a self-trade setting");
    }

    private List<String> quote(final long bidLots, final long bidE5, final long askLots, final long askE5)
    {
        return core.send(venue.quote(1, 1, bidLots, bidE5, askLots, askE5));
    }

    private static void assertRefusedByRate(final List<String> events, final String which)
    {
        assertEquals(1, events.size(), which + ": " + events);
        assertTrue(
            events.getFirst().endsWith("status=REFUSED reason=RISK_LIMIT limitLevel=LOGIN limitKind=ORDER_RATE"),
            which + ": " + events);
    }

    private static void assertRefused(final String reason, final List<String> events)
    {
        assertEquals(1, events.size(), events::toString);
        assertTrue(events.getFirst().contains("status=REFUSED reason=" + reason), events::toString);
    }
}
