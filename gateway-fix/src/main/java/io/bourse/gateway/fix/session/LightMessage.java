// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.net.MessageThrottle;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.field.BeginString;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.OrigSendingTime;
import quickfix.field.PossDupFlag;
import quickfix.field.SenderCompID;
import quickfix.field.SendingTime;
import quickfix.field.TargetCompID;

/**
 * What QuickFIX/J's session sees of a message that it need not parse: a header with the fields that its rules ask for.
 * Of plain hot messages, whose CompIDs and sending time have been compared with those of the session and the clock, one
 * stands for all of a thread. One of its own stands for a message with a fault in its header: it gets as far as the
 * callback, which rejects it, so that numbers, gaps and what waits are dealt with as with any other reject.
 */
final class LightMessage extends Message
{
    private static final long serialVersionUID = 1;
    private static final String[] TYPES = new String[128];

    private transient String msgType = "";
    private transient int number;
    private transient String sender = "";
    private transient String target = "";
    private transient LocalDateTime sendingTime = LocalDateTime.MIN;
    private transient boolean isPossDup;
    private transient HeaderRules.Fault fault;
    private transient MessageThrottle.Verdict verdict = MessageThrottle.Verdict.TAKE;
    private transient String refId = "";
    private final LightHeader light = new LightHeader();

    static
    {
        for (int i = 0; i < TYPES.length; i++)
        {
            TYPES[i] = String.valueOf((char)i);
        }
    }

    /** The message in work. */
    void wrap(final char type, final int msgSeqNum, final String senderCompId, final String targetCompId)
    {
        msgType = TYPES[type];
        number = msgSeqNum;
        sender = senderCompId;
        target = targetCompId;
    }

    /** A message of any type that is to be rejected for a fault of its header. */
    static LightMessage faulty(
        final HeaderRules.Fault fault,
        final String type,
        final int msgSeqNum,
        final boolean isPossDup,
        final FixSessionImpl session,
        final String targetCompId)
    {
        final LightMessage message = new LightMessage();
        message.fault = fault;
        message.msgType = type;
        message.number = msgSeqNum;
        message.isPossDup = isPossDup;
        message.sender = session.name();
        message.target = targetCompId;
        message.sendingTime = LocalDateTime.now(ZoneOffset.UTC);
        return message;
    }

    /**
     * A message of any type that is above the limit of its session.
     *
     * @param verdict not to take it, or to end the session as well.
     * @param refId ClOrdID(11), or empty.
     */
    static LightMessage aboveLimit(
        final MessageThrottle.Verdict verdict,
        final String refId,
        final String type,
        final int msgSeqNum,
        final boolean isPossDup,
        final FixSessionImpl session,
        final String targetCompId)
    {
        final LightMessage message =
            faulty(HeaderRules.ABOVE_LIMIT, type, msgSeqNum, isPossDup, session, targetCompId);
        message.verdict = verdict;
        message.refId = refId;
        return message;
    }

    /** What its session's limit says of it. */
    MessageThrottle.Verdict verdict()
    {
        return verdict;
    }

    /** ClOrdID(11) of one that is above the limit, or empty. */
    String refId()
    {
        return refId;
    }

    String msgType()
    {
        return msgType;
    }

    int number()
    {
        return number;
    }

    /** Why it is to be rejected; null if it is not. */
    HeaderRules.Fault fault()
    {
        return fault;
    }

    /** A time that is not far from now. */
    void time(final LocalDateTime now)
    {
        sendingTime = now;
    }

    @Override
    public Header getHeader()
    {
        return light;
    }

    @Override
    public String toString()
    {
        return "MsgType=" + msgType + " MsgSeqNum=" + number + " SenderCompID=" + sender;
    }

    @Override
    public String toRawString()
    {
        return toString();
    }

    /** The fields, from the variables around. */
    private final class LightHeader extends Header
    {
        private static final long serialVersionUID = 1;

        @Override
        public boolean isSetField(final int field)
        {
            return MsgType.FIELD == field || MsgSeqNum.FIELD == field || BeginString.FIELD == field ||
                SenderCompID.FIELD == field || TargetCompID.FIELD == field || SendingTime.FIELD == field ||
                isPossDup && (PossDupFlag.FIELD == field || OrigSendingTime.FIELD == field);
        }

        @Override
        public String getString(final int field) throws FieldNotFound
        {
            return switch (field)
            {
                case MsgType.FIELD -> msgType;
                case MsgSeqNum.FIELD -> Integer.toString(number);
                case BeginString.FIELD -> FixSessionImpl.BEGIN_STRING;
                case SenderCompID.FIELD -> sender;
                case TargetCompID.FIELD -> target;
                default -> throw new FieldNotFound(field);
            };
        }

        @Override
        public int getInt(final int field) throws FieldNotFound
        {
            if (MsgSeqNum.FIELD == field)
            {
                return number;
            }
            throw new FieldNotFound(field);
        }

        @Override
        public boolean getBoolean(final int field) throws FieldNotFound
        {
            if (PossDupFlag.FIELD == field)
            {
                return isPossDup;
            }
            throw new FieldNotFound(field);
        }

        @Override
        public LocalDateTime getUtcTimeStamp(final int field) throws FieldNotFound
        {
            if (SendingTime.FIELD == field || OrigSendingTime.FIELD == field)
            {
                return sendingTime;
            }
            throw new FieldNotFound(field);
        }
    }
}
