// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Consumer;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.NegotiatedOrderEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What ends negotiated orders and what does not, and what they cost. Login 1 is of AA01, 2 of BB01; every order is 5
 * lots of instrument 1, where a lot needs 10 long and 20 short.
 */
class NegotiatedLifeTest
{
    private static final Consumer<NegotiatedOrderEncoder> BUY = e ->
    {
    };
    private static final Consumer<NegotiatedOrderEncoder> SELL = e -> e.side(Side.SELL.value());

    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final CommandWriter commands = core.commands;
    private final VenueCommandWriter venue = new VenueCommandWriter(commands);
    private final StrategyCommandWriter negotiations = new StrategyCommandWriter(commands);

    @BeforeEach
    void setUp()
    {
        core.send(commands.account("AA01002", 3));
        core.send(venue.margin(1, 10, 20));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NULL_VAL")
    void shouldTradeInEveryPhaseButClosedAndHalted(final Phase phase)
    {
        waits(send(1, "BB01", BUY));
        core.send(venue.changePhase(1, phase, 0, 0, Phase.CONTINUOUS));
        final List<String> events = send(2, "AA01", SELL);
        if (Phase.CLOSED == phase || Phase.HALTED == phase)
        {
            refused("PHASE_FORBIDS", events);
            // It is still there when trading goes on.
            core.send(venue.changePhase(1, Phase.CONTINUOUS, 0, 0, Phase.CONTINUOUS));
            trades(send(2, "AA01", SELL));
        }
        else
        {
            trades(events);
        }
        assertRequired(50);
    }

    @Test
    void shouldTradeBetweenAccountsOfOneFirmWhateverItsSelfTradePrevention()
    {
        core.send(venue.selfTrade("AA01", SelfTradeScope.FIRM, SelfTradeMode.CANCEL_BOTH));
        waits(send(1, "AA01", BUY));
        waits(send(1, "AA01", BUY.andThen(e -> e.accountCode(AccountCode.pack("AA01002")))));
        trades(send(1, "AA01", SELL.andThen(e -> e.accountCode(AccountCode.pack("AA01002")))));
        final List<String> report = core.send(commands.reportState(1));
        assertTrue(report.contains("position AA01001 id=0 instrument=1 net=5"), report::toString);
        assertTrue(report.contains("position AA01002 id=3 instrument=1 net=-5"), report::toString);
        // The firm holds nothing; what waits still counts.
        assertRequired(50);
    }

    @Test
    void shouldOutliveMassCancelsAndDisconnectsOnly()
    {
        core.send(venue.loginRights(1, 0, 0));
        waits(send(1, "BB01", BUY));
        assertEquals(
            List.of("MassCancelled clOrdId=7 loginId=1 cancelledOrders=0"), core.send(venue.massCancel(1, e ->
            {
            })));
        assertEquals(1, core.send(venue.disconnected(1)).size());
        core.send(venue.connected(1));
        final List<String> stopped = core.send(venue.killSwitch(0, 1, "AA01", KillAction.STOP));
        assertEquals("cancelled 1 cl=1 req=- BUY 5@100 KILL_SWITCH", stopped.getLast());
        assertRequired(0);
        refused("BLOCKED", send(1, "BB01", BUY));
        waits(send(2, "AA01", SELL));
        core.send(venue.killSwitch(0, 0, "BB01", KillAction.STOP));
        core.send(venue.killSwitch(0, 0, "BB01", KillAction.LIFT));
        core.send(venue.killSwitch(0, 1, "AA01", KillAction.LIFT));
        waits(send(1, "BB01", BUY));
    }

    @Test
    void shouldStandStillThroughAClearingHalt()
    {
        waits(send(1, "BB01", BUY));
        waits(send(1, "BB01", BUY));
        core.send(commands.suspend(1, ClearingKind.INTRADAY));
        refused("TRADING_SUSPENDED", send(2, "AA01", SELL));
        assertEquals(
            "cancelled 1 cl=1 req=4 BUY 5@100 REQUESTED",
            core.send(commands.cancelOrder(1, e -> e.clOrdId(4).orderId(1).orderClass(OrderClass.NEGOTIATED)))
                .getFirst());
        assertRequired(50);
        // Both would have to be within the new limits.
        core.send(commands.settlement(1, 1, 500, 100_000, 101, 900));
        core.send(commands.complete(1, ClearingKind.INTRADAY));
        core.send(commands.resume(1));
        refused("PRICE_OUT_OF_LIMITS", send(2, "AA01", SELL));
        core.send(commands.suspend(2, ClearingKind.INTRADAY));
        core.send(commands.settlement(2, 1, 500, 100_000, 100, 900));
        core.send(commands.complete(2, ClearingKind.INTRADAY));
        core.send(commands.resume(2));
        trades(send(2, "AA01", SELL));
    }

    @Test
    void shouldCountTheTradeAndNoLiveOrderWhenBothSidesHaveTraded()
    {
        core.send(venue.limits(LimitLevel.LOGIN, "1", limits -> limits.maxActiveOrders(1)));
        core.send(venue.limits(LimitLevel.LOGIN, "2", limits -> limits.maxActiveOrders(1)));
        waits(send(1, "BB01", BUY));
        trades(send(2, "AA01", SELL));
        waits(send(2, "AA01", SELL));
        trades(send(1, "BB01", BUY));
        final String totals =
            "InstrumentTotals sessionTrades=2 sessionLots=10 openInterestLots=10 trades=2 instrumentId=1";
        final List<String> evening = core.send(commands.suspend(1, ClearingKind.EVENING));
        assertTrue(evening.contains(totals), evening::toString);
    }

    @Test
    void shouldBeHeldByLimitsAndCollars()
    {
        core.send(venue.collateral(LimitLevel.CLIENT, "AA01001", 99));
        waits(send(1, "BB01", BUY));
        refused("RISK_LIMIT CLIENT COLLATERAL", send(1, "BB01", BUY));
        refused("NO_RIGHT", send(1, "BB01", BUY.andThen(e -> e.clientFlags((short)1))));
        core.send(venue.loginRights(1, LoginRights.DONT_CHECK_LIMITS, -1));
        waits(send(1, "BB01", BUY.andThen(e -> e.clientFlags((short)1))));
        core.send(venue.limits(LimitLevel.LOGIN, "2", limits -> limits.maxOrderLots(4)));
        refused("RISK_LIMIT LOGIN ORDER_LOTS", send(2, "AA01", SELL));
        core.send(venue.limits(LimitLevel.LOGIN, "2", limits -> limits.maxActiveOrders(1)));
        waits(send(2, "AA02", SELL));
        refused("RISK_LIMIT LOGIN ACTIVE_ORDERS", send(2, "AA01", SELL));
        core.send(venue.limits(LimitLevel.LOGIN, "2", limits -> limits.maxActiveOrders(0)));
        trades(send(2, "AA01", SELL));
        assertRequired(100);
        core.send(commands.instrument(7, "COLLAR", e -> e.priceTickE5(1).settlementPriceE5(100)));
        core.send(venue.priceControls(7, controls -> controls.collarE5(10)));
        refused("PRICE_OUT_OF_COLLAR", send(2, "AA01", BUY.andThen(e -> e.instrumentId(7).priceE5(111))));
        waits(send(2, "AA01", BUY.andThen(e -> e.instrumentId(7).priceE5(110))));
    }

    private List<String> send(
        final int login, final String counterparty, final Consumer<NegotiatedOrderEncoder> change)
    {
        return core.send(negotiations.negotiated(login, counterparty, change));
    }

    /** Accepted, its terms, nothing else. */
    private static void waits(final List<String> events)
    {
        assertEquals(2, events.size(), events::toString);
        assertTrue(events.getFirst().startsWith("accepted "), events::toString);
    }

    private static void trades(final List<String> events)
    {
        assertEquals(3, events.size(), events::toString);
        assertTrue(events.getLast().startsWith("OffBookTrade "), events::toString);
    }

    private static void refused(final String reason, final List<String> events)
    {
        assertEquals(1, events.size(), events::toString);
        assertTrue(events.getFirst().endsWith(" " + reason), events::toString);
    }

    private void assertRequired(final long kopecks)
    {
        final String set = core.send(venue.collateral(LimitLevel.BROKERAGE_FIRM, "AA01", 1_000_000)).getFirst();
        assertTrue(set.contains(" requiredKopecks=" + kopecks + " "), "wanted " + kopecks + ": " + set);
    }
}
