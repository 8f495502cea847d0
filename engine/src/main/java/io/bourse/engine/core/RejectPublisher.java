// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.CommandRejectedEncoder;
import io.bourse.engine.protocol.DefineAccountDecoder;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.PublishSettlementDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceOrderDecoder;

/**
 * Encodes refusals. Whatever identifies the request is read from the command once more, so that every refusal of a
 * command looks alike wherever it was decided.
 */
final class RejectPublisher
{
    private static final long NO_CL_ORD_ID = CommandRejectedEncoder.clOrdIdNullValue();
    private static final long NO_ORDER_ID = CommandRejectedEncoder.orderIdNullValue();

    private final EventGroupWriter writer;
    private final CommandRejectedEncoder encoder = new CommandRejectedEncoder();
    private final NewOrderDecoder newOrder = new NewOrderDecoder();
    private final CancelOrderDecoder cancelOrder = new CancelOrderDecoder();
    private final ReplaceOrderDecoder replaceOrder = new ReplaceOrderDecoder();
    private final DefineAccountDecoder defineAccount = new DefineAccountDecoder();
    private final DefineInstrumentDecoder defineInstrument = new DefineInstrumentDecoder();
    private final PublishSettlementDecoder publishSettlement = new PublishSettlementDecoder();

    RejectPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    /**
     * Refuses a command that cannot be decoded.
     */
    void rejectMalformed()
    {
        write(NO_CL_ORD_ID, NO_ORDER_ID, 0, 0, RejectReason.INVALID_FIELD);
    }

    /**
     * Refuses a well-formed command.
     *
     * @param command that is refused.
     * @param reason of the refusal.
     */
    void reject(final CommandEnvelope command, final RejectReason reason)
    {
        switch (command.templateId)
        {
            case NewOrderDecoder.TEMPLATE_ID:
                newOrder.wrap(command.buffer, command.blockOffset, command.blockLength, command.version);
                write(newOrder.clOrdId(), NO_ORDER_ID, newOrder.accountCode(), newOrder.instrumentId(), reason);
                break;

            case CancelOrderDecoder.TEMPLATE_ID:
                cancelOrder.wrap(command.buffer, command.blockOffset, command.blockLength, command.version);
                write(
                    cancelOrder.clOrdId(),
                    cancelOrder.orderId(),
                    cancelOrder.accountCode(),
                    cancelOrder.instrumentId(),
                    reason);
                break;

            case ReplaceOrderDecoder.TEMPLATE_ID:
                replaceOrder.wrap(command.buffer, command.blockOffset, command.blockLength, command.version);
                write(
                    replaceOrder.clOrdId(),
                    replaceOrder.orderId(),
                    replaceOrder.accountCode(),
                    replaceOrder.instrumentId(),
                    reason);
                break;

            case DefineAccountDecoder.TEMPLATE_ID:
                defineAccount.wrap(command.buffer, command.blockOffset, command.blockLength, command.version);
                write(NO_CL_ORD_ID, NO_ORDER_ID, defineAccount.accountCode(), 0, reason);
                break;

            case DefineInstrumentDecoder.TEMPLATE_ID:
                defineInstrument.wrap(command.buffer, command.blockOffset, command.blockLength, command.version);
                write(NO_CL_ORD_ID, NO_ORDER_ID, 0, defineInstrument.instrumentId(), reason);
                break;

            case PublishSettlementDecoder.TEMPLATE_ID:
                publishSettlement.wrap(command.buffer, command.blockOffset, command.blockLength, command.version);
                write(NO_CL_ORD_ID, NO_ORDER_ID, 0, publishSettlement.instrumentId(), reason);
                break;

            default:
                write(NO_CL_ORD_ID, NO_ORDER_ID, 0, 0, reason);
                break;
        }
    }

    private void write(
        final long clOrdId,
        final long orderId,
        final long accountCode,
        final int instrumentId,
        final RejectReason reason)
    {
        encoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(CommandRejectedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .clOrdId(clOrdId)
            .orderId(orderId)
            .accountCode(accountCode)
            .instrumentId(instrumentId)
            .reason(reason);
    }
}
