// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.channel.ClientChannel;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.TerminateEncoder;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.FrameWriter;
import io.bourse.gateway.sbe.wire.VersionTranslator;
import io.bourse.gateway.sbe.wire.WireVersion;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SelectionKey;

/**
 * One TCP connection: its bytes, its times and its state. What to do with a message is decided by
 * {@link SessionAdapter} and {@link SessionTimers}.
 *
 * <p>A connection ends in two steps. In CLOSING the last words are written and the sending side is shut; what the peer
 * still sends is read and dropped, because closing with unread input would reset the connection and destroy the last
 * words on their way. At the end of the peer's stream, or when it lingers too long, the connection is CLOSED.
 */
final class TwimeConnection
{
    enum State
    {
        /** TCP is there, no Establish yet. */
        CONNECTED,
        /** The session is established. */
        ESTABLISHED,
        /** The client has said Terminate; what precedes the end of the session in the event stream still leaves. */
        ENDING,
        /** Last words are leaving. */
        CLOSING,
        /** Nothing is left. */
        CLOSED
    }

    /** Kept free in the output so that Terminate always fits. */
    private static final int LAST_WORDS_LENGTH = 64;
    private static final int MOST_READS_OF_DRAIN = 64;

    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final TerminateEncoder terminateEncoder = new TerminateEncoder();
    private final ClientChannel channel;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final GatewayPort port;
    private final GatewayCounters counters;
    private final RetransmitRequestState retransmitRequest = new RetransmitRequestState();
    private final UnwrittenAnswers unwritten = new UnwrittenAnswers();
    private final RequestStamps stamps;
    private final HeartbeatLimit heartbeats = new HeartbeatLimit();
    private final long openedNs;
    private final InetAddress source;
    private SelectionKey key;
    private State state = State.CONNECTED;
    private Login login;
    private boolean isOutstanding = true;
    private int wireVersion = WireVersion.CURRENT;
    private boolean isHeld;
    private boolean isInputEnded;
    private long heldReceivedNs;
    private boolean isOutputShut;
    private boolean isAwaitingWritable;
    private int interestOps = SelectionKey.OP_READ;
    private long keepaliveNs;
    private long lastReceivedNs;
    private long lastSentNs;
    private long closingNs;
    private long retransmittedPosition;
    private long bytesRead;

    TwimeConnection(
        final ClientChannel channel,
        final FrameReader reader,
        final FrameWriter writer,
        final GatewayPort port,
        final GatewayCounters counters,
        final RequestStamps stamps,
        final InetAddress source,
        final long nowNs)
    {
        this.stamps = stamps;
        this.source = source;
        this.channel = channel;
        this.port = port;
        this.counters = counters;
        this.reader = reader;
        this.writer = writer;
        openedNs = nowNs;
        lastReceivedNs = nowNs;
        lastSentNs = nowNs;
    }

    void key(final SelectionKey key)
    {
        this.key = key;
    }

    /** Address the client comes from. */
    InetAddress source()
    {
        return source;
    }

    /** Whether this connection has one of the places for those without a session. */
    boolean isOutstanding()
    {
        return isOutstanding;
    }

    void isOutstanding(final boolean value)
    {
        isOutstanding = value;
    }

    State state()
    {
        return state;
    }

    GatewayPort port()
    {
        return port;
    }

    Login login()
    {
        return login;
    }

    RetransmitRequestState retransmitRequest()
    {
        return retransmitRequest;
    }

    /** The last frame of a RetransmitRequest has entered the output. */
    void onRetransmitted()
    {
        retransmittedPosition = writer.claimedPosition();
    }

    /** A RetransmitRequest has frames that the network has not taken yet. */
    boolean isRetransmitting()
    {
        return retransmitRequest.isActive() || writer.writtenPosition() < retransmittedPosition;
    }

    /** Whether a frame of any length can be sent. */
    boolean hasRoom()
    {
        return writer.hasRoom(LAST_WORDS_LENGTH);
    }

    FrameReader reader()
    {
        return reader;
    }

    FrameWriter writer()
    {
        return writer;
    }

    /**
     * Takes the version of the client's Establish for everything that follows, in both directions.
     *
     * @return false when this gateway does not speak it; session messages are sent in it all the same.
     */
    boolean speak(final int version)
    {
        wireVersion = version;
        final WireVersion spoken = WireVersion.of(version);
        reader.version(spoken);
        return null != spoken;
    }

    /** Records of answers that wait for their last byte to be written. */
    UnwrittenAnswers unwritten()
    {
        return unwritten;
    }

    void onEstablished(final Login login, final long keepaliveNs, final long nowNs)
    {
        this.login = login;
        this.keepaliveNs = keepaliveNs;
        state = State.ESTABLISHED;
        login.connected(this);
    }

    /** The client has said Terminate: nothing more is taken from it, but what was caused before is still told. */
    void onTerminate(final long nowNs)
    {
        state = State.ENDING;
        closingNs = nowNs;
        login.ending();
    }

    long openedNs()
    {
        return openedNs;
    }

    /** When the state became ENDING or CLOSING. */
    long closingNs()
    {
        return closingNs;
    }

    long keepaliveNs()
    {
        return keepaliveNs;
    }

    long lastReceivedNs()
    {
        return lastReceivedNs;
    }

    long lastSentNs()
    {
        return lastSentNs;
    }

    HeartbeatLimit heartbeats()
    {
        return heartbeats;
    }

    /** The current frame waits for room in the engine; nothing behind it is read. */
    void hold()
    {
        isHeld = true;
        awaitWhatIsNeeded();
    }

    boolean isHeld()
    {
        return isHeld;
    }

    /** When the bytes of the held frame were read. */
    void heldReceivedNs(final long receivedNs)
    {
        heldReceivedNs = receivedNs;
    }

    long heldReceivedNs()
    {
        return heldReceivedNs;
    }

    /** The current frame is tried again. That the client was not heard meanwhile was not its fault. */
    void release(final long nowNs)
    {
        isHeld = false;
        lastReceivedNs = nowNs;
        awaitWhatIsNeeded();
    }

    /** A whole message is proof of life; single bytes are not. */
    void onFrameReceived(final long nowNs)
    {
        lastReceivedNs = nowNs;
    }

    /** Reads once; a client that broke the rules of its channel comes to its end here. */
    int read(final long nowNs) throws IOException
    {
        final int length = reader.read(channel);
        bytesRead += Math.max(0, length);
        if (channel.isFailed())
        {
            writer.discard();
            finish(nowNs);
        }
        awaitWhatIsNeeded();
        return length;
    }

    /** Bytes that the channel has given so far. */
    long bytesRead()
    {
        return bytesRead;
    }

    /** Whether reading may bring something although the selector does not say so. */
    boolean isReadDue()
    {
        return State.CLOSED != state && !isHeld && channel.isReadDue();
    }

    /**
     * Puts a frame of version 7 into the output, in the version of the client. A client that leaves no room for it has
     * stopped reading: it is told so and cut off.
     */
    void send(final DirectBuffer buffer, final int offset, final int length, final long nowNs)
    {
        if (!isOpen())
        {
            return;
        }
        if (append(buffer, offset, length))
        {
            lastSentNs = nowNs;
            counters.increment(GatewayCounter.FRAMES_SENT);
        }
        else
        {
            counters.increment(GatewayCounter.TOO_SLOW_CLIENTS);
            terminate(TerminationCodeEnum.TooSlowClient, nowNs);
        }
    }

    private boolean append(final DirectBuffer buffer, final int offset, final int length)
    {
        if (WireVersion.CURRENT == wireVersion)
        {
            return writer.append(buffer, offset, length, LAST_WORDS_LENGTH);
        }
        final int sentLength = VersionTranslator.downLength(wireVersion, buffer, offset, length);
        final int target = writer.claim(sentLength, LAST_WORDS_LENGTH);
        if (FrameWriter.FULL == target)
        {
            return false;
        }
        VersionTranslator.down(wireVersion, buffer, offset, length, writer.buffer(), target);
        return true;
    }

    /** Says Terminate as the last word. */
    void terminate(final TerminationCodeEnum code, final long nowNs)
    {
        if (isOpen())
        {
            final int length = MessageHeaderEncoder.ENCODED_LENGTH + TerminateEncoder.BLOCK_LENGTH;
            final int offset = writer.claim(length, 0);
            if (FrameWriter.FULL != offset)
            {
                terminateEncoder.wrapAndApplyHeader(writer.buffer(), offset, headerEncoder).terminationCode(code);
                VersionTranslator.stamp(writer.buffer(), offset, wireVersion);
                counters.increment(GatewayCounter.FRAMES_SENT);
            }
            finish(nowNs);
        }
    }

    /** Ends the connection once everything already said has left. */
    void finish(final long nowNs)
    {
        if (State.CLOSED != state && State.CLOSING != state)
        {
            state = State.CLOSING;
            closingNs = nowNs;
            leave();
            awaitWhatIsNeeded();
        }
    }

    /**
     * The client sends nothing more. One that has said Terminate, or has been told it, may still read: it is closed
     * when everything has been said.
     */
    void onEndOfInput()
    {
        if (State.ENDING == state || State.CLOSING == state && !isOutputShut)
        {
            isInputEnded = true;
            awaitWhatIsNeeded();
        }
        else
        {
            close();
        }
    }

    /** Writes what can be written. */
    int flush() throws IOException
    {
        if (State.CLOSED == state || isAwaitingWritable)
        {
            return 0;
        }
        final int written = write();
        if (channel.hasOwnOutput())
        {
            channel.flush();
        }
        if (writer.pending() > 0 || channel.hasOwnOutput())
        {
            isAwaitingWritable = 0 != (channel.interestOps(true) & SelectionKey.OP_WRITE);
            awaitWhatIsNeeded();
        }
        else if (State.CLOSING == state && !isOutputShut)
        {
            isOutputShut = true;
            channel.shutdownOutput();
            if (isInputEnded)
            {
                close();
            }
        }
        return written;
    }

    private int write() throws IOException
    {
        if (unwritten.isEmpty())
        {
            return writer.flush(channel);
        }
        // Before the write: the client may have read the answer before this thread has read its clock.
        final long writtenNs = stamps.nowNs();
        final int written = writer.flush(channel);
        stamps.onWritten(unwritten, writer.writtenPosition(), writtenNs);
        return written;
    }

    void onWritable() throws IOException
    {
        isAwaitingWritable = false;
        channel.onWritable();
        flush();
        awaitWhatIsNeeded();
    }

    private void awaitWhatIsNeeded()
    {
        final boolean isNotRead = isInputEnded || isHeld && State.ESTABLISHED == state;
        final int ops = channel.interestOps(isAwaitingWritable) & (isNotRead ? ~SelectionKey.OP_READ : ~0);
        if (ops != interestOps && key.isValid())
        {
            interestOps = ops;
            key.interestOps(ops);
        }
    }

    /**
     * Drops what the client has sent: closing with unread input would reset the connection. One that sends faster than
     * it is read is reset.
     */
    void drain()
    {
        try
        {
            reader.discard();
            int left = MOST_READS_OF_DRAIN;
            while (left > 0 && State.CLOSED != state && reader.read(channel) > 0)
            {
                reader.discard();
                left--;
            }
        }
        catch (final IOException ex)
        {
            close();
        }
    }

    /** Closes at once. */
    void close()
    {
        if (State.CLOSED != state)
        {
            state = State.CLOSED;
            stamps.onClosed(unwritten);
            leave();
            key.cancel();
            CloseHelper.quietClose(channel);
        }
    }

    private boolean isOpen()
    {
        return State.CLOSING != state && State.CLOSED != state;
    }

    private void leave()
    {
        if (null != login)
        {
            login.left(this);
        }
    }
}
