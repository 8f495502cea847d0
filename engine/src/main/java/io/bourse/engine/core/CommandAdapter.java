// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.nio.ByteOrder;

import io.bourse.engine.protocol.ClientRefDataDecoder;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.GroupSizeEncodingDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;

import org.agrona.DirectBuffer;

/**
 * Takes the frame of a command apart and checks that every byte a decoder will read is there. Gateways encode
 * commands, so a malformed one is a bug of ours; it must still not hurt the core.
 */
final class CommandAdapter
{
    private static final int MAX_CLIENT_REF_LENGTH = 64;
    private static final int NUM_IN_GROUP_OFFSET = GroupSizeEncodingDecoder.numInGroupEncodingOffset();

    private final MessageHeaderDecoder messageHeader = new MessageHeaderDecoder();
    private final CommandHeaderDecoder commandHeader = new CommandHeaderDecoder();
    private final CommandTable table;

    CommandAdapter(final CommandTable table)
    {
        this.table = table;
    }

    /**
     * Fills an envelope from a message.
     *
     * @param buffer that holds the command.
     * @param offset of its message header.
     * @param length of the whole message.
     * @param envelope to fill; of a malformed command it gets what could be read.
     * @return false when the command is malformed and must not be decoded any further.
     */
    boolean decode(final DirectBuffer buffer, final int offset, final int length, final CommandEnvelope envelope)
    {
        clear(envelope, buffer, offset);
        if (length < MessageHeaderDecoder.ENCODED_LENGTH)
        {
            return false;
        }
        messageHeader.wrap(buffer, offset);
        envelope.templateId = messageHeader.templateId();
        envelope.blockLength = messageHeader.blockLength();
        envelope.version = messageHeader.version();
        envelope.blockOffset = offset + MessageHeaderDecoder.ENCODED_LENGTH;

        final int available = length - MessageHeaderDecoder.ENCODED_LENGTH;
        if (MessageHeaderDecoder.SCHEMA_ID != messageHeader.schemaId() ||
            available < CommandHeaderDecoder.ENCODED_LENGTH)
        {
            return false;
        }
        decodeCommandHeader(envelope);

        final CommandKind kind = table.get(envelope.templateId);
        if (null == kind || envelope.blockLength < kind.blockLength || envelope.blockLength > available)
        {
            return false;
        }
        envelope.kind = kind;
        int used = envelope.blockLength;
        if (kind.hasGroup())
        {
            final int groupLength = groupLength(envelope, used, available, kind.groupEntryLength());
            if (groupLength < 0)
            {
                return false;
            }
            used += groupLength;
        }
        return !kind.hasClientRef() || decodeClientRef(envelope, used, available - used);
    }

    private static void clear(final CommandEnvelope envelope, final DirectBuffer buffer, final int offset)
    {
        envelope.buffer = buffer;
        envelope.kind = null;
        envelope.clientRefOffset = offset;
        envelope.clientRefLength = 0;
        envelope.templateId = 0;
        envelope.receivedNs = 0;
        envelope.sequence = 0;
        envelope.sessionId = 0;
        envelope.gatewayId = 0;
        envelope.partition = 0;
    }

    private void decodeCommandHeader(final CommandEnvelope envelope)
    {
        commandHeader.wrap(envelope.buffer, envelope.blockOffset);
        envelope.receivedNs = commandHeader.receivedNs();
        envelope.sequence = commandHeader.sequence();
        envelope.sessionId = commandHeader.sessionId();
        envelope.gatewayId = commandHeader.gatewayId();
        envelope.partition = commandHeader.partition();
    }

    /** Length of the group with its dimensions, or a negative number when it does not fit. */
    private static int groupLength(
        final CommandEnvelope envelope, final int used, final int available, final int minimumEntryLength)
    {
        if (available - used < GroupSizeEncodingDecoder.ENCODED_LENGTH)
        {
            return -1;
        }
        final int offset = envelope.blockOffset + used;
        final int entryLength = envelope.buffer.getShort(offset, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
        final int count =
            envelope.buffer.getShort(offset + NUM_IN_GROUP_OFFSET, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
        // Lengths are below 2^16 each, so that the product fits into a long and is compared before it is narrowed.
        final long length = GroupSizeEncodingDecoder.ENCODED_LENGTH + (long)entryLength * count;
        return entryLength < minimumEntryLength || length > available - used ? -1 : (int)length;
    }

    private static boolean decodeClientRef(final CommandEnvelope envelope, final int used, final int available)
    {
        if (available < ClientRefDataDecoder.lengthEncodingLength())
        {
            return false;
        }
        final int lengthOffset = envelope.blockOffset + used;
        final int length = envelope.buffer.getByte(lengthOffset) & 0xFF;
        if (length > MAX_CLIENT_REF_LENGTH || length > available - ClientRefDataDecoder.lengthEncodingLength())
        {
            return false;
        }
        envelope.clientRefOffset = lengthOffset + ClientRefDataDecoder.lengthEncodingLength();
        envelope.clientRefLength = length;
        return true;
    }
}
