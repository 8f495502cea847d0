// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.matching.OrderExit;
import io.bourse.engine.core.matching.OrderReplacement;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.NewSpecialOrderDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderDecoder;

/**
 * Executes the commands of single orders.
 * <p>
 * Every command method returns null when it has published its events, or the reason for which it changed nothing.
 */
public final class OrderHandler
{
    private final NewOrderDecoder newOrder = new NewOrderDecoder();
    private final NewSpecialOrderDecoder newSpecialOrder = new NewSpecialOrderDecoder();
    private final CancelOrderDecoder cancelOrder = new CancelOrderDecoder();
    private final ReplaceOrderDecoder replaceOrder = new ReplaceOrderDecoder();
    private final OrderRequest request = new OrderRequest();
    private final OrderEntry entry;
    private final OrderValidator validator;
    private final OrderReplacement replacement;
    private final OrderExit exit;

    public OrderHandler(
        final OrderEntry entry,
        final OrderValidator validator,
        final OrderReplacement replacement,
        final OrderExit exit)
    {
        this.entry = entry;
        this.validator = validator;
        this.replacement = replacement;
        this.exit = exit;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(NewOrderDecoder.TEMPLATE_ID, this::onNewOrder)
            .clOrdIdAt(NewOrderDecoder.clOrdIdEncodingOffset())
            .accountAt(NewOrderDecoder.accountCodeEncodingOffset())
            .instrumentAt(NewOrderDecoder.instrumentIdEncodingOffset()));
        table.add(new CommandKind(NewSpecialOrderDecoder.TEMPLATE_ID, this::onNewSpecialOrder)
            .clOrdIdAt(NewSpecialOrderDecoder.clOrdIdEncodingOffset())
            .accountAt(NewSpecialOrderDecoder.accountCodeEncodingOffset())
            .instrumentAt(NewSpecialOrderDecoder.instrumentIdEncodingOffset()));
        table.add(new CommandKind(CancelOrderDecoder.TEMPLATE_ID, this::onCancelOrder)
            .clOrdIdAt(CancelOrderDecoder.clOrdIdEncodingOffset())
            .orderIdAt(CancelOrderDecoder.orderIdEncodingOffset())
            .accountAt(CancelOrderDecoder.accountCodeEncodingOffset())
            .instrumentAt(CancelOrderDecoder.instrumentIdEncodingOffset()));
        table.add(new CommandKind(ReplaceOrderDecoder.TEMPLATE_ID, this::onReplaceOrder)
            .clOrdIdAt(ReplaceOrderDecoder.clOrdIdEncodingOffset())
            .orderIdAt(ReplaceOrderDecoder.orderIdEncodingOffset())
            .accountAt(ReplaceOrderDecoder.accountCodeEncodingOffset())
            .instrumentAt(ReplaceOrderDecoder.instrumentIdEncodingOffset()));
    }

    public RejectReason onNewOrder(final CommandEnvelope command)
    {
        command.decode(newOrder);
        OrderRequestAdapter.fill(request, newOrder, command);
        return entry.submit(request);
    }

    RejectReason onNewSpecialOrder(final CommandEnvelope command)
    {
        command.decode(newSpecialOrder);
        OrderRequestAdapter.fill(request, newSpecialOrder, command);
        return entry.submit(request);
    }

    public RejectReason onCancelOrder(final CommandEnvelope command)
    {
        command.decode(cancelOrder);
        OrderRequestAdapter.fill(request, cancelOrder, command);
        final RejectReason reason = validator.checkCancel(request);
        if (null == reason)
        {
            exit.cancel(request.order, request.clOrdId, CancelReason.REQUESTED);
        }
        return reason;
    }

    public RejectReason onReplaceOrder(final CommandEnvelope command)
    {
        command.decode(replaceOrder);
        OrderRequestAdapter.fill(request, replaceOrder, command);
        final RejectReason reason = validator.checkReplace(request);
        return null == reason ? replace(request) : reason;
    }

    private RejectReason replace(final OrderRequest request)
    {
        final Order order = request.order;
        if (ReplaceMode.CHECK_REST == request.replaceMode && request.qtyLots != order.restLots)
        {
            exit.cancel(order, request.clOrdId, CancelReason.REPLACE_MISMATCH);
            return null;
        }
        request.restLots = restAfterReplace(order, request.replaceMode, request.qtyLots);
        if (request.restLots <= 0)
        {
            exit.cancel(order, request.clOrdId, CancelReason.REPLACE_FILLED);
            return null;
        }
        final RejectReason addingRefusal = validator.addingRefusal(request);
        final RejectReason refusal = null == addingRefusal ? replacement.refusal(request) : addingRefusal;
        if (null == refusal)
        {
            replacement.apply(request);
        }
        return refusal;
    }

    private static long restAfterReplace(final Order order, final ReplaceMode mode, final long qtyLots)
    {
        return switch (mode)
        {
            case SET_REST -> qtyLots;
            case SET_TOTAL -> qtyLots - order.executedLots;
            case KEEP_QTY, CHECK_REST, NULL_VAL -> order.restLots;
        };
    }
}
