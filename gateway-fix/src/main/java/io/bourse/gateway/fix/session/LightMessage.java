// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import java.time.LocalDateTime;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.field.BeginString;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.SenderCompID;
import quickfix.field.SendingTime;
import quickfix.field.TargetCompID;

/**
 * What QuickFIX/J's session sees of a plain hot message: a header with the six fields that its rules need, and nothing
 * parsed. One for all sessions of a thread. CompIDs and sending time have been compared with those of the session and
 * the clock before, so that constants stand for them.
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
                SenderCompID.FIELD == field || TargetCompID.FIELD == field || SendingTime.FIELD == field;
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
        public LocalDateTime getUtcTimeStamp(final int field) throws FieldNotFound
        {
            if (SendingTime.FIELD == field)
            {
                return sendingTime;
            }
            throw new FieldNotFound(field);
        }
    }
}
