// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pcap;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.nio.ByteOrder;

import org.agrona.DirectBuffer;

/**
 * Finds the UDP datagram, or the TCP segment, in a captured frame without trusting any of its lengths.
 */
final class FrameParser
{
    private static final int NONE = -1;
    private static final int ETHER_TYPE_VLAN = 0x8100;
    private static final int ETHER_TYPE_SERVICE_VLAN = 0x88A8;
    private static final int VLAN_TAG_LENGTH = 4;
    private static final int COOKED_LENGTH = 16;
    private static final int COOKED_2_LENGTH = 20;
    private static final int FAMILY_LENGTH = 4;
    private static final int FAMILY_INET = 2;
    private static final int PROTOCOL_TCP = 6;
    private static final int TCP_LENGTH = 20;
    private static final int FLAG_SYN = 2;
    private static final int FRAGMENT_MASK = 0x3FFF;
    private static final int MASK_16 = 0xFFFF;

    private final int linkType;
    private final ByteOrder fileOrder;
    private final int protocol;
    /** Whether the frame holds a datagram or segment, to its last byte. */
    boolean isWhole;
    /** Whether the frame holds a part of one. */
    boolean isCut;
    int sourceAddress;
    int sourcePort;
    int destinationAddress;
    int destinationPort;
    int payloadOffset;
    int payloadLength;
    /** Of a segment: the sequence number of its first byte, or of SYN. */
    int sequence;
    /** Of a segment: whether it begins a connection. */
    boolean isSyn;

    FrameParser(final int linkType, final ByteOrder fileOrder, final boolean isTcp)
    {
        this.linkType = linkType;
        this.fileOrder = fileOrder;
        protocol = isTcp ? PROTOCOL_TCP : DatagramHeaders.PROTOCOL_UDP;
    }

    static boolean isKnown(final int linkType)
    {
        return switch (linkType)
        {
            case PcapDescriptor.LINK_NULL, PcapDescriptor.LINK_ETHERNET, PcapDescriptor.LINK_RAW_BSD,
                PcapDescriptor.LINK_RAW_OPENBSD, PcapDescriptor.LINK_RAW, PcapDescriptor.LINK_LOOP,
                PcapDescriptor.LINK_LINUX_COOKED, PcapDescriptor.LINK_IPV4, PcapDescriptor.LINK_LINUX_COOKED_2 -> true;
            default -> false;
        };
    }

    void parse(final DirectBuffer buffer, final int offset, final int length)
    {
        isWhole = false;
        isCut = false;
        final int limit = offset + length;
        final int ip = ipOffset(buffer, offset, limit);
        if (NONE != ip && limit - ip >= DatagramHeaders.IP_LENGTH)
        {
            parseIp(buffer, ip, limit);
        }
    }

    private int ipOffset(final DirectBuffer buffer, final int offset, final int limit)
    {
        return switch (linkType)
        {
            case PcapDescriptor.LINK_ETHERNET -> afterEthernet(buffer, offset, limit);
            case PcapDescriptor.LINK_NULL -> afterFamily(buffer, offset, limit, fileOrder);
            case PcapDescriptor.LINK_LOOP -> afterFamily(buffer, offset, limit, BIG_ENDIAN);
            case PcapDescriptor.LINK_LINUX_COOKED ->
                afterCooked(buffer, offset, limit, COOKED_LENGTH - 2, COOKED_LENGTH);
            case PcapDescriptor.LINK_LINUX_COOKED_2 -> afterCooked(buffer, offset, limit, 0, COOKED_2_LENGTH);
            default -> offset;
        };
    }

    private static int afterEthernet(final DirectBuffer buffer, final int offset, final int limit)
    {
        int end = offset + DatagramHeaders.ETHERNET_LENGTH;
        while (end <= limit)
        {
            final int etherType = buffer.getShort(end - 2, BIG_ENDIAN) & MASK_16;
            if (DatagramHeaders.ETHER_TYPE_IPV4 == etherType)
            {
                return end;
            }
            if (ETHER_TYPE_VLAN != etherType && ETHER_TYPE_SERVICE_VLAN != etherType)
            {
                return NONE;
            }
            end += VLAN_TAG_LENGTH;
        }
        return NONE;
    }

    private static int afterFamily(
        final DirectBuffer buffer, final int offset, final int limit, final ByteOrder byteOrder)
    {
        return limit - offset >= FAMILY_LENGTH && FAMILY_INET == buffer.getInt(offset, byteOrder) ?
            offset + FAMILY_LENGTH : NONE;
    }

    private static int afterCooked(
        final DirectBuffer buffer, final int offset, final int limit, final int protocolOffset, final int headerLength)
    {
        return limit - offset >= headerLength && DatagramHeaders.ETHER_TYPE_IPV4 ==
            (buffer.getShort(offset + protocolOffset, BIG_ENDIAN) & MASK_16) ? offset + headerLength : NONE;
    }

    private void parseIp(final DirectBuffer buffer, final int ip, final int limit)
    {
        final int versionAndLength = buffer.getByte(ip) & 0xFF;
        final int headerLength = (versionAndLength & 0xF) * 4;
        final int totalLength = buffer.getShort(ip + 2, BIG_ENDIAN) & MASK_16;
        if (4 != versionAndLength >>> 4 || headerLength < DatagramHeaders.IP_LENGTH ||
            protocol != (buffer.getByte(ip + 9) & 0xFF))
        {
            return;
        }
        final int begin = ip + headerLength;
        final int ipLimit = ip + totalLength;
        final int payload = 0 != (buffer.getShort(ip + 6, BIG_ENDIAN) & FRAGMENT_MASK) || ipLimit > limit ? NONE :
            PROTOCOL_TCP == protocol ? afterTcp(buffer, begin, ipLimit) : afterUdp(buffer, begin, ipLimit);
        if (NONE == payload)
        {
            isCut = true;
            return;
        }
        sourceAddress = buffer.getInt(ip + 12, BIG_ENDIAN);
        destinationAddress = buffer.getInt(ip + 16, BIG_ENDIAN);
        sourcePort = buffer.getShort(begin, BIG_ENDIAN) & MASK_16;
        destinationPort = buffer.getShort(begin + 2, BIG_ENDIAN) & MASK_16;
        payloadOffset = payload;
        isWhole = true;
    }

    private int afterUdp(final DirectBuffer buffer, final int udp, final int limit)
    {
        if (limit - udp < DatagramHeaders.UDP_LENGTH)
        {
            return NONE;
        }
        final int udpLength = buffer.getShort(udp + 4, BIG_ENDIAN) & MASK_16;
        if (udpLength < DatagramHeaders.UDP_LENGTH || udp + udpLength > limit)
        {
            return NONE;
        }
        payloadLength = udpLength - DatagramHeaders.UDP_LENGTH;
        return udp + DatagramHeaders.UDP_LENGTH;
    }

    private int afterTcp(final DirectBuffer buffer, final int tcp, final int limit)
    {
        if (limit - tcp < TCP_LENGTH)
        {
            return NONE;
        }
        final int headerLength = (buffer.getByte(tcp + 12) >>> 4 & 0xF) * 4;
        if (headerLength < TCP_LENGTH || tcp + headerLength > limit)
        {
            return NONE;
        }
        sequence = buffer.getInt(tcp + 4, BIG_ENDIAN);
        isSyn = 0 != (buffer.getByte(tcp + 13) & FLAG_SYN);
        payloadLength = limit - tcp - headerLength;
        return tcp + headerLength;
    }
}
