// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.protocol.CommandRejectedEncoder;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.RejectReason;

/**
 * Encodes refusals. Whatever identifies the request is read from the command once more, so that every refusal of a
 * command looks alike wherever it was decided.
 */
public final class RejectPublisher
{
    private static final long NO_CL_ORD_ID = CommandRejectedEncoder.clOrdIdNullValue();
    private static final long NO_ORDER_ID = CommandRejectedEncoder.orderIdNullValue();

    private final EventGroupWriter writer;
    private final CommandRejectedEncoder encoder = new CommandRejectedEncoder();
    private final LackingPublisher lacking;

    public RejectPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
        lacking = new LackingPublisher(writer);
    }

    /**
     * Refuses a command that cannot be decoded.
     */
    public void rejectMalformed()
    {
        write(NO_CL_ORD_ID, NO_ORDER_ID, 0, 0, RejectReason.INVALID_FIELD, LimitLevel.NULL_VAL, LimitKind.NULL_VAL);
    }

    /**
     * Refuses a well-formed command.
     *
     * @param command that is refused.
     * @param reason of the refusal.
     */
    public void reject(final CommandEnvelope command, final RejectReason reason)
    {
        final CommandKind kind = command.kind;
        final boolean isRisk = RejectReason.RISK_LIMIT == reason;
        write(
            kind.clOrdId(command, NO_CL_ORD_ID),
            kind.orderId(command, NO_ORDER_ID),
            kind.accountCode(command),
            kind.instrumentId(command),
            reason,
            isRisk ? command.limitLevel : LimitLevel.NULL_VAL,
            isRisk ? command.limitKind : LimitKind.NULL_VAL);
        if (isRisk)
        {
            lacking.refused(command);
        }
    }

    private void write(
        final long clOrdId,
        final long orderId,
        final long accountCode,
        final int instrumentId,
        final RejectReason reason,
        final LimitLevel limitLevel,
        final LimitKind limitKind)
    {
        writer.next(encoder)
            .clOrdId(clOrdId)
            .orderId(orderId)
            .accountCode(accountCode)
            .instrumentId(instrumentId)
            .reason(reason)
            .limitLevel(limitLevel)
            .limitKind(limitKind);
    }
}
