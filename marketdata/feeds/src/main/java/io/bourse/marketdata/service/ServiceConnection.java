// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import java.net.InetAddress;
import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.net.MessageThrottle;
import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.net.TcpConnection;
import io.bourse.engine.telemetry.SecurityEvent;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client of a {@link ServiceServer}; the protocol extends it. Called by the thread that polls the server; must not
 * block. What it throws ends the connection.
 */
public abstract class ServiceConnection extends TcpConnection
{
    /** Answer of {@link #onData}: these bytes are not the protocol; the connection is closed and counted. */
    protected static final int GARBAGE = -1;

    /** Answer of {@link #onData}: the connection has sent several times as many messages as it may; it is closed. */
    protected static final int TOO_FAST = -2;

    private static final Logger LOGGER = LoggerFactory.getLogger(ServiceConnection.class);

    /** Writes a line of the security log for the server of a connection. */
    @FunctionalInterface
    interface Log
    {
        void write(SecurityEvent.Type type, String login, InetAddress source, String reason);
    }

    private final int minSpace;
    private final MessageThrottle messages;
    private ServiceCounters counters;
    private Log log;
    private int stalledLength;

    /**
     * A connection that was accepted.
     *
     * @param accepted its socket and buffers.
     * @param maxMessagesPerSecond of its peer, which is closed above four times as many; 0 for any number.
     */
    protected ServiceConnection(final AcceptedSocket accepted, final int maxMessagesPerSecond)
    {
        super(accepted);
        messages = new MessageThrottle(maxMessagesPerSecond);
        minSpace = output().space() / 2;
    }

    /**
     * Bytes of the peer. At least half of the outgoing buffer is free. Called again while it consumes something and
     * something is left.
     *
     * @param buffer that holds them; valid during the call.
     * @param offset of the first byte that was not consumed yet.
     * @param length bytes, from 1 to the receive buffer's length.
     * @param nowNs time of the poll.
     * @return bytes consumed, one whole message; 0 if more bytes are needed first; {@link #GARBAGE} or
     *     {@link #TOO_FAST} to close at once.
     */
    protected abstract int onData(DirectBuffer buffer, int offset, int length, long nowNs);

    /**
     * Counts a message, before more of it is read than its frame.
     *
     * @param nowNs time of the poll.
     * @return whether there are so many that the connection is to be closed: {@link #TOO_FAST}.
     */
    protected final boolean isTooFast(final long nowNs)
    {
        return MessageThrottle.Verdict.CUT_OFF == messages.onMessage(nowNs);
    }

    /**
     * Called once in every poll while the connection is open and not closing: the place to send what is to be
     * sent without being asked, as far as there is space.
     *
     * @param nowNs time of the poll.
     * @return work done, 0 if there was nothing to do.
     */
    protected int onPoll(final long nowNs)
    {
        return 0;
    }

    /**
     * The connection is over. Nothing can be sent any more.
     *
     * @param reason why.
     */
    protected void onEnd(final TcpCloseReason reason)
    {
        // Most services keep nothing for a connection.
    }

    /** Bytes that can still be queued; 0 when full, or when the connection is closing. */
    public final int sendSpace()
    {
        return isOpen() ? output().space() : 0;
    }

    /** Bytes the socket has not taken yet. */
    public final int unsentLength()
    {
        return isClosed() ? 0 : output().length();
    }

    /**
     * Queues bytes as a whole.
     *
     * @param buffer that holds them.
     * @param offset of them.
     * @param length of them.
     * @return false if they do not fit now, or the connection is closing; nothing is queued then.
     */
    public final boolean offer(final DirectBuffer buffer, final int offset, final int length)
    {
        return isOpen() && output().append(buffer, offset, length, 0);
    }

    /**
     * Space to encode a message in place, in {@link #sendBuffer()}. Nothing is queued before {@link #commit}.
     *
     * @param maxLength bytes that may be written.
     * @return offset in {@link #sendBuffer()}, or -1 if there is no such space now, or the connection is closing.
     */
    public final int reserve(final int maxLength)
    {
        return isOpen() ? output().reserve(maxLength, 0) : -1;
    }

    /**
     * Queues what was written after {@link #reserve}.
     *
     * @param length bytes written, at most what was reserved.
     */
    public void commit(final int length)
    {
        output().commit(length);
    }

    /** Memory that {@link #reserve} gives offsets of. */
    public final MutableDirectBuffer sendBuffer()
    {
        return output().buffer();
    }

    /** Closes at once. */
    public final void drop()
    {
        end(TcpCloseReason.DROPPED);
    }

    @Override
    protected final int write(final long nowNs)
    {
        final int written = flush(nowNs);
        counters.connections().add(ServiceCounter.BYTES_SENT, written);
        return written;
    }

    @Override
    protected final void onClosed(final TcpCloseReason reason)
    {
        counters.closed().increment(reason);
        logEnd(reason);
        if (TcpCloseReason.REFUSED != reason)
        {
            try
            {
                onEnd(reason);
            }
            catch (final RuntimeException ex)
            {
                logFailure(ex);
            }
        }
    }

    private void logEnd(final TcpCloseReason reason)
    {
        switch (reason)
        {
            case TOO_FAST -> log(SecurityEvent.Type.FLOODED, null, "too many messages in a second");
            case GARBAGE, MESSAGE_TOO_LONG -> log(SecurityEvent.Type.MALFORMED, null, "not the protocol");
            case REPLACED -> log(
                SecurityEvent.Type.CONNECTION_REFUSED, null, "without a login when another one needed its place");
            case PEER, FINISHED, DROPPED, INACTIVE, TOO_LONG_OPEN, LOGIN_TIMEOUT, TOO_SLOW, BROKEN, HANDLER_FAILED,
                REFUSED, SERVER_CLOSED ->
            {
                // Nothing for the security log.
            }
        }
    }

    /**
     * Writes a line of the security log.
     *
     * @param type what happened.
     * @param login of the client, as it said it; null for none. Never a secret.
     * @param reason why; null for none.
     */
    protected final void log(final SecurityEvent.Type type, final String login, final String reason)
    {
        log.write(type, login, address(), reason);
    }

    final void log(final Log value)
    {
        log = value;
    }

    final void counters(final ServiceCounters value)
    {
        counters = value;
    }

    /** Lets the protocol read and write, sends what it can, and applies what time brings. */
    final int work(final long nowNs)
    {
        int workCount = 0;
        try
        {
            if (isOpen())
            {
                workCount += takeInput(nowNs);
            }
            if (isOpen())
            {
                workCount += onPoll(nowNs);
            }
        }
        catch (final RuntimeException ex)
        {
            logFailure(ex);
            end(TcpCloseReason.HANDLER_FAILED);
        }
        final int written = write(nowNs);
        final TcpCloseReason reason = isClosed() ? null : overdue(nowNs);
        if (null != reason)
        {
            end(reason);
        }
        pauseReading(!isReading() || input().isFull());
        return workCount + written;
    }

    /** The peer is not read while it does not take its answers. */
    private boolean isReading()
    {
        return output().space() >= minSpace;
    }

    private int takeInput(final long nowNs)
    {
        if (input().length() == stalledLength)
        {
            return 0;
        }
        int taken = 0;
        stalledLength = 0;
        while (isOpen() && input().length() > 0 && isReading() && mayTake())
        {
            final int length = input().length();
            final int consumed = onData(input().buffer(), input().begin(), length, nowNs);
            if (consumed < 0 || consumed > length)
            {
                end(TOO_FAST == consumed ? TcpCloseReason.TOO_FAST :
                    consumed < 0 ? TcpCloseReason.GARBAGE : TcpCloseReason.HANDLER_FAILED);
                return 1;
            }
            if (0 == consumed)
            {
                stalledLength = length;
                break;
            }
            input().consume(consumed);
            taken += consumed;
        }
        if (isOpen() && isReading() && input().isFull())
        {
            end(TcpCloseReason.MESSAGE_TOO_LONG);
        }
        return isClosed() ? 1 : taken;
    }

    private void logFailure(final RuntimeException ex)
    {
        LOGGER.error("The protocol of a TCP server failed; the connection is closed: connection={} address={}",
            getClass().getSimpleName(), address().getHostAddress(), ex);
    }
}
