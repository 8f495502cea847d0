// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.net.MessageThrottle;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SessionClass;
import io.bourse.engine.telemetry.SessionCounter;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.session.FixSessionOptions.Dictionary;
import io.bourse.gateway.fix.wire.FixReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import quickfix.ApplicationAdapter;
import quickfix.FieldException;
import quickfix.FieldNotFound;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.Message;
import quickfix.RejectLogon;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.UnsupportedMessageType;
import quickfix.field.BeginSeqNo;
import quickfix.field.EncryptMethod;
import quickfix.field.EndSeqNo;
import quickfix.field.HeartBtInt;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.NextExpectedMsgSeqNum;
import quickfix.field.SessionRejectReason;
import quickfix.field.Text;

/**
 * What QuickFIX/J calls, in the middle of {@link Session#next(Message)}: session events are counted, Logons checked,
 * application messages validated by the dictionary and given to the handler.
 *
 * <p>QuickFIX/J answers whatever a callback throws with a reject and goes on. What must end the gateway, a full disk or
 * an engine that has gone, is kept here for {@link #rethrow}.
 */
final class QuickFixApplication extends ApplicationAdapter
{
    private static final Logger LOGGER = LoggerFactory.getLogger(QuickFixApplication.class);
    private static final Pattern TYPE_OF_FIX_44 = Pattern.compile("[0-9A-Za-z&&[^IOU]]|A[A-Z]|B[A-H]");

    private final FixReader rawReader = new FixReader();
    final SessionTimes sessionTimes = new SessionTimes();
    private final CounterSet<FixCounter> counters;
    private final CounterSet<SessionCounter> sessionCounters = new CounterSet<>(SessionCounter.class,
        EnumSet.complementOf(EnumSet.of(SessionClass.UNKNOWN, SessionClass.RECOVERY)));
    final ThrottleAdapter throttle;
    private final int minHeartbeatSeconds;
    private final int maxHeartbeatSeconds;
    private FixSessions sessions;
    private FixMessageHandler handler;
    private LightMessage light;
    private FixReader lightReader;
    private FixSessionImpl current;
    private long receivedNs;
    private Throwable failure;
    private boolean isLogonInSequence;
    private String rejectText;

    QuickFixApplication(
        final CounterSet<FixCounter> counters,
        final int minHeartbeatSeconds,
        final int maxHeartbeatSeconds)
    {
        this.counters = counters;
        throttle = new ThrottleAdapter(counters);
        this.minHeartbeatSeconds = minHeartbeatSeconds;
        this.maxHeartbeatSeconds = maxHeartbeatSeconds;
    }

    void sessions(final FixSessions registry)
    {
        sessions = registry;
    }

    void handler(final FixMessageHandler messageHandler)
    {
        handler = messageHandler;
    }

    /** The message that stands for one which only its reader knows. */
    void light(final LightMessage message, final FixReader reader)
    {
        light = message;
        lightReader = reader;
    }

    /** A message of this session goes to QuickFIX/J now. */
    void begin(final FixSessionImpl session, final long messageReceivedNs)
    {
        current = session;
        receivedNs = messageReceivedNs;
        rejectText = null;
    }

    /** Throws what a callback met that must end the gateway. */
    void rethrow()
    {
        if (null != current)
        {
            current.store.rethrow();
        }
        if (null != failure)
        {
            final Throwable thrown = failure;
            failure = null;
            switch (thrown)
            {
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                default -> throw new IllegalStateException(thrown);
            }
        }
    }

    private FixSessionImpl session(final SessionID sessionId)
    {
        return null != current && current.session.getSessionID().equals(sessionId) ?
            current : sessions.find(sessionId.getTargetCompID());
    }

    @Override
    public void onLogon(final SessionID sessionId)
    {
        final FixSessionImpl session = session(sessionId);
        if (session.isLoggedOn())
        {
            // A Logon within the session resets the numbers and begins nothing.
            return;
        }
        counters.increment(FixCounter.LOGONS, FixSession.classOf(session));
        sessionCounters.increment(SessionCounter.BEGUN, FixSession.classOf(session));
        session.onLogon();
        final int wanted = session.wantedNumber;
        session.wantedNumber = 0;
        // Our Logon is the last number: a client that waits for nothing before it has missed nothing.
        if (wanted > 0 && wanted < session.store.nextSender() - 1)
        {
            session.resends.add(wanted, session.store.nextSender());
            session.store.onAwaited(wanted);
        }
        guarded(session, true);
    }

    @Override
    public void onLogout(final SessionID sessionId)
    {
        final FixSessionImpl session = session(sessionId);
        if (session.isLoggedOn())
        {
            counters.increment(FixCounter.LOGOUTS, FixSession.classOf(session));
            sessionCounters.increment(SessionCounter.ENDED, FixSession.classOf(session));
            session.onLogout();
            guarded(session, false);
        }
    }

    private void guarded(final FixSessionImpl session, final boolean isLogon)
    {
        try
        {
            if (isLogon)
            {
                handler.onLogon(session);
            }
            else
            {
                handler.onLogout(session);
            }
        }
        catch (final RuntimeException | Error ex)
        {
            failure = ex;
            throw ex;
        }
    }

    @Override
    public void toAdmin(final Message message, final SessionID sessionId)
    {
        final FixSessionImpl session = session(sessionId);
        switch (typeOf(message))
        {
            case MsgType.REJECT ->
            {
                counters.increment(FixCounter.SESSION_REJECTS, FixSession.classOf(session));
                if (null != rejectText)
                {
                    message.setString(Text.FIELD, rejectText);
                    rejectText = null;
                }
            }
            case MsgType.LOGOUT ->
            {
                status(message, session);
                session.onLogoutSent();
            }
            case MsgType.LOGON ->
            {
                status(message, session);
                if (session.wantedNumber > 0)
                {
                    message.setInt(
                        NextExpectedMsgSeqNum.FIELD, session.store.nextTarget() + (isLogonInSequence ? 1 : 0));
                }
            }
            default ->
            {
                // As QuickFIX/J made it.
            }
        }
    }

    private static void status(final Message message, final FixSessionImpl session)
    {
        final int status = session.takeSessionStatus();
        if (LogonAnswer.NO_STATUS != status && Dictionary.BOURSE == session.options().dictionary())
        {
            message.setInt(Tags.SESSION_STATUS, status);
        }
    }

    @Override
    public void fromAdmin(final Message message, final SessionID sessionId)
        throws FieldNotFound, IncorrectDataFormat, IncorrectTagValue, RejectLogon
    {
        final FixSessionImpl session = session(sessionId);
        if (isAboveLimit(message))
        {
            rejectText = throttle.onSessionMessage(session, (LightMessage)message);
        }
        rejectFault(message);
        validate(session, message);
        switch (typeOf(message))
        {
            case MsgType.LOGON -> checkLogon(session, message);
            case MsgType.RESEND_REQUEST -> checkResendRequest(session, message);
            default ->
            {
                // QuickFIX/J decides alone.
            }
        }
    }

    private void checkLogon(final FixSessionImpl session, final Message message) throws FieldNotFound, RejectLogon
    {
        final int heartbeatSeconds = message.getInt(HeartBtInt.FIELD);
        if (heartbeatSeconds < minHeartbeatSeconds || heartbeatSeconds > maxHeartbeatSeconds)
        {
            counters.increment(FixCounter.REFUSED_LOGONS, FixSession.classOf(session));
            throw new RejectLogon("HeartBtInt out of bounds: min=" + minHeartbeatSeconds +
                " max=" + maxHeartbeatSeconds + " given=" + heartbeatSeconds);
        }
        if (0 != message.getInt(EncryptMethod.FIELD))
        {
            counters.increment(FixCounter.REFUSED_LOGONS, FixSession.classOf(session));
            throw new RejectLogon("EncryptMethod(98) must be 0, messages are encrypted by TLS only: given=" +
                message.getInt(EncryptMethod.FIELD));
        }
        final int number = message.getHeader().getInt(MsgSeqNum.FIELD);
        if (isReset(message) && 1 != number)
        {
            counters.increment(FixCounter.REFUSED_LOGONS, FixSession.classOf(session));
            throw new RejectLogon("MsgSeqNum(34) must be 1 with ResetSeqNumFlag(141)=Y: given=" + number);
        }
        session.wantedNumber = 0;
        if (message.isSetField(NextExpectedMsgSeqNum.FIELD) && !isReset(message))
        {
            final int wanted = message.getInt(NextExpectedMsgSeqNum.FIELD);
            if (wanted < 1 || wanted > session.store.nextSender())
            {
                counters.increment(FixCounter.REFUSED_LOGONS, FixSession.classOf(session));
                throw new RejectLogon("NextExpectedMsgSeqNum is higher than what was sent: next=" +
                    session.store.nextSender() + " given=" + wanted);
            }
            session.wantedNumber = wanted;
            isLogonInSequence = number == session.store.nextTarget();
        }
    }

    private static boolean isReset(final Message message) throws FieldNotFound
    {
        return message.isSetField(quickfix.field.ResetSeqNumFlag.FIELD) &&
            message.getBoolean(quickfix.field.ResetSeqNumFlag.FIELD);
    }

    /** What QuickFIX/J would answer with a gap fill that makes no sense. */
    private static void checkResendRequest(final FixSessionImpl session, final Message message)
        throws FieldNotFound, IncorrectTagValue
    {
        final int begin = message.getInt(BeginSeqNo.FIELD);
        final int end = message.getInt(EndSeqNo.FIELD);
        if (begin < 1 || begin >= session.store.nextSender())
        {
            throw new IncorrectTagValue(BeginSeqNo.FIELD);
        }
        if (0 != end && end < begin)
        {
            throw new IncorrectTagValue(EndSeqNo.FIELD);
        }
    }

    @Override
    public void fromApp(final Message message, final SessionID sessionId)
        throws FieldNotFound, IncorrectDataFormat, IncorrectTagValue, UnsupportedMessageType
    {
        final FixSessionImpl session = session(sessionId);
        if (isAboveLimit(message))
        {
            throttle.onApplicationMessage(session, (LightMessage)message);
            return;
        }
        rejectFault(message);
        final FixReader reader;
        final boolean isServed = message == light || isServed(session, typeOf(message));
        if (message == light)
        {
            reader = lightReader;
        }
        else
        {
            if (isServed)
            {
                validate(session, message);
            }
            final byte[] raw = message.toRawString().getBytes(StandardCharsets.ISO_8859_1);
            reader = rawReader;
            if (!reader.wrap(raw, 0, raw.length))
            {
                // What follows would be unseen: another message than the client's.
                throw new FieldException(SessionRejectReason.INVALID_TAG_NUMBER);
            }
        }
        if (!(isServed && handle(session, reader)))
        {
            counters.increment(FixCounter.UNSUPPORTED_MESSAGES, FixSession.classOf(session));
            throw new UnsupportedMessageType();
        }
    }

    private static boolean isAboveLimit(final Message message)
    {
        return message instanceof LightMessage header && MessageThrottle.Verdict.TAKE != header.verdict();
    }

    private static void rejectFault(final Message message)
    {
        if (message instanceof LightMessage header && null != header.fault())
        {
            throw new FieldException(header.fault().reason(), header.fault().tag());
        }
    }

    /** Whether a type is to be looked at: false for those of FIX 4.4 that are not in the dictionary of the venue. */
    private static boolean isServed(final FixSessionImpl session, final String type)
    {
        return session.session.getDataDictionary().isMsgType(type) || !TYPE_OF_FIX_44.matcher(type).matches();
    }

    private boolean handle(final FixSessionImpl session, final FixReader reader)
    {
        sessionTimes.beginHandler();
        try
        {
            return handler.onMessage(session, reader, receivedNs);
        }
        catch (final UncheckedIOException | IllegalStateException | Error ex)
        {
            failure = ex;
            throw ex;
        }
        catch (final RuntimeException ex)
        {
            LOGGER.error("a message of a FIX client could not be handled, it is rejected: session={} number={}",
                session.name(), session.store.nextTarget(), ex);
            throw ex;
        }
        finally
        {
            sessionTimes.endHandler();
        }
    }

    private static void validate(final FixSessionImpl session, final Message message)
        throws FieldNotFound, IncorrectDataFormat, IncorrectTagValue
    {
        session.session.getDataDictionary().validate(message, session.session.getValidationSettings());
    }

    private static String typeOf(final Message message)
    {
        return message.getHeader().getOptionalString(MsgType.FIELD).orElse("");
    }
}
