// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * An operator's hand on members, on a real engine.
 */
class MemberOperatorTest
{
    private static final long PX = 90_000_00000L;

    @TempDir
    private Path dir;
    private TestEngine engine;
    private MemberOperator members;
    private OrderSender sender;

    @BeforeEach
    void start()
    {
        engine = TestEngine.start(dir).withDemoReferenceData();
        members = new MemberOperator(engine.operator());
        sender = new OrderSender(engine.connect(), 1, TWAA1_LOGIN_ID, "AA01001");
    }

    @AfterEach
    void stop()
    {
        engine.close();
    }

    @Test
    void shouldStopAndLiftLoginsBrokerageFirmsAndClearingFirms()
    {
        assertEquals(1, ordersAfterOneMore());
        members.killSwitch(TWAA1_LOGIN_ID, KillAction.STOP);
        assertEquals(0, ordersAfterOneMore());
        members.killSwitch(TWAA1_LOGIN_ID, KillAction.LIFT);
        assertEquals(1, ordersAfterOneMore());
        members.killSwitch("AA01", KillAction.STOP);
        assertEquals(0, ordersAfterOneMore());
        members.killSwitch("AA01", KillAction.LIFT);
        assertEquals(1, ordersAfterOneMore());
        members.killSwitch("AA", KillAction.STOP);
        assertEquals(0, ordersAfterOneMore());
        members.killSwitch("AA", KillAction.LIFT);
        assertEquals(1, ordersAfterOneMore());
    }

    @Test
    void shouldSayWhyWhenTheEngineRefuses()
    {
        assertEquals(
            RejectReason.UNKNOWN_LOGIN,
            assertThrows(CommandRefusedException.class, () -> members.killSwitch(99, KillAction.STOP)).reason());
        assertEquals(
            RejectReason.UNKNOWN_FIRM,
            assertThrows(CommandRefusedException.class, () -> members.killSwitch("ZZ", KillAction.STOP)).reason());
        assertEquals(
            RejectReason.INVALID_FIELD,
            assertThrows(CommandRefusedException.class, () -> members.setLoginRights(1, 0x80, 0)).reason());
        assertThrows(IllegalArgumentException.class, () -> members.killSwitch(0, KillAction.STOP));
    }

    @Test
    void shouldRememberStopsWhenTheEngineRestarts()
    {
        members.killSwitch(TWBB1_LOGIN_ID, KillAction.STOP);
        engine.close();
        engine = TestEngine.start(dir);
        sender = new OrderSender(engine.connect(), 1, TWBB1_LOGIN_ID, "BB01001");
        assertEquals(0, ordersAfterOneMore());
        members = new MemberOperator(engine.operator());
        members.killSwitch(TWBB1_LOGIN_ID, KillAction.LIFT);
        assertEquals(1, ordersAfterOneMore());
    }

    private int ordersAfterOneMore()
    {
        sender.newOrder(SI_ID, Side.BUY, PX, 1);
        return engine.operator().reportState().orders().size();
    }
}
