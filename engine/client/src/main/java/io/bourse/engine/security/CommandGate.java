// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.DirectBuffer;

/**
 * Which principal may send which command: one that names it as the sender and whose template is one of its role.
 */
public final class CommandGate
{
    private static final int TEMPLATE_ID_OFFSET = MessageHeaderDecoder.templateIdEncodingOffset();
    private static final int GATEWAY_ID_OFFSET =
        MessageHeaderDecoder.ENCODED_LENGTH + CommandHeaderDecoder.gatewayIdEncodingOffset();

    private CommandGate()
    {
    }

    /**
     * Whether a principal may send a command. Allocates nothing.
     *
     * @param principal that sends it.
     * @param buffer that holds a command, see {@code CommandForm.isCommand}.
     * @param offset of its message header.
     * @return false when the command names another sender or is not one of the role.
     */
    public static boolean admits(final Principal principal, final DirectBuffer buffer, final int offset)
    {
        return principal.number() == field(buffer, offset + GATEWAY_ID_OFFSET) &&
            CommandRights.has(principal.role(), field(buffer, offset + TEMPLATE_ID_OFFSET));
    }

    /**
     * Refuses a command that a principal may not send, in the sender's own process.
     *
     * @param principal that sends it.
     * @param buffer that holds a command.
     * @param offset of its message header.
     * @throws IllegalArgumentException with the facts.
     */
    public static void check(final Principal principal, final DirectBuffer buffer, final int offset)
    {
        if (!admits(principal, buffer, offset))
        {
            throw new IllegalArgumentException("this principal may not send this command: principal=" + principal +
                " gatewayId=" + field(buffer, offset + GATEWAY_ID_OFFSET) + " templateId=" +
                field(buffer, offset + TEMPLATE_ID_OFFSET));
        }
    }

    private static int field(final DirectBuffer buffer, final int offset)
    {
        return buffer.getShort(offset, MessageHeaderDecoder.BYTE_ORDER) & 0xFFFF;
    }
}
