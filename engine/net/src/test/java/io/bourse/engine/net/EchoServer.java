// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A server whose protocol is messages behind a byte with their length: each is answered by itself. Some first letters
 * mean something: see {@link Connection}.
 */
final class EchoServer extends TcpServer<EchoServer.Connection>
{
    static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);
    static final int BURST_LENGTH = 3_000_000;

    final List<TcpCloseReason> closed = new ArrayList<>();
    final List<TcpRefusal> refused = new ArrayList<>();
    final Set<String> members = new HashSet<>();
    final Set<String> unknown = new HashSet<>();
    int accepted;
    int handshakes;
    int tlsFailures;
    long nowNs = 1_000_000_000_000L;
    private final Consumer<SelectionKey> keyHandler = this::onKey;

    EchoServer(final TcpServerOptions options) throws IOException
    {
        super(options);
        bind(ANY_PORT, "plain");
        bindTls("tls");
        startAccepting();
    }

    int work()
    {
        int workCount = select(keyHandler, nowNs);
        for (int i = 0; mayBeReadDue() && i < size(); i++)
        {
            workCount += connection(i).isReadDue() ? 1 : 0;
            if (connection(i).isReadDue())
            {
                read(connection(i));
            }
        }
        for (int i = size() - 1; i >= 0; i--)
        {
            final Connection connection = connection(i);
            workCount += connection.isTurnDue() ? connection.flush(nowNs) : 0;
            final TcpCloseReason reason = connection.isClosed() ? null : connection.overdue(nowNs);
            if (null != reason)
            {
                connection.end(reason);
            }
            if (connection.isTurnDue())
            {
                endTurn(i, connection);
            }
        }
        final Connection slowest = slowestAboveLimit();
        if (null != slowest)
        {
            slowest.end(TcpCloseReason.TOO_SLOW);
        }
        return workCount;
    }

    Connection first()
    {
        return connection(0);
    }

    int open()
    {
        return openCount();
    }

    int outstanding()
    {
        return outstandingCount();
    }

    void close()
    {
        closeAll();
    }

    @Override
    protected TcpSource sourceOf(final InetAddress address)
    {
        final String text = address.getHostAddress();
        return unknown.contains(text) ? TcpSource.UNKNOWN :
            members.contains(text) ? TcpSource.MEMBER : TcpSource.OPEN;
    }

    @Override
    protected Connection newConnection(final AcceptedSocket socket)
    {
        return new Connection(socket);
    }

    @Override
    protected void onAccepted()
    {
        accepted++;
    }

    @Override
    protected void onRefused(final TcpRefusal refusal, final InetAddress source)
    {
        refused.add(refusal);
    }

    @Override
    protected void onHandshake(final InetAddress source, final X509Certificate certificate)
    {
        handshakes++;
    }

    @Override
    protected void onTlsFailure(final InetAddress source, final String reason)
    {
        tlsFailures++;
    }

    private void onKey(final SelectionKey key)
    {
        final Connection connection = readable(key);
        if (null != connection)
        {
            read(connection);
        }
    }

    private void read(final Connection connection)
    {
        if (connection.read(nowNs) > 0 && connection.isOpen())
        {
            connection.onInput();
        }
    }

    final class Connection extends TcpConnection
    {
        int endings;
        int messages;

        private Connection(final AcceptedSocket accepted)
        {
            super(accepted);
        }

        /** l logs in, p pauses reading, b is followed by a burst, q by the end after a burst. */
        private void onInput()
        {
            final InputBuffer input = input();
            while (isOpen() && input.length() > 0 && input.length() > input.buffer().getByte(input.begin()) &&
                mayTake())
            {
                final int length = 1 + input.buffer().getByte(input.begin());
                final byte letter = input.buffer().getByte(input.begin() + 1);
                output().append(input.buffer(), input.begin(), length, 0);
                input.consume(length);
                messages++;
                switch (letter)
                {
                    case 'l' -> loggedIn();
                    case 'p' -> pauseReading(true);
                    case 'b' -> burst();
                    case 'q' ->
                    {
                        burst();
                        closeAfterFlush();
                    }
                    default ->
                    {
                        // Only echoed.
                    }
                }
            }
        }

        private void burst()
        {
            int left = BURST_LENGTH;
            while (left > 0)
            {
                final int length = Math.min(left, 50_000);
                final int offset = output().claim(length, 0);
                output().buffer().setMemory(offset, length, (byte)'x');
                left -= length;
            }
        }

        @Override
        protected void onEnding()
        {
            endings++;
        }

        @Override
        protected void onClosed(final TcpCloseReason reason)
        {
            closed.add(reason);
        }
    }
}
