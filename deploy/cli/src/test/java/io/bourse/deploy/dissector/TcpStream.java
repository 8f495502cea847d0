// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.dissector;

import static java.nio.ByteOrder.BIG_ENDIAN;

import io.bourse.marketdata.pcap.PcapWriter;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;

/**
 * One direction of a TCP connection, written as segments into a capture.
 */
public final class TcpStream
{
    private static final int ETHERNET_LENGTH = 14;
    private static final int IP_LENGTH = 20;
    private static final int TCP_LENGTH = 20;
    private static final int HEADERS_LENGTH = ETHERNET_LENGTH + IP_LENGTH + TCP_LENGTH;
    private static final int LOOPBACK = 127 << 24 | 1;
    private static final int PUSH_AND_ACK = 0x5018;

    private final PcapWriter writer;
    private final int sourcePort;
    private final int destinationPort;
    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[2_000]);
    private int sequence = 1;

    public TcpStream(final PcapWriter writer, final int sourcePort, final int destinationPort)
    {
        this.writer = writer;
        this.sourcePort = sourcePort;
        this.destinationPort = destinationPort;
    }

    /** Sends bytes. */
    public void segment(final long timeNs, final DirectBuffer buffer, final int offset, final int length)
        throws IOException
    {
        frame.setMemory(0, HEADERS_LENGTH, (byte)0);
        frame.putShort(12, (short)0x0800, BIG_ENDIAN);
        frame.putShort(ETHERNET_LENGTH, (short)0x4500, BIG_ENDIAN);
        frame.putShort(ETHERNET_LENGTH + 2, (short)(IP_LENGTH + TCP_LENGTH + length), BIG_ENDIAN);
        frame.putShort(ETHERNET_LENGTH + 8, (short)0x4006, BIG_ENDIAN);
        frame.putInt(ETHERNET_LENGTH + 12, LOOPBACK, BIG_ENDIAN);
        frame.putInt(ETHERNET_LENGTH + 16, LOOPBACK, BIG_ENDIAN);
        final int tcp = ETHERNET_LENGTH + IP_LENGTH;
        frame.putShort(tcp, (short)sourcePort, BIG_ENDIAN);
        frame.putShort(tcp + 2, (short)destinationPort, BIG_ENDIAN);
        frame.putInt(tcp + 4, sequence, BIG_ENDIAN);
        frame.putInt(tcp + 8, 1, BIG_ENDIAN);
        frame.putShort(tcp + 12, (short)PUSH_AND_ACK, BIG_ENDIAN);
        frame.putShort(tcp + 14, (short)0xFFFF, BIG_ENDIAN);
        frame.putBytes(HEADERS_LENGTH, buffer, offset, length);
        writer.appendFrame(timeNs, frame, 0, HEADERS_LENGTH + length);
        sequence += length;
    }

    /** Sends the last bytes once more. */
    public void again(final long timeNs, final DirectBuffer buffer, final int offset, final int length)
        throws IOException
    {
        sequence -= length;
        segment(timeNs, buffer, offset, length);
    }

    /** Bytes that the capture does not have. */
    public void lose(final int length)
    {
        sequence += length;
    }
}
