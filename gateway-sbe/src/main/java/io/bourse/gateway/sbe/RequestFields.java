// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.Decimal5Decoder;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;

/**
 * What single fields of a client's request may hold (sheet A.1).
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

    static boolean isPrice(final Decimal5Decoder price)
    {
        final long mantissa = price.mantissa();
        return mantissa >= Decimal5Decoder.mantissaMinValue() && mantissa <= Decimal5Decoder.mantissaMaxValue();
    }

    static boolean isComplianceId(final byte value)
    {
        return switch (value)
        {
            case ' ', 'M', 'S', 'R', 'A', 'D' -> true;
            default -> false;
        };
    }

    static boolean isTimeInForce(final int value)
    {
        return switch (value)
        {
            case 0, 3, 4, 6, 122 -> true;
            default -> false;
        };
    }
}
