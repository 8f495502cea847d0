// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of stamps in a directory, and their records. Files are read and not mapped: a component that closes cuts
 * off the unused end of its file. Safe while components write.
 */
public final class StampFiles
{
    private static final int CHUNK_LENGTH = 1 << 20;
    private static final String NUMBER_FORMAT = "%s-%08d" + SegmentHeader.SUFFIX;
    private static final int NUMBER_LENGTH = 8;

    /**
     * What a directory holds.
     *
     * @param files whole enough to be read, in the order of their names.
     * @param unreadable others, each with the reason.
     */
    public record Listing(List<StampFile> files, List<String> unreadable)
    {
    }

    /** Is given records one after the other. */
    @FunctionalInterface
    public interface RecordHandler
    {
        /**
         * One record.
         *
         * @param buffer that holds it during the call.
         * @param offset where it begins.
         * @throws IOException of the handler's own.
         */
        void onRecord(UnsafeBuffer buffer, int offset) throws IOException;
    }

    private StampFiles()
    {
    }

    /**
     * Reads the first bytes of every file.
     *
     * @param directory of the stamps.
     * @return empty when there is no such directory.
     * @throws IOException when the directory cannot be read.
     */
    public static Listing list(final Path directory) throws IOException
    {
        final Listing listing = new Listing(new ArrayList<>(), new ArrayList<>());
        if (!Files.isDirectory(directory))
        {
            return listing;
        }
        final List<Path> paths;
        try (Stream<Path> entries = Files.list(directory))
        {
            paths = entries.filter(path -> path.toString().endsWith(SegmentHeader.SUFFIX)).sorted().toList();
        }
        for (final Path path : paths)
        {
            try
            {
                listing.files.add(readHeader(path));
            }
            catch (final NoSuchFileException ignored)
            {
                // Purged just now.
                continue;
            }
            catch (final IOException ex)
            {
                listing.unreadable.add(path.getFileName() + ": " + ex.getMessage());
            }
        }
        return listing;
    }

    /** Files by the name of a component that their process never finished making; killed, it cannot any more. */
    static List<Path> listUnfinished(final Path directory, final String component) throws IOException
    {
        final List<Path> unfinished = new ArrayList<>();
        if (!Files.isDirectory(directory))
        {
            return unfinished;
        }
        final List<Path> paths;
        try (Stream<Path> entries = Files.list(directory))
        {
            paths = entries.filter(path -> number(path.getFileName().toString(), component) > 0).toList();
        }
        for (final Path path : paths)
        {
            final ByteBuffer magic = ByteBuffer.allocate(Long.BYTES).order(SegmentHeader.ORDER);
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ))
            {
                fill(channel, magic, 0);
            }
            if (SegmentHeader.MAGIC != magic.getLong(0))
            {
                unfinished.add(path);
            }
        }
        return unfinished;
    }

    private static StampFile readHeader(final Path path) throws IOException
    {
        final ByteBuffer bytes = ByteBuffer.allocate(SegmentHeader.LENGTH);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ))
        {
            fill(channel, bytes, 0);
        }
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes.array());
        if (bytes.position() < SegmentHeader.LENGTH ||
            SegmentHeader.MAGIC != buffer.getLong(0, SegmentHeader.ORDER))
        {
            throw new IOException("is no file of time stamps, or was never finished");
        }
        final int version = buffer.getInt(SegmentHeader.VERSION_OFFSET, SegmentHeader.ORDER);
        final StampKind kind = StampKind.of(buffer.getInt(SegmentHeader.KIND_OFFSET, SegmentHeader.ORDER));
        final int recordLength = buffer.getInt(SegmentHeader.RECORD_LENGTH_OFFSET, SegmentHeader.ORDER);
        if (SegmentHeader.VERSION != version || null == kind || kind.recordLength() != recordLength)
        {
            throw new IOException("is of another version: version=" + version + " expected=" +
                SegmentHeader.VERSION + " kind=" + kind + " recordLength=" + recordLength);
        }
        return new StampFile(
            path,
            kind,
            SegmentHeader.name(buffer),
            buffer.getInt(SegmentHeader.GATEWAY_ID_OFFSET, SegmentHeader.ORDER),
            buffer.getInt(SegmentHeader.PARTITION_OFFSET, SegmentHeader.ORDER),
            buffer.getInt(SegmentHeader.TRADING_DATE_OFFSET, SegmentHeader.ORDER),
            buffer.getLong(SegmentHeader.PID_OFFSET, SegmentHeader.ORDER),
            buffer.getLong(SegmentHeader.LOST_OFFSET, SegmentHeader.ORDER),
            SegmentHeader.clock(buffer));
    }

    /**
     * Reads the records of a file. What is incomplete is left out: the end that is being written, or holes that a loss
     * of power has left.
     *
     * @param file from a listing.
     * @param handler of the records, in the order they were written.
     * @return number of records.
     * @throws IOException when the file cannot be read, or of the handler.
     */
    public static long read(final StampFile file, final RecordHandler handler) throws IOException
    {
        final int recordLength = file.kind().recordLength();
        final ByteBuffer bytes = ByteBuffer.allocateDirect(CHUNK_LENGTH);
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        long count = 0;
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ))
        {
            long position = SegmentHeader.LENGTH;
            long number = 1;
            int length = fill(channel, bytes.clear(), position);
            while (length >= recordLength)
            {
                for (int offset = 0; offset + recordLength <= length; offset += recordLength)
                {
                    if (number == buffer.getLong(offset, SegmentHeader.ORDER))
                    {
                        handler.onRecord(buffer, offset);
                        count++;
                    }
                    number++;
                }
                position += length / recordLength * recordLength;
                length = fill(channel, bytes.clear(), position);
            }
        }
        return count;
    }

    private static int fill(final FileChannel channel, final ByteBuffer bytes, final long position) throws IOException
    {
        int read = 0;
        while (bytes.hasRemaining() && read >= 0)
        {
            read = channel.read(bytes, position + bytes.position());
        }
        return bytes.position();
    }

    static String name(final String component, final int number)
    {
        return NUMBER_FORMAT.formatted(component, number);
    }

    static int highestNumber(final Path directory, final String component) throws IOException
    {
        try (Stream<Path> entries = Files.list(directory))
        {
            return entries.mapToInt(path -> number(path.getFileName().toString(), component)).max().orElse(0);
        }
    }

    private static int number(final String name, final String component)
    {
        final int end = name.length() - SegmentHeader.SUFFIX.length();
        final int begin = end - NUMBER_LENGTH;
        if (begin != component.length() + 1 || !name.startsWith(component + "-") ||
            !name.endsWith(SegmentHeader.SUFFIX))
        {
            return 0;
        }
        try
        {
            return Integer.parseInt(name.substring(begin, end));
        }
        catch (final NumberFormatException ignored)
        {
            return 0;
        }
    }

    /** A date in numbers, days earlier; 0 for what is no date. */
    static int daysBefore(final int date, final int days)
    {
        try
        {
            return Integer.parseInt(LocalDate.parse(Integer.toString(date), DateTimeFormatter.BASIC_ISO_DATE)
                .minusDays(days).format(DateTimeFormatter.BASIC_ISO_DATE));
        }
        catch (final DateTimeException ignored)
        {
            return 0;
        }
    }
}
