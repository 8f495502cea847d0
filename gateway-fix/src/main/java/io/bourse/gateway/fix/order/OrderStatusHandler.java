// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;

import java.util.Arrays;

/**
 * Reports the state of orders on request: of one at once, of many in portions, so that neither the gateway nor the
 * session has to carry them all at a time.
 */
final class OrderStatusHandler
{
    private static final char BY_SECURITY = '1';
    private static final char ALL = '7';
    /** Orders visited in a duty cycle to find those of an answer. */
    private static final int ORDERS_LOOKED_AT = 1_024;
    private static final int UNKNOWN_ORDER = 5;
    private static final int OTHER = 99;

    /** The rest of an answer to one session: first its orders are collected, then sent. */
    private final class Job extends PacedAnswers.Answer
    {
        final String requestId;
        /** Null for all. */
        final FixInstrument instrument;
        /** The youngest order there was when it was asked for. */
        final long lastOrderId;
        boolean isCollected;
        long[] orderIds = new long[PacedAnswers.MESSAGES_AT_A_TIME];
        int count;
        int next;

        Job(final FixLogin login, final String requestId, final FixInstrument instrument, final long lastOrderId)
        {
            super(login);
            this.requestId = requestId;
            this.instrument = instrument;
            this.lastOrderId = lastOrderId;
        }

        @Override
        int goOn()
        {
            final int collected = isCollected ? 0 : 1;
            if (!isCollected)
            {
                collect(this);
            }
            return collected + (isCollected ? tell(this) : 0);
        }

        @Override
        boolean isDone()
        {
            return isCollected && next >= count;
        }

        void add(final FixOrder order)
        {
            if (null == instrument || instrument == order.instrument)
            {
                if (count == orderIds.length)
                {
                    orderIds = Arrays.copyOf(orderIds, 2 * count);
                }
                orderIds[count++] = order.rootOrderId;
            }
        }
    }

    /** States of all orders of a login. */
    final PacedAnswers answers;
    private final FixText wanted = new FixText();
    private final OrderComponents parts;

    OrderStatusHandler(final OrderComponents parts)
    {
        this.parts = parts;
        answers = new PacedAnswers(parts.options.nanoClock());
    }

    /** OrderStatusRequest: the order is named by OrderID or ClOrdID. */
    void onStatusRequest(final FixLogin login, final FixReader message)
    {
        final int orderId = message.find(Tags.ORDER_ID);
        wanted.set(message, message.find(Tags.CL_ORD_ID));
        final FixOrder named = login.names.get(wanted);
        final FixOrder order = FixReader.NONE == orderId ?
            named : parts.tracker.table.byOrderId(Math.max(0, message.number(orderId)));
        final boolean isKnown = null != order && login == order.login && (null == named || named == order);
        if (!isKnown)
        {
            unknown(message);
        }
        else
        {
            status(order);
        }
        ReportEncoder.copy(parts.refusals.writer, message, Tags.ORD_STATUS_REQ_ID);
        parts.refusals.sendAfterReports(login.session);
    }

    /** Answers a request that came again with the state of its order. */
    void report(final FixLogin login, final FixOrder order)
    {
        status(order);
        parts.refusals.sendAfterReports(login.session);
    }

    /** OrderMassStatusRequest: working orders, in order of their ids. */
    void onMassStatusRequest(final FixLogin login, final FixReader message)
    {
        final char type = message.character(message.find(Tags.MASS_STATUS_REQ_TYPE));
        final String requestId = message.string(message.find(Tags.MASS_STATUS_REQ_ID));
        FixInstrument instrument = null;
        if (BY_SECURITY == type)
        {
            instrument = parts.decoder.instrument(
                message, message.find(Tags.SYMBOL), message.find(Tags.SECURITY_ID));
        }
        if (ALL != type && null == instrument)
        {
            none(login, requestId, BY_SECURITY == type ?
                FixRefusal.UNKNOWN_SYMBOL.text() : "MassStatusReqType must be 1 or 7", OTHER);
            return;
        }
        if (answers.isAtWork(login))
        {
            none(login, requestId, "an earlier request for the state of orders is not answered yet", OTHER);
        }
        else if (0 == login.working.size())
        {
            none(login, requestId, "no orders", UNKNOWN_ORDER);
        }
        else
        {
            login.working.rewind();
            answers.begin(new Job(login, requestId, instrument, login.working.youngest().rootOrderId));
        }
    }

    /** Finds the next orders that are meant; they are in order of their ids. */
    private void collect(final Job job)
    {
        for (int i = 0; i < ORDERS_LOOKED_AT && !job.isCollected; i++)
        {
            final FixOrder order = job.login.working.read();
            job.isCollected = null == order || order.rootOrderId > job.lastOrderId;
            if (!job.isCollected)
            {
                job.add(order);
            }
        }
        if (job.isCollected && 0 == job.count)
        {
            none(job.login, job.requestId, "no orders", UNKNOWN_ORDER);
        }
    }

    private int tell(final Job job)
    {
        int work = 0;
        final int end = Math.min(job.count, job.next + PacedAnswers.MESSAGES_AT_A_TIME);
        while (job.next < end && job.isRead())
        {
            one(job);
            work++;
        }
        return work;
    }

    /** An order that has ended meanwhile is reported as it is now. */
    private void one(final Job job)
    {
        final FixOrder order = parts.tracker.table.byOrderId(job.orderIds[job.next++]);
        final FixWriter writer = parts.refusals.writer;
        if (null == order || order.login != job.login)
        {
            noOrder(writer);
        }
        else
        {
            status(order);
        }
        writer.text(Tags.MASS_STATUS_REQ_ID, job.requestId);
        writer.number(Tags.TOT_NUM_REPORTS, job.count);
        writer.flag(Tags.LAST_RPT_REQUESTED, job.next == job.count);
        parts.refusals.sendAfterReports(job.login.session);
    }

    private void none(final FixLogin login, final String requestId, final String text, final int reason)
    {
        final FixWriter writer = parts.refusals.writer;
        noOrder(writer);
        writer.number(Tags.ORD_REJ_REASON, reason).text(Tags.TEXT, text);
        if (!requestId.isEmpty())
        {
            writer.text(Tags.MASS_STATUS_REQ_ID, requestId);
        }
        writer.number(Tags.TOT_NUM_REPORTS, 0).flag(Tags.LAST_RPT_REQUESTED, true);
        parts.refusals.sendAfterReports(login.session);
    }

    private void status(final FixOrder order)
    {
        ReportEncoder.execution(
            parts.refusals.writer,
            order,
            parts.refusals.nextStatusId(),
            ReportEncoder.EXEC_STATUS,
            order.clOrdId,
            null,
            parts.options.epochClock().nanoTime());
        ReportEncoder.session(parts.refusals.writer, parts.publisher.sessionId(), parts.publisher.tradingDate());
    }

    private void unknown(final FixReader message)
    {
        final FixWriter writer = parts.refusals.writer;
        writer.begin(ReportEncoder.EXECUTION_REPORT).text(Tags.ORDER_ID, ReportEncoder.NONE);
        ReportEncoder.copy(writer, message, Tags.CL_ORD_ID);
        ReportEncoder.text(writer, Tags.EXEC_ID, parts.refusals.nextStatusId());
        writer.character(Tags.EXEC_TYPE, ReportEncoder.EXEC_STATUS).character(Tags.ORD_STATUS, FixOrder.REJECTED);
        if (!ReportEncoder.copy(writer, message, Tags.SYMBOL))
        {
            writer.text(Tags.SYMBOL, ReportEncoder.NONE);
        }
        if (!ReportEncoder.copy(writer, message, Tags.SIDE))
        {
            writer.character(Tags.SIDE, ReportEncoder.SIDE_UNDISCLOSED);
        }
        writer.number(Tags.LEAVES_QTY, 0).number(Tags.CUM_QTY, 0).number(Tags.AVG_PX, 0);
        writer.timestamp(Tags.TRANSACT_TIME, parts.options.epochClock().nanoTime());
        writer.number(Tags.ORD_REJ_REASON, UNKNOWN_ORDER).text(Tags.TEXT, FixRefusal.UNKNOWN_ORDER.text());
    }

    private void noOrder(final FixWriter writer)
    {
        writer.begin(ReportEncoder.EXECUTION_REPORT).text(Tags.ORDER_ID, ReportEncoder.NONE);
        ReportEncoder.text(writer, Tags.EXEC_ID, parts.refusals.nextStatusId());
        writer.character(Tags.EXEC_TYPE, ReportEncoder.EXEC_STATUS).character(Tags.ORD_STATUS, FixOrder.REJECTED);
        writer.text(Tags.SYMBOL, ReportEncoder.NONE).character(Tags.SIDE, ReportEncoder.SIDE_UNDISCLOSED);
        writer.number(Tags.LEAVES_QTY, 0).number(Tags.CUM_QTY, 0).number(Tags.AVG_PX, 0);
        writer.timestamp(Tags.TRANSACT_TIME, parts.options.epochClock().nanoTime());
    }
}
