// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.session.FixCounters;

/**
 * Answers requests that had waited for an answer which left them without an order to act on.
 */
final class ParkedRefusals
{
    private final ReportPublisher publisher;
    private final FixCounters counters;

    ParkedRefusals(final ReportPublisher publisher, final FixCounters counters)
    {
        this.publisher = publisher;
        this.counters = counters;
    }

    /** The answer goes behind the reports it follows from; no replay would make it again. */
    void refuse(final OrderRequest request, final FixRefusal refusal)
    {
        counters.onRefusal(refusal);
        ReportEncoder.cancelReject(
            publisher.writer(),
            request.order,
            request.clOrdId,
            request.origClOrdId,
            OrderRequest.Kind.CANCEL == request.kind ? ReportEncoder.TO_CANCEL : ReportEncoder.TO_REPLACE,
            refusal.cxlRejReason(),
            refusal.text(),
            publisher.timeNs());
        publisher.addUnrepeatable(request.session());
    }
}
