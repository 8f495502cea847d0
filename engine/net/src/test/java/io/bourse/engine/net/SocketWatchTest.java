// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(30)
class SocketWatchTest
{
    /** A thread that sleeps so long has missed what should have woken it: the test ends by its time-out. */
    private static final long FOR_EVER_MS = TimeUnit.MINUTES.toMillis(10);

    private final SocketWatch watch = new SocketWatch();
    private ListeningSocket listener;

    @BeforeEach
    void listen() throws IOException
    {
        listener = new ListeningSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8, null);
    }

    @AfterEach
    void close()
    {
        watch.close();
        listener.close();
    }

    @Test
    void shouldWakeWhenAConnectionOrAByteComes() throws IOException
    {
        assertTrue(watch.isEmpty());
        watch.addListener(listener);
        assertFalse(watch.isEmpty());
        assertEquals(0, watch.await(1));

        try (SocketChannel client = SocketChannel.open(listener.localAddress()))
        {
            assertEquals(1, watch.await(FOR_EVER_MS));
            try (SocketChannel server = listener.accept())
            {
                server.configureBlocking(false);
                watch.addConnection(server);
                assertEquals(0, watch.await(1));
                client.write(ByteBuffer.wrap(new byte[]{7}));

                // Ready until it is read: a watch takes nothing away.
                assertEquals(1, watch.await(FOR_EVER_MS));
                assertEquals(1, watch.await(FOR_EVER_MS));
                assertEquals(1, server.read(ByteBuffer.allocate(8)));
                assertEquals(0, watch.await(1));
            }
        }
    }

    @Test
    void shouldWakeWhenSomebodyRings() throws IOException
    {
        watch.addListener(listener);
        final CompletableFuture<Integer> sleeper = CompletableFuture.supplyAsync(() -> watch.await(FOR_EVER_MS));
        while (!sleeper.isDone())
        {
            watch.wake();
            Thread.onSpinWait();
        }
        assertEquals(0, sleeper.join());
    }

    @Test
    void shouldLetGoOfClosedSocketsAlsoWhenItNeverSleeps() throws IOException
    {
        try (SocketChannel client = SocketChannel.open(listener.localAddress()))
        {
            final SocketChannel server = listener.accept();
            server.configureBlocking(false);
            watch.addConnection(server);
            server.close();
            while (server.isRegistered())
            {
                watch.onBusyTurn();
            }
            assertTrue(watch.isEmpty());
            assertEquals(-1, client.read(ByteBuffer.allocate(8)));
        }
    }
}
