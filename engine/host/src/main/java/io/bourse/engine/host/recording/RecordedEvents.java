// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.file.Path;

/**
 * A copy of an event recording, looked at while no archive runs on it.
 *
 * @param archiveDir where it is.
 * @param recordingId in the catalog.
 * @param termLength of the stream, in bytes.
 * @param partition of the frames, 0 when there is none.
 * @param startPosition of the first byte that is kept.
 * @param endPosition after the last good frame.
 * @param firstFrameSequence of the first frame, 0 when there is none.
 * @param lastFrameSequence of the last frame, 0 when there is none.
 * @param lastCommandPosition log position of the command of the last frame, 0 when there is none.
 */
public record RecordedEvents(
    Path archiveDir,
    long recordingId,
    int termLength,
    int partition,
    long startPosition,
    long endPosition,
    long firstFrameSequence,
    long lastFrameSequence,
    long lastCommandPosition)
{
    private static final String NAME = "event stream";

    /**
     * Reads all of a recording and cuts a torn tail off. Where it was closed it may go on, as when the disk was full:
     * the contents of a copy are what counts, not its catalog.
     *
     * @param archiveDir of an archive that does not run.
     * @return what is recorded, or null when there is no event recording.
     * @throws JournalDamagedException when it is damaged in a way that cannot be repaired by rule.
     */
    public static RecordedEvents repair(final Path archiveDir)
    {
        final RecordedStream stream = RecordedStream.find(archiveDir, NAME, EngineStreams.EVENTS_STREAM_ID);
        if (null == stream)
        {
            return null;
        }
        JournalInspector.repair(JournalInspector.inspectOpen(stream, true));
        return upTo(archiveDir, Long.MAX_VALUE);
    }

    /**
     * What there is of the commands up to a log position. Nothing is changed.
     *
     * @param archiveDir of an archive that does not run; its event recording must be whole.
     * @param logPosition after the last command that counts.
     * @return that part of the recording.
     */
    public static RecordedEvents upTo(final Path archiveDir, final long logPosition)
    {
        final RecordedStream stream = RecordedStream.find(archiveDir, NAME, EngineStreams.EVENTS_STREAM_ID);
        final EventGroupDecoder frame = new EventGroupDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        long endPosition = stream.startPosition();
        long firstFrameSequence = 0;
        long lastFrameSequence = 0;
        long lastCommandPosition = 0;
        int partition = 0;
        try (RecordingWalker walker = new RecordingWalker(
            stream, stream.isStopped() ? stream.stopPosition() : Long.MAX_VALUE))
        {
            while (walker.nextData())
            {
                frame.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header);
                if (frame.commandPosition() > logPosition)
                {
                    break;
                }
                firstFrameSequence = 0 == firstFrameSequence ? frame.frameSequence() : firstFrameSequence;
                lastFrameSequence = frame.frameSequence();
                lastCommandPosition = frame.commandPosition();
                partition = frame.partition();
                endPosition = walker.position();
            }
        }
        return new RecordedEvents(archiveDir, stream.recordingId(), stream.termLength(), partition,
            stream.startPosition(), endPosition, firstFrameSequence, lastFrameSequence, lastCommandPosition);
    }

    /**
     * Finds where a recording may begin when everything after a frame is to be kept. Of every segment file only the
     * first frame is read, and an archive may run.
     *
     * @param stream of events.
     * @param frameSequence of a frame that is recorded.
     * @return beginning of the last segment file before which there is nothing after that frame.
     */
    public static long segmentAfter(final RecordedStream stream, final long frameSequence)
    {
        final EventGroupDecoder group = new EventGroupDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        long start = stream.startPosition();
        for (long base = stream.segmentBase(start) + stream.segmentLength(); base <= stream.lastSegmentBase();
            base += stream.segmentLength())
        {
            try (RecordingWalker walker = new RecordingWalker(stream, base, base + stream.segmentLength()))
            {
                if (!walker.nextData() || group.wrapAndApplyHeader(
                    walker.buffer(), walker.payloadOffset(), header).frameSequence() > frameSequence + 1)
                {
                    break;
                }
                start = base;
            }
        }
        return start;
    }

    /**
     * Compares the hash over all events up to a frame with what is recorded. At most one segment file is read, and an
     * archive may run.
     *
     * @param stream of events.
     * @param frameSequence of the frame.
     * @param rollingHash that it should carry.
     * @return what contradicts it; null when nothing does, and when the frame was purged.
     */
    static String contradiction(final RecordedStream stream, final long frameSequence, final long rollingHash)
    {
        final EventGroupDecoder group = new EventGroupDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        long lastFrameSequence = 0;
        long recordedHash = 0;
        try (RecordingWalker walker =
            new RecordingWalker(stream, segmentAfter(stream, frameSequence - 1), Long.MAX_VALUE))
        {
            while (lastFrameSequence < frameSequence && walker.nextData())
            {
                group.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header);
                lastFrameSequence = group.frameSequence();
                recordedHash = group.rollingHash();
            }
        }
        if (lastFrameSequence < frameSequence)
        {
            return "the events end before it: recordedFrameSequence=" + lastFrameSequence + " frameSequence=" +
                frameSequence;
        }
        return lastFrameSequence > frameSequence || rollingHash == recordedHash ? null :
            "recordedRollingHash=" + Long.toHexString(recordedHash) + " rollingHash=" +
            Long.toHexString(rollingHash) + " frameSequence=" + frameSequence;
    }

    /**
     * A recorded frame.
     *
     * @param beginPosition of its header.
     * @param endPosition after it.
     * @param frameSequence that it carries.
     * @param payload after its header.
     */
    public record Frame(long beginPosition, long endPosition, long frameSequence, byte[] payload)
    {
    }

    /**
     * Looks up the last frame before a position. Only the term that holds it is read, and an archive may run.
     *
     * @param archiveDir of the recording.
     * @param position up to which frames are recorded; a frame ends there.
     * @return the frame; null when there is none.
     */
    public static Frame lastFrame(final Path archiveDir, final long position)
    {
        final RecordedStream stream = RecordedStream.find(archiveDir, NAME, EngineStreams.EVENTS_STREAM_ID);
        return null == stream ? null : lastFrame(stream, position);
    }

    static Frame lastFrame(final RecordedStream stream, final long position)
    {
        if (position <= stream.startPosition())
        {
            return null;
        }
        // A term begins with a frame, and ends with padding at most as long as one.
        final long termPosition = (position - 1) / stream.termLength() * stream.termLength();
        try (RecordingWalker walker =
            new RecordingWalker(stream, Math.max(stream.startPosition(), termPosition), position))
        {
            long beginPosition = walker.position();
            long dataBegin = beginPosition;
            long dataEnd = -1;
            while (walker.next())
            {
                if (!walker.isPadding())
                {
                    dataBegin = beginPosition;
                    dataEnd = walker.position();
                }
                beginPosition = walker.position();
            }
            return dataEnd < 0 ? null : read(stream, dataBegin, dataEnd);
        }
    }

    private static Frame read(final RecordedStream stream, final long beginPosition, final long endPosition)
    {
        final EventGroupDecoder group = new EventGroupDecoder();
        try (RecordingWalker walker = new RecordingWalker(stream, beginPosition, endPosition))
        {
            if (!walker.nextData())
            {
                return null;
            }
            final byte[] payload = new byte[walker.payloadLength()];
            walker.buffer().getBytes(walker.payloadOffset(), payload);
            group.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), new MessageHeaderDecoder());
            return new Frame(beginPosition, endPosition, group.frameSequence(), payload);
        }
    }

    /**
     * Looks up the transaction before a snapshot. At most one segment file is read, and an archive may run.
     *
     * @param stream of events.
     * @param frameSequence of its last frame.
     * @param rollingHash that this frame carries.
     * @return where it is; null when it is not there whole, was purged, or is another one.
     */
    static StreamPosition transaction(final RecordedStream stream, final long frameSequence, final long rollingHash)
    {
        final EventGroupDecoder group = new EventGroupDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        try (RecordingWalker walker =
            new RecordingWalker(stream, segmentAfter(stream, frameSequence - 1), Long.MAX_VALUE))
        {
            long begin = -1;
            long found = 0;
            while (found < frameSequence && walker.nextData())
            {
                found = group.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header).frameSequence();
                begin = group.flags().begin() ? walker.frameBegin() : begin;
            }
            return begin < 0 || found != frameSequence || !group.flags().end() || group.rollingHash() != rollingHash ?
                null : new StreamPosition(group.partition(), begin, walker.position(), rollingHash);
        }
    }

    /**
     * Up to where commands must be known for the events before a position; see {@link #lastFrame}.
     *
     * @param archiveDir of the recording.
     * @param position up to which frames are recorded.
     * @return position after the command of the last frame; 0 when nothing is recorded.
     */
    public static long lastCommandPosition(final Path archiveDir, final long position)
    {
        final Frame last = lastFrame(archiveDir, position);
        return null == last ? 0 : new EventGroupDecoder().wrapAndApplyHeader(
            new UnsafeBuffer(last.payload()), 0, new MessageHeaderDecoder()).commandPosition();
    }

    /**
     * How many frames are recorded before a position; see {@link #lastFrame}.
     *
     * @param archiveDir of the recording.
     * @param position up to which frames are recorded.
     * @return sequence of the last frame; 0 when nothing is recorded.
     */
    public static long lastFrameSequence(final Path archiveDir, final long position)
    {
        final Frame last = lastFrame(archiveDir, position);
        return null == last ? 0 : last.frameSequence();
    }
}
