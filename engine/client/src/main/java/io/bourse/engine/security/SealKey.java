// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import io.bourse.engine.protocol.CommandForm;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Key of one session with a cluster, and the seal of its commands: SipHash-2-4. Aeron takes a message of any sender
 * that names an open session, so each message says with its seal that the owner of the session sent it.
 *
 * @param first half.
 * @param second half.
 */
public record SealKey(long first, long second)
{
    /**
     * Where the seal stands in a command: in the field for the time stamp, which the log of a cluster keeps in a place
     * of its own. The seal makes no command longer.
     */
    public static final int SEAL_OFFSET = CommandForm.STAMPED_NS_OFFSET;
    static final int NO_SEAL = -1;

    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    /** The key of a session of several principals; it cannot be computed without the secret of each. */
    SealKey with(final SealKey other)
    {
        return null == other ? this : new SealKey(first ^ other.first, second ^ other.second);
    }

    static SealKey of(final byte[] bytes)
    {
        final ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ORDER);
        return new SealKey(buffer.getLong(), buffer.getLong());
    }

    /**
     * Seal of a command.
     *
     * @param buffer that holds it.
     * @param offset of its message header.
     * @param length in bytes.
     * @return seal; what stands at {@link #SEAL_OFFSET} does not matter.
     */
    public long seal(final DirectBuffer buffer, final int offset, final int length)
    {
        return hash(buffer, offset, length, SEAL_OFFSET);
    }

    /**
     * Writes the seal of a command into it.
     *
     * @param buffer that holds it.
     * @param offset of its message header.
     * @param length in bytes.
     */
    public void write(final MutableDirectBuffer buffer, final int offset, final int length)
    {
        buffer.putLong(offset + SEAL_OFFSET, seal(buffer, offset, length), ORDER);
    }

    /** SipHash of bytes, with zeros for the word that the seal will take, a multiple of 8 or {@link #NO_SEAL}. */
    long hash(final DirectBuffer buffer, final int offset, final int length, final int sealOffset)
    {
        long v0 = first ^ 0x736f_6d65_7073_6575L;
        long v1 = second ^ 0x646f_7261_6e64_6f6dL;
        long v2 = first ^ 0x6c79_6765_6e65_7261L;
        long v3 = second ^ 0x7465_6462_7974_6573L;
        final int whole = length & -Long.BYTES;
        long last = (long)length << 56;
        for (int i = whole; i < length; i++)
        {
            last |= (buffer.getByte(offset + i) & 0xFFL) << (i - whole) * Byte.SIZE;
        }
        // Two rounds for each word of the message, written out: this is done twice for every command of a cluster.
        for (int i = 0; i < whole; i += Long.BYTES)
        {
            final long m = sealOffset == i ? 0 : buffer.getLong(offset + i, ORDER);
            v3 ^= m;
            v0 += v1;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v3;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 += v3;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v2 = Long.rotateLeft(v2, 32);
            v0 += v1;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v3;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 += v3;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v2 = Long.rotateLeft(v2, 32);
            v0 ^= m;
        }
        // Two for the last word, and twice two at the end.
        v3 ^= last;
        for (int round = 0; round < 6; round++)
        {
            if (2 == round)
            {
                v0 ^= last;
                v2 ^= 0xFF;
            }
            v0 += v1;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v3;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 += v3;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v2 = Long.rotateLeft(v2, 32);
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    @Override
    public String toString()
    {
        return "SealKey";
    }
}
