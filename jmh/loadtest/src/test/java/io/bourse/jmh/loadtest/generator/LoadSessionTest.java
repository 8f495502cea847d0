// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.client.Wire;
import io.bourse.jmh.loadtest.flow.OrderFlow;
import io.bourse.jmh.loadtest.flow.OwnOrders;
import io.bourse.jmh.loadtest.flow.Wanted;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a session makes of answers in every order in which a venue may send them. */
class LoadSessionTest
{
    private static final int WINDOW = 4;
    private static final int TOO_LATE = 14;
    private static final int NOT_ACTIVE = 3;

    private final List<String> wireSent = new ArrayList<>();
    private final List<Long> ids = new ArrayList<>();
    private boolean isCancelWanted;
    private boolean isWireFull;
    private Recording recording;
    private StageLog log;
    private LoadSession session;

    /** Sends orders of ten lots, and cancels of the first live one. */
    private final class Flow implements OrderFlow
    {
        @Override
        public int session()
        {
            return ANY;
        }

        @Override
        public boolean next(final int session, final OwnOrders own, final Wanted wanted)
        {
            wanted.isCancel = isCancelWanted;
            wanted.slot = isCancelWanted ? own.live(0) : OwnOrders.NONE;
            wanted.lots = 10;
            return true;
        }

        @Override
        public void sent(final int session, final OwnOrders own, final Wanted wanted, final int slot)
        {
            wireSent.add("sent " + (wanted.isCancel ? "cancel" : "order"));
        }
    }

    /** Keeps the ids. */
    private final class Line implements Wire
    {
        @Override
        public boolean newOrder(final long id, final Wanted order)
        {
            return encode(id);
        }

        @Override
        public boolean cancel(
            final long id,
            final long orderId,
            final long orderClOrdId,
            final int instrument,
            final boolean isBuy,
            final long lots)
        {
            wireSent.add("cancel of " + orderId);
            return encode(id);
        }

        private boolean encode(final long id)
        {
            if (!isWireFull)
            {
                ids.add(id);
            }
            return !isWireFull;
        }

        @Override
        public void flush()
        {
            // Nothing is kept back.
        }

        @Override
        public int receive()
        {
            return 0;
        }

        @Override
        public void close()
        {
            // Nothing is open.
        }
    }

    @BeforeEach
    void open(@TempDir final Path directory) throws IOException
    {
        final boolean[] isUsed = new boolean[Distributions.COUNT];
        isUsed[0] = true;
        isUsed[1] = true;
        final long nowNs = System.nanoTime();
        recording = new Recording(isUsed, new Floor(20_000, true, null, nowNs), null, true);
        log = new StageLog(directory, "client", isUsed, 0, nowNs);
        recording.begin(log, null, 0, nowNs);
        session = new LoadSession(0, 0, WINDOW, 2, new Flow(), recording);
        session.connect(new Line());
    }

    @AfterEach
    void close() throws InterruptedException, IOException
    {
        log.close();
    }

    private long order()
    {
        isCancelWanted = false;
        assertTrue(session.trySend(System.nanoTime(), 0));
        return ids.getLast();
    }

    private long accepted(final long venuesId)
    {
        final long id = order();
        session.onAccepted(id, venuesId);
        return id;
    }

    private long cancel()
    {
        isCancelWanted = true;
        assertTrue(session.trySend(System.nanoTime(), 0));
        return ids.getLast();
    }

    private Map<String, Long> refusals()
    {
        return recording.refusals().byName();
    }

    private void assertCounts(final int orders, final int cancels, final int refused, final int pending)
    {
        assertEquals(List.of(orders, cancels, refused, pending), List.of((int)recording.orders(),
            (int)recording.cancels(), (int)recording.refused(), session.pending()));
    }

    @Test
    void shouldCountAnOrderAndItsCancelWhenBothAreAccepted()
    {
        accepted(77);
        session.onCancelled(cancel());
        assertEquals(List.of("sent order", "cancel of 77", "sent cancel"), wireSent);
        assertCounts(1, 1, 0, 0);
        assertEquals(0, session.own().count());
    }

    @Test
    void shouldCountACancelAsTooLateWhenItsOrderTradedFirst()
    {
        final long order = accepted(77);
        final long cancel = cancel();
        session.onTraded(order, true, 10);
        assertEquals(1, session.own().count());
        session.onRefused(cancel, TOO_LATE);
        assertEquals(Map.of("TOO_LATE", 1L), refusals());
        assertEquals(1, recording.trades());
        assertCounts(1, 0, 1, 0);
        assertEquals(0, session.own().count());
    }

    @Test
    void shouldKeepAnOrderWhenItsCancelIsRefusedForAnotherReason()
    {
        accepted(77);
        session.onRefused(cancel(), NOT_ACTIVE);
        assertEquals(Map.of("TWIME_3", 1L), refusals());
        assertEquals(1, session.own().liveCount());
    }

    @Test
    void shouldNotTakeTheEndOfAnImmediateOrderForAnAnswer()
    {
        final long order = accepted(77);
        session.onCancelled(order);
        assertCounts(1, 0, 0, 0);
        assertEquals(0, session.own().count());
    }

    @Test
    void shouldNotForgetANewOrderWhenTheSlotsFormerOneIsReportedLate()
    {
        accepted(77);
        final long cancel = cancel();
        session.onRemoved(77);
        accepted(78);
        session.onRefused(cancel, TOO_LATE);
        assertEquals(1, session.own().liveCount());
        assertCounts(2, 0, 1, 0);
    }

    @Test
    void shouldCountSellersOfTradesNotAtAll()
    {
        final long order = accepted(77);
        session.onTraded(order, false, 4);
        assertEquals(0, recording.trades());
        assertEquals(6, session.own().lots(session.own().live(0)));
    }

    @Test
    void shouldWaitWhenItsWindowOrItsConnectionIsFull()
    {
        for (int i = 0; i < WINDOW; i++)
        {
            order();
        }
        assertFalse(session.trySend(System.nanoTime(), 0));
        session.onAccepted(ids.getFirst(), 1);
        isWireFull = true;
        assertFalse(session.trySend(System.nanoTime(), 0));
        assertEquals(WINDOW - 1, session.pending());
        isWireFull = false;
        assertTrue(session.trySend(System.nanoTime(), 0));
    }

    @Test
    void shouldFailWhenSomethingIsRefusedThatWasNeverSent()
    {
        assertThrows(IllegalStateException.class, () -> session.onRefused(12345, TOO_LATE));
    }
}
