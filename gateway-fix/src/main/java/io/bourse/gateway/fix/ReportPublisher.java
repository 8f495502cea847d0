// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.EventGroup;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.RejectReason;
import quickfix.Message;

/**
 * Turns what happened to an order into the report of its client and queues it. Numbers the reports of a transaction, so
 * that every one has an ExecID that is the same whenever the transaction is replayed.
 */
final class ReportPublisher
{
    private final ReportQueue queue;
    private final FixCounters counters;
    private long commandPosition;
    private long timeNs;
    private int number;
    private boolean wanted;
    private int sessionId;
    private int tradingDate;

    ReportPublisher(final ReportQueue queue, final FixCounters counters)
    {
        this.queue = queue;
        this.counters = counters;
    }

    void begin(final EventGroup group)
    {
        commandPosition = group.commandPosition();
        timeNs = group.engineTimeNs();
        number = 0;
        wanted = queue.wants(commandPosition);
    }

    void session(final int tradingSessionId, final int date)
    {
        sessionId = tradingSessionId;
        tradingDate = date;
    }

    void accepted(final FixOrder order)
    {
        execution(order, ReportEncoder.EXEC_NEW, order.clOrdId, null);
    }

    void replaced(final FixOrder order, final String origClOrdId)
    {
        execution(order, ReportEncoder.EXEC_REPLACED, order.clOrdId, origClOrdId);
    }

    void trade(
        final FixOrder order,
        final long tradeId,
        final long qtyLots,
        final long priceE5,
        final boolean aggressor)
    {
        final Message report = execution(order, ReportEncoder.EXEC_TRADE, order.clOrdId, null);
        if (null != report)
        {
            ReportEncoder.trade(report, tradeId, qtyLots, priceE5, aggressor);
        }
    }

    void ended(
        final FixOrder order,
        final CancelReason reason,
        final String requestClOrdId,
        final String origClOrdId)
    {
        final char execType = switch (reason)
        {
            case SESSION_END -> ReportEncoder.EXEC_EXPIRED;
            case REPLACE_FILLED -> ReportEncoder.EXEC_REPLACED;
            default -> ReportEncoder.EXEC_CANCELED;
        };
        final String clOrdId = null == requestClOrdId ? order.clOrdId : requestClOrdId;
        final Message report = execution(order, execType, clOrdId, origClOrdId);
        if (null != report && CancelReason.REQUESTED != reason)
        {
            ReportEncoder.text(report, reason.name());
        }
    }

    void newRejected(final FixOrder order, final RejectReason reason)
    {
        final Message report = execution(order, ReportEncoder.EXEC_REJECTED, order.clOrdId, null);
        if (null != report)
        {
            counters.onEngineReject(reason);
            ReportEncoder.rejected(report, EngineReasons.ordRejReason(reason), reason.name());
        }
    }

    void changeRejected(
        final FixLogin login,
        final FixOrder order,
        final String clOrdId,
        final String origClOrdId,
        final boolean ofCancel,
        final RejectReason reason)
    {
        if (!wanted)
        {
            return;
        }
        counters.onEngineReject(reason);
        final String orig = null == origClOrdId ? orderName(order) : origClOrdId;
        final Message reject = ReportEncoder.cancelReject(
            order,
            null == order ? FixOrder.REJECTED : order.status,
            clOrdId,
            orig,
            ofCancel ? ReportEncoder.TO_CANCEL : ReportEncoder.TO_REPLACE,
            timeNs);
        ReportEncoder.reason(reject, EngineReasons.cxlRejReason(reason, order), reason.name());
        add(login, reject, clOrdId);
    }

    /** A request that had waited for an answer which left it without an order to act on. */
    void parkedRefused(final OrderRequest request, final FixRefusal refusal)
    {
        counters.onRefusal(refusal);
        final Message reject = ReportEncoder.cancelReject(
            request.order,
            request.order.status,
            request.clOrdId,
            request.origClOrdId,
            OrderRequest.Kind.CANCEL == request.kind ? ReportEncoder.TO_CANCEL : ReportEncoder.TO_REPLACE,
            timeNs);
        ReportEncoder.reason(reject, refusal.cxlRejReason(), refusal.text());
        add(request.login, reject, request.clOrdId);
    }

    private static String orderName(final FixOrder order)
    {
        return null == order ? ReportEncoder.NONE : order.clOrdId;
    }

    private void add(final FixLogin login, final Message reject, final String clOrdId)
    {
        queue.add(login, reject, "9\001" + clOrdId);
    }

    private Message execution(
        final FixOrder order,
        final char execType,
        final String clOrdId,
        final String origClOrdId)
    {
        number++;
        if (!wanted)
        {
            return null;
        }
        final String execId = ExecIds.ofEngine(commandPosition, number);
        final Message report = ReportEncoder.execution(order, execId, execType, clOrdId, origClOrdId, timeNs);
        ReportEncoder.session(report, sessionId, tradingDate);
        queue.add(order.login, report, execId);
        return report;
    }
}
