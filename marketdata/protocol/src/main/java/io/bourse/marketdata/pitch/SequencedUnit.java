// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The block that everything travels in, by datagram and by TCP (PITCH E.1):
 * <pre>
 *  0  HdrLength    uint16  whole block with this header
 *  2  HdrCount     uint8   messages in it, 0 for a heartbeat
 *  3  HdrUnit      uint8   1 to 255, 0 for what is not of a unit
 *  4  HdrSequence  uint32  number of the first message; in a heartbeat that of the next to be sent; 0 if not numbered
 * </pre>
 * Numbers on the wire are the lowest 32 bits of a long that never wraps; see {@link #expand}.
 */
public final class SequencedUnit
{
    public static final int HEADER_LENGTH = 8;

    /** Most messages in one block. */
    public static final int MAX_COUNT = 255;

    /** {@link #check}: the block is whole and its messages fill it. */
    public static final int WHOLE = 0;

    /** {@link #check}: more bytes are needed. */
    public static final int INCOMPLETE = 1;

    /** {@link #check}: header and messages contradict each other. */
    public static final int MALFORMED = 2;

    private SequencedUnit()
    {
    }

    /**
     * Writes a header.
     *
     * @param buffer to write to.
     * @param offset of the block.
     * @param length of the whole block, bytes.
     * @param count of messages, 0 to 255.
     * @param unit 0 to 255.
     * @param sequence of the first message; its lowest 32 bits are sent.
     */
    public static void putHeader(
        final MutableDirectBuffer buffer,
        final int offset,
        final int length,
        final int count,
        final int unit,
        final long sequence)
    {
        buffer.putShort(offset, (short)length, LITTLE_ENDIAN);
        buffer.putByte(offset + 2, (byte)count);
        buffer.putByte(offset + 3, (byte)unit);
        buffer.putInt(offset + 4, (int)sequence, LITTLE_ENDIAN);
    }

    /**
     * Length of the whole block.
     *
     * @param buffer to read.
     * @param offset of the block.
     * @return bytes.
     */
    public static int length(final DirectBuffer buffer, final int offset)
    {
        return buffer.getShort(offset, LITTLE_ENDIAN) & 0xFFFF;
    }

    /**
     * Number of messages.
     *
     * @param buffer to read.
     * @param offset of the block.
     * @return 0 to 255.
     */
    public static int count(final DirectBuffer buffer, final int offset)
    {
        return buffer.getByte(offset + 2) & 0xFF;
    }

    /**
     * The unit.
     *
     * @param buffer to read.
     * @param offset of the block.
     * @return 0 to 255.
     */
    public static int unit(final DirectBuffer buffer, final int offset)
    {
        return buffer.getByte(offset + 3) & 0xFF;
    }

    /**
     * Number of the first message as on the wire.
     *
     * @param buffer to read.
     * @param offset of the block.
     * @return 0 to 4294967295.
     */
    public static long sequence(final DirectBuffer buffer, final int offset)
    {
        return buffer.getInt(offset + 4, LITTLE_ENDIAN) & 0xFFFF_FFFFL;
    }

    /**
     * The full number that is nearest to an expected one and has these lowest 32 bits.
     *
     * @param sequence as on the wire.
     * @param near a full number not farther than 2^31 from the one looked for.
     * @return full number; below 0 only if near is too small.
     */
    public static long expand(final long sequence, final long near)
    {
        return near + (int)(sequence - near);
    }

    /**
     * Looks whether a block is there as a whole and whether its messages are what its header says.
     *
     * @param buffer to read.
     * @param offset of the block.
     * @param available bytes from there on.
     * @return {@link #WHOLE}, {@link #INCOMPLETE} or {@link #MALFORMED}.
     */
    public static int check(final DirectBuffer buffer, final int offset, final int available)
    {
        if (available < HEADER_LENGTH)
        {
            return INCOMPLETE;
        }
        final int length = length(buffer, offset);
        if (length < HEADER_LENGTH)
        {
            return MALFORMED;
        }
        if (length > available)
        {
            return INCOMPLETE;
        }
        final int limit = offset + length;
        int position = offset + HEADER_LENGTH;
        for (int i = count(buffer, offset); 0 < i; i--)
        {
            if (limit - position < 2)
            {
                return MALFORMED;
            }
            final int messageLength = buffer.getByte(position) & 0xFF;
            final int type = buffer.getByte(position + 1) & 0xFF;
            if (messageLength < Math.max(2, PitchMessages.lengthOf(type)) || messageLength > limit - position)
            {
                return MALFORMED;
            }
            position += messageLength;
        }
        return WHOLE;
    }
}
