// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.net.TcpServerOptionsBuilder;
import io.bourse.engine.telemetry.SecurityEvent;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A server and its clients over real sockets, with a protocol of one-byte lengths: it answers each message with the
 * same message. Time is the test's own.
 */
abstract class ServiceBench
{
    static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    static final byte QUIT = 'q';
    static final byte FAIL = 'f';
    static final byte NONSENSE = 'g';
    static final byte STREAM = 's';
    static final byte DROP = 'd';
    static final int STREAM_MESSAGES = 200_000;

    final List<TcpCloseReason> closed = new ArrayList<>();
    final List<SecurityEvent> events = new ArrayList<>();
    final List<SocketChannel> clients = new ArrayList<>();
    long nowNs = TimeUnit.DAYS.toNanos(20_000);
    int mostUnsent;
    ServiceServer server;

    @AfterEach
    void close()
    {
        CloseHelper.quietCloseAll(clients);
        CloseHelper.close(server);
    }

    void start(final TcpServerOptionsBuilder options)
    {
        start(options, 0);
    }

    void start(final TcpServerOptionsBuilder options, final long pollIntervalNs)
    {
        server = new ServiceServer("tcp", options, new InetSocketAddress("127.0.0.1", 0), pollIntervalNs, Echo::new,
            (refusal, facts, buffer, offset, timeNs) ->
                buffer.putStringWithoutLengthAscii(offset, refusal + " " + facts),
            events::add);
        work();
    }

    /** Lines of the security log without the component. */
    List<String> logged()
    {
        return events.stream().map((event) ->
            event.type() + " " + event.source().getHostAddress() + " " + event.reason()).toList();
    }

    int work()
    {
        return server.poll(nowNs);
    }

    void workUntil(final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + 10 * SECOND_NS;
        while (!condition.getAsBoolean())
        {
            if (0 == work())
            {
                Thread.yield();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("did not happen in time: " + server.counters());
            }
        }
    }

    SocketChannel connect() throws IOException
    {
        return connectFrom("127.0.0.1");
    }

    SocketChannel connectFrom(final String source) throws IOException
    {
        final SocketChannel client = open(source);
        final long accepted = server.counters().connections().get(ServiceCounter.ACCEPTED);
        workUntil(() -> accepted < server.counters().connections().get(ServiceCounter.ACCEPTED));
        return client;
    }

    SocketChannel open(final String source) throws IOException
    {
        final SocketChannel client = SocketChannel.open();
        clients.add(client);
        client.bind(new InetSocketAddress(source, 0));
        client.connect(server.localAddress());
        client.configureBlocking(false);
        return client;
    }

    String refusal() throws IOException
    {
        return refusalTo("127.0.0.1");
    }

    String refusalTo(final String source) throws IOException
    {
        final SocketChannel client = open(source);
        final StringBuilder text = new StringBuilder();
        final ByteBuffer bytes = ByteBuffer.allocate(1000);
        final int[] count = new int[1];
        workUntil(() ->
        {
            try
            {
                count[0] = client.read(bytes);
                return count[0] < 0;
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException(ex);
            }
        });
        client.close();
        text.append(new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII));
        return text.toString();
    }

    void write(final SocketChannel client, final String text) throws IOException
    {
        final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining())
        {
            client.write(bytes);
        }
        work();
    }

    String read(final SocketChannel client, final int length)
    {
        final ByteBuffer bytes = ByteBuffer.allocate(length);
        workUntil(() ->
        {
            try
            {
                return client.read(bytes) < 0 || !bytes.hasRemaining();
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException(ex);
            }
        });
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
    }

    int readEnd(final SocketChannel client)
    {
        final int[] count = new int[1];
        workUntil(() ->
        {
            try
            {
                count[0] = client.read(ByteBuffer.allocate(1));
                return 0 != count[0];
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException(ex);
            }
        });
        return count[0];
    }

    private final class Echo extends ServiceConnection
    {
        private int next = STREAM_MESSAGES;

        private Echo(final AcceptedSocket accepted)
        {
            super(accepted, 0);
            loggedIn();
        }

        @Override
        protected int onData(final DirectBuffer buffer, final int offset, final int length, final long nowNs)
        {
            final int messageLength = 1 + buffer.getByte(offset);
            if (length < messageLength)
            {
                return 0;
            }
            switch (buffer.getByte(offset + 1))
            {
                case FAIL -> throw new IllegalStateException("as asked");
                case STREAM -> next = 0;
                case DROP -> drop();
                case NONSENSE ->
                {
                    return GARBAGE;
                }
                default -> assertTrue(offer(buffer, offset, messageLength));
            }
            if (QUIT == buffer.getByte(offset + 1))
            {
                closeAfterFlush();
            }
            mostUnsent = Math.max(mostUnsent, unsentLength());
            return messageLength;
        }

        @Override
        protected int onPoll(final long nowNs)
        {
            int count = 0;
            while (next < STREAM_MESSAGES)
            {
                final int offset = reserve(4);
                if (offset < 0)
                {
                    break;
                }
                sendBuffer().putInt(offset, next, ByteOrder.BIG_ENDIAN);
                commit(4);
                next++;
                count++;
            }
            mostUnsent = Math.max(mostUnsent, unsentLength());
            return count;
        }

        @Override
        protected void onEnd(final TcpCloseReason reason)
        {
            closed.add(reason);
        }
    }
}
