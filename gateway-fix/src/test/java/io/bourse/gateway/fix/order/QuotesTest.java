// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.gateway.fix.session.FixCounter;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("venue")
class QuotesTest extends RigTest
{
    private static final String QUOTE =
        "35=i|117=q1|131=rfq|1=CF01ABC|296=1|302=set|304=2|295=2|299=1|55=CHEAP|132=99|133=101|134=5|135=5|" +
        "299=2|55=DEAR|132=99|133=101|134=5|135=5";

    @BeforeEach
    void allowQuotes()
    {
        rig.members.setLoginRights(1, LoginRights.QUOTES, -1);
    }

    @Test
    void shouldAcknowledgeEntriesAndReportExecutionsWhenQuotesTrade()
    {
        rig.send("ALPHA", QUOTE);
        rig.expect("ALPHA", "b 131=rfq 117=q1 297=0 296=1 302=set 304=2 295=2 " +
            "299=1 55=CHEAP 48=11 299=2 55=DEAR 48=12");
        rig.send("BETA", "35=D|1=CF02XYZ|55=CHEAP|54=2|38=2|40=2|44=99|59=3|11=b1");
        rig.expect("ALPHA", "F/1 q1 B20 5@99 last=2@99 leaves=3 cum=2 avg=99 851=1");
        rig.send("ALPHA", QUOTE.replace("q1", "q2").replace("132=99", "132=99.5").replace("134=5", "134=7"));
        rig.forget();
        rig.send("BETA", "35=D|1=CF02XYZ|55=CHEAP|54=2|38=2|40=2|44=99|59=3|11=b2");
        rig.expect("ALPHA", "F/1 q2 B20 7@99.5 last=2@99.5 leaves=5 cum=2 avg=99.5 851=1");
        assertEquals(0, rig.service.workingOrders());
        rig.members.killSwitch(1, KillAction.STOP);
        rig.expect("ALPHA",
            "4/4 q2 S20 5@101 leaves=0 cum=0 avg=0 58=KILL_SWITCH",
            "4/4 q2 S20 5@101 leaves=0 cum=0 avg=0 58=KILL_SWITCH",
            "4/4 q2 B20 7@99.5 leaves=0 cum=2 avg=99.5 58=KILL_SWITCH",
            "4/4 q2 B20 7@99.5 leaves=0 cum=0 avg=0 58=KILL_SWITCH");
    }

    @Test
    void shouldSayWhichEntriesAreRefusedAndWhy()
    {
        rig.send("ALPHA", QUOTE.replace("299=2|55=DEAR|132=99", "299=2|55=DEAR|132=102"));
        rig.expect("ALPHA", "b 131=rfq 117=q1 297=0 58=2=INVALID_FIELD 296=1 302=set 304=2 295=2 " +
            "299=1 55=CHEAP 48=11 299=2 55=DEAR 48=12 368=7");
        rig.send("ALPHA", "35=i|117=q3|1=CF01ABC|296=1|302=set|304=1|295=1|299=7|55=CHEAP|132=1|134=5");
        rig.expect("ALPHA", "b 117=q3 297=5 300=8 58=7=PRICE_OUT_OF_LIMITS 296=1 302=set 304=1 295=1 " +
            "299=7 55=CHEAP 48=11 368=8");
        rig.send("ALPHA", QUOTE.replace("299=2", "299=x"));
        rig.expect("ALPHA", "b 131=rfq 117=q1 297=5 300=99 " +
            "58=QuoteEntryID must be a number from 0 to 2147483647: QuoteEntryID=x");
        rig.send("BETA", QUOTE.replace("CF01ABC", "CF02XYZ"));
        rig.expect("BETA", "b 131=rfq 117=q1 297=5 300=9 58=NO_RIGHT");
    }

    @Test
    void shouldSplitWhenThereAreMoreEntriesThanACommandCarries()
    {
        final StringBuilder many = new StringBuilder("35=i|117=q1|1=CF01ABC|296=1|302=s|304=12|295=12");
        for (int i = 1; i <= 12; i++)
        {
            many.append("|299=").append(i).append("|55=CHEAP|132=99|134=").append(i);
        }
        rig.send("ALPHA", many.toString());
        rig.settle();
        assertTrue(rig.session("ALPHA").lines.pollFirst().contains("304=9 295=9"));
        assertTrue(rig.session("ALPHA").lines.pollFirst().contains("304=3 295=3"));
        assertEquals(1, rig.operator.reportState().orderCount());
    }

    @Test
    void shouldRefuseQuotesThatWouldBeOthersThanMeant()
    {
        for (final String field : new String[]{"537=0", "537=2", "62=20261122-10:00:00", "367=20261122-10:00:00"})
        {
            rig.send("ALPHA", QUOTE.replace("131=rfq", "131=rfq|" + field));
            rig.expect("ALPHA", "b 131=rfq 117=q1 297=5 300=99 58=field is not supported: tag=" +
                field.substring(0, field.indexOf('=')));
        }
        rig.send("ALPHA", QUOTE.replace("131=rfq", "537=1"));
        rig.forget();
        assertEquals(4, rig.operator.reportState().orderCount());
    }

    @Test
    void shouldTakeTheDefaultSizeWhereThereIsAPriceWithoutOne()
    {
        rig.send("ALPHA", "35=i|117=q1|1=CF01ABC|293=7|294=8|296=1|302=set|304=2|295=2|" +
            "299=1|55=CHEAP|132=99|133=101|135=5|299=2|55=DEAR|132=99");
        rig.forget();
        assertEquals(3, rig.operator.reportState().orderCount());
        assertEquals(List.of(5L, 7L, 7L), rig.book().values().stream().map(OrderRig.BookOrder::restLots).sorted()
            .toList());
    }

    @Test
    void shouldPassOverQuotesThatComeAgainAndSaySo()
    {
        rig.send("ALPHA", QUOTE);
        rig.send("ALPHA", "35=Z|117=c1|298=4|97=Y");
        rig.forget();
        rig.send("ALPHA", QUOTE + "|43=Y");
        rig.send("ALPHA", QUOTE + "|97=Y");
        rig.expect("ALPHA");
        rig.start();
        rig.forget();
        rig.send("ALPHA", QUOTE + "|97=Y");
        rig.send("ALPHA", "35=Z|117=q1|298=4|97=Y");
        rig.expect("ALPHA");
        rig.send("ALPHA", QUOTE);
        assertTrue(rig.next("ALPHA").startsWith("b 131=rfq 117=q1 297=0"));
    }

    @Test
    void shouldWithdrawWhenQuotesAreCancelled()
    {
        rig.send("ALPHA", QUOTE);
        rig.forget();
        rig.send("ALPHA", "35=Z|117=c1|298=1|295=1|55=CHEAP");
        rig.expect("ALPHA", "b 117=c1 297=1 296=1 302=NONE 304=1 295=1 299=1 55=CHEAP 48=11");
        assertEquals(2, rig.operator.reportState().orderCount());
        rig.send("ALPHA", "35=Z|117=c2|298=4");
        rig.expect("ALPHA", "b 117=c2 297=1 296=1 302=NONE 304=1 295=1 299=1 55=DEAR 48=12");
        assertEquals(0, rig.operator.reportState().orderCount());
        rig.send("ALPHA", "35=Z|117=c3|298=4");
        rig.expect("ALPHA", "b 117=c3 297=9");
    }

    @Test
    void shouldAskForQuotesOrSayWhyNot()
    {
        rig.send("BETA", "35=R|131=r1|146=2|55=CHEAP|54=1|38=5|55=NOTHING");
        rig.expect("BETA", "AG 131=r1 658=1 146=1 55=NONE 58=unknown instrument");
        assertEquals(1, rig.counters.get(FixCounter.COMMANDS));
        rig.operator.suspendTrading(1, io.bourse.engine.protocol.ClearingKind.INTRADAY);
        rig.send("BETA", "35=R|131=r2|146=1|55=CHEAP");
        rig.expect("BETA", "AG 131=r2 658=2 146=1 55=CHEAP 48=11 58=TRADING_SUSPENDED");
    }
}
