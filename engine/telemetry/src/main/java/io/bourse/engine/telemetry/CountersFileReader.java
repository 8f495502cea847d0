// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A look at the counters file of a component. Little-endian, as the machine has it:
 *
 * <pre>
 *   0 int version, written last     4 int partition        8 long pid             16 long start, epoch ms
 *  24 long heartbeat, epoch ms     32 int metadata length  36 int values length   64 int length, component name
 *  40 int state: 0 starting, 1 serving
 *   4096 metadata and values of counters, records as in Aeron's cnc.dat
 * </pre>
 *
 * The key of a counter is an int length and its labels, {@code name=value,name=value}.
 */
public final class CountersFileReader implements AutoCloseable
{
    private final MappedByteBuffer buffer;
    private final UnsafeBuffer header;
    private final CountersReader counters;
    private final String component;

    private CountersFileReader(final Path path, final MappedByteBuffer buffer) throws IOException
    {
        this.buffer = buffer;
        header = new UnsafeBuffer(buffer, 0, CountersFile.HEADER_LENGTH);
        final int version = header.getIntVolatile(CountersFile.VERSION_OFFSET);
        if (CountersFile.VERSION != version)
        {
            throw new IOException("not a counters file of this program: path=" + path + " version=" + version +
                " expected=" + CountersFile.VERSION);
        }
        final int metaDataLength = header.getInt(CountersFile.METADATA_LENGTH_OFFSET);
        final int valuesLength = header.getInt(CountersFile.VALUES_LENGTH_OFFSET);
        final int nameLength = header.getInt(CountersFile.COMPONENT_OFFSET);
        if (metaDataLength < 0 || valuesLength < 0 ||
            CountersFile.HEADER_LENGTH + (long)metaDataLength + valuesLength > buffer.capacity() ||
            metaDataLength / CountersReader.METADATA_LENGTH != valuesLength / CountersReader.COUNTER_LENGTH ||
            nameLength < 1 || nameLength > CountersFile.COMPONENT_MAX_LENGTH)
        {
            throw new IOException("a counters file is damaged: path=" + path + " length=" + buffer.capacity() +
                " metaDataLength=" + metaDataLength + " valuesLength=" + valuesLength + " nameLength=" + nameLength);
        }
        component = header.getStringAscii(CountersFile.COMPONENT_OFFSET);
        counters = new CountersReader(
            new UnsafeBuffer(buffer, CountersFile.HEADER_LENGTH, metaDataLength),
            new UnsafeBuffer(buffer, CountersFile.HEADER_LENGTH + metaDataLength, valuesLength),
            StandardCharsets.US_ASCII);
    }

    /**
     * Opens a file.
     *
     * @param path of the file.
     * @return view of the running counters, to be closed by the caller.
     * @throws IOException when there is none, or when it cannot be used.
     */
    public static CountersFileReader open(final Path path) throws IOException
    {
        final MappedByteBuffer buffer;
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ))
        {
            if (channel.size() < CountersFile.HEADER_LENGTH || channel.size() > Integer.MAX_VALUE)
            {
                throw new IOException(
                    "not a counters file of this program: path=" + path + " length=" + channel.size());
            }
            buffer = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
        try
        {
            return new CountersFileReader(path, buffer);
        }
        catch (final IOException | RuntimeException ex)
        {
            IoUtil.unmap(buffer);
            throw ex;
        }
    }

    /**
     * The files of a directory.
     *
     * @param directory of counters files; need not exist.
     * @return files by name.
     * @throws IOException when the directory cannot be read.
     */
    public static List<Path> list(final Path directory) throws IOException
    {
        if (!Files.isDirectory(directory))
        {
            return List.of();
        }
        final List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*" + CountersFile.SUFFIX))
        {
            found.forEach(files::add);
        }
        Collections.sort(files);
        return files;
    }

    /**
     * Short name of the component.
     *
     * @return ASCII.
     */
    public String component()
    {
        return component;
    }

    /**
     * Partition that it serves.
     *
     * @return number.
     */
    public int partition()
    {
        return header.getInt(CountersFile.PARTITION_OFFSET);
    }

    /**
     * Process that it runs in, or ran in.
     *
     * @return process id.
     */
    public long pid()
    {
        return header.getLong(CountersFile.PID_OFFSET);
    }

    /**
     * When its life began.
     *
     * @return milliseconds since the Unix epoch.
     */
    public long startMs()
    {
        return header.getLong(CountersFile.START_OFFSET);
    }

    /**
     * When it last said that it lives.
     *
     * @return milliseconds since the Unix epoch.
     */
    public long heartbeatMs()
    {
        return header.getLongVolatile(CountersFile.HEARTBEAT_OFFSET);
    }

    /**
     * Whether it serves.
     *
     * @return false while it starts.
     */
    public boolean isServing()
    {
        return 0 != header.getIntVolatile(CountersFile.STATE_OFFSET);
    }

    /**
     * The counters.
     *
     * @return view, good until the close.
     */
    public CountersReader counters()
    {
        return counters;
    }

    @Override
    public void close()
    {
        IoUtil.unmap(buffer);
    }
}
