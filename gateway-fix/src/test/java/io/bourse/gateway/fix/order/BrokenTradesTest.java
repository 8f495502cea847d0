// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.TradeOperator;
import io.bourse.engine.protocol.FeatureLevels;
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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

/**
 * What clients, drop copies and captures receive when a trade is broken or corrected.
 */
@Tag("venue")
class BrokenTradesTest
{
    private static final String SELL = "35=D|1=CF02XYZ|55=CHEAP|54=2|38=10|40=2|44=100|59=0";
    private static final String WHY = "wrong";

    @TempDir
    private Path directory;
    private OrderRig rig;
    private TradeOperator trades;

    @BeforeEach
    void start()
    {
        rig = new OrderRig(directory);
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
        {
            new SessionOperator(rig.operator).setFeatureLevel(level);
        }
        trades = new TradeOperator(rig.operator);
    }

    @AfterEach
    void stop()
    {
        rig.close();
    }

    private void watch(final Role role)
    {
        rig.options("WATCH", FixSessionOptions.builder()
            .roles(EnumSet.of(role)).dropCopyFirms(List.of("CF01")).build()).start();
    }

    private void trade()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.settle();
        rig.send("BETA", SELL.replace("38=10", "38=3") + "|11=b1");
        rig.settle();
    }

    @Test
    void shouldCancelAndCorrectTradesWithTheExecIdOfEach()
    {
        watch(Role.DROP_COPY);
        trade();
        trades.correct(1, OrderRig.CHEAP, 9_900_000, 2, WHY);
        rig.settle();
        trades.bust(3, OrderRig.CHEAP, WHY);
        rig.settle();
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "F/1 a1 B20 10@100 last=3@100 leaves=7 cum=3 avg=100 851=1",
            "G/1 a1 B20 10@100 last=2@99 leaves=7 cum=2 avg=99 58=wrong",
            "H/0 a1 B20 10@100 last=2@99 leaves=7 cum=0 avg=0 58=wrong");
        rig.expect("BETA",
            "0/0 b1 S20 3@100 leaves=3 cum=0 avg=0",
            "F/2 b1 S20 3@100 last=3@100 leaves=0 cum=3 avg=100 851=2",
            "G/4 b1 S20 3@100 last=2@99 leaves=0 cum=2 avg=99 58=wrong",
            "H/4 b1 S20 3@100 last=2@99 leaves=0 cum=0 avg=0 58=wrong");
        rig.expect("WATCH",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0 797=Y",
            "F/1 a1 B20 10@100 last=3@100 leaves=7 cum=3 avg=100 851=1 797=Y",
            "G/1 a1 B20 10@100 last=2@99 leaves=7 cum=2 avg=99 58=wrong 797=Y",
            "H/0 a1 B20 10@100 last=2@99 leaves=7 cum=0 avg=0 58=wrong 797=Y");
        for (final String name : List.of("ALPHA", "BETA", "WATCH"))
        {
            assertEquals(field(name, 1, 17), field(name, 2, 19), name);
            assertEquals(field(name, 2, 17), field(name, 3, 19), name);
            assertEquals("3", field(name, 2, 527), name);
            assertEquals("3", field(name, 3, 527), name);
        }
        // The same after a start that learns everything from the stream.
        final List<String> before = List.copyOf(rig.session("ALPHA").reports);
        rig.start();
        assertEquals(before, rig.session("ALPHA").reports);
    }

    @Test
    void shouldFindTheOrderWhateverHasReplacedIt()
    {
        rig.start();
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.settle();
        rig.send("ALPHA", OrderRig.ORDER.replace("35=D", "35=G").replace("44=100", "44=101") + "|11=a2|41=a1");
        rig.settle();
        rig.send("BETA", SELL.replace("38=10", "38=3") + "|11=b1");
        rig.settle();
        rig.send("ALPHA", OrderRig.ORDER.replace("35=D", "35=G").replace("44=100", "44=102") + "|11=a3|41=a2");
        rig.settle();
        trades.bust(1, OrderRig.CHEAP, WHY);
        rig.settle();
        assertEquals("H/0 a3 B20 10@102 last=3@101 leaves=7 cum=0 avg=0 58=wrong",
            rig.session("ALPHA").lines.peekLast());
    }

    @Test
    void shouldReportTheCancelOfACapturedTradeAndWhatReplacesIt()
    {
        watch(Role.TRADE_CAPTURE);
        trade();
        trades.correct(1, OrderRig.CHEAP, 9_900_000, 2, WHY);
        trades.bust(3, OrderRig.CHEAP, WHY);
        rig.settle();
        final List<String> pushed = List.copyOf(rig.session("WATCH").reports);
        assertEquals(3, pushed.size(), pushed::toString);
        assertEquals("1", fieldOf(pushed.get(0), 571));
        assertEquals("3 2 1 2 99", fields(pushed.get(1)));
        assertEquals("4 1 3 2 99", fields(pushed.get(2)));
        rig.send("WATCH", "35=AD|568=r1|569=0");
        rig.settle();
        final List<String> answers =
            rig.session("WATCH").lines.stream().filter(line -> line.contains("568=r1")).toList();
        assertEquals(3, answers.size(), answers::toString);
        assertFalse(answers.stream().skip(1).anyMatch(line -> !line.contains("487=1")), answers::toString);
    }

    @Test
    void shouldReportEveryLegOfAStrategy()
    {
        rig.start();
        rig.send("ALPHA", OrderRig.ORDER.replace("CHEAP", "SPREAD").replace("44=100", "44=5") + "|11=a1");
        rig.settle();
        rig.send("BETA", SELL.replace("CHEAP", "SPREAD").replace("44=100", "44=5").replace("38=10", "38=2") +
            "|11=b1");
        rig.settle();
        trades.bust(1, OrderRig.SPREAD, WHY);
        rig.settle();
        final List<String> all = List.copyOf(rig.session("ALPHA").lines);
        assertEquals(7, all.size(), all::toString);
        final List<String> reports = rig.session("ALPHA").reports;
        for (int i = 0; i < 3; i++)
        {
            assertEquals("H", fieldOf(reports.get(4 + i), 150));
            assertEquals(fieldOf(reports.get(1 + i), 17), fieldOf(reports.get(4 + i), 19));
            assertEquals(fieldOf(reports.get(1 + i), 55), fieldOf(reports.get(4 + i), 55));
            assertEquals(fieldOf(reports.get(1 + i), 54), fieldOf(reports.get(4 + i), 54));
            assertEquals(fieldOf(reports.get(1 + i), 442), fieldOf(reports.get(4 + i), 442));
            assertEquals("0", fieldOf(reports.get(4 + i), 14));
        }
    }

    private static String fields(final String report)
    {
        return fieldOf(report, 571) + " " + fieldOf(report, 487) + " " + fieldOf(report, 572) + " " +
            fieldOf(report, 32) + " " + fieldOf(report, 31);
    }

    private String field(final String name, final int report, final int tag)
    {
        return fieldOf(rig.session(name).reports.get(report), tag);
    }

    private static String fieldOf(final String report, final int tag)
    {
        for (final String field : report.substring(report.indexOf(' ') + 1).split("\\|"))
        {
            if (field.startsWith(tag + "="))
            {
                return field.substring(field.indexOf('=') + 1);
            }
        }
        return "";
    }
}
