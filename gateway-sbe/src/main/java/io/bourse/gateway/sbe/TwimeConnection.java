// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import static io.bourse.gateway.sbe.GatewayCounter.FRAMES_SENT;
import static io.bourse.gateway.sbe.GatewayCounter.TOO_SLOW_CLIENTS;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.net.MessageThrottle;
import io.bourse.engine.net.OutputBuffer;
import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.net.TcpConnection;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.engine.telemetry.SessionCounter;
import io.bourse.engine.telemetry.UnwrittenAnswers;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.TerminateEncoder;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import io.bourse.gateway.sbe.wire.FrameReader;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import io.bourse.gateway.sbe.wire.VersionTranslator;
import io.bourse.gateway.sbe.wire.WireVersion;
import org.agrona.DirectBuffer;

/**
 * One TCP connection of a client, its session and its state. What to do with a message is decided by
 * {@link SessionAdapter} and {@link SessionTimers}.
 */
final class TwimeConnection extends TcpConnection
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

    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final TerminateEncoder terminateEncoder = new TerminateEncoder();
    final FrameReader reader;
    private final OutputBuffer writer;
    final GatewayPort port;
    private final CounterSet<GatewayCounter> counters;
    private final CounterSet<SessionCounter> sessionCounters;
    final RetransmitRequestState retransmitRequest = new RetransmitRequestState();
    /** Records of answers that wait for their last byte to be written. */
    final UnwrittenAnswers unwritten = new UnwrittenAnswers();
    private final RequestStamps stamps;
    private final SecuritySink log;
    final HeartbeatLimit heartbeats = new HeartbeatLimit();
    /** Counts what is no trading message. */
    final MessageThrottle sessionMessages;
    private State state = State.CONNECTED;
    private Login login;
    private int wireVersion = WireVersion.CURRENT;
    private boolean isHeld;
    private long heldReceivedNs;
    private long keepaliveNs;
    private long lastFrameNs;
    private long lastSentNs;
    private long endingNs;
    private long retransmittedPosition;

    TwimeConnection(
        final AcceptedSocket accepted,
        final CounterSet<GatewayCounter> counters,
        final CounterSet<SessionCounter> sessionCounters,
        final RequestStamps stamps,
        final int maxSessionMessagesPerSecond,
        final SecuritySink log)
    {
        super(accepted);
        this.log = log;
        this.stamps = stamps;
        this.counters = counters;
        this.sessionCounters = sessionCounters;
        sessionMessages = new MessageThrottle(maxSessionMessagesPerSecond, MessageThrottle.SESSION_WINDOW_SECONDS);
        port = (GatewayPort)accepted.port();
        reader = new FrameReader(input(), true);
        writer = output();
        lastFrameNs = openedNs();
        lastSentNs = openedNs();
    }

    State state()
    {
        return isOpen() ? state : isClosed() ? State.CLOSED : State.CLOSING;
    }

    /** Counts for the class of its session. */
    void count(final GatewayCounter counter)
    {
        counters.increment(counter, port.sessionClass);
    }

    Login login()
    {
        return login;
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
    boolean hasSpace()
    {
        return writer.space() >= TwimeFrames.MAX_FRAME_LENGTH + LAST_WORDS_LENGTH;
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

    void onEstablished(final Login login, final long keepaliveNs, final long nowNs)
    {
        this.login = login;
        this.keepaliveNs = keepaliveNs;
        state = State.ESTABLISHED;
        loggedIn();
        sessionCounters.increment(SessionCounter.BEGUN, port.sessionClass);
        login.connected(this);
    }

    /** The client has sent Terminate: nothing more is taken from it, but earlier results are still sent. */
    void onTerminate(final long nowNs)
    {
        state = State.ENDING;
        endingNs = nowNs;
        login.ending();
    }

    /** When the state became ENDING. */
    long endingNs()
    {
        return endingNs;
    }

    long keepaliveNs()
    {
        return keepaliveNs;
    }

    /** When the last whole message came: single bytes are no proof of life. */
    long lastFrameNs()
    {
        return lastFrameNs;
    }

    long lastSentNs()
    {
        return lastSentNs;
    }

    /** The current frame waits for space in the ring; nothing after it is read. */
    void hold()
    {
        isHeld = true;
        pauseReading(true);
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
        lastFrameNs = nowNs;
        pauseReading(false);
    }

    /** A whole message has come. */
    void onFrameReceived(final long nowNs)
    {
        lastFrameNs = nowNs;
    }

    /**
     * Puts a frame of version 7 into the output, in the version of the client. A client that leaves no space for it has
     * stopped reading: it is disconnected with that reason.
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
            count(FRAMES_SENT);
        }
        else
        {
            count(TOO_SLOW_CLIENTS);
            terminate(TerminationCodeEnum.TooSlowClient);
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
        if (OutputBuffer.FULL == target)
        {
            return false;
        }
        VersionTranslator.down(wireVersion, buffer, offset, length, writer.buffer(), target);
        return true;
    }

    private void log(final SecurityEvent.Type type, final String reason)
    {
        log.write(SessionAdmission.event(type, null == login ? null : login.name(), this, reason));
    }

    /** Says Terminate as the last word. */
    void terminate(final TerminationCodeEnum code)
    {
        if (isOpen())
        {
            if (TerminationCodeEnum.TooFastClient == code)
            {
                log(SecurityEvent.Type.FLOODED, "too fast");
            }
            else if (TerminationCodeEnum.InvalidMessage == code)
            {
                log(SecurityEvent.Type.MALFORMED, "not a TWIME frame, or not in its place");
            }
            final int length = MessageHeaderEncoder.ENCODED_LENGTH + TerminateEncoder.BLOCK_LENGTH;
            final int offset = writer.claim(length, 0);
            if (OutputBuffer.FULL != offset)
            {
                terminateEncoder.wrapAndApplyHeader(writer.buffer(), offset, headerEncoder).terminationCode(code);
                VersionTranslator.stamp(writer.buffer(), offset, wireVersion);
                count(FRAMES_SENT);
            }
            closeAfterFlush();
        }
    }

    @Override
    protected int write(final long nowNs)
    {
        if (unwritten.isEmpty())
        {
            return flush(nowNs);
        }
        // Before the write: the client may have read the answer before this thread has read its clock.
        final long writtenNs = stamps.nowNs();
        final int written = flush(nowNs);
        stamps.onWritten(unwritten, writer.writtenPosition(), writtenNs);
        return written;
    }

    /** A client that has said Terminate may still read: it is closed when everything has been said. */
    @Override
    protected void onInputEnd(final TcpCloseReason reason)
    {
        if (State.ENDING == state() && TcpCloseReason.PEER == reason)
        {
            inputEnded();
        }
        else
        {
            super.onInputEnd(reason);
        }
    }

    @Override
    protected void onEnding()
    {
        if (null != login)
        {
            sessionCounters.increment(SessionCounter.ENDED, port.sessionClass);
            login.left(this);
        }
    }

    @Override
    protected void onClosed(final TcpCloseReason reason)
    {
        if (TcpCloseReason.REPLACED == reason)
        {
            count(GatewayCounter.OUTSTANDING_REPLACED);
            log(SecurityEvent.Type.CONNECTION_REFUSED, "without a session when another one needed its place");
        }
        stamps.onClosed(unwritten);
    }
}
