// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.wire;

import java.util.Arrays;

/**
 * Writes the body of one message: its fields in the order of the calls. Header and trailer belong to the session, which
 * adds them when it knows the sequence number. Reused from message to message; allocates only when a body is longer
 * than any before. Not thread-safe.
 *
 * <p>Remembers which fields FIX 4.4 does not have in the message: see {@link #standard}.
 *
 * <p>Texts must be printable ASCII; anything else would break the message and is written as a question mark.
 */
public final class FixWriter
{
    /** Ends every field. */
    public static final byte SOH = 1;
    private static final int INITIAL_CAPACITY = 4096;
    /** Most bytes of a number, price or time, with tag and separators. */
    private static final int FIELD_LENGTH = 64;
    private static final int DIGITS_OF_LONG = 20;
    private static final int DECIMALS_E5 = 5;
    private static final long E5 = 100_000;
    private static final int LAST_OF_FIX_44 = 956;
    /** RptSeq: a later version of FIX has it in market data. */
    private static final int RPT_SEQ = 83;
    private static final int TIME_IN_FORCE = 59;
    private static final int QUOTE_ENTRY_REJECT_REASON = 368;
    private static final int OTHER = 99;
    private static final int INITIAL_FOREIGN = 16;

    private final byte[] digits = new byte[DIGITS_OF_LONG];
    private final UtcClock utc = new UtcClock();
    private byte[] bytes = new byte[INITIAL_CAPACITY];
    private String msgType = "";
    private int length;
    /** Begin and end of each field that FIX 4.4 does not have. */
    private int[] foreign = new int[INITIAL_FOREIGN];
    private int foreignCount;
    private boolean isForeign;
    private FixWriter standard;

    /**
     * Begins a message; what was written before is gone.
     *
     * @param type MsgType(35).
     * @return this.
     */
    public FixWriter begin(final String type)
    {
        msgType = type;
        length = 0;
        foreignCount = 0;
        isForeign = false;
        return this;
    }

    /**
     * MsgType(35) of the message.
     *
     * @return as given to {@link #begin}.
     */
    public String msgType()
    {
        return msgType;
    }

    /**
     * The body, from index 0.
     *
     * @return the array in use; it changes when the writer has to grow.
     */
    public byte[] bytes()
    {
        return bytes;
    }

    /**
     * Bytes of the body so far.
     *
     * @return length.
     */
    public int length()
    {
        return length;
    }

    /**
     * Forgets what was written after a place, for instance an entry that turned out to be empty.
     *
     * @param toLength as {@link #length()} was.
     */
    public void truncate(final int toLength)
    {
        endForeign();
        length = toLength;
        while (foreignCount > 0 && foreign[foreignCount - 1] > toLength)
        {
            foreignCount -= 2;
        }
    }

    /**
     * The message with nothing but the fields and values that FIX 4.4 has.
     *
     * @return this, if there are no others; else another writer, valid until this one is written to again.
     */
    public FixWriter standard()
    {
        endForeign();
        if (0 == foreignCount)
        {
            return this;
        }
        standard = null == standard ? new FixWriter() : standard;
        standard.begin(msgType);
        int from = 0;
        for (int i = 0; i < foreignCount; i += 2)
        {
            standard.copy(bytes, from, foreign[i]);
            from = foreign[i + 1];
        }
        standard.copy(bytes, from, length);
        return standard;
    }

    private void copy(final byte[] source, final int from, final int to)
    {
        ensure(to - from);
        System.arraycopy(source, from, bytes, length, to - from);
        length += to - from;
    }

    private void endForeign()
    {
        if (isForeign)
        {
            isForeign = false;
            foreign[foreignCount++] = length;
        }
    }

    private void beginForeign(final int at)
    {
        if (foreignCount == foreign.length)
        {
            foreign = Arrays.copyOf(foreign, 2 * foreignCount);
        }
        foreign[foreignCount++] = at;
        isForeign = true;
    }

    /**
     * A whole number.
     *
     * @param tag of the field.
     * @param value any.
     * @return this.
     */
    public FixWriter number(final int tag, final long value)
    {
        final int begin = length;
        tag(tag, FIELD_LENGTH);
        decimal(value, 0);
        bytes[length++] = SOH;
        if (QUOTE_ENTRY_REJECT_REASON == tag && OTHER == value)
        {
            beginForeign(begin);
        }
        return this;
    }

    /**
     * One character.
     *
     * @param tag of the field.
     * @param value printable ASCII.
     * @return this.
     */
    public FixWriter character(final int tag, final char value)
    {
        final int begin = length;
        tag(tag, FIELD_LENGTH);
        bytes[length++] = printable(value);
        bytes[length++] = SOH;
        if (TIME_IN_FORCE == tag && '9' == value)
        {
            beginForeign(begin);
        }
        return this;
    }

    /**
     * Y or N.
     *
     * @param tag of the field.
     * @param value true is Y.
     * @return this.
     */
    public FixWriter flag(final int tag, final boolean value)
    {
        return character(tag, value ? 'Y' : 'N');
    }

    /**
     * A price with as many decimals as it needs.
     *
     * @param tag of the field.
     * @param priceE5 price x 100 000.
     * @return this.
     */
    public FixWriter price(final int tag, final long priceE5)
    {
        tag(tag, FIELD_LENGTH);
        scaled(priceE5, E5, DECIMALS_E5);
        bytes[length++] = SOH;
        return this;
    }

    /**
     * A number with decimals, for instance an average price.
     *
     * @param tag of the field.
     * @param value x 10^decimals.
     * @param decimals 1 to 18; those that are zero at the end are left out.
     * @return this.
     */
    public FixWriter decimal(final int tag, final long value, final int decimals)
    {
        long scale = 1;
        for (int i = 0; i < decimals; i++)
        {
            scale *= 10;
        }
        tag(tag, FIELD_LENGTH);
        scaled(value, scale, decimals);
        bytes[length++] = SOH;
        return this;
    }

    /**
     * A text.
     *
     * @param tag of the field.
     * @param value printable ASCII, not empty.
     * @return this.
     */
    public FixWriter text(final int tag, final CharSequence value)
    {
        tag(tag, FIELD_LENGTH + value.length());
        for (int i = 0; i < value.length(); i++)
        {
            bytes[length++] = printable(value.charAt(i));
        }
        bytes[length++] = SOH;
        return this;
    }

    /**
     * A text that is bytes already.
     *
     * @param tag of the field.
     * @param source printable ASCII.
     * @param offset of its first byte.
     * @param count of its bytes, at least 1.
     * @return this.
     */
    public FixWriter bytes(final int tag, final byte[] source, final int offset, final int count)
    {
        tag(tag, FIELD_LENGTH + count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
        bytes[length++] = SOH;
        return this;
    }

    /**
     * Up to eight characters packed as an account code is: the first in the lowest byte, zeros after the last.
     *
     * @param tag of the field.
     * @param code not 0.
     * @return this.
     */
    public FixWriter packed(final int tag, final long code)
    {
        tag(tag, FIELD_LENGTH);
        for (long rest = code; 0 != rest; rest >>>= Byte.SIZE)
        {
            bytes[length++] = printable((char)(rest & 0xFF));
        }
        bytes[length++] = SOH;
        return this;
    }

    /**
     * UTCTimestamp with nanoseconds.
     *
     * @param tag of the field.
     * @param epochNs nanoseconds since the Unix epoch.
     * @return this.
     */
    public FixWriter timestamp(final int tag, final long epochNs)
    {
        tag(tag, FIELD_LENGTH);
        length += utc.write(bytes, length, epochNs);
        bytes[length++] = SOH;
        return this;
    }

    private void ensure(final int needed)
    {
        if (length + needed > bytes.length)
        {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + needed));
        }
    }

    private void tag(final int tag, final int needed)
    {
        ensure(needed);
        endForeign();
        if (tag > LAST_OF_FIX_44 || RPT_SEQ == tag)
        {
            beginForeign(length);
        }
        decimal(tag, 0);
        bytes[length++] = '=';
    }

    private void scaled(final long value, final long scale, final int decimals)
    {
        final long whole = value / scale;
        if (value < 0 && 0 == whole)
        {
            bytes[length++] = '-';
        }
        decimal(whole, 0);
        final long fraction = Math.abs(value % scale);
        if (0 != fraction)
        {
            bytes[length++] = '.';
            decimal(fraction, decimals);
            while ('0' == bytes[length - 1])
            {
                length--;
            }
        }
    }

    /** Writes a number with at least so many digits. */
    private void decimal(final long value, final int minDigits)
    {
        if (value < 0)
        {
            bytes[length++] = '-';
        }
        int count = 0;
        long rest = value;
        while (0 != rest || 0 == count || count < minDigits)
        {
            digits[count++] = (byte)('0' + Math.abs(rest % 10));
            rest /= 10;
        }
        while (count > 0)
        {
            bytes[length++] = digits[--count];
        }
    }

    private static byte printable(final char c)
    {
        return c >= ' ' && c <= '~' ? (byte)c : (byte)'?';
    }
}
