// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.field.FixText;

/**
 * Where the two sides of order entry meet: the inbound side brings requests, the event side brings what became of them.
 * Both run on the gateway's one thread.
 *
 * <p>The engine finds an order by its order id alone, and gives it in the answer to the new order or the replace: until
 * then a request for the order cannot be sent, see {@link #isUnnamed}.
 */
final class RequestTracker
{
    final OrderTable table;
    private final CommandEncoder encoder;
    private final RequestPool requests;
    /** Whether orders, replaces and quotes are refused. */
    private boolean isEntryClosed;

    RequestTracker(final OrderTable table, final CommandEncoder encoder, final RequestPool requests)
    {
        this.table = table;
        this.encoder = encoder;
        this.requests = requests;
    }

    void closeEntry(final boolean isNow)
    {
        isEntryClosed = isNow;
    }

    boolean connect(final long epoch, final long nowNs)
    {
        return encoder.offerConnect(epoch, nowNs);
    }

    boolean signOfLife(final long nowNs)
    {
        return encoder.offerSignOfLife(nowNs);
    }

    /** Says a name of an order that leaves in a move; false when the engine is busy. */
    boolean name(
        final long moveId,
        final int partition,
        final FixOrder order,
        final FixText name,
        final int number,
        final int names)
    {
        return encoder.offerName(moveId, partition, order, name, number, names);
    }

    /** Marks the message numbers of a login, the first time to claim it; false when the engine is busy. */
    boolean mark(final FixLogin login, final long sequence, final long mark)
    {
        final boolean isTaken = encoder.offerMark(login.loginId, sequence, mark);
        if (isTaken)
        {
            login.sequence = Math.max(login.sequence, sequence);
            login.markSequence = sequence;
        }
        return isTaken;
    }

    /** Reports to the engine that a login has a connection or has lost it; false when the engine is busy. */
    boolean connectionChanged(final FixLogin login, final boolean isConnected, final long nowNs)
    {
        final boolean isTaken = encoder.offerConnection(login.loginId, login.sequence + 1, isConnected, nowNs);
        if (isTaken)
        {
            login.sequence++;
        }
        return isTaken;
    }

    /** Whether it is about an order whose new order or replace has no answer yet: only that has its order id. */
    boolean isUnnamed(final OrderRequest request)
    {
        if (OrderRequest.Kind.CANCEL != request.kind && OrderRequest.Kind.REPLACE != request.kind)
        {
            return false;
        }
        final FixOrder order = isTaken(request) ? null : find(request);
        return null != order && null != order.inFlight && !order.inFlight.isLost;
    }

    /**
     * Takes a request of the inbound side, which must not be {@link #isUnnamed}.
     *
     * @return null when it was published, {@link FixRefusal#ENGINE_BUSY} when trying again may help, or why
     *     it is refused.
     */
    FixRefusal submit(final OrderRequest request)
    {
        return switch (request.kind)
        {
            case NEW -> isTaken(request) ? FixRefusal.DUPLICATE_CL_ORD_ID : submitNew(request);
            case CANCEL, REPLACE -> isTaken(request) ? FixRefusal.DUPLICATE_CL_ORD_ID : submitChange(request);
            case MASS_QUOTE -> isEntryClosed && !request.quotes.isCancel ? FixRefusal.ACTIVATION : submitOther(request);
            case MASS_CANCEL, QUOTE_REQUEST -> submitOther(request);
        };
    }

    /** One that may have come before must not be executed although its first answer was a refusal. */
    private static boolean isTaken(final OrderRequest request)
    {
        return null != request.login.names.get(request.clOrdId) ||
            request.isRepeated() && request.login.requestIds.contains(request.kind, request.clOrdId);
    }

    private FixRefusal submitOther(final OrderRequest request)
    {
        return publish(request) ? null : FixRefusal.ENGINE_BUSY;
    }

    private FixRefusal submitNew(final OrderRequest request)
    {
        if (isEntryClosed)
        {
            return FixRefusal.ACTIVATION;
        }
        final FixOrder order = table.take(
            request.login, request.instrument, request.accountCode, request.side - '0',
            0 == request.timeInForce ? '0' : request.timeInForce);
        order.clOrdId.set(request.clOrdId);
        order.ordType = request.ordType;
        order.priceE5 = request.priceE5;
        order.orderQtyLots = request.qtyLots;
        order.leavesLots = request.qtyLots;
        order.stopPriceE5 = request.stopPriceE5;
        order.displayLots = request.displayLots;
        order.displayVarianceLots = request.displayVarianceLots;
        order.minLots = request.minLots;
        order.conditions = request.conditions;
        order.expireDateNs = request.expireDateNs;
        order.linkId = request.linkId;
        request.order = order;
        if (!publish(request))
        {
            request.order = null;
            table.give(order);
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
            return FixOrder.REJECTED == order.status ? FixRefusal.UNKNOWN_ORDER : FixRefusal.TOO_LATE;
        }
        if (null != order.inFlight && order.inFlight.isLost)
        {
            // Nothing else waits until the partition says its order id.
            return FixRefusal.PARTITION_LOST;
        }
        if (isEntryClosed && OrderRequest.Kind.REPLACE == request.kind)
        {
            return FixRefusal.ACTIVATION;
        }
        final FixRefusal refusal = ReplaceRules.refusal(request, order);
        if (null != refusal)
        {
            return refusal;
        }
        if (!publish(request))
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
    FixOrder find(final OrderRequest request)
    {
        final FixOrder named = request.login.names.get(request.origClOrdId);
        if (0 == request.orderId && !request.hasForeignOrderId)
        {
            return named;
        }
        final FixOrder order = table.byOrderId(request.orderId);
        return null == order || order.login != request.login || order.isQuote() || null != named && named != order ?
            null : order;
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
        if (null != request.order)
        {
            request.order.references++;
            if (OrderRequest.Kind.CANCEL != request.kind)
            {
                request.order.inFlight = request;
            }
        }
        return true;
    }

    // ------------------------------------------------ event side ------------------------------------------------

    /** The request of an answer, null when it was sent by an earlier process; it counts as answered from now on. */
    OrderRequest answered(final FixLogin login, final long sequence)
    {
        login.sequence = Math.max(login.sequence, sequence);
        return login.unanswered.remove(sequence);
    }

    /** A request is on its way to a partition that is lost. */
    void lost(final FixLogin login, final long number)
    {
        final OrderRequest request = login.unanswered.get(number);
        if (null != request)
        {
            request.isLost = true;
        }
    }

    /**
     * A request that was published, and was never executed.
     *
     * @param number by which the engine knows it.
     * @return the request, to be released; null when this process has not sent it.
     */
    OrderRequest notExecuted(final FixLogin login, final long number)
    {
        OrderRequest request = login.unanswered.remove(number);
        if (null == request)
        {
            request = login.unanswered.remove(number >>> CommandEncoder.TYPE_BITS);
        }
        if (null != request && OrderRequest.Kind.NEW == request.kind)
        {
            onNewRefused(request.order, request.clOrdId);
        }
        else if (null != request)
        {
            onChangeRefused(request);
        }
        return request;
    }

    /** The transaction of its answer is over. */
    void release(final OrderRequest request)
    {
        final FixOrder order = request.order;
        if (null != order)
        {
            order.references--;
            if (request == order.inFlight)
            {
                order.inFlight = null;
            }
        }
        requests.give(request);
    }

    void onAccepted(final FixOrder order, final FixText name, final OrderAcceptedDecoder event)
    {
        order.clOrdId.set(name);
        order.priceE5 = event.priceE5();
        order.orderQtyLots = event.qtyLots();
        order.leavesLots = event.qtyLots();
        order.ordType = OrderTypeTraits.of(event.orderType()).fixOrdType();
        order.conditions = event.conditions();
        order.linkId = event.linkId();
        order.expireDateNs = event.expireDateNs();
        order.status = FixOrder.NEW;
        if (order.isRemembered())
        {
            table.acceptName(order, name);
        }
        table.accept(order, event.orderId());
        order.inFlight = null;
    }

    void onReplaced(final FixOrder order, final FixText name, final OrderReplacedDecoder event)
    {
        if (order.isQuote())
        {
            table.renew(order, event.orderId());
            order.cumLots = 0;
            order.average.clear();
        }
        else
        {
            table.move(order, event.orderId());
        }
        if (null != name)
        {
            order.clOrdId.set(name);
            if (order.isRemembered())
            {
                table.acceptName(order, name);
            }
            order.inFlight = null;
        }
        order.priceE5 = event.priceE5();
        order.leavesLots = event.qtyLots();
        order.orderQtyLots = order.cumLots + event.qtyLots();
        order.linkId = event.linkId();
        order.status = order.workingStatus();
    }

    /** The order has ended otherwise than by a fill; the request that ended it, if any, becomes a name of it. */
    void onEnded(final FixOrder order, final char status, final FixText requestClOrdId)
    {
        order.end(status);
        if (null != requestClOrdId && order.isRemembered())
        {
            table.acceptName(order, requestClOrdId);
        }
        order.inFlight = null;
        table.retire(order);
    }

    /** The order is in another partition. */
    void onMoved(final FixOrder order)
    {
        order.end(FixOrder.CANCELED);
        order.inFlight = null;
        table.leave(order);
    }

    /** A replace asked for no more than was executed: the order is filled at what it has. */
    void onReplacedToFilled(final FixOrder order, final FixText requestClOrdId)
    {
        order.orderQtyLots = order.cumLots;
        if (null != requestClOrdId)
        {
            order.clOrdId.set(requestClOrdId);
        }
        onEnded(order, FixOrder.FILLED, requestClOrdId);
    }

    /** The engine refused a new order; its ClOrdID stays used. */
    void onNewRefused(final FixOrder order, final FixText clOrdId)
    {
        order.clOrdId.set(clOrdId);
        onEnded(order, FixOrder.REJECTED, clOrdId);
    }

    /** A replace was refused: its ClOrdID names nothing. A cancel's never did. */
    void onChangeRefused(final OrderRequest request)
    {
        if (OrderRequest.Kind.REPLACE == request.kind)
        {
            table.removeName(request.order, request.clOrdId);
            request.order.inFlight = request == request.order.inFlight ? null : request.order.inFlight;
        }
    }

    /** A request has been refused without having been published. */
    void discard(final OrderRequest request)
    {
        requests.give(request);
    }
}
