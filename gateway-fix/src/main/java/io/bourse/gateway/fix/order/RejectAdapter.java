// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.MassQuoteDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.NewSpecialOrderDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.RequestQuoteDecoder;
import io.bourse.gateway.fix.field.FixText;

/**
 * Answers the requests that the engine has refused, each in the message that belongs to it.
 */
final class RejectAdapter
{
    private final FixText name = new FixText();
    private final OrderComponents parts;

    RejectAdapter(final OrderComponents parts)
    {
        this.parts = parts;
    }

    /** The request is null when it was sent by an earlier process. */
    void rejected(
        final EventGroup group,
        final CommandRejectedDecoder event,
        final FixLogin login,
        final OrderRequest request)
    {
        name.set(group.clientRefBuffer(), group.clientRefOffset(), group.clientRefLength());
        final RejectReason reason = event.reason();
        switch (group.commandTemplateId())
        {
            case NewOrderDecoder.TEMPLATE_ID, NewSpecialOrderDecoder.TEMPLATE_ID ->
                newRejected(event, login, request, reason);
            case CancelOrderDecoder.TEMPLATE_ID, ReplaceOrderDecoder.TEMPLATE_ID ->
                changeRejected(group, event, login, request);
            case MassCancelDecoder.TEMPLATE_ID ->
                parts.massCancels.rejected(login, group, name, event.clOrdId(), reason);
            case MassQuoteDecoder.TEMPLATE_ID -> parts.quotes.rejected(login, name, request, reason);
            case RequestQuoteDecoder.TEMPLATE_ID ->
                parts.quotes.requestRejected(login, name, parts.instruments.byId(event.instrumentId()), reason);
            default ->
            {
                // Refusals of other commands are not for order entry clients.
            }
        }
    }

    private void newRejected(
        final CommandRejectedDecoder event,
        final FixLogin login,
        final OrderRequest request,
        final RejectReason reason)
    {
        final FixOrder order = null != request ? request.order : parts.tracker.table.take(
            login,
            parts.instruments.byId(event.instrumentId()),
            event.accountCode(),
            ReportEncoder.SIDE_UNDISCLOSED - '0',
            '0');
        order.copies = parts.dropCopies.ofRefused(login, event.accountCode());
        parts.tracker.onNewRefused(order, name);
        parts.publisher.newRejected(order, reason, text(event));
    }

    private void changeRejected(
        final EventGroup group,
        final CommandRejectedDecoder event,
        final FixLogin login,
        final OrderRequest request)
    {
        final FixOrder named = null == request ? parts.tracker.table.byOrderId(event.orderId()) : request.order;
        final FixOrder order = null == named || login != named.login ? null : named;
        if (null != request)
        {
            parts.tracker.onChangeRefused(request);
        }
        parts.publisher.changeRejected(
            login,
            order,
            name,
            null == request ? null : request.origClOrdId,
            CancelOrderDecoder.TEMPLATE_ID == group.commandTemplateId(),
            event.reason(),
            text(event));
        if (parts.publisher.isWanted())
        {
            for (final FixLogin copy : parts.dropCopies.ofRefused(login, null == order ? 0 : order.accountCode))
            {
                if (copy.takesCancelRejectsOf(login))
                {
                    parts.publisher.add(copy.session);
                }
            }
        }
    }

    static String text(final CommandRejectedDecoder event)
    {
        return RejectReason.RISK_LIMIT == event.reason() ?
            event.reason() + " " + event.limitLevel() + " " + event.limitKind() : event.reason().name();
    }
}
