// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What orders of a strategy need and hold in its legs, through everything that may happen to them. The strategy is one
 * lot of FAR for two of NEAR sold. Margins: NEAR 10 long, 20 short; FAR 100 long, 200 short: a lot bought needs
 * 2 x 20 + 100 = 140, a lot sold 2 x 10 + 200 = 220.
 */
class StrategyRiskTest
{
    private static final int NEAR = 11;
    private static final int FAR = 12;
    private static final int SPREAD = 20;
    private static final String ACCOUNT = "AA01001";

    private final CoreFixture core = new CoreFixture().withMembers();
    private final CommandWriter commands = core.commands;
    private final VenueCommandWriter venue = new VenueCommandWriter(commands);

    @BeforeEach
    void setUp()
    {
        core.send(commands.instrument(NEAR, "NEAR", e -> e.priceTickE5(1).settlementPriceE5(100)));
        core.send(commands.instrument(FAR, "FAR", e -> e.priceTickE5(1).settlementPriceE5(200)));
        core.send(commands.instrument(SPREAD, "SPREAD", e -> e.kind(InstrumentKind.SPREAD).priceTickE5(1)
            .lowLimitE5(-1_000_000).highLimitE5(1_000_000).settlementPriceE5(0)));
        final long before = core.stateHash();
        core.send(venue.legs(SPREAD, new int[]{NEAR, FAR}, new int[]{-2, 1}));
        assertNotEquals(before, core.stateHash(), "legs are state");
        core.send(venue.margin(NEAR, 10, 20));
        core.send(venue.margin(FAR, 100, 200));
        core.open();
    }

    @Test
    void shouldCountTheLegsThroughTheLifeOfAnOrder()
    {
        buy(5, -7);
        assertRequired(700);
        replace(1, ReplaceMode.SET_REST, 3, -7);
        assertRequired(420);
        replace(1, ReplaceMode.SET_REST, 6, -8);
        assertRequired(840);
        sellOfOthers(2, -8);
        assertPositions("AA01001 NEAR -4", "AA01001 FAR 2", "BB01001 NEAR 4", "BB01001 FAR -2");
        assertRequired(840);
        core.cancel(1, 1, 2);
        assertRequired(2 * 140);
        // Sold again: the worst is still what is held.
        core.order(1, e -> e.instrumentId(SPREAD).side(Side.SELL.value()).priceE5(-8).qtyLots(2));
        assertRequired(2 * 140);
        core.order(2, e -> e.instrumentId(SPREAD).priceE5(-8).qtyLots(2));
        assertRequired(0);
        assertPositions();
    }

    @Test
    void shouldReleaseWhatAnImmediateOrderCannotTrade()
    {
        sellOfOthers(2, 5);
        core.order(1, e -> e.instrumentId(SPREAD).priceE5(5).qtyLots(9).timeInForce(TimeInForce.IOC.value()));
        assertRequired(2 * 140);
        core.order(1, e -> e.instrumentId(SPREAD).priceE5(5).qtyLots(9).timeInForce(TimeInForce.FOK.value()));
        assertRequired(2 * 140);
    }

    @Test
    void shouldRefuseByCollateralAndLetReducingOrdersPass()
    {
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 3 * 140));
        assertRefused("CLIENT COLLATERAL", buy(4, 0));
        buy(3, 0);
        sellOfOthers(3, 0);
        // Clearing takes most of the collateral away: nothing that adds passes, everything that reduces does.
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 10));
        assertRefused("CLIENT COLLATERAL", buy(1, 0));
        assertRefused("CLIENT COLLATERAL", core.order(1, e -> e.instrumentId(FAR).priceE5(200).qtyLots(1)));
        assertEquals(1, core.order(1, e -> e.instrumentId(NEAR).priceE5(100).qtyLots(6)).size());
        assertEquals(
            1, core.order(1, e -> e.instrumentId(FAR).side(Side.SELL.value()).priceE5(200).qtyLots(3)).size());
        // Two lots more than the position: being short of them would cost more than what is held.
        assertRefused(
            "CLIENT COLLATERAL",
            core.order(1, e -> e.instrumentId(FAR).side(Side.SELL.value()).priceE5(200).qtyLots(2)));
    }

    @Test
    void shouldCountLegsAndOrdersInThemTogether()
    {
        core.send(venue.limits(LimitLevel.BROKERAGE_FIRM, "AA01", limits -> limits.maxPositionLots(8)));
        buy(3, 0);
        assertRefused("BROKERAGE_FIRM POSITION", core.order(1, e -> e.instrumentId(FAR).qtyLots(6).priceE5(200)));
        assertEquals(1, core.order(1, e -> e.instrumentId(FAR).qtyLots(5).priceE5(200)).size());
        assertEquals(1, core.order(1, e -> e.instrumentId(NEAR).qtyLots(8).priceE5(100)).size());
        // NEAR could take one more lot sold twice, FAR has none.
        assertRefused("BROKERAGE_FIRM POSITION", buy(1, 0));
        core.cancel(1, 1, 2);
        assertEquals(1, buy(1, 0).size());
        assertRefused("BROKERAGE_FIRM POSITION", buy(1, 0), "NEAR: eight sold already");
        final List<String> enlarged = replace(1, ReplaceMode.SET_REST, 4, 0);
        assertRefused("BROKERAGE_FIRM POSITION", enlarged);
        assertEquals(1, replace(1, ReplaceMode.SET_REST, 2, 0).size());
    }

    @Test
    void shouldCountTheLegsThatALoginHasTraded()
    {
        core.send(venue.limits(LimitLevel.LOGIN, "1", limits -> limits.maxPositionLots(8)));
        buy(3, 0);
        sellOfOthers(3, 0);
        assertRefused("LOGIN POSITION", core.order(1, e -> e.instrumentId(NEAR).qtyLots(15).priceE5(100)));
        assertEquals(
            List.of("accepted 3 cl=1 BUY 14@100 DAY"),
            core.order(1, e -> e.instrumentId(NEAR).qtyLots(14).priceE5(100)));
    }

    @Test
    void shouldGiveBackTheLegsWhenSelfTradesArePrevented()
    {
        core.send(venue.selfTrade("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.DECREMENT));
        core.order(1, e -> e.instrumentId(SPREAD).side(Side.SELL.value()).priceE5(3).qtyLots(7));
        assertRequired(7 * 220);
        final List<String> events = buy(5, 3);
        assertTrue(events.getLast().endsWith("SELF_TRADE") || events.toString().contains("OrderReduced"),
            events::toString);
        assertTrue(events.stream().noneMatch(e -> e.startsWith("trade") || e.startsWith("OffBook")), events::toString);
        assertRequired(2 * 220);
        core.send(venue.selfTrade("AA01", SelfTradeScope.FIRM, SelfTradeMode.CANCEL_BOTH));
        buy(5, 3);
        assertRequired(0);
        assertPositions();
    }

    @Test
    void shouldPrintLegsOfAnAuctionAtItsPrice()
    {
        core.send(venue.changePhase(SPREAD, Phase.INTRADAY_AUCTION, 0, 0, Phase.CONTINUOUS));
        buy(5, -3);
        sellOfOthers(4, -9);
        assertRequired(700);
        final List<String> events = core.send(venue.changePhase(SPREAD, Phase.CONTINUOUS, 0, 0, Phase.CONTINUOUS));
        assertEquals(2, events.stream().filter(e -> e.startsWith("OffBookTrade ")).count(), events::toString);
        assertPositions("AA01001 NEAR -8", "AA01001 FAR 4", "BB01001 NEAR 8", "BB01001 FAR -4");
        assertRequired(700);
    }

    @Test
    void shouldCountLastingOrdersOverTheSession()
    {
        core.order(1, e -> e.instrumentId(SPREAD).priceE5(2).qtyLots(3).timeInForce(TimeInForce.GTC.value()));
        buy(1, 1);
        assertRequired(4 * 140);
        core.send(commands.suspend(1, ClearingKind.EVENING));
        assertRequired(3 * 140);
        core.send(venue.margin(FAR, 300, 300));
        core.send(commands.complete(1, ClearingKind.EVENING));
        core.send(commands.openSession(2, 20261122));
        assertRequired(3 * 340);
        sellOfOthers(3, 2);
        assertPositions("AA01001 NEAR -6", "AA01001 FAR 3", "BB01001 NEAR 6", "BB01001 FAR -3");
    }

    @Test
    void shouldWatchQuotesOfAStrategy()
    {
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
        core.send(venue.protection(1, 1_000, 2, 0, 0));
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 10_000));
        core.send(venue.quote(1, SPREAD, 3, -2, 3, 2));
        assertRequired(2 * 3 * 20 + 3 * 200);
        final List<String> events = core.order(2, e -> e.instrumentId(SPREAD).priceE5(2).qtyLots(2));
        assertEquals(
            List.of(
                "MarketMakerProtectionTripped volumeLots=2 deltaLots=-2 trades=1 loginId=1 underlying=INDEX",
                "cancelled 1 cl=9 req=- BUY 3@-2 MARKET_MAKER_PROTECTION",
                "cancelled 2 cl=9 req=- SELL 1@2 MARKET_MAKER_PROTECTION"),
            events.subList(events.size() - 3, events.size()));
        assertRequired(2 * 220);
    }

    /** A lot bought needs 40 here, a lot sold 200, and neither instead of the other. */
    @Test
    void shouldCheckBothSidesOfAQuoteTogetherWhenTheyMove()
    {
        core.send(venue.margin(NEAR, 0, 20));
        core.send(venue.margin(FAR, 0, 200));
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 1_000));
        core.send(venue.quote(1, SPREAD, 3, -2, 3, 2));
        assertRequired(720);
        final long before = core.stateHash();
        assertQuote("REFUSED reason=RISK_LIMIT limitLevel=CLIENT limitKind=COLLATERAL", 8, 4);
        assertEquals(before, core.stateHash());
        assertRequired(720);
        assertQuote("REFUSED reason=RISK_LIMIT limitLevel=CLIENT limitKind=COLLATERAL", 5, 5);
        assertQuote("ACCEPTED", 5, 4);
        assertRequired(1_000);
        assertQuote("ACCEPTED", 0, 4);
        assertQuote("ACCEPTED", 0, 5);
        assertRequired(1_000);
        assertQuote("REFUSED reason=RISK_LIMIT limitLevel=CLIENT limitKind=COLLATERAL", 1, 5);
        // Overdrawn, a quote may still become smaller.
        core.send(venue.collateral(LimitLevel.CLIENT, ACCOUNT, 1));
        assertQuote("ACCEPTED", 0, 4);
        assertQuote("REFUSED reason=RISK_LIMIT limitLevel=CLIENT limitKind=COLLATERAL", 0, 5);
        assertRequired(800);
    }

    private void assertQuote(final String status, final long bidLots, final long askLots)
    {
        final String last = core.send(venue.quote(1, SPREAD, bidLots, -3, askLots, 3)).getLast();
        assertTrue(last.contains(" status=" + status), last);
    }

    private List<String> buy(final long lots, final long priceE5)
    {
        return core.order(1, e -> e.instrumentId(SPREAD).priceE5(priceE5).qtyLots(lots));
    }

    private void sellOfOthers(final long lots, final long priceE5)
    {
        core.order(2, e -> e.instrumentId(SPREAD).side(Side.SELL.value()).priceE5(priceE5).qtyLots(lots));
    }

    private List<String> replace(final long orderId, final ReplaceMode mode, final long lots, final long priceE5)
    {
        return core.send(commands.replaceOrder(1, e -> e.clOrdId(1).orderId(orderId).accountCode(0).instrumentId(0)
            .mode(mode.value()).qtyLots(lots).priceE5(priceE5)));
    }

    /** Asked with the firm's collateral, which is not limited here. */
    private void assertRequired(final long kopecks)
    {
        final String set = core.send(venue.collateral(LimitLevel.BROKERAGE_FIRM, "AA01", 1_000_000)).getFirst();
        assertTrue(set.contains(" requiredKopecks=" + kopecks + " "), "wanted " + kopecks + ": " + set);
    }

    private static void assertRefused(final String limit, final List<String> events)
    {
        assertRefused(limit, events, limit);
    }

    private static void assertRefused(final String limit, final List<String> events, final String why)
    {
        assertEquals(1, events.size(), why + ": " + events);
        assertTrue(events.getFirst().endsWith(" RISK_LIMIT " + limit), why + ": " + events);
    }

    /** Positions in order of accounts and instruments. */
    private void assertPositions(final String... expected)
    {
        assertEquals(List.of(expected), core.send(commands.reportState(1)).stream()
            .filter(e -> e.startsWith("position "))
            .map(e -> e.replaceAll("position (\\w+) id=\\d+ instrument=(\\d+) net=(-?\\d+)", "$1 $2 $3")
                .replace(" " + NEAR + " ", " NEAR ").replace(" " + FAR + " ", " FAR "))
            .toList());
    }
}
