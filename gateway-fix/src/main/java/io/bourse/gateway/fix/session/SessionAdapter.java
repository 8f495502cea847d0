// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.net.InputBuffer;
import io.bourse.engine.net.MessageThrottle;
import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SessionClass;
import io.bourse.gateway.fix.admission.SessionStatus;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.EpochNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import quickfix.Message;
import quickfix.MessageSessionUtils;
import quickfix.Session;

/**
 * Takes the bytes of a connection apart into messages and gives each to its session: the first must be a Logon of a
 * session that has no connection, and it is checked; plain hot messages go to QuickFIX/J as no more than
 * their header, all others parsed by it.
 */
final class SessionAdapter
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SessionAdapter.class);
    /** More than a chunk of messages sent again: who asks for that must be heard meanwhile. */
    private static final int MAX_HOLD_BYTES = 1024 * 1024;
    private static final long LIGHT_TIME_NS = TimeUnit.SECONDS.toNanos(10);
    private static final String LOGON = "A";
    private static final String SESSION_TYPES = "012345A";
    /** Session messages that are rejected above their limit: Heartbeat, TestRequest, ResendRequest. */
    private static final String REJECTED_TYPES = "012";
    private static final char LOGOUT = '5';
    /** No session has a longer name. */
    private static final int LONGEST_NAME = 64;
    private static final String NO_NUMBER = "MsgSeqNum(34) must be a whole number up to 2147483647";

    private final FixReader reader = new FixReader();
    private final LightMessage light = new LightMessage();
    private final FixSessions sessions;
    private final QuickFixApplication application;
    private final CounterSet<FixCounter> counters;
    private final SessionTimes sessionTimes;
    private final LogonCheck logonCheck;
    private final Closing closing;
    private final EpochNanoClock clock;
    private final Takeover takeover;
    private final UnansweredLogons unanswered;
    private final int holdBytes;
    private FixMessageHandler handler;
    private long lightTimeNs;
    private boolean isStandby;

    SessionAdapter(
        final FixSessions sessions,
        final QuickFixApplication application,
        final CounterSet<FixCounter> counters,
        final FixGatewayOptions options,
        final LogonCheck logonCheck,
        final Closing closing)
    {
        this.sessions = sessions;
        this.application = application;
        this.counters = counters;
        sessionTimes = application.sessionTimes;
        this.closing = closing;
        clock = options.epochClock();
        takeover = new Takeover(options.nanoClock());
        unanswered = new UnansweredLogons(counters, options.nanoClock(), options.securityLog());
        this.logonCheck = logonCheck;
        holdBytes = Math.min(MAX_HOLD_BYTES, options.server().sendQueueLength() / 2);
        application.light(light, reader);
    }

    void handler(final FixMessageHandler messageHandler)
    {
        handler = messageHandler;
        application.handler(messageHandler);
    }

    void standby(final boolean isNow)
    {
        isStandby = isNow;
    }

    /** The client has sent something, or what stopped the reading is over. */
    void onInput(final FixConnection connection)
    {
        final long receivedNs = clock.nanoTime();
        if (!connection.beginsRight())
        {
            closing.onGarbage(connection);
            return;
        }
        final FixFramer framer = connection.framer;
        final InputBuffer input = connection.input();
        connection.pause.leaveInput(true);
        while ((FixConnection.State.CONNECTED == connection.state() ||
            FixConnection.State.ACTIVE == connection.state()) && !isUnread(connection) && connection.mayTake())
        {
            final int outcome = framer.next(input.array(), input.begin(), input.end());
            if (FixFramer.MESSAGE == outcome && isHeld(connection) && !isSignOfLife(connection))
            {
                return;
            }
            input.consume(framer.consumed() - input.begin());
            if (FixFramer.MESSAGE == outcome)
            {
                connection.onMessage();
                onMessage(connection, receivedNs);
            }
            else if (FixFramer.INCOMPLETE == outcome)
            {
                connection.pause.leaveInput(false);
                return;
            }
            else
            {
                onGarbled(connection, receivedNs);
            }
        }
    }

    /**
     * A message of it waits for space in the ring, or its answers for the client to read: nothing more is taken from
     * it, but for heartbeats while it reads. After our Logout nothing waits, because nothing is taken.
     */
    boolean isHeld(final FixConnection connection)
    {
        return isUnread(connection) || FixConnection.State.ACTIVE == connection.state() &&
            !connection.session().isLogoutSent() && handler.isHeld(connection.session());
    }

    /** Its answers wait for it. */
    private boolean isUnread(final FixConnection connection)
    {
        return FixConnection.State.ACTIVE == connection.state() && connection.unsent() > holdBytes;
    }

    /** Whether the message in work is a Heartbeat or a TestRequest, which its session answers without the engine. */
    private boolean isSignOfLife(final FixConnection connection)
    {
        final FixFramer framer = connection.framer;
        return reader.wrap(connection.input().array(), framer.offset(), framer.length()) &&
            Tags.MSG_TYPE == reader.tag(2) && ('0' == reader.character(2) || '1' == reader.character(2));
    }

    /** Before a Logon a garbled message ends the connection; after it the sequence numbers repair it. */
    private void onGarbled(final FixConnection connection, final long receivedNs)
    {
        if (connection.onGarbled())
        {
            final FixSessionImpl session = connection.session();
            counters.increment(FixCounter.GARBLED_MESSAGES, FixSession.classOf(session));
            if (null != session && MessageThrottle.Verdict.CUT_OFF == session.sessionThrottle.onMessage(receivedNs))
            {
                cutOff(session, true);
                return;
            }
        }
        if (FixConnection.State.CONNECTED == connection.state())
        {
            closing.onGarbage(connection);
        }
    }

    private void onMessage(final FixConnection connection, final long receivedNs)
    {
        final FixFramer framer = connection.framer;
        final FixSessionImpl session = connection.session();
        // Whatever becomes of it, it counts, before anything but its type is looked at.
        final MessageThrottle.Verdict verdict =
            null == session ? MessageThrottle.Verdict.TAKE : count(session, framer.type(), receivedNs);
        final boolean isReadable = reader.wrap(connection.input().array(), framer.offset(), framer.length());
        final boolean isMessage = (isReadable || reader.hasFaultyTag()) && Tags.MSG_TYPE == reader.tag(2);
        if (MessageThrottle.Verdict.TAKE != verdict && isMessage && HeaderRules.hasNumber(reader))
        {
            onAboveLimit(session, framer.type(), verdict, receivedNs);
            return;
        }
        if (null != session && isMessage && LOGON.charAt(0) == reader.character(2))
        {
            LogonFields.mask(reader);
            if (!mayResetNow(connection, session, receivedNs))
            {
                return;
            }
        }
        if (null == session)
        {
            if (isReadable)
            {
                onFirst(connection);
            }
            else
            {
                closing.onGarbage(connection);
            }
        }
        else if (session.isLogoutSent() && !(isMessage && isSessionMessage()))
        {
            // Not taken, and its number not used up: the client is asked for it when it logs on again.
            counters.increment(FixCounter.MESSAGES_BEHIND_LOGOUT, FixSession.classOf(session));
        }
        else if (isReadable && isPlainHot(session, receivedNs))
        {
            sessionTimes.begin();
            light.wrap(
                reader.character(2), session.store.nextTarget(), session.name(), sessions.compId());
            next(session, light, receivedNs);
        }
        else
        {
            onParsed(session, isMessage, receivedNs);
        }
    }

    /**
     * Counts a message. Logout is always taken; Reject, SequenceReset and Logon are not rejected, but end the session
     * several times above the limit.
     */
    private static MessageThrottle.Verdict count(
        final FixSessionImpl session, final char type, final long receivedNs)
    {
        if (SESSION_TYPES.indexOf(type) < 0)
        {
            return session.throttle.onMessage(receivedNs);
        }
        final MessageThrottle.Verdict verdict = session.sessionThrottle.onMessage(receivedNs);
        final boolean isTaken = LOGOUT == type ||
            MessageThrottle.Verdict.REFUSE == verdict && REJECTED_TYPES.indexOf(type) < 0;
        return isTaken ? MessageThrottle.Verdict.TAKE : verdict;
    }

    /** No more than its header goes to QuickFIX/J, so that its number is dealt with, and it is rejected. */
    private void onAboveLimit(
        final FixSessionImpl session, final char type, final MessageThrottle.Verdict verdict, final long receivedNs)
    {
        final boolean isOfSession = SESSION_TYPES.indexOf(type) >= 0;
        if (session.isLogoutSent())
        {
            counters.increment(isOfSession ?
                FixCounter.THROTTLED_SESSION_MESSAGES : FixCounter.MESSAGES_BEHIND_LOGOUT, FixSession.classOf(session));
            return;
        }
        if (isOfSession && REJECTED_TYPES.indexOf(type) < 0)
        {
            cutOff(session, true);
            return;
        }
        final int clOrdId = reader.find(Tags.CL_ORD_ID);
        sessionTimes.begin();
        next(session, LightMessage.aboveLimit(
            verdict,
            clOrdId < 0 ? "" : reader.string(clOrdId),
            reader.string(2),
            (int)reader.number(reader.find(Tags.MSG_SEQ_NUM)),
            reader.is(reader.find(Tags.POSS_DUP_FLAG), "Y"),
            session,
            sessions.compId()), receivedNs);
        if (MessageThrottle.Verdict.CUT_OFF == verdict && null != session.connection && session.isLoggedOn())
        {
            // Its number was too high or too low, and it has not been rejected.
            cutOff(session, isOfSession);
        }
    }

    /** Ends a session that sends too much, with a Logout that says so. */
    private void cutOff(final FixSessionImpl session, final boolean isOfSession)
    {
        application.throttle.cutOff(session, isOfSession, session.store.nextTarget() - 1);
        onTimer(session);
        closing.disconnect(session, "too many messages");
    }

    /** One that is no message, though length and checksum are right, is garbled: no number is used up. */
    private void onParsed(final FixSessionImpl session, final boolean isMessage, final long receivedNs)
    {
        if (!isMessage)
        {
            counters.increment(FixCounter.GARBLED_MESSAGES, FixSession.classOf(session));
            return;
        }
        if (!HeaderRules.hasNumber(reader))
        {
            counters.increment(FixCounter.SESSION_ERRORS, FixSession.classOf(session));
            session.logout(NO_NUMBER);
            onTimer(session);
            closing.disconnect(session, NO_NUMBER);
            return;
        }
        sessionTimes.begin();
        final Message message = messageOf(session, reader);
        if (null != message)
        {
            next(session, message, receivedNs);
        }
    }

    /** What QuickFIX/J is to see of a message with a number; null for nothing. */
    private Message messageOf(final FixSessionImpl session, final FixReader message)
    {
        final HeaderRules.Fault fault = HeaderRules.faultOf(message);
        return null == fault ?
            parse(session, message.bytes(), message.messageOffset(), message.messageLength()) :
            LightMessage.faulty(
                fault,
                message.string(2),
                (int)message.number(message.find(Tags.MSG_SEQ_NUM)),
                message.is(message.find(Tags.POSS_DUP_FLAG), "Y"),
                session,
                sessions.compId());
    }

    // ------------------------------------------------- logon -------------------------------------------------

    /** Whether it is for this venue. A Logon with sub-ids is for another session, and there is none. */
    private boolean isOfVenue()
    {
        return reader.is(0, FixSessionImpl.BEGIN_STRING) &&
            reader.is(reader.find(Tags.TARGET_COMP_ID), sessions.compId()) &&
            reader.find(Tags.SENDER_SUB_ID) < 0 && reader.find(Tags.TARGET_SUB_ID) < 0 &&
            reader.find(Tags.SENDER_LOCATION_ID) < 0 && reader.find(Tags.TARGET_LOCATION_ID) < 0;
    }

    private void onFirst(final FixConnection connection)
    {
        if (!reader.is(2, LOGON) || Tags.MSG_TYPE != reader.tag(2))
        {
            counters.increment(FixCounter.SESSION_ERRORS, SessionClass.UNKNOWN);
            connection.end(TcpCloseReason.DROPPED);
            return;
        }
        final String name = reader.string(reader.find(Tags.SENDER_COMP_ID));
        final boolean isOurs = isOfVenue();
        final FixSessionImpl session = isOurs && !isStandby ? sessions.find(name) : null;
        if (null == session)
        {
            unanswered.on(isStandby ? UnansweredLogons.Reason.STANDBY :
                UnansweredLogons.Reason.UNKNOWN_SESSION, null, connection.remoteAddress(),
                name, reader.string(reader.find(Tags.TARGET_COMP_ID)));
        }
        if (null == session && !(isOurs && FixSessions.isServable(name) && name.length() <= LONGEST_NAME))
        {
            // No session can have such CompIDs, so that its end tells nothing.
            connection.end(TcpCloseReason.DROPPED);
            return;
        }
        final X509Certificate certificate = connection.certificate();
        final LogonRequest request = LogonFields.take(
            session, connection, certificate, sessions.isCertificateRight(session, certificate), reader);
        final LogonDecision decision = new LogonDecision(Arrays.copyOfRange(
            reader.bytes(), reader.messageOffset(), reader.messageOffset() + reader.messageLength()));
        connection.check(session, decision);
        if (isStandby)
        {
            decision.refuseStranger(
                SessionStatus.LOGON_NOT_ALLOWED, "this gateway is a standby, log on at the active one");
        }
        else if (null == session)
        {
            logonCheck.refuse(name, request, decision);
        }
        else
        {
            logonCheck.check(request, decision);
        }
        onDecision(connection);
    }

    /**
     * A Logon within a session, which QuickFIX/J takes when it resets the numbers, costs a store of files: one in a
     * second is taken, and after our Logout none, for a session that ends does not begin anew on its connection.
     */
    private boolean mayResetNow(
        final FixConnection connection,
        final FixSessionImpl session,
        final long receivedNs)
    {
        if (session.isLogoutSent())
        {
            counters.increment(FixCounter.SESSION_ERRORS, FixSession.classOf(session));
            closing.disconnect(session, "a Logon after our Logout");
            return false;
        }
        if (connection.takesLogon(receivedNs))
        {
            return true;
        }
        counters.increment(FixCounter.SESSION_ERRORS, FixSession.classOf(session));
        session.logout("more than one Logon in a second");
        onTimer(session);
        return false;
    }

    /** Whether its session has no other connection any more; a connection that has no prospect of that is closed. */
    private boolean mayTakeOver(final FixConnection connection, final FixSessionImpl session)
    {
        application.begin(session, 0);
        final Takeover.Verdict verdict = takeover.judge(connection, session);
        application.rethrow();
        switch (verdict)
        {
            case TAKE ->
            {
                LOGGER.info("The client of a FIX session has come back, its dead connection is closed: session={} " +
                    "source={} deadSource={}", session.name(), connection.remoteAddress(),
                    session.connection.remoteAddress());
                closing.disconnect(session, "dead, and its client has come back");
            }
            case REFUSE -> closeSecond(connection, session);
            case WAIT ->
            {
                // The question goes out with what else is written.
            }
        }
        return Takeover.Verdict.TAKE == verdict;
    }

    private void closeSecond(final FixConnection connection, final FixSessionImpl session)
    {
        unanswered.on(
            UnansweredLogons.Reason.SESSION_IN_USE, session, connection.remoteAddress(), session.name(),
            sessions.compId());
        connection.end(TcpCloseReason.DROPPED);
    }

    /** Ends a session that may not go on, by Logout. */
    void end(final FixSessionImpl session, final String reason)
    {
        if (!session.isLogoutSent())
        {
            session.logout(reason);
            onTimer(session);
        }
        if (null != session.connection)
        {
            closing.end(session, reason);
        }
    }

    /** Goes on with a Logon when it has been decided about; true if so. */
    boolean onDecision(final FixConnection connection)
    {
        final LogonDecision decision = connection.decision();
        if (null == decision || !decision.isMade())
        {
            return false;
        }
        final FixSessionImpl session = connection.session();
        final byte[] logon = decision.logon;
        final FixReader fields = new FixReader();
        fields.wrap(logon, 0, logon.length);
        if (null == session)
        {
            // Counted when it came.
            closing.refuseStranger(connection, fields.string(fields.find(Tags.SENDER_COMP_ID)),
                decision.sessionStatus(), decision.text());
            return true;
        }
        if (!decision.isAccepted())
        {
            counters.increment(FixCounter.REFUSED_LOGONS, FixSession.classOf(session));
            if (decision.isStranger())
            {
                closing.refuseStranger(connection, session.name(), decision.sessionStatus(), decision.text());
            }
            else
            {
                closing.refuse(connection, session, fields.is(fields.find(Tags.RESET_SEQ_NUM_FLAG), "Y"),
                    decision.sessionStatus(), decision.text());
            }
            return true;
        }
        final String reason = sessions.reasonToEnd(session, connection);
        if (null != reason)
        {
            // The rules have changed since the Logon came.
            counters.increment(FixCounter.REFUSED_LOGONS, FixSession.classOf(session));
            closing.refuse(connection, session, fields.is(fields.find(Tags.RESET_SEQ_NUM_FLAG), "Y"),
                LogonAnswer.NO_STATUS, reason);
            return true;
        }
        if (!session.mayWrite(session.store.nextSender()) ||
            null != session.connection && !mayTakeOver(connection, session))
        {
            return false;
        }
        if (!HeaderRules.hasNumber(fields))
        {
            counters.increment(FixCounter.REFUSED_LOGONS, FixSession.classOf(session));
            closing.refuse(connection, session, fields.is(fields.find(Tags.RESET_SEQ_NUM_FLAG), "Y"),
                LogonAnswer.NO_STATUS, NO_NUMBER);
            return true;
        }
        session.store.onLogon(fields.number(fields.find(Tags.MSG_SEQ_NUM)));
        session.connection = connection;
        connection.activate();
        session.onAccepted();
        session.sessionStatus(decision.sessionStatus());
        session.session.setResponder(new ConnectionResponder(session, connection));
        final long heartbeatSeconds = fields.number(fields.find(Tags.HEART_BT_INT));
        if (heartbeatSeconds >= 0 && heartbeatSeconds <= Integer.MAX_VALUE)
        {
            session.session.setHeartBeatInterval((int)heartbeatSeconds);
            connection.pause.heartbeatSeconds((int)heartbeatSeconds);
        }
        final Message message = messageOf(session, fields);
        if (null == message)
        {
            closing.disconnect(session, "a Logon that cannot be parsed");
            return true;
        }
        next(session, message, clock.nanoTime());
        if (session.isLoggedOn())
        {
            connection.loggedIn();
        }
        else if (FixConnection.State.ACTIVE == connection.state())
        {
            closing.disconnect(session, "a Logon that was not taken");
        }
        return true;
    }

    // ------------------------------------------------ messages ------------------------------------------------

    private boolean isSessionMessage()
    {
        return SESSION_TYPES.indexOf(reader.character(2)) >= 0;
    }

    /** Whether QuickFIX/J need see no more of it than a header that breaks no rule. */
    private boolean isPlainHot(final FixSessionImpl session, final long receivedNs)
    {
        final char type = reader.character(2);
        return session.isLoggedOn() &&
            0 < type && type < 128 && handler.isHot(type) &&
            HeaderRules.isPlain(reader, session, sessions.compId(), receivedNs) &&
            handler.isPlain(reader);
    }

    private Message parse(final FixSessionImpl session, final byte[] bytes, final int offset, final int length)
    {
        try
        {
            return MessageSessionUtils.parse(
                session.session, new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
        }
        catch (final Exception ex)
        {
            // No tag, no value: garbled although length and checksum are right.
            counters.increment(FixCounter.GARBLED_MESSAGES, FixSession.classOf(session));
            return null;
        }
    }

    private void next(final FixSessionImpl session, final Message message, final long receivedNs)
    {
        if (message == light && Math.abs(receivedNs - lightTimeNs) > LIGHT_TIME_NS)
        {
            lightTimeNs = receivedNs;
            light.time(LocalDateTime.now(ZoneOffset.UTC));
        }
        application.begin(session, receivedNs);
        try
        {
            session.session.next(message);
            sessionTimes.end();
            if (session.isCutOff())
            {
                // The Logout leaves with the look at the clock.
                session.session.next();
                session.session.disconnect("too many messages", true);
            }
        }
        catch (final Exception ex)
        {
            application.rethrow();
            closing.onSessionFailure(session, ex);
        }
        application.rethrow();
    }

    /** Lets QuickFIX/J look at its clock. It knows nothing of a client that is not read, and not what it has sent. */
    void onTimer(final FixSessionImpl session, final ReadPause pause, final long nowNs)
    {
        session.session.setIgnoreHeartBeatFailure(pause.isOn());
        onTimer(session);
        if (pause.isHeartbeatDue(nowNs) && session.isLoggedOn() && !session.isLogoutSent())
        {
            session.session.generateHeartbeat();
            application.rethrow();
        }
    }

    /** Lets QuickFIX/J look at its clock. */
    void onTimer(final FixSessionImpl session)
    {
        final Session quickfix = session.session;
        application.begin(session, 0);
        try
        {
            quickfix.next();
        }
        catch (final IOException | RuntimeException ex)
        {
            application.rethrow();
            closing.onSessionFailure(session, ex);
        }
        application.rethrow();
    }
}
