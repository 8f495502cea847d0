// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.state.VenueLimits.Kind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;

/**
 * Limits of what the core keeps: what counts, what is refused at a limit, and what is never refused.
 */
class VenueLimitsTest
{
    private final CoreFixture core = new CoreFixture().withMembers().open();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);

    @BeforeEach
    void setUp()
    {
        core.raiseTo(FeatureLevels.HIGHEST);
    }

    @Test
    void shouldNotKnowTheCommandBelowItsLevel()
    {
        final CoreFixture old = new CoreFixture().withMembers().open();
        old.raiseTo(FeatureLevels.GUARDED - 1);
        assertEquals(List.of(), old.send(new VenueCommandWriter(old.commands).venueLimits(e -> e.liveOrders(1))));
        old.buy(1, 1, 99);
        assertEquals(List.of("accepted 2 cl=2 BUY 1@99 DAY"), old.buy(2, 1, 99));
    }

    @Test
    void shouldSetAllLimitsAtOnce()
    {
        assertEquals(
            List.of("VenueLimitsSet liveOrders=1 liveOrdersPerLogin=2 accounts=3 instruments=4 logins=5 exposures=6"),
            core.send(venue.venueLimits(encoder -> encoder
                .liveOrders(1).liveOrdersPerLogin(2).accounts(3).instruments(4).logins(5).exposures(6))));
        assertEquals(1, core.engine.limits().limit(Kind.LIVE_ORDERS));
        assertEquals(2, core.engine.limits().ordersPerLogin());
        assertEquals(6, core.engine.limits().limit(Kind.EXPOSURES));
    }

    /** A limit may be set below what there is: then nothing is added, and what adds nothing goes on. */
    @Test
    void shouldTakeWhatAddsNothingWhenThereIsTooMuchAlready()
    {
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
        core.send(venue.quote(1, 1, 5, 100, 5, 110));
        core.send(venue.venueLimits(encoder -> encoder.liveOrders(1).instruments(2)));
        assertTrue(core.send(venue.quote(1, 1, 4, 101, 4, 111)).stream().anyMatch(event ->
            event.startsWith("QuoteAcknowledged") && event.contains("status=ACCEPTED")), core.texts()::toString);
        assertNull(core.engine.limits().refusal(Kind.INSTRUMENTS, 0));
        assertEquals(RejectReason.CAPACITY, core.engine.limits().refusal(Kind.INSTRUMENTS, 1));
    }

    @Test
    void shouldRefuseLimitsThatAreNoneAndThoseOfOthersThanOperators()
    {
        assertRejected("INVALID_FIELD", core.send(venue.venueLimits(encoder -> encoder.exposures(-1))));
        assertRejected("INVALID_FIELD", core.send(venue.venueLimits(encoder -> encoder.liveOrders(Long.MIN_VALUE))));
        assertRejected("NO_RIGHT", core.send(venue.venueLimits(encoder -> encoder.header().gatewayId(1))));
    }

    @Test
    void shouldRefuseNewOrdersOfALoginAtItsLimitAndTakeThemWhenOneHasEnded()
    {
        core.send(venue.venueLimits(encoder -> encoder.liveOrdersPerLogin(2)));
        core.buy(1, 5, 98);
        core.buy(2, 5, 99);
        assertEquals(List.of("rejected cl=3 order=- account=AA01001 instrument=1 CAPACITY"), core.buy(3, 5, 99));
        assertEquals(List.of("accepted 3 cl=1 SELL 5@120 DAY"), core.order(2, 1, Side.SELL, 5, 120));
        // What trades at once counts too.
        assertRejected("CAPACITY", core.order(1, 4, Side.BUY, 5, 120));
        assertRejected("CAPACITY", core.order(1, 5, Side.BUY, 5, 120, TimeInForce.IOC));
        assertEquals(2, core.engine.limits().ordersOf(1));
        assertEquals(3, core.engine.limits().refusals());

        assertEquals(
            List.of("replaced 1->4 cl=1->6 BUY 5@98->7@97 SET_REST"),
            core.replace(1, 6, 1, ReplaceMode.SET_REST, 7, 97));
        core.cancel(1, 7, 4);
        assertEquals(List.of("accepted 5 cl=8 BUY 5@99 DAY"), core.buy(8, 5, 99));
        assertRejected("CAPACITY", core.buy(9, 5, 99));
    }

    @Test
    void shouldRefuseNewOrdersOfAllAtTheLimitOfTheVenue()
    {
        core.send(venue.venueLimits(encoder -> encoder.liveOrders(2)));
        core.buy(1, 5, 98);
        special(TimeInForce.DAY, OrderType.STOP_LIMIT);
        assertEquals(2, core.engine.limits().used(Kind.LIVE_ORDERS));
        assertRejected("CAPACITY", core.order(2, 1, Side.SELL, 5, 120));
        assertRejected("CAPACITY", special(TimeInForce.GTC, OrderType.LIMIT));
        assertRejected("CAPACITY", core.send(venue.negotiated(2, 1, 1, (short)1, 1, 100, "AA01")));
    }

    @Test
    void shouldCountNegotiatedOrdersUntilTheyTrade()
    {
        core.send(venue.venueLimits(encoder -> encoder.liveOrders(2)));
        core.send(venue.negotiated(1, 1, 7, (short)1, 1, 100, "BB01"));
        assertEquals(1, core.engine.limits().used(Kind.LIVE_ORDERS));
        core.send(venue.negotiated(2, 1, 7, (short)2, 1, 100, "AA01"));
        assertEquals(0, core.engine.limits().used(Kind.LIVE_ORDERS));
    }

    @Test
    void shouldCountTheTwoSidesOfAQuoteTogether()
    {
        core.send(venue.loginRights(1, LoginRights.QUOTES, -1));
        core.send(venue.venueLimits(encoder -> encoder.liveOrdersPerLogin(1)));
        assertTrue(quote(5, 99, 6, 101).getLast().contains("CAPACITY"));
        assertEquals(0, core.engine.limits().ordersOf(1));
        quote(5, 99, 0, 0);
        assertEquals(1, core.engine.limits().ordersOf(1));
        // A side that changes, or takes the place of the other one, adds nothing.
        assertFalse(quote(7, 98, 0, 0).getLast().contains("CAPACITY"));
        assertFalse(quote(0, 0, 7, 103).getLast().contains("CAPACITY"));
        assertTrue(quote(1, 90, 7, 103).getLast().contains("CAPACITY"));
        assertEquals(1, core.engine.limits().ordersOf(1));
        assertEquals(List.of("7@103 x1"), core.depth(0, Side.SELL));
        core.send(venue.venueLimits(encoder -> encoder.liveOrdersPerLogin(2)));
        assertFalse(quote(1, 90, 7, 103).getLast().contains("CAPACITY"));
        assertFalse(quote(2, 91, 8, 102).getLast().contains("CAPACITY"));
        assertEquals(2, core.engine.limits().ordersOf(1));
    }

    @Test
    void shouldTakeNothingAwayWhenALimitFalls()
    {
        core.buy(1, 5, 98);
        core.buy(2, 5, 99);
        core.send(venue.venueLimits(encoder -> encoder.liveOrders(1)));
        assertEquals(2, core.engine.limits().used(Kind.LIVE_ORDERS));
        assertRejected("CAPACITY", core.buy(3, 5, 98));
        core.send(venue.venueLimits(encoder -> encoder.liveOrders(0)));
        assertEquals(List.of("accepted 3 cl=4 BUY 5@98 DAY"), core.buy(4, 5, 98));
    }

    @Test
    void shouldRefuseDefinitionsAtTheirLimitsButNotThoseThatAreThere()
    {
        core.send(venue.venueLimits(encoder -> encoder.accounts(4).instruments(3).logins(3)));
        core.send(core.commands.account("AA01002", 3));
        assertRejected("CAPACITY", core.send(core.commands.account("AA01003", 4)));
        assertFalse(core.send(core.commands.account("AA01002", 3)).getFirst().contains("rejected"));
        assertRejected("CAPACITY", core.send(core.commands.login(4, LoginProtocol.TWIME, "delta", "AA01")));
        assertFalse(
            core.send(core.commands.login(1, LoginProtocol.TWIME, "alpha", "AA01")).getFirst().contains("rejected"));
        assertRejected("CAPACITY", core.send(core.commands.instrument(4, "FOUR-12.26", 1, 0, 1_000)));
        assertFalse(
            core.send(core.commands.instrument(1, "ONE-12.26", 1, 0, 1_000_000)).getFirst().contains("rejected"));
    }

    @Test
    void shouldRefuseTheFirstOrderOfAnAccountInAnInstrumentAtTheLimitOfExposures()
    {
        core.buy(1, 5, 98);
        core.send(venue.venueLimits(encoder -> encoder.exposures(core.engine.limits().used(Kind.EXPOSURES))));
        assertRejected("CAPACITY", core.order(2, 1, Side.SELL, 5, 120));
        assertRejected("CAPACITY", core.order(1, encoder -> encoder
            .clOrdId(2).instrumentId(2).side(Side.BUY.value()).qtyLots(1).priceE5(500)));
        assertEquals(List.of("accepted 2 cl=3 BUY 5@98 DAY"), core.buy(3, 5, 98));
    }

    /** Of the account, its login, its firm and their settlement account. */
    @Test
    void shouldCountExposuresOfEveryLevel()
    {
        final RiskCommandWriter risk = new RiskCommandWriter(core.commands);
        core.send(risk.settlementAccount("SA-1"));
        core.buy(1, 5, 98);
        assertEquals(3, core.engine.limits().used(Kind.EXPOSURES));
        core.send(risk.assign("AA01", "SA-1"));
        assertEquals(4, core.engine.limits().used(Kind.EXPOSURES));
        core.order(3, 1, Side.BUY, 5, 97);
        assertEquals(7, core.engine.limits().used(Kind.EXPOSURES));
        core.send(risk.assign("AA02", "SA-1"));
        assertEquals(7, core.engine.limits().used(Kind.EXPOSURES));
    }

    @Test
    void shouldSayWhenALimitIsNear()
    {
        core.send(venue.venueLimits(encoder -> encoder.liveOrders(10).liveOrdersPerLogin(5)));
        for (int i = 1; i <= 3; i++)
        {
            core.buy(i, 1, 90);
        }
        assertEquals(0, core.engine.limits().loginNearLimit());
        core.buy(4, 1, 90);
        assertEquals(1, core.engine.limits().loginNearLimit());
        assertEquals(0, core.engine.limits().loginNearLimit());
        for (int i = 1; i <= 3; i++)
        {
            core.sell(i, 1, 190);
        }
        assertFalse(core.engine.limits().isNearLimit(Kind.LIVE_ORDERS));
        core.sell(4, 1, 190);
        assertTrue(core.engine.limits().isNearLimit(Kind.LIVE_ORDERS));
        assertFalse(core.engine.limits().isNearLimit(Kind.ACCOUNTS));
    }

    @Test
    void shouldKeepLimitsAndCountsInSnapshots()
    {
        core.send(venue.venueLimits(encoder -> encoder.liveOrders(2).liveOrdersPerLogin(9)));
        core.buy(1, 5, 98);
        core.sell(1, 5, 198);
        final EventRecorder events = new EventRecorder();
        events.frameSequence = core.recorder.frameSequence;
        events.rollingHash = core.recorder.rollingHash;
        final MatchingEngine read = SnapshotRecords.of(core.engine).read(events);
        core.followers.add(read);
        assertEquals(2, read.limits().used(Kind.LIVE_ORDERS));
        assertEquals(1, read.limits().ordersOf(1));
        assertEquals(9, read.limits().ordersPerLogin());
        assertRejected("CAPACITY", core.buy(2, 5, 98));
        assertEquals(1, read.limits().refusals());
    }

    private List<String> special(final TimeInForce timeInForce, final OrderType type)
    {
        return core.special(3, encoder -> encoder
            .clOrdId(50)
            .priceE5(120)
            .stopPriceE5(OrderType.STOP_LIMIT == type ? 110 : 0)
            .qtyLots(5)
            .side(Side.BUY.value())
            .timeInForce(timeInForce.value())
            .orderType(type.value()));
    }

    private List<String> quote(final long bidLots, final long bidE5, final long askLots, final long askE5)
    {
        return core.send(venue.quote(1, 1, bidLots, bidE5, askLots, askE5));
    }

    private static void assertRejected(final String reason, final List<String> events)
    {
        assertEquals(1, events.size(), events.toString());
        assertTrue(events.getFirst().startsWith("rejected") && events.getFirst().endsWith(" " + reason),
            events.toString());
    }
}
