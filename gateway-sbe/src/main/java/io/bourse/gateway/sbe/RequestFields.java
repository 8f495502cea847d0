// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.Decimal5Decoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;

/**
 * What single fields of a client's request may hold (TWIME A.1).
 */
final class RequestFields
{
    /** What {@link #accountPrefix} answers for a text that is no filter. */
    static final int NO_ACCOUNT_FILTER = -1;
    private static final int ACCOUNT_LENGTH = 7;
    private static final int SIDE_BUY = 1;
    private static final int SIDE_SELL = 2;
    private static final int SIDE_ALL = 89;

    private RequestFields()
    {
    }

    /**
     * Checks the fields that new orders of any kind have in common.
     *
     * @param clOrdId of the request.
     * @param price of the request.
     * @param side of the request.
     * @param complianceId of the request.
     * @return tag of the first one with an impossible value, or {@link RequestRefusals#NOTHING_WRONG}.
     */
    static int wrongTag(final long clOrdId, final Decimal5Decoder price, final int side, final byte complianceId)
    {
        final int wrongTag = wrongTag(clOrdId, price);
        if (RequestRefusals.NOTHING_WRONG == wrongTag && !isSide(side))
        {
            return NewOrderSingleDecoder.sideId();
        }
        return RequestRefusals.NOTHING_WRONG == wrongTag ? wrongTag(clOrdId, price, complianceId) : wrongTag;
    }

    /**
     * Checks the fields that new orders and changes of any kind have in common.
     *
     * @param clOrdId of the request.
     * @param price of the request.
     * @param complianceId of the request.
     * @return tag of the first one with an impossible value, or {@link RequestRefusals#NOTHING_WRONG}.
     */
    static int wrongTag(final long clOrdId, final Decimal5Decoder price, final byte complianceId)
    {
        final int wrongTag = wrongTag(clOrdId, price);
        return RequestRefusals.NOTHING_WRONG == wrongTag && !isComplianceId(complianceId) ?
            NewOrderSingleDecoder.complianceIDId() : wrongTag;
    }

    private static int wrongTag(final long clOrdId, final Decimal5Decoder price)
    {
        final int wrongTag = wrongTag(clOrdId);
        return RequestRefusals.NOTHING_WRONG == wrongTag && !isPrice(price) ?
            NewOrderSingleDecoder.priceId() : wrongTag;
    }

    /**
     * Checks the field that every request has.
     *
     * @param clOrdId of the request.
     * @return its tag if there is none, or {@link RequestRefusals#NOTHING_WRONG}.
     */
    static int wrongTag(final long clOrdId)
    {
        return TwimeFrames.NULL_UINT64 == clOrdId ? NewOrderSingleDecoder.clOrdIDId() : RequestRefusals.NOTHING_WRONG;
    }

    /** Tag of what is wrong with the lifetime of an order: an undefined value, or a date that GTD needs. */
    static int wrongLifetime(final int timeInForce, final long expireDate)
    {
        if (!isTimeInForce(timeInForce))
        {
            return NewOrderSingleDecoder.timeInForceId();
        }
        return TimeInForceEnum.GTD.value() == timeInForce && TwimeFrames.NULL_UINT64 == expireDate ?
            NewOrderSingleDecoder.expireDateId() : RequestRefusals.NOTHING_WRONG;
    }

    static boolean isSide(final int value)
    {
        return SIDE_BUY == value || SIDE_SELL == value;
    }

    static boolean isSideFilter(final int value)
    {
        return isSide(value) || SIDE_ALL == value;
    }

    /**
     * Reads the account of a mass cancel: a whole account, or the beginning of one and percent signs up to the end.
     *
     * @param buffer with the request.
     * @param offset of the seven characters.
     * @return characters to compare: 0 (any account) to 7, or {@link #NO_ACCOUNT_FILTER}.
     */
    static int accountPrefix(final DirectBuffer buffer, final int offset)
    {
        int length = 0;
        while (length < ACCOUNT_LENGTH && isAccountCharacter(buffer.getByte(offset + length)))
        {
            length++;
        }
        final byte padding = length < ACCOUNT_LENGTH ? buffer.getByte(offset + length) : (byte)'%';
        for (int i = length; i < ACCOUNT_LENGTH; i++)
        {
            if (padding != buffer.getByte(offset + i))
            {
                return NO_ACCOUNT_FILTER;
            }
        }
        // An unfinished account without percent signs is a mistake: it could remove more than was meant.
        return '%' == padding || (0 == padding && 0 == length) ? length : NO_ACCOUNT_FILTER;
    }

    private static boolean isAccountCharacter(final byte value)
    {
        return value > ' ' && '%' != value;
    }

    static boolean isWireQty(final long qtyLots)
    {
        return qtyLots > 0 && qtyLots < TwimeFrames.NULL_UINT32;
    }

    private static boolean isPrice(final Decimal5Decoder price)
    {
        final long mantissa = price.mantissa();
        return mantissa >= Decimal5Decoder.mantissaMinValue() && mantissa <= Decimal5Decoder.mantissaMaxValue();
    }

    private static boolean isComplianceId(final byte value)
    {
        return switch (value)
        {
            case ' ', 'M', 'S', 'R', 'A', 'D' -> true;
            default -> false;
        };
    }

    private static boolean isTimeInForce(final int value)
    {
        return switch (value)
        {
            case 0, 3, 4, 6, 122 -> true;
            default -> false;
        };
    }
}
