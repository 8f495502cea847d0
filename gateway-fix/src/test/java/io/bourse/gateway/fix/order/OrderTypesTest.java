// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.session.FixCounter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Every type, time in force and condition of an order.
 */
@Tag("venue")
class OrderTypesTest extends RigTest
{
    private static final String BUY = "35=D|1=CF01ABC|55=CHEAP|54=1|38=10";
    private static final String SELL = "35=D|1=CF02XYZ|55=CHEAP|54=2|38=10";

    @Test
    void shouldTradeAndRemoveTheRestWhenOrderIsAtMarket()
    {
        rig.send("ALPHA", BUY + "|40=2|44=100|11=a1");
        rig.send("BETA", SELL.replace("38=10", "38=12") + "|40=1|11=b1");
        rig.send("BETA", SELL + "|40=1|59=3|11=b2");
        rig.send("BETA", SELL + "|40=1|59=4|11=b3");
        rig.expect("BETA",
            "0/0 b1 S10 12 leaves=12 cum=0 avg=0",
            "F/1 b1 S10 12 last=10@100 leaves=2 cum=10 avg=100 851=2",
            "4/4 b1 S10 12 leaves=0 cum=10 avg=100 58=MARKET_REST",
            "0/0 b2 S13 10 leaves=10 cum=0 avg=0",
            "4/4 b2 S13 10 leaves=0 cum=0 avg=0 58=IOC_REST",
            "8/8 b3 S14 10 leaves=0 cum=0 avg=0 103=99 58=FOK_NOT_FILLABLE");
    }

    @Test
    void shouldRefuseTermsThatWouldMakeAnotherOrderOfIt()
    {
        final String[] refused = {"423=1", "15=USD", "854=0", "63=2", "386=1|336=8", "386=1|336=7|625=1"};
        for (final String field : refused)
        {
            rig.send("ALPHA", BUY + "|40=2|44=100|11=a1|" + field);
            final String line = rig.next("ALPHA");
            final String tag = field.substring(field.lastIndexOf('|') + 1).replaceAll("=.*", "");
            assertTrue(line.endsWith("103=11 58=field is not supported: tag=" + tag), line);
        }
        rig.send("ALPHA", BUY + "|40=2|44=100|11=a1|423=2|15=RUB|854=1|63=0|386=1|336=7");
        rig.expect("ALPHA", "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0");
    }

    @Test
    void shouldKeepTheRestAtItsPriceWhenOrderIsMarketToLimit()
    {
        rig.send("ALPHA", BUY + "|40=2|44=100|11=a1");
        rig.send("BETA", SELL.replace("38=10", "38=12") + "|40=K|11=b1");
        rig.expect("BETA",
            "0/0 b1 SK0 12 leaves=12 cum=0 avg=0",
            "F/1 b1 SK0 12@100 last=10@100 leaves=2 cum=10 avg=100 851=2");
        rig.send("BETA", "35=G|55=CHEAP|54=2|11=b2|41=b1|40=2|38=11|44=101");
        rig.expect("BETA", "5/1 b2<b1 SK0 11@101 leaves=1 cum=10 avg=100");
    }

    @Test
    void shouldWaitAndReportActivationWhenOrderIsAStop()
    {
        rig.send("ALPHA", BUY + "|40=3|99=101|11=stop");
        rig.send("ALPHA", BUY + "|40=4|99=102|44=103|11=limit");
        rig.expect("ALPHA",
            "0/0 stop B30 10 leaves=10 cum=0 avg=0 99=101",
            "0/0 limit B40 10@103 leaves=10 cum=0 avg=0 99=102");
        rig.send("ALPHA", "35=G|55=CHEAP|54=1|11=limit2|41=limit|40=4|38=8|44=102|99=101.5");
        rig.expect("ALPHA", "5/0 limit2<limit B40 8@102 leaves=8 cum=0 avg=0 99=101.5");
        rig.send("BETA", SELL + "|40=2|44=101.5|11=b1");
        rig.send("ALPHA", BUY.replace("38=10", "38=1") + "|40=2|44=101.5|11=go");
        rig.expect("ALPHA",
            "0/0 go B20 1@101.5 leaves=1 cum=0 avg=0",
            "F/2 go B20 1@101.5 last=1@101.5 leaves=0 cum=1 avg=101.5 851=2",
            "D/0 stop B30 10 leaves=10 cum=0 avg=0 99=101 378=99 58=STOP_TRIGGERED",
            "F/1 stop B30 10 last=9@101.5 leaves=1 cum=9 avg=101.5 99=101 851=2",
            "4/4 stop B30 10 leaves=0 cum=9 avg=101.5 99=101 58=MARKET_REST",
            "D/0 limit2 B40 8@102 leaves=8 cum=0 avg=0 99=101.5 378=99 58=STOP_TRIGGERED");
    }

    @Test
    void shouldWaitAndReportActivationWhenOrderIsIfTouched()
    {
        raise();
        rig.send("ALPHA", BUY + "|40=J|99=99|11=mit");
        rig.send("ALPHA", BUY + "|40=J|99=99|44=100|11=priced");
        rig.send("ALPHA", BUY + "|40=J|11=bare");
        rig.send("ALPHA", BUY + "|40=J|99=99|59=3|11=now");
        rig.expect("ALPHA",
            "8/8 priced BJ 10@100 leaves=0 cum=0 avg=0 103=11 58=field is not supported: tag=44",
            "8/8 bare BJ 10 leaves=0 cum=0 avg=0 103=99 58=StopPx must be a number with at most 5 decimals",
            "0/0 mit BJ0 10 leaves=10 cum=0 avg=0 99=99",
            "8/8 now BJ3 10 leaves=0 cum=0 avg=0 99=99 103=99 58=INVALID_COMBINATION");
        rig.send("ALPHA", "35=G|55=CHEAP|54=1|11=mit2|41=mit|40=J|38=8|99=99.5");
        rig.expect("ALPHA", "5/0 mit2<mit BJ0 8 leaves=8 cum=0 avg=0 99=99.5");
        rig.send("BETA", SELL + "|40=2|44=99.5|11=b1");
        rig.send("ALPHA", BUY.replace("38=10", "38=1") + "|40=2|44=99.5|11=go");
        rig.expect("ALPHA",
            "0/0 go B20 1@99.5 leaves=1 cum=0 avg=0",
            "F/2 go B20 1@99.5 last=1@99.5 leaves=0 cum=1 avg=99.5 851=2",
            "D/0 mit2 BJ0 8 leaves=8 cum=0 avg=0 99=99.5 378=99 58=TOUCHED",
            "F/2 mit2 BJ0 8 last=8@99.5 leaves=0 cum=8 avg=99.5 99=99.5 851=2");
    }

    /** The level of the history decides which types there are, not the gateway. */
    @Test
    void shouldRefuseIfTouchedBelowItsFeatureLevel()
    {
        rig.send("ALPHA", BUY + "|40=J|99=99|11=mit");
        rig.expect("ALPHA", "8/8 mit BJ0 10 leaves=0 cum=0 avg=0 99=99 103=11 58=INVALID_FIELD");
    }

    private void raise()
    {
        final SessionOperator operator = new SessionOperator(rig.operator);
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.TOUCHED; level++)
        {
            operator.setFeatureLevel(level);
        }
    }

    @Test
    void shouldEchoDisplayTermsWhenOrderIsIcebergOrHidden()
    {
        rig.send("ALPHA", BUY + "|40=2|44=100|111=3|11=ice");
        rig.send("ALPHA", BUY + "|40=2|44=99|111=0|11=hidden");
        rig.send("ALPHA", BUY + "|40=2|44=98|111=10|11=shown");
        rig.send("ALPHA", BUY + "|40=2|44=98|111=11|11=toomuch");
        rig.send("ALPHA", BUY + "|40=2|44=97|111=3|20002=1|11=varied");
        rig.send("BETA", SELL.replace("38=10", "38=7") + "|40=2|44=100|11=b1");
        rig.expect("ALPHA",
            "8/8 toomuch B2 10@98 leaves=0 cum=0 avg=0 103=13 " +
            "58=OrderQty must be a whole number from 1 to 4294967294: tag=111",
            "0/0 ice B20 10@100 leaves=10 cum=0 avg=0 111=3",
            "0/0 hidden B20 10@99 leaves=10 cum=0 avg=0 111=0",
            "0/0 shown B20 10@98 leaves=10 cum=0 avg=0",
            "0/0 varied B20 10@97 leaves=10 cum=0 avg=0 111=3 20002=1",
            "F/1 ice B20 10@100 last=3@100 leaves=7 cum=3 avg=100 111=3 851=1",
            "F/1 ice B20 10@100 last=3@100 leaves=4 cum=6 avg=100 111=3 851=1",
            "F/1 ice B20 10@100 last=1@100 leaves=3 cum=7 avg=100 111=3 851=1");
        rig.send("ALPHA", "35=G|55=CHEAP|54=1|11=ice2|41=ice|40=2|38=12|44=99|111=3");
        rig.send("ALPHA", "35=G|55=CHEAP|54=1|11=ice3|41=ice2|40=2|38=12|44=99|111=4");
        rig.expect("ALPHA",
            "5/1 ice2<ice B20 12@99 leaves=5 cum=7 avg=100 111=3",
            "9 11=ice3 41=ice2 39=1 434=2 102=99 58=a replace can change quantity, price and trigger only");
    }

    @Test
    void shouldRefuseWhenPostOnlyWouldTradeOrMinimumIsNotThere()
    {
        rig.send("BETA", SELL + "|40=2|44=100|11=b1");
        rig.send("ALPHA", BUY + "|40=2|44=100|18=6|11=a1");
        rig.send("ALPHA", BUY + "|40=2|44=99|18=6|11=a2");
        rig.send("ALPHA", BUY.replace("38=10", "38=20") + "|40=2|44=100|110=11|11=a3");
        rig.send("ALPHA", BUY.replace("38=10", "38=20") + "|40=2|44=100|110=10|59=3|11=a4");
        rig.expect("ALPHA",
            "8/8 a1 B20 10@100 leaves=0 cum=0 avg=0 18=6 103=99 58=WOULD_TRADE",
            "0/0 a2 B20 10@99 leaves=10 cum=0 avg=0 18=6",
            "8/8 a3 B20 20@100 leaves=0 cum=0 avg=0 110=11 103=99 58=MIN_QTY_NOT_FILLABLE",
            "0/0 a4 B23 20@100 leaves=20 cum=0 avg=0 110=10",
            "F/1 a4 B23 20@100 last=10@100 leaves=10 cum=10 avg=100 110=10 851=2",
            "4/4 a4 B23 20@100 leaves=0 cum=10 avg=100 110=10 58=IOC_REST");
    }

    @Test
    void shouldObeyTheOrdersOwnModeWhenItMeetsItsOwn()
    {
        rig.members.setSelfTradePrevention("CF01",
            io.bourse.engine.protocol.SelfTradeScope.ACCOUNT,
            io.bourse.engine.protocol.SelfTradeMode.CANCEL_INCOMING);
        rig.send("ALPHA", BUY + "|40=2|44=100|11=a1");
        rig.send("ALPHA", BUY.replace("54=1", "54=2") + "|40=2|44=100|20001=2|11=a2");
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "0/0 a2 S20 10@100 leaves=10 cum=0 avg=0",
            "4/4 a1 B20 10@100 leaves=0 cum=0 avg=0 58=SELF_TRADE");
    }

    @Test
    void shouldExpireByTimeWhenOrderIsGoodTillThen()
    {
        rig.send("ALPHA", BUY + "|40=2|44=100|59=6|126=20991231-10:00:00.500|11=a1");
        rig.send("ALPHA", BUY + "|40=2|44=100|59=6|126=20201231-10:00:00|11=a2");
        rig.send("ALPHA", BUY + "|40=2|44=100|59=6|11=a3");
        rig.send("ALPHA", BUY + "|40=2|44=100|59=0|432=20991231|11=a4");
        rig.send("ALPHA", BUY + "|40=2|44=100|59=6|432=20990231|11=a5");
        rig.expect("ALPHA",
            "8/8 a3 B2 10@100 leaves=0 cum=0 avg=0 103=99 " +
            "58=a good-till-date order needs either ExpireDate or ExpireTime",
            "8/8 a4 B2 10@100 leaves=0 cum=0 avg=0 103=11 58=field is not supported: tag=432",
            "8/8 a5 B2 10@100 leaves=0 cum=0 avg=0 103=99 " +
            "58=a good-till-date order needs either ExpireDate or ExpireTime",
            "0/0 a1 B26 10@100 leaves=10 cum=0 avg=0 126=20991231-10:00:00.500000000",
            "8/8 a2 B26 10@100 leaves=0 cum=0 avg=0 126=20201231-10:00:00.000000000 103=99 58=EXPIRED");
    }

    @Test
    void shouldWaitForItsAuctionWhenOrderIsForOneOnly()
    {
        rig.send("ALPHA", BUY + "|40=2|44=100|59=9|11=a1");
        rig.send("ALPHA", BUY + "|40=2|44=100|59=7|11=a2");
        rig.expect("ALPHA",
            "0/0 a1 B29 10@100 leaves=10 cum=0 avg=0",
            "0/0 a2 B27 10@100 leaves=10 cum=0 avg=0");
        rig.phases.changePhase(io.bourse.engine.client.operator.PhaseChangeSpec.ofInstrument(
            OrderRig.CHEAP, io.bourse.engine.protocol.Phase.CLOSING_AUCTION));
        rig.expect("ALPHA",
            "D/0 a1 B29 10@100 leaves=10 cum=0 avg=0 378=99 58=AUCTION_STARTED",
            "D/0 a2 B27 10@100 leaves=10 cum=0 avg=0 378=99 58=AUCTION_STARTED");
        rig.phases.changePhase(io.bourse.engine.client.operator.PhaseChangeSpec.ofInstrument(
            OrderRig.CHEAP, io.bourse.engine.protocol.Phase.CONTINUOUS));
        rig.expect("ALPHA",
            "4/4 a1 B29 10@100 leaves=0 cum=0 avg=0 58=AUCTION_REST",
            "4/4 a2 B27 10@100 leaves=0 cum=0 avg=0 58=AUCTION_REST");
    }

    @Test
    void shouldPrintTheLegsWhenAStrategyTrades()
    {
        rig.send("ALPHA", "35=D|1=CF01ABC|55=SPREAD|54=1|38=2|40=2|44=-1|11=a1");
        rig.send("BETA", "35=D|1=CF02XYZ|55=SPREAD|54=2|38=2|40=2|44=-1|11=b1");
        rig.expect("ALPHA",
            "0/0 a1 B20 2@-1 leaves=2 cum=0 avg=0",
            "F/2 a1 B20 2@-1 last=2@-1 leaves=0 cum=2 avg=-1 851=1 442=3",
            "F/2 a1 B20 2@-1 last=2@100 leaves=0 cum=2 avg=-1 442=2",
            "F/2 a1 S20 2@-1 last=2@101 leaves=0 cum=2 avg=-1 442=2");
    }

    @Test
    void shouldRefuseByNameWhenAFieldWouldMakeAnotherOrderOfIt()
    {
        for (final String field : new String[]{"152=5", "211=1", "388=0", "847=1", "18=1", "20001=5", "99=1"})
        {
            rig.send("ALPHA", BUY + "|40=2|44=100|11=x|" + field);
            final String line = rig.session("ALPHA").lines.pollLast();
            assertEquals("8/8 x B2 10@100 leaves=0 cum=0 avg=0 103=11 58=field is not supported: tag=" +
                field.substring(0, field.indexOf('=')), line);
        }
        rig.send("ALPHA", BUY + "|40=3|44=100|99=101|11=x");
        assertEquals("8/8 x B3 10@100 leaves=0 cum=0 avg=0 103=11 58=field is not supported: tag=44",
            rig.session("ALPHA").lines.pollLast());
        rig.send("ALPHA", BUY + "|40=3|11=x");
        assertEquals(1, rig.service.refusals().get(FixRefusal.BAD_STOP_PX));
        rig.send("ALPHA", BUY + "|40=7|44=100|11=x");
        assertEquals(1, rig.service.refusals().get(FixRefusal.BAD_ORD_TYPE));
        rig.send("ALPHA", BUY + "|40=2|44=100|59=5|11=x");
        assertEquals(1, rig.service.refusals().get(FixRefusal.BAD_TIME_IN_FORCE));
        assertEquals(0, rig.counters.get(FixCounter.COMMANDS));
    }
}
