// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Every state an order can come into, by the report that says so.
 */
@Tag("venue")
class OrderStatesTest extends RigTest
{
    private static final String SELL = "35=D|1=CF02XYZ|55=CHEAP|54=2|38=10|40=2|44=100|59=0";
    private static final String CANCEL = "35=F|55=CHEAP|54=1";
    private static final String REPLACE = "35=G|55=CHEAP|54=1|40=2";

    @Test
    void shouldReportNewPartFillReplaceAndFillWhenOrderTrades()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("BETA", SELL.replace("38=10", "38=3") + "|11=b1");
        rig.settle();
        rig.send("ALPHA", REPLACE + "|11=a2|41=a1|38=12|44=100.01");
        rig.send("BETA", SELL.replace("44=100", "44=100.01") + "|11=b2");
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "F/1 a1 B20 10@100 last=3@100 leaves=7 cum=3 avg=100 851=1",
            "5/1 a2<a1 B20 12@100.01 leaves=9 cum=3 avg=100",
            "F/2 a2 B20 12@100.01 last=9@100.01 leaves=0 cum=12 avg=100.0075 851=1");
        rig.expect("BETA",
            "0/0 b1 S20 3@100 leaves=3 cum=0 avg=0",
            "F/2 b1 S20 3@100 last=3@100 leaves=0 cum=3 avg=100 851=2",
            "0/0 b2 S20 10@100.01 leaves=10 cum=0 avg=0",
            "F/1 b2 S20 10@100.01 last=9@100.01 leaves=1 cum=9 avg=100.01 851=2");
        assertEquals(1, rig.service.workingOrders());
    }

    @Test
    void shouldReportCancelledAndLateWhenCancelledTwice()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", CANCEL + "|11=a2|41=a1");
        rig.send("ALPHA", CANCEL + "|11=a3|41=a1");
        rig.settle();
        rig.send("ALPHA", CANCEL + "|11=a4|41=a1");
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "4/4 a2<a1 B20 10@100 leaves=0 cum=0 avg=0",
            "9 11=a3 41=a1 39=4 434=1 102=0 58=UNKNOWN_ORDER",
            "9 11=a4 41=a1 39=4 434=1 102=0 58=order is no longer working");
    }

    @Test
    void shouldHoldRequestsWhenTheOrderIsInFlight()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", REPLACE + "|11=a2|41=a1|38=8|44=101");
        rig.send("ALPHA", REPLACE + "|11=a3|41=a2|38=6|44=102");
        rig.send("ALPHA", CANCEL + "|11=a4|41=a3");
        rig.send("ALPHA", CANCEL + "|11=a5|41=a3");
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "5/0 a2<a1 B20 8@101 leaves=8 cum=0 avg=0",
            "5/0 a3<a2 B20 6@102 leaves=6 cum=0 avg=0",
            "4/4 a4<a3 B20 6@102 leaves=0 cum=0 avg=0",
            "9 11=a5 41=a3 39=4 434=1 102=0 58=UNKNOWN_ORDER");
    }

    @Test
    void shouldRefuseHeldRequestsWhenTheEngineRefusesTheOrder()
    {
        rig.send("ALPHA", OrderRig.ORDER.replace("44=100", "44=1000") + "|11=a1");
        rig.send("ALPHA", CANCEL + "|11=a2|41=a1");
        rig.expect("ALPHA",
            "8/8 a1 B20 10@1000 leaves=0 cum=0 avg=0 103=3 58=PRICE_OUT_OF_LIMITS",
            "9 11=a2 41=a1 39=8 434=1 102=1 58=unknown order");
    }

    @Test
    void shouldReportExpiredWhenTheSessionEndsAndRestatedWhenTheNextBegins()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=day");
        rig.send("ALPHA", OrderRig.ORDER + "|11=gtc");
        rig.forget();
        rig.send("ALPHA", "35=D|1=CF01ABC|55=CHEAP|54=1|38=10|40=2|44=99|59=1|20003=5|11=gtc2");
        rig.send("ALPHA", "35=D|1=CF01ABC|55=CHEAP|54=1|38=10|40=2|44=98|59=6|432=20991231|11=gtd");
        rig.expect("ALPHA",
            "0/0 gtc2 B21 10@99 leaves=10 cum=0 avg=0 20003=5",
            "0/0 gtd B26 10@98 leaves=10 cum=0 avg=0 432=20991231");
        rig.operator.suspendTrading(1, ClearingKind.EVENING);
        rig.operator.completeClearing(1, ClearingKind.EVENING);
        rig.expect("ALPHA",
            "C/C day B20 10@100 leaves=0 cum=0 avg=0 58=SESSION_END",
            "C/C gtc B20 10@100 leaves=0 cum=0 avg=0 58=SESSION_END");
        rig.operator.openSession(8, 20_261_123);
        rig.expect("ALPHA",
            "D/0 gtc2 B21 10@99 leaves=10 cum=0 avg=0 20003=5 378=1",
            "D/0 gtd B26 10@98 leaves=10 cum=0 avg=0 432=20991231 378=1");
        rig.send("ALPHA", CANCEL + "|11=c1|41=gtd");
        rig.expect("ALPHA", "4/4 c1<gtd B26 10@98 leaves=0 cum=0 avg=0 432=20991231");
    }

    @Test
    void shouldReportReducedAndCancelledWhenSelfTradeIsPrevented()
    {
        rig.members.setSelfTradePrevention("CF01", SelfTradeScope.ACCOUNT, SelfTradeMode.DECREMENT);
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", OrderRig.ORDER.replace("54=1", "54=2").replace("38=10", "38=4") + "|11=a2");
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "0/0 a2 S20 4@100 leaves=4 cum=0 avg=0",
            "4/4 a2 S20 4@100 leaves=0 cum=0 avg=0 58=SELF_TRADE",
            "D/0 a1 B20 6@100 leaves=6 cum=0 avg=0 378=5 58=SELF_TRADE");
    }

    @Test
    void shouldReportCancelledWhenTheKillSwitchIsUsed()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.settle();
        rig.members.killSwitch(1, KillAction.STOP);
        rig.send("ALPHA", OrderRig.ORDER + "|11=a2");
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "4/4 a1 B20 10@100 leaves=0 cum=0 avg=0 58=KILL_SWITCH",
            "8/8 a2 B20 10@100 leaves=0 cum=0 avg=0 103=99 58=BLOCKED");
    }

    @Test
    void shouldReportCancelledWhenTheClientIsGoneForTooLong()
    {
        rig.members.setLoginRights(1, 0, 0);
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.settle();
        rig.service.handler().onLogout(rig.session("ALPHA"));
        rig.settle();
        rig.await("ALPHA", "4/4 a1 B20 10@100 leaves=0 cum=0 avg=0 58=DISCONNECT");
    }

    @Test
    void shouldReportAuctionTradesWithoutAnAggressor()
    {
        rig.phases.changePhase(PhaseChangeSpec.ofInstrument(OrderRig.CHEAP, Phase.INTRADAY_AUCTION));
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("BETA", SELL.replace("44=100|59=0", "59=9").replace("40=2", "40=1") + "|11=b1");
        rig.send("BETA", SELL.replace("38=10", "38=3").replace("44=100|", "").replace("40=2", "40=K") + "|11=b2");
        rig.expect("BETA",
            "0/0 b1 S19 10 leaves=10 cum=0 avg=0",
            "0/0 b2 SK0 3 leaves=3 cum=0 avg=0");
        rig.phases.changePhase(PhaseChangeSpec.ofInstrument(OrderRig.CHEAP, Phase.CONTINUOUS));
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "F/2 a1 B20 10@100 last=10@100 leaves=0 cum=10 avg=100");
        assertEquals("F/2 b1 S19 10 last=10@100 leaves=0 cum=10 avg=100", rig.next("BETA"));
    }

    @Test
    void shouldReportTheNewPriceWhenAnAuctionMakesALimitOrderOfTheRest()
    {
        rig.phases.changePhase(PhaseChangeSpec.ofInstrument(OrderRig.CHEAP, Phase.INTRADAY_AUCTION));
        rig.send("ALPHA", "35=D|1=CF01ABC|55=CHEAP|54=1|38=10|40=K|11=a1");
        rig.send("BETA", SELL.replace("38=10", "38=4") + "|11=b1");
        rig.settle();
        rig.phases.changePhase(PhaseChangeSpec.ofInstrument(OrderRig.CHEAP, Phase.CONTINUOUS));
        rig.expect("ALPHA",
            "0/0 a1 BK0 10 leaves=10 cum=0 avg=0",
            "F/1 a1 BK0 10@100 last=4@100 leaves=6 cum=4 avg=100",
            "D/1 a1 BK0 10@100 leaves=6 cum=4 avg=100 378=3");
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=a2|41=a1");
        rig.expect("ALPHA", "4/4 a2<a1 BK0 10@100 leaves=0 cum=4 avg=100");
    }

    @Test
    void shouldReportThePriceOfAnOrderThatBecameALimitOrderInAnAuctionWithoutAFill()
    {
        rig.phases.changePhase(PhaseChangeSpec.ofInstrument(OrderRig.CHEAP, Phase.INTRADAY_AUCTION));
        rig.send("ALPHA", "35=D|1=CF01ABC|55=CHEAP|54=1|38=4|40=K|11=a1");
        rig.send("ALPHA", "35=D|1=CF01ABC|55=CHEAP|54=1|38=10|40=K|11=a2");
        rig.send("BETA", SELL.replace("38=10", "38=4") + "|11=b1");
        rig.forget();
        rig.send("ALPHA", "35=H|11=a2|55=CHEAP|54=1");
        rig.expect("ALPHA", "I/0 a2 BK0 10 leaves=10 cum=0 avg=0");
        rig.phases.changePhase(PhaseChangeSpec.ofInstrument(OrderRig.CHEAP, Phase.CONTINUOUS));
        rig.expect("ALPHA",
            "F/2 a1 BK0 4@100 last=4@100 leaves=0 cum=4 avg=100",
            "D/0 a2 BK0 10@100 leaves=10 cum=0 avg=0 378=3");
        rig.send("ALPHA", "35=H|11=a2|55=CHEAP|54=1");
        rig.expect("ALPHA", "I/0 a2 BK0 10@100 leaves=10 cum=0 avg=0");
    }

    /** Then the order keeps the price that it has, and the engine has no event for it. */
    @Test
    void shouldReportThePriceWhenTheAuctionPriceIsThePriceLimit()
    {
        rig.phases.changePhase(PhaseChangeSpec.ofInstrument(OrderRig.CHEAP, Phase.INTRADAY_AUCTION));
        rig.send("ALPHA", "35=D|1=CF01ABC|55=CHEAP|54=1|38=4|40=K|11=a1");
        rig.send("ALPHA", "35=D|1=CF01ABC|55=CHEAP|54=1|38=10|40=K|11=a2");
        rig.send("ALPHA", "35=D|1=CF01ABC|55=CHEAP|54=1|38=7|40=K|11=a3");
        rig.send("BETA", SELL.replace("38=10", "38=4").replace("44=100", "44=500") + "|11=b1");
        rig.forget();
        rig.phases.changePhase(PhaseChangeSpec.ofInstrument(OrderRig.CHEAP, Phase.CONTINUOUS));
        rig.expect("ALPHA",
            "F/2 a1 BK0 4@500 last=4@500 leaves=0 cum=4 avg=500",
            "D/0 a2 BK0 10@500 leaves=10 cum=0 avg=0 378=3",
            "D/0 a3 BK0 7@500 leaves=7 cum=0 avg=0 378=3");
        rig.send("ALPHA", "35=H|11=a2|55=CHEAP|54=1");
        rig.expect("ALPHA", "I/0 a2 BK0 10@500 leaves=10 cum=0 avg=0");
    }

    @Test
    void shouldReportWhatTheNewSessionHasNoSpaceFor()
    {
        rig.send("ALPHA", "35=D|1=CF01ABC|55=CHEAP|54=1|38=10|40=2|44=60|59=1|11=a1");
        rig.forget();
        rig.operator.suspendTrading(1, ClearingKind.EVENING);
        rig.operator.publishSettlement(1, OrderRig.CHEAP, 10_000_000, 1_000, 8_000_000, 12_000_000);
        rig.operator.completeClearing(1, ClearingKind.EVENING);
        rig.operator.openSession(8, 20_261_123);
        rig.expect("ALPHA", "4/4 a1 B21 10@60 leaves=0 cum=0 avg=0 58=OUT_OF_LIMITS");
    }

    @Test
    void shouldEndFilledWhenReplaceAsksForNoMoreThanWasExecuted()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("BETA", SELL.replace("38=10", "38=4") + "|11=b1");
        rig.forget();
        rig.send("ALPHA", REPLACE + "|11=a2|41=a1|38=3|44=100");
        rig.expect("ALPHA", "5/2 a2<a1 B20 4@100 leaves=0 cum=4 avg=100 58=REPLACE_FILLED");
        assertEquals(0, rig.service.workingOrders());
    }
}
