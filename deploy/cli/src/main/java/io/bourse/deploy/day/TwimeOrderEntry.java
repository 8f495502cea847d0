// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.FloodRejectDecoder;
import io.bourse.gateway.sbe.twime.ModeEnum;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceResponseDecoder;
import io.bourse.gateway.sbe.twime.SessionRejectDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.collections.Long2ObjectHashMap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A TWIME client of the day.
 */
final class TwimeOrderEntry extends ClientSession implements TwimeListener
{
    private static final int KEEPALIVE_MS = 30_000;
    private static final int WINDOW = 32;

    private final TwimeClient client;
    private final Long2ObjectHashMap<Request> pending = new Long2ObjectHashMap<>();
    private long lastClOrdId;
    private String refusal;

    /** A request without an answer. */
    private record Request(ClientOrder order, OrderAction.Kind kind, long sentNs)
    {
    }

    /**
     * Connects; the session is established by polling.
     *
     * @param address of the gateway.
     * @param login of the client.
     * @param accounts it trades for.
     * @throws IOException when the connection cannot be made.
     */
    TwimeOrderEntry(final InetSocketAddress address, final String login, final List<String> accounts)
        throws IOException
    {
        super("TWIME " + login, accounts, WINDOW);
        client = TwimeClient.connect(address, login, KEEPALIVE_MS);
    }

    /** Whether orders may be sent. */
    boolean isEstablished()
    {
        return TwimeClient.State.ESTABLISHED == client.state();
    }

    @Override
    public int outstanding()
    {
        return pending.size();
    }

    @Override
    public int poll()
    {
        final int work = client.poll(this);
        if (null != refusal)
        {
            throw new DayCheckException("session lost: client=" + name() + " reason=" + refusal);
        }
        return work;
    }

    @Override
    protected boolean sendNew(final ClientOrder order, final OrderAction action)
    {
        final boolean sent = client.newOrder(
            lastClOrdId + 1,
            order.instrumentId,
            order.buy ? SideEnum.Buy : SideEnum.Sell,
            action.priceE5,
            action.qtyLots,
            action.immediate ? TimeInForceEnum.IOC : TimeInForceEnum.Day,
            AccountCode.pack(order.account),
            TwimeFrames.NULL_INT32);
        if (sent)
        {
            orders.add(order);
            tally.newOrders++;
            sent(order, action.kind);
        }
        return sent;
    }

    @Override
    protected boolean sendChange(final ClientOrder order, final OrderAction action)
    {
        final long account = AccountCode.pack(order.account);
        if (OrderAction.Kind.CANCEL == action.kind)
        {
            if (!client.cancel(lastClOrdId + 1, order.orderId, order.instrumentId, account))
            {
                return false;
            }
            tally.cancels++;
        }
        else
        {
            final boolean reduce = OrderAction.Kind.REDUCE == action.kind;
            // A total counts executions that the client has not heard of yet, so a reduction cannot race with them.
            final long lots = reduce ? order.totalLots - action.qtyLots : action.qtyLots;
            final ModeEnum mode = reduce ? ModeEnum.FixStyleReplace : ModeEnum.ChangeOrderQty;
            if (!client.replace(
                lastClOrdId + 1, order.orderId, order.instrumentId, reduce ? order.priceE5 : action.priceE5, lots, mode,
                account, TwimeFrames.NULL_INT32))
            {
                return false;
            }
            tally.replaces++;
        }
        sent(order, action.kind);
        return true;
    }

    private void sent(final ClientOrder order, final OrderAction.Kind kind)
    {
        order.pending = true;
        pending.put(++lastClOrdId, new Request(order, kind, System.nanoTime()));
        client.flush();
    }

    private Request answered(final long clOrdId)
    {
        final Request request = pending.remove(clOrdId);
        if (null == request)
        {
            throw new DayCheckException("answer without a request: client=" + name() + " clOrdId=" + clOrdId);
        }
        request.order.pending = false;
        tally.answered(System.nanoTime() - request.sentNs);
        return request;
    }

    @Override
    public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
    {
        final Request request = answered(message.clOrdID());
        orders.identify(request.order, message.orderID());
        tally.accepted++;
    }

    @Override
    public void onOrderReplaceResponse(final long seqNo, final OrderReplaceResponseDecoder message)
    {
        final ClientOrder order = answered(message.clOrdID()).order;
        orders.identify(order, message.orderID());
        order.priceE5 = message.price().mantissa();
        order.totalLots = order.executedLots + message.orderQty();
        tally.replaced++;
    }

    @Override
    public void onOrderCancelResponse(final long seqNo, final OrderCancelResponseDecoder message)
    {
        final ClientOrder order = orders.byOrderId(message.orderID());
        if (TwimeFrames.NULL_UINT64 != message.clOrdID())
        {
            answered(message.clOrdID());
            tally.cancelled++;
        }
        if (null == order)
        {
            throw new DayCheckException(
                "cancel of an order that is not there: client=" + name() + " orderId=" + message.orderID());
        }
        orders.remove(order);
    }

    @Override
    public void onExecutionSingleReport(final long seqNo, final ExecutionSingleReportDecoder message)
    {
        final ClientOrder order = orders.byOrderId(message.orderID());
        if (null == order)
        {
            throw new DayCheckException(
                "execution of an order that is not there: client=" + name() + " orderId=" + message.orderID());
        }
        order.executedLots += message.lastQty();
        tally.execute(order.account, order.instrumentId, order.buy, message.lastQty());
        if (0 == message.orderQty())
        {
            orders.remove(order);
        }
    }

    @Override
    public void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
    {
        refused(message.clOrdID(), "TWIME " + message.ordRejReason());
    }

    @Override
    public void onSessionReject(final SessionRejectDecoder message)
    {
        refused(message.clOrdID(), "SessionReject " + message.sessionRejectReason());
    }

    @Override
    public void onFloodReject(final FloodRejectDecoder message)
    {
        refused(message.clOrdID(), "FloodReject");
    }

    @Override
    public void onEstablishmentReject(final EstablishmentRejectDecoder message)
    {
        refusal = message.establishmentRejectCode().toString();
    }

    @Override
    public void onDisconnected()
    {
        refusal = null == refusal ? "disconnected" : refusal;
    }

    private void refused(final long clOrdId, final String code)
    {
        final Request request = answered(clOrdId);
        tally.refuse(code);
        if (OrderAction.Kind.NEW == request.kind)
        {
            orders.remove(request.order);
        }
    }

    /** Ends the session by the handshake, as a good client does. */
    @Override
    public void close()
    {
        client.terminate();
        final long deadlineNs = System.nanoTime() + 1_000_000_000L;
        while (TwimeClient.State.CLOSED != client.state() && System.nanoTime() - deadlineNs < 0)
        {
            client.poll(this);
            Thread.onSpinWait();
        }
        client.close();
    }
}
