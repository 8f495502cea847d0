// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixReader;
import java.util.concurrent.TimeUnit;
import quickfix.field.SessionRejectReason;

/**
 * Faults of a standard header that QuickFIX/J meets before it can reject anything: it would end the connection without
 * a message, and the client would send the same again after its next Logon.
 */
final class HeaderRules
{
    /**
     * What is wrong.
     *
     * @param reason SessionRejectReason(373).
     * @param tag RefTagID(371).
     */
    record Fault(int reason, int tag)
    {
    }

    /** The header has none, but its session sends too many messages. */
    static final Fault ABOVE_LIMIT = new Fault(SessionRejectReason.OTHER, Tags.MSG_TYPE);
    private static final int BODY_BEGIN = 3;
    private static final int LAST_OF_HEADER = 6;
    private static final int FIELDS_OF_HEADER_LEFT = 4;
    private static final long MAX_LATENCY_SECONDS = 120;
    private static final int[] REQUIRED = {Tags.SENDER_COMP_ID, Tags.TARGET_COMP_ID, Tags.SENDING_TIME};

    private HeaderRules()
    {
    }

    /** Whether MsgSeqNum(34) is there and a number that a message can have: without one nothing can be rejected. */
    static boolean hasNumber(final FixReader message)
    {
        final long number = message.number(message.find(Tags.MSG_SEQ_NUM));
        return number >= 0 && number <= Integer.MAX_VALUE;
    }

    /** The first fault; null for none that QuickFIX/J could not reject itself. A tag that is none comes last. */
    static Fault faultOf(final FixReader message)
    {
        boolean isBody = false;
        for (int i = 0; i < message.fieldCount(); i++)
        {
            final int tag = message.tag(i);
            if (!isOfHeader(tag))
            {
                isBody |= !isOfHops(tag);
                continue;
            }
            if (message.find(tag) < i)
            {
                return new Fault(SessionRejectReason.TAG_APPEARS_MORE_THAN_ONCE, tag);
            }
            if (isBody)
            {
                return new Fault(SessionRejectReason.TAG_SPECIFIED_OUT_OF_REQUIRED_ORDER, tag);
            }
            if (0 == message.length(i))
            {
                return new Fault(SessionRejectReason.TAG_SPECIFIED_WITHOUT_A_VALUE, tag);
            }
            if (i >= BODY_BEGIN && !isFormat(message, i, tag))
            {
                return new Fault(SessionRejectReason.INCORRECT_DATA_FORMAT_FOR_VALUE, tag);
            }
        }
        for (final int tag : REQUIRED)
        {
            if (FixReader.NONE == message.find(tag))
            {
                return new Fault(SessionRejectReason.REQUIRED_TAG_MISSING, tag);
            }
        }
        return message.hasFaultyTag() ?
            new Fault(SessionRejectReason.INVALID_TAG_NUMBER, message.faultyTag()) : null;
    }

    /** Whether nothing but the four required fields stands after the type, each as this session must have it next. */
    static boolean isPlain(
        final FixReader message, final FixSessionImpl session, final String compId, final long receivedNs)
    {
        if (message.fieldCount() <= LAST_OF_HEADER + 1 || Tags.MSG_TYPE != message.tag(2) ||
            !message.is(0, FixSessionImpl.BEGIN_STRING))
        {
            return false;
        }
        int found = 0;
        for (int i = BODY_BEGIN; i <= LAST_OF_HEADER; i++)
        {
            final boolean isRight = switch (message.tag(i))
            {
                case Tags.MSG_SEQ_NUM -> message.number(i) == session.store.nextTarget();
                case Tags.SENDER_COMP_ID -> message.is(i, session.name());
                case Tags.TARGET_COMP_ID -> message.is(i, compId);
                case Tags.SENDING_TIME -> isNear(message, i, receivedNs);
                default -> false;
            };
            if (!isRight || message.find(message.tag(i)) != i)
            {
                return false;
            }
            found++;
        }
        return FIELDS_OF_HEADER_LEFT == found;
    }

    private static boolean isNear(final FixReader message, final int index, final long receivedNs)
    {
        final long second = SendingTime.epochSecond(message.bytes(), message.offset(index), message.length(index));
        return SendingTime.INVALID != second &&
            Math.abs(TimeUnit.NANOSECONDS.toSeconds(receivedNs) - second) < MAX_LATENCY_SECONDS;
    }

    private static boolean isFormat(final FixReader message, final int index, final int tag)
    {
        return switch (tag)
        {
            case Tags.SENDING_TIME, Tags.ORIG_SENDING_TIME -> SendingTime.INVALID != SendingTime.epochSecond(
                message.bytes(), message.offset(index), message.length(index));
            case Tags.POSS_DUP_FLAG -> 'Y' == message.character(index) || 'N' == message.character(index);
            default -> true;
        };
    }

    private static boolean isOfHeader(final int tag)
    {
        return switch (tag)
        {
            case Tags.BEGIN_STRING, Tags.BODY_LENGTH, Tags.MSG_SEQ_NUM, Tags.MSG_TYPE, Tags.POSS_DUP_FLAG,
                Tags.SENDER_COMP_ID, Tags.SENDING_TIME, Tags.TARGET_COMP_ID, Tags.ORIG_SENDING_TIME,
                50, 57, 90, 91, 97, 115, 116, 128, 129, 142, 143, 144, 145, 212, 213, 347, 369 -> true;
            default -> false;
        };
    }

    /** Of the group of the header, whose fields may come again. */
    private static boolean isOfHops(final int tag)
    {
        return tag >= 627 && tag <= 630;
    }
}
