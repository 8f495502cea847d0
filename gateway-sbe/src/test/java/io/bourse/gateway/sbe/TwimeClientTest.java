// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import com.sun.management.ThreadMXBean;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectCodeEnum;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.ModeEnum;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceResponseDecoder;
import io.bourse.gateway.sbe.twime.SequenceDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.SystemEventDecoder;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.concurrent.OffsetEpochNanoClock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TICK;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The client library against a real gateway, with many orders in flight.
 */
@Tag("venue")
class TwimeClientTest extends VenueTest
{
    private static final int KEEPALIVE_MS = 60_000;
    private static final int ORDERS = 20_000;
    private static final int MAX_ROUNDS = 30;
    private static final int WINDOW = 256;
    private static final long BUYER = AccountCode.pack("AA01001");
    private static final long SELLER = AccountCode.pack("BB01001");

    @Override
    SbeGatewayOptionsBuilder options(final SbeGatewayOptionsBuilder context)
    {
        // The system's wall clock makes an object for each reading where the compiler has no escape analysis, as in
        // tests: what is allocated would depend on how many reads of a socket bring the messages.
        return context.reconnectIntervalNs(0).epochClock(new OffsetEpochNanoClock());
    }

    @Test
    void shouldSendAndReceiveEverything() throws IOException
    {
        final Seen seen = new Seen();
        try (TwimeClient client = establish("TWAA1", seen))
        {
            assertEquals(2, client.nextSeqNo());
            assertTrue(client.newOrder(1, SI, SideEnum.Buy, PX, 5, TimeInForceEnum.Day, BUYER, TwimeFrames.NULL_INT32));
            await(client, seen, () -> 1 == seen.accepted);
            assertTrue(client.replace(
                2, 1, SI, PX - TICK, 0, ModeEnum.DontChangeOrderQty, BUYER, TwimeFrames.NULL_INT32));
            await(client, seen, () -> 1 == seen.replaced);
            assertTrue(client.cancel(3, 2, SI, BUYER));
            await(client, seen, () -> 1 == seen.cancelled);
            assertEquals(5, client.nextSeqNo());
            assertEquals(4, seen.lastSeqNo);

            assertTrue(client.retransmit(1, 4));
            await(client, seen, () -> 2 == seen.cancelled);
            assertEquals(2, seen.accepted);
            assertEquals(2, seen.replaced);
            assertEquals(1, seen.systemEvents);
            assertEquals(4, seen.lastSeqNo);
            assertEquals(5, client.nextSeqNo());

            client.terminate();
            assertFalse(client.cancel(4, 2, SI, BUYER));
            await(client, seen, () -> TwimeClient.State.CLOSED == client.state());
            assertEquals(TerminationCodeEnum.Finished, seen.termination);
        }
    }

    @Test
    void shouldSayThatTheSessionWasRefused() throws IOException
    {
        final Seen seen = new Seen();
        try (TwimeClient client = TwimeClient.connect(venue.gateway().localAddress(), "NOBODY", KEEPALIVE_MS))
        {
            await(client, seen, () -> TwimeClient.State.CLOSED == client.state());
            assertEquals(EstablishmentRejectCodeEnum.Credentials, seen.refusal);
        }
    }

    @Test
    void shouldAnswerTheTerminateOfTheVenue() throws IOException
    {
        final Seen seen = new Seen();
        try (TwimeClient client = establish("TWAA1", seen))
        {
            venue.gateway().close();
            await(client, seen, () -> TwimeClient.State.CLOSED == client.state());
            assertEquals(TerminationCodeEnum.ServerShutdown, seen.termination);
        }
    }

    @Test
    void shouldKeepTheSessionAliveByHeartbeats() throws IOException
    {
        final Seen seen = new Seen();
        try (TwimeClient client = TwimeClient.connect(
            venue.gateway().localAddress(), "TWAA1", KEEPALIVE_MS, venue.clock))
        {
            await(client, seen, () -> TwimeClient.State.ESTABLISHED == client.state());
            for (int i = 0; i < 300; i++)
            {
                venue.passMs(1_000);
                client.poll(seen);
            }
            await(client, seen, () -> seen.heartbeats >= 5);
            assertEquals(TwimeClient.State.ESTABLISHED, client.state());
            assertEquals(0, venue.count(GatewayCounter.MISSED_HEARTBEATS));
            venue.clock.advanceMs(2 * KEEPALIVE_MS + 1);
            client.poll(seen);
            assertEquals(TwimeClient.State.TERMINATING, client.state());
        }
    }

    @Test
    void shouldTradeWithManyOrdersInFlightWithoutAllocating() throws IOException
    {
        final Seen bought = new Seen();
        final Seen sold = new Seen();
        try (TwimeClient buyer = establish("TWAA1", bought);
            TwimeClient seller = establish("TWBB1", sold))
        {
            // One round must be clean: a host that takes the processor away for longer than the live stream waits sends
            // the follower back to its recording, and coming back from there allocates.
            final long messages = 6L * ORDERS;
            long allocated = Long.MAX_VALUE;
            int rounds = 0;
            while (allocated >= messages && rounds < MAX_ROUNDS)
            {
                allocated = trade(buyer, bought, seller, sold);
                rounds++;
            }
            assertEquals(rounds * ORDERS, bought.accepted);
            assertEquals(rounds * ORDERS, sold.accepted);
            assertEquals(rounds * ORDERS, bought.traded);
            assertEquals(rounds * ORDERS, sold.traded);
            assertEquals(1 + 2 * rounds * ORDERS, bought.lastSeqNo);
            assertEquals(1 + 2 * rounds * ORDERS, sold.lastSeqNo);
            assertEquals(0, bought.gaps);
            assertEquals(0, sold.gaps);
            assertTrue(allocated < messages, "the gateway allocated bytes=" + allocated + " messages=" + messages);
        }
    }

    /** Every order of the buyer meets one of the seller; returns what the gateway's duty cycle allocated. */
    private long trade(final TwimeClient buyer, final Seen bought, final TwimeClient seller, final Seen sold)
    {
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long deadlineNs = System.nanoTime() + 60_000_000_000L;
        final int target = bought.accepted + ORDERS;
        final int base = bought.accepted;
        int buys = 0;
        int sells = 0;
        long allocated = 0;
        while (bought.traded < target || sold.traded < target || bought.accepted < target || sold.accepted < target)
        {
            if (buys < ORDERS && buys - (bought.accepted - base) < WINDOW && buyer.newOrder(
                base + buys + 1, SI, SideEnum.Buy, PX, 1, TimeInForceEnum.Day, BUYER, TwimeFrames.NULL_INT32))
            {
                buys++;
            }
            if (sells < ORDERS && sells - (sold.accepted - base) < WINDOW && seller.newOrder(
                base + sells + 1, SI, SideEnum.Sell, PX, 1, TimeInForceEnum.Day, SELLER, TwimeFrames.NULL_INT32))
            {
                sells++;
            }
            buyer.poll(bought);
            seller.poll(sold);
            final long before = threads.getCurrentThreadAllocatedBytes();
            final int work = venue.gateway().doWork();
            allocated += threads.getCurrentThreadAllocatedBytes() - before;
            if (0 == work)
            {
                Thread.yield();
            }
            assertTrue(System.nanoTime() - deadlineNs < 0, () -> "did not finish: " + venue.gateway().counters());
        }
        return allocated;
    }

    private TwimeClient establish(final String login, final Seen seen) throws IOException
    {
        final TwimeClient client = TwimeClient.connect(venue.gateway().localAddress(), login, KEEPALIVE_MS);
        await(client, seen, () -> TwimeClient.State.ESTABLISHED == client.state());
        return client;
    }

    private void await(final TwimeClient client, final Seen seen, final BooleanSupplier condition)
    {
        venue.await("progress of a client", () ->
        {
            client.poll(seen);
            return condition.getAsBoolean();
        });
    }

    /** Counts what comes. */
    private static final class Seen implements TwimeListener
    {
        private int accepted;
        private int replaced;
        private int cancelled;
        private int traded;
        private int systemEvents;
        private int heartbeats;
        private int gaps;
        private long lastSeqNo;
        private TerminationCodeEnum termination;
        private EstablishmentRejectCodeEnum refusal;

        @Override
        public void onEstablished(final EstablishmentAckDecoder message)
        {
            lastSeqNo = message.nextSeqNo() - 1;
        }

        @Override
        public void onEstablishmentReject(final EstablishmentRejectDecoder message)
        {
            refusal = message.establishmentRejectCode();
        }

        @Override
        public void onTerminate(final TerminateDecoder message)
        {
            termination = message.terminationCode();
        }

        @Override
        public void onSequence(final SequenceDecoder message)
        {
            heartbeats++;
        }

        @Override
        public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
        {
            accepted++;
            onNumber(seqNo);
        }

        @Override
        public void onOrderReplaceResponse(final long seqNo, final OrderReplaceResponseDecoder message)
        {
            replaced++;
            onNumber(seqNo);
        }

        @Override
        public void onOrderCancelResponse(final long seqNo, final OrderCancelResponseDecoder message)
        {
            cancelled++;
            onNumber(seqNo);
        }

        @Override
        public void onExecutionSingleReport(final long seqNo, final ExecutionSingleReportDecoder message)
        {
            traded++;
            onNumber(seqNo);
        }

        @Override
        public void onSystemEvent(final long seqNo, final SystemEventDecoder message)
        {
            systemEvents++;
            onNumber(seqNo);
        }

        private void onNumber(final long seqNo)
        {
            if (lastSeqNo + 1 != seqNo)
            {
                gaps++;
            }
            lastSeqNo = seqNo;
        }
    }
}
