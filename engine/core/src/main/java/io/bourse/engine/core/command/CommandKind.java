// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.command;

import io.bourse.engine.protocol.RejectReason;

import java.nio.ByteOrder;

/**
 * What the core knows of one kind of command before it decodes one: where its identifying fields are, so that every
 * refusal names them, and who executes it. Its form is in {@link io.bourse.engine.protocol.CommandForm}.
 */
public final class CommandKind
{
    private static final int ABSENT = -1;

    /** Executes a command. */
    @FunctionalInterface
    public interface Handler
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
    public final Handler handler;
    private int clOrdIdOffset = ABSENT;
    private int orderIdOffset = ABSENT;
    private int accountOffset = ABSENT;
    private int instrumentOffset = ABSENT;

    /**
     * A kind of command without identifying fields.
     *
     * @param templateId of the command.
     * @param handler that executes it.
     */
    public CommandKind(final int templateId, final Handler handler)
    {
        this.templateId = templateId;
        this.handler = handler;
    }

    public CommandKind clOrdIdAt(final int offset)
    {
        clOrdIdOffset = offset;
        return this;
    }

    public CommandKind orderIdAt(final int offset)
    {
        orderIdOffset = offset;
        return this;
    }

    public CommandKind accountAt(final int offset)
    {
        accountOffset = offset;
        return this;
    }

    public CommandKind instrumentAt(final int offset)
    {
        instrumentOffset = offset;
        return this;
    }

    /**
     * Id of the request.
     *
     * @param command of this kind.
     * @param absent what to give when the kind has none.
     */
    public long clOrdId(final CommandEnvelope command, final long absent)
    {
        return longAt(command, clOrdIdOffset, absent);
    }

    /** The order that the request names. */
    public long orderId(final CommandEnvelope command, final long absent)
    {
        return longAt(command, orderIdOffset, absent);
    }

    /** The account that the request names, 0 when the kind has none. */
    public long accountCode(final CommandEnvelope command)
    {
        return longAt(command, accountOffset, 0);
    }

    /** The instrument that the request names, 0 when the kind has none. */
    public int instrumentId(final CommandEnvelope command)
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
