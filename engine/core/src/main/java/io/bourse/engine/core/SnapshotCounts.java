// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.core.order.OrderQueueSnapshot;
import io.bourse.engine.core.pretrade.Exposures;
import io.bourse.engine.core.snapshot.SnapshotException;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.Quotes;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SequenceTracker;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginEncoder;

/**
 * How many there are of what a snapshot holds: promised at its beginning, checked at its end.
 */
final class SnapshotCounts
{
    private final ReferenceData referenceData;
    private final OrderTable orders;
    private final OrderQueueSnapshot queues;
    private final Exposures exposures;
    private final DeadlineQueue deadlines;
    private final SequenceTracker sequences;
    private final Quotes quotes;

    SnapshotCounts(
        final ReferenceData referenceData,
        final OrderTable orders,
        final OrderQueueSnapshot queues,
        final Exposures exposures,
        final DeadlineQueue deadlines,
        final SequenceTracker sequences,
        final Quotes quotes)
    {
        this.referenceData = referenceData;
        this.orders = orders;
        this.queues = queues;
        this.exposures = exposures;
        this.deadlines = deadlines;
        this.sequences = sequences;
        this.quotes = quotes;
    }

    void writeTo(final SnapshotBeginEncoder begin)
    {
        begin
            .orders(orders.size())
            .accounts(referenceData.accounts().size())
            .exposures(exposures.size())
            .deadlines(deadlines.size())
            .sequences(sequences.size())
            .firms(referenceData.brokerageFirms().size())
            .logins(referenceData.loginCount())
            .instruments(referenceData.instrumentCount())
            .quotes(quotes.size());
    }

    /**
     * Compares what was promised with what there is.
     *
     * @param begin of the snapshot that was read.
     * @throws SnapshotException at the first difference.
     */
    void check(final SnapshotBeginDecoder begin)
    {
        check("orders", begin.orders(), orders.size());
        check("queuedOrders", begin.orders(), queues.ordersRead());
        check("accounts", begin.accounts(), referenceData.accounts().size());
        check("exposures", begin.exposures(), exposures.size());
        check("deadlines", begin.deadlines(), deadlines.size());
        check("sequences", begin.sequences(), sequences.size());
        check("firms", begin.firms(), referenceData.brokerageFirms().size());
        check("logins", begin.logins(), referenceData.loginCount());
        check("instruments", begin.instruments(), referenceData.instrumentCount());
        check("quotes", begin.quotes(), quotes.size());
    }

    static void check(final String what, final long promised, final long found)
    {
        if (promised != found)
        {
            throw new SnapshotException(
                SnapshotException.Reason.WRONG_COUNT, "of=" + what + " promised=" + promised + " found=" + found);
        }
    }
}
