// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.client.PacketReplay;
import io.bourse.marketdata.client.ReplayClient;
import io.bourse.marketdata.client.ReplayClientOptions;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

class ReplayClientTest extends ReplayBench
{
    @Test
    void shouldFailWithAReasonWhenThereIsNoServer() throws IOException
    {
        final InetSocketAddress nobody;
        try (ServerSocketChannel channel = ServerSocketChannel.open())
        {
            channel.bind(new InetSocketAddress("127.0.0.1", 0));
            nobody = (InetSocketAddress)channel.getLocalAddress();
        }
        final ReplayClient client = client(nobody);
        assertEquals(List.of(), replay(client, 1, 2));
        assertEquals(PacketReplay.State.FAILED, client.state());
        assertTrue(client.failure().contains("Connection refused"), client.failure());
    }

    @Test
    void shouldFailWithAReasonWhenTheServerMisbehaves() throws IOException
    {
        fill(1, 10);
        final byte[] garbage = new byte[100];
        assertMisbehaving("The replay server sent what is not a packet: msgSize=0", garbage);
        assertMisbehaving("The replay server closed the connection before it had sent all: nextMsgSeqNum=3");
        assertMisbehaving("The replay server sent a packet that is not the next one: msgSeqNum=3 nextMsgSeqNum=3 " +
            "lastMsgSeqNum=5", sent.get(2));
        assertMisbehaving("The replay server sent a packet that is not the next one: msgSeqNum=4 nextMsgSeqNum=3 " +
            "lastMsgSeqNum=5", logon(1), sent.get(3));
        assertMisbehaving("The replay server sent a packet that is not the next one: msgSeqNum=6 nextMsgSeqNum=6 " +
            "lastMsgSeqNum=5", logon(1), sent.get(2), sent.get(3), sent.get(4), sent.get(5));
        assertMisbehaving("The replay server ended the session before it had sent all: nextMsgSeqNum=4 " +
            "lastMsgSeqNum=5", logon(1), sent.get(2), logout(2));
        assertMisbehaving("The replay server sent a message out of turn: templateId=1000", logon(1), logon(2));
    }

    @Test
    void shouldFailWhenTheServerIsSilent() throws IOException
    {
        try (ServerSocketChannel silent = ServerSocketChannel.open())
        {
            silent.bind(new InetSocketAddress("127.0.0.1", 0));
            final long[] clientNs = {0};
            final ReplayClient client = new ReplayClient(ReplayClientOptions.builder()
                .server((InetSocketAddress)silent.getLocalAddress())
                .clock(() -> clientNs[0])
                .timeoutNs(SECOND_NS).build());
            closeables.add(client);
            client.request(1, 2);
            workUntil(() -> 0 == client.doWork(this::unexpected));
            assertEquals(PacketReplay.State.RUNNING, client.state());
            clientNs[0] += SECOND_NS;
            client.doWork(this::unexpected);
            assertEquals(PacketReplay.State.FAILED, client.state());
            assertTrue(client.failure().startsWith("The replay server did not answer in time: "), client.failure());
        }
    }

    @Test
    void shouldBeginAnewWhenARequestIsGivenUp()
    {
        fill(1, 100);
        start(SimbaReplayOptions.builder());
        final ReplayClient client = client(server.localAddress());
        client.request(1, 100);
        client.cancel();
        assertEquals(PacketReplay.State.IDLE, client.state());
        final List<byte[]> received = new ArrayList<>();
        client.request(50, 60);
        // In the middle of the packets another request is made.
        workUntil(() ->
        {
            client.doWork((buffer, offset, length) ->
            {
                if (55 == SimbaPacketDescriptor.msgSeqNum(buffer, offset))
                {
                    client.request(90, 91);
                    return;
                }
                received.add(bytes(buffer, offset, length));
            });
            return PacketReplay.State.RUNNING != client.state();
        });
        assertEquals(PacketReplay.State.DONE, client.state(), client.failure());
        final List<String> numbers = new ArrayList<>();
        received.forEach(packet -> numbers.add(number(packet)));
        assertEquals(List.of("50", "51", "52", "53", "54", "90", "91"), numbers);
    }

    private void assertMisbehaving(final String reason, final byte[]... answers) throws IOException
    {
        try (ServerSocketChannel other = ServerSocketChannel.open())
        {
            other.bind(new InetSocketAddress("127.0.0.1", 0));
            final ReplayClient client = client((InetSocketAddress)other.getLocalAddress());
            client.request(3, 5);
            try (SocketChannel connection = other.accept())
            {
                for (final byte[] answer : answers)
                {
                    connection.write(ByteBuffer.wrap(answer));
                }
                connection.shutdownOutput();
                workUntil(() ->
                {
                    client.doWork((buffer, offset, length) -> { });
                    return PacketReplay.State.RUNNING != client.state();
                });
            }
            assertEquals(reason, client.failure());
            assertEquals(PacketReplay.State.FAILED, client.state());
        }
    }

    private void unexpected(final DirectBuffer buffer, final int offset, final int length)
    {
        throw new AssertionError("a packet that nobody sent");
    }
}
