// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What a recorded snapshot of the core says of itself, read from its file. Whether it is whole is found when it is
 * loaded.
 *
 * @param engineTimeNs engine time, nanoseconds since the Unix epoch.
 * @param frameSequence of the last event frame before it.
 * @param commandPosition log position after the last command before it.
 * @param rollingHash over all events before it.
 * @param stateHash over the state that it holds.
 */
public record RecordedSnapshot(
    long engineTimeNs, long frameSequence, long commandPosition, long rollingHash, long stateHash)
{
    // The cluster writes its sessions first, a few hundred bytes each.
    private static final int SEARCH_LENGTH = 16 * 1024 * 1024;
    private static final String FIRST_SEGMENT = "-0.rec";

    /**
     * Reads them.
     *
     * @param archiveDir where the recording is.
     * @param recordingId of the snapshot that the service wrote.
     * @return facts.
     * @throws IllegalStateException when the recording does not begin as a snapshot does.
     */
    public static RecordedSnapshot read(final Path archiveDir, final long recordingId)
    {
        final Path file = archiveDir.resolve(recordingId + FIRST_SEGMENT);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ))
        {
            final ByteBuffer bytes = ByteBuffer.allocateDirect((int)Math.min(channel.size(), SEARCH_LENGTH));
            int read = 0;
            while (read >= 0 && bytes.hasRemaining())
            {
                read = channel.read(bytes);
            }
            return find(file, new UnsafeBuffer(bytes, 0, bytes.position()));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read a snapshot: file=" + file, ex);
        }
    }

    private static RecordedSnapshot find(final Path file, final UnsafeBuffer bytes)
    {
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        final SnapshotBeginDecoder begin = new SnapshotBeginDecoder();
        int offset = 0;
        while (offset <= bytes.capacity() - DataHeaderFlyweight.HEADER_LENGTH)
        {
            final int frameLength = bytes.getInt(offset, ByteOrder.LITTLE_ENDIAN);
            final int payloadOffset = offset + DataHeaderFlyweight.HEADER_LENGTH;
            if (frameLength < DataHeaderFlyweight.HEADER_LENGTH || frameLength > bytes.capacity() - offset)
            {
                break;
            }
            if (HeaderFlyweight.HDR_TYPE_DATA == FrameDescriptor.frameType(bytes, offset) &&
                frameLength - DataHeaderFlyweight.HEADER_LENGTH >= MessageHeaderDecoder.ENCODED_LENGTH +
                SnapshotBeginDecoder.BLOCK_LENGTH)
            {
                header.wrap(bytes, payloadOffset);
                if (SnapshotBeginDecoder.SCHEMA_ID == header.schemaId() &&
                    SnapshotBeginDecoder.TEMPLATE_ID == header.templateId())
                {
                    begin.wrapAndApplyHeader(bytes, payloadOffset, header);
                    return new RecordedSnapshot(begin.engineTimeNs(), begin.frameSequence(), begin.commandPosition(),
                        begin.rollingHash(), begin.stateHash());
                }
            }
            offset += BitUtil.align(frameLength, FrameDescriptor.FRAME_ALIGNMENT);
        }
        throw new IllegalStateException("this is no snapshot of the core: file=" + file + " searchedBytes=" + offset);
    }
}
