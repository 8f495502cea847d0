// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import com.sun.management.ThreadMXBean;
import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.net.TcpRefusal;
import io.bourse.engine.telemetry.SecuritySink;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ServiceServerTest extends ServiceBench
{
    @Test
    void shouldAnswerMessagesHoweverTheyAreCut() throws IOException
    {
        start(ServiceServer.options());
        final SocketChannel client = connect();
        for (final String part : List.of("\3ab", "c\2h", "e", "\1x\1y\1z", "\2"))
        {
            write(client, part);
            assertEquals(0, closed.size());
        }
        write(client, "uv");
        assertEquals("\3abc\2he\1x\1y\1z\2uv", read(client, 16));
        client.close();
        workUntil(() -> !closed.isEmpty());
        assertEquals(List.of(TcpCloseReason.PEER), closed);
        assertEquals(0, server.counters().connections().get(ServiceCounter.OPEN));
    }

    @Test
    void shouldSendAllWhenThePeerReadsSlowly() throws IOException
    {
        start(ServiceServer.options().sendQueueLength(4096).socketSendBufferLength(4096));
        final SocketChannel client = connect();
        write(client, "\1s");
        final ByteBuffer bytes = ByteBuffer.allocate(STREAM_MESSAGES * 4);
        final ByteBuffer slice = ByteBuffer.allocate(3001);
        while (bytes.hasRemaining())
        {
            work();
            slice.clear().limit(Math.min(slice.capacity(), bytes.remaining()));
            client.read(slice);
            bytes.put(slice.flip());
        }
        bytes.flip();
        for (int i = 0; i < STREAM_MESSAGES; i++)
        {
            assertEquals(i, bytes.getInt());
        }
        assertTrue(mostUnsent > 2048 && mostUnsent <= 4096, "mostUnsent=" + mostUnsent);
        assertEquals(1, server.counters().connections().get(ServiceCounter.OPEN));
    }

    @Test
    void shouldNotReadMoreWhenThePeerDoesNotTakeItsAnswers() throws IOException
    {
        start(ServiceServer.options().sendQueueLength(2048).socketSendBufferLength(4096).receiveBufferLength(512));
        final SocketChannel client = connect();
        client.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
        final ByteBuffer message = ByteBuffer.allocate(101);
        message.put((byte)100).clear();
        long written = 0;
        int idle = 0;
        while (idle < 2000 && written < 64 * 1024 * 1024)
        {
            final int count = client.write(message);
            written += count;
            if (!message.hasRemaining())
            {
                message.rewind();
            }
            idle = work() + count > 0 ? 0 : idle + 1;
        }
        assertTrue(written < 64 * 1024 * 1024, "written=" + written);
        assertTrue(mostUnsent <= 2048, "mostUnsent=" + mostUnsent);
        assertEquals(1, server.counters().connections().get(ServiceCounter.OPEN));
        while (message.hasRemaining() && 0 != message.position())
        {
            written += client.write(message);
            work();
            client.read(ByteBuffer.allocate(1000));
        }
        nowNs += 5 * SECOND_NS;
        workUntil(() -> !closed.isEmpty());
        assertEquals(List.of(TcpCloseReason.INACTIVE), closed);
    }

    @Test
    void shouldSendAllBeforeItClosesWhenTheHandlerIsDone() throws IOException
    {
        start(ServiceServer.options());
        final SocketChannel client = connect();
        write(client, "\3abc\1q\3def");
        assertEquals("\3abc\1q", read(client, 6));
        assertEquals(-1, readEnd(client));
        assertEquals(List.of(), closed);
        client.close();
        workUntil(() -> !closed.isEmpty());
        assertEquals(List.of(TcpCloseReason.FINISHED), closed);
    }

    @Test
    void shouldCloseByItselfWhenAPeerDoesNotCloseItsSide() throws IOException
    {
        start(ServiceServer.options().lingerNs(SECOND_NS));
        final SocketChannel client = connect();
        write(client, "\1q");
        assertEquals("\1q", read(client, 2));
        assertEquals(-1, readEnd(client));
        nowNs += SECOND_NS - 1;
        work();
        assertEquals(List.of(), closed);
        nowNs += 1;
        work();
        assertEquals(List.of(TcpCloseReason.FINISHED), closed);
    }

    @Test
    void shouldCloseWhenAPeerIsSilent() throws IOException
    {
        start(ServiceServer.options().inactivityTimeoutNs(SECOND_NS));
        final SocketChannel client = connect();
        nowNs += SECOND_NS - 1;
        write(client, "\2a");
        workUntil(() -> 2 == server.counters().connections().get(ServiceCounter.BYTES_RECEIVED));
        nowNs += SECOND_NS - 1;
        work();
        assertEquals(List.of(), closed);
        nowNs += 1;
        workUntil(() -> !closed.isEmpty());
        assertEquals(List.of(TcpCloseReason.INACTIVE), closed);
        assertEquals(-1, readEnd(client));
    }

    @Test
    void shouldCloseWhenAPeerStaysTooLong() throws IOException
    {
        start(ServiceServer.options().lifetimeNs(3 * SECOND_NS).inactivityTimeoutNs(2 * SECOND_NS));
        final SocketChannel client = connect();
        for (int i = 0; i < 2; i++)
        {
            nowNs += SECOND_NS;
            write(client, "\1a");
            assertEquals("\1a", read(client, 2));
        }
        nowNs += SECOND_NS;
        workUntil(() -> !closed.isEmpty());
        assertEquals(List.of(TcpCloseReason.TOO_LONG_OPEN), closed);
    }

    @Test
    void shouldCountWhatPeersAndHandlersDoWrong() throws IOException
    {
        start(ServiceServer.options().receiveBufferLength(16));
        write(connect(), "\1g");
        workUntil(() -> 1 == closed.size());
        write(connect(), "\1f");
        workUntil(() -> 2 == closed.size());
        write(connect(), "\1d");
        workUntil(() -> 3 == closed.size());
        write(connect(), "\177aaaaaaaaaaaaaaaaaaaaaaaaaaa");
        workUntil(() -> 4 == closed.size());
        final SocketChannel resetting = connect();
        resetting.setOption(StandardSocketOptions.SO_LINGER, 0);
        resetting.close();
        workUntil(() -> 5 == closed.size());
        assertEquals(List.of(TcpCloseReason.GARBAGE, TcpCloseReason.HANDLER_FAILED, TcpCloseReason.DROPPED,
            TcpCloseReason.MESSAGE_TOO_LONG, TcpCloseReason.BROKEN), closed);
        for (final TcpCloseReason reason : closed)
        {
            assertEquals(1, server.counters().closed().get(reason), reason.name());
        }
        final SocketChannel client = connect();
        write(client, "\1a");
        assertEquals("\1a", read(client, 2));
        assertEquals(6, server.counters().connections().get(ServiceCounter.ACCEPTED));
        final String line = "MALFORMED 127.0.0.1 not the protocol";
        assertEquals(List.of(line, line), logged());
        assertEquals("tcp", events.getFirst().component());
    }

    @Test
    void shouldSayWhyWhenThereAreTooManyConnections() throws IOException
    {
        start(ServiceServer.options().maxConnections(3).maxConnectionsPerAddress(2).maxConnectionsPerAddressPerDay(4));
        final SocketChannel first = connect();
        connect();
        assertEquals("TOO_MANY_OF_ADDRESS connections=2 limit=2 address=127.0.0.1", refusal());
        final SocketChannel other = connectFrom("127.0.0.2");
        write(other, "\1a");
        assertEquals("\1a", read(other, 2));
        assertEquals("TOO_MANY_CONNECTIONS connections=3 limit=3", refusalTo("127.0.0.3"));
        first.close();
        workUntil(() -> 1 == closed.size());
        connect().close();
        workUntil(() -> 2 == closed.size());
        connect().close();
        workUntil(() -> 3 == closed.size());
        assertEquals("TOO_MANY_TODAY connectionsToday=4 limit=4 address=127.0.0.1", refusal());
        nowNs += TimeUnit.DAYS.toNanos(1);
        final SocketChannel tomorrow = connect();
        write(tomorrow, "\1a");
        assertEquals("\1a", read(tomorrow, 2));
        assertEquals(List.of(1L, 1L, 1L), List.of(
            server.counters().refused().get(TcpRefusal.TOO_MANY_CONNECTIONS),
            server.counters().refused().get(TcpRefusal.TOO_MANY_OF_ADDRESS),
            server.counters().refused().get(TcpRefusal.TOO_MANY_TODAY)));
        assertEquals(List.of(
            "CONNECTION_REFUSED 127.0.0.1 too many of address",
            "CONNECTION_REFUSED 127.0.0.3 too many connections",
            "CONNECTION_REFUSED 127.0.0.1 too many today"), logged());
    }

    @Test
    void shouldForgetEveryConnectionWhenPeersComeAndGo() throws IOException
    {
        start(ServiceServer.options().maxConnections(8));
        for (int i = 0; i < 400; i++)
        {
            final SocketChannel client = connect();
            if (0 == i % 2)
            {
                write(client, 0 == i % 4 ? "\1q" : "\5ab");
            }
            if (0 == i % 3)
            {
                client.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
            client.close();
            workUntil(() -> 0 == server.counters().connections().get(ServiceCounter.OPEN));
        }
        assertEquals(400, closed.size());
        assertEquals(400, server.counters().connections().get(ServiceCounter.ACCEPTED));
        final SocketChannel client = connect();
        write(client, "\1a");
        assertEquals("\1a", read(client, 2));
    }

    @Test
    void shouldNotAllocateWhenNothingHappens() throws IOException
    {
        start(ServiceServer.options());
        connect();
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().threadId();
        long before = 0;
        for (int i = 0; i < 30_000; i++)
        {
            if (20_000 == i)
            {
                before = threads.getThreadAllocatedBytes(thread);
            }
            server.poll(nowNs);
        }
        assertEquals(0, (threads.getThreadAllocatedBytes(thread) - before) / 10_000);
    }

    @Test
    void shouldLookAtItsSocketsOnlyOnceInAnInterval() throws IOException
    {
        start(ServiceServer.options(), 1000);
        final SocketChannel client = SocketChannel.open(server.localAddress());
        clients.add(client);
        for (int i = 0; i < 1000; i++)
        {
            assertEquals(0, server.poll(nowNs + 999));
            Thread.onSpinWait();
        }
        nowNs += 1000;
        workUntil(() -> 1 == server.counters().connections().get(ServiceCounter.ACCEPTED));
    }

    @Test
    void shouldSayWhichAddressIsTaken() throws IOException
    {
        start(ServiceServer.options());
        final UncheckedIOException ex = assertThrows(UncheckedIOException.class, () -> new ServiceServer(
            "replay", ServiceServer.options(), server.localAddress(), 0, c -> null, ServiceServer.Refusals.SILENT,
            SecuritySink.NONE));
        assertEquals("A TCP server cannot listen, choose another address: name=replay bindAddress=" +
            server.localAddress(), ex.getMessage());
    }

    @Test
    void shouldEndEveryConnectionWhenItCloses() throws IOException
    {
        start(ServiceServer.options());
        final SocketChannel client = connect();
        server.close();
        assertEquals(List.of(TcpCloseReason.SERVER_CLOSED), closed);
        assertEquals(-1, readEnd(client));
        assertEquals(0, server.poll(nowNs));
    }
}
