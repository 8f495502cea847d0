// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.aeron.archive.checksum.Checksums;
import io.aeron.protocol.DataHeaderFlyweight;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.host.storage.EngineDirectories;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Does to a data directory what crashes and bad disks do.
 */
public final class DataDirs
{
    private DataDirs()
    {
    }

    /**
     * What a crash at this moment would leave: the files of a running engine, in its page cache or not. A file that is
     * removed or renamed while it is copied had gone a moment later anyway.
     */
    public static Path crashCopy(final Path from, final Path to) throws IOException
    {
        Files.walkFileTree(from, new SimpleFileVisitor<>()
        {
            @Override
            public FileVisitResult preVisitDirectory(final Path found, final BasicFileAttributes attributes)
                throws IOException
            {
                Files.createDirectories(target(found));
                Files.setPosixFilePermissions(target(found), Files.getPosixFilePermissions(found));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(final Path found, final BasicFileAttributes attributes)
                throws IOException
            {
                try
                {
                    Files.copy(found, target(found), StandardCopyOption.COPY_ATTRIBUTES);
                    return FileVisitResult.CONTINUE;
                }
                catch (final NoSuchFileException ex)
                {
                    return visitFileFailed(found, ex);
                }
            }

            @Override
            public FileVisitResult visitFileFailed(final Path found, final IOException reason) throws IOException
            {
                if (reason instanceof NoSuchFileException)
                {
                    return FileVisitResult.CONTINUE;
                }
                throw reason;
            }

            private Path target(final Path found)
            {
                return to.resolve(from.relativize(found).toString());
            }
        });
        return to;
    }

    public static RecordedStream recording(final Path dir, final int streamId)
    {
        return RecordedStream.find(EngineDirectories.archiveDir(dir), "stream " + streamId, streamId);
    }

    /** Positions at which data frames begin, and behind the last one. */
    public static List<Long> framePositions(final RecordedStream recording)
    {
        final List<Long> positions = new ArrayList<>();
        try (RecordingWalker walker = new RecordingWalker(recording, Long.MAX_VALUE))
        {
            while (walker.nextData())
            {
                positions.add(walker.frameBegin());
            }
            positions.add(walker.position());
        }
        return positions;
    }

    /** Inverts one byte. */
    public static void flip(final RecordedStream recording, final long position) throws IOException
    {
        try (RandomAccessFile file = open(recording, position))
        {
            final int value = file.read();
            file.seek(file.getFilePointer() - 1);
            file.write(value ^ 0xFF);
        }
    }

    /** Writes bytes over what is there. */
    public static void write(final RecordedStream recording, final long position, final byte[] bytes) throws IOException
    {
        try (RandomAccessFile file = open(recording, position))
        {
            file.write(bytes);
        }
    }

    /** Copies the first bytes of a frame to another place, with a header that fits there. */
    public static void halfFrame(final RecordedStream recording, final long from, final long to, final int length)
        throws IOException
    {
        final byte[] bytes = new byte[length];
        try (RandomAccessFile file = open(recording, from))
        {
            file.readFully(bytes);
        }
        final UnsafeBuffer frame = new UnsafeBuffer(bytes);
        frame.putInt(DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET, (int)(to & (recording.termLength() - 1)),
            ByteOrder.LITTLE_ENDIAN);
        write(recording, to, bytes);
    }

    /** Writes the padding that fills a term from a position on, as the archive records it: its header alone. */
    public static void padding(final RecordedStream recording, final long position) throws IOException
    {
        final int termOffset = (int)(position & (recording.termLength() - 1));
        final UnsafeBuffer header = new UnsafeBuffer(new byte[DataHeaderFlyweight.HEADER_LENGTH]);
        header.putInt(DataHeaderFlyweight.FRAME_LENGTH_FIELD_OFFSET, recording.termLength() - termOffset,
            ByteOrder.LITTLE_ENDIAN);
        header.putShort(DataHeaderFlyweight.TYPE_FIELD_OFFSET, (short)DataHeaderFlyweight.HDR_TYPE_PAD,
            ByteOrder.LITTLE_ENDIAN);
        header.putInt(DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET, termOffset, ByteOrder.LITTLE_ENDIAN);
        header.putInt(DataHeaderFlyweight.TERM_ID_FIELD_OFFSET, recording.termId(position), ByteOrder.LITTLE_ENDIAN);
        header.putInt(DataHeaderFlyweight.STREAM_ID_FIELD_OFFSET, recording.streamId(), ByteOrder.LITTLE_ENDIAN);
        write(recording, position, header.byteArray());
    }

    /** Changes one byte of a payload and makes the checksum fit again, as a forger would. */
    public static void forge(final RecordedStream recording, final long position, final int payloadOffset)
        throws IOException
    {
        forge(recording, position, payloadOffset, 1);
    }

    /** Changes these bits of one byte of a payload and makes the checksum fit again. */
    public static void forge(
        final RecordedStream recording, final long position, final int payloadOffset, final int bits)
        throws IOException
    {
        try (RandomAccessFile file = open(recording, position))
        {
            final long begin = file.getFilePointer();
            final int frameLength = Integer.reverseBytes(file.readInt());
            final int aligned = BitUtil.align(frameLength, 32);
            final byte[] bytes = new byte[aligned];
            file.seek(begin);
            file.readFully(bytes);
            bytes[DataHeaderFlyweight.HEADER_LENGTH + payloadOffset] ^= (byte)bits;
            final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(aligned));
            direct.putBytes(0, bytes);
            direct.putInt(DataHeaderFlyweight.SESSION_ID_FIELD_OFFSET,
                Checksums.crc32c().compute(direct.addressOffset(), DataHeaderFlyweight.HEADER_LENGTH,
                    aligned - DataHeaderFlyweight.HEADER_LENGTH), ByteOrder.LITTLE_ENDIAN);
            direct.getBytes(0, bytes);
            file.seek(begin);
            file.write(bytes);
        }
    }

    private static RandomAccessFile open(final RecordedStream recording, final long position) throws IOException
    {
        final long base = recording.segmentBase(position);
        final RandomAccessFile file = new RandomAccessFile(recording.segmentFile(base).toFile(), "rw");
        file.seek(position - base);
        return file;
    }
}
