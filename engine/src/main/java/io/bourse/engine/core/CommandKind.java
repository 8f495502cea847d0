// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.nio.ByteOrder;

import io.bourse.engine.protocol.RejectReason;

/**
 * What the core knows of one kind of command before it decodes one: its layout, so that every byte a decoder will read
 * is known to be there; where its identifying fields are, so that every refusal names them; and who executes it.
 */
final class CommandKind
{
    private static final int ABSENT = -1;

    /** Executes a command. */
    @FunctionalInterface
    interface Handler
    {
        /**
         * Executes a command.
         *
         * @param command well-formed.
         * @return null when events were published, or the reason for which nothing has changed.
         */
        RejectReason execute(CommandEnvelope command);
    }

    final int templateId;
    final int blockLength;
    final Handler handler;
    private boolean hasClientRef;
    private int groupEntryLength = ABSENT;
    private int clOrdIdOffset = ABSENT;
    private int orderIdOffset = ABSENT;
    private int accountOffset = ABSENT;
    private int instrumentOffset = ABSENT;

    /**
     * A kind of command without group, client reference or identifying fields.
     *
     * @param templateId of the command.
     * @param blockLength of the command's own version of the schema.
     * @param handler that executes it.
     */
    CommandKind(final int templateId, final int blockLength, final Handler handler)
    {
        this.templateId = templateId;
        this.blockLength = blockLength;
        this.handler = handler;
    }

    /** The block, or the group if there is one, is followed by a client reference. */
    CommandKind withClientRef()
    {
        hasClientRef = true;
        return this;
    }

    /**
     * The block is followed by one group.
     *
     * @param entryLength block length of an entry.
     */
    CommandKind withGroup(final int entryLength)
    {
        groupEntryLength = entryLength;
        return this;
    }

    CommandKind clOrdIdAt(final int offset)
    {
        clOrdIdOffset = offset;
        return this;
    }

    CommandKind orderIdAt(final int offset)
    {
        orderIdOffset = offset;
        return this;
    }

    CommandKind accountAt(final int offset)
    {
        accountOffset = offset;
        return this;
    }

    CommandKind instrumentAt(final int offset)
    {
        instrumentOffset = offset;
        return this;
    }

    boolean hasClientRef()
    {
        return hasClientRef;
    }

    boolean hasGroup()
    {
        return ABSENT != groupEntryLength;
    }

    int groupEntryLength()
    {
        return groupEntryLength;
    }

    /**
     * Id of the request.
     *
     * @param command of this kind.
     * @param absent what to give when the kind has none.
     */
    long clOrdId(final CommandEnvelope command, final long absent)
    {
        return longAt(command, clOrdIdOffset, absent);
    }

    /** The order that the request names. */
    long orderId(final CommandEnvelope command, final long absent)
    {
        return longAt(command, orderIdOffset, absent);
    }

    /** The account that the request names, 0 when the kind has none. */
    long accountCode(final CommandEnvelope command)
    {
        return longAt(command, accountOffset, 0);
    }

    /** The instrument that the request names, 0 when the kind has none. */
    int instrumentId(final CommandEnvelope command)
    {
        return ABSENT == instrumentOffset ?
            0 : command.buffer.getInt(command.blockOffset + instrumentOffset, ByteOrder.LITTLE_ENDIAN);
    }

    private static long longAt(final CommandEnvelope command, final int offset, final long absent)
    {
        return ABSENT == offset ?
            absent : command.buffer.getLong(command.blockOffset + offset, ByteOrder.LITTLE_ENDIAN);
    }
}
