// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.security.cert.X509Certificate;

/**
 * One connection of a {@link TcpServer}: its bytes, its times, and how far it is. A protocol extends it by a final
 * class with its framer and session. Nothing of it blocks: what is sent goes to a bounded buffer, and leaves as the
 * peer takes it.
 *
 * <p>A connection ends in two steps. First the last bytes are written and the sending side is shut; what the peer still
 * sends is read and dropped, because closing with unread input would reset the connection and destroy the last bytes on
 * their way. At the end of the peer's stream, or when it lingers too long, the connection is closed.
 */
public abstract class TcpConnection
{
    private enum State
    {
        /** The protocol reads and writes. */
        OPEN,
        /** Last bytes are leaving. */
        FLUSHING,
        /** The sending side is shut; waits for the peer's end. */
        DRAINING,
        /** Nothing is left. */
        CLOSED
    }

    /** Reads of {@link #drain()}: a peer that sends faster than it is read is reset. */
    private static final int MAX_DRAINS = 64;
    private static final long NONE = Long.MIN_VALUE;
    private static final Logger LOGGER = LoggerFactory.getLogger(TcpConnection.class);

    private final TcpServerOptions options;
    private final ClientChannel channel;
    private final InetSocketAddress remoteAddress;
    private final InputBuffer input;
    private final OutputBuffer output;
    private final long openedNs;
    private final boolean isRefused;
    private SelectionKey key;
    private State state = State.OPEN;
    private int interestOps = SelectionKey.OP_READ;
    private boolean isReadingPaused;
    private boolean isInputEnded;
    private boolean isInputLeft;
    private boolean isTouched = true;
    private TcpTurns turns = new TcpTurns();
    private int turn;
    private int turnMessages;
    private int turnBytes;
    private boolean isMember;
    private boolean isAwaitingWritable;
    private boolean isLoggedIn;
    private boolean isOutstanding = true;
    private long receivedBytes;
    private long lastReceivedNs;
    private long lastTakenNs;
    private long behindSinceNs = NONE;
    private long endingSinceNs;

    /**
     * A connection that was accepted.
     *
     * @param accepted its socket and buffers.
    */
    protected TcpConnection(final AcceptedSocket accepted)
    {
        options = accepted.options();
        channel = accepted.channel();
        remoteAddress = accepted.remoteAddress();
        input = accepted.input();
        output = accepted.output();
        openedNs = accepted.openedNs();
        isRefused = accepted.isRefused();
        lastReceivedNs = openedNs;
        lastTakenNs = openedNs;
    }

    /** Address of the peer, without its port. */
    public final InetAddress address()
    {
        return remoteAddress.getAddress();
    }

    /** Address of the peer, with its port. */
    public final InetSocketAddress remoteAddress()
    {
        return remoteAddress;
    }

    /** Time of the poll that accepted the connection, nanoseconds. */
    public final long openedNs()
    {
        return openedNs;
    }

    /** Number of bytes that have come so far, without those of TLS. */
    public final long receivedBytes()
    {
        return receivedBytes;
    }

    /** Whether the protocol may read and write: neither end has begun to close. */
    public final boolean isOpen()
    {
        return State.OPEN == state;
    }

    /** Whether nothing is left of it. */
    public final boolean isClosed()
    {
        return State.CLOSED == state;
    }

    /** The peer has said who it is: the connection has no place any more among those that have not. */
    public final void loggedIn()
    {
        isLoggedIn = true;
        isTouched = true;
    }

    /**
     * Whether the peer has said who it is.
     *
     * @return true after {@link #loggedIn()}.
    */
    public final boolean isLoggedIn()
    {
        return isLoggedIn;
    }

    /**
     * The certificate that the peer has shown, which is trusted.
     *
     * @return certificate; null before the handshake of TLS, and when none is asked for.
    */
    public final X509Certificate certificate()
    {
        return channel.certificate();
    }

    /**
     * Bytes that came and were not consumed.
     *
     * @return buffer; it belongs to another connection when this one has left its server.
    */
    public final InputBuffer input()
    {
        return input;
    }

    /** Bytes that have not left; the buffer belongs to another connection when this one has left its server. */
    public final OutputBuffer output()
    {
        return output;
    }

    /**
     * Stops reading, or goes on. What the peer sends meanwhile waits in the network. Of no effect once the connection
     * ends.
     *
     * @param isPaused true to stop.
    */
    public final void pauseReading(final boolean isPaused)
    {
        isReadingPaused = isPaused;
        isTouched = true;
    }

    /** Whether reading may bring something although the selector does not say so. */
    public final boolean isReadDue()
    {
        return State.OPEN == state ? !isReadingPaused && (isInputLeft || channel.isReadDue()) :
            State.CLOSED != state && channel.isReadDue();
    }

    /**
     * Whether the connection may give its protocol one more message in this turn, which is counted then. It may give as
     * many as {@link TcpServerOptions#maxMessagesPerTurn()}; what is left is offered again by {@link #read} in the next
     * turn, when all other connections have had theirs, and nothing is read from the socket before. Asked before a
     * message is looked for.
     *
     * @return false when the turn is over.
    */
    public final boolean mayTake()
    {
        beginTurn();
        if (turnMessages < options.maxMessagesPerTurn())
        {
            turnMessages++;
            inputLeft(false);
            return true;
        }
        inputLeft(State.OPEN == state && input.length() > 0);
        return false;
    }

    /** What it may take is counted anew in each turn of the server; most connections take nothing in most of them. */
    private void beginTurn()
    {
        if (turn != turns.current)
        {
            turn = turns.current;
            turnMessages = 0;
            turnBytes = 0;
        }
    }

    private void inputLeft(final boolean isLeft)
    {
        if (isLeft != isInputLeft)
        {
            isInputLeft = isLeft;
            turns.leftCount += isLeft ? 1 : -1;
        }
    }

    /**
     * Reads once into the buffer, at most what {@link TcpServerOptions#maxBytesPerTurn()} leaves in this turn; drops
     * what comes while the connection ends. The end of the input, a broken connection and broken rules of TLS end in
     * {@link #onInputEnd}.
     *
     * @param nowNs time of the poll.
     * @return bytes read, 0 for none; while input of the turn before is left, nothing is read and its length returned.
    */
    public final int read(final long nowNs)
    {
        isTouched = true;
        beginTurn();
        if (State.CLOSED == state || State.OPEN == state && isReadingPaused)
        {
            return 0;
        }
        if (State.OPEN != state)
        {
            input.clear();
        }
        else if (isInputLeft && input.length() > 0)
        {
            return turnMessages < options.maxMessagesPerTurn() ? input.length() : 0;
        }
        inputLeft(false);
        final int mostBytes = options.maxBytesPerTurn() - turnBytes;
        if (mostBytes <= 0)
        {
            return 0;
        }
        final int count;
        try
        {
            count = input.read(channel, mostBytes);
        }
        catch (final IOException ex)
        {
            onBroken(ex);
            return 0;
        }
        if (count < 0)
        {
            onEndOfStream();
            return 0;
        }
        turnBytes += count;
        receivedBytes += count;
        if (State.OPEN == state)
        {
            lastReceivedNs = count > 0 ? nowNs : lastReceivedNs;
            if (channel.isFailed())
            {
                onInputEnd(TcpCloseReason.GARBAGE);
            }
        }
        return count;
    }

    /**
     * Writes what the socket takes, and goes on with the end of the connection.
     *
     * @param nowNs time of the poll.
     * @return bytes written.
    */
    public final int flush(final long nowNs)
    {
        if (State.CLOSED == state || isAwaitingWritable)
        {
            return 0;
        }
        try
        {
            final int written = output.flush(channel);
            if (channel.hasOwnOutput())
            {
                channel.flush();
            }
            if (written > 0)
            {
                lastTakenNs = nowNs;
            }
            if (output.length() > 0 || channel.hasOwnOutput())
            {
                behindSinceNs = written > 0 || NONE == behindSinceNs ? nowNs : behindSinceNs;
                isAwaitingWritable = 0 != (channel.interestOps(true) & SelectionKey.OP_WRITE);
            }
            else
            {
                behindSinceNs = NONE;
                if (State.FLUSHING == state)
                {
                    onFlushed(nowNs);
                }
            }
            return written;
        }
        catch (final IOException ex)
        {
            onBroken(ex);
            return 0;
        }
    }

    /**
     * Closes once everything queued has left. What the peer sends meanwhile is dropped.
    */
    public final void closeAfterFlush()
    {
        if (State.OPEN == state)
        {
            leave(State.FLUSHING);
            endingSinceNs = turns.nowNs;
            onEnding();
        }
    }

    /**
     * Closes at once.
     *
     * @param reason why.
    */
    public final void end(final TcpCloseReason reason)
    {
        if (State.CLOSED != state)
        {
            final boolean wasOpen = State.OPEN == state;
            leave(State.CLOSED);
            CloseHelper.quietClose(channel);
            if (wasOpen)
            {
                onEnding();
            }
            onClosed(isRefused ? TcpCloseReason.REFUSED : reason);
        }
    }

    private void leave(final State next)
    {
        state = next;
        isTouched = true;
        inputLeft(false);
    }

    /**
     * What time demands: the protocol says how the connection ends then.
     *
     * @param nowNs time of the poll.
     * @return why the connection is to end, or null when it may live.
    */
    public final TcpCloseReason overdue(final long nowNs)
    {
        if (State.DRAINING == state || State.FLUSHING == state && !isFlushUnlimited())
        {
            return nowNs - endingSinceNs >= options.lingerNs() ? TcpCloseReason.FINISHED : null;
        }
        if (NONE != behindSinceNs && nowNs - behindSinceNs > options.slowPeerTimeoutNs())
        {
            return TcpCloseReason.TOO_SLOW;
        }
        final long activeNs = options.isSendingActivity() || State.FLUSHING == state ?
            Math.max(lastReceivedNs, lastTakenNs) : lastReceivedNs;
        if (nowNs - activeNs >= options.inactivityTimeoutNs())
        {
            return TcpCloseReason.INACTIVE;
        }
        if (nowNs - openedNs >= options.lifetimeNs())
        {
            return TcpCloseReason.TOO_LONG_OPEN;
        }
        return !isLoggedIn && nowNs - openedNs >= options.loginTimeoutNs() ? TcpCloseReason.LOGIN_TIMEOUT : null;
    }

    /**
     * Drops what the peer has sent, before the server closes: closing with unread input would reset the connection.
    */
    public final void drain()
    {
        try
        {
            int left = MAX_DRAINS;
            do
            {
                input.clear();
                left--;
            }
            while (left > 0 && State.CLOSED != state && input.read(channel) > 0);
        }
        catch (final IOException ex)
        {
            onBroken(ex);
        }
    }

    /**
     * Writes when the socket has space again; for protocols that note what was written.
     *
     * @param nowNs time of the poll.
     * @return bytes written.
    */
    protected int write(final long nowNs)
    {
        return flush(nowNs);
    }

    /**
     * Nothing more comes from an open connection. Closes it unless the protocol does something else; after broken rules
     * of TLS the alert leaves first.
     *
     * @param reason {@link TcpCloseReason#PEER}, {@link TcpCloseReason#BROKEN} or {@link TcpCloseReason#GARBAGE}.
    */
    protected void onInputEnd(final TcpCloseReason reason)
    {
        if (TcpCloseReason.GARBAGE == reason)
        {
            output.discard();
            closeAfterFlush();
        }
        else
        {
            end(reason);
        }
    }

    /** The peer sends nothing more, but may still take what is on its way: an open connection is not read any more. */
    protected final void inputEnded()
    {
        isInputEnded = true;
        isTouched = true;
    }

    /** The connection has begun to end, or ended at once; called once. */
    protected void onEnding()
    {
        // Most protocols wait for the end.
    }

    /**
     * The connection is closed; called once.
     *
     * @param reason why.
    */
    protected void onClosed(final TcpCloseReason reason)
    {
        // Counted by the server of the protocol, if at all.
    }

    /**
     * Whether the server has to look at the connection at the end of a turn: it was read from, has something to write
     * or is ending. Else nothing of it has changed since its last turn.
     *
     * @return false for one that neither heard nor says anything.
    */
    public final boolean isTurnDue()
    {
        return isTouched || output.length() > 0;
    }

    final void endTurn()
    {
        isTouched = State.OPEN != state || channel.hasOwnOutput();
    }

    final void turns(final TcpTurns value)
    {
        turns = value;
    }

    final void member(final boolean value)
    {
        isMember = value;
    }

    /** Whether a login may come from its address and from few others. */
    final boolean isMember()
    {
        return isMember;
    }

    final void key(final SelectionKey value)
    {
        key = value;
    }

    final boolean isRefused()
    {
        return isRefused;
    }

    /** Whether it is counted among those without a login. */
    final boolean isOutstanding()
    {
        return isOutstanding;
    }

    final void leaveOutstanding()
    {
        isOutstanding = false;
    }

    final void onWritable(final long nowNs)
    {
        isAwaitingWritable = false;
        isTouched = true;
        channel.onWritable();
        write(nowNs);
    }

    /** Reads are not asked for while the protocol does not want them, and writes only while something waits. */
    final void updateInterest()
    {
        final boolean isNotRead = isInputEnded || State.OPEN == state && isReadingPaused;
        final int ops = channel.interestOps(isAwaitingWritable) & (isNotRead ? ~SelectionKey.OP_READ : ~0);
        if (ops != interestOps && key.isValid())
        {
            interestOps = ops;
            key.interestOps(ops);
        }
    }

    private void onFlushed(final long nowNs) throws IOException
    {
        channel.shutdownOutput();
        state = State.DRAINING;
        endingSinceNs = isFlushUnlimited() ? nowNs : endingSinceNs;
        if (isInputEnded)
        {
            end(TcpCloseReason.FINISHED);
        }
    }

    /** The timeout for inactivity ends a flush that does not go on. */
    private boolean isFlushUnlimited()
    {
        return Long.MAX_VALUE != options.inactivityTimeoutNs();
    }

    private void onEndOfStream()
    {
        switch (state)
        {
            case OPEN -> onInputEnd(TcpCloseReason.PEER);
            case FLUSHING -> isInputEnded = true;
            case DRAINING -> end(TcpCloseReason.FINISHED);
            case CLOSED ->
            {
                // Nothing is left to end.
            }
        }
    }

    /** A reset by the peer, as a rule: its affair. */
    private void onBroken(final IOException ex)
    {
        LOGGER.debug("the connection of a peer broke: address={}", remoteAddress, ex);
        if (State.OPEN == state)
        {
            onInputEnd(TcpCloseReason.BROKEN);
        }
        else
        {
            end(State.DRAINING == state ? TcpCloseReason.FINISHED : TcpCloseReason.BROKEN);
        }
    }
}
