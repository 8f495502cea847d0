// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pcap;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.net.Inet4Address;
import java.net.InetAddress;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Ethernet, IPv4 and UDP headers around a datagram, as the network would have made them (RFC 894, 791, 768, and 1112
 * for the address of a group). All fields are big-endian.
 */
public final class DatagramHeaders
{
    /** Length of the three headers in bytes. */
    public static final int LENGTH = 14 + 20 + 8;

    /** Longest payload of a UDP datagram over IPv4 in bytes. */
    public static final int MAX_PAYLOAD_LENGTH = 65535 - 20 - 8;

    static final int ETHERNET_LENGTH = 14;
    static final int IP_LENGTH = 20;
    static final int UDP_LENGTH = 8;
    static final int PROTOCOL_UDP = 17;
    static final int ETHER_TYPE_IPV4 = 0x0800;
    private static final int ETHER_TYPE_OFFSET = 12;
    private static final int VERSION_AND_LENGTH = 0x4500;
    private static final int DO_NOT_FRAGMENT = 0x4000;
    private static final int TIME_TO_LIVE = 1;
    private static final int MASK_16 = 0xFFFF;

    private DatagramHeaders()
    {
    }

    /**
     * An IPv4 address as a number.
     *
     * @param address IPv4.
     * @return its four bytes, the first one highest.
     * @throws IllegalArgumentException if it is no IPv4 address.
     */
    public static int ipv4(final InetAddress address)
    {
        if (!(address instanceof Inet4Address))
        {
            throw new IllegalArgumentException("Not an IPv4 address: address=" + address.getHostAddress());
        }
        final byte[] bytes = address.getAddress();
        return (bytes[0] & 0xFF) << 24 | (bytes[1] & 0xFF) << 16 | (bytes[2] & 0xFF) << 8 | bytes[3] & 0xFF;
    }

    /**
     * An IPv4 address as people write it.
     *
     * @param address its four bytes, the first one highest.
     * @return such as 239.195.1.1.
     */
    public static String text(final int address)
    {
        return (address >>> 24) + "." + (address >>> 16 & 0xFF) + "." + (address >>> 8 & 0xFF) + "." + (address & 0xFF);
    }

    /**
     * Writes the headers; the payload must stand after them already.
     *
     * @param buffer to write to.
     * @param offset of the frame.
     * @param identification of the IPv4 packet; its lower 16 bits count.
     * @param sourceAddress four bytes of the sender.
     * @param sourcePort of the sender.
     * @param destinationAddress four bytes of the receiver or of the group.
     * @param destinationPort of the receiver.
     * @param payloadLength in bytes, up to {@link #MAX_PAYLOAD_LENGTH}.
     */
    public static void put(
        final MutableDirectBuffer buffer,
        final int offset,
        final int identification,
        final int sourceAddress,
        final int sourcePort,
        final int destinationAddress,
        final int destinationPort,
        final int payloadLength)
    {
        putMac(buffer, offset, destinationAddress);
        putMac(buffer, offset + 6, sourceAddress);
        buffer.putShort(offset + ETHER_TYPE_OFFSET, (short)ETHER_TYPE_IPV4, BIG_ENDIAN);

        final int ip = offset + ETHERNET_LENGTH;
        final int udpLength = UDP_LENGTH + payloadLength;
        buffer.putShort(ip, (short)VERSION_AND_LENGTH, BIG_ENDIAN);
        buffer.putShort(ip + 2, (short)(IP_LENGTH + udpLength), BIG_ENDIAN);
        buffer.putShort(ip + 4, (short)identification, BIG_ENDIAN);
        buffer.putShort(ip + 6, (short)DO_NOT_FRAGMENT, BIG_ENDIAN);
        buffer.putByte(ip + 8, (byte)TIME_TO_LIVE);
        buffer.putByte(ip + 9, (byte)PROTOCOL_UDP);
        buffer.putShort(ip + 10, (short)0, BIG_ENDIAN);
        buffer.putInt(ip + 12, sourceAddress, BIG_ENDIAN);
        buffer.putInt(ip + 16, destinationAddress, BIG_ENDIAN);
        buffer.putShort(ip + 10, (short)~folded(sum(buffer, ip, IP_LENGTH)), BIG_ENDIAN);

        final int udp = ip + IP_LENGTH;
        buffer.putShort(udp, (short)sourcePort, BIG_ENDIAN);
        buffer.putShort(udp + 2, (short)destinationPort, BIG_ENDIAN);
        buffer.putShort(udp + 4, (short)udpLength, BIG_ENDIAN);
        buffer.putShort(udp + 6, (short)0, BIG_ENDIAN);
        buffer.putShort(udp + 6, (short)udpChecksum(buffer, udp, sourceAddress, destinationAddress, udpLength),
            BIG_ENDIAN);
    }

    /** A group has the address that RFC 1112 gives it, a host a locally administered one. */
    private static void putMac(final MutableDirectBuffer buffer, final int offset, final int address)
    {
        final boolean isGroup = 0xE == address >>> 28;
        buffer.putShort(offset, (short)(isGroup ? 0x0100 : 0x0200), BIG_ENDIAN);
        buffer.putInt(offset + 2, isGroup ? 0x5E00_0000 | address & 0x007F_FFFF : address, BIG_ENDIAN);
    }

    private static int udpChecksum(
        final DirectBuffer buffer,
        final int offset,
        final int sourceAddress,
        final int destinationAddress,
        final int udpLength)
    {
        final long pseudoHeader = (sourceAddress >>> 16) + (sourceAddress & MASK_16) +
            (destinationAddress >>> 16) + (destinationAddress & MASK_16) + PROTOCOL_UDP + udpLength;
        final int checksum = ~folded(pseudoHeader + sum(buffer, offset, udpLength)) & MASK_16;
        // 0 would mean that there is none.
        return 0 == checksum ? MASK_16 : checksum;
    }

    static long sum(final DirectBuffer buffer, final int offset, final int length)
    {
        long sum = 0;
        final int even = length & ~1;
        for (int i = 0; i < even; i += 2)
        {
            sum += buffer.getShort(offset + i, BIG_ENDIAN) & MASK_16;
        }
        return even == length ? sum : sum + ((buffer.getByte(offset + even) & 0xFF) << 8);
    }

    static int folded(final long sum)
    {
        long folded = sum;
        while (0 != folded >>> 16)
        {
            folded = (folded >>> 16) + (folded & MASK_16);
        }
        return (int)folded;
    }
}
