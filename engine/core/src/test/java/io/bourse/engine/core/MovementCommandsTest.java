// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ClearingRange;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MovementCommandsTest
{
    private static final int OPTION = 10;
    private static final int SPREAD = 12;
    private static final int EXERCISE = 0;
    private static final int ASSIGNMENT = 1;
    private static final int EXPIRY = 2;
    private static final String CLOSED_BY_EXPIRY =
        "PhaseChanged endNs=0 instrumentId=10 phase=CLOSED previous=CONTINUOUS cause=EXPIRY";

    private CoreFixture core;
    private ContractCommandWriter contracts;
    private VenueCommandWriter venue;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture().withMembers();
        contracts = new ContractCommandWriter(core.commands);
        venue = new VenueCommandWriter(core.commands);
        core.send(core.commands.instrument(OPTION, "CALL", e -> e.kind(InstrumentKind.OPTION)));
        core.send(contracts.call(OPTION, 100));
        core.open();
    }

    @Test
    void shouldPublishTotalsWhenTradingIsSuspended()
    {
        assertEquals(List.of("suspended run=7 session=1 INTRADAY"), suspend(7, ClearingKind.INTRADAY));
        core.send(core.commands.complete(7, ClearingKind.INTRADAY));
        core.send(core.commands.resume(7));
        trade(1, 5);
        trade(1, 3);
        trade(OPTION, 4);
        core.order(1, e -> e.instrumentId(1).qtyLots(2).priceE5(90));
        assertEquals(
            List.of(
                "suspended run=8 session=1 INTRADAY", totals(2, 8, 8, 2, 1), totals(1, 4, 4, 1, OPTION)),
            suspend(8, ClearingKind.INTRADAY));
        core.send(core.commands.resume(8));
        tradeBack(1, 2);
        assertEquals(
            List.of(
                "suspended run=9 session=1 EVENING",
                totals(3, 10, 6, 3, 1),
                totals(1, 4, 4, 1, OPTION),
                "cleared session=1",
                "cancelled 7 cl=1 req=- BUY 2@90 SESSION_END"),
            suspend(9, ClearingKind.EVENING));
        core.send(core.commands.complete(9, ClearingKind.EVENING));
        core.send(core.commands.openSession(2, 20261122));
        assertEquals(
            List.of(
                "suspended run=10 session=2 INTRADAY", totals(0, 0, 6, 3, 1), totals(0, 0, 4, 1, OPTION)),
            suspend(10, ClearingKind.INTRADAY));
    }

    @Test
    void shouldCountTradesOutsideTheBook()
    {
        core.send(core.commands.instrument(SPREAD, "SPREAD", e -> e
            .kind(InstrumentKind.SPREAD).priceTickE5(1).lowLimitE5(-1_000).highLimitE5(1_000)));
        core.send(venue.legs(SPREAD, new int[]{OPTION, 1}, new int[]{-2, 1}));
        core.send(venue.negotiated(1, 1, 5, (short)1, 3, 100, "BB01"));
        core.send(venue.negotiated(2, 1, 5, (short)2, 3, 100, "AA01"));
        trade(SPREAD, 5);
        assertEquals(
            List.of(
                "suspended run=7 session=1 INTRADAY",
                totals(2, 8, 8, 2, 1),
                totals(1, 10, 10, 1, OPTION),
                totals(1, 5, 0, 1, SPREAD)),
            suspend(7, ClearingKind.INTRADAY));
    }

    /** Login 4 sells for the account for which login 1 has bought. */
    @Test
    void shouldCountOpenInterestOfAccountsWhenReadFromASnapshot()
    {
        core.send(core.commands.login(4, LoginProtocol.TWIME, "delta", "AA01"));
        trade(1, 5);
        core.order(2, e -> e.qtyLots(3));
        core.order(4, e -> e.side((short)2).qtyLots(3));
        final EventRecorder follower = core.follow();
        assertEquals(
            List.of("suspended run=7 session=1 INTRADAY", totals(2, 8, 2, 2, 1)), suspend(7, ClearingKind.INTRADAY));
        assertEquals(core.recorder.rollingHash, follower.rollingHash);
    }

    @Test
    void shouldMovePositionsForTheRunThatSuspended()
    {
        trade(OPTION, 5);
        assertEquals(
            movement("WRONG_STATE"), core.send(contracts.move(7, 0, row(0, OPTION, -5, EXERCISE))));
        suspend(7, ClearingKind.EVENING);
        assertEquals(
            movement("WRONG_STATE"), core.send(contracts.move(8, 0, row(0, OPTION, -5, EXERCISE))));
        assertEquals(
            List.of(moved(0, OPTION, -5, "EXERCISE"), moved(0, 1, 5, "EXERCISE")),
            core.send(contracts.move(7, 0, row(0, OPTION, -5, EXERCISE), row(0, 1, 5, EXERCISE))));
        assertEquals(
            movement("WRONG_STATE"),
            core.send(contracts.move(7, 0, row(0, OPTION, -5, EXERCISE))),
            "those rows are done");
        assertEquals(
            List.of(moved(1, OPTION, 5, "ASSIGNMENT"), moved(1, 1, -5, "ASSIGNMENT")),
            core.send(contracts.move(7, 2, row(1, OPTION, 5, ASSIGNMENT), row(1, 1, -5, ASSIGNMENT))));
        assertEquals(
            List.of(
                "position AA01001 id=0 instrument=1 net=5",
                "position BB01001 id=1 instrument=1 net=-5",
                "state request=3 orders=0 positions=2 trades=1"),
            core.send(core.commands.reportState(3)));
        assertEquals(
            List.of("completed run=7 session=1 EVENING"),
            core.send(core.commands.complete(7, ClearingKind.EVENING)));
        assertEquals(
            movement("WRONG_STATE"), core.send(contracts.move(7, 4, row(0, 1, -5, EXPIRY))), "the run is over");
    }

    @Test
    void shouldSayWhyPositionsOfADefaulterMove()
    {
        trade(OPTION, 5);
        suspend(7, ClearingKind.EVENING);
        assertEquals(
            List.of(moved(0, OPTION, -2, "PORTING"), moved(0, OPTION, -2, "CLOSE_OUT"),
                moved(0, OPTION, -1, "DELIVERY")),
            core.send(contracts.move(
                7, 0, row(0, OPTION, -2, 3), row(0, OPTION, -2, 4), row(0, OPTION, -1, 5))));
    }

    @Test
    void shouldMoveAllOrNone()
    {
        trade(OPTION, 5);
        core.send(core.commands.instrument(SPREAD, "SPREAD", e -> e.kind(InstrumentKind.SPREAD)));
        suspend(7, ClearingKind.EVENING);
        final long before = core.stateHash();
        final long[] right = row(0, OPTION, -5, EXPIRY);
        assertEquals(movement("INVALID_FIELD"), core.send(contracts.move(7, 0)));
        assertEquals(movement("INVALID_FIELD"), core.send(contracts.move(7, 0, right, row(1, OPTION, 0, EXPIRY))));
        assertEquals(movement("INVALID_FIELD"), core.send(contracts.move(7, 0, right, row(1, OPTION, 5, 6))));
        assertEquals(
            movement("QTY_OUT_OF_RANGE"), core.send(contracts.move(7, 0, right, row(1, 1, 1L << 31, EXPIRY))));
        assertEquals(
            movement("QTY_OUT_OF_RANGE"), core.send(contracts.move(7, 0, right, row(1, 1, Long.MIN_VALUE, EXPIRY))));
        assertEquals(
            movement("UNKNOWN_ACCOUNT"), core.send(contracts.move(7, 0, right, row(3, OPTION, 5, EXPIRY))));
        assertEquals(
            movement("UNKNOWN_ACCOUNT"), core.send(contracts.move(7, 0, right, row(-1, OPTION, 5, EXPIRY))));
        assertEquals(
            movement("UNKNOWN_INSTRUMENT"), core.send(contracts.move(7, 0, right, row(1, 99, 5, EXPIRY))));
        assertEquals(
            movement("INVALID_COMBINATION"), core.send(contracts.move(7, 0, right, row(1, SPREAD, 5, EXPIRY))));
        assertEquals(before, core.stateHash());
        final long most = ClearingRange.MAX_LOTS;
        assertEquals(
            List.of(moved(0, OPTION, most, "EXPIRY"), moved(1, OPTION, -most, "EXPIRY")),
            core.send(contracts.move(7, 0, row(0, OPTION, most, EXPIRY), row(1, OPTION, -most, EXPIRY))));
    }

    @Test
    void shouldNotCompleteWhenMovementsAreMissing()
    {
        trade(OPTION, 5);
        suspend(7, ClearingKind.EVENING);
        core.send(contracts.move(7, 0, row(0, OPTION, -5, EXPIRY)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=0 UNBALANCED_POSITIONS"),
            core.send(core.commands.complete(7, ClearingKind.EVENING)));
        core.send(contracts.move(7, 1, row(1, OPTION, 5, EXPIRY)));
        assertEquals(
            List.of("completed run=7 session=1 EVENING"),
            core.send(core.commands.complete(7, ClearingKind.EVENING)));
    }

    @Test
    void shouldNotGiveUpARunThatHasMovedPositions()
    {
        trade(OPTION, 5);
        suspend(7, ClearingKind.INTRADAY);
        core.send(contracts.move(7, 0, row(0, OPTION, -5, EXPIRY)));
        assertEquals(movement("WRONG_STATE"), core.send(core.commands.resume(7)));
        core.send(contracts.move(7, 1, row(1, OPTION, 5, EXPIRY)));
        assertEquals(movement("WRONG_STATE"), core.send(core.commands.resume(7)));
        assertEquals(
            List.of("completed run=7 session=1 INTRADAY"),
            core.send(core.commands.complete(7, ClearingKind.INTRADAY)));
        assertEquals(List.of("resumed run=7 session=1"), core.send(core.commands.resume(7)));
    }

    @Test
    void shouldCountMovedPositionsForMarginOfEveryLevel()
    {
        core.send(venue.margin(1, 100, 100));
        suspend(7, ClearingKind.INTRADAY);
        core.send(contracts.move(7, 0, row(0, 1, 5, EXERCISE), row(2, 1, -5, ASSIGNMENT)));
        assertEquals(
            List.of("CollateralSet collateralKopecks=9 requiredKopecks=500 level=CLIENT registerCode=AA01001"),
            core.send(venue.collateral(LimitLevel.CLIENT, "AA01001", 9)));
        assertEquals(
            List.of("CollateralSet collateralKopecks=9 requiredKopecks=500 level=BROKERAGE_FIRM registerCode=AA02"),
            core.send(venue.collateral(LimitLevel.BROKERAGE_FIRM, "AA02", 9)));
    }

    @Test
    void shouldExpireWithAllItsOrders()
    {
        trade(OPTION, 5);
        core.order(1, e -> e
            .instrumentId(OPTION).qtyLots(2).priceE5(90).timeInForce(TimeInForce.GTC.value()));
        core.special(2, e -> e
            .clOrdId(4).instrumentId(OPTION).side((short)2).qtyLots(1).orderType((short)3).stopPriceE5(80)
            .timeInForce(TimeInForce.GTC.value()));
        core.order(1, e -> e.instrumentId(1).qtyLots(2).priceE5(90).timeInForce(TimeInForce.GTC.value()));
        assertEquals(expiry("WRONG_STATE"), core.send(contracts.expire(7, OPTION)));
        suspend(7, ClearingKind.EVENING);
        assertEquals(expiry("WRONG_STATE"), core.send(contracts.expire(8, OPTION)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=99 UNKNOWN_INSTRUMENT"),
            core.send(contracts.expire(7, 99)));
        assertEquals(expiry("POSITION_OPEN"), core.send(contracts.expire(7, OPTION)));
        core.send(contracts.move(7, 0, row(0, OPTION, -5, EXPIRY)));
        assertEquals(expiry("POSITION_OPEN"), core.send(contracts.expire(7, OPTION)), "somebody is short");
        core.send(contracts.move(7, 1, row(1, OPTION, 5, EXPIRY)));
        assertEquals(
            List.of(
                "InstrumentExpired runId=7 instrumentId=10",
                "cancelled 3 cl=1 req=- BUY 2@90 INSTRUMENT_EXPIRED",
                "cancelled 4 cl=4 req=- SELL 1@0 INSTRUMENT_EXPIRED",
                CLOSED_BY_EXPIRY),
            core.send(contracts.expire(7, OPTION)));
        assertEquals(expiry("INSTRUMENT_EXPIRED"), core.send(contracts.expire(7, OPTION)));
    }

    @Test
    void shouldRefuseWhatAnExpiredInstrumentDoesNotTake()
    {
        expire(7);
        final String refused = "rejected cl=1 order=- account=AA01001 instrument=10 INSTRUMENT_EXPIRED";
        assertEquals(List.of(refused), core.order(1, e -> e.instrumentId(OPTION).qtyLots(2).priceE5(90)));
        assertEquals(
            List.of("rejected cl=- order=- account=AA01001 instrument=10 INSTRUMENT_EXPIRED"),
            core.send(contracts.exercise("AA01001", OPTION, 1)));
        assertEquals(
            List.of("rejected cl=8 order=- account= instrument=10 INSTRUMENT_EXPIRED"),
            core.send(new QuoteCommandWriter(core.commands).request(2, OPTION, 0, 1)));
        assertEquals(
            expiry("INSTRUMENT_EXPIRED"),
            core.send(venue.changePhase(OPTION, Phase.CONTINUOUS, 0, 0, Phase.CONTINUOUS)));
        assertEquals(
            List.of(
                "PhaseChanged endNs=0 instrumentId=1 phase=HALTED previous=CONTINUOUS cause=OPERATOR",
                "PhaseChanged endNs=0 instrumentId=2 phase=HALTED previous=CONTINUOUS cause=OPERATOR",
                "PhaseChanged endNs=0 instrumentId=3 phase=HALTED previous=CONTINUOUS cause=OPERATOR"),
            core.send(venue.changePhase(0, Phase.HALTED, 0, 0, Phase.CONTINUOUS)));
        core.send(core.commands.instrument(SPREAD, "SPREAD", e -> e.kind(InstrumentKind.SPREAD)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=12 INSTRUMENT_EXPIRED"),
            core.send(venue.legs(SPREAD, new int[]{OPTION, 1}, new int[]{-1, 1})));
    }

    @Test
    void shouldExerciseIntoAFutureThatHasEnded()
    {
        trade(OPTION, 5);
        suspend(6, ClearingKind.INTRADAY);
        core.send(contracts.expire(6, 1));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=1 INSTRUMENT_EXPIRED"),
            core.send(contracts.contract(1, e -> e.lotUnits(10))));
        core.send(core.commands.complete(6, ClearingKind.INTRADAY));
        core.send(core.commands.resume(6));
        suspend(7, ClearingKind.EVENING);
        assertEquals(
            List.of(
                moved(0, OPTION, -5, "EXERCISE"),
                moved(0, 1, 5, "EXERCISE"),
                moved(1, OPTION, 5, "ASSIGNMENT"),
                moved(1, 1, -5, "ASSIGNMENT")),
            core.send(contracts.move(
                7, 0, row(0, OPTION, -5, EXERCISE), row(0, 1, 5, EXERCISE), row(1, OPTION, 5, ASSIGNMENT),
                row(1, 1, -5, ASSIGNMENT))));
        assertEquals(
            movement("POSITION_OPEN"), core.send(core.commands.complete(7, ClearingKind.EVENING)), "5 lots are left");
        assertEquals(
            List.of(moved(0, 1, -5, "EXPIRY"), moved(1, 1, 5, "EXPIRY")),
            core.send(contracts.move(7, 4, row(0, 1, -5, EXPIRY), row(1, 1, 5, EXPIRY))));
        assertEquals(
            List.of("InstrumentExpired runId=7 instrumentId=10", CLOSED_BY_EXPIRY),
            core.send(contracts.expire(7, OPTION)));
        assertEquals(
            List.of("completed run=7 session=1 EVENING"),
            core.send(core.commands.complete(7, ClearingKind.EVENING)));
        assertEquals(
            List.of("state request=3 orders=0 positions=0 trades=1"), core.send(core.commands.reportState(3)));
    }

    @Test
    void shouldForgetPhasesToCome()
    {
        core.send(venue.changePhase(OPTION, Phase.HALTED, 500, 0, Phase.CONTINUOUS));
        core.send(venue.calendar(
            "", 2, new long[]{core.timeNs + 600}, new Phase[]{Phase.PRE_OPEN}));
        suspend(7, ClearingKind.EVENING);
        assertEquals(
            List.of(
                "InstrumentExpired runId=7 instrumentId=10",
                "PhaseChanged endNs=0 instrumentId=10 phase=CLOSED previous=HALTED cause=EXPIRY"),
            core.send(contracts.expire(7, OPTION)));
        core.timeNs += 700;
        final List<String> events = core.send(venue.advanceTime());
        assertEquals(3, events.size(), events::toString);
        assertTrue(events.stream().noneMatch(event -> event.contains("instrumentId=10")), events::toString);
    }

    @Test
    void shouldNotWatchThePriceAnyMore()
    {
        core.send(venue.priceControls(OPTION, e -> e
            .limitWatchNs(1_000).limitWatchPct((short)50).limitShiftPct((short)10).maxLimitShifts((short)1)));
        trade(OPTION, 5);
        tradeBack(OPTION, 5);
        suspend(7, ClearingKind.EVENING);
        assertEquals(core.timeNs + 1_000, core.engine.nextDeadlineNs());
        core.send(contracts.expire(7, OPTION));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldExpireStrategiesWithTheirLeg()
    {
        core.send(core.commands.instrument(SPREAD, "SPREAD", e -> e
            .kind(InstrumentKind.SPREAD).priceTickE5(1).lowLimitE5(-1_000).highLimitE5(1_000)));
        core.send(venue.legs(SPREAD, new int[]{OPTION, 1}, new int[]{-1, 1}));
        core.order(1, e -> e
            .instrumentId(SPREAD).qtyLots(2).priceE5(5).timeInForce(TimeInForce.GTC.value()));
        core.send(core.commands.instrument(13, "NO-LEG", 1, 0, 1_000));
        suspend(7, ClearingKind.EVENING);
        assertEquals(
            List.of(
                "InstrumentExpired runId=7 instrumentId=13",
                "PhaseChanged endNs=0 instrumentId=13 phase=CLOSED previous=CONTINUOUS cause=EXPIRY"),
            core.send(contracts.expire(7, 13)));
        assertEquals(
            List.of(
                "InstrumentExpired runId=7 instrumentId=10",
                CLOSED_BY_EXPIRY,
                "InstrumentExpired runId=7 instrumentId=12",
                "cancelled 1 cl=1 req=- BUY 2@5 INSTRUMENT_EXPIRED",
                "PhaseChanged endNs=0 instrumentId=12 phase=CLOSED previous=CONTINUOUS cause=EXPIRY"),
            core.send(contracts.expire(7, OPTION)));
    }

    private void expire(final long runId)
    {
        suspend(runId, ClearingKind.INTRADAY);
        core.send(contracts.expire(runId, OPTION));
        core.send(core.commands.complete(runId, ClearingKind.INTRADAY));
        core.send(core.commands.resume(runId));
    }

    private List<String> suspend(final long runId, final ClearingKind kind)
    {
        return core.send(core.commands.suspend(runId, kind));
    }

    /** Login 1 buys from login 2. */
    private void trade(final int instrumentId, final long lots)
    {
        core.order(2, e -> e.instrumentId(instrumentId).side((short)2).qtyLots(lots).priceE5(100));
        core.order(1, e -> e.instrumentId(instrumentId).side((short)1).qtyLots(lots).priceE5(100));
    }

    private void tradeBack(final int instrumentId, final long lots)
    {
        core.order(2, e -> e.instrumentId(instrumentId).side((short)1).qtyLots(lots).priceE5(95));
        core.order(1, e -> e.instrumentId(instrumentId).side((short)2).qtyLots(lots).priceE5(95));
    }

    private static long[] row(final long accountId, final long instrumentId, final long lots, final long kind)
    {
        return new long[]{accountId, instrumentId, lots, kind};
    }

    private static String moved(
        final int accountId, final int instrumentId, final long lots, final String kind)
    {
        return "PositionMoved runId=7 lots=" + lots + " accountCode=" + CoreFixture.ACCOUNTS[accountId + 1] +
            " accountId=" + accountId + " instrumentId=" + instrumentId + " kind=" + kind;
    }

    private static String totals(
        final long sessionTrades,
        final long sessionLots,
        final long openInterestLots,
        final long trades,
        final int instrumentId)
    {
        return "InstrumentTotals sessionTrades=" + sessionTrades + " sessionLots=" + sessionLots +
            " openInterestLots=" + openInterestLots + " trades=" + trades + " instrumentId=" + instrumentId;
    }

    private static List<String> movement(final String reason)
    {
        return List.of("rejected cl=- order=- account= instrument=0 " + reason);
    }

    private static List<String> expiry(final String reason)
    {
        return List.of("rejected cl=- order=- account= instrument=10 " + reason);
    }
}
