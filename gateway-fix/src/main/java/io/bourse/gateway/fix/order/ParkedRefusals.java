// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

/**
 * Answers requests that had waited for an answer which left them without an order to act on.
 */
final class ParkedRefusals
{
    private final ReportPublisher publisher;
    private final OrderMonitor monitor;

    ParkedRefusals(final ReportPublisher publisher, final OrderMonitor monitor)
    {
        this.publisher = publisher;
        this.monitor = monitor;
    }

    /** In a transaction the answer goes behind the reports it follows from, and is the last of its session. */
    void refuse(final OrderRequest request, final FixRefusal refusal, final boolean isInTransaction)
    {
        monitor.onRefusal(refusal);
        ReportEncoder.cancelReject(
            publisher.writer(),
            request.order,
            request.clOrdId,
            request.origClOrdId,
            OrderRequest.Kind.CANCEL == request.kind ? ReportEncoder.TO_CANCEL : ReportEncoder.TO_REPLACE,
            refusal.cxlRejReason(),
            refusal.text(),
            publisher.timeNs());
        if (isInTransaction && publisher.isWanted())
        {
            publisher.add(request.session());
        }
        else
        {
            request.session().send(publisher.writer());
        }
    }
}
