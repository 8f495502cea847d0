// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.net.OutputBuffer;
import io.bourse.engine.net.MessageThrottle;
import io.bourse.gateway.fix.admission.AccessRules;
import io.bourse.gateway.fix.admission.SequenceReset;
import io.bourse.gateway.fix.session.store.FrameEncoder;
import io.bourse.gateway.fix.session.store.SessionStore;
import io.bourse.gateway.fix.wire.FixWriter;
import org.agrona.concurrent.EpochNanoClock;
import quickfix.Session;

import java.util.concurrent.TimeUnit;

/**
 * One login: QuickFIX/J's session, which decides by the rules, the store, and the connection if there is one.
 */
final class FixSessionImpl implements FixSession
{
    static final String BEGIN_STRING = "FIX.4.4";
    /** So many messages, from either side, are behind the last mark before another one is due. */
    private static final int MARK_INTERVAL = 256;

    private final int loginId;
    private final String name;
    private final String firm;
    /** Its access changes while the gateway runs; the check of a Logon may read it on another thread. */
    private volatile FixSessionOptions options;
    final byte[] compIds;
    final SessionStore store;
    private final FrameEncoder encoder;
    private final EpochNanoClock clock;
    final ResendQueue resends = new ResendQueue();
    /** Messages that came too early: QuickFIX/J would find them under the numbers of after a reset. */
    final BoundedMessageQueue early = new BoundedMessageQueue();
    /** Counts application messages of the present connection. */
    final MessageThrottle throttle;
    /** Counts all others, garbled ones among them. */
    final MessageThrottle sessionThrottle;
    Session session;
    FixConnection connection;
    private boolean isLoggedOn;
    private boolean isLogoutSent;
    private boolean isCutOff;
    private boolean isResetDue;
    /** Of the command of an operator that wants the reset which is due; 0 for none. */
    private long resetPosition;
    private int sessionStatus = LogonAnswer.NO_STATUS;
    /** NextExpectedMsgSeqNum(789) of the Logon in work, 0 for none. */
    int wantedNumber;
    private long transaction;
    private int reportNumber;
    /** Numbers below it may be written: no other process ever uses them. */
    private long limit = Long.MAX_VALUE;
    private int markedSender = -MARK_INTERVAL;
    private int markedTarget;
    private boolean isMarkedBehind;
    private boolean isGapTimed;
    private long gapSinceNs;
    /** Whether the last mark is not passed in the event stream yet. */
    private boolean isMarkOut;

    FixSessionImpl(
        final int loginId,
        final String name,
        final String firm,
        final String venueCompId,
        final FixSessionOptions options,
        final SessionStore store,
        final FrameEncoder encoder,
        final EpochNanoClock clock)
    {
        this.loginId = loginId;
        this.name = name;
        this.firm = firm;
        this.options = options;
        this.store = store;
        this.encoder = encoder;
        this.clock = clock;
        throttle = new MessageThrottle(options.maxMessagesPerSecond());
        sessionThrottle = new MessageThrottle(
            options.maxSessionMessagesPerSecond(), MessageThrottle.SESSION_WINDOW_SECONDS);
        compIds = FrameEncoder.compIds(venueCompId, name);
        store.onReset(this::onReset);
    }

    private void onReset()
    {
        wantedNumber = 0;
        resends.clear();
        early.clear();
        store.log().closeReading();
    }

    /** Bytes around a body at most. */
    int overhead()
    {
        return FrameEncoder.OVERHEAD + compIds.length;
    }

    /** SessionStatus(1409) for the next Logon or Logout that we send. */
    void sessionStatus(final int value)
    {
        sessionStatus = value;
    }

    /** A connection may begin the session: QuickFIX/J sees its Logon next. */
    void onAccepted()
    {
        throttle.reset();
        sessionThrottle.reset();
        session.logon();
        if (isResetDue || SequenceReset.ON_LOGON == options.reset() ||
            SessionHours.isResetDue(options, store, TimeUnit.NANOSECONDS.toMillis(clock.nanoTime())))
        {
            resetNumbers();
        }
    }

    /** Both sides begin with 1; messages of before are given up. Only without a connection. */
    void resetNumbers()
    {
        isResetDue = false;
        session.reset();
        if (0 != resetPosition)
        {
            store.resetDone(resetPosition);
            resetPosition = 0;
        }
    }

    /** What an operator has wanted before the gateway started: once, and not if the numbers have begun since. */
    void resetMissed(final long position, final long timeMs)
    {
        if (store.hasMissedReset(position, timeMs))
        {
            resetNumbersWithoutConnection(position);
        }
    }

    /** As soon as there is no connection, at the latest before the next Logon. */
    void resetNumbersWithoutConnection(final long position)
    {
        isResetDue = true;
        resetPosition = position;
        if (null == connection)
        {
            resetNumbers();
        }
    }

    int takeSessionStatus()
    {
        final int status = sessionStatus;
        sessionStatus = LogonAnswer.NO_STATUS;
        return status;
    }

    @Override
    public int loginId()
    {
        return loginId;
    }

    @Override
    public String name()
    {
        return name;
    }

    @Override
    public String brokerageFirm()
    {
        return firm;
    }

    @Override
    public FixSessionOptions options()
    {
        return options;
    }

    void access(final AccessRules rules)
    {
        options = FixSessionOptionsBuilder.builder(options).access(rules).build();
    }

    @Override
    public boolean isLoggedOn()
    {
        return isLoggedOn;
    }

    void onLogon()
    {
        isLoggedOn = true;
        isLogoutSent = false;
        isGapTimed = false;
    }

    /** Whether the client is there for so long and has not asked for what is before our Logon: it gets no reports. */
    boolean isGapOverdue(final long nowNs, final long timeoutNs)
    {
        if (!isLoggedOn || isLogoutSent || !store.isUnasked())
        {
            isGapTimed = false;
            return false;
        }
        if (!isGapTimed)
        {
            isGapTimed = true;
            gapSinceNs = nowNs;
        }
        return nowNs - gapSinceNs > timeoutNs;
    }

    boolean isLogoutSent()
    {
        return isLogoutSent;
    }

    void onLogoutSent()
    {
        isLogoutSent = true;
        early.clear();
    }

    /** The session ends with the message in work: nothing that comes after it is taken, no number is used up. */
    void cutOff(final String text)
    {
        isCutOff = true;
        early.clear();
        logout(text);
    }

    boolean isCutOff()
    {
        return isCutOff;
    }

    void onLogout()
    {
        isLoggedOn = false;
        isLogoutSent = false;
        isCutOff = false;
        wantedNumber = 0;
        resends.clear();
        store.log().closeReading();
    }

    @Override
    public void send(final FixWriter message)
    {
        final FixWriter selected = options.select(message);
        store(FrameEncoder.pack(selected.msgType()), selected.bytes(), selected.length(), 0, 0);
    }

    /** Stores a message under the next number and sends it if the client is there: returns when, or 0. */
    long store(final int msgType, final byte[] body, final int length, final long position, final int k)
    {
        final long timeNs = clock.nanoTime();
        final int number = store.append(position, k, timeNs, msgType, body, length);
        return write(msgType, number, timeNs, body, length) ? timeNs : 0;
    }

    /** Stores a report, under the next number if reports get one now; returns when it was sent, or 0. */
    long report(final int msgType, final byte[] body, final int length, final long position, final int k)
    {
        if (store.isAside())
        {
            store.setAside(position, k, clock.nanoTime(), msgType, body, length);
            return 0;
        }
        return store(msgType, body, length, position, k);
    }

    /** Numbers are written only as far as marks go, from now on. */
    void limitToMarks()
    {
        limit = 0;
    }

    /** Whether a message with a number may be written. */
    boolean mayWrite(final int number)
    {
        return number < limit;
    }

    /** Mark of the present numbers. */
    long mark()
    {
        return NumbersMark.of(store.nextSender(), store.nextTarget(), store.isBehind());
    }

    /**
     * Whether the numbers have gone so far since the last mark. The one before must have been passed: all reports from
     * before it have a number now.
     */
    boolean isMarkDue()
    {
        final int sender = store.nextSender();
        final int target = store.nextTarget();
        return !isMarkOut && (sender < markedSender || sender - markedSender >= MARK_INTERVAL ||
            target < markedTarget || target - markedTarget >= MARK_INTERVAL || store.isBehind() != isMarkedBehind);
    }

    /** A mark is on its way to the engine. */
    void onMarkSent(final long mark)
    {
        isMarkOut = true;
        markedSender = NumbersMark.nextSender(mark);
        markedTarget = NumbersMark.nextTarget(mark);
        isMarkedBehind = NumbersMark.isBehind(mark);
        if ((long)markedSender + NumbersMark.RESERVED < limit)
        {
            limit((long)markedSender + NumbersMark.RESERVED);
        }
    }

    private void limit(final long number)
    {
        // First where the next process sees it.
        store.limit((int)Math.min(number, Integer.MAX_VALUE));
        limit = number;
    }

    /** A mark stands in the event stream, and all reports from before it are stored. */
    void onMark(final long position, final long mark, final boolean isOfOthers)
    {
        if (isMarkOut)
        {
            isMarkOut = false;
            limit((long)markedSender + NumbersMark.RESERVED);
        }
        else
        {
            store.mark(position, NumbersMark.nextSender(mark), NumbersMark.nextTarget(mark),
                NumbersMark.isBehind(mark), isOfOthers);
        }
    }

    @Override
    public void sendVolatile(final FixWriter message)
    {
        if (isLoggedOn && !isLogoutSent)
        {
            final FixWriter selected = options.select(message);
            write(
                FrameEncoder.pack(selected.msgType()),
                store.takeNumber(),
                clock.nanoTime(),
                selected.bytes(),
                selected.length());
        }
    }

    private boolean write(final int msgType, final int number, final long timeNs, final byte[] body, final int length)
    {
        if (!isLoggedOn || isLogoutSent || null == connection || !mayWrite(number))
        {
            return false;
        }
        final int offset = connection.reserve(overhead() + length);
        if (OutputBuffer.FULL == offset)
        {
            return false;
        }
        connection.output().commit(encoder.message(
            connection.output().array(), offset, compIds, msgType, number, timeNs, body, length));
        return true;
    }

    /** Number of the next report of a transaction, from 1. */
    int nextReport(final long position)
    {
        if (position != transaction)
        {
            transaction = position;
            reportNumber = 0;
        }
        return ++reportNumber;
    }

    @Override
    public long unsentBytes()
    {
        return null == connection ? 0 : connection.unsent();
    }

    @Override
    public void logout(final String text)
    {
        if (isLoggedOn)
        {
            // Leaves with the next look at the clock; until onAccepted() no client can log on.
            session.logout(text);
        }
    }

    @Override
    public String toString()
    {
        return "FixSession{loginId=" + loginId + ", name=" + name + ", isLoggedOn=" + isLoggedOn + '}';
    }
}
