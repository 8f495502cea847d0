// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import io.bourse.testing.TlsClientSocket;
import io.bourse.testing.TlsKeys;
import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

class TlsPortTest
{
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);

    @TempDir
    private static Path dir;
    private static Path venueKeys;
    private static Path venueTrust;

    private final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
    private final ByteBuffer received = ByteBuffer.allocate(1024);
    private final List<String> counted = new ArrayList<>();
    private ServerSocketChannel socket;
    private TlsPort port;

    @BeforeAll
    static void makeKeys() throws IOException, InterruptedException, GeneralSecurityException
    {
        final TlsKeys maker = new TlsKeys(dir);
        venueKeys = maker.keyStore("venue");
        venueTrust = maker.trustStore(venueKeys);
    }

    @BeforeEach
    void open() throws IOException
    {
        socket = ServerSocketChannel.open().bind(ANY_PORT);
        port = new TlsPort(
            new TlsOptions(ANY_PORT, venueKeys, () -> TlsKeys.PASSWORD, null),
            "test-tls-handshakes",
            listener());
    }

    private TlsListener listener()
    {
        return new TlsListener()
        {
            @Override
            public void onHandshake(final InetAddress source, final X509Certificate certificate)
            {
                counted.add("handshake from " + source.getHostAddress());
            }

            @Override
            public void onFailure(final InetAddress source, final String reason)
            {
                counted.add("failure of " + source.getHostAddress());
            }
        };
    }

    @AfterEach
    void close()
    {
        CloseHelper.closeAll(port, socket);
    }

    private InetSocketAddress address() throws IOException
    {
        return (InetSocketAddress)socket.getLocalAddress();
    }

    private ClientChannel accept() throws IOException
    {
        final SocketChannel accepted = socket.accept();
        accepted.configureBlocking(false);
        return port.channel(accepted);
    }

    @Test
    void shouldCarryBytesBothWaysOnceTheHandshakeIsDone() throws IOException, GeneralSecurityException
    {
        try (TlsClientSocket client =
            new TlsClientSocket(address(), TlsKeys.client(venueTrust, null), "TLSv1.3");
            ClientChannel channel = accept())
        {
            while (!client.handshake() || counted.isEmpty())
            {
                assertEquals(0, channel.read(received));
                idle.idle();
            }
            client.write(ascii("from the client"));
            assertEquals("from the client", read(channel::read, "from the client".length()));
            channel.write(ascii("from the venue"));
            assertEquals("from the venue", read(client::read, "from the venue".length()));
            assertFalse(channel.isFailed());
        }
        assertEquals(List.of("handshake from 127.0.0.1"), counted);
    }

    @Test
    void shouldCountAClientThatSpeaksNoTlsOnce() throws IOException
    {
        try (SocketChannel client = SocketChannel.open(address()); ClientChannel channel = accept())
        {
            client.write(ascii("GET / HTTP/1.1\r\n\r\n"));
            while (!channel.isFailed())
            {
                assertEquals(0, channel.read(received));
                idle.idle();
            }
            client.write(ascii("and more of it"));
            channel.read(received);
            channel.shutdownOutput();
        }
        assertEquals(List.of("failure of 127.0.0.1"), counted);
    }

    @Test
    void shouldWaitForNothingWhenThePortClosesDuringAHandshake() throws IOException, GeneralSecurityException
    {
        try (TlsClientSocket client =
            new TlsClientSocket(address(), TlsKeys.client(venueTrust, null), "TLSv1.3");
            ClientChannel channel = accept())
        {
            port.close();
            // The first expensive part is handed over to a thread that has ended.
            while (0 != channel.interestOps(false))
            {
                client.handshake();
                assertEquals(0, channel.read(received));
                idle.idle();
            }
            assertFalse(channel.isReadDue());
        }
        assertEquals(List.of(), counted);
    }

    /** One that the first connection starts would be bound as the thread is that serves it. */
    @Test
    void shouldHaveItsThreadBeforeTheFirstConnection()
    {
        try (TlsPort another = new TlsPort(
            new TlsOptions(ANY_PORT, venueKeys, () -> TlsKeys.PASSWORD, null), "tls-not-used-yet",
            listener()))
        {
            assertEquals(1, Thread.getAllStackTraces().keySet().stream()
                .filter((thread) -> "tls-not-used-yet".equals(thread.getName())).count(), another::toString);
        }
    }

    private String read(final Source source, final int length) throws IOException
    {
        received.clear();
        while (received.position() < length)
        {
            source.read(received);
            idle.idle();
        }
        return StandardCharsets.US_ASCII.decode(received.flip()).toString();
    }

    private static ByteBuffer ascii(final String text)
    {
        return StandardCharsets.US_ASCII.encode(text);
    }

    /** Either end of a connection. */
    private interface Source
    {
        int read(ByteBuffer target) throws IOException;
    }
}
