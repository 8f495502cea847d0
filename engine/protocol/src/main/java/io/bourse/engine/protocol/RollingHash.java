// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import java.nio.ByteOrder;

import org.agrona.DirectBuffer;

/**
 * The hash that runs through the event stream ({@code EventGroup.rollingHash}). A follower of the stream can
 * compute it from the frames alone and compare: a difference means other events.
 */
public final class RollingHash
{
    /** Value before the first event. */
    public static final long INITIAL = 0xCBF2_9CE4_8422_2325L;
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private RollingHash()
    {
    }

    /**
     * Adds one value.
     *
     * @param hash so far.
     * @param value to add.
     * @return hash including the value.
     */
    public static long update(final long hash, final long value)
    {
        final long mixed = (hash ^ value) * MULTIPLIER;
        return mixed ^ (mixed >>> 32);
    }

    /**
     * Adds a run of bytes; for the event stream these are all events of one frame, from the message header of the
     * first event to the end of the frame. The length is part of the hash.
     *
     * @param hash so far.
     * @param buffer that holds the bytes.
     * @param offset of the first byte.
     * @param length in bytes.
     * @return hash including the bytes.
     */
    public static long update(final long hash, final DirectBuffer buffer, final int offset, final int length)
    {
        final int end = offset + length;
        long result = hash;
        int position = offset;
        for (; position + Long.BYTES <= end; position += Long.BYTES)
        {
            result = update(result, buffer.getLong(position, ByteOrder.LITTLE_ENDIAN));
        }
        long tail = 0;
        for (int shift = 0; position < end; position++)
        {
            tail |= (buffer.getByte(position) & 0xFFL) << shift;
            shift += Byte.SIZE;
        }
        return update(update(result, tail), length);
    }
}
