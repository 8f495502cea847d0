// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.flow;

import io.bourse.jmh.loadtest.plan.FlowPlan;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class MadeFlowTest
{
    private static final long SEED = 20261122;
    private static final int TRANSACTIONS = 100_000;
    private static final int SESSIONS = 10;
    private static final int LIVE_ORDERS = 50;
    private static final double CANCEL_SHARE = 0.4;
    private static final double AGGRESSIVE_SHARE = 0.1;
    private static final double MISSED_SHARE = 0.05;
    private static final List<InstrumentPlan> INSTRUMENTS = List.of(
        new InstrumentPlan(1001, "Si-12.26", 1_00000, 83_000_00000L, 101_000_00000L, 92_345_00000L),
        new InstrumentPlan(1005, "BR-12.26", 1_000, 60_00000, 90_00000, 74_21000));

    /** What a flow did while every order and every cancel was accepted at once and nothing traded. */
    private static final class Tally
    {
        private final List<String> lines = new ArrayList<>();
        private int orders;
        private int cancels;
        private int immediate;
        private int smallOrders;
        private int nearOrders;
        private int mostLive;
    }

    private static FlowPlan plan(final long seed)
    {
        return new FlowPlan(seed, INSTRUMENTS, CANCEL_SHARE, AGGRESSIVE_SHARE, MISSED_SHARE, LIVE_ORDERS, null);
    }

    private static Tally run(final long seed, final int transactions)
    {
        final MadeFlow flow = new MadeFlow(plan(seed), SESSIONS);
        final OwnOrders[] own = new OwnOrders[SESSIONS];
        for (int i = 0; i < SESSIONS; i++)
        {
            own[i] = new OwnOrders(LIVE_ORDERS);
        }
        final Wanted wanted = new Wanted();
        final Tally tally = new Tally();
        for (int i = 0; i < transactions; i++)
        {
            final int session = i % SESSIONS;
            assertTrue(flow.next(session, own[session], wanted));
            final int slot = wanted.isCancel ? wanted.slot : own[session].nextSlot();
            tally.lines.add(session + (wanted.isCancel ? " cancel " + slot : " order " + wanted.instrument + ' ' +
                wanted.isBuy + ' ' + wanted.priceE5 + ' ' + wanted.lots + ' ' + wanted.isImmediate));
            if (wanted.isCancel)
            {
                tally.cancels++;
                own[session].onCancelSent(slot);
                own[session].onGone(slot);
            }
            else
            {
                own[session].onSent(wanted, i + 1L);
                own[session].onAccepted(slot, i + 1L);
                if (wanted.isImmediate)
                {
                    own[session].onGone(slot);
                }
                count(wanted, tally);
            }
            flow.sent(session, own[session], wanted, slot);
            tally.mostLive = Math.max(tally.mostLive, own[session].liveCount());
        }
        return tally;
    }

    private static void count(final Wanted wanted, final Tally tally)
    {
        final InstrumentPlan instrument = INSTRUMENTS.get(wanted.instrument);
        assertEquals(0, wanted.priceE5 % instrument.tickE5());
        assertTrue(wanted.priceE5 > instrument.lowE5() && wanted.priceE5 < instrument.highE5());
        assertTrue(wanted.lots > 0 && wanted.lots <= 100);
        tally.orders++;
        tally.immediate += wanted.isImmediate ? 1 : 0;
        tally.smallOrders += wanted.lots <= 2 ? 1 : 0;
        final long distance = Math.abs(wanted.priceE5 - instrument.middleE5()) / instrument.tickE5();
        tally.nearOrders += distance <= 20 ? 1 : 0;
    }

    @Test
    void shouldSendTheSameWhenTheSeedIsTheSame()
    {
        assertEquals(run(SEED, 5_000).lines, run(SEED, 5_000).lines);
        assertNotEquals(run(SEED, 5_000).lines, run(SEED + 1, 5_000).lines);
    }

    @Test
    void shouldKeepItsSharesWhenAllIsAccepted()
    {
        final Tally tally = run(SEED, TRANSACTIONS);
        // The book fills up to its bound, then an order and a cancel take turns.
        assertEquals(0.5, (double)tally.cancels / TRANSACTIONS, 0.06);
        // Three of four aggressive orders are immediate, and all that come too late.
        assertEquals(AGGRESSIVE_SHARE * 0.75 + MISSED_SHARE, (double)tally.immediate / tally.orders, 0.01);
        assertEquals(LIVE_ORDERS, tally.mostLive);
        assertTrue(tally.smallOrders > tally.orders / 2, "small orders are most: " + tally.smallOrders);
        assertTrue(tally.smallOrders < tally.orders, "there are large orders too");
        assertTrue(tally.nearOrders > tally.orders / 2, "orders are near the middle: " + tally.nearOrders);
        assertTrue(tally.nearOrders < tally.orders, "there are orders far away too");
    }

    @Test
    void shouldSendAnOrderInsteadOfACancelWhenThereIsNothingToCancel()
    {
        final MadeFlow flow = new MadeFlow(new FlowPlan(SEED, INSTRUMENTS, 1, 0, 0, LIVE_ORDERS, null), 1);
        final Wanted wanted = new Wanted();
        assertTrue(flow.next(0, new OwnOrders(1), wanted));
        assertFalse(wanted.isCancel);
    }

    @Test
    void shouldWaitWhenTwiceTheOrdersAreUnanswered()
    {
        final MadeFlow flow = new MadeFlow(plan(SEED), 1);
        final OwnOrders own = new OwnOrders(1);
        final Wanted wanted = new Wanted();
        for (int i = 1; i <= 2 * LIVE_ORDERS; i++)
        {
            assertTrue(flow.next(0, own, wanted));
            final int slot = own.nextSlot();
            own.onSent(wanted, i);
            flow.sent(0, own, wanted, slot);
        }
        assertFalse(flow.next(0, own, wanted));
    }

    @Test
    void shouldRefuseAnInstrumentWhenItsLimitsLeaveNoRoom()
    {
        final List<InstrumentPlan> narrow = List.of(new InstrumentPlan(1, "NARROW", 100, 1_000, 2_000, 1_500));
        assertThrows(IllegalArgumentException.class,
            () -> new MadeFlow(new FlowPlan(SEED, narrow, 0.5, 0, 0, 10, null), 1));
    }
}
