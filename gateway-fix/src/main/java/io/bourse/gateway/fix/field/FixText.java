// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.field;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.gateway.fix.wire.FixReader;
import org.agrona.DirectBuffer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A short text in bytes that are reused: names of orders and requests, without a String for each.
 */
public final class FixText
{
    private static final int INITIAL_CAPACITY = 32;
    private static final int DIGITS_OF_LONG = 20;
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Clients choose the texts: a secret of the process keeps them from choosing such as have one hash. */
    private static final long SEED = new SecureRandom().nextLong();
    private static final long FACTOR = new SecureRandom().nextLong() | 1;

    private byte[] bytes = new byte[INITIAL_CAPACITY];
    private int length;

    public byte[] bytes()
    {
        return bytes;
    }

    public int length()
    {
        return length;
    }

    public boolean isEmpty()
    {
        return 0 == length;
    }

    public FixText clear()
    {
        length = 0;
        return this;
    }

    public FixText set(final byte[] source, final int offset, final int count)
    {
        ensure(count);
        System.arraycopy(source, offset, bytes, 0, count);
        length = count;
        return this;
    }

    public FixText set(final FixText other)
    {
        return set(other.bytes, 0, other.length);
    }

    public FixText set(final DirectBuffer source, final int offset, final int count)
    {
        ensure(count);
        source.getBytes(offset, bytes, 0, count);
        length = count;
        return this;
    }

    /** The value of a field; empty for none. */
    public FixText set(final FixReader message, final int index)
    {
        return FixReader.NONE == index ? clear() : set(message.bytes(), message.offset(index), message.length(index));
    }

    public FixText set(final String text)
    {
        final byte[] source = text.getBytes(StandardCharsets.US_ASCII);
        return set(source, 0, source.length);
    }

    /** The decimal digits of a number without sign. */
    public FixText setUnsigned(final long value)
    {
        return clear().appendUnsigned(value);
    }

    FixText append(final char c)
    {
        ensure(length + 1);
        bytes[length++] = (byte)c;
        return this;
    }

    FixText appendUnsigned(final long value)
    {
        ensure(length + DIGITS_OF_LONG);
        int count = 1;
        for (long rest = Long.divideUnsigned(value, 10); 0 != rest; rest /= 10)
        {
            count++;
        }
        long rest = value;
        for (int i = length + count - 1; i >= length; i--)
        {
            final long next = Long.divideUnsigned(rest, 10);
            bytes[i] = (byte)('0' + (rest - next * 10));
            rest = next;
        }
        length += count;
        return this;
    }

    public boolean isEqual(final FixText other)
    {
        return isEqual(other.bytes, 0, other.length);
    }

    public boolean isEqual(final byte[] other, final int offset, final int count)
    {
        return count == length && Arrays.equals(bytes, 0, length, other, offset, offset + count);
    }

    /** Another in every process. */
    public long hash(final int salt)
    {
        return hash(salt, SEED, FACTOR);
    }

    @Override
    public int hashCode()
    {
        return Long.hashCode(hash(0));
    }

    /** Under another secret: a seed, and a factor that is odd. */
    public long hash(final int salt, final long seed, final long factor)
    {
        long hash = mix(seed ^ length ^ (long)salt << Integer.SIZE, factor);
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES)
        {
            hash = mix(hash ^ (long)WORDS.get(bytes, i), factor);
        }
        long rest = 0;
        for (; i < length; i++)
        {
            rest = rest << Byte.SIZE | bytes[i] & 0xFF;
        }
        return mix(mix(hash ^ rest, factor) ^ seed, factor);
    }

    private static long mix(final long value, final long factor)
    {
        return Math.multiplyHigh(value, factor) ^ value * factor;
    }

    /** Writes or reads it. */
    public void state(final CheckpointState state)
    {
        length = state.count(length);
        ensure(length + Long.BYTES - 1);
        for (int i = 0; i < length; i += Long.BYTES)
        {
            WORDS.set(bytes, i, state.number((long)WORDS.get(bytes, i)));
        }
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof FixText text && isEqual(text);
    }

    @Override
    public String toString()
    {
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }

    private void ensure(final int capacity)
    {
        if (capacity > bytes.length)
        {
            bytes = Arrays.copyOf(bytes, Math.max(capacity, 2 * bytes.length));
        }
    }
}
