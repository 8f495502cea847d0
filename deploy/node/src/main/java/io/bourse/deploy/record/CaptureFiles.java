// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.record;

import io.bourse.marketdata.pcap.PcapWriter;
import org.agrona.DirectBuffer;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A recording in one file after the other: FILE.pcap, FILE-2.pcap, FILE-3.pcap and so on, the oldest of too many
 * deleted. For one thread.
 */
public final class CaptureFiles implements AutoCloseable
{
    private static final String SUFFIX = ".pcap";

    private final Path first;
    private final long maxLength;
    private final int maxFiles;
    private final Deque<Path> files = new ArrayDeque<>();
    private PcapWriter writer;
    private int fileCount;
    private long closedLength;

    /**
     * Begins the first file.
     *
     * @param first file; its directory is made if it is missing.
     * @param maxLength bytes after which the next file is begun.
     * @param maxFiles kept; 0 keeps all.
     * @param older files of former recordings, oldest first, that count as well.
     * @throws IOException if the file cannot be written or is there already.
     */
    public CaptureFiles(final Path first, final long maxLength, final int maxFiles, final List<Path> older)
        throws IOException
    {
        this.first = first;
        this.maxLength = maxLength;
        this.maxFiles = maxFiles;
        files.addAll(older);
        if (null != first.getParent())
        {
            Files.createDirectories(first.getParent());
        }
        begin(first);
    }

    /**
     * Appends a datagram.
     *
     * @param timeNs when it was received, nanoseconds since the Unix epoch.
     * @param sourceAddress IPv4 address of the sender.
     * @param sourcePort of the sender.
     * @param destinationAddress IPv4 address of the group.
     * @param destinationPort of the group.
     * @param buffer that holds it from index 0 on.
     * @param length of it in bytes.
     * @throws IOException if a file cannot be written.
     */
    public void append(
        final long timeNs,
        final int sourceAddress,
        final int sourcePort,
        final int destinationAddress,
        final int destinationPort,
        final DirectBuffer buffer,
        final int length)
        throws IOException
    {
        if (writer.length() >= maxLength)
        {
            final PcapWriter full = writer;
            full.close();
            closedLength += full.length();
            begin(next());
        }
        writer.append(timeNs, sourceAddress, sourcePort, destinationAddress, destinationPort, buffer, 0, length);
    }

    /**
     * Hands what was appended to the file system.
     *
     * @throws IOException if the file cannot be written.
     */
    public void flush() throws IOException
    {
        writer.flush();
    }

    /**
     * Files of this recording, deleted ones too.
     *
     * @return count.
     */
    public int fileCount()
    {
        return fileCount;
    }

    /**
     * Bytes in all files of this recording, deleted ones too.
     *
     * @return count.
     */
    public long length()
    {
        return closedLength + writer.length();
    }

    /**
     * The file that is being written.
     *
     * @return path.
     */
    public Path file()
    {
        return writer.file();
    }

    @Override
    public void close() throws IOException
    {
        writer.close();
    }

    private Path next()
    {
        final String name = first.getFileName().toString();
        final String stem = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
        return first.resolveSibling(stem + "-" + (fileCount + 1) + SUFFIX);
    }

    private void begin(final Path file) throws IOException
    {
        if (Files.exists(file))
        {
            throw new FileAlreadyExistsException(
                file.toString(), null, "a recording does not write over a file that is there already");
        }
        writer = new PcapWriter(file);
        fileCount++;
        files.addLast(file);
        while (0 != maxFiles && files.size() > maxFiles)
        {
            Files.deleteIfExists(files.removeFirst());
        }
    }
}
