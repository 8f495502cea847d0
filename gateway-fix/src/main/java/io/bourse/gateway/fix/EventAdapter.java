// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.gateway.fix.session.FixTransport;
import java.util.ArrayDeque;

/**
 * Decodes the event stream: moves the orders of FIX logins through their states and makes the reports of each
 * transaction. The same code runs during replay; there the reports of transactions that were reported before are left
 * out.
 */
final class EventAdapter implements EventListener
{
    private final FixLogins sessions;
    private final FixInstruments instruments;
    private final OrderDesk desk;
    private final ReportPublisher publisher;
    private final FixTransport transport;
    private final int gatewayId;
    private final long epoch;
    /** Orders for which a request may have been waiting for this transaction. */
    private final ArrayDeque<FixOrder> settled = new ArrayDeque<>();
    /** Login of the command, if it is one of ours. */
    private FixLogin commandLogin;
    private boolean connected;
    private boolean isFenced;

    EventAdapter(
        final FixLogins sessions,
        final FixInstruments instruments,
        final OrderDesk desk,
        final ReportPublisher publisher,
        final FixTransport transport,
        final int gatewayId,
        final long epoch)
    {
        this.sessions = sessions;
        this.instruments = instruments;
        this.desk = desk;
        this.publisher = publisher;
        this.transport = transport;
        this.gatewayId = gatewayId;
        this.epoch = epoch;
    }

    /** Whether the barrier of this start has been seen: everything before it is known. */
    boolean isConnected()
    {
        return connected;
    }

    /** A later start of a gateway with the same id has taken over. */
    boolean isFenced()
    {
        return isFenced;
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        publisher.begin(group);
        commandLogin = gatewayId == group.gatewayId() ? sessions.byLoginId(group.sessionId()) : null;
        if (null != commandLogin && group.sequence() > 0)
        {
            desk.onSequence(commandLogin, group.sequence());
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        for (FixOrder order = settled.pollFirst(); null != order; order = settled.pollFirst())
        {
            releaseParked(order);
        }
        publisher.end();
    }

    /** Publishes the requests that waited for this order, or answers them when it has ended. */
    void releaseParked(final FixOrder order)
    {
        OrderRequest request = desk.releaseParked(order);
        while (null != request)
        {
            publisher.parkedRefused(request, OrderDesk.refusalOfParked(order));
            request = desk.releaseParked(order);
        }
    }

    @Override
    public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
        if (LoginProtocol.FIX == event.protocol())
        {
            sessions.define(event.loginId(), event.name(), event.brokerageFirm());
        }
    }

    @Override
    public void onLoginConnectionChanged(final EventGroup group, final LoginConnectionChangedDecoder event)
    {
        final FixLogin login = sessions.byLoginId(event.loginId());
        if (!connected && gatewayId == group.gatewayId() && null != login)
        {
            login.isConnectedInEngine = 0 != event.connected();
        }
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        instruments.define(event.instrumentId(), event.symbol());
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        publisher.session(event.sessionId(), (int)event.tradingDate());
    }

    @Override
    public void onGatewayConnected(final EventGroup group, final GatewayConnectedDecoder event)
    {
        if (gatewayId == event.gatewayId() && epoch == event.epoch())
        {
            if (!connected)
            {
                connected = true;
                transport.caughtUp(group.commandPosition());
            }
        }
        else if (gatewayId == event.gatewayId() && connected)
        {
            isFenced = true;
        }
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        final FixLogin login = sessions.byLoginId(event.loginId());
        if (null == login)
        {
            return;
        }
        final OrderRequest request = login == commandLogin ? desk.answered(login, group.sequence()) : null;
        final String clOrdId =
            0 == group.clientRefLength() ? Long.toUnsignedString(event.clOrdId()) : group.clientRef();
        final FixOrder order =
            desk.onAccepted(login, instruments.byId(event.instrumentId()), request, clOrdId, event);
        settled.addLast(order);
        publisher.accepted(order);
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final boolean buyAggressed = Side.BUY == event.aggressorSide();
        onTradeSide(event, event.buy(), buyAggressed);
        onTradeSide(event, event.sell(), !buyAggressed);
    }

    private void onTradeSide(final TradeDecoder event, final TradeSideDecoder side, final boolean aggressor)
    {
        if (null == sessions.byLoginId(side.loginId()))
        {
            return;
        }
        final FixOrder order = desk.byOrderId(side.orderId());
        if (null == order)
        {
            throw new IllegalStateException("trade of an order that was never accepted: orderId=" + side.orderId() +
                " tradeId=" + event.tradeId() + " loginId=" + side.loginId());
        }
        desk.onFilled(order, event.priceE5(), event.qtyLots(), side.restLots());
        if (order.isTerminal())
        {
            settled.addLast(order);
        }
        publisher.trade(order, event.tradeId(), event.qtyLots(), event.priceE5(), aggressor);
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        final FixLogin login = sessions.byLoginId(event.loginId());
        final FixOrder order = null == login ? null : desk.byOrderId(event.prevOrderId());
        if (null == order)
        {
            return;
        }
        final OrderRequest request = login == commandLogin ? desk.answered(login, group.sequence()) : null;
        final String origClOrdId = null == request ? order.clOrdId : request.origClOrdId;
        final String clOrdId =
            0 == group.clientRefLength() ? Long.toUnsignedString(event.clOrdId()) : group.clientRef();
        desk.onReplaced(order, event.orderId(), clOrdId, event.priceE5(), event.qtyLots());
        settled.addLast(order);
        publisher.replaced(order, origClOrdId);
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        final FixLogin login = sessions.byLoginId(event.loginId());
        final FixOrder order = null == login ? null : desk.byOrderId(event.orderId());
        if (null == order)
        {
            return;
        }
        final CancelReason reason = event.reason();
        final boolean requested = CancelReason.REQUESTED == reason ||
            CancelReason.REPLACE_FILLED == reason || CancelReason.REPLACE_MISMATCH == reason;
        String requestClOrdId = null;
        String origClOrdId = null;
        if (requested && login == commandLogin && group.clientRefLength() > 0)
        {
            final OrderRequest request = desk.answered(login, group.sequence());
            requestClOrdId = group.clientRef();
            origClOrdId = null == request ? order.clOrdId : request.origClOrdId;
        }
        if (CancelReason.REPLACE_FILLED == reason)
        {
            desk.onReplacedToFilled(order, requestClOrdId);
        }
        else
        {
            desk.onEnded(
                order, CancelReason.SESSION_END == reason ? FixOrder.EXPIRED : FixOrder.CANCELED, requestClOrdId);
        }
        settled.addLast(order);
        publisher.ended(order, reason, requestClOrdId, origClOrdId);
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        final FixLogin login = commandLogin;
        if (null == login)
        {
            return;
        }
        final RejectReason reason = event.reason();
        final OrderRequest request = desk.answered(login, group.sequence());
        final String clOrdId = group.clientRef();
        switch (group.commandTemplateId())
        {
            case NewOrderDecoder.TEMPLATE_ID ->
            {
                final FixOrder order = desk.onNewRefused(
                    login, instruments.byId(event.instrumentId()), request, clOrdId, event.accountCode());
                settled.addLast(order);
                publisher.newRejected(order, reason);
            }
            case CancelOrderDecoder.TEMPLATE_ID, ReplaceOrderDecoder.TEMPLATE_ID ->
            {
                final FixOrder order = null == request ? desk.byOrderId(event.orderId()) : request.order;
                if (null != request)
                {
                    desk.onChangeRefused(request);
                    settled.addLast(order);
                }
                publisher.changeRejected(
                    login,
                    order,
                    clOrdId,
                    null == request ? null : request.origClOrdId,
                    CancelOrderDecoder.TEMPLATE_ID == group.commandTemplateId(),
                    reason);
            }
            default ->
            {
                // Refusals of other commands are not for order entry clients.
            }
        }
    }
}
