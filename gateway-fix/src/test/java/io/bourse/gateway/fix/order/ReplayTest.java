// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.DayCheckpoints;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A new life of the service learns everything from the event stream: it makes the same reports with the same ExecIDs,
 * and goes on where the one before it was.
 */
@Tag("venue")
class ReplayTest
{
    @TempDir
    private Path directory;
    private OrderRig rig;

    @BeforeEach
    void start()
    {
        rig = new OrderRig(directory)
            .options("WATCH", FixSessionOptions.builder()
                .roles(EnumSet.of(Role.DROP_COPY, Role.TRADE_CAPTURE))
                .dropCopyFirms(List.of("CF"))
                .build())
            .start();
        rig.members.setLoginRights(1, LoginRights.QUOTES, -1);
    }

    @AfterEach
    void stop()
    {
        rig.close();
    }

    private void day()
    {
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", "35=D|1=CF01ABC|55=CHEAP|54=1|38=10|40=2|44=99|59=1|111=3|20003=9|11=ice");
        rig.send("ALPHA", "35=D|1=CF01ABC|55=CHEAP|54=1|38=10|40=4|44=103|99=102|59=1|11=stop");
        rig.send("BETA", "35=D|1=CF02XYZ|55=CHEAP|54=2|38=4|40=K|11=b1");
        rig.settle();
        rig.send("ALPHA", "35=G|55=CHEAP|54=1|40=2|11=a2|41=a1|38=12|44=100.01");
        rig.send("ALPHA", "35=G|55=CHEAP|54=1|40=2|11=a3|41=a1|38=12|44=1000");
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=a4|41=a2");
        rig.send("ALPHA", OrderRig.ORDER.replace("44=100", "44=1000") + "|11=a5");
        rig.send("ALPHA", "35=i|117=q1|1=CF01ABC|296=1|302=set|304=1|295=1|299=1|55=DEAR|132=99|133=101|134=5|135=5");
        rig.send("BETA", "35=D|1=CF02XYZ|55=DEAR|54=2|38=2|40=2|44=99|11=b2");
        rig.send("BETA", "35=D|1=CF02XYZ|55=SPREAD|54=2|38=2|40=2|44=-1|59=1|11=b3");
        rig.send("ALPHA", "35=D|1=CF01ABC|55=SPREAD|54=1|38=1|40=1|11=a6");
        rig.send("BETA", "35=q|11=m1|530=1|55=CHEAP");
        rig.settle();
        rig.operator.suspendTrading(1, ClearingKind.EVENING);
        rig.operator.completeClearing(1, ClearingKind.EVENING);
        rig.operator.openSession(8, 20_261_123);
        rig.settle();
    }

    @Test
    void shouldMakeTheSameReportsWhenTheStreamIsReplayed()
    {
        day();
        final Map<String, List<String>> before = reports();
        assertTrue(before.get("ALPHA").size() > 15 && before.get("WATCH").size() > 25, before::toString);
        rig.start();
        final Map<String, List<String>> after = reports();
        for (final String name : List.of("ALPHA", "BETA", "WATCH"))
        {
            assertEquals(String.join("\n", before.get(name)), String.join("\n", after.get(name)));
        }
    }

    /** What only the life that sent a request knows does not count: names it gave, and sides of refused orders. */
    private Map<String, List<String>> reports()
    {
        final Map<String, List<String>> all = new HashMap<>();
        rig.sessions.forEach((name, session) ->
        {
            final List<String> lines = new ArrayList<>();
            session.reports.forEach((report) -> lines.add(report.startsWith("8") && report.contains("|150=8|") ?
                report.replaceAll("\\|(54|38|40|44|59)=[^|]*", "") :
                report.replaceAll(report.startsWith("9") ? "\\|41=[^|]*" : "302=set", "302=NONE")));
            all.put(name, lines);
        });
        return all;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGoOnWithOrdersNamesAndSequencesWhenStartedAgain(final boolean isFromCheckpoint)
    {
        final AtomicInteger written = new AtomicInteger();
        rig.days = isFromCheckpoint ? days(written) : null;
        rig.start();
        TestEngine.await("checkpoint of the first session", () -> !isFromCheckpoint || 1 == written.get());
        day();
        TestEngine.await("checkpoint of the second session", () -> !isFromCheckpoint || 2 == written.get());
        CloseHelper.close(rig.days);
        rig.days = isFromCheckpoint ? days(written) : null;
        final long end = rig.client.endCursor();
        rig.start();
        assertEquals(isFromCheckpoint, rig.startCursor > end / 2, "startCursor=" + rig.startCursor + " of " + end);
        assertEquals(3, rig.service.workingOrders());
        rig.forget();
        rig.send("ALPHA", OrderRig.ORDER + "|11=a2");
        rig.send("ALPHA", OrderRig.ORDER + "|11=a5");
        rig.send("ALPHA", OrderRig.ORDER + "|11=ice|97=Y");
        rig.send("ALPHA", "35=H|11=a1|55=CHEAP|54=1");
        rig.send("ALPHA", "35=G|55=CHEAP|54=1|40=2|11=ice2|41=ice|38=12|44=98");
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=c1|41=stop");
        rig.expect("ALPHA",
            "8/8 a2 B2 10@100 leaves=0 cum=0 avg=0 103=6 58=ClOrdID was used before",
            "8/8 a5 B2 10@100 leaves=0 cum=0 avg=0 103=6 58=ClOrdID was used before",
            "I/0 ice B21 10@99 leaves=10 cum=0 avg=0 111=3 20003=9",
            "I/4 a2 B20 12@100.01 leaves=0 cum=4 avg=100",
            "5/0 ice2<ice B21 12@98 leaves=12 cum=0 avg=0 111=3 20003=9",
            "4/4 c1<stop B41 10@103 leaves=0 cum=0 avg=0 99=102");
        rig.send("BETA", "35=F|55=SPREAD|54=2|11=c2|41=b3");
        rig.expect("BETA", "4/4 c2<b3 S21 2@-1 leaves=0 cum=1 avg=-1");
        rig.send("BETA", "35=q|11=m1|530=1|55=CHEAP|97=Y");
        rig.expect("BETA");
        CloseHelper.close(rig.days);
    }

    private DayCheckpoints days(final AtomicInteger written)
    {
        return new DayCheckpoints(
            new CheckpointStore(directory.resolve("checkpoints"), "fix", OrderService.STATE_VERSION, ""),
            (cursor) -> written.incrementAndGet(), () -> written.set(Integer.MIN_VALUE));
    }
}
