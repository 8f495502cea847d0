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
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.Test;

/**
 * Changes of phase that come by themselves: ends of phases, calendars, random ends, and what clearing does to them.
 */
class PhaseTimesTest
{
    private static final String CALENDAR_REFUSED = "rejected cl=- order=- account= instrument=0 INVALID_FIELD";

    private final PhaseFixture phases = new PhaseFixture();
    private final CoreFixture core = phases.core;

    @Test
    void shouldFollowWithTheNextPhaseWhenTheDurationIsOver()
    {
        assertEquals(
            List.of(phases.changed(1, Phase.CONTINUOUS, Phase.INTRADAY_AUCTION, PhaseCause.OPERATOR, 100)),
            phases.phase(Phase.INTRADAY_AUCTION, 100, Phase.CONTINUOUS));
        assertEquals(phases.zeroNs + 100, core.engine.nextDeadlineNs());
        core.buy(1, 10, 505);
        core.sell(2, 4, 500);
        assertEquals(List.of(), phases.at(99));
        assertEquals(
            List.of(
                uncrossed(Phase.INTRADAY_AUCTION, 4, 505, 6),
                "trade 1 4@505 buy=1/cl1/rest6 sell=2/cl2/rest0 by NULL_VAL",
                phases.changed(Phase.INTRADAY_AUCTION, Phase.CONTINUOUS, PhaseCause.AUCTION_END)),
            phases.at(100));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldForgetTheNextPhaseWhenAnOperatorChangesThePhaseBefore()
    {
        phases.phase(Phase.INTRADAY_AUCTION, 100, Phase.CONTINUOUS);
        phases.phase(Phase.HALTED);
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        phases.phase(Phase.INTRADAY_AUCTION, 50, Phase.CONTINUOUS);
        assertEquals(
            List.of(phases.changed(1, Phase.INTRADAY_AUCTION, Phase.INTRADAY_AUCTION, PhaseCause.OPERATOR, 200)),
            phases.phase(Phase.INTRADAY_AUCTION, 200, Phase.CONTINUOUS));
        assertEquals(List.of(), phases.at(199));
        assertEquals(2, phases.at(200).size());
    }

    @Test
    void shouldEndAtRandomForEachInstrumentAndTheSameInEveryReplay()
    {
        final long first = endOfAuction(new PhaseFixture(), 1, 7);
        assertEquals(first, endOfAuction(new PhaseFixture(), 1, 7));
        final long second = endOfAuction(new PhaseFixture(), 2, 7);
        final long third = endOfAuction(new PhaseFixture(), 1, 8);
        for (final long end : new long[]{first, second, third})
        {
            assertTrue(end >= 1_000 && end <= 1_001_000, "end=" + end);
        }
        assertTrue(first != second && first != third, first + " " + second + " " + third);
    }

    @Test
    void shouldFollowTheCalendarOfTheMarket()
    {
        assertEquals(
            List.of("CalendarSet firstStartNs=" + (phases.zeroNs + 100) + " entries=3 underlying="),
            phases.calendar(
                "",
                new Entry(100, 0, Phase.PRE_OPEN),
                new Entry(200, 0, Phase.OPENING_AUCTION),
                new Entry(300, 0, Phase.CONTINUOUS)));
        assertEquals(
            List.of(
                phases.changed(1, Phase.CONTINUOUS, Phase.PRE_OPEN, PhaseCause.CALENDAR, 200),
                phases.changed(2, Phase.CONTINUOUS, Phase.PRE_OPEN, PhaseCause.CALENDAR, 200),
                phases.changed(3, Phase.CONTINUOUS, Phase.PRE_OPEN, PhaseCause.CALENDAR, 200)),
            phases.at(100));
        core.buy(1, 10, 505);
        core.sell(2, 4, 500);
        assertEquals(
            List.of(
                phases.changed(1, Phase.PRE_OPEN, Phase.OPENING_AUCTION, PhaseCause.CALENDAR, 300),
                phases.changed(2, Phase.PRE_OPEN, Phase.OPENING_AUCTION, PhaseCause.CALENDAR, 300),
                phases.changed(3, Phase.PRE_OPEN, Phase.OPENING_AUCTION, PhaseCause.CALENDAR, 300),
                indicated(4, 505, 6)),
            phases.at(200));
        assertEquals(
            List.of(
                uncrossed(Phase.OPENING_AUCTION, 4, 505, 6),
                "trade 1 4@505 buy=1/cl1/rest6 sell=2/cl2/rest0 by NULL_VAL",
                phases.changed(Phase.OPENING_AUCTION, Phase.CONTINUOUS, PhaseCause.CALENDAR)),
            phases.at(300).subList(0, 3));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldFollowTheCalendarOfTheUnderlyingRatherThanTheMarkets()
    {
        phases.withOther();
        phases.calendar("OTHER", new Entry(100, 0, Phase.PRE_OPEN));
        phases.calendar("", new Entry(150, 0, Phase.CLOSED), new Entry(300, 0, Phase.POST_TRADE));
        assertEquals(
            List.of(phases.changed(4, Phase.CONTINUOUS, Phase.PRE_OPEN, PhaseCause.CALENDAR, 0)), phases.at(100));
        assertEquals(3, phases.at(150).size());
        assertEquals(
            List.of("CalendarSet firstStartNs=0 entries=0 underlying=OTHER"), phases.calendar("OTHER"));
        assertEquals(
            phases.changed(4, Phase.PRE_OPEN, Phase.POST_TRADE, PhaseCause.CALENDAR, 0), phases.at(300).get(3));
    }

    @Test
    void shouldReplaceTheCalendar()
    {
        phases.calendar("", new Entry(100, 0, Phase.PRE_OPEN));
        phases.calendar("", new Entry(200, 0, Phase.CLOSED));
        assertEquals(List.of(), phases.at(100));
        assertEquals(
            phases.changed(1, Phase.CONTINUOUS, Phase.CLOSED, PhaseCause.CALENDAR, 0), phases.at(200).get(0));
    }

    @Test
    void shouldRefuseCalendarAsAWholeWhenOneEntryIsWrong()
    {
        phases.calendar("", new Entry(100, 0, Phase.PRE_OPEN));
        final long before = core.stateHash();
        final Entry good = new Entry(50, 10, Phase.PRE_OPEN);
        assertEquals(List.of(CALENDAR_REFUSED), phases.calendar("", new Entry(0, 0, Phase.PRE_OPEN)));
        assertEquals(List.of(CALENDAR_REFUSED), phases.calendar("", good, new Entry(60, 0, Phase.CLOSED)));
        assertEquals(List.of(CALENDAR_REFUSED), phases.calendar("", good, new Entry(70, -1, Phase.CLOSED)));
        assertEquals(List.of(CALENDAR_REFUSED), phases.calendar("", good, new Entry(70, 0, Phase.NULL_VAL)));
        assertEquals(
            List.of(CALENDAR_REFUSED), phases.calendar("", good, new Entry(70, Long.MAX_VALUE, Phase.CLOSED)));
        final long neverNs = Long.MAX_VALUE - phases.zeroNs;
        assertEquals(
            List.of(CALENDAR_REFUSED), phases.calendar("", good, new Entry(70, neverNs - 70, Phase.CLOSED)));
        assertEquals(List.of(CALENDAR_REFUSED), phases.calendar("A\tB", good));
        assertEquals(before, core.stateHash());
    }

    @Test
    void shouldBeginAtRandomByCalendar()
    {
        phases.calendar(
            "INDEX", new Entry(100, 1_000_000, Phase.PRE_OPEN), new Entry(2_000_000, 1_000_000, Phase.CONTINUOUS));
        assertEquals(List.of(), phases.at(100));
        final long firstDelay = core.engine.nextDeadlineNs() - phases.zeroNs - 100;
        assertTrue(firstDelay > 0 && firstDelay <= 1_000_000, "delay=" + firstDelay);
        final List<String> events = phases.at(1_000_100);
        assertEquals(3, events.size());
        assertTrue(events.contains(
            phases.changed(1, Phase.CONTINUOUS, Phase.PRE_OPEN, PhaseCause.CALENDAR, 2_000_000)), events.toString());
        assertEquals(List.of(), phases.at(2_000_000));
        assertTrue(firstDelay != core.engine.nextDeadlineNs() - phases.zeroNs - 2_000_000);
        assertEquals(3, phases.at(3_000_000).size());
    }

    @Test
    void shouldOverruleTheNextPhaseWhenTheCalendarChangesThePhaseBefore()
    {
        phases.calendar("INDEX", new Entry(100, 0, Phase.CLOSING_AUCTION));
        assertEquals(
            List.of(phases.changed(1, Phase.CONTINUOUS, Phase.INTRADAY_AUCTION, PhaseCause.OPERATOR, 100)),
            phases.phase(Phase.INTRADAY_AUCTION, 200, Phase.CONTINUOUS));
        assertEquals(4, phases.at(100).size());
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldPassOverInstrumentsThatAnOperatorHasHalted()
    {
        phases.calendar("INDEX", new Entry(100, 0, Phase.INTRADAY_AUCTION), new Entry(200, 0, Phase.CONTINUOUS));
        assertEquals(
            List.of(phases.changed(Phase.CONTINUOUS, Phase.HALTED, PhaseCause.OPERATOR)),
            phases.phase(Phase.HALTED));
        assertEquals(2, phases.at(100).size());
        assertEquals(
            List.of(phases.changed(1, Phase.HALTED, Phase.PRE_OPEN, PhaseCause.OPERATOR, 200)),
            phases.phase(Phase.PRE_OPEN));
        assertEquals(
            phases.changed(1, Phase.PRE_OPEN, Phase.CONTINUOUS, PhaseCause.CALENDAR, 0), phases.at(200).get(0));
    }

    @Test
    void shouldWaitWithAnAuctionsTradesUntilTradingIsResumed()
    {
        phases.phase(Phase.INTRADAY_AUCTION, 100, Phase.CONTINUOUS);
        core.buy(1, 10, 505);
        core.sell(2, 4, 500);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(List.of(), phases.at(100));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        core.send(core.commands.complete(1, ClearingKind.INTRADAY));
        assertEquals(
            List.of(
                "resumed run=1 session=1",
                uncrossed(Phase.INTRADAY_AUCTION, 4, 505, 6),
                "trade 1 4@505 buy=1/cl1/rest6 sell=2/cl2/rest0 by NULL_VAL",
                phases.changed(Phase.INTRADAY_AUCTION, Phase.CONTINUOUS, PhaseCause.AUCTION_END)),
            core.send(core.commands.resume(1)));
        core.send(core.commands.suspend(2, ClearingKind.INTRADAY));
        core.send(core.commands.complete(2, ClearingKind.INTRADAY));
        assertEquals(List.of("resumed run=2 session=1"), core.send(core.commands.resume(2)));
    }

    /** Orders at one price trade as crossed ones do. */
    @Test
    void shouldWaitWithTradesAtTheOnlyPrice()
    {
        phases.phase(Phase.INTRADAY_AUCTION, 100, Phase.CONTINUOUS);
        core.buy(1, 4, 500);
        core.sell(2, 4, 500);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(List.of(), phases.at(100));
        core.send(core.commands.complete(1, ClearingKind.INTRADAY));
        assertEquals(4, core.send(core.commands.resume(1)).size());
    }

    @Test
    void shouldHashThePhaseThatIsToCome()
    {
        assertNotEquals(hashBefore(Phase.CONTINUOUS, 0), hashBefore(Phase.POST_TRADE, 0), "of a timer");
        assertNotEquals(hashBefore(Phase.CONTINUOUS, 100), hashBefore(Phase.POST_TRADE, 100), "that waits");
    }

    private static long hashBefore(final Phase next, final long atNs)
    {
        final PhaseFixture phases = new PhaseFixture();
        phases.phase(Phase.INTRADAY_AUCTION, 100, next);
        phases.core.buy(1, 4, 500);
        phases.core.sell(2, 4, 500);
        phases.core.send(phases.core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(List.of(), phases.at(atNs));
        return phases.core.stateHash();
    }

    @Test
    void shouldForgetTheTradesOfAnAuctionThatWaitWhenTheInstrumentExpires()
    {
        phases.phase(Phase.INTRADAY_AUCTION, 100, Phase.CONTINUOUS);
        phases.limit(1, Side.BUY, 10, 505, TimeInForce.GTC);
        phases.limit(2, Side.SELL, 4, 500, TimeInForce.GTC);
        core.send(core.commands.suspend(1, ClearingKind.EVENING));
        assertEquals(List.of(), phases.at(100));
        core.send(new ContractCommandWriter(core.commands).expire(1, 1));
        core.send(core.commands.complete(1, ClearingKind.EVENING));
        assertEquals(List.of("opened 2 date=20261122"), core.send(core.commands.openSession(2, 20261122)));
    }

    @Test
    void shouldFollowTheCalendarsOfAnyNumberOfUnderlyings()
    {
        for (int i = 1; i <= 9; i++)
        {
            final String underlying = "U" + i;
            core.send(core.commands.instrument(10 + i, "I" + i, encoder -> encoder.underlying(underlying)));
            phases.calendar(underlying, new Entry(100 + i, 0, Phase.PRE_OPEN));
        }
        for (int i = 1; i <= 9; i++)
        {
            assertEquals(
                List.of(phases.changed(10 + i, Phase.CONTINUOUS, Phase.PRE_OPEN, PhaseCause.CALENDAR, 0)),
                phases.at(100 + i));
        }
    }

    @Test
    void shouldChangePhasesWithoutTradesWhileTradingIsSuspended()
    {
        phases.calendar("INDEX", new Entry(100, 0, Phase.INTRADAY_AUCTION), new Entry(200, 0, Phase.CLOSED));
        phases.limit(1, Side.BUY, 1, 500, TimeInForce.GOOD_FOR_AUCTION);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(4, phases.at(100).size());
        assertEquals(List.of("1@500 x1"), core.depth(0, Side.BUY));
        assertEquals(
            List.of(
                uncrossed(Phase.INTRADAY_AUCTION, 0, 0, 0),
                "cancelled 1 cl=1 req=- BUY 1@500 AUCTION_REST",
                phases.changed(Phase.INTRADAY_AUCTION, Phase.CLOSED, PhaseCause.CALENDAR)),
            phases.at(200).subList(0, 3));
    }

    @Test
    void shouldTakeTheLastOfTheChangesThatHadToWait()
    {
        phases.calendar("INDEX", new Entry(100, 0, Phase.CONTINUOUS), new Entry(200, 0, Phase.POST_TRADE));
        phases.phase(Phase.OPENING_AUCTION);
        core.buy(1, 10, 505);
        core.sell(2, 4, 500);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(2, phases.at(100).size());
        assertEquals(2, phases.at(200).size());
        core.send(core.commands.complete(1, ClearingKind.INTRADAY));
        assertEquals(
            phases.changed(Phase.OPENING_AUCTION, Phase.POST_TRADE, PhaseCause.CALENDAR),
            core.send(core.commands.resume(1)).get(3));
    }

    @Test
    void shouldRefuseToTradeByCommandWhileTradingIsSuspended()
    {
        phases.phase(Phase.OPENING_AUCTION);
        core.buy(1, 10, 505);
        core.sell(2, 4, 500);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        final long before = core.stateHash();
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=1 WRONG_STATE"), phases.phase(Phase.CONTINUOUS));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=0 WRONG_STATE"),
            phases.changePhase(encoder -> encoder.phase(Phase.CONTINUOUS.value())));
        assertEquals(before, core.stateHash());
        assertEquals(
            List.of(phases.changed(Phase.OPENING_AUCTION, Phase.HALTED, PhaseCause.OPERATOR)),
            phases.phase(Phase.HALTED));
    }

    @Test
    void shouldKeepTimersAndCalendarsWhenSessionsEndAndOpen()
    {
        phases.phase(Phase.CLOSED, 100, Phase.PRE_OPEN);
        phases.calendar("INDEX", new Entry(200, 0, Phase.CONTINUOUS));
        core.send(core.commands.suspend(1, ClearingKind.EVENING));
        assertEquals(
            List.of(phases.changed(1, Phase.CLOSED, Phase.PRE_OPEN, PhaseCause.OPERATOR, 200)), phases.at(100));
        core.send(core.commands.complete(1, ClearingKind.EVENING));
        assertEquals(List.of("opened 2 date=20261122"), core.send(core.commands.openSession(2, 20261122)));
        assertEquals(
            phases.changed(1, Phase.PRE_OPEN, Phase.CONTINUOUS, PhaseCause.CALENDAR, 0), phases.at(200).get(0));
    }

    @Test
    void shouldWaitForTheNextSessionWithTradesOfOrdersThatOutliveTheLast()
    {
        phases.phase(Phase.OPENING_AUCTION, 100, Phase.CONTINUOUS);
        phases.limit(1, Side.BUY, 10, 505, TimeInForce.GTC);
        phases.limit(2, Side.SELL, 4, 500, TimeInForce.GTC);
        core.send(core.commands.suspend(1, ClearingKind.EVENING));
        core.send(core.commands.complete(1, ClearingKind.EVENING));
        assertEquals(List.of(), phases.at(100));
        final List<String> events = core.send(core.commands.openSession(2, 20261122));
        assertEquals(
            List.of(
                uncrossed(Phase.OPENING_AUCTION, 4, 505, 6),
                "trade 1 4@505 buy=1/cl1/rest6 sell=2/cl2/rest0 by NULL_VAL",
                phases.changed(Phase.OPENING_AUCTION, Phase.CONTINUOUS, PhaseCause.AUCTION_END)),
            events.subList(3, 6));
    }

    @Test
    void shouldKeepWhatIsToComeInSnapshots()
    {
        phases.withOther();
        assertEquals(
            List.of("CalendarSet firstStartNs=" + (phases.zeroNs + 1) + " entries=4 underlying=INDEX"),
            phases.calendar("INDEX", new Entry(1, 0, Phase.CONTINUOUS), new Entry(2, 0, Phase.CONTINUOUS),
                new Entry(900, 1_000, Phase.CLOSING_AUCTION), new Entry(3_000, 1_000_000, Phase.POST_TRADE)));
        phases.at(1);
        phases.at(2);
        core.send(phases.venue.priceControls(3, encoder -> encoder.staticRangeE5(10).volatilityAuctionNs(500)));
        core.order(2, encoder -> encoder.instrumentId(3).side(Side.SELL.value()).priceE5(515));
        core.order(1, encoder -> encoder.instrumentId(3).priceE5(515));
        core.send(phases.venue.priceControls(2, encoder -> encoder
            .limitWatchNs(700).limitWatchPct((short)50).limitShiftPct((short)10).maxLimitShifts((short)1)));
        core.order(2, encoder -> encoder.instrumentId(2).side(Side.SELL.value()).priceE5(500));
        core.order(1, encoder -> encoder.instrumentId(2).priceE5(500));
        phases.phase(4, Phase.HALTED);
        phases.phase(Phase.INTRADAY_AUCTION, 100, Phase.CONTINUOUS);
        core.buy(1, 10, 505);
        core.sell(2, 4, 500);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        phases.at(102);
        final EventRecorder restored = core.follow();
        phases.phase(3, Phase.HALTED);
        core.send(core.commands.complete(1, ClearingKind.INTRADAY));
        assertEquals(4, core.send(core.commands.resume(1)).size());
        phases.at(701);
        assertTrue(phases.at(702).getFirst().startsWith("PriceLimitsShifted"));
        for (final long ns : new long[]{703, 1_000, 2_000, 3_000, 100_000, 1_100_000})
        {
            phases.at(ns);
            core.stateHash();
            assertEquals(core.recorder.rollingHash, restored.rollingHash, "ns=" + ns);
        }
    }

    private static long endOfAuction(final PhaseFixture phases, final int instrumentId, final long seed)
    {
        phases.changePhase(encoder -> encoder
            .instrumentId(instrumentId)
            .phase(Phase.CLOSING_AUCTION.value())
            .durationNs(1_000)
            .randomEndNs(1_000_000)
            .seed(seed)
            .nextPhase(Phase.CLOSED.value()));
        return phases.core.engine.nextDeadlineNs() - phases.zeroNs;
    }
}
