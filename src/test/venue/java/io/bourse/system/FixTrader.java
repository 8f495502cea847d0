// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.drill.AnswerText;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.gateway.fix.client.FixCancelReject;
import io.bourse.gateway.fix.client.FixClient;
import io.bourse.gateway.fix.client.FixClientListener;
import io.bourse.gateway.fix.client.FixExecution;
import quickfix.Message;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One FIX session over all lives of the venue: it logs on again by itself and continues its message numbers, so that
 * what either side missed is sent again. QuickFIX/J's thread only queues what came.
 */
final class FixTrader implements FlowTrader
{
    private static final int WINDOW = 16;

    private final String senderCompId;
    private final int loginId;
    private final List<String> accounts;
    private final Map<Integer, String> symbols;
    private final FixClient client;
    private final Queue<Object> arrivals = new ConcurrentLinkedQueue<>();
    private final List<String> received = new ArrayList<>();
    private final Set<String> execIds = new HashSet<>();
    private final Set<String> acceptedNames = new HashSet<>();
    private final Map<Long, OwnOrder> byKey = new HashMap<>();
    private final Map<String, OwnOrder> byName = new HashMap<>();
    private final Map<String, OwnOrder> pending = new HashMap<>();
    private final List<String> cancelRejects = new ArrayList<>();
    private long lastNumber;

    /** An order as this client knows it. */
    private static final class OwnOrder
    {
        private final long key;
        private final String symbol;
        private final Side side;
        private String clOrdId;
        private long priceE5;
        private long totalLots;
        private long executedLots;
        private boolean accepted;
        private boolean pending;

        private OwnOrder(final long key, final String symbol, final Side side)
        {
            this.key = key;
            this.symbol = symbol;
            this.side = side;
        }
    }

    FixTrader(
        final InetSocketAddress address,
        final String senderCompId,
        final int loginId,
        final List<String> accounts,
        final Map<Integer, String> symbols)
    {
        this.senderCompId = senderCompId;
        this.loginId = loginId;
        this.accounts = accounts;
        this.symbols = symbols;
        client = FixClient.connect(address.getHostString(), address.getPort(), senderCompId, new Listener());
    }

    boolean isLoggedOn()
    {
        return client.isLoggedOn();
    }

    @Override
    public int loginId()
    {
        return loginId;
    }

    @Override
    public List<String> received()
    {
        return List.copyOf(received);
    }

    @Override
    public int receivedCount()
    {
        return received.size();
    }

    @Override
    public int outstanding()
    {
        return pending.size();
    }

    @Override
    public void dropUnanswered()
    {
        pending.values().forEach(order -> order.pending = false);
        pending.clear();
        byKey.values().removeIf(order -> !order.accepted);
    }

    /** ClOrdIDs of the orders that this client believes to be working. */
    List<String> working()
    {
        return byKey.values().stream().filter(order -> order.accepted).map(order -> order.clOrdId).toList();
    }

    /** Refused cancels and replaces since the last call. */
    List<String> takeCancelRejects()
    {
        final List<String> taken = List.copyOf(cancelRejects);
        cancelRejects.clear();
        return taken;
    }

    /** Asks to cancel an order by the name it has in this session. */
    void cancel(final String origClOrdId)
    {
        final OwnOrder order = byName.get(origClOrdId);
        client.cancel(request(order), origClOrdId, order.symbol, order.side);
    }

    /**
     * Sends an order that cannot trade and does not stay. The session keeps the order of its messages, so when this
     * one is answered, everything before it was, or never will be.
     */
    String probe(final OrderAction unmarketable)
    {
        final String clOrdId = senderCompId + "-" + (lastNumber + 1);
        sendNew(unmarketable);
        return clOrdId;
    }

    boolean isAnswered(final String clOrdId)
    {
        return !pending.containsKey(clOrdId);
    }

    @Override
    public boolean send(final OrderAction action)
    {
        if (!isLoggedOn() || pending.size() >= WINDOW)
        {
            return false;
        }
        if (OrderAction.Kind.NEW == action.kind)
        {
            sendNew(action);
            return true;
        }
        final OwnOrder order = byKey.get(action.key);
        if (null == order)
        {
            return true;
        }
        if (order.pending)
        {
            return false;
        }
        sendChange(order, action);
        return true;
    }

    private void sendNew(final OrderAction action)
    {
        final OwnOrder order = new OwnOrder(
            action.key, symbols.get(action.instrumentId), action.buy ? Side.BUY : Side.SELL);
        order.priceE5 = action.priceE5;
        order.totalLots = action.qtyLots;
        byKey.put(order.key, order);
        order.clOrdId = request(order);
        byName.put(order.clOrdId, order);
        client.newOrder(
            order.clOrdId, accounts.get(action.account % accounts.size()), order.symbol, order.side, action.qtyLots,
            action.priceE5, action.immediate ? TimeInForce.IOC : TimeInForce.DAY);
    }

    private void sendChange(final OwnOrder order, final OrderAction action)
    {
        if (OrderAction.Kind.CANCEL == action.kind)
        {
            client.cancel(request(order), order.clOrdId, order.symbol, order.side);
            return;
        }
        final boolean isReduction = OrderAction.Kind.REDUCE == action.kind;
        final long total = isReduction ? order.totalLots - action.qtyLots : order.executedLots + action.qtyLots;
        if (total > 0)
        {
            client.replace(
                request(order), order.clOrdId, order.symbol, order.side, total,
                isReduction ? order.priceE5 : action.priceE5);
        }
    }

    private String request(final OwnOrder order)
    {
        final String clOrdId = senderCompId + "-" + ++lastNumber;
        order.pending = true;
        pending.put(clOrdId, order);
        return clOrdId;
    }

    @Override
    public int poll()
    {
        int work = 0;
        for (Object arrival = arrivals.poll(); null != arrival; arrival = arrivals.poll())
        {
            work++;
            switch (arrival)
            {
                case FixExecution execution -> onExecution(execution);
                case FixCancelReject reject ->
                {
                    cancelRejects.add(reject.toString());
                    answered(reject.clOrdId());
                }
                default -> throw new AssertionError("message refused: client=" + senderCompId + " " + arrival);
            }
        }
        return work;
    }

    private void onExecution(final FixExecution report)
    {
        if (!execIds.add(report.execId()))
        {
            assertTrue(report.isPossResend(), () -> "report delivered twice: " + report);
            return;
        }
        final long orderId = report.engineOrderId().isEmpty() ? 0 : Long.parseLong(report.engineOrderId());
        switch (report.execType())
        {
            case '0' ->
            {
                received.add(AnswerText.accepted(report.clOrdId(), orderId, report.priceE5(), report.orderQty()));
                acceptedNames.add(report.clOrdId());
                order(report).accepted = true;
                answered(report.clOrdId());
            }
            case '5' -> onReplaced(report, orderId);
            case 'F' -> onTrade(report, orderId);
            case '4', 'C' ->
            {
                received.add(AnswerText.cancelled(report.clOrdId(), orderId, report.orderQty() - report.cumQty()));
                final OwnOrder order = pending.containsKey(report.clOrdId()) ?
                    pending.get(report.clOrdId()) : order(report);
                answered(report.clOrdId());
                byKey.remove(order.key);
            }
            case '8' ->
            {
                assertFalse(acceptedNames.contains(report.clOrdId()), () ->
                    "an accepted order is refused: " + report);
                byKey.remove(order(report).key);
                answered(report.clOrdId());
            }
            default -> throw new AssertionError("unexpected report: " + report);
        }
    }

    private void onReplaced(final FixExecution report, final long orderId)
    {
        received.add(AnswerText.replaced(report.clOrdId(), orderId, report.priceE5(), report.leavesQty()));
        final OwnOrder order = byName.get(report.origClOrdId());
        assertNotNull(order, () -> "replace of an unknown order: " + report);
        order.clOrdId = report.clOrdId();
        order.priceE5 = report.priceE5();
        order.totalLots = report.orderQty();
        byName.put(order.clOrdId, order);
        answered(report.clOrdId());
        if (0 == report.leavesQty())
        {
            byKey.remove(order.key);
        }
    }

    private void onTrade(final FixExecution report, final long orderId)
    {
        received.add(AnswerText.executed(
            Long.parseLong(report.tradeId()), orderId, report.lastPxE5(), report.lastQty(), report.leavesQty()));
        final OwnOrder order = order(report);
        order.executedLots += report.isLeg() ? 0 : report.lastQty();
        if (0 == report.leavesQty())
        {
            byKey.remove(order.key);
        }
    }

    private OwnOrder order(final FixExecution report)
    {
        final OwnOrder order = byName.get(report.clOrdId());
        assertNotNull(order, () -> "report of an unknown order: " + report);
        return order;
    }

    /** A request that was given up as lost may still be answered by what the other side had stored. */
    private void answered(final String clOrdId)
    {
        final OwnOrder order = pending.remove(clOrdId);
        if (null != order)
        {
            order.pending = false;
        }
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
            arrivals.add(execution);
        }

        @Override
        public void onCancelReject(final FixCancelReject reject)
        {
            arrivals.add(reject);
        }

        @Override
        public void onReject(final Message reject)
        {
            arrivals.add(reject.toRawString());
        }
    }
}
