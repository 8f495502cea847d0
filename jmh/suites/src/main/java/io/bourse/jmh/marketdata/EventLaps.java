// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.marketdata;

import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import io.aeron.logbuffer.LogBufferDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import io.bourse.engine.client.FrameSource;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.FrameFlagsDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.PublicationStamp;
import io.bourse.jmh.loadtest.ring.BareCore;
import io.bourse.jmh.loadtest.ring.FlowRecorder;
import io.bourse.jmh.loadtest.ring.FlowSpread;
import io.bourse.jmh.loadtest.ring.VenueShape;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

/**
 * The event stream of a {@link FlowRecorder}'s flow as the archive would give it: first the history of a venue that has
 * opened and has resting orders, then the flow, in laps without end. A lap leaves the books as it
 * found them. Frame numbers, engine time and positions go on from lap to lap. History and every lap are a term each.
 */
final class EventLaps implements FrameSource
{
    private static final int BEGIN = DataHeaderFlyweight.HEADER_LENGTH;
    private static final int GROUP = BEGIN + MessageHeaderDecoder.ENCODED_LENGTH;
    private static final int SEQUENCE_OFFSET = GROUP + EventGroupDecoder.frameSequenceEncodingOffset();
    private static final int TIME_OFFSET = GROUP + EventGroupDecoder.engineTimeNsEncodingOffset();
    private static final int FLAGS_OFFSET = GROUP + EventGroupDecoder.flagsEncodingOffset();

    private final FrameFlagsDecoder flags = new FrameFlagsDecoder();
    private final UnsafeBuffer history;
    private final UnsafeBuffer lap;
    private final Header header;
    private final int termLength;
    private final int framesPerLap;
    private final long lapNs;
    private UnsafeBuffer term;
    private int position;
    private int termId;
    private int pollLimit = Integer.MAX_VALUE;

    private EventLaps(final Recorder historyRecorder, final Recorder lapRecorder)
    {
        history = historyRecorder.buffer();
        lap = lapRecorder.buffer();
        term = history;
        framesPerLap = lapRecorder.frames;
        lapNs = lapRecorder.lastNs - historyRecorder.lastNs;
        termLength = BitUtil.findNextPositivePowerOfTwo(
            Math.max(LogBufferDescriptor.TERM_MIN_LENGTH, Math.max(history.capacity(), lap.capacity())));
        header = new Header(0, LogBufferDescriptor.positionBitsToShift(termLength));
    }

    /**
     * Records a flow in the small venue.
     *
     * @param commands of a lap; the cancels that end it come on top.
     * @param seed of the flow.
     * @return events, at the beginning of the history.
     */
    public static EventLaps record(final int commands, final long seed)
    {
        final BareCore engine = new BareCore();
        final Recorder history = new Recorder();
        engine.framesTo(history::onFrame);
        final FlowRecorder recorder = new FlowRecorder(VenueShape.SMALL, FlowSpread.SKEWED, engine, seed);
        for (int account = 0; account < VenueShape.SMALL.accounts(); account++)
        {
            recorder.loader().allow(account);
        }
        recorder.placeRestingOrders();
        final Recorder lap = new Recorder();
        engine.framesTo(lap::onFrame);
        recorder.record(commands);
        return new EventLaps(history, lap);
    }

    /**
     * Says of every transaction of the laps whether the engine had the next command in hand.
     *
     * @param transactions of which the last has nothing after it; 1: none ever has, 0: all have.
     */
    public void bursts(final int transactions)
    {
        int index = 0;
        for (int at = 0; at < lap.capacity(); at = next(lap, at))
        {
            final boolean isMoreWaiting = 0 == transactions || 0 != (index + 1) % transactions;
            lap.putLong(at + DataHeaderFlyweight.RESERVED_VALUE_OFFSET,
                PublicationStamp.of(lap.getLong(at + TIME_OFFSET, LITTLE_ENDIAN), isMoreWaiting), LITTLE_ENDIAN);
            index += isEnd(lap, at) ? 1 : 0;
        }
    }

    /**
     * Gives at most so many frames in one poll.
     *
     * @param frames at least 1.
     */
    public void pollLimit(final int frames)
    {
        pollLimit = frames;
    }

    /**
     * Where the history ends.
     *
     * @return position of the stream.
     */
    public long historyEnd()
    {
        return history.capacity();
    }

    /**
     * Up to where the stream was given.
     *
     * @return position after the last frame.
     */
    public long position()
    {
        return LogBufferDescriptor.computePosition(
            termId, position, LogBufferDescriptor.positionBitsToShift(termLength), 0);
    }

    /**
     * Laps that were given whole.
     *
     * @return count.
     */
    public int laps()
    {
        return term == history ? 0 : position == term.capacity() ? termId : termId - 1;
    }

    /** Never goes over the end of the history or of a lap: what is after it comes in the next poll. */
    @Override
    public void poll(final FragmentHandler handler, final int frameLimit)
    {
        if (position == term.capacity())
        {
            nextTerm();
        }
        final int limit = Math.min(frameLimit, pollLimit);
        header.buffer(term);
        for (int i = 0; i < limit && position < term.capacity(); i++)
        {
            if (1 < termId)
            {
                renew();
            }
            term.putInt(position + DataHeaderFlyweight.TERM_ID_FIELD_OFFSET, termId, LITTLE_ENDIAN);
            header.offset(position);
            final int length = header.frameLength();
            final int offset = position + BEGIN;
            position = next(term, position);
            handler.onFragment(term, offset, length - BEGIN, header);
        }
    }

    private void nextTerm()
    {
        term = lap;
        termId++;
        position = 0;
    }

    /** What was renewed in the lap before is renewed again. */
    private void renew()
    {
        term.putLong(position + SEQUENCE_OFFSET,
            term.getLong(position + SEQUENCE_OFFSET, LITTLE_ENDIAN) + framesPerLap, LITTLE_ENDIAN);
        term.putLong(position + TIME_OFFSET,
            term.getLong(position + TIME_OFFSET, LITTLE_ENDIAN) + lapNs, LITTLE_ENDIAN);
    }

    private static int next(final UnsafeBuffer buffer, final int at)
    {
        return at + BitUtil.align(
            buffer.getInt(at + DataHeaderFlyweight.FRAME_LENGTH_FIELD_OFFSET, LITTLE_ENDIAN),
            FrameDescriptor.FRAME_ALIGNMENT);
    }

    private boolean isEnd(final UnsafeBuffer buffer, final int at)
    {
        return flags.wrap(buffer, at + FLAGS_OFFSET).end();
    }

    @Override
    public Exception failure()
    {
        return null;
    }

    @Override
    public void close()
    {
    }

    /** Lays frames into a term. */
    private static final class Recorder
    {
        private static final int INITIAL_CAPACITY = 16 * 1024 * 1024;

        private final ExpandableArrayBuffer frameBuffer = new ExpandableArrayBuffer(INITIAL_CAPACITY);
        private int end;
        private int frames;
        private long lastNs;

        void onFrame(final long frameSequence, final DirectBuffer buffer, final int offset, final int length)
        {
            final int frameLength = DataHeaderFlyweight.HEADER_LENGTH + length;
            frameBuffer.putInt(end + DataHeaderFlyweight.FRAME_LENGTH_FIELD_OFFSET, frameLength, LITTLE_ENDIAN);
            frameBuffer.putByte(
                end + DataHeaderFlyweight.FLAGS_FIELD_OFFSET, (byte)DataHeaderFlyweight.BEGIN_AND_END_FLAGS);
            frameBuffer.putShort(end + DataHeaderFlyweight.TYPE_FIELD_OFFSET,
                (short)DataHeaderFlyweight.HDR_TYPE_DATA, LITTLE_ENDIAN);
            frameBuffer.putInt(end + DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET, end, LITTLE_ENDIAN);
            frameBuffer.putBytes(end + BEGIN, buffer, offset, length);
            lastNs = frameBuffer.getLong(end + TIME_OFFSET, LITTLE_ENDIAN);
            frameBuffer.putLong(end + DataHeaderFlyweight.RESERVED_VALUE_OFFSET, lastNs, LITTLE_ENDIAN);
            end += BitUtil.align(frameLength, FrameDescriptor.FRAME_ALIGNMENT);
            frames++;
        }

        /** What was recorded, outside the heap as the archive's pages are. */
        UnsafeBuffer buffer()
        {
            final UnsafeBuffer whole = new UnsafeBuffer(ByteBuffer.allocateDirect(end));
            whole.putBytes(0, frameBuffer, 0, end);
            return whole;
        }
    }
}
