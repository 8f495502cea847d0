// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import io.bourse.gateway.fix.wire.UtcClock;

import java.nio.charset.StandardCharsets;

/**
 * Puts header and trailer around a body. One for all sessions of a thread; allocates nothing.
 */
public final class FrameEncoder
{
    /** Bytes around a body at most, CompIDs not counted. */
    public static final int OVERHEAD = 192;
    private static final byte SOH = 1;
    private static final byte[] BEGIN = "8=FIX.4.4\0019=".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] SENDING_TIME = "52=".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] POSS_DUP = "43=Y\001122=".getBytes(StandardCharsets.ISO_8859_1);
    /** Part of a packed MsgType: the message may have been sent under another number. */
    public static final int POSS_RESEND = 1 << 30;
    private static final int TYPE_BITS = 0xFFFF;
    private static final byte[] POSS_RESEND_FLAG = "97=Y\001".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] GAP_FILL = "123=Y\00136=".getBytes(StandardCharsets.ISO_8859_1);
    private static final int GAP_FILL_TYPE = '4';
    private static final int MAX_DIGITS = 20;

    private final byte[] gap = new byte[GAP_FILL.length + MAX_DIGITS + 1];
    private final UtcClock clock = new UtcClock();
    private final UtcClock originalClock = new UtcClock();
    private byte[] target;
    private int at;

    /** A MsgType of one or two characters as a number. */
    public static int pack(final String msgType)
    {
        return 1 == msgType.length() ? msgType.charAt(0) : msgType.charAt(0) | msgType.charAt(1) << Byte.SIZE;
    }

    /** What is the same in all messages of a session: its CompIDs. */
    public static byte[] compIds(final String sender, final String receiver)
    {
        return ("49=" + sender + "\00156=" + receiver + "\001").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Writes a message; its length is returned. */
    public int message(
        final byte[] out,
        final int offset,
        final byte[] compIds,
        final int msgType,
        final int number,
        final long timeNs,
        final byte[] body,
        final int length)
    {
        return write(out, offset, compIds, msgType, number, timeNs, 0, body, length);
    }

    /** Writes a message that was sent before; its length is returned. */
    public int repeated(
        final byte[] out,
        final int offset,
        final byte[] compIds,
        final LogCursor message,
        final long timeNs,
        final byte[] body)
    {
        return write(out, offset, compIds, message.msgType(), message.number, timeNs, message.timeNs(), body,
            message.bodyLength());
    }

    /** Writes a SequenceReset that fills a gap; its length is returned. */
    public int gapFill(
        final byte[] out,
        final int offset,
        final byte[] compIds,
        final int number,
        final int newNumber,
        final long timeNs)
    {
        target = gap;
        at = 0;
        put(GAP_FILL);
        decimal(newNumber);
        gap[at++] = SOH;
        return write(out, offset, compIds, GAP_FILL_TYPE, number, timeNs, timeNs, gap, at);
    }

    private int write(
        final byte[] out,
        final int offset,
        final byte[] compIds,
        final int flaggedType,
        final int number,
        final long timeNs,
        final long originalTimeNs,
        final byte[] body,
        final int length)
    {
        final boolean isPossResend = 0 != (flaggedType & POSS_RESEND);
        final int msgType = flaggedType & TYPE_BITS;
        final int typeLength = msgType > 0xFF ? 2 : 1;
        int bodyLength = 4 + typeLength + compIds.length + 4 + digits(number) +
            SENDING_TIME.length + UtcClock.MICROS_LENGTH + 1 + length;
        if (0 != originalTimeNs)
        {
            bodyLength += POSS_DUP.length + UtcClock.MICROS_LENGTH + 1;
        }
        if (isPossResend)
        {
            bodyLength += POSS_RESEND_FLAG.length;
        }
        target = out;
        at = offset;
        put(BEGIN);
        decimal(bodyLength);
        put(SOH, '3', '5', '=');
        target[at++] = (byte)msgType;
        if (2 == typeLength)
        {
            target[at++] = (byte)(msgType >>> Byte.SIZE);
        }
        target[at++] = SOH;
        put(compIds);
        put('3', '4', '=');
        decimal(number);
        target[at++] = SOH;
        if (0 != originalTimeNs)
        {
            put(POSS_DUP);
            at += originalClock.writeMicros(target, at, originalTimeNs);
            target[at++] = SOH;
        }
        if (isPossResend)
        {
            put(POSS_RESEND_FLAG);
        }
        put(SENDING_TIME);
        at += clock.writeMicros(target, at, timeNs);
        target[at++] = SOH;
        System.arraycopy(body, 0, target, at, length);
        at += length;
        trailer(offset);
        return at - offset;
    }

    private void trailer(final int offset)
    {
        int sum = 0;
        for (int i = offset; i < at; i++)
        {
            sum += target[i];
        }
        sum &= 0xFF;
        put('1', '0', '=');
        put('0' + sum / 100, '0' + sum / 10 % 10, '0' + sum % 10);
        target[at++] = SOH;
    }

    private void put(final byte[] bytes)
    {
        System.arraycopy(bytes, 0, target, at, bytes.length);
        at += bytes.length;
    }

    private void put(final int a, final int b, final int c)
    {
        target[at++] = (byte)a;
        target[at++] = (byte)b;
        target[at++] = (byte)c;
    }

    private void put(final int a, final int b, final int c, final int d)
    {
        target[at++] = (byte)a;
        put(b, c, d);
    }

    private static int digits(final int value)
    {
        int count = 1;
        for (int rest = value / 10; rest > 0; rest /= 10)
        {
            count++;
        }
        return count;
    }

    private void decimal(final int value)
    {
        int rest = value;
        final int count = digits(value);
        for (int i = at + count - 1; i >= at; i--)
        {
            target[i] = (byte)('0' + rest % 10);
            rest /= 10;
        }
        at += count;
    }
}
