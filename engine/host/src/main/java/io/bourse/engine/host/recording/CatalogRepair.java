// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.aeron.archive.checksum.Checksums;
import io.aeron.archive.codecs.CatalogHeaderDecoder;
import io.aeron.archive.codecs.RecordingDescriptorDecoder;
import io.aeron.archive.codecs.RecordingDescriptorHeaderDecoder;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.ObjIntConsumer;

/**
 * Writes the end of a recording into the archive's catalog, or its beginning, while no archive runs.
 */
public final class CatalogRepair
{
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int HEADER_LENGTH = RecordingDescriptorHeaderDecoder.BLOCK_LENGTH;

    private CatalogRepair()
    {
    }

    /**
     * Does what an archive does when a recording stops.
     *
     * @param recording that a crash left without an end.
     * @param position its end.
     */
    public static void stopRecordingAt(final RecordedStream recording, final long position)
    {
        write(recording, (catalog, descriptor) ->
        {
            catalog.putLong(descriptor + RecordingDescriptorDecoder.stopPositionEncodingOffset(), position, ORDER);
            catalog.putLong(descriptor + RecordingDescriptorDecoder.stopTimestampEncodingOffset(),
                System.currentTimeMillis(), ORDER);
        });
    }

    /**
     * Lets a recording begin earlier.
     *
     * @param recording whose segment files from there on were put back.
     * @param position its beginning.
     */
    public static void startRecordingAt(final RecordedStream recording, final long position)
    {
        write(recording, (catalog, descriptor) ->
            catalog.putLong(descriptor + RecordingDescriptorDecoder.startPositionEncodingOffset(), position, ORDER));
    }

    private static void write(final RecordedStream recording, final ObjIntConsumer<UnsafeBuffer> change)
    {
        final Path file = recording.archiveDir().resolve("archive.catalog");
        MappedByteBuffer mapped = null;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE))
        {
            mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
            final UnsafeBuffer catalog = new UnsafeBuffer(mapped);
            final int offset = find(catalog, recording.recordingId());
            final int length = catalog.getInt(offset + RecordingDescriptorHeaderDecoder.lengthEncodingOffset(), ORDER);
            final int descriptor = offset + HEADER_LENGTH;
            change.accept(catalog, descriptor);
            catalog.putInt(offset + RecordingDescriptorHeaderDecoder.checksumEncodingOffset(),
                Checksums.crc32c().compute(catalog.addressOffset(), descriptor, length), ORDER);
            mapped.force();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot write the catalog: file=" + file, ex);
        }
        finally
        {
            BufferUtil.free(mapped);
        }
    }

    private static int find(final UnsafeBuffer catalog, final long recordingId)
    {
        final int alignment = catalog.getInt(CatalogHeaderDecoder.alignmentEncodingOffset(), ORDER);
        int offset = CatalogHeaderDecoder.BLOCK_LENGTH;
        while (offset + HEADER_LENGTH < catalog.capacity())
        {
            final int length = catalog.getInt(offset + RecordingDescriptorHeaderDecoder.lengthEncodingOffset(), ORDER);
            if (length <= 0 || alignment <= 0)
            {
                break;
            }
            if (recordingId == catalog.getLong(
                offset + HEADER_LENGTH + RecordingDescriptorDecoder.recordingIdEncodingOffset(), ORDER))
            {
                return offset;
            }
            offset += BitUtil.align(length + HEADER_LENGTH, alignment);
        }
        throw new IllegalStateException("the catalog has no such recording: recordingId=" + recordingId);
    }
}
