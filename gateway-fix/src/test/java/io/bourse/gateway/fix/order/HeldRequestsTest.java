// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.session.FixCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What happens when the engine has no room.
 */
@Tag("venue")
class HeldRequestsTest
{
    private static final String BUSY = "58=the exchange takes no requests at the moment";

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

    @Test
    void shouldHoldRequestsInTheirOrderUntilThereIsRoom()
    {
        rig.start();
        rig.isFull = true;
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=a2|41=a1");
        rig.send("BETA", "35=D|1=CF02XYZ|55=CHEAP|54=2|38=3|40=2|44=100|59=0|11=b1");
        assertTrue(rig.service.handler().isHeld(rig.session("ALPHA")));
        assertEquals(0, rig.service.doWork());
        assertEquals(0, rig.counters.get(FixCounter.COMMANDS));
        rig.isFull = false;
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "F/1 a1 B20 10@100 last=3@100 leaves=7 cum=3 avg=100 851=1",
            "4/4 a2<a1 B20 10@100 leaves=0 cum=3 avg=100");
        assertFalse(rig.service.handler().isHeld(rig.session("ALPHA")));
        assertEquals(0, rig.counters.get(FixCounter.REFUSALS));
    }

    @Test
    void shouldReportTheEndOfASessionBehindItsRequestsAndBeforeThoseOfTheNext()
    {
        rig.members.setLoginRights(1, 0, 0);
        rig.start();
        rig.isFull = true;
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.service.handler().onLogout(rig.session("ALPHA"));
        rig.service.handler().onLogon(rig.session("ALPHA"));
        rig.send("ALPHA", OrderRig.ORDER + "|11=a2");
        rig.isFull = false;
        rig.expect("ALPHA",
            "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0",
            "4/4 a1 B20 10@100 leaves=0 cum=0 avg=0 58=DISCONNECT",
            "0/0 a2 B20 10@100 leaves=10 cum=0 avg=0");
    }

    @Test
    void shouldRefuseWhenTheTimeIsOver()
    {
        rig.busyTimeoutNs(1).start();
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.forget();
        rig.isFull = true;
        rig.send("ALPHA", OrderRig.ORDER + "|11=a2");
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=a3|41=a1");
        rig.send("ALPHA", "35=q|11=a4|530=7");
        rig.service.doWork();
        rig.isFull = false;
        rig.expect("ALPHA",
            "8/8 a2 B2 10@100 leaves=0 cum=0 avg=0 103=99 " + BUSY,
            "9 11=a3 41=a1 39=0 434=1 102=2 " + BUSY,
            "r 11=a4 530=7 531=0 " + BUSY);
        assertEquals(3, rig.service.refusals().get(FixRefusal.ENGINE_BUSY));
        rig.send("ALPHA", OrderRig.ORDER + "|11=a2");
        rig.expect("ALPHA", "0/0 a2 B20 10@100 leaves=10 cum=0 avg=0");
    }

    @Test
    void shouldPublishRequestsThatHadToWaitForAnAnswerWhenThereIsRoomAgain()
    {
        rig.start();
        rig.send("ALPHA", OrderRig.ORDER + "|11=a1");
        rig.send("ALPHA", "35=F|55=CHEAP|54=1|11=a2|41=a1");
        rig.isFull = true;
        rig.expect("ALPHA", "0/0 a1 B20 10@100 leaves=10 cum=0 avg=0");
        rig.isFull = false;
        rig.expect("ALPHA", "4/4 a2<a1 B20 10@100 leaves=0 cum=0 avg=0");
    }
}
