// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.ClientRefDataDecoder;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.CompleteClearingDecoder;
import io.bourse.engine.protocol.ConnectGatewayDecoder;
import io.bourse.engine.protocol.DefineAccountDecoder;
import io.bourse.engine.protocol.DefineBrokerageFirmDecoder;
import io.bourse.engine.protocol.DefineClearingFirmDecoder;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.DefineLoginDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.protocol.PublishSettlementDecoder;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.ReportStateDecoder;
import io.bourse.engine.protocol.ResumeTradingDecoder;
import io.bourse.engine.protocol.SuspendTradingDecoder;

import org.agrona.DirectBuffer;

/**
 * Takes the frame of a command apart and checks that every byte a decoder will read is there. Gateways encode
 * commands, so a malformed one is a bug of ours; it must still not hurt the core.
 */
final class CommandAdapter
{
    private static final int MAX_CLIENT_REF_LENGTH = 64;
    private static final int UNKNOWN_TEMPLATE = -1;

    private final MessageHeaderDecoder messageHeader = new MessageHeaderDecoder();
    private final CommandHeaderDecoder commandHeader = new CommandHeaderDecoder();

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

        final int expectedBlockLength = blockLength(envelope.templateId);
        if (UNKNOWN_TEMPLATE == expectedBlockLength ||
            envelope.blockLength < expectedBlockLength ||
            envelope.blockLength > available)
        {
            return false;
        }
        return !hasClientRef(envelope.templateId) || decodeClientRef(envelope, available - envelope.blockLength);
    }

    private static void clear(final CommandEnvelope envelope, final DirectBuffer buffer, final int offset)
    {
        envelope.buffer = buffer;
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

    private static boolean decodeClientRef(final CommandEnvelope envelope, final int available)
    {
        if (available < ClientRefDataDecoder.lengthEncodingLength())
        {
            return false;
        }
        final int lengthOffset = envelope.blockOffset + envelope.blockLength;
        final int length = envelope.buffer.getByte(lengthOffset) & 0xFF;
        if (length > MAX_CLIENT_REF_LENGTH || length > available - ClientRefDataDecoder.lengthEncodingLength())
        {
            return false;
        }
        envelope.clientRefOffset = lengthOffset + ClientRefDataDecoder.lengthEncodingLength();
        envelope.clientRefLength = length;
        return true;
    }

    private static boolean hasClientRef(final int templateId)
    {
        return NewOrderDecoder.TEMPLATE_ID == templateId ||
            CancelOrderDecoder.TEMPLATE_ID == templateId ||
            ReplaceOrderDecoder.TEMPLATE_ID == templateId;
    }

    private static int blockLength(final int templateId)
    {
        return switch (templateId)
        {
            case DefineClearingFirmDecoder.TEMPLATE_ID -> DefineClearingFirmDecoder.BLOCK_LENGTH;
            case DefineBrokerageFirmDecoder.TEMPLATE_ID -> DefineBrokerageFirmDecoder.BLOCK_LENGTH;
            case DefineAccountDecoder.TEMPLATE_ID -> DefineAccountDecoder.BLOCK_LENGTH;
            case DefineLoginDecoder.TEMPLATE_ID -> DefineLoginDecoder.BLOCK_LENGTH;
            case DefineInstrumentDecoder.TEMPLATE_ID -> DefineInstrumentDecoder.BLOCK_LENGTH;
            case NewOrderDecoder.TEMPLATE_ID -> NewOrderDecoder.BLOCK_LENGTH;
            case CancelOrderDecoder.TEMPLATE_ID -> CancelOrderDecoder.BLOCK_LENGTH;
            case ReplaceOrderDecoder.TEMPLATE_ID -> ReplaceOrderDecoder.BLOCK_LENGTH;
            case OpenSessionDecoder.TEMPLATE_ID -> OpenSessionDecoder.BLOCK_LENGTH;
            case SuspendTradingDecoder.TEMPLATE_ID -> SuspendTradingDecoder.BLOCK_LENGTH;
            case PublishSettlementDecoder.TEMPLATE_ID -> PublishSettlementDecoder.BLOCK_LENGTH;
            case CompleteClearingDecoder.TEMPLATE_ID -> CompleteClearingDecoder.BLOCK_LENGTH;
            case ResumeTradingDecoder.TEMPLATE_ID -> ResumeTradingDecoder.BLOCK_LENGTH;
            case ReportStateDecoder.TEMPLATE_ID -> ReportStateDecoder.BLOCK_LENGTH;
            case ConnectGatewayDecoder.TEMPLATE_ID -> ConnectGatewayDecoder.BLOCK_LENGTH;
            default -> UNKNOWN_TEMPLATE;
        };
    }
}
