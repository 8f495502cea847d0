// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.EventGroup;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.gateway.fix.session.FixCounters;
import io.bourse.gateway.fix.session.Outbox;
import io.bourse.gateway.fix.wire.FixWriter;
import quickfix.Message;

/**
 * Turns what happened to an order into the report of its client and queues it. Numbers the reports of a transaction, so
 * that every one has an ExecID that is the same whenever the transaction is replayed.
 */
final class ReportPublisher
{
    private final FixWriter writer = new FixWriter();
    private final Outbox outbox;
    private final FixCounters counters;
    private long commandPosition;
    private long timeNs;
    private int number;
    private boolean wanted;
    private FixLogin pendingLogin;
    private Message pending;
    private int sessionId;
    private int tradingDate;

    ReportPublisher(final Outbox outbox, final FixCounters counters)
    {
        this.outbox = outbox;
        this.counters = counters;
    }

    void begin(final EventGroup group)
    {
        commandPosition = group.commandPosition();
        timeNs = group.engineTimeNs();
        number = 0;
        outbox.begin(group);
        wanted = outbox.isWanted();
    }

    /** The transaction is complete. */
    void end()
    {
        flush();
        outbox.end();
    }

    /** The last report is complete: nothing is added to it any more. */
    private void flush()
    {
        if (null != pending)
        {
            outbox.add(pendingLogin.session, ReportBodies.write(writer, pending));
            pending = null;
        }
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
        add(login, reject);
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
        flush();
        outbox.addUnrepeatable(request.login.session, ReportBodies.write(writer, reject));
    }

    private static String orderName(final FixOrder order)
    {
        return null == order ? ReportEncoder.NONE : order.clOrdId;
    }

    private void add(final FixLogin login, final Message reject)
    {
        flush();
        pendingLogin = login;
        pending = reject;
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
        flush();
        pendingLogin = order.login;
        pending = report;
        return report;
    }
}
