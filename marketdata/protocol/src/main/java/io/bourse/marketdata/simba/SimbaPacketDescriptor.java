// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.simba;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Layout of a SIMBA packet (SIMBA B.1): the market data header, the incremental header if its flag is set, then SBE
 * messages up to MsgSize. Little-endian, packed.
 * <pre>
 *   0        4         6          8             16              24                         28
 *   +--------+---------+----------+-------------+---------------+--------------------------+----------
 *   |MsgSeqNum| MsgSize | MsgFlags | SendingTime | TransactTime  | ExchangeTradingSessionID | messages
 *   +--------+---------+----------+-------------+---------------+--------------------------+----------
 *   |            MarketDataPacketHeader          |   IncrementalPacketHeader, flag 0x08     |
 * </pre>
 */
public final class SimbaPacketDescriptor
{
    /** Length of MarketDataPacketHeader in bytes. */
    public static final int PACKET_HEADER_LENGTH = 16;

    /** Length of IncrementalPacketHeader in bytes. */
    public static final int INCREMENTAL_HEADER_LENGTH = 12;

    /** Offset of MsgSeqNum, uint32. */
    public static final int MSG_SEQ_NUM_OFFSET = 0;

    /** Offset of MsgSize, uint16. */
    public static final int MSG_SIZE_OFFSET = 4;

    /** Offset of MsgFlags, uint16 set. */
    public static final int MSG_FLAGS_OFFSET = 6;

    /** Offset of SendingTime, uint64. */
    public static final int SENDING_TIME_OFFSET = 8;

    /** Offset of TransactTime, uint64, in packets that have {@link #FLAG_INCREMENTAL}. */
    public static final int TRANSACT_TIME_OFFSET = PACKET_HEADER_LENGTH;

    /** Offset of ExchangeTradingSessionID, uint32, in packets that have {@link #FLAG_INCREMENTAL}. */
    public static final int SESSION_ID_OFFSET = PACKET_HEADER_LENGTH + 8;

    /** The transaction ends with this packet. */
    public static final int FLAG_LAST_FRAGMENT = 0x01;

    /** First packet of one instrument in the snapshot feed. */
    public static final int FLAG_START_OF_SNAPSHOT = 0x02;

    /** Last packet of one instrument in the snapshot feed. */
    public static final int FLAG_END_OF_SNAPSHOT = 0x04;

    /** The packet has an incremental header and may have several messages. */
    public static final int FLAG_INCREMENTAL = 0x08;

    /** The packet repeats what was sent before. */
    public static final int FLAG_POSS_DUP = 0x10;

    /** ExchangeTradingSessionID of packets outside any session; null of every optional uint32. */
    public static final long NULL_UINT32 = 4294967295L;

    private static final long UINT32_MASK = 0xFFFF_FFFFL;

    private SimbaPacketDescriptor()
    {
    }

    /**
     * Where the first message of a packet begins.
     *
     * @param msgFlags of the packet.
     * @return offset in the packet in bytes.
     */
    public static int messagesOffset(final int msgFlags)
    {
        return 0 == (msgFlags & FLAG_INCREMENTAL) ?
            PACKET_HEADER_LENGTH : PACKET_HEADER_LENGTH + INCREMENTAL_HEADER_LENGTH;
    }

    /**
     * Reads MsgSeqNum.
     *
     * @param buffer that holds the packet.
     * @param offset of the packet.
     * @return 0 to 2^32-1.
     */
    public static long msgSeqNum(final DirectBuffer buffer, final int offset)
    {
        return buffer.getInt(offset + MSG_SEQ_NUM_OFFSET, LITTLE_ENDIAN) & UINT32_MASK;
    }

    /**
     * Reads MsgSize.
     *
     * @param buffer that holds the packet.
     * @param offset of the packet.
     * @return length of the whole packet in bytes.
     */
    public static int msgSize(final DirectBuffer buffer, final int offset)
    {
        return buffer.getShort(offset + MSG_SIZE_OFFSET, LITTLE_ENDIAN) & 0xFFFF;
    }

    /**
     * Reads MsgFlags.
     *
     * @param buffer that holds the packet.
     * @param offset of the packet.
     * @return set of {@code FLAG_...}.
     */
    public static int msgFlags(final DirectBuffer buffer, final int offset)
    {
        return buffer.getShort(offset + MSG_FLAGS_OFFSET, LITTLE_ENDIAN) & 0xFFFF;
    }

    /**
     * Reads SendingTime.
     *
     * @param buffer that holds the packet.
     * @param offset of the packet.
     * @return nanoseconds since the Unix epoch.
     */
    public static long sendingTimeNs(final DirectBuffer buffer, final int offset)
    {
        return buffer.getLong(offset + SENDING_TIME_OFFSET, LITTLE_ENDIAN);
    }

    /**
     * Reads TransactTime of an incremental packet.
     *
     * @param buffer that holds the packet.
     * @param offset of the packet.
     * @return nanoseconds since the Unix epoch, 0 in the nightly EmptyBook.
     */
    public static long transactTimeNs(final DirectBuffer buffer, final int offset)
    {
        return buffer.getLong(offset + TRANSACT_TIME_OFFSET, LITTLE_ENDIAN);
    }

    /**
     * Reads ExchangeTradingSessionID of an incremental packet.
     *
     * @param buffer that holds the packet.
     * @param offset of the packet.
     * @return session, or {@link #NULL_UINT32}.
     */
    public static long sessionId(final DirectBuffer buffer, final int offset)
    {
        return buffer.getInt(offset + SESSION_ID_OFFSET, LITTLE_ENDIAN) & UINT32_MASK;
    }

    /**
     * Writes MarketDataPacketHeader.
     *
     * @param buffer to write to.
     * @param offset of the packet.
     * @param msgSeqNum number of the packet.
     * @param msgSize length of the whole packet in bytes.
     * @param msgFlags set of {@code FLAG_...}.
     * @param sendingTimeNs nanoseconds since the Unix epoch.
     */
    public static void putPacketHeader(
        final MutableDirectBuffer buffer,
        final int offset,
        final long msgSeqNum,
        final int msgSize,
        final int msgFlags,
        final long sendingTimeNs)
    {
        buffer.putInt(offset + MSG_SEQ_NUM_OFFSET, (int)msgSeqNum, LITTLE_ENDIAN);
        buffer.putShort(offset + MSG_SIZE_OFFSET, (short)msgSize, LITTLE_ENDIAN);
        buffer.putShort(offset + MSG_FLAGS_OFFSET, (short)msgFlags, LITTLE_ENDIAN);
        buffer.putLong(offset + SENDING_TIME_OFFSET, sendingTimeNs, LITTLE_ENDIAN);
    }

    /**
     * Writes IncrementalPacketHeader after MarketDataPacketHeader.
     *
     * @param buffer to write to.
     * @param offset of the packet.
     * @param transactTimeNs nanoseconds since the Unix epoch.
     * @param sessionId session, or {@link #NULL_UINT32}.
     */
    public static void putIncrementalHeader(
        final MutableDirectBuffer buffer, final int offset, final long transactTimeNs, final long sessionId)
    {
        buffer.putLong(offset + TRANSACT_TIME_OFFSET, transactTimeNs, LITTLE_ENDIAN);
        buffer.putInt(offset + SESSION_ID_OFFSET, (int)sessionId, LITTLE_ENDIAN);
    }
}
