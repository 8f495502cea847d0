// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.simba;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

import java.nio.charset.StandardCharsets;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Packets of a TCP replay session (SIMBA B.7 item 4): one message each, numbered by each side from 1. On the stream a
 * packet ends where its MsgSize says.
 */
public final class SimbaSessionPackets
{
    /** Length of the longest of them, Logout. */
    public static final int MAX_LENGTH =
        PACKET_HEADER_LENGTH + MessageHeaderEncoder.ENCODED_LENGTH + LogoutEncoder.BLOCK_LENGTH;

    /** Length of the shortest of them, Logon. */
    public static final int MIN_LENGTH =
        PACKET_HEADER_LENGTH + MessageHeaderEncoder.ENCODED_LENGTH + LogonEncoder.BLOCK_LENGTH;

    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final LogonEncoder logonEncoder = new LogonEncoder();
    private final LogoutEncoder logoutEncoder = new LogoutEncoder();
    private final MarketDataRequestEncoder requestEncoder = new MarketDataRequestEncoder();
    private final int version;

    /**
     * An encoder.
     *
     * @param version wire version in the message headers, 8 or 9; the messages are the same.
     */
    public SimbaSessionPackets(final int version)
    {
        this.version = version;
    }

    /**
     * Writes a packet with Logon.
     *
     * @param buffer to write to.
     * @param offset to write at.
     * @param msgSeqNum of the packet.
     * @param nowNs SendingTime, nanoseconds since the Unix epoch.
     * @return length of the packet in bytes.
     */
    public int putLogon(final MutableDirectBuffer buffer, final int offset, final long msgSeqNum, final long nowNs)
    {
        logonEncoder.wrapAndApplyHeader(buffer, offset + PACKET_HEADER_LENGTH, headerEncoder);
        return end(buffer, offset, logonEncoder.limit(), msgSeqNum, nowNs);
    }

    /**
     * Writes a packet with Logout.
     *
     * @param buffer to write to.
     * @param offset to write at.
     * @param msgSeqNum of the packet.
     * @param nowNs SendingTime, nanoseconds since the Unix epoch.
     * @param text printable ASCII, cut at 256 characters; empty if all went well.
     * @return length of the packet in bytes.
     */
    public int putLogout(
        final MutableDirectBuffer buffer, final int offset, final long msgSeqNum, final long nowNs, final String text)
    {
        final int max = LogoutEncoder.textLength();
        logoutEncoder.wrapAndApplyHeader(buffer, offset + PACKET_HEADER_LENGTH, headerEncoder)
            .text(text.length() > max ? text.substring(0, max) : text);
        return end(buffer, offset, logoutEncoder.limit(), msgSeqNum, nowNs);
    }

    /**
     * Writes a packet with MarketDataRequest.
     *
     * @param buffer to write to.
     * @param offset to write at.
     * @param msgSeqNum of the packet.
     * @param nowNs SendingTime, nanoseconds since the Unix epoch.
     * @param begSeqNum first packet wanted.
     * @param endSeqNum last packet wanted; 0 for the last one there is.
     * @return length of the packet in bytes.
     */
    public int putRequest(
        final MutableDirectBuffer buffer,
        final int offset,
        final long msgSeqNum,
        final long nowNs,
        final long begSeqNum,
        final long endSeqNum)
    {
        requestEncoder.wrapAndApplyHeader(buffer, offset + PACKET_HEADER_LENGTH, headerEncoder)
            .applBegSeqNum(begSeqNum)
            .applEndSeqNum(endSeqNum);
        return end(buffer, offset, requestEncoder.limit(), msgSeqNum, nowNs);
    }

    /**
     * Reads the text of a Logout.
     *
     * @param buffer that holds the packet, checked by {@link SimbaMessages#isWellFormed}.
     * @param offset of the packet.
     * @return without padding.
     */
    public static String logoutText(final DirectBuffer buffer, final int offset)
    {
        final int begin = offset + PACKET_HEADER_LENGTH + MessageHeaderDecoder.ENCODED_LENGTH +
            LogoutDecoder.textEncodingOffset();
        int length = 0;
        while (length < LogoutDecoder.textLength() && 0 != buffer.getByte(begin + length))
        {
            length++;
        }
        final byte[] text = new byte[length];
        buffer.getBytes(begin, text);
        return new String(text, StandardCharsets.US_ASCII).stripTrailing();
    }

    private int end(
        final MutableDirectBuffer buffer, final int offset, final int limit, final long msgSeqNum, final long nowNs)
    {
        headerEncoder.version(version);
        final int length = limit - offset;
        SimbaPacketDescriptor.putPacketHeader(buffer, offset, msgSeqNum, length, FLAG_LAST_FRAGMENT, nowNs);
        return length;
    }
}
