// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.DirectBuffer;

/**
 * What every command must satisfy before it may be journalled. Its contents are the core's business.
 */
public final class CommandFormat
{
    /** Shortest command in bytes: message header and command header. */
    public static final int MIN_COMMAND_LENGTH =
        MessageHeaderDecoder.ENCODED_LENGTH + CommandHeaderDecoder.ENCODED_LENGTH;
    /** Where the sequencer writes its stamp, in bytes from the message header. */
    public static final int STAMPED_NS_OFFSET =
        MessageHeaderDecoder.ENCODED_LENGTH + CommandHeaderDecoder.stampedNsEncodingOffset();
    /** Highest template id of a command. */
    public static final int MAX_COMMAND_TEMPLATE_ID = 99;

    private CommandFormat()
    {
    }

    /**
     * Tells whether bytes can be a command.
     *
     * @param buffer that holds them.
     * @param offset of the message header.
     * @param length of the whole message.
     * @return true when length, schema, template range and block length fit.
     */
    public static boolean isValid(final DirectBuffer buffer, final int offset, final int length)
    {
        if (length < MIN_COMMAND_LENGTH || length > CommandPublisher.MAX_COMMAND_LENGTH)
        {
            return false;
        }
        final int blockLength = field(buffer, offset, MessageHeaderDecoder.blockLengthEncodingOffset());
        final int templateId = field(buffer, offset, MessageHeaderDecoder.templateIdEncodingOffset());
        final int schemaId = field(buffer, offset, MessageHeaderDecoder.schemaIdEncodingOffset());
        return MessageHeaderDecoder.SCHEMA_ID == schemaId &&
            templateId > 0 &&
            templateId <= MAX_COMMAND_TEMPLATE_ID &&
            blockLength >= CommandHeaderDecoder.ENCODED_LENGTH &&
            blockLength <= length - MessageHeaderDecoder.ENCODED_LENGTH;
    }

    /**
     * Which command bytes are.
     *
     * @param buffer that holds a command, see {@link #isValid}.
     * @param offset of the message header.
     * @return template id.
     */
    public static int templateId(final DirectBuffer buffer, final int offset)
    {
        return field(buffer, offset, MessageHeaderDecoder.templateIdEncodingOffset());
    }

    /**
     * Refuses bytes that cannot be a command.
     *
     * @param buffer that holds them.
     * @param offset of the message header.
     * @param length of the whole message.
     * @throws IllegalArgumentException with the facts.
     */
    public static void check(final DirectBuffer buffer, final int offset, final int length)
    {
        if (!isValid(buffer, offset, length) || !isKnownVersion(buffer, offset))
        {
            throw new IllegalArgumentException(describe(buffer, offset, length));
        }
    }

    /**
     * Tells whether this program knows all of a command. One of an older version it does.
     *
     * @param buffer that holds it.
     * @param offset of the message header.
     * @return false when it was written by a newer program.
     */
    public static boolean isKnownVersion(final DirectBuffer buffer, final int offset)
    {
        return field(buffer, offset, MessageHeaderDecoder.versionEncodingOffset()) <=
            MessageHeaderDecoder.SCHEMA_VERSION;
    }

    /**
     * Refuses to execute what was recorded by a newer program: parts of it would be left out, and nobody told.
     *
     * @param buffer that holds a command.
     * @param offset of the message header.
     * @param position of the command, for the message.
     * @throws IllegalStateException with the facts.
     */
    public static void requireKnownVersion(final DirectBuffer buffer, final int offset, final long position)
    {
        if (!isKnownVersion(buffer, offset))
        {
            throw new IllegalStateException("a command was recorded by a newer program, run that one: position=" +
                position + " schemaVersion=" +
                field(buffer, offset, MessageHeaderDecoder.versionEncodingOffset()) + " knownSchemaVersion=" +
                MessageHeaderDecoder.SCHEMA_VERSION);
        }
    }

    private static String describe(final DirectBuffer buffer, final int offset, final int length)
    {
        if (length < MIN_COMMAND_LENGTH || length > CommandPublisher.MAX_COMMAND_LENGTH)
        {
            return "command length is out of range: length=" + length + " minLength=" + MIN_COMMAND_LENGTH +
                " maxLength=" + CommandPublisher.MAX_COMMAND_LENGTH;
        }
        return "bytes are not a command of the engine schema: length=" + length +
            " blockLength=" + field(buffer, offset, MessageHeaderDecoder.blockLengthEncodingOffset()) +
            " templateId=" + field(buffer, offset, MessageHeaderDecoder.templateIdEncodingOffset()) +
            " schemaId=" + field(buffer, offset, MessageHeaderDecoder.schemaIdEncodingOffset()) +
            " schemaVersion=" + field(buffer, offset, MessageHeaderDecoder.versionEncodingOffset()) +
            " expectedSchemaId=" + MessageHeaderDecoder.SCHEMA_ID +
            " knownSchemaVersion=" + MessageHeaderDecoder.SCHEMA_VERSION;
    }

    private static int field(final DirectBuffer buffer, final int offset, final int fieldOffset)
    {
        return buffer.getShort(offset + fieldOffset, MessageHeaderDecoder.BYTE_ORDER) & 0xFFFF;
    }
}
