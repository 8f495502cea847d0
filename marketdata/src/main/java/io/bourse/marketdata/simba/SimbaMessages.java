// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.simba;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_INCREMENTAL;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * Walks the messages of a packet without trusting them: every length is checked before anything is read, so that
 * decoding a packet that passed never fails.
 */
public final class SimbaMessages
{
    /** Oldest wire version that has the order-log messages of version 8 (sheet B.3). */
    public static final int MIN_VERSION = 3;

    /** Newest wire version known. */
    public static final int MAX_VERSION = 9;

    /** Length of an SBE message header in bytes. */
    public static final int HEADER_LENGTH = MessageHeaderDecoder.ENCODED_LENGTH;

    private static final int GROUP_HEADER_LENGTH = 3;

    private SimbaMessages()
    {
    }

    /**
     * Template id of a message.
     *
     * @param buffer that holds the message.
     * @param offset of its SBE header.
     * @return template id.
     */
    public static int templateId(final DirectBuffer buffer, final int offset)
    {
        return buffer.getShort(offset + 2, LITTLE_ENDIAN) & 0xFFFF;
    }

    /**
     * Block length of a message.
     *
     * @param buffer that holds the message.
     * @param offset of its SBE header.
     * @return block length in bytes.
     */
    public static int blockLength(final DirectBuffer buffer, final int offset)
    {
        return buffer.getShort(offset, LITTLE_ENDIAN) & 0xFFFF;
    }

    /**
     * Schema version of a message.
     *
     * @param buffer that holds the message.
     * @param offset of its SBE header.
     * @return version.
     */
    public static int version(final DirectBuffer buffer, final int offset)
    {
        return buffer.getShort(offset + 6, LITTLE_ENDIAN) & 0xFFFF;
    }

    /**
     * Length of a message with its header.
     *
     * @param buffer that holds the message.
     * @param offset of its SBE header.
     * @param limit end of the packet.
     * @return bytes, or -1 if the message does not fit or is shorter than its layout.
     */
    public static int length(final DirectBuffer buffer, final int offset, final int limit)
    {
        if (limit - offset < HEADER_LENGTH)
        {
            return -1;
        }
        final int schemaId = buffer.getShort(offset + 4, LITTLE_ENDIAN) & 0xFFFF;
        final int version = version(buffer, offset);
        if (MessageHeaderDecoder.SCHEMA_ID != schemaId || version < MIN_VERSION || version > MAX_VERSION)
        {
            return -1;
        }

        final int blockLength = blockLength(buffer, offset);
        final int blockLimit = offset + HEADER_LENGTH + blockLength;
        final int templateId = templateId(buffer, offset);
        if (blockLimit > limit || blockLength < minBlockLength(templateId))
        {
            return -1;
        }
        return switch (templateId)
        {
            case BestPricesDecoder.TEMPLATE_ID -> withGroup(
                buffer, offset, blockLimit, limit, BestPricesDecoder.NoMDEntriesDecoder.sbeBlockLength());
            case OrderBookSnapshotDecoder.TEMPLATE_ID -> withGroup(
                buffer, offset, blockLimit, limit, OrderBookSnapshotDecoder.NoMDEntriesDecoder.sbeBlockLength());
            default -> HEADER_LENGTH + blockLength;
        };
    }

    /**
     * Whether a datagram is a packet whose every message can be decoded.
     *
     * @param buffer that holds the datagram.
     * @param offset of the datagram.
     * @param length of the datagram in bytes.
     * @return true if it is.
     */
    public static boolean isWellFormed(final DirectBuffer buffer, final int offset, final int length)
    {
        if (length < PACKET_HEADER_LENGTH || SimbaPacketDescriptor.msgSize(buffer, offset) != length)
        {
            return false;
        }
        final int msgFlags = SimbaPacketDescriptor.msgFlags(buffer, offset);
        final int limit = offset + length;
        int position = offset + SimbaPacketDescriptor.messagesOffset(msgFlags);
        int count = 0;
        while (position < limit)
        {
            final int messageLength = length(buffer, position, limit);
            if (messageLength < 0)
            {
                return false;
            }
            position += messageLength;
            count++;
        }
        return position == limit && (0 != (msgFlags & FLAG_INCREMENTAL) ? count >= 1 : 1 == count);
    }

    private static int withGroup(
        final DirectBuffer buffer, final int offset, final int groupOffset, final int limit, final int minEntryLength)
    {
        final int entriesOffset = groupOffset + GROUP_HEADER_LENGTH;
        if (entriesOffset > limit)
        {
            return -1;
        }
        final int entryLength = buffer.getShort(groupOffset, LITTLE_ENDIAN) & 0xFFFF;
        final int count = buffer.getByte(groupOffset + 2) & 0xFF;
        final int end = entriesOffset + entryLength * count;
        return end > limit || (0 < count && entryLength < minEntryLength) ? -1 : end - offset;
    }

    private static int minBlockLength(final int templateId)
    {
        return switch (templateId)
        {
            case SequenceResetDecoder.TEMPLATE_ID -> SequenceResetDecoder.BLOCK_LENGTH;
            case EmptyBookDecoder.TEMPLATE_ID -> EmptyBookDecoder.BLOCK_LENGTH;
            case OrderUpdateDecoder.TEMPLATE_ID -> OrderUpdateDecoder.BLOCK_LENGTH;
            case OrderExecutionDecoder.TEMPLATE_ID -> OrderExecutionDecoder.BLOCK_LENGTH;
            case OrderBookSnapshotDecoder.TEMPLATE_ID -> OrderBookSnapshotDecoder.BLOCK_LENGTH;
            default -> 0;
        };
    }
}
