// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.MoveOperator;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Orders that go to another partition with their names, and come from it.
 */
class MovedOrdersTest extends RigTest
{
    private static final int INSTRUMENT = 14;
    private static final String UNDERLYING = "MOVED";
    private static final long AWAY = 1;
    private static final long BACK = 2;
    private static final String ORDER = "35=D|1=CF01ABC|55=MOVING|54=1|38=10|40=2|44=100|59=1";

    private MoveOperator moves;

    /** One that was replaced twice and has executed four lots in its first life, and one with a trigger. */
    private void ordersRest()
    {
        moves = new MoveOperator(rig.operator);
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
        {
            new SessionOperator(rig.operator).setFeatureLevel(level);
        }
        rig.operator.defineInstrument(new InstrumentSpec(INSTRUMENT, "MOVING", InstrumentKind.FUTURE, UNDERLYING,
            "RUB", 1_000, 1_000, 5_000_000, 50_000_000, 10_000_000, 0, 0, 20_261_217));
        rig.settle();
        rig.send("ALPHA", ORDER + "|11=a1");
        rig.send("BETA", "35=D|1=CF02XYZ|55=MOVING|54=2|38=4|40=2|44=100|11=b1");
        rig.settle();
        rig.send("ALPHA", "35=G|55=MOVING|54=1|40=2|11=a2|41=a1|38=12|44=100.01");
        rig.settle();
        rig.send("ALPHA", "35=G|55=MOVING|54=1|40=2|11=a3|41=a2|38=12|44=99");
        rig.send("ALPHA", "35=D|1=CF01ABC|55=MOVING|54=1|38=10|40=4|44=103|99=102|59=1|11=stop");
        rig.settle();
        rig.operator.suspendTrading(1, ClearingKind.EVENING);
        rig.operator.completeClearing(1, ClearingKind.EVENING);
        rig.forget();
    }

    private MoveRecords records()
    {
        return MoveRecords.of(rig.client);
    }

    private MoveRecords moveOut()
    {
        moves.moveOut(AWAY, List.of(UNDERLYING), 1);
        rig.settle();
        return records();
    }

    private void bringBack(final MoveRecords away)
    {
        final int count = away.records().size();
        moves.beginMove(BACK, count, away.hash(), 1);
        moves.moveIn(BACK, away.records(), 0);
        moves.endMove(BACK, count, away.hash(), 1, false);
        rig.settle();
    }

    private void open()
    {
        rig.operator.openSession(8, 20_261_123);
        rig.forget();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKnowOrdersThatComeByTheirNames(final boolean isStartedAgain)
    {
        ordersRest();
        final MoveRecords away = moveOut();
        moves.endMove(AWAY, away.records().size(), away.hash(), 1, false);
        rig.expect("ALPHA",
            "4/4 a3 B21 12@99 leaves=0 cum=4 avg=100 58=MOVED",
            "4/4 stop B41 10@103 leaves=0 cum=0 avg=0 99=102 58=MOVED");
        assertEquals(0, rig.service.workingOrders());
        bringBack(away);
        rig.expect("ALPHA",
            "0/1 a3 B21 12@99 leaves=8 cum=4 avg=100",
            "0/0 stop B41 10@103 leaves=10 cum=0 avg=0 99=102");
        if (isStartedAgain)
        {
            rig.start();
        }
        assertEquals(2, rig.service.workingOrders());
        open();
        rig.send("ALPHA", ORDER + "|11=a1");
        rig.send("ALPHA", "35=H|11=a2|55=MOVING|54=1");
        rig.send("ALPHA", "35=G|55=MOVING|54=1|40=2|11=a4|41=a3|38=13|44=98");
        rig.send("ALPHA", "35=F|55=MOVING|54=1|11=c1|41=stop");
        rig.expect("ALPHA",
            "8/8 a1 B2 10@100 leaves=0 cum=0 avg=0 103=6 58=ClOrdID was used before",
            "I/1 a3 B21 12@99 leaves=8 cum=4 avg=100",
            "5/1 a4<a3 B21 13@98 leaves=9 cum=4 avg=100",
            "4/4 c1<stop B41 10@103 leaves=0 cum=0 avg=0 99=102");
    }

    /** Copies are the reports of the orders' own session, once each, in the first partition and in the other one. */
    @Test
    void shouldCopyOrdersThatMoveOnceWithTheirIds()
    {
        rig.options("WATCH", FixSessionOptions.builder().roles(EnumSet.of(Role.DROP_COPY))
            .dropCopyFirms(List.of("CF01")).build()).start();
        ordersRest();
        final MoveRecords away = moveOut();
        moves.endMove(AWAY, away.records().size(), away.hash(), 1, false);
        rig.expect("WATCH",
            "4/4 a3 B21 12@99 leaves=0 cum=4 avg=100 58=MOVED 797=Y",
            "4/4 stop B41 10@103 leaves=0 cum=0 avg=0 99=102 58=MOVED 797=Y");
        bringBack(away);
        open();
        rig.send("ALPHA", "35=G|55=MOVING|54=1|40=2|11=a4|41=a3|38=13|44=98");
        rig.send("ALPHA", "35=F|55=MOVING|54=1|11=c1|41=stop");
        rig.expect("WATCH",
            "5/1 a4<a3 B21 13@98 leaves=9 cum=4 avg=100 797=Y",
            "4/4 c1<stop B41 10@103 leaves=0 cum=0 avg=0 99=102 797=Y");
        final List<String> copies = reports("WATCH");
        assertEquals(reports("ALPHA"), copies);
        assertEquals(copies.size(), Set.copyOf(copies).size());
    }

    /** OrderID and ExecID of each. */
    private List<String> reports(final String session)
    {
        return rig.session(session).reports.stream().map(report -> report.substring(0, report.indexOf('|')) +
            report.substring(report.indexOf("|17=")).split("\\|")[1]).toList();
    }

    @Test
    void shouldGiveOrdersTheirFirstIds()
    {
        ordersRest();
        final MoveRecords away = moveOut();
        final List<String> before = ids();
        moves.endMove(AWAY, away.records().size(), away.hash(), 1, false);
        rig.settle();
        bringBack(away);
        rig.session("ALPHA").reports.clear();
        open();
        rig.send("ALPHA", "35=F|55=MOVING|54=1|11=c1|41=a3");
        rig.settle();
        assertEquals("8 37=1", before.getFirst());
        assertEquals(before.getFirst(), ids().getLast());
    }

    /** The first field of a report is OrderID. */
    private List<String> ids()
    {
        return rig.session("ALPHA").reports.stream()
            .map(report -> report.substring(0, report.indexOf('|'))).toList();
    }

    /** The gateway died before it could say them. */
    @Test
    void shouldNameOrdersThatLeftWhileItDidNotRun()
    {
        ordersRest();
        moves.moveOut(AWAY, List.of(UNDERLYING), 1);
        final int before = records().records().size();
        rig.start();
        final MoveRecords away = records();
        // Three names of one order, and one of the other.
        assertEquals(before + 4, away.records().size());
        moves.endMove(AWAY, 0, 0, 1, true);
        rig.settle();
        open();
        rig.send("ALPHA", "35=F|55=MOVING|54=1|11=c1|41=a3");
        rig.expect("ALPHA", "4/4 c1<a3 B21 12@99 leaves=0 cum=4 avg=100");
    }
}
