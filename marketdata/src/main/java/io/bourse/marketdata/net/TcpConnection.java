// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * One connection of a {@link TcpServer} as its handler sees it. Nothing of it blocks: what is sent goes to a bounded
 * queue, and leaves as the peer takes it.
 */
public final class TcpConnection
{
    private static final int OPEN = 0;
    private static final int FLUSHING = 1;
    private static final int DRAINING = 2;
    private static final int CLOSED = 3;

    private final TcpServerContext ctx;
    private final TcpServerCounters counters;
    private final SocketChannel channel;
    private final InetAddress address;
    private final TcpBuffers buffers;
    private final long openedNs;
    private final boolean isRefused;
    private TcpConnectionHandler handler;
    private SelectionKey key;
    private long lastReceivedNs;
    private long lastTakenNs;
    private long drainUntilNs;
    private int stalledLength;
    private int state = OPEN;
    private boolean isInputEnded;

    TcpConnection(
        final TcpServerContext ctx,
        final TcpServerCounters counters,
        final SocketChannel channel,
        final TcpBuffers buffers,
        final long nowNs,
        final boolean isRefused)
    {
        this.ctx = ctx;
        this.counters = counters;
        this.channel = channel;
        this.address = channel.socket().getInetAddress();
        this.buffers = buffers;
        this.isRefused = isRefused;
        openedNs = nowNs;
        lastReceivedNs = nowNs;
        lastTakenNs = nowNs;
    }

    /**
     * Address of the peer.
     *
     * @return without its port.
     */
    public InetAddress address()
    {
        return address;
    }

    /**
     * When the connection was accepted.
     *
     * @return time of that poll in nanoseconds.
     */
    public long openedNs()
    {
        return openedNs;
    }

    /**
     * When the peer sent something last.
     *
     * @return time of that poll in nanoseconds; {@link #openedNs()} before.
     */
    public long lastReceivedNs()
    {
        return lastReceivedNs;
    }

    /**
     * Whether something may be sent: neither end has begun to close.
     *
     * @return true while open.
     */
    public boolean isOpen()
    {
        return OPEN == state;
    }

    /**
     * Bytes the outgoing queue can still take.
     *
     * @return 0 when full, or when the connection is closing.
     */
    public int sendRoom()
    {
        return OPEN == state ? buffers.room() : 0;
    }

    /**
     * Bytes the socket has not taken yet.
     *
     * @return bytes in the outgoing queue.
     */
    public int unsentLength()
    {
        return CLOSED == state ? 0 : buffers.length();
    }

    /**
     * Queues bytes as a whole.
     *
     * @param buffer that holds them.
     * @param offset of them.
     * @param length of them.
     * @return false if they do not fit now, or the connection is closing; nothing is queued then.
     */
    public boolean offer(final DirectBuffer buffer, final int offset, final int length)
    {
        final int at = reserve(length);
        if (at < 0)
        {
            return false;
        }
        sendBuffer().putBytes(at, buffer, offset, length);
        commit(length);
        return true;
    }

    /**
     * Room to encode a message in place, in {@link #sendBuffer()}. Nothing is queued before {@link #commit}.
     *
     * @param maxLength bytes that may be written.
     * @return offset in {@link #sendBuffer()}, or -1 if there is no such room now, or the connection is closing.
     */
    public int reserve(final int maxLength)
    {
        return OPEN == state ? buffers.reserve(maxLength) : -1;
    }

    /**
     * Queues what was written after {@link #reserve}.
     *
     * @param length bytes written, at most what was reserved.
     */
    public void commit(final int length)
    {
        buffers.commit(length);
    }

    /**
     * Memory that {@link #reserve} gives offsets of.
     *
     * @return buffer.
     */
    public MutableDirectBuffer sendBuffer()
    {
        return buffers.sendBuffer();
    }

    /**
     * Closes once everything queued has left. What the peer sends meanwhile is not read by the handler any more; it
     * has the linger time to close its own side, so that nothing on the way to it is lost.
     */
    public void closeAfterFlush()
    {
        if (OPEN == state)
        {
            state = FLUSHING;
        }
    }

    /**
     * Closes at once.
     */
    public void drop()
    {
        end(TcpCloseReason.DROPPED);
    }

    void open(final TcpConnectionHandler newHandler, final SelectionKey newKey)
    {
        handler = newHandler;
        key = newKey;
    }

    void key(final SelectionKey newKey)
    {
        key = newKey;
    }

    boolean isAnonymous()
    {
        return OPEN == state && null != handler && handler.isAnonymous();
    }

    boolean isRefused()
    {
        return isRefused;
    }

    boolean isClosed()
    {
        return CLOSED == state;
    }

    TcpBuffers buffers()
    {
        return buffers;
    }

    /** Reads once, as much as the buffer takes. */
    int onReadable(final long nowNs)
    {
        if (CLOSED == state)
        {
            return 0;
        }
        final ByteBuffer incoming = buffers.incoming();
        if (OPEN != state)
        {
            incoming.clear();
        }
        if (!incoming.hasRemaining() || (OPEN == state && !isReading()))
        {
            updateInterest();
            return 0;
        }
        final int count;
        try
        {
            count = channel.read(incoming);
        }
        catch (final IOException ex)
        {
            // A reset by the peer, as a rule: its affair, and counted.
            end(DRAINING == state ? TcpCloseReason.FINISHED : TcpCloseReason.BROKEN);
            return 1;
        }
        if (count < 0)
        {
            onEndOfInput();
            return 1;
        }
        counters.bytesReceivedCounter().add(count);
        if (OPEN == state && 0 < count)
        {
            lastReceivedNs = nowNs;
        }
        return count;
    }

    /** Lets the handler read and write, sends what it can, and applies what time brings. */
    int work(final long nowNs)
    {
        int workCount = 0;
        if (OPEN == state)
        {
            workCount += takeIncoming(nowNs);
        }
        if (OPEN == state)
        {
            workCount += callPoll(nowNs);
        }
        if (CLOSED != state)
        {
            workCount += flush(nowNs);
        }
        if (CLOSED != state)
        {
            checkTime(nowNs);
            updateInterest();
        }
        return workCount;
    }

    void end(final TcpCloseReason reason)
    {
        if (CLOSED == state)
        {
            return;
        }
        state = CLOSED;
        final TcpCloseReason closeReason = isRefused ? TcpCloseReason.REFUSED : reason;
        CloseHelper.quietClose(channel);
        counters.closedCounter(closeReason).increment();
        if (null != handler)
        {
            callClosed(closeReason);
        }
    }

    private void callClosed(final TcpCloseReason closeReason)
    {
        try
        {
            handler.onClosed(this, closeReason);
        }
        catch (final RuntimeException ex)
        {
            TcpServer.logFailure(ctx, address, ex);
        }
    }

    private void onEndOfInput()
    {
        if (FLUSHING == state)
        {
            // It will send nothing more, but may still read what is on the way to it.
            isInputEnded = true;
            updateInterest();
            return;
        }
        end(DRAINING == state ? TcpCloseReason.FINISHED : TcpCloseReason.PEER);
    }

    private boolean isReading()
    {
        return buffers.room() >= ctx.sendQueueLength() / 2;
    }

    private int takeIncoming(final long nowNs)
    {
        if (buffers.incomingLength() == stalledLength)
        {
            return 0;
        }
        int taken = 0;
        stalledLength = 0;
        while (OPEN == state && taken < buffers.incomingLength() && isReading())
        {
            final int remaining = buffers.incomingLength() - taken;
            final int consumed = callData(taken, remaining, nowNs);
            if (consumed < 0 || consumed > remaining)
            {
                end(consumed < 0 ? TcpCloseReason.GARBAGE : TcpCloseReason.HANDLER_FAILED);
                return 1;
            }
            if (0 == consumed)
            {
                stalledLength = remaining;
                break;
            }
            taken += consumed;
        }
        if (CLOSED == state)
        {
            return 1;
        }
        buffers.consume(taken);
        if (OPEN == state && isReading() && !buffers.incoming().hasRemaining())
        {
            end(TcpCloseReason.MESSAGE_TOO_LONG);
        }
        return taken;
    }

    private int callData(final int offset, final int length, final long nowNs)
    {
        try
        {
            return handler.onData(this, buffers.incomingBuffer(), offset, length, nowNs);
        }
        catch (final RuntimeException ex)
        {
            TcpServer.logFailure(ctx, address, ex);
            end(TcpCloseReason.HANDLER_FAILED);
            return 0;
        }
    }

    private int callPoll(final long nowNs)
    {
        try
        {
            return handler.onPoll(this, nowNs);
        }
        catch (final RuntimeException ex)
        {
            TcpServer.logFailure(ctx, address, ex);
            end(TcpCloseReason.HANDLER_FAILED);
            return 1;
        }
    }

    private int flush(final long nowNs)
    {
        int written = 0;
        try
        {
            if (0 < buffers.length())
            {
                written = buffers.writeTo(channel);
                if (0 < written)
                {
                    lastTakenNs = nowNs;
                    counters.bytesSentCounter().add(written);
                }
            }
            if (FLUSHING == state && 0 == buffers.length())
            {
                if (isInputEnded)
                {
                    end(TcpCloseReason.FINISHED);
                    return written + 1;
                }
                channel.shutdownOutput();
                state = DRAINING;
                drainUntilNs = nowNs + ctx.lingerNs();
                return written + 1;
            }
        }
        catch (final IOException ex)
        {
            end(TcpCloseReason.BROKEN);
            return 1;
        }
        return written;
    }

    private void checkTime(final long nowNs)
    {
        if (DRAINING == state)
        {
            if (nowNs - drainUntilNs >= 0)
            {
                end(TcpCloseReason.FINISHED);
            }
            return;
        }
        final long activeNs = ctx.isSendingActivity() || FLUSHING == state ?
            Math.max(lastReceivedNs, lastTakenNs) : lastReceivedNs;
        if (nowNs - activeNs >= ctx.inactivityTimeoutNs())
        {
            end(TcpCloseReason.INACTIVE);
        }
        else if (nowNs - openedNs >= ctx.lifetimeNs())
        {
            end(TcpCloseReason.TOO_LONG_OPEN);
        }
    }

    /** Reads are not asked for while the peer does not take its answers, and writes only while something waits. */
    private void updateInterest()
    {
        if (CLOSED == state)
        {
            return;
        }
        final boolean isReadable =
            OPEN == state ? isReading() && buffers.incoming().hasRemaining() : !isInputEnded;
        final int read = isReadable ? SelectionKey.OP_READ : 0;
        final int interest = read | (0 < buffers.length() ? SelectionKey.OP_WRITE : 0);
        if (key.interestOps() != interest)
        {
            key.interestOps(interest);
        }
    }
}
