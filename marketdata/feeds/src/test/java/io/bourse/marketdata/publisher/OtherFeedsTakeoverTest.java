// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.PublisherLease;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.OrderFlow;
import io.bourse.marketdata.Venue;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.fast.FastOrderBooks;
import io.bourse.marketdata.client.fast.FastReceiver;
import io.bourse.marketdata.client.fast.FastReceiverCounter;
import io.bourse.marketdata.client.fast.FastReceiverOptions;
import io.bourse.marketdata.client.pitch.PitchReceiver;
import io.bourse.marketdata.client.pitch.PitchReceiverCounter;
import io.bourse.marketdata.client.pitch.PitchReceiverOptions;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.pitch.PitchLogin;
import io.bourse.marketdata.publisher.fast.FastPublisher;
import io.bourse.marketdata.publisher.fast.FastPublisherOptions;
import io.bourse.marketdata.publisher.pitch.PitchFeed;
import io.bourse.marketdata.publisher.pitch.PitchFeedOptions;
import io.bourse.marketdata.publisher.pitch.PitchRecoveryOptions;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * FAST and PITCH of a publisher that stands by for another one: its servers let no client in until it takes over, and
 * then give what nothing has sent. The time of leases is the test's.
 */
@Tag("venue")
class OtherFeedsTakeoverTest
{
    private static final int LEASE_GATEWAY = 77;
    private static final long LEASE = 1_000;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int STEPS = 300;
    private static final int MISSED = 30;
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final PitchLogin LOGIN = new PitchLogin("0001", "TAP1", "secret1");

    @TempDir
    private Path dir;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final FeedEndpoints ordersLog =
        FeedEndpoints.of(Multicast.free(), Multicast.free(), Multicast.free(), Multicast.free());
    private final MulticastEndpoint unit = MulticastEndpoint.parse(Multicast.free());
    private final MulticastEndpoint retransmission = MulticastEndpoint.parse(Multicast.free());
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<Publisher> working = new ArrayList<>();
    private final FastOrderBooks fastBooks = new FastOrderBooks();
    private TestEngine engine;
    private OrderFlow flow;
    private FastReceiver fast;
    private PitchReceiver pitch;
    private long nowNs;
    private long epochNs;

    /** One of those that stand by for each other. */
    private final class Publisher
    {
        private final PublisherLease lease = new PublisherLease(
            engine.connect(), LEASE_GATEWAY, LEASE, () -> ++epochNs, () -> nowNs);
        private FastPublisher fastFeed;
        private PitchFeed pitchFeed;
        private final MarketDataPublisher publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(engine.connect())
            .movesWatermark(false)
            .lease(lease)
            .feeds(List.of(
                (market) -> fastFeed = new FastPublisher(FastPublisherOptions.builder()
                    .ordersLog(ordersLog)
                    .ordersLogReplay(ANY_PORT)
                    .snapshotCycleNs(INTERVAL_NS)
                    .heartbeatIntervalNs(INTERVAL_NS)
                    .build(), market),
                (market) -> pitchFeed = new PitchFeed(PitchFeedOptions.builder()
                    .feedA(unit)
                    .feedB(null)
                    .heartbeatIntervalNs(INTERVAL_NS)
                    .recovery(PitchRecoveryOptions.builder()
                        .retransmission(retransmission)
                        .gapServer(ANY_PORT)
                        .spinServer(ANY_PORT)
                        .logins(List.of(LOGIN))
                        .spinImageIntervalNs(INTERVAL_NS)
                        .build())
                    .build())))
            .build());

        private Publisher()
        {
            opened.add(lease::onClose);
            opened.add(publisher);
            working.add(this);
        }

        private void work()
        {
            lease.doWork();
            publisher.doWork();
        }

        private List<InetSocketAddress> servers()
        {
            return List.of(fastFeed.replayAddress("ORDERS-LOG"), pitchFeed.gapServerAddress(),
                pitchFeed.spinServerAddress());
        }
    }

    @BeforeEach
    void startEngine()
    {
        System.out.println("OtherFeedsTakeoverTest seed=" + seed);
        engine = TestEngine.start(dir.resolve("engine")).withDemoReferenceData();
        CredentialStore.in(dir.resolve("engine")).add(Principal.gateway(LEASE_GATEWAY));
        flow = new OrderFlow(engine.connect(), new Random(seed));
    }

    @AfterEach
    void closeAll()
    {
        CloseHelper.quietCloseAll(fast, pitch);
        CloseHelper.quietCloseAll(opened.reversed());
        CloseHelper.closeAll(flow, engine);
    }

    @Test
    void shouldServeWhatItsPredecessorHasNotSentWhenItHasTakenOver() throws IOException
    {
        final Publisher first = new Publisher();
        nowNs += LEASE;
        workUntil("the first one sends", first.publisher::isLive);
        final Publisher second = new Publisher();
        // What is missed is asked of the second one; PITCH is joined at the first one.
        fast = new FastReceiver(FastReceiverOptions.builder()
            .endpoints(ordersLog)
            .replay(second.fastFeed.replayAddress("ORDERS-LOG"))
            .build(), fastBooks);
        pitch = new PitchReceiver(PitchReceiverOptions.builder()
            .feedA(unit)
            .feedB(null)
            .retransmission(retransmission)
            .gapServer(second.pitchFeed.gapServerAddress())
            .spinServer(first.pitchFeed.spinServerAddress())
            .login(LOGIN)
            .heartbeatIntervalNs(INTERVAL_NS)
            .build());
        flow(STEPS);
        workUntil("all are live", () -> second.publisher.isReady() && fast.isLive() && pitch.isLive());
        assertBooksEqual();
        final long joins = fast.counters().get(FastReceiverCounter.JOINS);
        assertFalse(second.publisher.isLive(), "two publishers send");
        for (final InetSocketAddress server : second.servers())
        {
            assertRefused(server);
        }

        working.remove(first);
        for (int i = 0; i < MISSED; i++)
        {
            flow.rest(DemoReferenceData.SI_ID, Side.BUY, -20, 1);
        }
        flow.listen(0);
        nowNs += LEASE;
        workUntil("the second one sends", second.publisher::isLive);
        flow(STEPS);
        assertBooksEqual();
        assertEquals(joins, fast.counters().get(FastReceiverCounter.JOINS), () -> "by a snapshot: " + fast.counters());
        assertTrue(pitch.counters().get(PitchReceiverCounter.RECOVERED_MESSAGES) >= MISSED,
            () -> pitch.counters().toString());
        assertEquals(1, pitch.counters().get(PitchReceiverCounter.SPINS), () -> pitch.counters().toString());

        final String message = assertThrows(IllegalStateException.class, first.publisher::doWork).getMessage();
        assertTrue(message.startsWith("the lease of this publisher has ended"), message);
        assertEquals(1, second.lease.beginnings());
        TestEngine.await("the first one has heard of the takeover", () ->
        {
            first.lease.doWork();
            return 2 == first.lease.beginnings();
        });
    }

    private void flow(final int steps)
    {
        for (int i = 0; i < steps; i++)
        {
            flow.step();
            work();
        }
        flow.listen(0);
    }

    private void work()
    {
        working.forEach(Publisher::work);
        if (null != pitch)
        {
            fast.doWork();
            pitch.doWork();
        }
    }

    private void workUntil(final String what, final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!condition.getAsBoolean())
        {
            work();
            TestEngine.pause();
            assertTrue(System.nanoTime() - deadlineNs < 0, () -> "did not happen in time: " + what + " seed=" + seed +
                (null == pitch ? "" : " fast=" + fast.counters() + " pitch=" + pitch.counters()));
        }
    }

    private void assertBooksEqual()
    {
        final List<String> expected = Venue.lines(engine.operator().reportState());
        workUntil("equal books of FAST", () -> fast.isLive() && expected.equals(
            fastBooks.all().stream().sorted(Comparator.comparingInt(MarketBook::securityId))
                .flatMap((book) -> Venue.lines(book.securityId(), book).stream()).toList()));
        workUntil("equal books of PITCH", () -> pitch.isLive() && expected.equals(
            Stream.of(DemoReferenceData.SI, DemoReferenceData.RI)
                .sorted(Comparator.comparingInt(InstrumentSpec::instrumentId))
                .flatMap((instrument) -> Venue.lines(instrument.instrumentId(),
                    pitch.books().book(instrument.symbol()).book()).stream()).toList()));
    }

    private void assertRefused(final InetSocketAddress server) throws IOException
    {
        try (SocketChannel client = SocketChannel.open(server))
        {
            client.configureBlocking(false);
            final ByteBuffer nothing = ByteBuffer.allocate(1);
            workUntil("refused " + server, () ->
            {
                try
                {
                    return client.read(nothing) < 0;
                }
                catch (final IOException ex)
                {
                    return true;
                }
            });
        }
    }
}
