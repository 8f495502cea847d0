// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bundle;

import io.aeron.CncFileDescriptor;
import io.aeron.archive.ArchiveMarkFile;
import io.aeron.cluster.service.ClusterMarkFile;
import org.agrona.IoUtil;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.errors.ErrorLogReader;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.status.CountersReader;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/**
 * What a media driver, an archive and a member of a cluster leave in their files: counters and errors.
 */
final class DriverFacts
{
    private static final long NO_WAIT_MS = 100;

    /** Reads a part of the file of a driver. */
    @FunctionalInterface
    private interface CncReader
    {
        String read(MappedByteBuffer buffer, UnsafeBuffer head);
    }

    private DriverFacts()
    {
    }

    static String counters(final Path directory) throws IOException
    {
        return read(directory, (buffer, head) ->
        {
            final StringBuilder text = new StringBuilder();
            text.append("pid ").append(CncFileDescriptor.pid(head)).append(" started ")
                .append(Instant.ofEpochMilli(CncFileDescriptor.startTimestampMs(head)))
                .append(" heartbeat ").append(Instant.ofEpochMilli(new ManyToOneRingBuffer(
                    CncFileDescriptor.createToDriverBuffer(buffer, head)).consumerHeartbeatTime())).append('\n');
            final CountersReader counters = new CountersReader(
                CncFileDescriptor.createCountersMetaDataBuffer(buffer, head),
                CncFileDescriptor.createCountersValuesBuffer(buffer, head), StandardCharsets.US_ASCII);
            counters.forEach((counterId, typeId, key, label) -> text.append(String.format("%5d %7d %20d  %s%n",
                counterId, typeId, counters.getCounterValue(counterId), Mask.addresses(label))));
            return text.toString();
        });
    }

    static String errors(final Path directory, final Mask mask) throws IOException
    {
        return read(directory, (buffer, head) -> errors(CncFileDescriptor.createErrorLogBuffer(buffer, head), mask));
    }

    private static String read(final Path directory, final CncReader reader) throws IOException
    {
        final Path file = directory.resolve(CncFileDescriptor.CNC_FILE);
        if (!Files.exists(file))
        {
            return "there is no media driver: it was stopped in good order, or the machine was started again";
        }
        final MappedByteBuffer buffer;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ))
        {
            if (channel.size() < CncFileDescriptor.META_DATA_LENGTH || channel.size() > Integer.MAX_VALUE)
            {
                throw new IOException("not a file of a media driver: length=" + channel.size());
            }
            buffer = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
        try
        {
            final UnsafeBuffer head = CncFileDescriptor.createMetaDataBuffer(buffer);
            CncFileDescriptor.checkVersion(head.getIntVolatile(CncFileDescriptor.cncVersionOffset(0)));
            if (!CncFileDescriptor.isCncFileLengthSufficient(head, buffer.capacity()))
            {
                throw new IOException("a file of a media driver is damaged: length=" + buffer.capacity());
            }
            return reader.read(buffer, head);
        }
        finally
        {
            IoUtil.unmap(buffer);
        }
    }

    private static String errors(final AtomicBuffer log, final Mask mask)
    {
        final StringBuilder text = new StringBuilder();
        final int count = ErrorLogReader.read(log, (observations, first, last, encoded) -> text
            .append(observations).append(" times from ").append(Instant.ofEpochMilli(first)).append(" to ")
            .append(Instant.ofEpochMilli(last)).append(":\n").append(mask.messages(encoded)).append("\n\n"));
        return 0 == count ? "none" : text.toString();
    }

    static String archiveErrors(final Path archiveDir, final Mask mask)
    {
        try (ArchiveMarkFile mark = new ArchiveMarkFile(archiveDir.toFile(), ArchiveMarkFile.FILENAME,
            SystemEpochClock.INSTANCE, NO_WAIT_MS, (ignored) -> { }))
        {
            return "last sign of life " + Instant.ofEpochMilli(mark.activityTimestampVolatile()) + "\n" +
                errors(mark.errorBuffer(), mask);
        }
    }

    static String clusterErrors(final Path clusterDir, final Mask mask)
    {
        try (ClusterMarkFile mark = new ClusterMarkFile(clusterDir.toFile(), ClusterMarkFile.FILENAME,
            SystemEpochClock.INSTANCE, NO_WAIT_MS, (ignored) -> { }))
        {
            return "last sign of life " + Instant.ofEpochMilli(mark.activityTimestampVolatile()) + "\n" +
                errors(mark.errorBuffer(), mask);
        }
    }
}
