// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.net.MulticastReceiver;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.agrona.CloseHelper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two publishers of one feed as processes, one of which stands by. The one that sends is stopped (SIGSTOP) while
 * orders flow; the other one takes over, and when the first one goes on, at most the one datagram leaves it that it was
 * about to send.
 */
@Tag("venue")
class DeposedPublisherTest
{
    private static final long LEASE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int STEPS = 300;
    /** Which it may have been allowed to send when it was stopped. */
    private static final int LATE_PACKETS = 1;

    private final long seed = System.nanoTime();
    private final FeedGroups multicast = new FeedGroups();
    /** Packets by the port that they came from, each of which is a socket of one process. */
    private final Map<Integer, Long> packets = new HashMap<>();
    private MulticastReceiver[] tap;
    private SimbaReceiver receiver;
    private OrderFlow flow;
    private long nowNs;

    @Test
    void shouldBeSilentOnceAnotherPublisherHasTakenOver(@TempDir final Path dir) throws Exception
    {
        System.out.println("DeposedPublisherTest seed=" + seed);
        try (TestEngine engine = TestEngine.start(dir.resolve("engine")).withDemoReferenceData();
            OrderFlow opened = new OrderFlow(engine.connect(), new Random(seed));
            SimbaReceiver received = new SimbaReceiver(
                multicast.receiverContext().clock(() -> nowNs).gapTimeoutNs(20).build()))
        {
            flow = opened;
            receiver = received;
            tap = multicast.openAll();
            CredentialStore.in(dir.resolve("engine")).add(Principal.gateway(PublisherProcess.LEASE_GATEWAY));
            final String driver = engine.engine().aeronDirectoryName();
            try (PublisherProcess first = start(dir, driver, "first"))
            {
                workUntil("the first one sends", first::isLive);
                try (PublisherProcess second = start(dir, driver, "second"))
                {
                    takeOver(first, second);
                    assertBooksEqual(engine);
                }
            }
        }
        finally
        {
            CloseHelper.quietCloseAll(tap);
        }
    }

    private void takeOver(final PublisherProcess first, final PublisherProcess second) throws Exception
    {
        final long sinceNs = System.nanoTime();
        workUntil("the second one has had time", () -> System.nanoTime() - sinceNs > 3 * LEASE_NS);
        assertFalse(second.isLive(), "two publishers send");
        final Set<Integer> portsOfFirst = Set.copyOf(packets.keySet());
        first.signal("STOP");
        final long stopNs = System.nanoTime();
        workUntil("the second one sends", () -> !portsOfFirst.containsAll(packets.keySet()));
        final long silenceNs = System.nanoTime() - stopNs;
        assertTrue(silenceNs > LEASE_NS / 2, "the second one did not wait: ns=" + silenceNs);
        // Its first packet may be here before what it says of itself.
        workUntil("the second one says so", second::isLive);
        for (int i = 0; i < STEPS; i++)
        {
            work();
        }
        final long ofFirst = packetsOf(portsOfFirst);
        first.signal("CONT");
        workUntil("the first one gives up", first::isEnded);
        for (int i = 0; i < STEPS; i++)
        {
            work();
        }
        final long late = packetsOf(portsOfFirst) - ofFirst;
        assertTrue(late <= LATE_PACKETS, "the first one has sent: packets=" + late + " seed=" + seed);
        assertTrue(first.output().contains("the lease of this publisher has ended"), first::toString);
        assertTrue(second.isLive());
        System.out.println("silenceMs=" + TimeUnit.NANOSECONDS.toMillis(silenceNs) + " " + receiver.counters());
    }

    private PublisherProcess start(final Path dir, final String driver, final String name) throws Exception
    {
        return PublisherProcess.start(dir, driver, multicast, dir.resolve(name), LEASE_NS);
    }

    private long packetsOf(final Set<Integer> ports)
    {
        return new HashSet<>(ports).stream().mapToLong(packets::get).sum();
    }

    private void work()
    {
        flow.step();
        listen();
    }

    private void listen()
    {
        for (final MulticastReceiver one : tap)
        {
            while (one.receive() > 0)
            {
                packets.merge(one.sender().getPort(), 1L, Long::sum);
            }
        }
        receiver.doWork();
        nowNs++;
    }

    private void workUntil(final String what, final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!condition.getAsBoolean())
        {
            work();
            assertTrue(System.nanoTime() - deadlineNs < 0,
                () -> "did not happen in time: " + what + " seed=" + seed + " " + receiver.counters());
        }
    }

    /** What no publisher has sent is a gap, which the next snapshot closes. */
    private void assertBooksEqual(final TestEngine engine)
    {
        flow.listen(0);
        final List<String> expected = Venue.lines(engine.operator().reportState());
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!receiver.isLive() || !expected.equals(Venue.lines(receiver.books())))
        {
            listen();
            assertTrue(System.nanoTime() - deadlineNs < 0, () -> "books differ: seed=" + seed);
        }
        assertTrue(receiver.counters().get(ReceiverCounter.JOINS) > 0, () -> receiver.counters().toString());
    }
}
