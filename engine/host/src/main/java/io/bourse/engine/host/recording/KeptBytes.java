// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.host.storage.DiskAccess;
import org.agrona.collections.MutableLong;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Keeps what a repair takes away, so that it can be looked at, and undone by hand, later.
 */
public final class KeptBytes
{
    private static final String CATALOG = "archive.catalog";
    private static final int CHUNK_LENGTH = 64 * 1024;

    private KeptBytes()
    {
    }

    /**
     * Copies the catalog and the torn tails.
     *
     * @param keepDir to copy to, created.
     * @param archiveDir of the recordings.
     * @param inspections what is going to be repaired; null ones are none.
     */
    public static void keep(final Path keepDir, final Path archiveDir, final JournalInspector.Inspection... inspections)
    {
        DiskAccess.run("cannot keep what is to be repaired, nothing was changed: keepDir=" + keepDir, () ->
        {
            Files.createDirectories(keepDir);
            Files.copy(archiveDir.resolve(CATALOG), keepDir.resolve(CATALOG), StandardCopyOption.COPY_ATTRIBUTES);
            for (final JournalInspector.Inspection inspection : inspections)
            {
                if (null != inspection && inspection.isTorn())
                {
                    keepTail(keepDir, inspection);
                }
            }
        });
    }

    private static void keepTail(final Path keepDir, final JournalInspector.Inspection inspection) throws IOException
    {
        final RecordedStream recording = inspection.recording();
        final long lastBase = recording.lastSegmentBase();
        long begin = inspection.endPosition();
        for (long base = recording.segmentBase(begin); base <= lastBase; base += recording.segmentLength())
        {
            final Path segment = recording.segmentFile(base);
            if (Files.exists(segment))
            {
                copy(segment, begin - base, keepDir.resolve(recording.recordingId() + "-" + begin + ".tail"));
            }
            begin = base + recording.segmentLength();
        }
    }

    /** From an offset up to the last byte that is not zero. */
    private static void copy(final Path segment, final long offset, final Path target) throws IOException
    {
        final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_LENGTH);
        final MutableLong length = new MutableLong();
        try (FileChannel in = FileChannel.open(segment, StandardOpenOption.READ);
            FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))
        {
            for (long at = offset; in.read(chunk.clear(), at) > 0; at += chunk.limit())
            {
                chunk.flip();
                for (int i = 0; i < chunk.limit(); i++)
                {
                    if (0 != chunk.get(i))
                    {
                        length.set(at - offset + i + 1);
                    }
                }
                out.write(chunk, at - offset);
            }
            out.truncate(length.get());
            out.force(true);
        }
    }
}
