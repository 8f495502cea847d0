// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.EstablishmentAckEncoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The client library against gateways and recovery ports that are silent, slow, or not there.
 */
@Timeout(30)
class TwimeClientPeersTest
{
    private static final int KEEPALIVE_MS = 60_000;

    private final OffsetNanoClock clock = new OffsetNanoClock();
    private ServerSocket server;
    private Socket accepted;
    private TwimeClient client;
    private int disconnected;
    private final TwimeListener listener = new TwimeListener()
    {
        @Override
        public void onDisconnected()
        {
            disconnected++;
        }
    };

    @BeforeEach
    void setUp() throws IOException
    {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.quietCloseAll(client, accepted, server);
    }

    @Test
    void shouldGiveUpAVenueThatDoesNotAnswerEstablish() throws IOException
    {
        connect();
        shouldCloseAfterTenSeconds(TwimeClient.State.ESTABLISHING);
    }

    @Test
    void shouldGiveUpAVenueThatAnswersByteByByte() throws IOException
    {
        connect();
        final byte[] ack = ack();
        for (int i = 0; i < 10; i++)
        {
            accepted.getOutputStream().write(ack, i, 1);
            clock.advanceMs(1_000);
            client.poll(listener);
            assertEquals(TwimeClient.State.ESTABLISHING, client.state());
        }
        clock.advanceMs(1);
        client.poll(listener);
        assertEquals(TwimeClient.State.CLOSED, client.state());
        assertEquals(1, disconnected);
    }

    @Test
    void shouldGiveUpAVenueThatDoesNotEndTheSession() throws IOException
    {
        connect();
        accepted.getOutputStream().write(ack());
        pollUntil(() -> TwimeClient.State.ESTABLISHED == client.state());
        clock.advanceMs(5_000);
        client.terminate();
        shouldCloseAfterTenSeconds(TwimeClient.State.TERMINATING);
    }

    @Test
    void shouldSayWhenNothingListens() throws IOException
    {
        final InetSocketAddress address = (InetSocketAddress)server.getLocalSocketAddress();
        server.close();
        assertThrows(ConnectException.class, () -> TwimeClient.connect(address, "TWAA1", KEEPALIVE_MS));
    }

    private void connect() throws IOException
    {
        client = TwimeClient.connect(
            (InetSocketAddress)server.getLocalSocketAddress(), "TWAA1", KEEPALIVE_MS, clock);
        accepted = server.accept();
    }

    private void shouldCloseAfterTenSeconds(final TwimeClient.State state)
    {
        clock.advanceMs(10_000);
        client.poll(listener);
        assertEquals(state, client.state());
        clock.advanceMs(1);
        client.poll(listener);
        assertEquals(TwimeClient.State.CLOSED, client.state());
        assertEquals(1, disconnected);
    }

    private void pollUntil(final BooleanSupplier condition)
    {
        while (!condition.getAsBoolean())
        {
            client.poll(listener);
            Thread.onSpinWait();
        }
    }

    private static byte[] ack()
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(
            new byte[MessageHeaderEncoder.ENCODED_LENGTH + EstablishmentAckEncoder.BLOCK_LENGTH]);
        new EstablishmentAckEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
            .requestTimestamp(1).keepaliveInterval(KEEPALIVE_MS).nextSeqNo(1);
        return buffer.byteArray();
    }
}
