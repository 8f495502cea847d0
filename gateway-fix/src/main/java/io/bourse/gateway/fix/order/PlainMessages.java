// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixTimes;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixReader;

/**
 * Whether a frequent message is so plain that the dictionary could find nothing in it: only fields of the usual kind,
 * each once and not empty, header before body before trailer, the required ones there, and values of the right format.
 * Everything else is left to the dictionary, right or wrong.
 */
final class PlainMessages
{
    private static final int FIRST_BODY_FIELD = 3;
    private static final int UNKNOWN = -1;
    private static final long NEW_REQUIRED = bits(
        Tags.CL_ORD_ID, Tags.SYMBOL, Tags.SIDE, Tags.TRANSACT_TIME, Tags.ORD_TYPE);
    private static final long CANCEL_REQUIRED = bits(
        Tags.CL_ORD_ID, Tags.ORIG_CL_ORD_ID, Tags.SYMBOL, Tags.SIDE, Tags.TRANSACT_TIME);
    private static final long REPLACE_REQUIRED = NEW_REQUIRED | bits(Tags.ORIG_CL_ORD_ID);
    private static final long ONLY_CHANGES = bits(Tags.ORIG_CL_ORD_ID, Tags.ORDER_ID);
    private static final long NOT_IN_CANCEL = bits(
        Tags.ORD_TYPE, Tags.PRICE, Tags.TIME_IN_FORCE, Tags.STOP_PX, Tags.MIN_QTY, Tags.MAX_FLOOR, Tags.HANDL_INST,
        Tags.EXEC_INST);

    private PlainMessages()
    {
    }

    static boolean isPlain(final FixReader message)
    {
        final int last = message.fieldCount() - 1;
        if (last <= FIRST_BODY_FIELD || Tags.BEGIN_STRING != message.tag(0) || Tags.BODY_LENGTH != message.tag(1) ||
            Tags.MSG_TYPE != message.tag(2) || Tags.CHECK_SUM != message.tag(last))
        {
            return false;
        }
        long seen = 0;
        boolean isBody = false;
        for (int i = FIRST_BODY_FIELD; i < last; i++)
        {
            final int tag = message.tag(i);
            final boolean isOfHeader = Tags.MSG_SEQ_NUM == tag || Tags.SENDER_COMP_ID == tag ||
                Tags.SENDING_TIME == tag || Tags.TARGET_COMP_ID == tag;
            final long bit = bit(tag);
            if (0 == bit || 0 != (seen & bit) || 0 == message.length(i) || isBody && isOfHeader ||
                !isOfHeader && !isFormat(message, i, tag))
            {
                return false;
            }
            isBody |= !isOfHeader;
            seen |= bit;
        }
        return switch (message.character(2))
        {
            case 'D' -> NEW_REQUIRED == (seen & NEW_REQUIRED) && 0 == (seen & ONLY_CHANGES);
            case 'F' -> CANCEL_REQUIRED == (seen & CANCEL_REQUIRED) && 0 == (seen & NOT_IN_CANCEL);
            case 'G' -> REPLACE_REQUIRED == (seen & REPLACE_REQUIRED);
            default -> false;
        };
    }

    private static boolean isFormat(final FixReader message, final int index, final int tag)
    {
        return switch (tag)
        {
            case Tags.SIDE -> '1' == message.character(index) || '2' == message.character(index);
            case Tags.ORD_TYPE -> RequestDecoder.isOrdType(message.character(index));
            case Tags.TIME_IN_FORCE -> RequestDecoder.isTimeInForce(message.character(index));
            case Tags.PRICE, Tags.STOP_PX -> FixReader.INVALID_PRICE != message.priceE5(index);
            case Tags.ORDER_QTY, Tags.MIN_QTY, Tags.MAX_FLOOR -> message.qtyLots(index) >= 0;
            case Tags.TRANSACT_TIME -> FixTimes.INVALID != FixTimes.timestamp(message, index);
            case Tags.HANDL_INST -> message.character(index) >= '1' && message.character(index) <= '3';
            case Tags.SECURITY_ID_SOURCE -> '8' == message.character(index);
            case Tags.EXEC_INST -> '6' == message.character(index);
            default -> true;
        };
    }

    private static long bits(final int... tags)
    {
        long bits = 0;
        for (final int tag : tags)
        {
            bits |= bit(tag);
        }
        return bits;
    }

    private static long bit(final int tag)
    {
        final int index = index(tag);
        return UNKNOWN == index ? 0 : 1L << index;
    }

    private static int index(final int tag)
    {
        if (tag < 63)
        {
            return switch (tag)
            {
                case Tags.ACCOUNT, Tags.CL_ORD_ID, Tags.EXEC_INST, Tags.HANDL_INST, Tags.SECURITY_ID_SOURCE,
                    Tags.MSG_SEQ_NUM, Tags.ORDER_ID, Tags.ORDER_QTY, Tags.ORD_TYPE, Tags.ORIG_CL_ORD_ID, Tags.PRICE,
                    Tags.SECURITY_ID, Tags.SENDER_COMP_ID, Tags.SENDING_TIME, Tags.SIDE, Tags.SYMBOL,
                    Tags.TARGET_COMP_ID, Tags.TIME_IN_FORCE, Tags.TRANSACT_TIME -> tag;
                default -> UNKNOWN;
            };
        }
        return switch (tag)
        {
            case Tags.STOP_PX -> 2;
            case Tags.MIN_QTY -> 3;
            case Tags.MAX_FLOOR -> 4;
            case Tags.COMPLIANCE_ID -> 5;
            default -> UNKNOWN;
        };
    }
}
