// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

import io.bourse.marketdata.pitch.PitchLogin;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.RecoveryWriter;
import io.bourse.marketdata.pitch.SequencedUnit;
import org.agrona.concurrent.status.AtomicCounter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A connection to a recovery server that never blocks: logs in, keeps heartbeats going both ways, and hands over the
 * messages. After a loss it waits before it tries again.
 */
final class RecoveryConnection implements AutoCloseable
{
    static final int MISSED_HEARTBEATS = 5;
    private static final int BUFFER_LENGTH = 128 * 1024;
    private static final int OUT_LENGTH = 64 * 1024;

    private final PitchReceiverOptions options;
    private final InetSocketAddress address;
    private final AtomicCounter lost;
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_LENGTH);
    private final UnsafeBuffer inBuffer = new UnsafeBuffer(in);
    private final ByteBuffer out = ByteBuffer.allocateDirect(OUT_LENGTH);
    private final UnsafeBuffer outBuffer = new UnsafeBuffer(out);
    private SocketChannel channel;
    private boolean isLoginSent;
    private boolean isLoggedIn;
    private long receivedNs;
    private long sentNs;
    private long retryNs;

    RecoveryConnection(
        final PitchReceiverOptions options, final InetSocketAddress address, final AtomicCounter lost)
    {
        this.options = options;
        this.address = address;
        this.lost = lost;
    }

    /**
     * Takes a message of the server.
     */
    @FunctionalInterface
    interface MessageHandler
    {
        void onMessage(UnsafeBuffer buffer, int offset);
    }

    boolean isOpen()
    {
        return null != channel;
    }

    /** Connects if it is not connected, reads what there is, and keeps the connection alive. */
    int doWork(final long nowNs, final MessageHandler handler)
    {
        try
        {
            if (null == channel)
            {
                return connect(nowNs);
            }
            if (!channel.isConnected() && !channel.finishConnect())
            {
                checkSilence(nowNs);
                return 0;
            }
            if (!isLoginSent)
            {
                isLoginSent = true;
                final PitchLogin login = options.login();
                queue(RecoveryWriter.login(
                    outBuffer, out.position(), login.sessionSubId(), login.username(), login.password()), nowNs);
            }
            int workCount = read(nowNs, handler);
            if (null != channel)
            {
                if (nowNs - sentNs >= options.heartbeatIntervalNs())
                {
                    queue(RecoveryWriter.heartbeat(outBuffer, out.position()), nowNs);
                    workCount++;
                }
                flush();
                checkSilence(nowNs);
            }
            return workCount;
        }
        catch (final IOException ex)
        {
            lose(nowNs);
            return 1;
        }
    }

    boolean gapRequest(final int unit, final long sequence, final int count, final long nowNs)
    {
        if (!isLoggedIn || out.remaining() < RecoveryWriter.MAX_LENGTH)
        {
            return false;
        }
        queue(RecoveryWriter.gapRequest(outBuffer, out.position(), unit, sequence, count), nowNs);
        return true;
    }

    void spinRequest(final long sequence, final long nowNs)
    {
        queue(RecoveryWriter.spinRequest(outBuffer, out.position(), sequence), nowNs);
    }

    /** Ends the connection; the next one may follow at once. */
    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
        channel = null;
        isLoggedIn = false;
    }

    private int connect(final long nowNs) throws IOException
    {
        if (nowNs - retryNs < 0)
        {
            return 0;
        }
        // Whatever fails from here on, the next attempt is not made at once.
        retryNs = nowNs + options.heartbeatIntervalNs();
        channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.connect(address);
        in.clear();
        out.clear();
        isLoginSent = false;
        isLoggedIn = false;
        receivedNs = nowNs;
        sentNs = nowNs;
        return 1;
    }

    private int read(final long nowNs, final MessageHandler handler) throws IOException
    {
        final int count = channel.read(in);
        if (count < 0)
        {
            throw new IOException("closed by the server");
        }
        if (0 == count)
        {
            return 0;
        }
        receivedNs = nowNs;
        int position = 0;
        while (null != channel)
        {
            final int verdict = SequencedUnit.check(inBuffer, position, in.position() - position);
            if (SequencedUnit.INCOMPLETE == verdict)
            {
                break;
            }
            if (SequencedUnit.MALFORMED == verdict)
            {
                throw new IOException("not PITCH");
            }
            onBlock(position, handler);
            position += SequencedUnit.length(inBuffer, position);
        }
        in.limit(in.position()).position(position);
        in.compact();
        return count;
    }

    private void onBlock(final int offset, final MessageHandler handler) throws IOException
    {
        int position = offset + SequencedUnit.HEADER_LENGTH;
        for (int i = SequencedUnit.count(inBuffer, offset); 0 < i; i--)
        {
            if (PitchMessages.LOGIN_RESPONSE == (inBuffer.getByte(position + 1) & 0xFF))
            {
                if (PitchMessages.ACCEPTED != inBuffer.getByte(position + 2))
                {
                    throw new IOException("login refused");
                }
                isLoggedIn = true;
            }
            else
            {
                handler.onMessage(inBuffer, position);
            }
            position += inBuffer.getByte(position) & 0xFF;
        }
    }

    private void queue(final int length, final long nowNs)
    {
        out.position(out.position() + length);
        sentNs = nowNs;
    }

    private void flush() throws IOException
    {
        if (0 < out.position())
        {
            out.flip();
            channel.write(out);
            out.compact();
        }
    }

    private void checkSilence(final long nowNs) throws IOException
    {
        if (nowNs - receivedNs >= MISSED_HEARTBEATS * options.heartbeatIntervalNs())
        {
            throw new IOException("the server is silent");
        }
    }

    /** Ends the connection; the next one follows after a heartbeat interval. */
    void lose(final long nowNs)
    {
        close();
        lost.incrementRelease();
        retryNs = nowNs + options.heartbeatIntervalNs();
    }
}
