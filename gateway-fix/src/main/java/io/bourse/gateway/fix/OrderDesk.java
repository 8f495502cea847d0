// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.protocol.OrderAcceptedDecoder;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where the two sides of the gateway meet: the QuickFIX/J message thread brings requests, the event side brings what
 * became of them.
 *
 * <p>One lock guards the orders, the sequences and the one command publisher. Why a lock and not a queue between two
 * single writers: a command's sequence must be given out and the command be put into the ring as one step, and requests
 * that waited for an earlier answer are published by the event side; with one publisher under one lock the order of
 * sequences is the order in the ring. QuickFIX/J takes locks of its own and allocates for every message, so that an
 * almost never contended lock held for some hundred nanoseconds does not show. No message is built or sent under it.
 *
 * <p>A request for an order whose new order or replace is still unanswered is parked with the order and published when
 * the answer comes: only then does anyone know which engine order it means.
 */
final class OrderDesk
{
    private final ReentrantLock lock = new ReentrantLock();
    private final OrderTable table;
    private final CommandEncoder encoder;
    /** Orders with parked requests that the engine had no room for. */
    private final ArrayDeque<FixOrder> blocked = new ArrayDeque<>();

    OrderDesk(final OrderTable table, final CommandEncoder encoder)
    {
        this.table = table;
        this.encoder = encoder;
    }

    boolean connect(final long epoch, final long nowNs)
    {
        lock.lock();
        try
        {
            return encoder.offerConnect(epoch, nowNs);
        }
        finally
        {
            lock.unlock();
        }
    }

    /** Tells the engine that a login has a connection or has lost it; false when the engine is busy. */
    boolean connectionChanged(final FixLogin login, final boolean isConnected, final long nowNs)
    {
        lock.lock();
        try
        {
            final boolean isTaken = encoder.offerConnection(login.loginId, login.sequence + 1, isConnected, nowNs);
            if (isTaken)
            {
                login.sequence++;
            }
            return isTaken;
        }
        finally
        {
            lock.unlock();
        }
    }

    /**
     * Takes a request of the inbound side.
     *
     * @return null when it was published or parked, {@link FixRefusal#ENGINE_BUSY} when trying again may help, or why
     *     it is refused.
     */
    FixRefusal submit(final OrderRequest request)
    {
        lock.lock();
        try
        {
            if (request.login.byClOrdId.containsKey(request.clOrdId))
            {
                return FixRefusal.DUPLICATE_CL_ORD_ID;
            }
            return OrderRequest.Kind.NEW == request.kind ? submitNew(request) : submitChange(request);
        }
        finally
        {
            lock.unlock();
        }
    }

    private FixRefusal submitNew(final OrderRequest request)
    {
        final FixOrder order = new FixOrder(
            request.login, request.instrument, request.accountCode, request.side - '0', request.timeInForce);
        order.clOrdId = request.clOrdId;
        order.priceE5 = request.priceE5;
        order.orderQtyLots = request.qtyLots;
        request.order = order;
        if (!publish(request))
        {
            return FixRefusal.ENGINE_BUSY;
        }
        table.addName(order, request.clOrdId);
        return null;
    }

    private FixRefusal submitChange(final OrderRequest request)
    {
        final FixOrder order = find(request);
        if (null == order)
        {
            return FixRefusal.UNKNOWN_ORDER;
        }
        request.order = order;
        if (order.isTerminal())
        {
            return FixRefusal.TOO_LATE;
        }
        if (!matches(request, order))
        {
            return FixRefusal.ORDER_MISMATCH;
        }
        if (null != order.inFlight || !order.parked.isEmpty())
        {
            if (order.parked.size() >= FixOrder.MAX_PARKED)
            {
                return FixRefusal.TOO_MANY_PENDING;
            }
            order.parked.addLast(request);
        }
        else if (!publish(request))
        {
            return FixRefusal.ENGINE_BUSY;
        }
        if (OrderRequest.Kind.REPLACE == request.kind)
        {
            table.addName(order, request.clOrdId);
        }
        return null;
    }

    /** OrderID decides if it was given, but may not contradict an OrigClOrdID that is known. */
    private FixOrder find(final OrderRequest request)
    {
        final FixOrder named = request.login.byClOrdId.get(request.origClOrdId);
        if (0 == request.orderId && !request.hasForeignOrderId)
        {
            return named;
        }
        final FixOrder order = table.byOrderId(request.orderId);
        return null == order || order.login != request.login || (null != named && named != order) ? null : order;
    }

    private static boolean matches(final OrderRequest request, final FixOrder order)
    {
        return request.side - '0' == order.side &&
            request.instrument.instrumentId() == order.instrument.instrumentId() &&
            (0 == request.accountCode || request.accountCode == order.accountCode);
    }

    private boolean publish(final OrderRequest request)
    {
        final FixLogin login = request.login;
        final long sequence = login.sequence + 1;
        if (!encoder.offer(request, sequence))
        {
            return false;
        }
        login.sequence = sequence;
        login.unanswered.put(sequence, request);
        if (OrderRequest.Kind.CANCEL != request.kind)
        {
            request.order.inFlight = request;
        }
        return true;
    }

    // ------------------------------------------------ event side ------------------------------------------------

    /** Learns a sequence that its session used, perhaps in a former life. */
    void onSequence(final FixLogin login, final long sequence)
    {
        lock.lock();
        try
        {
            login.sequence = Math.max(login.sequence, sequence);
        }
        finally
        {
            lock.unlock();
        }
    }

    /** The request behind an answer, null when it was sent in a former life; it counts as answered from now on. */
    OrderRequest answered(final FixLogin login, final long sequence)
    {
        lock.lock();
        try
        {
            return login.unanswered.remove(sequence);
        }
        finally
        {
            lock.unlock();
        }
    }

    FixOrder byOrderId(final long orderId)
    {
        lock.lock();
        try
        {
            return table.byOrderId(orderId);
        }
        finally
        {
            lock.unlock();
        }
    }

    FixOrder onAccepted(
        final FixLogin login,
        final FixInstrument instrument,
        final OrderRequest request,
        final String clOrdId,
        final OrderAcceptedDecoder event)
    {
        lock.lock();
        try
        {
            final FixOrder order = null != request ? request.order : new FixOrder(
                login,
                instrument,
                event.accountCode(),
                event.side().value(),
                (char)('0' + event.timeInForce().value()));
            order.clOrdId = clOrdId;
            order.priceE5 = event.priceE5();
            order.orderQtyLots = event.qtyLots();
            order.leavesLots = event.qtyLots();
            order.status = FixOrder.NEW;
            table.addName(order, clOrdId);
            table.accept(order, event.orderId());
            order.inFlight = null;
            return order;
        }
        finally
        {
            lock.unlock();
        }
    }

    void onReplaced(
        final FixOrder order,
        final long orderId,
        final String clOrdId,
        final long priceE5,
        final long rest)
    {
        lock.lock();
        try
        {
            table.addName(order, clOrdId);
            table.move(order, orderId);
            order.clOrdId = clOrdId;
            order.priceE5 = priceE5;
            order.leavesLots = rest;
            order.orderQtyLots = order.cumLots + rest;
            order.status = order.workingStatus();
            order.inFlight = null;
        }
        finally
        {
            lock.unlock();
        }
    }

    void onFilled(final FixOrder order, final long priceE5, final long qtyLots, final long restLots)
    {
        lock.lock();
        try
        {
            order.fill(priceE5, qtyLots, restLots);
            if (order.isTerminal())
            {
                table.retire(order);
            }
        }
        finally
        {
            lock.unlock();
        }
    }

    /** The order has ended otherwise than by a fill; the request that ended it, if any, becomes a name of it. */
    void onEnded(final FixOrder order, final char status, final String requestClOrdId)
    {
        lock.lock();
        try
        {
            order.end(status);
            if (null != requestClOrdId)
            {
                table.addName(order, requestClOrdId);
            }
            order.inFlight = null;
            table.retire(order);
        }
        finally
        {
            lock.unlock();
        }
    }

    /** A replace asked for no more than was executed: the order is filled at what it has. */
    void onReplacedToFilled(final FixOrder order, final String requestClOrdId)
    {
        lock.lock();
        try
        {
            order.orderQtyLots = order.cumLots;
            if (null != requestClOrdId)
            {
                table.addName(order, requestClOrdId);
                order.clOrdId = requestClOrdId;
            }
            order.end(FixOrder.FILLED);
            order.inFlight = null;
            table.retire(order);
        }
        finally
        {
            lock.unlock();
        }
    }

    /** The engine refused a new order; its ClOrdID stays used. */
    FixOrder onNewRefused(
        final FixLogin login,
        final FixInstrument instrument,
        final OrderRequest request,
        final String clOrdId,
        final long accountCode)
    {
        lock.lock();
        try
        {
            final FixOrder order = null != request ? request.order : new FixOrder(
                login, instrument, accountCode, ReportEncoder.SIDE_UNDISCLOSED - '0', '0');
            order.clOrdId = clOrdId;
            table.addName(order, clOrdId);
            order.end(FixOrder.REJECTED);
            order.inFlight = null;
            table.retire(order);
            return order;
        }
        finally
        {
            lock.unlock();
        }
    }

    /** A replace was refused: its ClOrdID names nothing. A cancel's never did. */
    void onChangeRefused(final OrderRequest request)
    {
        lock.lock();
        try
        {
            if (OrderRequest.Kind.REPLACE == request.kind)
            {
                table.removeName(request.order, request.clOrdId);
                request.order.inFlight = request == request.order.inFlight ? null : request.order.inFlight;
            }
        }
        finally
        {
            lock.unlock();
        }
    }

    /**
     * Publishes what waited for an answer that has come, as far as possible.
     *
     * @return a request to refuse with {@link #refusalOfParked}, after which to call again; null when nothing is left
     *     to refuse.
     */
    OrderRequest releaseParked(final FixOrder order)
    {
        lock.lock();
        try
        {
            while (null == order.inFlight && !order.parked.isEmpty())
            {
                if (order.isTerminal())
                {
                    final OrderRequest request = order.parked.removeFirst();
                    if (OrderRequest.Kind.REPLACE == request.kind)
                    {
                        table.removeName(order, request.clOrdId);
                    }
                    return request;
                }
                if (!publish(order.parked.peekFirst()))
                {
                    blocked.addLast(order);
                    return null;
                }
                order.parked.removeFirst();
            }
            return null;
        }
        finally
        {
            lock.unlock();
        }
    }

    /** An order whose parked requests found no room, to be tried again with {@link #releaseParked}; null if none. */
    FixOrder pollBlocked()
    {
        lock.lock();
        try
        {
            return blocked.pollFirst();
        }
        finally
        {
            lock.unlock();
        }
    }

    static FixRefusal refusalOfParked(final FixOrder order)
    {
        return FixOrder.REJECTED == order.status ? FixRefusal.UNKNOWN_ORDER : FixRefusal.TOO_LATE;
    }

    long workingOrders()
    {
        lock.lock();
        try
        {
            return table.working();
        }
        finally
        {
            lock.unlock();
        }
    }
}
