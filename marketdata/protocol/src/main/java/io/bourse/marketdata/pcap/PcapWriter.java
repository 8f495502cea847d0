// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pcap;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes a capture file with nanosecond time stamps and Ethernet frames that every tool reads. Records are collected
 * in memory and leave when it is full, on {@link #flush()} and on {@link #close()}; nothing is allocated per record.
 * For one thread.
 */
public final class PcapWriter implements AutoCloseable
{
    private static final int BUFFER_LENGTH = 1024 * 1024;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long MAX_SECONDS = 0xFFFF_FFFFL;

    private final Path file;
    private final FileChannel channel;
    private final ByteBuffer byteBuffer = ByteBuffer.allocateDirect(BUFFER_LENGTH);
    private final UnsafeBuffer buffer = new UnsafeBuffer(byteBuffer);
    private int position;
    private long writtenLength;
    private long recordCount;

    /**
     * Makes the file, or writes over the one that is there.
     *
     * @param file to write.
     * @throws IOException if it cannot be written.
     */
    public PcapWriter(final Path file) throws IOException
    {
        this.file = file;
        channel = FileChannel.open(file, CREATE, TRUNCATE_EXISTING, WRITE);
        buffer.putInt(PcapDescriptor.MAGIC_OFFSET, PcapDescriptor.MAGIC_NANOSECONDS, LITTLE_ENDIAN);
        buffer.putShort(PcapDescriptor.MAJOR_OFFSET, PcapDescriptor.MAJOR, LITTLE_ENDIAN);
        buffer.putShort(PcapDescriptor.MINOR_OFFSET, PcapDescriptor.MINOR, LITTLE_ENDIAN);
        buffer.putLong(PcapDescriptor.MINOR_OFFSET + 2, 0, LITTLE_ENDIAN);
        buffer.putInt(PcapDescriptor.SNAP_LENGTH_OFFSET, PcapDescriptor.MAX_FRAME_LENGTH, LITTLE_ENDIAN);
        buffer.putInt(PcapDescriptor.LINK_TYPE_OFFSET, PcapDescriptor.LINK_ETHERNET, LITTLE_ENDIAN);
        position = PcapDescriptor.FILE_HEADER_LENGTH;
    }

    /**
     * Appends a datagram with the headers around it.
     *
     * @param timeNs when it was captured, nanoseconds since the Unix epoch, until the year 2106.
     * @param sourceAddress IPv4 address of the sender, see {@link DatagramHeaders#ipv4}; 0 if it is not known.
     * @param sourcePort of the sender; 0 if it is not known.
     * @param destinationAddress IPv4 address of the receiver or of the group.
     * @param destinationPort of the receiver.
     * @param payload that holds the datagram.
     * @param offset of its first byte.
     * @param length of it in bytes, up to {@link DatagramHeaders#MAX_PAYLOAD_LENGTH}.
     * @throws IOException if the file cannot be written.
     * @throws IllegalArgumentException if the time or the length is out of range.
     */
    public void append(
        final long timeNs,
        final int sourceAddress,
        final int sourcePort,
        final int destinationAddress,
        final int destinationPort,
        final DirectBuffer payload,
        final int offset,
        final int length)
        throws IOException
    {
        if (length < 0 || length > DatagramHeaders.MAX_PAYLOAD_LENGTH)
        {
            throw new IllegalArgumentException("Not the length of a datagram: length=" + length);
        }
        final int frameOffset = beginRecord(timeNs, DatagramHeaders.LENGTH + length);
        buffer.putBytes(frameOffset + DatagramHeaders.LENGTH, payload, offset, length);
        DatagramHeaders.put(buffer, frameOffset, (int)recordCount, sourceAddress, sourcePort, destinationAddress,
            destinationPort, length);
        endRecord(DatagramHeaders.LENGTH + length);
    }

    /**
     * Appends a whole Ethernet frame.
     *
     * @param timeNs when it was captured, nanoseconds since the Unix epoch, until the year 2106.
     * @param frame that holds the frame, headers and all.
     * @param offset of its first byte.
     * @param length of it in bytes, up to 256 KiB.
     * @throws IOException if the file cannot be written.
     * @throws IllegalArgumentException if the time or the length is out of range.
     */
    public void appendFrame(final long timeNs, final DirectBuffer frame, final int offset, final int length)
        throws IOException
    {
        if (length < 0 || length > PcapDescriptor.MAX_FRAME_LENGTH)
        {
            throw new IllegalArgumentException("Not the length of a frame: length=" + length);
        }
        final int frameOffset = beginRecord(timeNs, length);
        buffer.putBytes(frameOffset, frame, offset, length);
        endRecord(length);
    }

    /**
     * Hands what was appended to the file system.
     *
     * @throws IOException if the file cannot be written.
     */
    public void flush() throws IOException
    {
        byteBuffer.limit(position).position(0);
        while (byteBuffer.hasRemaining())
        {
            writtenLength += channel.write(byteBuffer);
        }
        byteBuffer.clear();
        position = 0;
    }

    /**
     * Length of the file with what still waits in memory.
     *
     * @return bytes.
     */
    public long length()
    {
        return writtenLength + position;
    }

    /**
     * Records appended.
     *
     * @return count.
     */
    public long recordCount()
    {
        return recordCount;
    }

    /**
     * The file.
     *
     * @return path as given.
     */
    public Path file()
    {
        return file;
    }

    @Override
    public void close() throws IOException
    {
        try
        {
            if (channel.isOpen())
            {
                flush();
            }
        }
        finally
        {
            CloseHelper.quietClose(channel);
        }
    }

    private int beginRecord(final long timeNs, final int frameLength) throws IOException
    {
        final long seconds = timeNs / NANOS_PER_SECOND;
        if (timeNs < 0 || seconds > MAX_SECONDS)
        {
            throw new IllegalArgumentException("Not a time that a capture file can say: timeNs=" + timeNs);
        }
        if (position + PcapDescriptor.RECORD_HEADER_LENGTH + frameLength > BUFFER_LENGTH)
        {
            flush();
        }
        buffer.putInt(position + PcapDescriptor.SECONDS_OFFSET, (int)seconds, LITTLE_ENDIAN);
        buffer.putInt(position + PcapDescriptor.FRACTION_OFFSET, (int)(timeNs % NANOS_PER_SECOND), LITTLE_ENDIAN);
        buffer.putInt(position + PcapDescriptor.CAPTURED_LENGTH_OFFSET, frameLength, LITTLE_ENDIAN);
        buffer.putInt(position + PcapDescriptor.WIRE_LENGTH_OFFSET, frameLength, LITTLE_ENDIAN);
        return position + PcapDescriptor.RECORD_HEADER_LENGTH;
    }

    private void endRecord(final int frameLength)
    {
        position += PcapDescriptor.RECORD_HEADER_LENGTH + frameLength;
        recordCount++;
    }
}
