// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.gateway.fix.client.FixCancelReject;
import io.bourse.gateway.fix.client.FixClient;
import io.bourse.gateway.fix.client.FixClientListener;
import io.bourse.gateway.fix.client.FixExecution;
import quickfix.Message;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A FIX client of the day. QuickFIX/J's thread only queues what came; everything else happens in {@link #poll}.
 */
final class FixOrderEntry extends ClientSession
{
    private static final int WINDOW = 16;

    private final String senderCompId;
    private final Map<Integer, String> symbols;
    private final FixClient client;
    private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();
    /** By ClOrdID, of orders that may still be reported on. */
    private final Map<String, ClientOrder> byClOrdId = new HashMap<>();
    private final Map<ClientOrder, String> clOrdIds = new HashMap<>();
    private final Map<String, Request> pending = new HashMap<>();
    private long lastClOrdId;

    /** Something that came, and when. */
    private record Arrival(Object message, long receivedNs)
    {
    }

    /** A request without an answer. */
    private record Request(ClientOrder order, long sentNs)
    {
    }

    FixOrderEntry(
        final InetSocketAddress address,
        final String senderCompId,
        final List<String> accounts,
        final Map<Integer, String> symbols)
    {
        super("FIX " + senderCompId, accounts, WINDOW);
        this.senderCompId = senderCompId;
        this.symbols = symbols;
        client = FixClient.connect(address.getHostString(), address.getPort(), senderCompId, new Listener());
    }

    boolean isLoggedOn()
    {
        return client.isLoggedOn();
    }

    @Override
    public int outstanding()
    {
        return pending.size();
    }

    @Override
    protected boolean sendNew(final ClientOrder order, final OrderAction action)
    {
        orders.add(order);
        final String clOrdId = request(order);
        byClOrdId.put(clOrdId, order);
        clOrdIds.put(order, clOrdId);
        tally.newOrders++;
        client.newOrder(
            clOrdId, order.account, symbols.get(order.instrumentId), side(order), action.qtyLots, action.priceE5,
            action.immediate ? TimeInForce.IOC : TimeInForce.DAY);
        return true;
    }

    @Override
    protected boolean sendChange(final ClientOrder order, final OrderAction action)
    {
        final String symbol = symbols.get(order.instrumentId);
        final String orig = clOrdIds.get(order);
        if (OrderAction.Kind.CANCEL == action.kind)
        {
            tally.cancels++;
            client.cancel(request(order), orig, symbol, side(order));
            return true;
        }
        final boolean reduce = OrderAction.Kind.REDUCE == action.kind;
        final long total = reduce ? order.totalLots - action.qtyLots : order.executedLots + action.qtyLots;
        tally.replaces++;
        client.replace(
            request(order), orig, symbol, side(order), total, reduce ? order.priceE5 : action.priceE5);
        return true;
    }

    private String request(final ClientOrder order)
    {
        final String clOrdId = senderCompId + "-" + ++lastClOrdId;
        order.pending = true;
        pending.put(clOrdId, new Request(order, System.nanoTime()));
        return clOrdId;
    }

    @Override
    public int poll()
    {
        int work = 0;
        for (Arrival arrival = arrivals.poll(); null != arrival; arrival = arrivals.poll())
        {
            work++;
            switch (arrival.message)
            {
                case FixExecution execution -> onExecution(execution, arrival.receivedNs);
                case FixCancelReject reject -> onCancelReject(reject, arrival.receivedNs);
                default -> throw new DayCheckException(
                    "message refused: client=" + name() + " message=" + arrival.message);
            }
        }
        return work;
    }

    private void onExecution(final FixExecution execution, final long receivedNs)
    {
        final Request request = pending.get(execution.clOrdId());
        final ClientOrder order = null == request ? byClOrdId.get(execution.clOrdId()) : request.order;
        if (null == order)
        {
            throw new DayCheckException("report of an unknown order: client=" + name() + " report=" + execution);
        }
        switch (execution.execType())
        {
            case '0' ->
            {
                tally.accepted++;
                answered(execution.clOrdId(), receivedNs);
            }
            case '5' -> onReplaced(order, execution, receivedNs);
            case 'F' ->
            {
                order.executedLots += execution.lastQty();
                tally.execute(order.account, order.instrumentId, order.buy, execution.lastQty());
                if (0 == execution.leavesQty())
                {
                    forget(order);
                }
            }
            case '4', 'C' ->
            {
                if (null != request)
                {
                    tally.cancelled++;
                    answered(execution.clOrdId(), receivedNs);
                }
                forget(order);
            }
            case '8' ->
            {
                tally.refuse("FIX " + execution.ordRejReason() + " " + execution.text());
                answered(execution.clOrdId(), receivedNs);
                forget(order);
            }
            default -> throw new DayCheckException("unexpected report: client=" + name() + " report=" + execution);
        }
    }

    private void onReplaced(final ClientOrder order, final FixExecution execution, final long receivedNs)
    {
        tally.replaced++;
        answered(execution.clOrdId(), receivedNs);
        byClOrdId.remove(clOrdIds.put(order, execution.clOrdId()));
        byClOrdId.put(execution.clOrdId(), order);
        order.totalLots = execution.orderQty();
        order.priceE5 = execution.priceE5();
        if (0 == execution.leavesQty())
        {
            forget(order);
        }
    }

    private void onCancelReject(final FixCancelReject reject, final long receivedNs)
    {
        tally.refuse("FIX cancel reject " + reject.reason());
        answered(reject.clOrdId(), receivedNs);
    }

    private void answered(final String clOrdId, final long receivedNs)
    {
        final Request request = pending.remove(clOrdId);
        if (null == request)
        {
            throw new DayCheckException("answer without a request: client=" + name() + " clOrdId=" + clOrdId);
        }
        request.order.pending = false;
        tally.answered(receivedNs - request.sentNs);
    }

    private void forget(final ClientOrder order)
    {
        orders.remove(order);
        byClOrdId.remove(clOrdIds.remove(order));
    }

    private static Side side(final ClientOrder order)
    {
        return order.buy ? Side.BUY : Side.SELL;
    }

    @Override
    public void close()
    {
        client.close();
    }

    /** Runs on QuickFIX/J's thread. */
    private final class Listener implements FixClientListener
    {
        @Override
        public void onExecution(final FixExecution execution)
        {
            arrivals.add(new Arrival(execution, System.nanoTime()));
        }

        @Override
        public void onCancelReject(final FixCancelReject reject)
        {
            arrivals.add(new Arrival(reject, System.nanoTime()));
        }

        @Override
        public void onReject(final Message reject)
        {
            arrivals.add(new Arrival(reject.toRawString(), System.nanoTime()));
        }
    }
}
