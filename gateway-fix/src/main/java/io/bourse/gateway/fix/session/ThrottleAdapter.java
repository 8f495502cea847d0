// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.net.MessageThrottle;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixWriter;

/**
 * Answers the messages of a session that sends too many: application messages by BusinessMessageReject(j) with reason
 * 4, so that the client knows what became of each; Heartbeat, TestRequest and ResendRequest by Reject(3), whose Text
 * this class has. A session that goes on regardless is logged out, and the Logout says which message was the last that
 * was taken.
 */
final class ThrottleAdapter
{
    private static final int APPLICATION_NOT_AVAILABLE = 4;

    private final FixWriter writer = new FixWriter();
    private final CounterSet<FixCounter> counters;

    ThrottleAdapter(final CounterSet<FixCounter> counters)
    {
        this.counters = counters;
    }

    /** Rejects an application message that is above the limit. */
    void onApplicationMessage(final FixSessionImpl session, final LightMessage message)
    {
        counters.increment(FixCounter.THROTTLED_MESSAGES, FixSession.classOf(session));
        writer.begin("j");
        writer.number(Tags.REF_SEQ_NUM, message.number());
        writer.text(Tags.REF_MSG_TYPE, message.msgType());
        if (!message.refId().isEmpty())
        {
            writer.text(Tags.BUSINESS_REJECT_REF_ID, message.refId());
        }
        writer.number(Tags.BUSINESS_REJECT_REASON, APPLICATION_NOT_AVAILABLE);
        writer.text(Tags.TEXT, "more than " + session.throttle.limit() + " messages in a second");
        session.send(writer);
        if (MessageThrottle.Verdict.CUT_OFF == message.verdict())
        {
            cutOff(session, false, message.number());
        }
    }

    /** A session message that is above the limit is to be rejected: gives the Text of the Reject. */
    String onSessionMessage(final FixSessionImpl session, final LightMessage message)
    {
        counters.increment(FixCounter.THROTTLED_SESSION_MESSAGES, FixSession.classOf(session));
        if (MessageThrottle.Verdict.CUT_OFF == message.verdict())
        {
            cutOff(session, true, message.number());
        }
        return "more than " + session.sessionThrottle.limitOfWindow() + " session messages in " +
            MessageThrottle.SESSION_WINDOW_SECONDS + " seconds";
    }

    /** Ends the session with the message in work. */
    void cutOff(final FixSessionImpl session, final boolean isOfSession, final int lastNumber)
    {
        final MessageThrottle throttle = isOfSession ? session.sessionThrottle : session.throttle;
        counters.increment(FixCounter.CUT_OFF_SESSIONS, FixSession.classOf(session));
        final String text = "more than " + MessageThrottle.CUT_OFF_FACTOR * throttle.limitOfWindow() +
            (isOfSession ? " session messages in " + MessageThrottle.SESSION_WINDOW_SECONDS + " seconds" :
                " messages in a second") + ", the session may send " + throttle.limitOfWindow();
        if (null != session.connection)
        {
            session.connection.onCutOff(text);
        }
        session.cutOff(text + "; the last message taken has MsgSeqNum " + lastNumber);
    }
}
