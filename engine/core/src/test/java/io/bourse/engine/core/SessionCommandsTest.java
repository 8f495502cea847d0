// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionCommandsTest
{
    private static final String WRONG_STATE = "rejected cl=- order=- account= instrument=0 WRONG_STATE";
    private static final String INVALID = "rejected cl=- order=- account= instrument=0 INVALID_FIELD";

    private CoreFixture core;
    private CommandWriter commands;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture().withMembers();
        commands = core.commands;
    }

    @Test
    void shouldOpenTheFirstSessionOnce()
    {
        assertEquals(List.of("opened 5 date=20261121"), core.send(commands.openSession(5, 20261121)));
        assertEquals(List.of(WRONG_STATE), core.send(commands.openSession(6, 20261122)));
    }

    @Test
    void shouldRefuseInvalidSession()
    {
        assertEquals(List.of(INVALID), core.send(commands.openSession(0, 20261121)));
        assertEquals(List.of(INVALID), core.send(commands.openSession(-1, 20261121)));
        assertEquals(List.of(INVALID), core.send(commands.openSession(1, 0)));
    }

    @Test
    void shouldRefuseClearingWhenNoSessionIsOpen()
    {
        assertEquals(List.of(WRONG_STATE), core.send(commands.suspend(1, ClearingKind.INTRADAY)));
        assertEquals(List.of(WRONG_STATE), core.send(commands.suspend(1, ClearingKind.EVENING)));
        assertEquals(List.of(WRONG_STATE), core.send(commands.resume(0)));
        assertEquals(List.of(WRONG_STATE), core.send(commands.complete(0, ClearingKind.EVENING)));
    }

    @Test
    void shouldRunAnIntradayClearing()
    {
        core.open();
        core.buy(1, 5, 100);
        assertEquals(
            List.of("suspended run=7 session=1 INTRADAY"), core.send(commands.suspend(7, ClearingKind.INTRADAY)));
        assertEquals(
            List.of("settlement run=7 INTRADAY instrument=2 price=640 value=120000 limits=200..900"),
            core.send(commands.settlement(7, 2, 640, 120_000, 200, 900)));
        assertEquals(
            List.of("completed run=7 session=1 INTRADAY"), core.send(commands.complete(7, ClearingKind.INTRADAY)));
        assertEquals(List.of("resumed run=7 session=1"), core.send(commands.resume(7)));
        assertEquals(List.of("5@100 x1"), core.depth(0, Side.BUY));
        assertEquals(
            List.of("rejected cl=1 order=- account=AA01001 instrument=2 PRICE_OUT_OF_LIMITS"),
            core.order(1, encoder -> encoder.instrumentId(2).priceE5(190)));
        assertEquals(
            List.of("accepted 2 cl=1 BUY 1@900 DAY"),
            core.order(1, encoder -> encoder.instrumentId(2).priceE5(900)));
    }

    @Test
    void shouldTakePriceLimitsThatLeaveOnePrice()
    {
        core.open();
        core.send(commands.suspend(7, ClearingKind.INTRADAY));
        assertEquals(
            List.of("settlement run=7 INTRADAY instrument=2 price=640 value=120000 limits=640..640"),
            core.send(commands.settlement(7, 2, 640, 120_000, 640, 640)));
    }

    @Test
    void shouldResumeWhenIntradayRunIsGivenUp()
    {
        core.open();
        core.send(commands.suspend(7, ClearingKind.INTRADAY));
        assertEquals(List.of("resumed run=7 session=1"), core.send(commands.resume(7)));
        assertEquals(List.of("accepted 1 cl=1 BUY 5@100 DAY"), core.buy(1, 5, 100));
        assertEquals(
            List.of("suspended run=8 session=1 EVENING", "cleared session=1",
                "cancelled 1 cl=1 req=- BUY 5@100 SESSION_END"),
            core.send(commands.suspend(8, ClearingKind.EVENING)));
    }

    @Test
    void shouldRefuseWhatDoesNotFitTheRun()
    {
        core.open();
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=2 WRONG_STATE"),
            core.send(commands.settlement(7, 2, 640, 120_000, 200, 900)));
        core.send(commands.suspend(7, ClearingKind.INTRADAY));
        final long before = core.stateHash();
        assertEquals(List.of(WRONG_STATE), core.send(commands.suspend(7, ClearingKind.INTRADAY)));
        assertEquals(List.of(WRONG_STATE), core.send(commands.suspend(8, ClearingKind.EVENING)));
        assertEquals(List.of(WRONG_STATE), core.send(commands.openSession(2, 20261122)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=2 WRONG_STATE"),
            core.send(commands.settlement(8, 2, 640, 120_000, 200, 900)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=9 UNKNOWN_INSTRUMENT"),
            core.send(commands.settlement(7, 9, 640, 120_000, 200, 900)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=2 INVALID_FIELD"),
            core.send(commands.settlement(7, 2, 640, 0, 200, 900)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=2 INVALID_FIELD"),
            core.send(commands.settlement(7, 2, 640, 120_000, 901, 900)));
        assertEquals(List.of(WRONG_STATE), core.send(commands.complete(8, ClearingKind.INTRADAY)));
        assertEquals(List.of(WRONG_STATE), core.send(commands.complete(7, ClearingKind.EVENING)));
        assertEquals(List.of(INVALID), core.send(commands.complete(7, ClearingKind.NULL_VAL)));
        assertEquals(List.of(WRONG_STATE), core.send(commands.resume(8)));
        assertEquals(before, core.stateHash());
        core.send(commands.complete(7, ClearingKind.INTRADAY));
        assertEquals(List.of(WRONG_STATE), core.send(commands.complete(7, ClearingKind.INTRADAY)));
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=2 WRONG_STATE"),
            core.send(commands.settlement(7, 2, 640, 120_000, 200, 900)));
    }

    @Test
    void shouldPublishAgainWhenTheLastRunIsCorrected()
    {
        core.open();
        core.send(commands.suspend(7, ClearingKind.INTRADAY));
        core.send(commands.settlement(7, 2, 640, 120_000, 200, 900));
        core.send(commands.complete(7, ClearingKind.INTRADAY));
        core.send(commands.resume(7));
        assertEquals(
            List.of("settlement run=7 INTRADAY instrument=2 price=650 value=120000 limits=300..950"),
            core.send(commands.settlement(7, 2, 650, 120_000, 300, 950)));
        assertEquals(
            List.of("rejected cl=1 order=- account=AA01001 instrument=2 PRICE_OUT_OF_LIMITS"),
            core.order(1, encoder -> encoder.instrumentId(2).priceE5(290)));
        core.send(commands.suspend(8, ClearingKind.EVENING));
        final String refused = "rejected cl=- order=- account= instrument=2 WRONG_STATE";
        assertEquals(List.of(refused), core.send(commands.settlement(7, 2, 640, 120_000, 200, 900)));
        core.send(commands.complete(8, ClearingKind.EVENING));
        core.send(commands.openSession(2, 20261122));
        assertEquals(List.of(refused), core.send(commands.settlement(7, 2, 640, 120_000, 200, 900)));
        assertEquals(
            List.of("settlement run=8 EVENING instrument=2 price=660 value=130000 limits=310..960"),
            core.send(commands.settlement(8, 2, 660, 130_000, 310, 960)));
    }

    @Test
    void shouldRefuseUnknownClearingKind()
    {
        core.open();
        assertEquals(List.of(INVALID), core.send(commands.suspend(7, ClearingKind.NULL_VAL)));
    }

    @Test
    void shouldClearBooksInDefinedOrderWhenEvening()
    {
        core.open();
        core.order(1, encoder -> encoder.clOrdId(1).instrumentId(2).priceE5(500));
        core.buy(2, 1, 99);
        core.buy(3, 2, 100);
        core.sell(4, 3, 105);
        core.buy(5, 4, 100);
        core.sell(6, 5, 104);
        assertEquals(
            List.of(
                "suspended run=9 session=1 EVENING",
                "cleared session=1",
                "cancelled 3 cl=3 req=- BUY 2@100 SESSION_END",
                "cancelled 5 cl=5 req=- BUY 4@100 SESSION_END",
                "cancelled 2 cl=2 req=- BUY 1@99 SESSION_END",
                "cancelled 6 cl=6 req=- SELL 5@104 SESSION_END",
                "cancelled 4 cl=4 req=- SELL 3@105 SESSION_END",
                "cancelled 1 cl=1 req=- BUY 1@500 SESSION_END"),
            core.send(commands.suspend(9, ClearingKind.EVENING)));
        assertEquals(
            List.of("rejected cl=7 order=3 account= instrument=0 UNKNOWN_ORDER"), core.cancel(1, 7, 3));
        assertEquals(
            List.of("rejected cl=8 order=- account=AA01001 instrument=1 TRADING_SUSPENDED"), core.buy(8, 1, 100));
    }

    @Test
    void shouldEndTheSessionWhenEveningRunIsComplete()
    {
        core.open();
        core.send(commands.suspend(9, ClearingKind.EVENING));
        assertEquals(List.of(WRONG_STATE), core.send(commands.resume(9)));
        assertEquals(
            List.of("completed run=9 session=1 EVENING"), core.send(commands.complete(9, ClearingKind.EVENING)));
        assertEquals(List.of(WRONG_STATE), core.send(commands.resume(9)));
        assertEquals(List.of(WRONG_STATE), core.send(commands.suspend(10, ClearingKind.INTRADAY)));
        assertEquals(
            List.of("rejected cl=1 order=- account=AA01001 instrument=1 SESSION_CLOSED"), core.buy(1, 1, 100));
        assertEquals(List.of(WRONG_STATE), core.send(commands.openSession(1, 20261122)));
        assertEquals(List.of(WRONG_STATE), core.send(commands.openSession(2, 20261121)), "that date is cleared");
        assertEquals(List.of(WRONG_STATE), core.send(commands.openSession(2, 20261120)));
        assertEquals(List.of("opened 2 date=20261122"), core.send(commands.openSession(2, 20261122)));
        assertEquals(List.of("accepted 1 cl=1 BUY 1@100 DAY"), core.buy(1, 1, 100));
    }

    @Test
    void shouldReportOrdersAndPositions()
    {
        core.open();
        core.buy(1, 10, 100);
        core.sell(2, 4, 100);
        core.order(3, 3, Side.SELL, 2, 100);
        core.sell(4, 7, 120);
        core.sell(5, 7, 120);
        core.order(3, encoder -> encoder.clOrdId(6).instrumentId(2).priceE5(500).qtyLots(3));
        core.order(2, encoder -> encoder
            .clOrdId(7).instrumentId(2).priceE5(490).qtyLots(3).side(Side.SELL.value()));
        assertEquals(
            List.of(
                "order 1 cl=1 BUY 4@100 account=AA01001 instrument=1 login=1",
                "order 4 cl=4 SELL 7@120 account=BB01001 instrument=1 login=2",
                "order 5 cl=5 SELL 7@120 account=BB01001 instrument=1 login=2",
                "position AA01001 id=0 instrument=1 net=6",
                "position BB01001 id=1 instrument=1 net=-4",
                "position BB01001 id=1 instrument=2 net=-3",
                "position AA02001 id=2 instrument=1 net=-2",
                "position AA02001 id=2 instrument=2 net=3",
                "state request=31 orders=3 positions=5 trades=3"),
            core.send(commands.reportState(31)));
    }

    @Test
    void shouldReportNoPositionWhenItIsFlatAgain()
    {
        core.open();
        core.buy(1, 1, 100);
        core.sell(2, 1, 100);
        core.order(1, 3, Side.SELL, 1, 100);
        core.order(2, 4, Side.BUY, 1, 100);
        assertEquals(
            List.of("state request=1 orders=0 positions=0 trades=2"), core.send(commands.reportState(1)));
    }

    @Test
    void shouldHashTheStateOnly()
    {
        core.open();
        final long before = core.stateHash();
        assertEquals(before, core.stateHash());
        core.buy(1, 1, 100);
        final long withOrder = core.stateHash();
        assertNotEquals(before, withOrder);
        core.cancel(1, 2, 1);
        assertNotEquals(withOrder, core.stateHash());
        assertNotEquals(before, core.stateHash());
    }

    @Test
    void shouldAnswerGatewayBarrier()
    {
        assertEquals(List.of("connected gateway=1 epoch=123456"), core.send(commands.connectGateway(123456)));
    }
}
