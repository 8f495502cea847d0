// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import io.bourse.engine.telemetry.AnswerStamps;

import java.io.IOException;

/** Is given one row after the other. */
@FunctionalInterface
public interface StampRowHandler
{
    /** Value of a stamp that is not there. */
    long NONE = 0;

    /**
     * One request with all its stamps.
     *
     * @param origin which component, day and partition.
     * @param stamps of the gateway; valid during the call.
     * @param sentANs t9 of feed A, {@link #NONE} when the transaction was no market data or was not recorded.
     * @param sentBNs t9 of feed B, likewise.
     * @throws IOException when the row cannot be written.
     */
    void onRow(StampOrigin origin, AnswerStamps stamps, long sentANs, long sentBNs) throws IOException;

    /**
     * When market data was public: when both feeds had it, or the one that took it.
     *
     * @param sentANs of feed A.
     * @param sentBNs of feed B.
     * @return nanoseconds since the Unix epoch, or {@link #NONE}.
     */
    static long publicNs(final long sentANs, final long sentBNs)
    {
        return Math.max(sentANs, sentBNs);
    }
}
