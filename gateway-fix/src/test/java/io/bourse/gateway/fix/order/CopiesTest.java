// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.Side;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Drop copies and captured trades.
 */
@Tag("venue")
class CopiesTest
{
    private static final String SELL = "35=D|1=CF02XYZ|55=CHEAP|54=2|38=10|40=2|44=100|59=0";

    @TempDir
    private Path directory;
    private OrderRig rig;

    @BeforeEach
    void start()
    {
        rig = new OrderRig(directory);
    }

    @AfterEach
    void stop()
    {
        rig.close();
    }

    private static FixSessionOptions copies(final Set<Role> roles, final List<String> firms)
    {
        return FixSessionOptions.builder().roles(roles).dropCopyFirms(firms).build();
    }

    private void watch(final List<String> firms, final Role... roles)
    {
        rig.options("WATCH", copies(EnumSet.copyOf(List.of(roles)), firms)).start();
    }

    @Test
    void shouldCopyEveryReportWhenTheFirmIsSponsored()
    {
        watch(List.of("CF01"), Role.DROP_COPY);
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("BETA", SELL.replace("38=10", "38=3") + "|11=b1");
        rig.send("ALPHA", OrderRig.ORDER.replace("44=100", "44=1000") + "|11=a2");
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=a3|41=a1");
        rig.expect("WATCH",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0 797=Y",
            "F/1 a1 B20 10@100 last=3@100 leaves=7 cum=3 avg=100 851=1 797=Y",
            "8/8 a2 B20 10@1000 leaves=0 cum=0 avg=0 103=3 58=PRICE_OUT_OF_LIMITS 797=Y",
            "4/4 a3<a1 B20 10@100 leaves=0 cum=3 avg=100 797=Y");
        assertEquals(ids("ALPHA"), ids("WATCH"));
    }

    @Test
    void shouldNotCopyWhatAStrangerHasTypedInWhenItIsRefused()
    {
        watch(List.of("CF01"), Role.DROP_COPY);
        rig.send("BETA", SELL.replace("CF02XYZ", "CF01ABC") + "|11=b1");
        rig.send("BETA", SELL.replace("CF02XYZ", "CF01ABC").replace("44=100", "44=1000") + "|11=b2");
        rig.send("BETA", SELL.replace("CF02XYZ", "CF01ZZZ") + "|11=b3");
        rig.send("BETA", SELL.replace("CF02XYZ", "CF01ABC").replace("CHEAP", "NONE") + "|11=b4");
        rig.expect("WATCH");
        assertEquals(4, rig.session("BETA").lines.size());
        rig.start();
        rig.expect("WATCH");
    }

    @Test
    void shouldCopyToItsOwnFirmWhatALoginHasTypedInWhenItIsRefused()
    {
        watch(List.of("CF02"), Role.DROP_COPY);
        rig.send("BETA", SELL.replace("CF02XYZ", "CF01ABC") + "|11=b1");
        rig.send("BETA", SELL.replace("CF02XYZ", "CF02ZZZ") + "|11=b2");
        rig.expect("WATCH",
            "8/8 b1 S20 10@100 leaves=0 cum=0 avg=0 103=15 58=ACCOUNT_NOT_PERMITTED 797=Y",
            "8/8 b2 S20 10@100 leaves=0 cum=0 avg=0 103=15 58=UNKNOWN_ACCOUNT 797=Y");
        assertEquals(ids("BETA"), ids("WATCH"));
    }

    @Test
    void shouldCopyWhatTheGatewayItselfRefuses()
    {
        watch(List.of("CF01"), Role.DROP_COPY);
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.settle();
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", OrderRig.ORDER.replace("CHEAP", "NONE") + "|11=a2");
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=a3|41=other");
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "8/8 a1 B2 10@100 leaves=0 cum=0 avg=0 103=6 58=" + FixRefusal.DUPLICATE_CL_ORD_ID.text(),
            "8/8 a2 B2 10@100 leaves=0 cum=0 avg=0 103=1 58=" + FixRefusal.UNKNOWN_SYMBOL.text(),
            "9 11=a3 41=other 39=8 434=1 102=1 58=" + FixRefusal.UNKNOWN_ORDER.text());
        rig.expect("WATCH",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0 797=Y",
            "8/8 a1 B2 10@100 leaves=0 cum=0 avg=0 103=6 58=" + FixRefusal.DUPLICATE_CL_ORD_ID.text() + " 797=Y",
            "8/8 a2 B2 10@100 leaves=0 cum=0 avg=0 103=1 58=" + FixRefusal.UNKNOWN_SYMBOL.text() + " 797=Y",
            "9 11=a3 41=other 39=8 434=1 102=1 58=" + FixRefusal.UNKNOWN_ORDER.text());
    }

    @Test
    void shouldCopyRefusalsWhileThereIsNoEngine()
    {
        rig.busyTimeoutNs(1);
        watch(List.of("CF01"), Role.DROP_COPY);
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.settle();
        rig.isFull = true;
        rig.send("ALPHA", OrderRig.ORDER + "|11=a2");
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=a3|41=a1");
        rig.service.doWork();
        rig.isFull = false;
        final String busy = " 58=" + FixRefusal.ENGINE_BUSY.text();
        rig.expect("WATCH",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0 797=Y",
            "8/8 a2 B2 10@100 leaves=0 cum=0 avg=0 103=99" + busy + " 797=Y",
            "9 11=a3 41=a1 39=0 434=1 102=2" + busy);
    }

    @Test
    void shouldCopyRefusedChangesWhenTheEngineRefusesAndTheSameAtEveryReplay()
    {
        watch(List.of("CF01"), Role.DROP_COPY);
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", "35=G|55=CHEAP|54=1|38=10|40=2|44=1000|11=a2|41=a1");
        final String[] copies = {
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0 797=Y",
            "9 11=a2 41=a1 39=0 434=2 102=99 58=PRICE_OUT_OF_LIMITS"};
        rig.expect("WATCH", copies);
        rig.start();
        rig.expect("WATCH", copies);
    }

    @Test
    void shouldNotCopyCancelRejectsToASessionThatCouldTakeThemForItsOwn()
    {
        watch(List.of("CF01"), Role.DROP_COPY, Role.ORDER_ENTRY);
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=a1|41=other");
        rig.send("ALPHA", OrderRig.ORDER.replace("CHEAP", "NONE") + "|11=a2");
        rig.expect("WATCH",
            "8/8 a2 B2 10@100 leaves=0 cum=0 avg=0 103=1 58=" + FixRefusal.UNKNOWN_SYMBOL.text() + " 797=Y");
    }

    private List<String> ids(final String name)
    {
        return rig.session(name).reports.stream()
            .map((report) -> report.substring(report.indexOf("|17=")).split("\\|")[1]).toList();
    }

    @Test
    void shouldCopyOrdersOfOtherProtocolsWhenTheirFirmIsWatched()
    {
        watch(List.of("CF01DEF"), Role.DROP_COPY);
        final OrderRequest order = rig.otherRequest(OrderRequest.Kind.NEW);
        order.instrument = rig.cheap();
        order.accountCode = AccountCode.pack("CF01DEF");
        order.side = '1';
        order.qtyLots = 10;
        order.priceE5 = 10_000_000;
        rig.other(order);
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("BETA", SELL.replace("38=10", "38=3") + "|11=b1");
        rig.settle();
        rig.operator.suspendTrading(1, ClearingKind.EVENING);
        rig.expect("WATCH",
            "0/0 1 B20 10@100 leaves=10 cum=0 avg=0 797=Y",
            "F/1 1 B20 10@100 last=3@100 leaves=7 cum=3 avg=100 851=1 797=Y",
            "C/C 1 B20 10@100 leaves=0 cum=3 avg=100 58=SESSION_END 797=Y");
        assertEquals(0, rig.service.workingOrders());
    }

    @Test
    void shouldNotCopyItsOwnOrdersWhenASessionDoesBoth()
    {
        watch(List.of(), Role.DROP_COPY, Role.ORDER_ENTRY);
        rig.send("WATCH", SELL + "|11=w1");
        rig.send("BETA", SELL + "|11=b1");
        rig.expect("WATCH",
            "0/0 w1 S20 10@100 leaves=10 cum=0 avg=0",
            "0/0 b1 S20 10@100 leaves=10 cum=0 avg=0 797=Y");
        rig.expect("BETA", "0/0 b1 S20 10@100 leaves=10 cum=0 avg=0");
    }

    @Test
    void shouldRefuseOrdersWhenTheSessionIsForCopiesOnly()
    {
        watch(List.of("CF"), Role.DROP_COPY);
        rig.send("WATCH", SELL + "|11=w1");
        rig.send("WATCH", "35=q|11=w2|530=7");
        rig.send("WATCH", "35=AF|584=w3|585=7");
        rig.send("WATCH", "35=AD|568=w4|569=0");
        for (final String type : new String[]{"D", "q", "AF", "AD"})
        {
            final String line = rig.session("WATCH").lines.pollFirst();
            assertTrue(line.startsWith("j 45=") && line.contains(" 372=" + type + " ") &&
                line.endsWith("380=6 58=the session has no such role"), line);
        }
    }

    @Test
    void shouldCopyWhatIsThereWhenTheWatcherComesLater()
    {
        rig.options("LATE", copies(EnumSet.of(Role.DROP_COPY), List.of("CF01"))).start();
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.settle();
        rig.operator.defineLogin(9, LoginProtocol.FIX, "LATE", "CF02");
        rig.settle();
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=a2|41=a1");
        rig.expect("LATE", "4/4 a2<a1 B20 10@100 leaves=0 cum=0 avg=0 797=Y");
    }

    @Test
    void shouldCaptureTradesUnderTheDateThatTheSessionWasMovedTo()
    {
        watch(List.of("CF01"), Role.TRADE_CAPTURE);
        new SessionOperator(rig.operator).setFeatureLevel(FeatureLevels.BOUNDED);
        new SessionOperator(rig.operator).moveDate(7, 20_261_122, 20_261_120);
        rig.settle();
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("BETA", SELL.replace("38=10", "38=3") + "|11=b1");
        rig.settle();
        assertTrade("570=N 55=CHEAP 48=11 32=3 31=100 75=20261120 552=1 54=1 1=CF01ABC 336=7");
    }

    @Test
    void shouldCaptureTradesWithTheSidesThatAreCovered()
    {
        watch(List.of("CF01"), Role.TRADE_CAPTURE);
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("BETA", SELL.replace("38=10", "38=3") + "|11=b1");
        rig.send("ALPHA", OrderRig.ORDER.replace("54=1", "54=2").replace("38=10", "38=2") + "|11=a2");
        rig.send("ALPHA", "35=D|1=CF01ABC|55=SPREAD|54=1|38=2|40=2|44=-1|11=s1");
        rig.send("BETA", "35=D|1=CF02XYZ|55=SPREAD|54=2|38=2|40=2|44=-1|11=s2");
        rig.settle();
        assertTrade("570=N 55=CHEAP 48=11 32=3 31=100 75=20261122 552=1 54=1 1=CF01ABC 336=7");
        assertTrade("570=N 55=CHEAP 48=11 32=2 31=100 75=20261122 552=2 54=1 1=CF01ABC 336=7 54=2 1=CF01ABC 336=7");
        assertTrade("570=N 442=3 55=SPREAD 48=13 32=2 31=-1 75=20261122 552=1 54=1 1=CF01ABC 336=7");
        assertTrade("570=N 442=2 824=3 55=CHEAP 48=11 32=2 31=100 75=20261122 552=1 54=1 1=CF01ABC 336=7");
        assertTrade("570=N 442=2 824=3 55=DEAR 48=12 32=2 31=101 75=20261122 552=1 54=2 1=CF01ABC 336=7");
        rig.send("WATCH", "35=AD|568=r1|569=0");
        rig.settle();
        assertEquals("AQ 568=r1 569=0 748=5 749=0 750=0 55=[N/A]", rig.session("WATCH").lines.pollFirst());
        for (int i = 0; i < 5; i++)
        {
            final String line = rig.session("WATCH").lines.pollFirst();
            assertTrue(line.startsWith("AE 570=Y") &&
                line.endsWith("568=r1 748=5 912=" + (4 == i ? "Y" : "N")), line);
        }
        rig.send("WATCH", "35=AD|568=r2|569=1|55=DEAR");
        rig.settle();
        assertEquals("AQ 568=r2 569=1 748=1 749=0 750=0 55=DEAR", rig.session("WATCH").lines.pollFirst());
        assertTrue(rig.session("WATCH").lines.pollFirst().endsWith("568=r2 748=1 912=Y"));
        rig.send("WATCH", "35=AD|568=r3|569=0|263=1");
        rig.expect("WATCH", "AQ 568=r3 569=0 748=0 749=8 750=2 55=[N/A] 58=trades are sent without being asked for");
    }

    private void assertTrade(final String expected)
    {
        assertEquals("AE " + expected, rig.session("WATCH").lines.pollFirst());
    }

    @Test
    void shouldReportNegotiatedTradesToWhoWatches()
    {
        rig.operator.defineLogin(5, LoginProtocol.TWIME, "TWIMER2", "CF02");
        watch(List.of("CF01", "CF02"), Role.DROP_COPY, Role.TRADE_CAPTURE);
        rig.negotiated(3, "CF01ABC", "CF02", Side.BUY);
        rig.negotiated(5, "CF02XYZ", "CF01", Side.SELL);
        rig.expect("WATCH",
            "0/0 1 B20 10@100 leaves=10 cum=0 avg=0 797=Y",
            "0/0 1 S20 10@100 leaves=10 cum=0 avg=0 797=Y",
            "F/2 1 B20 10@100 last=10@100 leaves=0 cum=10 avg=100 797=Y",
            "F/2 1 S20 10@100 last=10@100 leaves=0 cum=10 avg=100 797=Y",
            "AE 570=N 828=1 55=CHEAP 48=11 32=10 31=100 75=20261122 552=2 " +
            "54=1 1=CF01ABC 336=7 54=2 1=CF02XYZ 336=7");
    }

    private void trades(final int from, final int to)
    {
        for (int i = from; i < to; i++)
        {
            rig.send("ALPHA", OrderRig.ORDER.replace("38=10", "38=1") + "|11=a" + i);
            rig.send("BETA", SELL.replace("38=10", "38=1") + "|11=b" + i);
        }
        rig.settleOrders();
    }

    @Test
    void shouldReportTheTradesThereWereWhenMoreAreMadeMeanwhile()
    {
        watch(List.of("CF01"), Role.TRADE_CAPTURE);
        trades(0, 3);
        rig.standStill();
        rig.send("WATCH", "35=AD|568=r1|569=0");
        rig.send("WATCH", "35=AD|568=r2|569=0");
        trades(3, 4);
        rig.goOn();
        rig.settle();
        final List<String> answers =
            rig.session("WATCH").lines.stream().filter((line) -> line.contains("568=")).toList();
        assertEquals("AQ 568=r2 569=0 748=0 749=99 750=2 55=[N/A] 58=an earlier request is not answered yet",
            answers.get(0));
        assertEquals("AQ 568=r1 569=0 748=3 749=0 750=0 55=[N/A]", answers.get(1));
        assertEquals(5, answers.size());
        assertTrue(answers.get(4).endsWith("568=r1 748=3 912=Y"), answers.get(4));
    }

    @Test
    void shouldEndTheAnswerWhenTradesAreForgottenMeanwhile()
    {
        rig.tradesOfDay(100);
        watch(List.of("CF01"), Role.TRADE_CAPTURE);
        trades(0, 100);
        rig.standStill();
        rig.send("WATCH", "35=AD|568=r1|569=0");
        rig.portion();
        rig.portion();
        trades(100, 180);
        rig.goOn();
        rig.settle();
        final String last = rig.session("WATCH").lines.peekLast();
        assertTrue(last.startsWith("AQ 568=r1 569=0 748=64 749=99 750=2 "), last);
        assertTrue(rig.service.isAnswered());
    }

    @Test
    void shouldSaySoWhenTheDayWasLongerThanTheMemory()
    {
        rig.tradesOfDay(3);
        watch(List.of("CF01"), Role.TRADE_CAPTURE);
        for (int i = 0; i < 4; i++)
        {
            rig.send("ALPHA", OrderRig.ORDER.replace("38=10", "38=1") + "|11=a" + i);
            rig.send("BETA", SELL.replace("38=10", "38=1") + "|11=b" + i);
        }
        rig.forget();
        rig.send("WATCH", "35=AD|568=r1|569=0");
        rig.expect("WATCH", "AQ 568=r1 569=0 748=0 749=99 750=2 55=[N/A] " +
            "58=the day has had more trades than are remembered");
    }
}
