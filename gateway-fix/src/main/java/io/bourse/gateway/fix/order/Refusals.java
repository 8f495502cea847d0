// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.field.ExecIds;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.Outbox;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;
import org.agrona.concurrent.EpochNanoClock;

import static io.bourse.gateway.fix.session.FixCounter.REFUSALS;
import static io.bourse.gateway.fix.session.FixCounter.REPORTS;

/**
 * Answers what the gateway itself decides: the engine never sees it, so these are sent at once. The copies of a
 * refusal are stored before the refusal itself: drop copy has what the client has, whenever the process dies.
 */
final class Refusals
{
    private static final int NOT_AUTHORIZED = 6;

    final FixWriter writer = new FixWriter();
    private final FixText execId = new FixText();
    private final EpochNanoClock clock;
    private final long epoch;
    private final Coverage dropCopies;
    private final Outbox outbox;
    private final CounterSet<FixCounter> counters;
    final CounterSet<FixRefusal> byKind = new CounterSet<>(FixRefusal.class);
    private long number;

    Refusals(
        final EpochNanoClock clock,
        final long epoch,
        final Coverage dropCopies,
        final Outbox outbox,
        final CounterSet<FixCounter> counters)
    {
        this.dropCopies = dropCopies;
        this.outbox = outbox;
        this.clock = clock;
        this.epoch = epoch;
        this.counters = counters;
    }

    /** ExecID of an answer that is no event. */
    FixText nextStatusId()
    {
        return ExecIds.ofStatus(execId, epoch, ++number);
    }

    /**
     * Refuses an order request.
     *
     * @param message as received, or null when it is gone.
     */
    void refuse(final OrderRequest request, final FixReader message, final FixRefusal refusal, final String detail)
    {
        count(refusal);
        final String text = null == detail ? refusal.text() : refusal.text() + ": " + detail;
        final long nowNs = clock.nanoTime();
        if (OrderRequest.Kind.NEW != request.kind)
        {
            ReportEncoder.cancelReject(
                writer,
                request.order,
                request.clOrdId,
                request.origClOrdId,
                OrderRequest.Kind.CANCEL == request.kind ? ReportEncoder.TO_CANCEL : ReportEncoder.TO_REPLACE,
                refusal.cxlRejReason(),
                text,
                nowNs);
        }
        else
        {
            ExecIds.ofRefusal(execId, epoch, ++number);
            if (null == message)
            {
                ReportEncoder.refusedNew(writer, request, execId, refusal, text, nowNs);
            }
            else
            {
                ReportEncoder.refusedNew(writer, message, execId, refusal, text, nowNs);
            }
        }
        copy(request);
        answer(request, request.session());
    }

    private void copy(final OrderRequest request)
    {
        final long accountCode = null == request.order ? request.accountCode : request.order.accountCode;
        final FixLogin[] copies = dropCopies.ofRefused(request.login, accountCode);
        if (0 == copies.length)
        {
            return;
        }
        final boolean isReport = OrderRequest.Kind.NEW == request.kind;
        final int length = writer.length();
        if (isReport)
        {
            writer.flag(Tags.COPY_MSG_INDICATOR, true);
        }
        for (final FixLogin copy : copies)
        {
            if (isReport ? copy != request.login : copy.takesCancelRejectsOf(request.login))
            {
                answer(request, copy.session);
            }
        }
        writer.truncate(length);
    }

    private void answer(final OrderRequest request, final FixSession session)
    {
        if (request.hasAwaited)
        {
            sendAfterReports(session);
        }
        else
        {
            send(session);
        }
    }

    /** Sends what was written into {@link #writer}. */
    void send(final FixSession session)
    {
        counters.increment(REPORTS, FixSession.classOf(session));
        session.send(writer);
    }

    /**
     * Sends what was written into {@link #writer} after the reports that wait for their market data: a state of orders
     * must not be ahead of them.
     */
    void sendAfterReports(final FixSession session)
    {
        outbox.addUnrepeatable(session, writer);
        outbox.end();
    }

    void count(final FixRefusal refusal)
    {
        counters.increment(REFUSALS);
        byKind.increment(refusal);
    }

    /** The session does not have the role for such a message. */
    void notAuthorized(final FixSession session, final FixReader message)
    {
        businessReject(session, message, NOT_AUTHORIZED, "the session has no such role");
    }

    private void businessReject(
        final FixSession session, final FixReader message, final int reason, final String text)
    {
        writer.begin("j");
        ReportEncoder.copy(writer, message, Tags.MSG_SEQ_NUM, Tags.REF_SEQ_NUM);
        ReportEncoder.copy(writer, message, Tags.MSG_TYPE, Tags.REF_MSG_TYPE);
        ReportEncoder.copy(writer, message, Tags.CL_ORD_ID, Tags.BUSINESS_REJECT_REF_ID);
        writer.number(Tags.BUSINESS_REJECT_REASON, reason).text(Tags.TEXT, text);
        send(session);
    }
}
