// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static io.bourse.engine.core.PhaseFixture.indicated;
import static io.bourse.engine.core.PhaseFixture.uncrossed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import org.junit.jupiter.api.Test;

/**
 * What auctions collect, publish, trade and leave. The settlement price of the instruments is 500.
 */
class AuctionTest
{
    private final PhaseFixture phases = new PhaseFixture();
    private final CoreFixture core = phases.core;

    @Test
    void shouldIndicateWhatAnAuctionWouldGiveOnceATransactionAndOnlyWhenThatChanges()
    {
        phases.phase(Phase.OPENING_AUCTION);
        assertEquals(List.of("accepted 1 cl=1 BUY 10@505 DAY"), core.buy(1, 10, 505));
        assertEquals(
            List.of("accepted 2 cl=2 SELL 4@500 DAY", indicated(4, 505, 6)), core.sell(2, 4, 500));
        assertEquals(List.of("accepted 3 cl=3 SELL 5@600 DAY"), core.sell(3, 5, 600));
        assertEquals(
            List.of("accepted 4 cl=4 SELL 6@502 DAY", indicated(10, 502, 0)), core.sell(4, 6, 502));
        assertEquals(
            List.of(
                "replaced 1->1 cl=1->5 BUY 10@505->3@505 SET_REST",
                indicated(3, 500, -1)),
            core.replace(1, 5, 1, ReplaceMode.SET_REST, 3, 505));
        assertEquals(
            List.of("cancelled 1 cl=5 req=6 BUY 3@505 REQUESTED", indicated(0, 0, 0)), core.cancel(1, 6, 1));
    }

    @Test
    void shouldUncrossBeforeThePhaseChanges()
    {
        phases.phase(Phase.OPENING_AUCTION);
        core.buy(1, 10, 505);
        core.sell(2, 4, 500);
        core.sell(3, 8, 502);
        core.buy(4, 1, 490);
        assertEquals(
            List.of(
                uncrossed(Phase.OPENING_AUCTION, 10, 502, -2),
                "trade 1 4@502 buy=1/cl1/rest6 sell=2/cl2/rest0 by NULL_VAL",
                "trade 2 6@502 buy=1/cl1/rest0 sell=3/cl3/rest2 by NULL_VAL",
                phases.changed(Phase.OPENING_AUCTION, Phase.CONTINUOUS, PhaseCause.OPERATOR)),
            phases.phase(Phase.CONTINUOUS));
        assertEquals(List.of("2@502 x1"), core.depth(0, Side.SELL));
        assertEquals(List.of("1@490 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldTradeAtPricesOfSeveralSteps()
    {
        phases.phase(2, Phase.OPENING_AUCTION);
        core.order(1, encoder -> encoder.instrumentId(2).qtyLots(4).priceE5(510));
        assertEquals(
            indicated(4, 510, 0).replace("instrumentId=1", "instrumentId=2"),
            core.order(2, encoder ->
                encoder.instrumentId(2).side(Side.SELL.value()).qtyLots(4).priceE5(510)).get(1));
        assertEquals(
            List.of(
                uncrossed(Phase.OPENING_AUCTION, 4, 510, 0).replace("instrumentId=1", "instrumentId=2"),
                "trade 1 4@510 buy=1/cl1/rest0 sell=2/cl1/rest0 by NULL_VAL"),
            phases.phase(2, Phase.CONTINUOUS).subList(0, 2));
    }

    @Test
    void shouldSayThatNothingWasTradedWhenTheBookIsNotCrossed()
    {
        phases.phase(Phase.INTRADAY_AUCTION);
        core.buy(1, 10, 490);
        core.sell(2, 4, 500);
        assertEquals(
            List.of(
                uncrossed(Phase.INTRADAY_AUCTION, 0, 0, 0),
                phases.changed(Phase.INTRADAY_AUCTION, Phase.POST_TRADE, PhaseCause.OPERATOR)),
            phases.phase(Phase.POST_TRADE));
    }

    @Test
    void shouldPublishNothingBeforeTheOpeningAndIndicateWhenTheAuctionBegins()
    {
        phases.phase(Phase.PRE_OPEN);
        assertEquals(List.of("accepted 1 cl=1 BUY 10@505 DAY"), core.buy(1, 10, 505));
        assertEquals(List.of("accepted 2 cl=2 SELL 4@500 DAY"), core.sell(2, 4, 500));
        assertEquals(
            List.of(
                phases.changed(Phase.PRE_OPEN, Phase.OPENING_AUCTION, PhaseCause.OPERATOR),
                indicated(4, 505, 6)),
            phases.phase(Phase.OPENING_AUCTION));
        assertEquals(
            List.of(phases.changed(Phase.OPENING_AUCTION, Phase.OPENING_AUCTION, PhaseCause.OPERATOR)),
            phases.phase(Phase.OPENING_AUCTION));
    }

    @Test
    void shouldUncrossWhenContinuousTradingFollowsTheCollectingOfOrders()
    {
        phases.phase(Phase.PRE_OPEN);
        core.buy(1, 10, 505);
        core.sell(2, 4, 500);
        assertEquals(
            List.of(
                uncrossed(Phase.PRE_OPEN, 4, 505, 6),
                "trade 1 4@505 buy=1/cl1/rest6 sell=2/cl2/rest0 by NULL_VAL",
                phases.changed(Phase.PRE_OPEN, Phase.CONTINUOUS, PhaseCause.OPERATOR)),
            phases.phase(Phase.CONTINUOUS));
    }

    @Test
    void shouldKeepTheAuctionWhenItIsHaltedAndUncrossItWhenTheHaltEnds()
    {
        phases.phase(Phase.OPENING_AUCTION);
        core.buy(1, 10, 505);
        core.sell(2, 4, 500);
        assertEquals(
            List.of(phases.changed(Phase.OPENING_AUCTION, Phase.HALTED, PhaseCause.OPERATOR)),
            phases.phase(Phase.HALTED));
        assertEquals(
            List.of(
                uncrossed(Phase.HALTED, 4, 505, 6),
                "trade 1 4@505 buy=1/cl1/rest6 sell=2/cl2/rest0 by NULL_VAL",
                phases.changed(Phase.HALTED, Phase.CONTINUOUS, PhaseCause.OPERATOR)),
            phases.phase(Phase.CONTINUOUS));
    }

    @Test
    void shouldGoOnWithTheAuctionWhenTheHaltEndsInOne()
    {
        phases.phase(Phase.OPENING_AUCTION);
        core.buy(1, 10, 505);
        core.sell(2, 4, 500);
        phases.phase(Phase.HALTED);
        assertEquals(
            List.of(
                phases.changed(Phase.HALTED, Phase.OPENING_AUCTION, PhaseCause.OPERATOR), indicated(4, 505, 6)),
            phases.phase(Phase.OPENING_AUCTION));
    }

    @Test
    void shouldActivateWaitingOrdersOfTheirAuctionInOrderOfArrival()
    {
        phases.phase(Phase.PRE_OPEN);
        assertEquals(
            List.of("accepted 1 cl=1 BUY 1@500 AT_OPENING", terms(1)),
            phases.limit(1, Side.BUY, 1, 500, TimeInForce.AT_OPENING));
        phases.limit(2, Side.BUY, 2, 500, TimeInForce.AT_CLOSE);
        phases.limit(3, Side.BUY, 3, 500, TimeInForce.GOOD_FOR_AUCTION);
        phases.limit(4, Side.BUY, 4, 500, TimeInForce.AT_OPENING);
        assertEquals(List.of(), core.depth(0, Side.BUY));
        assertEquals(
            List.of(
                phases.changed(Phase.PRE_OPEN, Phase.OPENING_AUCTION, PhaseCause.OPERATOR),
                activated(1, 1, "AT_OPENING"),
                activated(3, 3, "GOOD_FOR_AUCTION"),
                activated(4, 4, "AT_OPENING")),
            phases.phase(Phase.OPENING_AUCTION));
        assertEquals(
            List.of("accepted 5 cl=5 SELL 2@400 DAY", indicated(2, 500, 6)), core.sell(5, 2, 400));
        assertEquals(
            List.of(
                uncrossed(Phase.OPENING_AUCTION, 2, 500, 6),
                "trade 1 1@500 buy=1/cl1/rest0 sell=5/cl5/rest1 by NULL_VAL",
                "trade 2 1@500 buy=3/cl3/rest2 sell=5/cl5/rest0 by NULL_VAL",
                "cancelled 3 cl=3 req=- BUY 2@500 AUCTION_REST",
                "cancelled 4 cl=4 req=- BUY 4@500 AUCTION_REST",
                phases.changed(Phase.OPENING_AUCTION, Phase.CONTINUOUS, PhaseCause.OPERATOR)),
            phases.phase(Phase.CONTINUOUS));
        assertEquals(
            List.of(
                phases.changed(Phase.CONTINUOUS, Phase.CLOSING_AUCTION, PhaseCause.OPERATOR),
                activated(2, 2, "AT_CLOSE")),
            phases.phase(Phase.CLOSING_AUCTION));
    }

    @Test
    void shouldCancelOrderThatWaitsForItsAuction()
    {
        phases.limit(1, Side.BUY, 1, 500, TimeInForce.AT_CLOSE);
        phases.limit(2, Side.BUY, 2, 500, TimeInForce.AT_CLOSE);
        phases.limit(3, Side.BUY, 3, 500, TimeInForce.AT_CLOSE);
        assertEquals(List.of("cancelled 2 cl=2 req=4 BUY 2@500 REQUESTED"), core.cancel(1, 4, 2));
        assertEquals(
            List.of(
                phases.changed(Phase.CONTINUOUS, Phase.CLOSING_AUCTION, PhaseCause.OPERATOR),
                activated(1, 1, "AT_CLOSE"),
                activated(3, 3, "AT_CLOSE")),
            phases.phase(Phase.CLOSING_AUCTION));
    }

    @Test
    void shouldClearUpAfterTheAuction()
    {
        phases.phase(Phase.OPENING_AUCTION);
        phases.special(1, Side.BUY, 5, OrderType.MARKET, encoder -> { });
        phases.special(2, Side.BUY, 6, OrderType.MARKET_TO_LIMIT, encoder -> { });
        phases.special(3, Side.BUY, 7, OrderType.MARKET, encoder -> { });
        phases.limit(4, Side.BUY, 8, 510, TimeInForce.AT_OPENING);
        core.buy(5, 9, 505);
        core.sell(6, 7, 500);
        assertEquals(
            List.of(
                uncrossed(Phase.OPENING_AUCTION, 7, 510, 19),
                "trade 1 5@510 buy=1/cl1/rest0 sell=6/cl6/rest2 by NULL_VAL",
                "trade 2 2@510 buy=2/cl2/rest4 sell=6/cl6/rest0 by NULL_VAL",
                "cancelled 4 cl=4 req=- BUY 8@510 AUCTION_REST",
                "replaced 2->7 cl=2->2 BUY 4@1000000->4@510 KEEP_QTY",
                "cancelled 3 cl=3 req=- BUY 7@1000000 AUCTION_REST",
                phases.changed(Phase.OPENING_AUCTION, Phase.CONTINUOUS, PhaseCause.OPERATOR)),
            phases.phase(Phase.CONTINUOUS));
        assertEquals(List.of("4@510 x1", "9@505 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldMakeLimitOrdersOfMarketToLimitOrdersAtTheAuctionPrice()
    {
        phases.phase(Phase.OPENING_AUCTION);
        phases.special(1, Side.SELL, 6, OrderType.MARKET_TO_LIMIT, encoder -> { });
        phases.special(2, Side.SELL, 3, OrderType.MARKET_TO_LIMIT, encoder -> { });
        core.buy(3, 4, 505);
        core.sell(4, 1, 508);
        assertEquals(
            List.of(
                uncrossed(Phase.OPENING_AUCTION, 4, 500, -5),
                "trade 1 4@500 buy=3/cl3/rest0 sell=1/cl1/rest2 by NULL_VAL",
                "replaced 1->5 cl=1->1 SELL 2@0->2@500 KEEP_QTY",
                "replaced 2->6 cl=2->2 SELL 3@0->3@500 KEEP_QTY",
                phases.changed(Phase.OPENING_AUCTION, Phase.CONTINUOUS, PhaseCause.OPERATOR)),
            phases.phase(Phase.CONTINUOUS));
        assertEquals(
            List.of(
                "accepted 7 cl=5 BUY 4@500 DAY",
                "trade 2 2@500 buy=7/cl5/rest2 sell=5/cl1/rest0 by BUY",
                "trade 3 2@500 buy=7/cl5/rest0 sell=6/cl2/rest1 by BUY"),
            core.buy(5, 4, 500));
    }

    @Test
    void shouldCancelMarketToLimitOrdersWhenNothingWasTraded()
    {
        phases.phase(Phase.CLOSING_AUCTION);
        phases.special(1, Side.SELL, 5, OrderType.MARKET, encoder -> { });
        phases.special(2, Side.SELL, 6, OrderType.MARKET_TO_LIMIT, encoder -> { });
        assertEquals(
            List.of(
                uncrossed(Phase.CLOSING_AUCTION, 0, 0, 0),
                "cancelled 2 cl=2 req=- SELL 6@0 AUCTION_REST",
                "cancelled 1 cl=1 req=- SELL 5@0 AUCTION_REST",
                phases.changed(Phase.CLOSING_AUCTION, Phase.POST_TRADE, PhaseCause.OPERATOR)),
            phases.phase(Phase.POST_TRADE));
    }

    @Test
    void shouldTradeMarketOrdersAtTheReferencePriceWhenNobodyNamesOne()
    {
        phases.phase(Phase.INTRADAY_AUCTION);
        phases.special(1, Side.SELL, 6, OrderType.MARKET, encoder -> { });
        assertEquals(
            indicated(6, 500, 2), phases.special(2, Side.BUY, 8, OrderType.MARKET, encoder -> { }).get(1));
        assertEquals(
            List.of("accepted 3 cl=3 BUY 1@510 DAY", indicated(6, 510, 3)), core.buy(3, 1, 510));
        assertEquals(
            List.of("accepted 4 cl=4 SELL 3@520 DAY", indicated(8, 520, -1)), core.sell(4, 3, 520));
    }

    @Test
    void shouldElectStopOrdersByTheAuctionPriceAndActivateThemInTheNextPhase()
    {
        phases.special(1, Side.BUY, 2, OrderType.STOP_LIMIT, encoder -> encoder.stopPriceE5(505).priceE5(510));
        phases.special(2, Side.BUY, 2, OrderType.STOP, encoder -> encoder.stopPriceE5(506));
        phases.phase(Phase.OPENING_AUCTION);
        core.buy(3, 4, 505);
        core.sell(4, 5, 505);
        core.sell(5, 5, 507);
        assertEquals(
            List.of(
                uncrossed(Phase.OPENING_AUCTION, 4, 505, -1),
                "trade 1 4@505 buy=3/cl3/rest0 sell=4/cl4/rest1 by NULL_VAL",
                phases.changed(Phase.OPENING_AUCTION, Phase.CONTINUOUS, PhaseCause.OPERATOR),
                triggered(1, 510),
                "trade 2 1@505 buy=1/cl1/rest1 sell=4/cl4/rest0 by BUY",
                "trade 3 1@507 buy=1/cl1/rest0 sell=5/cl5/rest4 by BUY",
                triggered(2, 1_000_000),
                "trade 4 2@507 buy=2/cl2/rest0 sell=5/cl5/rest2 by BUY"),
            phases.phase(Phase.CONTINUOUS));
    }

    @Test
    void shouldLetIcebergsTakePartWithEverything()
    {
        phases.phase(Phase.OPENING_AUCTION);
        phases.special(1, Side.BUY, 10, OrderType.LIMIT, encoder -> encoder.priceE5(505).displayLots(3));
        assertEquals(List.of("accepted 3 cl=2 SELL 8@505 DAY", indicated(8, 505, 2)), core.sell(2, 8, 505));
        assertEquals(
            List.of(
                uncrossed(Phase.OPENING_AUCTION, 8, 505, 2),
                "trade 1 8@505 buy=1/cl1/rest2 sell=3/cl2/rest0 by NULL_VAL",
                "SliceShown orderId=1 displayOrderId=4 priceE5=505 shownLots=2 restLots=2 instrumentId=1 " +
                    "loginId=1 side=BUY",
                phases.changed(Phase.OPENING_AUCTION, Phase.CONTINUOUS, PhaseCause.OPERATOR)),
            phases.phase(Phase.CONTINUOUS));
    }

    @Test
    void shouldStayInsidePriceLimitsThatHaveMoved()
    {
        phases.phase(Phase.OPENING_AUCTION);
        core.buy(1, 10, 505);
        core.sell(2, 4, 480);
        core.sell(3, 4, 500);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(
            indicated(4, 490, 6), core.send(core.commands.settlement(1, 1, 480, 100_000, 470, 490)).get(1));
        core.send(core.commands.complete(1, ClearingKind.INTRADAY));
        core.send(core.commands.resume(1));
        assertEquals(List.of("accepted 4 cl=4 BUY 1@481 DAY"), core.buy(4, 1, 481));
        assertEquals(
            List.of(
                uncrossed(Phase.OPENING_AUCTION, 4, 490, 6),
                "trade 1 4@490 buy=1/cl1/rest6 sell=2/cl2/rest0 by NULL_VAL",
                "cancelled 1 cl=1 req=- BUY 6@505 OUT_OF_LIMITS",
                "cancelled 3 cl=3 req=- SELL 4@500 OUT_OF_LIMITS",
                phases.changed(Phase.OPENING_AUCTION, Phase.CONTINUOUS, PhaseCause.OPERATOR)),
            phases.phase(Phase.CONTINUOUS));
    }

    @Test
    void shouldCountEveryOrderInsideLimitsThatHaveMovedBelowThePrice()
    {
        phases.phase(Phase.OPENING_AUCTION);
        core.sell(1, 2, 480);
        core.sell(2, 3, 485);
        core.sell(3, 4, 490);
        core.sell(4, 5, 500);
        core.buy(5, 20, 505);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(
            indicated(9, 490, 11), core.send(core.commands.settlement(1, 1, 480, 100_000, 470, 490)).get(1));
    }

    @Test
    void shouldWatchTheLastPriceOfAnAuction()
    {
        core.send(phases.venue.priceControls(1, encoder -> encoder
            .limitWatchNs(100).limitWatchPct((short)10).limitShiftPct((short)10).maxLimitShifts((short)1)));
        phases.phase(Phase.OPENING_AUCTION);
        core.buy(1, 1, 950_000);
        core.sell(2, 1, 950_000);
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        phases.phase(Phase.CONTINUOUS);
        assertEquals(phases.zeroNs + 100, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldCountTradesOfAnAuctionAndKeepThemForCorrections()
    {
        core.raiseTo(FeatureLevels.CORRECTABLE);
        phases.phase(2, Phase.OPENING_AUCTION);
        core.order(1, encoder -> encoder.clOrdId(1).instrumentId(2).qtyLots(3).priceE5(510));
        core.order(2, encoder -> encoder
            .clOrdId(2).instrumentId(2).side(Side.SELL.value()).qtyLots(4).priceE5(500));
        phases.phase(2, Phase.CONTINUOUS);
        assertEquals(
            List.of("broken 1 by 2 instrument=2 3@500->0@500 buy=1/1/AA01001/1 sell=2/2/BB01001/2 NULL_VAL NULL_VAL " +
                "wrong"),
            core.send(core.commands.bustTrade(0, 1, 2, "wrong")));
        assertTrue(core.send(core.commands.suspend(1, ClearingKind.INTRADAY)).contains(
            "InstrumentTotals sessionTrades=2 sessionLots=6 openInterestLots=0 trades=2 instrumentId=2"));
    }

    @Test
    void shouldClearUpHoweverManyOrdersAreLeft()
    {
        phases.phase(Phase.CLOSING_AUCTION);
        for (int i = 1; i <= 40; i++)
        {
            phases.special(i, Side.BUY, 1, OrderType.MARKET, encoder -> { });
        }
        assertEquals(42, phases.phase(Phase.POST_TRADE).size());
        assertEquals(List.of(), core.depth(0, Side.BUY));
    }

    /** Tables of instruments begin with 16 rows. */
    @Test
    void shouldTakeInstrumentsInAnyOrder()
    {
        phases.special(1, Side.BUY, 1, OrderType.STOP, encoder -> encoder.stopPriceE5(900));
        for (int id = 4; id <= 70; id++)
        {
            core.send(core.commands.instrument(id, "MORE-" + id, 1, 0, 1_000_000));
        }
        for (final int id : new int[]{17, 70, 18})
        {
            final String ofInstrument = "instrumentId=" + id;
            assertEquals(2, cross(id, 500).size());
            core.special(1, encoder -> encoder
                .clOrdId(3).instrumentId(id).qtyLots(1).orderType(OrderType.STOP.value()).stopPriceE5(505));
            core.order(1, encoder -> encoder
                .clOrdId(4).instrumentId(id).priceE5(400).timeInForce(TimeInForce.GOOD_FOR_AUCTION.value()));
            assertEquals(2, phases.phase(id, Phase.INTRADAY_AUCTION).size());
            assertEquals(indicated(1, 505, 0).replace("instrumentId=1", ofInstrument), cross(id, 505).get(1));
            final List<String> events = phases.phase(id, Phase.CONTINUOUS);
            assertEquals(6, events.size(), events::toString);
            assertTrue(events.get(4).startsWith("OrderActivated"), events::toString);
        }
    }

    @Test
    void shouldKeepStopOrdersOfAClosedMarketInOrderUntilItOpens()
    {
        for (final int id : new int[]{1, 3})
        {
            core.special(1, encoder -> encoder.clOrdId(10 + id).instrumentId(id).qtyLots(1)
                .orderType(OrderType.STOP_LIMIT.value()).stopPriceE5(505).priceE5(510));
            core.special(1, encoder -> encoder.clOrdId(20 + id).instrumentId(id).qtyLots(1)
                .orderType(OrderType.STOP_LIMIT.value()).stopPriceE5(505).priceE5(510));
        }
        for (final int id : new int[]{1, 3})
        {
            phases.phase(id, Phase.CLOSING_AUCTION);
            cross(id, 505);
            assertEquals(3, phases.phase(id, Phase.POST_TRADE).size());
        }
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        phases.phase(1, Phase.PRE_OPEN);
        assertEquals(List.of("cancelled 1 cl=11 req=5 BUY 1@510 REQUESTED"), core.cancel(1, 5, 1));
        assertEquals(List.of("cancelled 3 cl=13 req=6 BUY 1@510 REQUESTED"), core.cancel(1, 6, 3));
        phases.phase(1, Phase.POST_TRADE);
        core.send(core.commands.complete(1, ClearingKind.INTRADAY));
        assertEquals(List.of("resumed run=1 session=1"), core.send(core.commands.resume(1)));
        assertEquals(List.of("2"), activated(phases.phase(1, Phase.CONTINUOUS)));
        assertEquals(List.of("4"), activated(phases.phase(3, Phase.CONTINUOUS)));
    }

    private static List<String> activated(final List<String> events)
    {
        return events.stream().filter(event -> event.startsWith("OrderActivated"))
            .map(event -> event.replaceAll(".* orderId=([0-9]+) .*", "$1")).toList();
    }

    /** Login 1 buys a lot of login 2; gives back what the second order caused. */
    private List<String> cross(final int instrumentId, final long priceE5)
    {
        core.order(1, encoder -> encoder.clOrdId(1).instrumentId(instrumentId).priceE5(priceE5));
        return core.order(2, encoder -> encoder
            .clOrdId(2).instrumentId(instrumentId).side(Side.SELL.value()).priceE5(priceE5));
    }

    private static String terms(final long orderId)
    {
        return "OrderTerms orderId=" + orderId + " stopPriceE5=0 displayLots=0 displayVarianceLots=0 minLots=0 " +
            "matchRef=0 counterparty= place=AUCTION";
    }

    private static String triggered(final long orderId, final long priceE5)
    {
        return "OrderActivated orderId=" + orderId + " clOrdId=" + orderId + " priceE5=" + priceE5 +
            " restLots=2 accountCode=" + CoreFixture.ACCOUNTS[1] +
            " instrumentId=1 loginId=1 side=BUY timeInForce=DAY cause=TRIGGERED shown=1";
    }

    private static String activated(final long orderId, final long lots, final String timeInForce)
    {
        return "OrderActivated orderId=" + orderId + " clOrdId=" + orderId + " priceE5=500 restLots=" + lots +
            " accountCode=" + CoreFixture.ACCOUNTS[1] + " instrumentId=1 loginId=1 side=BUY timeInForce=" +
            timeInForce + " cause=AUCTION_STARTED shown=1";
    }
}
