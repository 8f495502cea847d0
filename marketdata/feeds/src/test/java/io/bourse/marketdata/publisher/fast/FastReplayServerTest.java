// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.net.TcpRefusal;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.marketdata.fast.FixReplayText;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.service.ServiceCounter;
import io.bourse.marketdata.service.ServiceServer;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Who gets a connection of the replay server.
 */
class FastReplayServerTest
{
    private static final long NOW_NS = TimeUnit.SECONDS.toNanos(1_795_320_000);
    /** The server looks at its sockets only once in so long; two times that take turns let nothing time out. */
    private static final long INTERVAL_NS = ServiceServer.POLL_INTERVAL_NS;
    private static final int LIMIT = FastReplaySession.MAX_CONNECTIONS_PER_ADDRESS;
    private static final String HERE = "127.0.0.1";

    private final List<SecurityEvent> events = new ArrayList<>();
    private final PacketHistory history = PacketHistory.inMemory(64 * 1024);
    private final ServiceServer server =
        FastReplaySession.listen("ORDERS-LOG", new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), history,
            events::add);
    private final List<SocketChannel> clients = new ArrayList<>();
    private int polls;

    @AfterEach
    void tearDown()
    {
        CloseHelper.quietCloseAll(clients);
        CloseHelper.quietCloseAll(server, history);
    }

    @Test
    void shouldRefuseAnAddressThatHasTooManyConnections() throws IOException
    {
        for (int i = 0; i < LIMIT; i++)
        {
            assertTrue(isLoggedOn(connect(HERE)));
        }
        connect(HERE);
        workUntil(() -> 1 == server.counters().refused().get(TcpRefusal.TOO_MANY_OF_ADDRESS));
        assertEquals(List.of(SecurityEvent.of(SecurityEvent.Type.CONNECTION_REFUSED, "fast-replay-ORDERS-LOG", null,
            InetAddress.getLoopbackAddress(), "too many of address")), events);
        assertEquals(LIMIT, server.counters().connections().get(ServiceCounter.OPEN));
        assertTrue(isLoggedOn(connect("127.0.0.2")));
        assertEquals(LIMIT + 1, server.counters().connections().get(ServiceCounter.OPEN));
    }

    @Test
    void shouldNotGiveAllConnectionsToOneAddressThatSaysNothing() throws IOException
    {
        final int count = 300;
        for (int i = 0; i < count; i++)
        {
            final int accepted = i + 1;
            connect(HERE);
            workUntil(() -> accepted == server.counters().connections().get(ServiceCounter.ACCEPTED));
        }
        assertEquals(LIMIT, server.counters().connections().get(ServiceCounter.OPEN));
        assertEquals(count - LIMIT, server.counters().closed().get(TcpCloseReason.REPLACED));
        assertEquals(Collections.nCopies(count - LIMIT, SecurityEvent.of(SecurityEvent.Type.CONNECTION_REFUSED,
            "fast-replay-ORDERS-LOG", null, InetAddress.getLoopbackAddress(),
            "without a login when another one needed its place")), events);
        assertTrue(isLoggedOn(connect("127.0.0.2")));
        assertEquals(LIMIT + 1, server.counters().connections().get(ServiceCounter.OPEN));
        assertTrue(isLoggedOn(connect(HERE)));
        assertEquals(LIMIT + 1, server.counters().connections().get(ServiceCounter.OPEN));
    }

    private SocketChannel connect(final String from) throws IOException
    {
        final SocketChannel client = SocketChannel.open();
        clients.add(client);
        client.bind(new InetSocketAddress(from, 0));
        client.connect(server.localAddress());
        client.configureBlocking(false);
        return client;
    }

    private boolean isLoggedOn(final SocketChannel client) throws IOException
    {
        final String logon = FixReplayText.message("35=A|34=1|553=me|554=secret|".replace('|', (char)1));
        client.write(ByteBuffer.wrap(logon.getBytes(StandardCharsets.US_ASCII)));
        final ByteBuffer answer = ByteBuffer.allocate(100);
        final int[] length = new int[1];
        workUntil(() ->
        {
            length[0] = read(client, answer);
            return 0 != length[0];
        });
        return length[0] > 0;
    }

    private static int read(final SocketChannel client, final ByteBuffer answer)
    {
        try
        {
            return client.read(answer);
        }
        catch (final IOException ex)
        {
            return -1;
        }
    }

    private void workUntil(final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean())
        {
            assertTrue(System.nanoTime() - deadlineNs < 0, () -> server.counters().toString());
            polls++;
            if (0 == server.poll(NOW_NS + polls % 2 * INTERVAL_NS))
            {
                Thread.yield();
            }
        }
    }
}
