// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.LoginRights;
import io.bourse.gateway.fix.session.FixCounter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Requests of a session come to the engine in the order in which they were sent, however many are on their way.
 */
@Tag("venue")
class RequestSequenceTest extends RigTest
{
    private static final String SELL = OrderRig.ORDER.replace("54=1", "54=2");
    private static final String CANCEL = "35=F|55=CHEAP|54=1";
    private static final String REPLACE = "35=G|55=CHEAP|54=1|40=2";

    @Test
    void shouldCancelBeforeANewOrderThatWouldTrade()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", CANCEL + "|11=c1|41=a1");
        assertTrue(rig.service.handler().isHeld(rig.session("ALPHA")));
        rig.send("ALPHA", SELL + "|11=a2");
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "4/4 c1<a1 B20 10@100 leaves=0 cum=0 avg=0",
            "0/0 a2 S20 10@100 leaves=10 cum=0 avg=0");
        assertFalse(rig.service.handler().isHeld(rig.session("ALPHA")));
    }

    @Test
    void shouldKeepNamesAndQuantitiesOfAChainThatIsCancelledAtOnce()
    {
        rig.send("BETA", "35=D|1=CF02XYZ|55=CHEAP|54=2|38=3|40=2|44=100|59=0|11=b1");
        rig.forget();
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", REPLACE + "|11=a2|41=a1|38=8|44=99");
        rig.send("ALPHA", REPLACE + "|11=a3|41=a2|38=9|44=98");
        rig.send("ALPHA", CANCEL + "|11=c1|41=a3");
        rig.send("ALPHA", SELL.replace("44=100", "44=98") + "|11=a4");
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "F/1 a1 B20 10@100 last=3@100 leaves=7 cum=3 avg=100 851=2",
            "5/1 a2<a1 B20 8@99 leaves=5 cum=3 avg=100",
            "5/1 a3<a2 B20 9@98 leaves=6 cum=3 avg=100",
            "4/4 c1<a3 B20 9@98 leaves=0 cum=3 avg=100",
            "0/0 a4 S20 10@98 leaves=10 cum=0 avg=0");
    }

    @Test
    void shouldKnowNothingOfANameWhoseReplaceWasRefused()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", REPLACE + "|11=a2|41=a1|38=8|44=1000");
        rig.send("ALPHA", CANCEL + "|11=c1|41=a2");
        rig.send("ALPHA", CANCEL + "|11=c2|41=a1");
        rig.send("ALPHA", CANCEL + "|11=c3|41=a1");
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "9 11=a2 41=a1 39=0 434=2 102=99 58=PRICE_OUT_OF_LIMITS",
            "9 11=c1 41=a2 39=8 434=1 102=1 58=unknown order",
            "4/4 c2<a1 B20 10@100 leaves=0 cum=0 avg=0",
            "9 11=c3 41=a1 39=4 434=1 102=0 58=UNKNOWN_ORDER");
    }

    @Test
    void shouldKeepMassCancelsAndQuotesBehindWhatWaits()
    {
        rig.members.setLoginRights(1, LoginRights.QUOTES, -1);
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", REPLACE + "|11=a2|41=a1|38=8|44=99");
        rig.send("ALPHA", "35=q|11=m1|530=7");
        rig.send("ALPHA", "35=i|117=q1|1=CF01ABC|296=1|302=s|304=1|295=1|299=1|55=CHEAP|132=98|134=5|133=99|135=5");
        rig.send("ALPHA", OrderRig.ORDER.replace("38=10", "38=2").replace("44=100", "44=99") + "|11=a3");
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "5/0 a2<a1 B20 8@99 leaves=8 cum=0 avg=0",
            "4/4 a2 B20 8@99 leaves=0 cum=0 avg=0 58=MASS_CANCEL",
            "r 11=m1 530=7 531=7 533=1",
            "b 117=q1 297=0 296=1 302=s 304=1 295=1 299=1 55=CHEAP 48=11",
            "0/0 a3 B20 2@99 leaves=2 cum=0 avg=0",
            "F/2 a3 B20 2@99 last=2@99 leaves=0 cum=2 avg=99 851=2",
            "F/1 q1 S20 5@99 last=2@99 leaves=3 cum=2 avg=99 851=1");
    }

    @Test
    void shouldWithdrawQuotesThatAreOnTheirWay()
    {
        rig.members.setLoginRights(1, LoginRights.QUOTES, -1);
        rig.send("ALPHA", "35=i|117=q1|1=CF01ABC|296=1|302=s|304=1|295=1|299=1|55=CHEAP|132=98|134=5|133=99|135=5");
        rig.send("ALPHA", "35=Z|117=z1|298=4");
        rig.send("ALPHA", SELL.replace("44=100", "44=98") + "|11=a1");
        rig.expect("ALPHA",
            "b 117=q1 297=0 296=1 302=s 304=1 295=1 299=1 55=CHEAP 48=11",
            "b 117=z1 297=1 296=1 302=NONE 304=1 295=1 299=1 55=CHEAP 48=11",
            "0/0 a1 S20 10@98 leaves=10 cum=0 avg=0");
    }

    @Test
    void shouldNotLetOthersWaitForTheAnswerToOneSession()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", CANCEL + "|11=c1|41=a1");
        rig.service.handler().onLogout(rig.session("ALPHA"));
        rig.send("BETA", "35=D|1=CF02XYZ|55=CHEAP|54=1|38=3|40=2|44=90|59=0|11=b1");
        assertFalse(rig.service.handler().isHeld(rig.session("BETA")));
        assertEquals(2, rig.counters.get(FixCounter.COMMANDS));
        rig.expect("BETA", "0/0 b1 B20 3@90 leaves=3 cum=0 avg=0");
    }

    @Test
    void shouldReportTheEndOfASessionBehindItsRequestsThatWait()
    {
        rig.members.setLoginRights(1, 0, 0);
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", REPLACE + "|11=a2|41=a1|38=8|44=99");
        rig.service.handler().onLogout(rig.session("ALPHA"));
        rig.service.handler().onLogon(rig.session("ALPHA"));
        rig.send("ALPHA", OrderRig.ORDER + "|11=a3");
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "5/0 a2<a1 B20 8@99 leaves=8 cum=0 avg=0",
            "4/4 a2 B20 8@99 leaves=0 cum=0 avg=0 58=DISCONNECT",
            "0/0 a3 B20 10@100 leaves=10 cum=0 avg=0");
    }
}
