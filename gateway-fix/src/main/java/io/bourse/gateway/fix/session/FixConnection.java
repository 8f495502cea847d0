// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.net.OutputBuffer;
import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.net.TcpConnection;
import io.bourse.engine.telemetry.AnswerRecorder;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.UnwrittenAnswers;
import java.util.concurrent.TimeUnit;

/**
 * A connection of a client, its framer and its session, and how far it is.
 */
final class FixConnection extends TcpConnection
{
    /** States, in the order they may be passed through; every one may be followed by CLOSED. */
    enum State
    {
        /** Nothing but a Logon is awaited. */
        CONNECTED,
        /** Its Logon is being checked. */
        CHECKING,
        /** Belongs to a session. */
        ACTIVE,
        /** Says its last words; what it still sends is dropped. */
        CLOSING,
        /** Gone. */
        CLOSED
    }

    private static final long LOGON_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final CounterSet<FixCounter> counters;
    private final Closing closing;
    private final AnswerRecorder recorder;
    final UnwrittenAnswers unwritten = new UnwrittenAnswers();
    private final int maxInput;
    final FixFramer framer;
    final ReadPause pause = new ReadPause();
    private State state = State.CONNECTED;
    private FixSessionImpl session;
    private LogonDecision decision;
    private long receivedUpToMessage;
    /** The last question whether it is alive; of a connection without a session the one that it waits for. */
    Takeover.Question question;
    private boolean hasBegun;
    private boolean isSkipping;
    private boolean isLogoutAwaited;
    private long logoutSentNs;
    private long lastLogonNs;
    private boolean isOverflown;

    FixConnection(
        final AcceptedSocket accepted,
        final CounterSet<FixCounter> counters,
        final Closing closing,
        final AnswerRecorder recorder,
        final int maxInput)
    {
        super(accepted);
        this.counters = counters;
        this.closing = closing;
        this.recorder = recorder;
        this.maxInput = maxInput;
        framer = new FixFramer(maxInput);
    }

    State state()
    {
        return isOpen() ? state : isClosed() ? State.CLOSED : State.CLOSING;
    }

    /** Whether a Logon within the session comes at least a second after the one before. */
    boolean takesLogon(final long epochNs)
    {
        final boolean isTaken = Math.abs(epochNs - lastLogonNs) >= LOGON_INTERVAL_NS;
        lastLogonNs = isTaken ? epochNs : lastLogonNs;
        return isTaken;
    }

    /** Whether its client has not answered our Logout for so long; asked in every cycle while it should. */
    boolean isLogoutOverdue(final long nowNs, final long timeoutNs)
    {
        if (!isLogoutAwaited)
        {
            isLogoutAwaited = true;
            logoutSentNs = nowNs;
        }
        return nowNs - logoutSentNs > timeoutNs;
    }

    /** It has sent several times as much as it may, and is logged out. */
    void onCutOff(final String text)
    {
        closing.onCutOff(this, text);
    }

    FixSessionImpl session()
    {
        return session;
    }

    LogonDecision decision()
    {
        return decision;
    }

    /** A Logon came that is being checked. */
    void check(final FixSessionImpl wanted, final LogonDecision pending)
    {
        session = wanted;
        decision = pending;
        state = State.CHECKING;
    }

    /** The Logon goes to the session. */
    void activate()
    {
        decision = null;
        state = State.ACTIVE;
    }

    // ------------------------------------------------- input -------------------------------------------------

    /** Whether the connection began as FIX does; asked once enough has come. */
    boolean beginsRight()
    {
        return hasBegun || FixFramer.mayBegin(input().array(), input().begin(), input().end());
    }

    /** A message has come. */
    void onMessage()
    {
        hasBegun = true;
        isSkipping = false;
        receivedUpToMessage = receivedBytes();
        counters.increment(FixCounter.MESSAGES_RECEIVED, FixSession.classOf(session));
    }

    /** Something garbled was passed over; true when it is the first since the last message. */
    boolean onGarbled()
    {
        final boolean isFirst = !isSkipping;
        isSkipping = true;
        return isFirst;
    }

    /** Whether more bytes than a message may have came without one. */
    boolean isTooLong()
    {
        return receivedBytes() - receivedUpToMessage > maxInput;
    }

    /** Nothing is read while its Logon is being checked, or while what was read before has to wait. */
    void updatePause()
    {
        pauseReading(State.CHECKING == state || pause.isOn());
    }

    // ------------------------------------------------- output -------------------------------------------------

    /** Where a message of so many bytes is written; FULL if nowhere, and the client is too slow and is given up. */
    int reserve(final int length)
    {
        if (!isOpen() || State.CONNECTED == state || isOverflown)
        {
            return OutputBuffer.FULL;
        }
        final int offset = output().reserve(length, 0);
        isOverflown = OutputBuffer.FULL == offset;
        if (!isOverflown)
        {
            counters.increment(FixCounter.MESSAGES_SENT, FixSession.classOf(session));
        }
        return offset;
    }

    void write(final byte[] bytes)
    {
        final int offset = reserve(bytes.length);
        if (OutputBuffer.FULL != offset)
        {
            output().buffer().putBytes(offset, bytes);
            output().commit(bytes.length);
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
        final long writtenNs = recorder.nowNs();
        final int written = flush(nowNs);
        recorder.onWritten(unwritten, output().writtenPosition(), writtenNs);
        return written;
    }

    int unsent()
    {
        return output().length();
    }

    boolean isOverflown()
    {
        return isOverflown;
    }

    @Override
    protected void onEnding()
    {
        final FixSessionImpl ended = session;
        final boolean wasActive = State.ACTIVE == state;
        session = null;
        decision = null;
        if (null != ended)
        {
            closing.onEnding(this, ended, wasActive);
        }
    }

    @Override
    protected void onClosed(final TcpCloseReason reason)
    {
        if (TcpCloseReason.REPLACED == reason)
        {
            closing.onReplaced(this);
        }
        recorder.onClosed(unwritten);
    }
}
