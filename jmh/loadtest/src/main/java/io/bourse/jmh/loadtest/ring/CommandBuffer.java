// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.ring;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.sbe.MessageEncoderFlyweight;

/**
 * Encodes commands, one at a time. A field of their blocks that is not set is 0, or an empty text; groups and texts
 * after the block must be set.
 */
public final class CommandBuffer
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();

    /** An empty buffer. */
    public CommandBuffer()
    {
    }

    /**
     * Begins a command.
     *
     * @param <T> type of the encoder.
     * @return the encoder, at an empty command.
     */
    public <T extends MessageEncoderFlyweight> T begin(final T encoder)
    {
        buffer.setMemory(0, buffer.capacity(), (byte)0);
        messageHeader.wrap(buffer, 0)
            .blockLength(encoder.sbeBlockLength())
            .templateId(encoder.sbeTemplateId())
            .schemaId(encoder.sbeSchemaId())
            .version(encoder.sbeSchemaVersion());
        encoder.wrap(buffer, MessageHeaderEncoder.ENCODED_LENGTH);
        return encoder;
    }

    /**
     * Sends the command.
     *
     * @param target that takes it.
     */
    public void send(final MessageEncoderFlyweight encoder, final CommandTarget target)
    {
        target.send(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength());
    }
}
