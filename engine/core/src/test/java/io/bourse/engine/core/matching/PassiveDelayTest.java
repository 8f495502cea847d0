// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.bourse.engine.core.CoreFixture;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.VenueCommandWriter;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;

/**
 * Aggressing orders wait, everything else passes.
 */
class PassiveDelayTest
{
    private static final long DELAY_NS = 1_000;

    private CoreFixture core;
    private VenueCommandWriter commands;

    @BeforeEach
    void setUp()
    {
        core = new CoreFixture().withMembers().open();
        commands = new VenueCommandWriter(core.commands);
        delay(DELAY_NS);
    }

    @Test
    void shouldTradeAfterTheDelayWhenOrderAggresses()
    {
        core.sell(1, 5, 100);
        assertEquals(
            List.of("accepted 2 cl=2 BUY 3@101 DAY", terms(2, 0, "DELAY")), core.buy(2, 3, 101));
        assertEquals(core.timeNs + DELAY_NS, core.engine.nextDeadlineNs());
        assertEquals(List.of(), advance(DELAY_NS - 1));
        assertEquals(
            List.of(activated(2, 2, 101, 3, "DAY"), "trade 1 3@100 buy=2/cl2/rest0 sell=1/cl1/rest2 by BUY"),
            advance(1));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldLetPassiveOrdersAndCancelsPassWhileAnAggressorWaits()
    {
        core.sell(1, 5, 100);
        core.buy(2, 3, 101);
        assertEquals(List.of("cancelled 1 cl=1 req=3 SELL 5@100 REQUESTED"), core.cancel(2, 3, 1));
        assertEquals(List.of("accepted 3 cl=4 SELL 1@103 DAY"), core.sell(4, 1, 103));
        assertEquals(List.of(activated(2, 2, 101, 3, "DAY")), advance(DELAY_NS));
        assertEquals(List.of("3@101 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldEndDelaysInOrderOfDeadlineThenArrival()
    {
        core.sell(1, 5, 100);
        core.buy(2, 2, 100);
        core.buy(3, 2, 102);
        delay(DELAY_NS / 2);
        core.buy(4, 2, 101);
        assertEquals(List.of(
            activated(4, 4, 101, 2, "DAY"),
            "trade 1 2@100 buy=4/cl4/rest0 sell=1/cl1/rest3 by BUY",
            activated(2, 2, 100, 2, "DAY"),
            "trade 2 2@100 buy=2/cl2/rest0 sell=1/cl1/rest1 by BUY",
            activated(3, 3, 102, 2, "DAY"),
            "trade 3 1@100 buy=3/cl3/rest1 sell=1/cl1/rest0 by BUY"), advance(DELAY_NS));
        assertEquals(List.of("1@102 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldCancelWaitingOrder()
    {
        core.sell(1, 5, 100);
        core.buy(2, 3, 101);
        assertEquals(List.of("cancelled 2 cl=2 req=3 BUY 3@101 REQUESTED"), core.cancel(1, 3, 2));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        assertEquals(List.of(), advance(DELAY_NS));
        assertEquals(
            List.of("rejected cl=4 order=2 account= instrument=0 UNKNOWN_ORDER"), core.cancel(1, 4, 2));
    }

    @Test
    void shouldDelayReplacedOrderWhenItWouldAggress()
    {
        core.sell(1, 5, 100);
        core.buy(2, 3, 90);
        core.replace(1, 3, 2, ReplaceMode.KEEP_QTY, 0, 100);
        assertEquals(List.of(), core.depth(0, Side.BUY));
        assertEquals(List.of(
            activated(3, 3, 100, 3, "DAY"),
            "trade 1 3@100 buy=3/cl3/rest0 sell=1/cl1/rest2 by BUY"), advance(DELAY_NS));
    }

    @Test
    void shouldCancelWhatImmediateOrderCannotTradeAfterTheDelay()
    {
        core.sell(1, 5, 100);
        core.order(1, 2, Side.BUY, 9, 100, TimeInForce.IOC);
        core.order(1, 3, Side.BUY, 1, 100, TimeInForce.IOC);
        assertEquals(List.of(
            activated(2, 2, 100, 9, "IOC"),
            "trade 1 5@100 buy=2/cl2/rest4 sell=1/cl1/rest0 by BUY",
            "cancelled 2 cl=2 req=- BUY 4@100 IOC_REST",
            activated(3, 3, 100, 1, "IOC"),
            "cancelled 3 cl=3 req=- BUY 1@100 IOC_REST"), advance(DELAY_NS));
    }

    @Test
    void shouldAskForTheWholeQuantityTwiceWhenFillOrKill()
    {
        core.sell(1, 5, 100);
        assertEquals(
            List.of("rejected cl=2 order=- account=AA01001 instrument=1 FOK_NOT_FILLABLE"),
            core.order(1, 2, Side.BUY, 6, 100, TimeInForce.FOK));
        core.order(1, 3, Side.BUY, 4, 100, TimeInForce.FOK);
        core.order(1, 4, Side.BUY, 4, 100, TimeInForce.FOK);
        assertEquals(List.of(
            activated(2, 3, 100, 4, "FOK"),
            "trade 1 4@100 buy=2/cl3/rest0 sell=1/cl1/rest1 by BUY",
            activated(3, 4, 100, 4, "FOK"),
            "cancelled 3 cl=4 req=- BUY 4@100 IOC_REST"), advance(DELAY_NS));
    }

    @Test
    void shouldNotFillAPartWhenTheFirmSparesItsOwnOrdersByThen()
    {
        core.sell(1, 5, 100);
        core.order(1, 2, Side.SELL, 5, 100);
        core.order(1, 3, Side.BUY, 8, 100, TimeInForce.FOK);
        core.send(commands.selfTrade("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.CANCEL_INCOMING));
        assertEquals(List.of(
            activated(3, 3, 100, 8, "FOK"),
            "cancelled 3 cl=3 req=- BUY 8@100 IOC_REST"), advance(DELAY_NS));
        assertEquals(List.of("10@100 x2"), core.depth(0, Side.SELL));
    }

    @Test
    void shouldRefusePostOnlyOrderAtOnceWhenItWouldTrade()
    {
        core.sell(1, 5, 100);
        assertEquals(
            List.of("rejected cl=2 order=- account=AA01001 instrument=1 WOULD_TRADE"),
            core.order(1, encoder -> encoder.clOrdId(2).priceE5(100).conditions((short)OrderConditions.POST_ONLY)));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldDelayMarketOrderAndGiveItItsLimitAfterwards()
    {
        core.sell(1, 5, 100);
        core.special(1, encoder -> encoder.clOrdId(2).qtyLots(7).orderType(OrderType.MARKET.value()));
        core.cancel(2, 3, 1);
        core.sell(4, 5, 105);
        assertEquals(List.of(
            activated(2, 2, 1_000_000, 7, "DAY"),
            "trade 1 5@105 buy=2/cl2/rest2 sell=3/cl4/rest0 by BUY",
            "cancelled 2 cl=2 req=- BUY 2@1000000 MARKET_REST"), advance(DELAY_NS));
    }

    @Test
    void shouldDelayStopOrderWhenItsTriggerIsAlreadyMet()
    {
        core.sell(1, 5, 100);
        core.buy(2, 1, 100);
        advance(DELAY_NS);
        assertEquals(List.of("accepted 3 cl=3 BUY 2@101 DAY", terms(3, 90, "DELAY")), stopLimit(3, 90, 101));
        assertEquals(List.of(
            activated(3, 3, 101, 2, "DAY"),
            "trade 2 2@100 buy=3/cl3/rest0 sell=1/cl1/rest2 by BUY"), advance(DELAY_NS));
    }

    @Test
    void shouldNotDelayStopOrderWhenItIsTriggeredLater()
    {
        core.sell(1, 5, 100);
        core.sell(2, 5, 101);
        stopLimit(3, 100, 102);
        core.buy(4, 1, 100);
        assertEquals(List.of(
            activated(4, 4, 100, 1, "DAY"),
            "trade 1 1@100 buy=4/cl4/rest0 sell=1/cl1/rest4 by BUY",
            activated(3, 3, 102, 2, "DAY").replace("DELAY_ENDED", "TRIGGERED"),
            "trade 2 2@100 buy=3/cl3/rest0 sell=1/cl1/rest2 by BUY"), advance(DELAY_NS));
    }

    @Test
    void shouldKeepDelayWhenWaitingOrderShrinksAndDelayAnewWhenItMoves()
    {
        core.sell(1, 5, 100);
        core.buy(2, 3, 101);
        core.timeNs += DELAY_NS / 2;
        core.replace(1, 3, 2, ReplaceMode.SET_REST, 2, 101);
        assertEquals(core.timeNs + DELAY_NS / 2, core.engine.nextDeadlineNs());
        core.replace(1, 4, 2, ReplaceMode.SET_REST, 2, 100);
        assertEquals(core.timeNs + DELAY_NS, core.engine.nextDeadlineNs());
        assertEquals(List.of(), advance(DELAY_NS / 2));
        assertEquals(List.of(
            activated(3, 4, 100, 2, "DAY"),
            "trade 1 2@100 buy=3/cl4/rest0 sell=1/cl1/rest3 by BUY"), advance(DELAY_NS / 2));
    }

    @Test
    void shouldRestAtOnceWhenReplacedOrderWouldNotTrade()
    {
        core.sell(1, 5, 100);
        core.buy(2, 3, 101);
        core.replace(1, 3, 2, ReplaceMode.SET_REST, 3, 99);
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        assertEquals(List.of("3@99 x1"), core.depth(0, Side.BUY));
    }

    /** With the limit of its entry it would stand behind others in the book, and its rest would cross them. */
    @Test
    void shouldTakeThePriceLimitWhenAMarketOrderMovesIntoAnAuction()
    {
        core.sell(1, 5, 100);
        core.special(1, encoder -> encoder.clOrdId(2).qtyLots(3).orderType(OrderType.MARKET_TO_LIMIT.value()));
        core.send(commands.changePhase(1, Phase.INTRADAY_AUCTION, 0, 0, Phase.CONTINUOUS));
        assertEquals(
            "replaced 2->3 cl=2->3 BUY 3@100->9@1000000 SET_REST",
            core.replace(1, 3, 2, ReplaceMode.SET_REST, 9, 0).get(0));
        assertEquals(List.of("9@1000000 x1"), core.depth(0, Side.BUY));
        core.send(commands.changePhase(1, Phase.CONTINUOUS, 0, 0, Phase.CONTINUOUS));
        assertEquals(List.of("4@500 x1"), core.depth(0, Side.BUY));
    }

    @Test
    void shouldTakeTheLimitOfThisMomentWhenAWaitingMarketOrderGrows()
    {
        core.sell(1, 5, 100);
        core.special(1, encoder -> encoder.clOrdId(2).qtyLots(3).orderType(OrderType.MARKET_TO_LIMIT.value()));
        core.cancel(2, 3, 1);
        core.sell(4, 5, 102);
        assertEquals(
            List.of("replaced 2->4 cl=2->5 BUY 3@100->9@102 SET_REST", terms(4, 0, "DELAY")),
            core.replace(1, 5, 2, ReplaceMode.SET_REST, 9, 0));
    }

    @Test
    void shouldEndWaitingOrderWithTheSessionWhateverItsTimeInForce()
    {
        core.sell(1, 5, 100);
        core.buy(2, 3, 101);
        core.order(1, 3, Side.BUY, 1, 101, TimeInForce.GTC);
        assertEquals(List.of(
            "suspended run=1 session=1 EVENING",
            "cleared session=1",
            "cancelled 1 cl=1 req=- SELL 5@100 SESSION_END",
            "cancelled 2 cl=2 req=- BUY 3@101 SESSION_END",
            "cancelled 3 cl=3 req=- BUY 1@101 SESSION_END"),
            core.send(core.commands.suspend(1, ClearingKind.EVENING)));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
    }

    @Test
    void shouldWaitOnWhileClearingHoldsTheSession()
    {
        core.sell(1, 5, 100);
        core.buy(2, 3, 100);
        core.buy(3, 4, 100);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        assertEquals(List.of(), advance(DELAY_NS));
        assertEquals(MatchingEngine.NO_DEADLINE, core.engine.nextDeadlineNs());
        assertEquals(List.of("cancelled 2 cl=2 req=4 BUY 3@100 REQUESTED"), core.cancel(1, 4, 2));
        assertEquals(List.of(
            "resumed run=1 session=1",
            activated(3, 3, 100, 4, "DAY"),
            "trade 1 4@100 buy=3/cl3/rest0 sell=1/cl1/rest1 by BUY"), core.send(core.commands.resume(1)));
    }

    @Test
    void shouldHashWaitingOrders()
    {
        core.sell(1, 5, 100);
        core.buy(2, 3, 100);
        final long waiting = core.stateHash();
        final CoreFixture other = new CoreFixture().withMembers().open();
        other.send(new VenueCommandWriter(other.commands)
            .priceControls(1, encoder -> encoder.passiveDelayNs(DELAY_NS)));
        other.sell(1, 5, 100);
        other.buy(2, 3, 100);
        assertEquals(waiting, other.stateHash());
        core.buy(3, 1, 100);
        other.buy(3, 2, 100);
        assertNotEquals(core.stateHash(), other.stateHash());
    }

    private void delay(final long delayNs)
    {
        core.send(commands.priceControls(1, encoder -> encoder.passiveDelayNs(delayNs)));
    }

    private List<String> advance(final long byNs)
    {
        core.timeNs += byNs;
        return core.send(commands.advanceTime());
    }

    private List<String> stopLimit(final long clOrdId, final long stopPriceE5, final long priceE5)
    {
        return core.special(1, encoder -> encoder
            .clOrdId(clOrdId)
            .qtyLots(2)
            .stopPriceE5(stopPriceE5)
            .priceE5(priceE5)
            .orderType(OrderType.STOP_LIMIT.value()));
    }

    private static String terms(final long orderId, final long stopPriceE5, final String place)
    {
        return "OrderTerms orderId=" + orderId + " stopPriceE5=" + stopPriceE5 +
            " displayLots=0 displayVarianceLots=0 minLots=0 matchRef=0 counterparty= place=" + place;
    }

    private static String activated(
        final long orderId, final long clOrdId, final long priceE5, final long lots, final String timeInForce)
    {
        return "OrderActivated orderId=" + orderId + " clOrdId=" + clOrdId + " priceE5=" + priceE5 + " restLots=" +
            lots + " accountCode=" + CoreFixture.ACCOUNTS[1] + " instrumentId=1 loginId=1 side=BUY timeInForce=" +
            timeInForce + " cause=DELAY_ENDED shown=1";
    }
}
