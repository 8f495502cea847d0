// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pcap;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the UDP datagrams, or the TCP segments, over IPv4 of a capture file, in either byte order and either unit of
 * time, from Ethernet (also with VLAN tags), raw IP, loopback and Linux cooked captures. Everything else in the file is
 * counted and passed over. A file that ends early or makes no sense ends there, and {@link #problem()} says so; what
 * stands before is good. Checksums are not looked at, because captures on the sending machine have none yet. Memory is
 * bounded, whatever the file holds, and nothing is allocated per record. For one thread.
 */
public final class PcapReader implements AutoCloseable
{
    private static final int BUFFER_LENGTH = 1024 * 1024;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long UINT32_MASK = 0xFFFF_FFFFL;

    private final Path file;
    private final FileChannel channel;
    private final ByteBuffer byteBuffer = ByteBuffer.allocateDirect(BUFFER_LENGTH);
    private final UnsafeBuffer buffer = new UnsafeBuffer(byteBuffer);
    private final FrameParser parser;
    private final ByteOrder byteOrder;
    private final long nanosPerFraction;
    private int position;
    private int limit;
    private long fileOffset;
    private long timeNs;
    private long recordCount;
    private long datagramCount;
    private long cutCount;
    private long otherCount;
    private String problem;

    /**
     * Opens a file and reads its header.
     *
     * @param file to read.
     * @throws IOException if it cannot be read or is no capture file of a known kind, with what it is.
     */
    public PcapReader(final Path file) throws IOException
    {
        this(file, false);
    }

    /**
     * Opens a file to read its TCP segments, in the order in which they were captured; they count as datagrams.
     *
     * @param file to read.
     * @return reader.
     * @throws IOException if it cannot be read or is no capture file of a known kind, with what it is.
     */
    public static PcapReader ofSegments(final Path file) throws IOException
    {
        return new PcapReader(file, true);
    }

    private PcapReader(final Path file, final boolean isTcp) throws IOException
    {
        this.file = file;
        channel = FileChannel.open(file, READ);
        boolean isOpened = false;
        try
        {
            if (!fill(PcapDescriptor.FILE_HEADER_LENGTH))
            {
                throw new IOException("The file is too short for a capture: file=" + file + " length=" + limit);
            }
            byteOrder = byteOrder();
            nanosPerFraction =
                PcapDescriptor.MAGIC_NANOSECONDS == buffer.getInt(PcapDescriptor.MAGIC_OFFSET, byteOrder) ? 1 : 1_000;
            final int linkType = PcapDescriptor.LINK_TYPE_MASK &
                buffer.getInt(PcapDescriptor.LINK_TYPE_OFFSET, byteOrder);
            if (!FrameParser.isKnown(linkType))
            {
                throw new IOException("Frames of this kind are not known, capture Ethernet, raw IP, loopback or " +
                    "Linux cooked: file=" + file + " linkType=" + linkType);
            }
            parser = new FrameParser(linkType, byteOrder, isTcp);
            position = PcapDescriptor.FILE_HEADER_LENGTH;
            isOpened = true;
        }
        finally
        {
            if (!isOpened)
            {
                CloseHelper.quietClose(channel);
            }
        }
    }

    /**
     * Goes on to the next datagram.
     *
     * @return false at the end, be it the right one or not: see {@link #problem()}.
     * @throws IOException if the file cannot be read.
     */
    public boolean next() throws IOException
    {
        while (null == problem && nextRecord())
        {
            if (parser.isWhole)
            {
                datagramCount++;
                return true;
            }
            if (parser.isCut)
            {
                cutCount++;
            }
            else
            {
                otherCount++;
            }
        }
        return false;
    }

    /**
     * When the datagram was captured.
     *
     * @return nanoseconds since the Unix epoch.
     */
    public long timeNs()
    {
        return timeNs;
    }

    /**
     * Holds the datagram.
     *
     * @return buffer, valid until {@link #next()} is called.
     */
    public DirectBuffer buffer()
    {
        return buffer;
    }

    /**
     * Where the payload of the datagram begins.
     *
     * @return offset in {@link #buffer()}.
     */
    public int offset()
    {
        return parser.payloadOffset;
    }

    /**
     * Length of the payload of the datagram.
     *
     * @return bytes.
     */
    public int length()
    {
        return parser.payloadLength;
    }

    /**
     * Sender of the datagram.
     *
     * @return four bytes of the IPv4 address, the first one highest.
     */
    public int sourceAddress()
    {
        return parser.sourceAddress;
    }

    /**
     * Port of the sender of the datagram.
     *
     * @return 0 to 65535.
     */
    public int sourcePort()
    {
        return parser.sourcePort;
    }

    /**
     * Receiver of the datagram, or its group.
     *
     * @return four bytes of the IPv4 address, the first one highest.
     */
    public int destinationAddress()
    {
        return parser.destinationAddress;
    }

    /**
     * Port that the datagram was sent to.
     *
     * @return 0 to 65535.
     */
    public int destinationPort()
    {
        return parser.destinationPort;
    }

    /**
     * Sequence number of the first byte of a TCP segment, or of its SYN.
     *
     * @return unsigned, 32 bits.
     */
    public int sequence()
    {
        return parser.sequence;
    }

    /**
     * Whether a TCP segment begins a connection.
     *
     * @return true for SYN.
     */
    public boolean isSyn()
    {
        return parser.isSyn;
    }

    /**
     * Records read, of whatever kind.
     *
     * @return count.
     */
    public long recordCount()
    {
        return recordCount;
    }

    /**
     * Datagrams handed out.
     *
     * @return count.
     */
    public long datagramCount()
    {
        return datagramCount;
    }

    /**
     * Datagrams that were not captured to their end, or came in fragments of IP.
     *
     * @return count.
     */
    public long cutCount()
    {
        return cutCount;
    }

    /**
     * Records that are no datagrams over IPv4.
     *
     * @return count.
     */
    public long otherCount()
    {
        return otherCount;
    }

    /**
     * Why reading has ended early.
     *
     * @return sentence with file and offset, or null if the file is whole as far as it was read.
     */
    public String problem()
    {
        return problem;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }

    private ByteOrder byteOrder() throws IOException
    {
        final int magic = buffer.getInt(PcapDescriptor.MAGIC_OFFSET, LITTLE_ENDIAN);
        final int reversed = Integer.reverseBytes(magic);
        if (PcapDescriptor.MAGIC_NANOSECONDS == magic || PcapDescriptor.MAGIC_MICROSECONDS == magic)
        {
            return LITTLE_ENDIAN;
        }
        if (PcapDescriptor.MAGIC_NANOSECONDS == reversed || PcapDescriptor.MAGIC_MICROSECONDS == reversed)
        {
            return BIG_ENDIAN;
        }
        throw new IOException(PcapDescriptor.MAGIC_PCAPNG == magic ?
            "This is pcapng, convert it with `editcap -F nsecpcap IN OUT`: file=" + file :
            "This is no capture file: file=" + file + " magic=0x" + Integer.toHexString(magic));
    }

    private boolean nextRecord() throws IOException
    {
        if (!fill(PcapDescriptor.RECORD_HEADER_LENGTH))
        {
            if (position < limit)
            {
                problem = "the file ends within a record: file=" + file + " offset=" + (fileOffset + position);
            }
            return false;
        }
        final long capturedLength =
            buffer.getInt(position + PcapDescriptor.CAPTURED_LENGTH_OFFSET, byteOrder) & UINT32_MASK;
        if (capturedLength > PcapDescriptor.MAX_FRAME_LENGTH)
        {
            problem = "the file is damaged, no frame is that long: file=" + file + " offset=" +
                (fileOffset + position) + " length=" + capturedLength;
            return false;
        }
        final int frameLength = (int)capturedLength;
        if (!fill(PcapDescriptor.RECORD_HEADER_LENGTH + frameLength))
        {
            problem = "the file ends within a record: file=" + file + " offset=" + (fileOffset + position);
            return false;
        }
        timeNs = (buffer.getInt(position + PcapDescriptor.SECONDS_OFFSET, byteOrder) & UINT32_MASK) *
            NANOS_PER_SECOND +
            (buffer.getInt(position + PcapDescriptor.FRACTION_OFFSET, byteOrder) & UINT32_MASK) * nanosPerFraction;
        parser.parse(buffer, position + PcapDescriptor.RECORD_HEADER_LENGTH, frameLength);
        position += PcapDescriptor.RECORD_HEADER_LENGTH + frameLength;
        recordCount++;
        return true;
    }

    /** Sees to it that so many bytes stand after the position. */
    private boolean fill(final int length) throws IOException
    {
        if (limit - position >= length)
        {
            return true;
        }
        byteBuffer.limit(limit).position(position);
        byteBuffer.compact();
        fileOffset += position;
        position = 0;
        while (byteBuffer.position() < length && channel.read(byteBuffer) >= 0)
        {
            continue;
        }
        limit = byteBuffer.position();
        return limit >= length;
    }
}
