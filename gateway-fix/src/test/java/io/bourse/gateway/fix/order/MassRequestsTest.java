// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.gateway.fix.session.FixCounter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Mass cancels, and the state of one order or of many.
 */
@Tag("venue")
class MassRequestsTest extends RigTest
{
    private void threeOrders()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=buy");
        rig.send("ALPHA", OrderRig.ORDER.replace("54=1", "54=2").replace("44=100", "44=105") + "|11=sell");
        rig.send("ALPHA", OrderRig.ORDER.replace("CHEAP", "DEAR").replace("CF01ABC", "CF01DEF") + "|11=dear");
        rig.forget();
    }

    @Test
    void shouldCancelWhatTheFiltersMean()
    {
        threeOrders();
        rig.send("ALPHA", "35=q|11=m1|530=1|55=CHEAP|54=2");
        rig.expect("ALPHA",
            "4/4 sell S20 10@105 leaves=0 cum=0 avg=0 58=MASS_CANCEL",
            "r 11=m1 530=1 531=1 533=1");
        rig.send("ALPHA", "35=q|11=m2|530=7|1=CF01DEF");
        rig.expect("ALPHA",
            "4/4 dear B20 10@100 leaves=0 cum=0 avg=0 58=MASS_CANCEL",
            "r 11=m2 530=7 531=7 533=1");
        rig.send("ALPHA", "35=q|11=m3|530=3|311=PAIR");
        rig.expect("ALPHA", "r 11=m3 530=3 531=3 533=0");
        rig.send("ALPHA", "35=q|11=m4|530=3|311=THING");
        rig.expect("ALPHA",
            "4/4 buy B20 10@100 leaves=0 cum=0 avg=0 58=MASS_CANCEL",
            "r 11=m4 530=3 531=3 533=1");
        assertEquals(0, rig.service.workingOrders());
    }

    @Test
    void shouldRefuseMassCancelsThatCannotBe()
    {
        rig.send("ALPHA", "35=q|11=m1|530=4");
        rig.send("ALPHA", "35=q|11=m2|530=1|55=NOTHING");
        rig.send("ALPHA", "35=q|11=m3|530=3");
        rig.send("ALPHA", "35=q|11=m4|530=7|1=CF01");
        rig.send("ALPHA", "35=q|11=m5|530=7|20004=Y");
        rig.expect("ALPHA",
            "r 11=m1 530=4 531=0 532=0 58=MassCancelRequestType must be 1, 2, 3 or 7",
            "r 11=m2 530=1 531=0 532=1 58=unknown instrument",
            "r 11=m3 530=3 531=0 532=2 58=UnderlyingSymbol is missing",
            "r 11=m4 530=7 531=0 58=Account must have 7 ASCII characters",
            "r 11=m5 530=7 531=0 58=the login has no right to do this");
        assertEquals(0, rig.counters.get(FixCounter.COMMANDS));
    }

    @Test
    void shouldCancelOrdersOfTheWholeFirmWhenTheLoginMay()
    {
        rig.members.setLoginRights(1, LoginRights.KILL_SWITCH, -1);
        final OrderRequest order = rig.otherRequest(OrderRequest.Kind.NEW);
        order.instrument = rig.cheap();
        order.accountCode = AccountCode.pack("CF01DEF");
        order.side = '1';
        order.qtyLots = 10;
        order.priceE5 = 10_000_000;
        rig.other(order);
        rig.send("ALPHA", "35=q|11=m1|530=7");
        rig.expect("ALPHA", "r 11=m1 530=7 531=7 533=0");
        rig.send("ALPHA", "35=q|11=m2|530=7|20004=Y");
        rig.expect("ALPHA", "r 11=m2 530=7 531=7 533=1");
    }

    @Test
    void shouldReportTheStateOfAnOrderByAnyOfItsNames()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.settle();
        rig.send("ALPHA", "35=G|55=CHEAP|54=1|40=2|11=a2|41=a1|38=12|44=100");
        rig.forget();
        rig.send("ALPHA", "35=H|11=a1|55=CHEAP|54=1|790=s1");
        rig.send("ALPHA", "35=H|11=a2|55=CHEAP|54=1");
        rig.send("ALPHA", "35=H|11=nobody|55=CHEAP|54=1");
        rig.send("BETA", "35=H|11=a1|55=CHEAP|54=1");
        rig.expect("ALPHA",
            "I/0 a2 B20 12@100 leaves=12 cum=0 avg=0 790=s1",
            "I/0 a2 B20 12@100 leaves=12 cum=0 avg=0",
            "I/8 nobody B  leaves=0 cum=0 avg=0 103=5 58=unknown order");
        rig.expect("BETA", "I/8 a1 B  leaves=0 cum=0 avg=0 103=5 58=unknown order");
    }

    @Test
    void shouldReportAllWorkingOrdersInOrderWhenThereAreMany()
    {
        for (int i = 0; i < 200; i++)
        {
            rig.send("ALPHA", OrderRig.ORDER.replace("38=10", "38=" + (i + 1)) + "|11=a" + i);
        }
        rig.send("ALPHA", OrderRig.ORDER.replace("CHEAP", "DEAR") + "|11=dear");
        rig.forget();
        rig.send("ALPHA", "35=AF|584=s1|585=7");
        final List<String> expected = new ArrayList<>();
        for (int i = 0; i < 200; i++)
        {
            expected.add("I/0 a" + i + " B20 " + (i + 1) + "@100 leaves=" + (i + 1) +
                " cum=0 avg=0 584=s1 911=201 912=N");
        }
        expected.add("I/0 dear B20 10@100 leaves=10 cum=0 avg=0 584=s1 911=201 912=Y");
        rig.expect("ALPHA", expected.toArray(String[]::new));
        rig.send("ALPHA", "35=AF|584=s2|585=1|55=DEAR");
        rig.expect("ALPHA", "I/0 dear B20 10@100 leaves=10 cum=0 avg=0 584=s2 911=1 912=Y");
        rig.send("BETA", "35=AF|584=s3|585=7");
        rig.expect("BETA", "I/8  ?  leaves=0 cum=0 avg=0 103=5 58=no orders 584=s3 911=0 912=Y");
    }

    @Test
    void shouldReportTheOrdersThereWereWhenTheyChangeMeanwhile()
    {
        for (int i = 0; i < 3; i++)
        {
            rig.send("ALPHA", OrderRig.ORDER + "|11=a" + i);
        }
        rig.forget();
        rig.standStill();
        rig.send("ALPHA", "35=AF|584=s1|585=7");
        rig.send("ALPHA", "35=AF|584=s2|585=7");
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=c1|41=a1");
        rig.send("ALPHA", OrderRig.ORDER + "|11=a3");
        rig.settleOrders();
        rig.goOn();
        rig.expect("ALPHA",
            "I/8  ?  leaves=0 cum=0 avg=0 103=99 58=an earlier request for the state of orders is not answered yet " +
            "584=s2 911=0 912=Y",
            "4/4 c1<a1 B20 10@100 leaves=0 cum=0 avg=0",
            "0/0 a3 B20 10@100 leaves=10 cum=0 avg=0",
            "I/0 a0 B20 10@100 leaves=10 cum=0 avg=0 584=s1 911=2 912=N",
            "I/0 a2 B20 10@100 leaves=10 cum=0 avg=0 584=s1 911=2 912=Y");
    }

    @Test
    void shouldReportWhatIsLeftWhenTheOrderIsStillOnItsWay()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", "35=H|11=a1|55=CHEAP|54=1");
        rig.expect("ALPHA",
            "I/A a1 B20 10@100 leaves=10 cum=0 avg=0",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0");
    }

    @Test
    void shouldKeepTheNameOfAnOrderWhenManyReplacesAreRefused()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        for (int i = 0; i < FixOrder.MAX_NAMES; i++)
        {
            rig.send("ALPHA", "35=G|55=CHEAP|54=1|40=2|11=r" + i + "|41=a1|38=12|44=1000");
        }
        rig.settle();
        rig.settle();
        rig.settle();
        rig.forget();
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=c1|41=a1");
        rig.expect("ALPHA", "4/4 c1<a1 B20 10@100 leaves=0 cum=0 avg=0");
    }

    @Test
    void shouldNotDoAgainWhatComesAgainAndSaysSo()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.forget();
        final String replace = "35=G|55=CHEAP|54=1|40=2|11=r1|41=a1|38=12|44=";
        rig.send("ALPHA", replace + "1000");
        rig.send("ALPHA", "35=q|11=m1|530=1|55=DEAR");
        rig.send("BETA", "35=R|131=q1|146=1|55=CHEAP");
        rig.expect("ALPHA",
            "9 11=r1 41=a1 39=0 434=2 102=99 58=PRICE_OUT_OF_LIMITS",
            "r 11=m1 530=1 531=1 533=0");
        rig.forget();
        for (final String flag : new String[]{"|43=Y", "|97=Y"})
        {
            rig.send("ALPHA", replace + "101" + flag);
            rig.send("ALPHA", "35=q|11=m1|530=7" + flag);
            rig.send("BETA", "35=R|131=q1|146=1|55=CHEAP" + flag);
            rig.expect("ALPHA", flag.startsWith("|43") ? new String[0] :
                new String[]{"I/0 a1 B20 10@100 leaves=10 cum=0 avg=0"});
            rig.expect("BETA");
            if (flag.startsWith("|43"))
            {
                // The same for the next life.
                rig.start();
                rig.forget();
            }
        }
        assertEquals(6, rig.counters.get(FixCounter.REQUESTS_NOT_REPEATED));
        rig.send("ALPHA", replace + "101");
        rig.expect("ALPHA", "5/0 r1<a1 B20 12@101 leaves=12 cum=0 avg=0");
        assertEquals(1, rig.service.workingOrders());
    }

    @Test
    void shouldNotTakeWhatTheGatewayHasRefusedWhenItComesAgainAndSaysSo()
    {
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=c1|41=a1");
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.forget();
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=c1|41=a1|43=Y");
        rig.expect("ALPHA");
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=c1|41=a1");
        rig.expect("ALPHA", "4/4 c1<a1 B20 10@100 leaves=0 cum=0 avg=0");
    }

    @Test
    void shouldPassOverWhatWasTakenAndReportTheStateWhenItIsSentAgain()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.forget();
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1|43=Y");
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1|97=Y");
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", OrderRig.ORDER + "|11=a2|97=Y");
        rig.expect("ALPHA",
            "I/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "8/8 a1 B2 10@100 leaves=0 cum=0 avg=0 103=6 58=ClOrdID was used before",
            "0/0 a2 B20 10@100 leaves=10 cum=0 avg=0");
        assertEquals(2, rig.counters.get(FixCounter.REQUESTS_NOT_REPEATED));
        assertTrue(2 == rig.service.workingOrders());
    }
}
