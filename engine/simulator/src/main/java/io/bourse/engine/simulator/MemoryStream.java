// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.bourse.engine.host.recording.FramePublication;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * A recorded publication in memory, frame for frame as Aeron lays it out: headers, padding at the end of a term, a
 * recorded position that lags behind. A crash takes away what is not recorded.
 */
final class MemoryStream implements FramePublication
{
    private static final int INITIAL_CAPACITY = 64 * 1024;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[INITIAL_CAPACITY]);
    private final int termLength;
    private BooleanSupplier isBackPressured = () -> false;
    private int end;
    private int recorded;

    /**
     * An empty stream.
     *
     * @param termLength in bytes, a power of two.
     */
    MemoryStream(final int termLength)
    {
        this.termLength = termLength;
    }

    /** Asked at every claim whether the stream takes no more for the moment. */
    void backPressure(final BooleanSupplier isBackPressured)
    {
        this.isBackPressured = isBackPressured;
    }

    @Override
    public long tryClaim(final int length, final BufferClaim claim)
    {
        if (isBackPressured.getAsBoolean())
        {
            return Publication.BACK_PRESSURED;
        }
        final int frameLength = length + DataHeaderFlyweight.HEADER_LENGTH;
        final int alignedLength = BitUtil.align(frameLength, FrameDescriptor.FRAME_ALIGNMENT);
        final int left = termLength - (end & termLength - 1);
        if (alignedLength > left)
        {
            header(left, HeaderFlyweight.HDR_TYPE_PAD);
            buffer.putInt(end, left, ORDER);
            end += left;
            return Publication.ADMIN_ACTION;
        }
        header(alignedLength, HeaderFlyweight.HDR_TYPE_DATA);
        claim.wrap(buffer, end, frameLength);
        end += alignedLength;
        return end;
    }

    private void header(final int length, final int type)
    {
        if (end + length > buffer.capacity())
        {
            buffer.wrap(Arrays.copyOf(buffer.byteArray(), 2 * buffer.capacity()));
        }
        buffer.setMemory(end, length, (byte)0);
        buffer.putByte(end + HeaderFlyweight.FLAGS_FIELD_OFFSET, FrameDescriptor.UNFRAGMENTED);
        buffer.putShort(end + HeaderFlyweight.TYPE_FIELD_OFFSET, (short)type, ORDER);
        buffer.putInt(end + DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET, end & termLength - 1, ORDER);
        buffer.putInt(end + DataHeaderFlyweight.TERM_ID_FIELD_OFFSET, end / termLength, ORDER);
    }

    @Override
    public long position()
    {
        return end;
    }

    /** How much of it a crash leaves. */
    int recordedPosition()
    {
        return recorded;
    }

    /**
     * Records more.
     *
     * @param frames how many, at most.
     */
    void record(final int frames)
    {
        for (int i = 0; i < frames && recorded < end; i++)
        {
            recorded = frameEnd(recorded);
        }
    }

    void recordAll()
    {
        recorded = end;
    }

    /**
     * What a crash leaves: everything recorded, and by chance some of what comes next. What is left is recorded.
     *
     * @param frames that are left beyond the recorded ones, at most.
     * @return bytes that are lost.
     */
    int crash(final int frames)
    {
        record(frames);
        final int lost = end - recorded;
        end = recorded;
        return lost;
    }

    /** A stream that is lost up to its beginning, or loses what was recorded already. */
    void truncate(final int position)
    {
        end = position;
        recorded = Math.min(recorded, position);
    }

    /** Where the frame that begins at a position ends. */
    int frameEnd(final int position)
    {
        return position + BitUtil.align(buffer.getInt(position, ORDER), FrameDescriptor.FRAME_ALIGNMENT);
    }

    boolean isPadding(final int position)
    {
        return HeaderFlyweight.HDR_TYPE_PAD ==
            (buffer.getShort(position + HeaderFlyweight.TYPE_FIELD_OFFSET, ORDER) & 0xFFFF);
    }

    int payloadLength(final int position)
    {
        return buffer.getInt(position, ORDER) - DataHeaderFlyweight.HEADER_LENGTH;
    }

    /** Hands the frame that begins at a position over, as an image would, unless it is padding. */
    boolean deliver(final int position, final Header header, final FragmentHandler handler)
    {
        if (isPadding(position))
        {
            return false;
        }
        header.buffer(buffer);
        header.offset(position);
        handler.onFragment(buffer, position + DataHeaderFlyweight.HEADER_LENGTH, payloadLength(position), header);
        return true;
    }

    UnsafeBuffer buffer()
    {
        return buffer;
    }

    int termLength()
    {
        return termLength;
    }

    /** Beginning of the last frame before a position. */
    int frameBefore(final int position)
    {
        int begin = 0;
        while (begin < position && frameEnd(begin) < position)
        {
            begin = frameEnd(begin);
        }
        return begin;
    }

    /**
     * Compares payloads and places of all frames; what is in the reserved value of a header does not count.
     *
     * @return where the streams begin to differ, the shorter one's end when it is the beginning of the other, or -1
     *     when they are the same.
     */
    int firstDifference(final MemoryStream other)
    {
        int position = 0;
        while (position < end && position < other.end)
        {
            if (!isSameFrame(other, position))
            {
                return position;
            }
            position = frameEnd(position);
        }
        return end == other.end ? -1 : position;
    }

    private boolean isSameFrame(final MemoryStream other, final int position)
    {
        final int frameLength = buffer.getInt(position, ORDER);
        if (frameLength != other.buffer.getInt(position, ORDER) || isPadding(position) != other.isPadding(position))
        {
            return false;
        }
        final int payload = position + DataHeaderFlyweight.HEADER_LENGTH;
        final int payloadEnd = position + frameLength;
        return isPadding(position) ||
            Arrays.equals(buffer.byteArray(), payload, payloadEnd, other.buffer.byteArray(), payload, payloadEnd);
    }
}
