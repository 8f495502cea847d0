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
    /** Oldest wire version that has the order-log messages of version 8 (SIMBA B.3). */
    public static final int MIN_VERSION = 3;

    /** Newest wire version known. */
    public static final int MAX_VERSION = 9;

    /** Length of an SBE message header in bytes. */
    public static final int HEADER_LENGTH = MessageHeaderDecoder.ENCODED_LENGTH;

    private static final int GROUP_HEADER_LENGTH = 3;
    private static final int TEMPLATE_SECURITY_DEFINITION_9 =
        io.bourse.marketdata.simba.v9.SecurityDefinitionDecoder.TEMPLATE_ID;
    private static final int TEMPLATE_SECURITY_STATUS_9 =
        io.bourse.marketdata.simba.v9.SecurityStatusDecoder.TEMPLATE_ID;
    private static final int DEFINITION_TEXTS = 2;
    private static final int[] DEFINITION_ENTRY_LENGTHS = {
        SecurityDefinitionDecoder.NoMDFeedTypesDecoder.sbeBlockLength(),
        SecurityDefinitionDecoder.NoUnderlyingsDecoder.sbeBlockLength(),
        SecurityDefinitionDecoder.NoLegsDecoder.sbeBlockLength(),
        SecurityDefinitionDecoder.NoInstrAttribDecoder.sbeBlockLength(),
        SecurityDefinitionDecoder.NoEventsDecoder.sbeBlockLength()
    };

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
            case SecurityDefinitionDecoder.TEMPLATE_ID, TEMPLATE_SECURITY_DEFINITION_9 ->
                withGroupsAndTexts(buffer, offset, blockLimit, limit);
            default -> HEADER_LENGTH + blockLength;
        };
    }

    /**
     * Whether a template is one whose length is known: the message ends where its layout says.
     *
     * @param templateId of a message.
     * @return false for messages to skip; only the end of their block is known, and they may have groups after it.
     */
    public static boolean isKnown(final int templateId)
    {
        return HeartbeatDecoder.TEMPLATE_ID == templateId || LogonDecoder.TEMPLATE_ID == templateId ||
            0 < minBlockLength(templateId) || BestPricesDecoder.TEMPLATE_ID == templateId;
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
        if (0 == (msgFlags & FLAG_INCREMENTAL))
        {
            return isWellFormedAlone(buffer, position, limit);
        }
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
        return position == limit && count >= 1;
    }

    /** The one message of a packet without incremental header; of an unknown one all up to the end may be its own. */
    private static boolean isWellFormedAlone(final DirectBuffer buffer, final int offset, final int limit)
    {
        final int length = length(buffer, offset, limit);
        return 0 < length && (limit == offset + length || !isKnown(templateId(buffer, offset)));
    }

    /** The five groups and two texts of SecurityDefinition; entries may be longer than known, not shorter. */
    private static int withGroupsAndTexts(
        final DirectBuffer buffer, final int offset, final int groupOffset, final int limit)
    {
        int position = groupOffset;
        for (final int minEntryLength : DEFINITION_ENTRY_LENGTHS)
        {
            final int length = withGroup(buffer, position, position, limit, minEntryLength);
            if (length < 0)
            {
                return -1;
            }
            position += length;
        }
        for (int i = 0; i < DEFINITION_TEXTS; i++)
        {
            if (position + 2 > limit)
            {
                return -1;
            }
            position += 2 + (buffer.getShort(position, LITTLE_ENDIAN) & 0xFFFF);
        }
        return position > limit ? -1 : position - offset;
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
            case SecurityStatusDecoder.TEMPLATE_ID -> SecurityStatusDecoder.BLOCK_LENGTH;
            case TEMPLATE_SECURITY_STATUS_9 -> io.bourse.marketdata.simba.v9.SecurityStatusDecoder.BLOCK_LENGTH;
            case SecurityDefinitionUpdateReportDecoder.TEMPLATE_ID ->
                SecurityDefinitionUpdateReportDecoder.BLOCK_LENGTH;
            case SecurityDefinitionDecoder.TEMPLATE_ID -> SecurityDefinitionDecoder.BLOCK_LENGTH;
            case TEMPLATE_SECURITY_DEFINITION_9 ->
                io.bourse.marketdata.simba.v9.SecurityDefinitionDecoder.BLOCK_LENGTH;
            case TradingSessionStatusDecoder.TEMPLATE_ID -> TradingSessionStatusDecoder.BLOCK_LENGTH;
            case LogoutDecoder.TEMPLATE_ID -> LogoutDecoder.BLOCK_LENGTH;
            case MarketDataRequestDecoder.TEMPLATE_ID -> MarketDataRequestDecoder.BLOCK_LENGTH;
            default -> 0;
        };
    }
}
