// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.publisher.simba.ReplayCounter.PACKETS_REPLAYED;
import static io.bourse.marketdata.publisher.simba.ReplayCounter.PROTOCOL_ERRORS;
import static io.bourse.marketdata.publisher.simba.ReplayCounter.REQUESTS_REFUSED;
import static io.bourse.marketdata.publisher.simba.ReplayCounter.REQUESTS_SERVED;
import static io.bourse.marketdata.service.ServiceCounter.ACCEPTED;
import static io.bourse.marketdata.service.ServiceCounter.BYTES_RECEIVED;
import static io.bourse.marketdata.service.ServiceCounter.OPEN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.marketdata.client.PacketReplay;
import io.bourse.marketdata.client.ReplayClient;
import io.bourse.marketdata.client.ReplayClientOptions;
import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.net.TcpRefusal;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

class SimbaReplayServerTest extends ReplayBench
{
    @Test
    void shouldReplayWhatWasSentByteByByte()
    {
        fill(1, 1000);
        start(SimbaReplayOptions.builder());
        final ReplayClient client = client(server.localAddress());
        for (final long[] range : new long[][]{{1, 1000}, {17, 17}, {1000, 1000}, {999, 1000}, {400, 800}})
        {
            assertEquals(rangeOf(range[0], range[1]), replay(client, range[0], range[1]));
            assertEquals(PacketReplay.State.DONE, client.state(), client.failure());
        }
        assertEquals(List.of(5L, 0L, 0L, 1405L),
            List.of(server.counters().get(REQUESTS_SERVED), server.counters().get(REQUESTS_REFUSED),
            server.counters().get(PROTOCOL_ERRORS), server.counters().get(PACKETS_REPLAYED)));
        workUntil(() -> 5 == server.connections().closed().get(TcpCloseReason.FINISHED));
    }

    @Test
    void shouldSayWhyWhenARequestIsRefused()
    {
        start(SimbaReplayOptions.builder());
        final ReplayClient client = client(server.localAddress());
        assertRefused(client, 1, 1, "Packets are not kept any more, take a snapshot: applBegSeqNum=1 " +
            "applEndSeqNum=1 firstMsgSeqNum=0 lastMsgSeqNum=0");
        fill(5, 3000);
        assertRefused(client, 4, 10, "Packets are not kept any more, take a snapshot: applBegSeqNum=4 " +
            "applEndSeqNum=10 firstMsgSeqNum=5 lastMsgSeqNum=3000");
        assertRefused(client, 5, 1005, "Too many packets for one request, take a snapshot: applBegSeqNum=5 " +
            "applEndSeqNum=1005 requested=1001 limit=1000");
        assertRefused(client, 2999, 3001, "Packets were not sent yet: applBegSeqNum=2999 " +
            "applEndSeqNum=3001 firstMsgSeqNum=5 lastMsgSeqNum=3000");
        assertRefused(client, 10, 9, "Not a range of packets: applBegSeqNum=10 applEndSeqNum=9 ");
        assertRefused(client, 0, 9, "Not a range of packets: applBegSeqNum=0 applEndSeqNum=9 ");
        assertRefused(client, 3001, 0, "Packets were not sent yet: applBegSeqNum=3001 " +
            "applEndSeqNum=0 firstMsgSeqNum=5 lastMsgSeqNum=3000");
        assertEquals(rangeOf(5, 1004), replay(client, 5, 1004));
        assertEquals(7, server.counters().get(REQUESTS_REFUSED));
        assertEquals(1, server.counters().get(REQUESTS_SERVED));
    }

    @Test
    void shouldSendAllUpToTheNewestWhenTheEndIsZero() throws IOException
    {
        fill(1, 20);
        start(SimbaReplayOptions.builder());
        final SocketChannel client = connect();
        write(client, logon(1), request(2, 18, 0));
        assertEquals(List.of("Logon", "18", "19", "20", "Logout "), read(client, 5));
        write(client, logout(3));
        assertEquals(List.of(), read(client, 1));
        client.close();
        workUntil(() -> 1 == server.connections().closed().get(TcpCloseReason.FINISHED));
    }

    @Test
    void shouldAnswerWithLogoutWhenMessagesAreOutOfTurn() throws IOException
    {
        fill(1, 20);
        start(SimbaReplayOptions.builder().maxConnectionsPerAddress(10));
        final SocketChannel noLogon = connect();
        write(noLogon, request(1, 1, 2));
        assertEquals(List.of("Logout Out of turn, expected is Logon: templateId=1002"), read(noLogon, 1));
        final SocketChannel twice = connect();
        write(twice, logon(1), logon(2));
        assertEquals(List.of("Logon", "Logout Out of turn, expected is MarketDataRequest: templateId=1000"),
            read(twice, 2));
        final SocketChannel again = connect();
        write(again, logon(1), request(2, 1, 2));
        assertEquals(List.of("Logon", "1", "2", "Logout "), read(again, 4));
        write(again, request(3, 3, 4));
        assertEquals(List.of(), read(again, 1));
        final SocketChannel onlyLogout = connect();
        write(onlyLogout, logout(1));
        assertEquals(List.of("Logout "), read(onlyLogout, 2));
        assertEquals(3, server.counters().get(PROTOCOL_ERRORS));
    }

    @Test
    void shouldCloseAtOnceWhenBytesAreNoPackets() throws IOException
    {
        final long seed = System.nanoTime();
        System.out.println("SimbaReplayServerTest seed=" + seed);
        final Random random = new Random(seed);
        fill(1, 20);
        start(SimbaReplayOptions.builder().maxConnectionsPerAddress(100).maxConnections(100));
        final byte[] tooShort = logon(1);
        tooShort[4] = 23;
        final byte[] tooLong = logon(1);
        tooLong[5] = 2;
        final byte[] otherSchema = logon(1);
        otherSchema[20]++;
        final byte[] incremental = logon(1);
        incremental[6] |= SimbaPacketDescriptor.FLAG_INCREMENTAL;
        final byte[] longBlock = request(1, 1, 2);
        longBlock[16] = 9;
        for (final byte[] bytes : List.of(tooShort, tooLong, otherSchema, incremental, longBlock))
        {
            final SocketChannel client = connect();
            final long before = server.connections().closed().get(TcpCloseReason.GARBAGE);
            write(client, bytes);
            workUntil(() -> before < server.connections().closed().get(TcpCloseReason.GARBAGE));
        }
        for (int i = 0; i < 50; i++)
        {
            final byte[] bytes = new byte[1 + random.nextInt(600)];
            random.nextBytes(bytes);
            final SocketChannel client = connect();
            write(client, bytes);
            nowNs += SECOND_NS;
            workUntil(() -> 0 == server.connections().connections().get(OPEN));
        }
        assertEquals(0, server.counters().get(PACKETS_REPLAYED), "seed=" + seed);
        final ReplayClient client = client(server.localAddress());
        assertEquals(rangeOf(1, 20), replay(client, 1, 20));
    }

    @Test
    void shouldCloseWhenAClientIsSilentForASecond() throws IOException
    {
        start(SimbaReplayOptions.builder());
        final SocketChannel half = connect();
        write(half, new byte[]{1, 0, 0, 0});
        workUntil(() -> 4 == server.connections().connections().get(BYTES_RECEIVED));
        nowNs += SECOND_NS - 1;
        server.doWork(nowNs);
        assertEquals(1, server.connections().connections().get(OPEN));
        nowNs += SECOND_NS / 1000;
        workUntil(() -> 1 == server.connections().closed().get(TcpCloseReason.INACTIVE));
    }

    @Test
    void shouldServeOthersWhenAClientDoesNotRead() throws IOException
    {
        fill(1, 700);
        start(SimbaReplayOptions.builder().lifetimeNs(3 * SECOND_NS));
        final SocketChannel slow = SocketChannel.open();
        closeables.add(slow);
        slow.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
        slow.connect(server.localAddress());
        slow.configureBlocking(false);
        write(slow, logon(1), request(2, 1, 700));
        workUntil(() -> 1 == server.connections().connections().get(ACCEPTED));
        final ReplayClient client = client(server.localAddress());
        assertEquals(rangeOf(1, 700), replay(client, 1, 700));
        // It takes a little, again and again: that is not inactive, but it has its end too.
        for (int i = 0; i < 5 && 0 == server.connections().closed().get(TcpCloseReason.TOO_LONG_OPEN); i++)
        {
            slow.read(ByteBuffer.allocate(20_000));
            nowNs += SECOND_NS / 2;
            server.doWork(nowNs);
        }
        nowNs += SECOND_NS / 2;
        workUntil(() -> 0 == server.connections().connections().get(OPEN));
        assertEquals(1, server.connections().closed().get(TcpCloseReason.TOO_LONG_OPEN) +
            server.connections().closed().get(TcpCloseReason.INACTIVE));
    }

    @Test
    void shouldSayWhyWhenAnAddressHasTooManyConnections() throws IOException
    {
        fill(1, 3);
        start(SimbaReplayOptions.builder().maxConnectionsPerAddressPerDay(3));
        connect();
        final SocketChannel second = connect();
        final ReplayClient client = client(server.localAddress());
        assertRefused(client, 1, 2, "Too many connections at once: connections=2 limit=2 address=127.0.0.1");
        second.close();
        workUntil(() -> 1 == server.connections().connections().get(OPEN));
        assertEquals(rangeOf(1, 2), replay(client, 1, 2));
        workUntil(() -> 1 == server.connections().connections().get(OPEN));
        assertRefused(client, 1, 2, "Too many connections today: connectionsToday=3 limit=3 address=127.0.0.1");
        assertEquals(1, server.connections().refused().get(TcpRefusal.TOO_MANY_TODAY));
        assertEquals(SecurityEvent.of(SecurityEvent.Type.CONNECTION_REFUSED, "simba-replay", null,
            InetAddress.getLoopbackAddress(), "too many today"), events.getLast());
    }

    @Test
    void shouldLetNoClientInWhileItStandsBy() throws IOException
    {
        fill(1, 3);
        start(SimbaReplayOptions.builder());
        final SocketChannel early = SocketChannel.open(server.localAddress());
        closeables.add(early);
        early.configureBlocking(false);
        while (0 == server.connections().refused().get(TcpRefusal.STANDING_BY))
        {
            server.standBy(System.nanoTime());
        }
        assertEquals(List.of("Logout Another server serves, this one stands by: address=127.0.0.1"), read(early, 1));
        assertEquals(rangeOf(1, 2), replay(client(server.localAddress()), 1, 2));
    }

    @Test
    void shouldSayWhenPacketsWereOverwrittenMeanwhile() throws IOException
    {
        fill(1, 1000);
        start(SimbaReplayOptions.builder());
        final SocketChannel client = SocketChannel.open();
        closeables.add(client);
        client.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
        client.connect(server.localAddress());
        client.configureBlocking(false);
        write(client, logon(1), request(2, 1, 1000));
        workUntil(() -> 0 < server.counters().get(PACKETS_REPLAYED));
        fill(1001, 12_000);
        final List<String> read = read(client, 1001);
        final String last = read.get(read.size() - 1);
        assertTrue(last.startsWith("Logout Packets were overwritten by newer ones while they were sent: "), last);
        assertEquals("Logon", read.get(0));
        for (int i = 1; i < read.size() - 1; i++)
        {
            assertEquals(String.valueOf(i), read.get(i));
        }
    }

    @Test
    void shouldRefuseOptionsThatMakeNoSense()
    {
        assertThrows(IllegalArgumentException.class,
            () -> new SimbaReplayServer(SimbaReplayOptions.builder().build(), null));
        assertThrows(IllegalArgumentException.class,
            () -> SimbaReplayOptions.builder().version(7).build());
        assertThrows(IllegalArgumentException.class, () -> new ReplayClient(ReplayClientOptions.builder().build()));
    }
}
