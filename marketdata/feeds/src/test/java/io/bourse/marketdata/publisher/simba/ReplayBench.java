// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.marketdata.client.PacketReplay;
import io.bourse.marketdata.client.ReplayClient;
import io.bourse.marketdata.client.ReplayClientOptions;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.service.ServiceCounter;
import io.bourse.marketdata.simba.OrderUpdateEncoder;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MDUpdateAction;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.bourse.marketdata.simba.SimbaSessionPackets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;

/**
 * TCP replay and its clients over real sockets. The server's time is the test's own.
 */
abstract class ReplayBench
{
    static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    static final int HEADERS_LENGTH = 28;

    final PacketHistory history = PacketHistory.inMemory(4 * 1024 * 1024);
    final List<byte[]> sent = new ArrayList<>();
    final List<AutoCloseable> closeables = new ArrayList<>();
    final UnsafeBuffer scratch = new UnsafeBuffer(new byte[2048]);
    final SimbaSessionPackets packets = new SimbaSessionPackets(8);
    long nowNs = TimeUnit.DAYS.toNanos(20_000);
    SimbaReplayServer server;
    final List<SecurityEvent> events = new ArrayList<>();

    @AfterEach
    void close()
    {
        CloseHelper.quietCloseAll(closeables);
        CloseHelper.quietCloseAll(server, history);
    }

    void assertRefused(final ReplayClient client, final long first, final long last, final String text)
    {
        assertEquals(List.of(), replay(client, first, last));
        assertEquals(PacketReplay.State.FAILED, client.state());
        assertEquals(text.strip(), client.failure());
    }

    ReplayClient client(final InetSocketAddress address)
    {
        final ReplayClient client = new ReplayClient(ReplayClientOptions.builder().server(address).build());
        closeables.add(client);
        return client;
    }

    List<String> replay(final ReplayClient client, final long first, final long last)
    {
        final List<String> received = new ArrayList<>();
        client.request(first, last);
        workUntil(() ->
        {
            client.doWork((buffer, offset, length) ->
            {
                final byte[] packet = bytes(buffer, offset, length);
                assertArrayEquals(sent.get((int)SimbaPacketDescriptor.msgSeqNum(buffer, offset) - 1), packet);
                received.add(number(packet));
            });
            return PacketReplay.State.RUNNING != client.state();
        });
        return received;
    }

    static List<String> rangeOf(final long first, final long last)
    {
        final List<String> numbers = new ArrayList<>();
        for (long i = first; i <= last; i++)
        {
            numbers.add(String.valueOf(i));
        }
        return numbers;
    }

    static byte[] bytes(final DirectBuffer buffer, final int offset, final int length)
    {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }

    static String number(final byte[] packet)
    {
        return String.valueOf(SimbaPacketDescriptor.msgSeqNum(new UnsafeBuffer(packet), 0));
    }

    /** Incremental packets of one to twenty orders. */
    void fill(final int first, final int last)
    {
        final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
        final OrderUpdateEncoder encoder = new OrderUpdateEncoder();
        while (sent.size() < first - 1)
        {
            sent.add(null);
        }
        for (int i = first; i <= last; i++)
        {
            int limit = HEADERS_LENGTH;
            for (int j = 0; j <= i % 20; j++)
            {
                encoder.wrapAndApplyHeader(scratch, limit, headerEncoder)
                    .mDEntryID(i * 100L + j)
                    .mDEntrySize(j)
                    .securityID(1)
                    .rptSeq(i)
                    .mDUpdateAction(MDUpdateAction.New)
                    .mDEntryType(MDEntryType.Bid);
                encoder.mDEntryPx().mantissa(i);
                encoder.mDFlags().clear();
                encoder.mDFlags2().clear();
                limit = encoder.limit();
            }
            SimbaPacketDescriptor.putPacketHeader(scratch, 0, i, limit, 9, nowNs + i);
            SimbaPacketDescriptor.putIncrementalHeader(scratch, 0, nowNs, 1);
            history.append(i, scratch, 0, limit);
            sent.add(bytes(scratch, 0, limit));
        }
    }

    void start(final SimbaReplayOptionsBuilder ctx)
    {
        server = new SimbaReplayServer(ctx.securityLog(events::add).build(), history);
    }

    SocketChannel connect() throws IOException
    {
        final SocketChannel client = SocketChannel.open(server.localAddress());
        closeables.add(client);
        client.configureBlocking(false);
        final long accepted = server.connections().connections().get(ServiceCounter.ACCEPTED);
        workUntil(() -> accepted < server.connections().connections().get(ServiceCounter.ACCEPTED));
        return client;
    }

    void write(final SocketChannel client, final byte[]... messages) throws IOException
    {
        for (final byte[] message : messages)
        {
            final ByteBuffer bytes = ByteBuffer.wrap(message);
            while (bytes.hasRemaining())
            {
                client.write(bytes);
            }
        }
    }

    /** Packets up to a count, or to the end of the connection. */
    List<String> read(final SocketChannel client, final int count)
    {
        final List<String> packetsRead = new ArrayList<>();
        final ByteBuffer bytes = ByteBuffer.allocate(100_000);
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        workUntil(() ->
        {
            try
            {
                final int length = client.read(bytes);
                while (bytes.position() >= 16 && bytes.position() >= SimbaPacketDescriptor.msgSize(buffer, 0))
                {
                    final int size = SimbaPacketDescriptor.msgSize(buffer, 0);
                    packetsRead.add(describe(buffer, size));
                    bytes.flip().position(size);
                    bytes.compact();
                }
                return length < 0 || packetsRead.size() == count || isLogout(packetsRead, count);
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException(ex);
            }
        });
        return packetsRead;
    }

    static boolean isLogout(final List<String> packetsRead, final int count)
    {
        return count > 1000 && packetsRead.size() > 1 && packetsRead.get(packetsRead.size() - 1).startsWith("Logout");
    }

    String describe(final UnsafeBuffer buffer, final int size)
    {
        assertTrue(SimbaMessages.isWellFormed(buffer, 0, size));
        if (0 != (SimbaPacketDescriptor.msgFlags(buffer, 0) & SimbaPacketDescriptor.FLAG_INCREMENTAL))
        {
            return String.valueOf(SimbaPacketDescriptor.msgSeqNum(buffer, 0));
        }
        return 1000 == SimbaMessages.templateId(buffer, 16) ?
            "Logon" : "Logout " + SimbaSessionPackets.logoutText(buffer, 0);
    }

    byte[] logon(final int msgSeqNum)
    {
        return bytes(scratch, 0, packets.putLogon(scratch, 0, msgSeqNum, nowNs));
    }

    byte[] request(final int msgSeqNum, final long first, final long last)
    {
        return bytes(scratch, 0, packets.putRequest(scratch, 0, msgSeqNum, nowNs, first, last));
    }

    byte[] logout(final int msgSeqNum)
    {
        return bytes(scratch, 0, packets.putLogout(scratch, 0, msgSeqNum, nowNs, ""));
    }

    void workUntil(final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + 10 * SECOND_NS;
        while (!condition.getAsBoolean())
        {
            // A step of the server's time for each look at its sockets.
            nowNs += TimeUnit.MICROSECONDS.toNanos(100);
            if (null == server || 0 == server.doWork(nowNs))
            {
                Thread.yield();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("did not happen in time: " + (null == server ? "" : server.connections()));
            }
        }
    }
}
