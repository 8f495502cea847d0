// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import io.bourse.testing.TlsClientSocket;
import io.bourse.testing.TlsKeys;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What goes wrong within TLS ends the connection of that client; how sessions live under it is tested with the
 * gateways.
 */
class TlsClientChannelTest
{
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);

    @TempDir
    private static Path dir;
    private static Path venueKeys;
    private static Path clientKeys;
    private static Path venueTrust;

    @BeforeAll
    static void makeKeys() throws IOException, InterruptedException, GeneralSecurityException
    {
        final TlsKeys maker = new TlsKeys(dir);
        venueKeys = maker.keyStore("venue");
        clientKeys = maker.keyStore("client");
        venueTrust = maker.trustStore(venueKeys);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldFailTheChannelWhenTrustIsBroken(final String protocol) throws IOException, GeneralSecurityException
    {
        // Trust without certificates is an unchecked exception within JSSE when the client shows one.
        assertChannelFails(brokenContext(),
            new TlsOptions(ANY_PORT, venueKeys, () -> TlsKeys.PASSWORD, venueTrust).newTrust(), protocol, () -> { });
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void shouldFailTheChannelWhenAnAssertionWithinTlsDoesNotHold(final String protocol)
        throws IOException, GeneralSecurityException
    {
        final SSLContext context = new TlsOptions(ANY_PORT, venueKeys, () -> TlsKeys.PASSWORD, null).newContext();
        assertChannelFails(context, null, protocol, () ->
        {
            throw new AssertionError("in the middle of the handshake");
        });
    }

    private static void assertChannelFails(
        final SSLContext context,
        final ClientTrust trust,
        final String protocol,
        final Runnable onHandshake) throws IOException, GeneralSecurityException
    {
        final AtomicInteger failures = new AtomicInteger();
        final ByteBuffer target = ByteBuffer.allocate(1024);
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(ANY_PORT);
            TlsClientSocket client = new TlsClientSocket((InetSocketAddress)listener.getLocalAddress(),
                TlsKeys.client(venueTrust, clientKeys), protocol);
            SocketChannel socket = listener.accept())
        {
            socket.configureBlocking(false);
            final TlsClientChannel channel = new TlsClientChannel(
                socket, context, trust, Runnable::run, new TlsListener()
                {
                    @Override
                    public void onHandshake(final InetAddress source, final X509Certificate certificate)
                    {
                        onHandshake.run();
                    }

                    @Override
                    public void onFailure(final InetAddress source, final String reason)
                    {
                        failures.incrementAndGet();
                    }
                });
            final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
            while (!channel.isFailed())
            {
                client.handshake();
                assertEquals(0, channel.read(target));
                idle.idle();
            }
            assertEquals(1, failures.get());
            assertEquals(0, channel.write(ByteBuffer.allocate(10)));
            channel.shutdownOutput();
            while (channel.isReadDue())
            {
                channel.read(target.clear());
            }
        }
    }

    private static SSLContext brokenContext() throws IOException, GeneralSecurityException
    {
        final KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(KeyStore.getInstance(venueKeys.toFile(), TlsKeys.PASSWORD), TlsKeys.PASSWORD);
        final KeyStore nobody = KeyStore.getInstance("PKCS12");
        nobody.load(null, TlsKeys.PASSWORD);
        final TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(nobody);
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
