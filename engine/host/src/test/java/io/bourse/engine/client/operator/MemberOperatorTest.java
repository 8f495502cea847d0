// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

import static io.bourse.engine.testing.DemoReferenceData.FIXAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * An operator's hand on members, on a real engine.
 */
@Tag("venue")
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
        assertEquals(2, ordersAfterOneMore());
        assertEquals(2, members.killSwitch(TWAA1_LOGIN_ID, KillAction.STOP));
        assertEquals(0, ordersAfterOneMore());
        assertEquals(0, members.killSwitch(TWAA1_LOGIN_ID, KillAction.LIFT));
        assertEquals(1, ordersAfterOneMore());
        assertEquals(1, members.killSwitch("AA01", KillAction.STOP));
        assertEquals(0, ordersAfterOneMore());
        assertEquals(0, members.killSwitch("AA01", KillAction.LIFT));
        assertEquals(1, ordersAfterOneMore());
        assertEquals(1, members.killSwitch("AA", KillAction.STOP));
        assertEquals(0, ordersAfterOneMore());
        assertEquals(0, members.killSwitch("AA", KillAction.LIFT));
        assertEquals(1, ordersAfterOneMore());
    }

    @Test
    void shouldCountTheOrdersOfAllLoginsOfAFirmAndNoOthers()
    {
        sender.newOrder(SI_ID, Side.BUY, PX, 1);
        new OrderSender(engine.connect(), 2, FIXAA1_LOGIN_ID, "AA01002").newOrder(SI_ID, Side.BUY, PX, 2);
        new OrderSender(engine.connect(), 1, TWBB1_LOGIN_ID, "BB01001").newOrder(SI_ID, Side.BUY, PX, 3);
        assertEquals(3, orders().size());
        assertEquals(2, members.killSwitch("AA01", KillAction.STOP));
        assertEquals(0, members.killSwitch("AA01", KillAction.STOP));
        assertEquals(List.of(3L), orders());
    }

    @Test
    void shouldPreventSelfTradesAsLastSet()
    {
        members.setSelfTradePrevention("AA01", SelfTradeScope.ACCOUNT, SelfTradeMode.CANCEL_RESTING);
        sender.newOrder(SI_ID, Side.BUY, PX, 1);
        sender.newOrder(SI_ID, Side.SELL, PX, 2);
        assertEquals(List.of(2L), orders());
        members.setSelfTradePrevention("AA01", SelfTradeScope.FIRM, SelfTradeMode.CANCEL_INCOMING);
        sender.newOrder(SI_ID, Side.BUY, PX, 1);
        assertEquals(List.of(2L), orders());
        members.setSelfTradePrevention("AA01", SelfTradeScope.NONE, SelfTradeMode.CANCEL_INCOMING);
        sender.newOrder(SI_ID, Side.BUY, PX, 2);
        assertEquals(List.of(), orders());
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
        assertEquals(
            RejectReason.UNKNOWN_FIRM,
            assertThrows(CommandRefusedException.class, () ->
                members.setSelfTradePrevention("ZZ01", SelfTradeScope.FIRM, SelfTradeMode.DECREMENT)).reason());
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
        return orders().size();
    }

    /** Lots of all live orders. */
    private List<Long> orders()
    {
        return engine.operator().reportState().orders().stream().map(StateReport.RestingOrder::restLots).toList();
    }
}
