// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.sbe.MessageEncoderFlyweight;

import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Encodes commands into byte arrays of their own, and sets the identity of an encoded one.
 */
final class CommandBytes
{
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int CAPACITY = 1024;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CAPACITY]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();

    /** Begins a command; its fields are filled in next, then {@link #end}. */
    <T extends MessageEncoderFlyweight> T begin(final T encoder)
    {
        buffer.setMemory(0, CAPACITY, (byte)0);
        messageHeader.wrap(buffer, 0)
            .blockLength(encoder.sbeBlockLength())
            .templateId(encoder.sbeTemplateId())
            .schemaId(encoder.sbeSchemaId())
            .version(encoder.sbeSchemaVersion());
        encoder.wrap(buffer, MessageHeaderEncoder.ENCODED_LENGTH);
        return encoder;
    }

    /** The whole command, without an identity yet. */
    byte[] end(final MessageEncoderFlyweight encoder)
    {
        return Arrays.copyOf(
            buffer.byteArray(), MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength());
    }

    /** Gives a command its identity. */
    static void identify(
        final byte[] command, final int gatewayId, final int sessionId, final long sequence, final long receivedNs)
    {
        final UnsafeBuffer bytes = new UnsafeBuffer(command);
        final int header = MessageHeaderEncoder.ENCODED_LENGTH;
        bytes.putLong(header + CommandHeaderEncoder.receivedNsEncodingOffset(), receivedNs, ORDER);
        bytes.putLong(header + CommandHeaderEncoder.sequenceEncodingOffset(), sequence, ORDER);
        bytes.putInt(header + CommandHeaderEncoder.sessionIdEncodingOffset(), sessionId, ORDER);
        bytes.putShort(header + CommandHeaderEncoder.gatewayIdEncodingOffset(), (short)gatewayId, ORDER);
    }

    /** Says which partition a command is for; without it the first one. */
    static void address(final byte[] command, final int partition)
    {
        new UnsafeBuffer(command).putShort(
            MessageHeaderEncoder.ENCODED_LENGTH + CommandHeaderEncoder.partitionEncodingOffset(),
            (short)partition,
            ORDER);
    }

    /** Removes what identifies a copy; a defect. */
    static void withoutSequence(final byte[] command)
    {
        new UnsafeBuffer(command).putLong(
            MessageHeaderEncoder.ENCODED_LENGTH + CommandHeaderEncoder.sequenceEncodingOffset(), 0, ORDER);
    }
}
