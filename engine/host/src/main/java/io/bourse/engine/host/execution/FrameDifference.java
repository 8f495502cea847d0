// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.host.recording.EventFrames;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.EventGroupEncoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.SnapshotDueDecoder;
import io.bourse.engine.protocol.SnapshotDueEncoder;
import io.bourse.engine.protocol.StateReportedDecoder;
import io.bourse.engine.protocol.StateReportedEncoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;

/**
 * Explains why a frame that was replayed may differ from the one that was recorded. The events hold hashes over
 * the state and the version of their format, so history can be replayed only by a program that hashes and writes the
 * same: this names that case, which is no damage.
 */
final class FrameDifference
{
    private FrameDifference()
    {
    }

    /**
     * Compares two frames that differ.
     *
     * @param replayed buffer of the frame that the core gave.
     * @param replayedOffset of that frame.
     * @param recorded buffer of the frame that was recorded.
     * @param recordedOffset of that frame.
     * @param length of the replayed frame.
     * @param recordedLength of the recorded frame.
     * @return a phrase that begins with a blank; empty when the frames are of other things that happened.
     */
    static String explain(
        final DirectBuffer replayed,
        final int replayedOffset,
        final DirectBuffer recorded,
        final int recordedOffset,
        final int length,
        final int recordedLength)
    {
        final int least = MessageHeaderDecoder.ENCODED_LENGTH + EventGroupDecoder.BLOCK_LENGTH;
        if (recordedLength < least || length < least)
        {
            return "";
        }
        final int version = new MessageHeaderDecoder().wrap(replayed, replayedOffset).version();
        final int recordedVersion = new MessageHeaderDecoder().wrap(recorded, recordedOffset).version();
        if (version != recordedVersion)
        {
            return " recordedVersion=" + recordedVersion + " version=" + version + ": another version of this program" +
                " wrote these events, and only that one can replay them; a start of this one needs a snapshot after" +
                " which nothing is journalled";
        }
        return length == recordedLength && firstDifference(
            withoutStateHashes(replayed, replayedOffset, length),
            withoutStateHashes(recorded, recordedOffset, length)) < 0 ?
            " onlyStateHashDiffers=true: all that happened is the same, but not the hash over the state; either this" +
            " program hashes other things than the one that wrote the events, and only that one can replay them, or" +
            " something is in the state that no event shows" : "";
    }

    private static int firstDifference(final UnsafeBuffer one, final UnsafeBuffer other)
    {
        return EventFrameGate.firstDifference(one, 0, other, 0, one.capacity());
    }

    private static UnsafeBuffer withoutStateHashes(final DirectBuffer buffer, final int offset, final int length)
    {
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[length]);
        copy.putBytes(0, buffer, offset, length);
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        final EventGroupDecoder frame = new EventGroupDecoder();
        frame.wrapAndApplyHeader(copy, 0, header);
        final int eventCount = frame.eventCount();
        int at = EventFrames.firstEventOffset(frame, 0);
        // It runs over the events, so over their state hashes too.
        blank(copy, MessageHeaderDecoder.ENCODED_LENGTH + EventGroupEncoder.rollingHashEncodingOffset());
        for (int i = 0; i < eventCount && at + MessageHeaderDecoder.ENCODED_LENGTH <= length; i++)
        {
            header.wrap(copy, at);
            at += MessageHeaderDecoder.ENCODED_LENGTH;
            if (SnapshotDueDecoder.TEMPLATE_ID == header.templateId())
            {
                blank(copy, at + SnapshotDueEncoder.stateHashEncodingOffset());
            }
            else if (StateReportedDecoder.TEMPLATE_ID == header.templateId())
            {
                blank(copy, at + StateReportedEncoder.stateHashEncodingOffset());
            }
            at += header.blockLength();
        }
        return copy;
    }

    private static void blank(final UnsafeBuffer buffer, final int offset)
    {
        if (offset + Long.BYTES <= buffer.capacity())
        {
            buffer.putLong(offset, 0, ByteOrder.LITTLE_ENDIAN);
        }
    }
}
