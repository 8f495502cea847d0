// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

/**
 * Finds messages in the bytes of one connection. A message is right when it begins with 8=FIX and 9=, when 10= stands
 * where BodyLength says, and when the checksum is right. What is not is garbled: it is passed over up to the next
 * 8=FIX, even if that is inside of what a wrong BodyLength claims, so that no right message after it is lost.
 */
final class FixFramer
{
    /** Outcome: more bytes are needed. */
    static final int INCOMPLETE = 0;
    /** Outcome: {@link #length} bytes from {@link #offset} are a message. */
    static final int MESSAGE = 1;
    /** Outcome: something garbled was passed over; call again. */
    static final int GARBLED = 2;
    private static final byte SOH = 1;
    private static final byte[] BEGIN = {'8', '=', 'F', 'I', 'X'};
    private static final int MAX_BEGIN_STRING = 16;
    private static final int MAX_LENGTH_DIGITS = 7;
    private static final int TRAILER_LENGTH = 7;
    private static final int TYPE_LENGTH = 5;
    private static final int BYTE_MASK = 0xFF;
    private static final int MAX_WRONG_CHECKSUMS = 16;

    private final int maxLength;
    private int offset;
    private int length;
    private int consumed;
    private int type;
    private int wrongChecksums;

    FixFramer(final int maxLength)
    {
        this.maxLength = maxLength;
    }

    /** Where the message begins. */
    int offset()
    {
        return offset;
    }

    /** Bytes of the message. */
    int length()
    {
        return length;
    }

    /** MsgType(35) of one character; 0 for a longer one, or when the body does not begin with it. */
    char type()
    {
        return (char)type;
    }

    /** Where to go on: everything before has been dealt with. */
    int consumed()
    {
        return consumed;
    }

    /**
     * Whether bytes may be the beginning of a connection.
     *
     * @return false when they are not 8=FIX as far as they go.
     */
    static boolean mayBegin(final byte[] bytes, final int begin, final int end)
    {
        for (int i = 0; i < BEGIN.length && begin + i < end; i++)
        {
            if (BEGIN[i] != bytes[begin + i])
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Looks at the bytes not dealt with yet.
     *
     * @param bytes received.
     * @param begin first one.
     * @param end after the last one.
     * @return outcome.
     */
    int next(final byte[] bytes, final int begin, final int end)
    {
        consumed = begin;
        if (begin == end)
        {
            return INCOMPLETE;
        }
        if (!mayBegin(bytes, begin, end))
        {
            return garbled(bytes, begin, end);
        }
        int at = begin + BEGIN.length;
        while (at < end && SOH != bytes[at] && at - begin <= MAX_BEGIN_STRING)
        {
            at++;
        }
        if (at >= end)
        {
            return INCOMPLETE;
        }
        if (SOH != bytes[at])
        {
            return garbled(bytes, begin, end);
        }
        return body(bytes, begin, at + 1, end);
    }

    private int body(final byte[] bytes, final int begin, final int from, final int end)
    {
        int at = from;
        if (at < end && '9' != bytes[at] || at + 1 < end && '=' != bytes[at + 1])
        {
            return garbled(bytes, begin, end);
        }
        at += 2;
        int bodyLength = 0;
        int digits = 0;
        while (at < end && SOH != bytes[at])
        {
            final int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9 || ++digits > MAX_LENGTH_DIGITS)
            {
                return garbled(bytes, begin, end);
            }
            bodyLength = bodyLength * 10 + digit;
            at++;
        }
        if (at >= end)
        {
            return INCOMPLETE;
        }
        final int trailer = at + 1 + bodyLength;
        if (0 == digits || 0 == bodyLength || trailer + TRAILER_LENGTH - begin > maxLength)
        {
            return garbled(bytes, begin, end);
        }
        if (trailer + TRAILER_LENGTH > end)
        {
            return INCOMPLETE;
        }
        final int outcome = check(bytes, begin, trailer, end);
        if (MESSAGE == outcome)
        {
            final boolean isTyped = bodyLength >= TYPE_LENGTH && '3' == bytes[at + 1] && '5' == bytes[at + 2] &&
                '=' == bytes[at + 3] && SOH == bytes[at + 5];
            type = isTyped ? bytes[at + 4] & BYTE_MASK : 0;
        }
        return outcome;
    }

    private int check(final byte[] bytes, final int begin, final int trailer, final int end)
    {
        if (SOH != bytes[trailer - 1] || '1' != bytes[trailer] || '0' != bytes[trailer + 1] ||
            '=' != bytes[trailer + 2] || SOH != bytes[trailer + 6])
        {
            return garbled(bytes, begin, end);
        }
        int sum = 0;
        for (int i = begin; i < trailer; i++)
        {
            sum += bytes[i];
        }
        sum &= 0xFF;
        if ('0' + sum / 100 != bytes[trailer + 3] || '0' + sum / 10 % 10 != bytes[trailer + 4] ||
            '0' + sum % 10 != bytes[trailer + 5])
        {
            if (++wrongChecksums <= MAX_WRONG_CHECKSUMS)
            {
                return garbled(bytes, begin, end);
            }
            // As a whole: with many beginnings and one end, the same bytes would be summed again and again.
            consumed = trailer + TRAILER_LENGTH;
            return GARBLED;
        }
        wrongChecksums = 0;
        offset = begin;
        length = trailer + TRAILER_LENGTH - begin;
        consumed = begin + length;
        return MESSAGE;
    }

    /** Goes on at the next 8=FIX, or at what may become one. */
    private int garbled(final byte[] bytes, final int begin, final int end)
    {
        int at = begin + 1;
        while (at < end && !mayBegin(bytes, at, end))
        {
            at++;
        }
        consumed = at;
        return GARBLED;
    }
}
