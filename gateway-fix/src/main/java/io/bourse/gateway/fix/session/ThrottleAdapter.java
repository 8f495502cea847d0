// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.admission.MessageThrottle;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;

/**
 * Refuses the application messages of a session that sends too many: BusinessMessageReject(j) with reason 4, so that
 * the client knows what became of each. A session that goes on regardless is logged out, and the Logout says which
 * message was the last that was taken.
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

    /**
     * Counts a message, and answers it when it is too much.
     *
     * @param session it came on.
     * @param message an application message.
     * @param receivedNs when it was read.
     * @return true when it may go on.
     */
    boolean takes(final FixSessionImpl session, final FixReader message, final long receivedNs)
    {
        final MessageThrottle throttle = session.throttle;
        final MessageThrottle.Verdict verdict = throttle.onMessage(receivedNs);
        if (MessageThrottle.Verdict.TAKE == verdict)
        {
            return true;
        }
        counters.increment(FixCounter.THROTTLED_MESSAGES);
        writer.begin("j");
        writer.number(Tags.REF_SEQ_NUM, message.number(message.find(Tags.MSG_SEQ_NUM)));
        writer.text(Tags.REF_MSG_TYPE, message.string(message.find(Tags.MSG_TYPE)));
        final int clOrdId = message.find(Tags.CL_ORD_ID);
        if (clOrdId >= 0)
        {
            writer.text(Tags.BUSINESS_REJECT_REF_ID, message.string(clOrdId));
        }
        writer.number(Tags.BUSINESS_REJECT_REASON, APPLICATION_NOT_AVAILABLE);
        writer.text(Tags.TEXT, "more than " + throttle.limit() + " messages in a second");
        session.send(writer);
        if (MessageThrottle.Verdict.CUT_OFF == verdict)
        {
            session.cutOff("more than " + throttle.limit() * (long)MessageThrottle.CUT_OFF_FACTOR +
                " messages in a second, the session may send " + throttle.limit() +
                "; the last message taken has MsgSeqNum " + message.number(message.find(Tags.MSG_SEQ_NUM)));
        }
        return false;
    }
}
