// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.command;

import io.bourse.engine.protocol.ClientRefDataDecoder;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.DirectBuffer;

/**
 * Takes the frame of a command apart. {@link CommandForm} says whether every byte that a decoder will read is there.
 */
public final class CommandAdapter
{
    private final MessageHeaderDecoder messageHeader = new MessageHeaderDecoder();
    private final CommandHeaderDecoder commandHeader = new CommandHeaderDecoder();
    private final CommandTable table;

    public CommandAdapter(final CommandTable table)
    {
        this.table = table;
    }

    /**
     * Fills an envelope from a message.
     *
     * @param buffer that holds the command.
     * @param offset of its message header.
     * @param length of the whole message.
     * @param featureLevel of the history.
     * @param envelope to fill; of a malformed command it gets what could be read.
     * @return false when the command is malformed and must not be decoded any further.
     */
    public boolean decode(
        final DirectBuffer buffer,
        final int offset,
        final int length,
        final int featureLevel,
        final CommandEnvelope envelope)
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
        if (MessageHeaderDecoder.SCHEMA_ID != messageHeader.schemaId() || length < CommandForm.MIN_LENGTH ||
            envelope.version > MessageHeaderDecoder.SCHEMA_VERSION)
        {
            return false;
        }
        decodeCommandHeader(envelope);

        final int end = CommandForm.end(buffer, offset, length, featureLevel);
        if (CommandForm.NOT_UNDERSTOOD == end)
        {
            return false;
        }
        envelope.kind = table.get(envelope.templateId);
        if (CommandForm.hasClientRef(envelope.templateId))
        {
            envelope.clientRefOffset = end + ClientRefDataDecoder.lengthEncodingLength();
            envelope.clientRefLength = buffer.getByte(end) & 0xFF;
        }
        return true;
    }

    private static void clear(final CommandEnvelope envelope, final DirectBuffer buffer, final int offset)
    {
        envelope.buffer = buffer;
        envelope.kind = null;
        envelope.clientRefOffset = offset;
        envelope.clientRefLength = 0;
        envelope.templateId = 0;
        envelope.version = 0;
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
}
