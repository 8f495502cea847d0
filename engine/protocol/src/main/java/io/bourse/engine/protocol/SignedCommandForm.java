// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import org.agrona.DirectBuffer;

import java.nio.ByteOrder;

/**
 * Where the signed command is inside an {@code OperatorCommand}. A search of a journal for commands of a kind
 * looks at what {@link #innerOffset} gives.
 */
public final class SignedCommandForm
{
    /** Offset of the inner command's message header, from the message header of the outer one. */
    public static final int INNER_OFFSET = MessageHeaderDecoder.ENCODED_LENGTH + OperatorCommandDecoder.BLOCK_LENGTH +
        CommandDataDecoder.lengthEncodingLength();

    private SignedCommandForm()
    {
    }

    /**
     * Whether a whole command of any kind fills the rest of an {@code OperatorCommand}.
     *
     * @param buffer that holds it.
     * @param begin offset after its block.
     * @param limit offset after the message.
     * @return false when something is missing or too much.
     */
    static boolean isWhole(final DirectBuffer buffer, final int begin, final int limit)
    {
        final int inner = begin + CommandDataDecoder.lengthEncodingLength();
        return limit - inner >= CommandForm.MIN_LENGTH && limit - inner <= CommandForm.MAX_UNSIGNED_LENGTH &&
            limit - inner == (buffer.getShort(begin, ByteOrder.LITTLE_ENDIAN) & 0xFFFF);
    }

    /**
     * Whether a command is signed.
     *
     * @param buffer that holds a command, see {@link CommandForm#isCommand}.
     * @param offset of its message header.
     * @param length of the whole message.
     * @return true when it is an {@code OperatorCommand} with another command inside.
     */
    public static boolean isSigned(final DirectBuffer buffer, final int offset, final int length)
    {
        return OperatorCommandDecoder.TEMPLATE_ID == CommandForm.templateId(buffer, offset) &&
            OperatorCommandDecoder.BLOCK_LENGTH == (buffer.getShort(
            offset + MessageHeaderDecoder.blockLengthEncodingOffset(), ByteOrder.LITTLE_ENDIAN) & 0xFFFF) &&
            length >= INNER_OFFSET &&
            isWhole(buffer, offset + INNER_OFFSET - CommandDataDecoder.lengthEncodingLength(), offset + length);
    }

    /**
     * The command that a message is about.
     *
     * @param buffer that holds a command, see {@link CommandForm#isCommand}.
     * @param offset of its message header.
     * @param length of the whole message.
     * @return offset of the signed command's message header; the same offset when the command is not signed.
     */
    public static int innerOffset(final DirectBuffer buffer, final int offset, final int length)
    {
        return isSigned(buffer, offset, length) ? offset + INNER_OFFSET : offset;
    }
}
