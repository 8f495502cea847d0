// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.aeron.archive.checksum.Checksum;
import io.aeron.archive.checksum.Checksums;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.history.HistoryException;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Walks the frames of a recording straight from its segment files, without an archive: checks every header against the
 * place it is at and every payload against the checksum that the archive wrote over the session id.
 */
public final class RecordingWalker implements FrameWalk
{
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private final Checksum checksum = Checksums.crc32c();
    private final UnsafeBuffer segment = new UnsafeBuffer(0, 0);
    private final RecordedStream recording;
    private final long limit;
    private final boolean isOurs;
    private final boolean isJournal;

    private ByteBuffer mapped;
    private Path segmentFile;
    private long segmentBase;
    private long position;
    private long frameBegin;
    private int payloadOffset;
    private int payloadLength;
    private long reservedValue;
    private boolean isPadding;
    private String reason;

    /**
     * A walk from the beginning of a recording.
     *
     * @param recording to walk.
     * @param limit position not to go beyond.
     */
    public RecordingWalker(final RecordedStream recording, final long limit)
    {
        this(recording, recording.startPosition(), limit);
    }

    /**
     * A walk from anywhere.
     *
     * @param recording to walk.
     * @param from position at which a frame begins, or after the last one.
     * @param limit position not to go beyond.
     */
    public RecordingWalker(final RecordedStream recording, final long from, final long limit)
    {
        this.recording = recording;
        this.limit = limit;
        // What others record may be in fragments, and padded anywhere.
        isJournal = EngineStreams.JOURNAL_STREAM_ID == recording.streamId();
        isOurs = isJournal || EngineStreams.EVENTS_STREAM_ID == recording.streamId();
        position = from;
        segmentBase = recording.segmentBase(from);
        open();
    }

    /**
     * Steps over one frame, data or padding.
     *
     * @return false at the limit, at the end of what was written, or at a frame that is bad; see {@link #reason()}.
     */
    public boolean next()
    {
        if (position >= limit)
        {
            return false;
        }
        if (position - segmentBase >= recording.segmentLength())
        {
            segmentBase += recording.segmentLength();
            open();
        }
        if (null == mapped)
        {
            return false;
        }

        final int offset = (int)(position - segmentBase);
        reason = check(offset, position);
        if (null != reason)
        {
            return false;
        }
        final int frameLength = segment.getInt(offset, ORDER);
        if (0 == frameLength)
        {
            return false;
        }
        frameBegin = position;
        isPadding = HeaderFlyweight.HDR_TYPE_PAD == type(offset);
        payloadOffset = offset + DataHeaderFlyweight.HEADER_LENGTH;
        payloadLength = frameLength - DataHeaderFlyweight.HEADER_LENGTH;
        reservedValue = segment.getLong(offset + DataHeaderFlyweight.RESERVED_VALUE_OFFSET, ORDER);
        position += BitUtil.align(frameLength, FrameDescriptor.FRAME_ALIGNMENT);
        return true;
    }

    /** Steps to the next data frame; see {@link #next()}. */
    @Override
    public boolean nextData()
    {
        while (next())
        {
            if (!isPadding)
            {
                return true;
            }
        }
        return false;
    }

    /**
     * Looks for anything written at or after the current position that is a good frame. A frame that is intact but
     * belongs elsewhere counts: what is left of a torn write is not, a segment file of another recording is.
     *
     * @return its position, or -1.
     */
    long findGoodFrameBeyond()
    {
        final long lastBase = recording.lastSegmentBase();
        for (long base = segmentBase; base <= lastBase; base += recording.segmentLength())
        {
            if (base != segmentBase || null == mapped)
            {
                segmentBase = base;
                open();
            }
            final int begin = (int)Math.max(0, position - base);
            final int end = segment.capacity() - DataHeaderFlyweight.HEADER_LENGTH;
            for (int offset = begin; offset <= end; offset += FrameDescriptor.FRAME_ALIGNMENT)
            {
                if (0 != segment.getInt(offset, ORDER) &&
                    (null == check(offset, base + offset) || isIntactElsewhere(offset)))
                {
                    return base + offset;
                }
            }
        }
        return -1;
    }

    /**
     * Looks for any byte at or after the current position.
     *
     * @return true when the rest of the recording is not clean.
     */
    boolean hasBytesBeyond()
    {
        if (recording.lastSegmentBase() > recording.segmentBase(position))
        {
            return true;
        }
        if (position - segmentBase < recording.segmentLength() && null != mapped)
        {
            int offset = (int)(position - segmentBase);
            for (; offset <= segment.capacity() - BitUtil.SIZE_OF_LONG; offset += BitUtil.SIZE_OF_LONG)
            {
                if (0 != segment.getLong(offset))
                {
                    return true;
                }
            }
            // A file that was cut off may end anywhere.
            for (; offset < segment.capacity(); offset++)
            {
                if (0 != segment.getByte(offset))
                {
                    return true;
                }
            }
        }
        return false;
    }

    private String check(final int offset, final long at)
    {
        if (segment.capacity() - offset < DataHeaderFlyweight.HEADER_LENGTH)
        {
            return "segment file is too short";
        }
        final int frameLength = segment.getInt(offset, ORDER);
        if (0 == frameLength)
        {
            return null;
        }
        final int termOffset = (int)(at & (recording.termLength() - 1));
        final int alignedLength = BitUtil.align(frameLength, FrameDescriptor.FRAME_ALIGNMENT);
        final int type = type(offset);
        if (frameLength < DataHeaderFlyweight.HEADER_LENGTH || frameLength > recording.termLength() - termOffset)
        {
            return "frame length is impossible: frameLength=" + frameLength;
        }
        if (HeaderFlyweight.HDR_TYPE_DATA != type && HeaderFlyweight.HDR_TYPE_PAD != type)
        {
            return "frame type is unknown: type=" + type;
        }
        if (termOffset != segment.getInt(offset + DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET, ORDER) ||
            recording.termId(at) != segment.getInt(offset + DataHeaderFlyweight.TERM_ID_FIELD_OFFSET, ORDER) ||
            recording.streamId() != segment.getInt(offset + DataHeaderFlyweight.STREAM_ID_FIELD_OFFSET, ORDER))
        {
            return "frame header belongs to another place: " + headerFacts(offset);
        }
        if (HeaderFlyweight.HDR_TYPE_PAD == type)
        {
            // Every message is committed, so padding is only what the end of a term leaves over. It has no checksum:
            // a data frame whose type was damaged must not pass for it.
            return !isOurs || frameLength == recording.termLength() - termOffset ? null :
                "padding does not end its term: frameLength=" + frameLength;
        }
        return checkData(offset, frameLength, alignedLength);
    }

    /** A frame of another recording or of another place of this one: its checksum does not cover its header. */
    private boolean isIntactElsewhere(final int offset)
    {
        final int frameLength = segment.getInt(offset, ORDER);
        return frameLength > DataHeaderFlyweight.HEADER_LENGTH && frameLength <= recording.mtuLength() &&
            HeaderFlyweight.HDR_TYPE_DATA == type(offset) &&
            null == checkData(offset, frameLength, BitUtil.align(frameLength, FrameDescriptor.FRAME_ALIGNMENT));
    }

    private String checkData(final int offset, final int frameLength, final int alignedLength)
    {
        if (HeaderFlyweight.CURRENT_VERSION != segment.getByte(offset + HeaderFlyweight.VERSION_FIELD_OFFSET) ||
            isOurs && FrameDescriptor.UNFRAGMENTED != segment.getByte(offset + HeaderFlyweight.FLAGS_FIELD_OFFSET))
        {
            return "frame is not one whole message: flags=" +
                segment.getByte(offset + HeaderFlyweight.FLAGS_FIELD_OFFSET);
        }
        if (isJournal && 0 != segment.getLong(offset + DataHeaderFlyweight.RESERVED_VALUE_OFFSET, ORDER))
        {
            return "reserved field of the frame header is not 0: reservedValue=" +
                segment.getLong(offset + DataHeaderFlyweight.RESERVED_VALUE_OFFSET, ORDER);
        }
        if (frameLength > recording.mtuLength())
        {
            return "frame is longer than the MTU: frameLength=" + frameLength;
        }
        if (segment.capacity() - offset < alignedLength)
        {
            return "segment file is too short";
        }
        final int expected = checksum.compute(segment.addressOffset(),
            offset + DataHeaderFlyweight.HEADER_LENGTH, alignedLength - DataHeaderFlyweight.HEADER_LENGTH);
        final int recorded = segment.getInt(offset + DataHeaderFlyweight.SESSION_ID_FIELD_OFFSET, ORDER);
        return expected == recorded ? null :
            "checksum does not match: recorded=" + recorded + " computed=" + expected;
    }

    private String headerFacts(final int offset)
    {
        return "termId=" + segment.getInt(offset + DataHeaderFlyweight.TERM_ID_FIELD_OFFSET, ORDER) +
            " termOffset=" + segment.getInt(offset + DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET, ORDER) +
            " streamId=" + segment.getInt(offset + DataHeaderFlyweight.STREAM_ID_FIELD_OFFSET, ORDER);
    }

    private int type(final int offset)
    {
        return segment.getShort(offset + HeaderFlyweight.TYPE_FIELD_OFFSET, ORDER) & 0xFFFF;
    }

    private void open()
    {
        close();
        segmentFile = recording.segmentFile(segmentBase);
        if (recording.isArchived(segmentBase))
        {
            openArchived();
            return;
        }
        if (!Files.exists(segmentFile))
        {
            return;
        }
        try (FileChannel channel = FileChannel.open(segmentFile, StandardOpenOption.READ))
        {
            final long length = Math.min(channel.size(), recording.segmentLength());
            mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, length);
            segment.wrap(mapped);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read segment file: segmentFile=" + segmentFile, ex);
        }
    }

    private void openArchived()
    {
        try
        {
            mapped = recording.history().read(segmentBase);
            segment.wrap(mapped);
        }
        catch (final HistoryException ex)
        {
            reason = ex.getMessage();
        }
    }

    /** True when nothing is left before the limit. */
    @Override
    public boolean isAtEnd()
    {
        return position >= limit;
    }

    /** After the last frame that was stepped over. */
    @Override
    public long position()
    {
        return position;
    }

    /** Where the last frame begins. */
    public long frameBegin()
    {
        return frameBegin;
    }

    /** Flags of the last frame: whether a message begins or ends in it. */
    public byte flags()
    {
        return segment.getByte(
            payloadOffset - DataHeaderFlyweight.HEADER_LENGTH + HeaderFlyweight.FLAGS_FIELD_OFFSET);
    }

    /** True when the last frame only filled its term. */
    public boolean isPadding()
    {
        return isPadding;
    }

    /** Holds the payload of the last frame. */
    @Override
    public DirectBuffer buffer()
    {
        return segment;
    }

    @Override
    public int payloadOffset()
    {
        return payloadOffset;
    }

    @Override
    public int payloadLength()
    {
        return payloadLength;
    }

    /** What the sender put into the header of the frame: the time of publication of events; 0 in a journal. */
    public long reservedValue()
    {
        return reservedValue;
    }

    /** Why the walk ended; null when it ended at a clean end. */
    public String reason()
    {
        return reason;
    }

    /** File that holds the current position; it may not exist. */
    public Path segmentFile()
    {
        return segmentFile;
    }

    @Override
    public void close()
    {
        segment.wrap(0, 0);
        BufferUtil.free(mapped);
        mapped = null;
    }
}
