// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.bourse.clearing.ingest.order.OrderCounts;
import io.bourse.clearing.ingest.order.SegmentGrowth;
import io.bourse.clearing.table.Growth;
import io.bourse.engine.client.checkpoint.StreamPosition;

import java.util.List;

/**
 * Everything from which an ingest can go on, and a run can see the day, at one place of the event stream. Its hash is a
 * function of the stream up to there: no clock, no process and no earlier stop can be seen in it.
 *
 * @param format {@link #FORMAT}.
 * @param kind why it was taken; not part of the hash.
 * @param hash SHA-256 of the state as JSON, hexadecimal.
 * @param previousCursor before the transaction that ends at the cursor, which distinguishes the stream from others; 0
 *     when it is not known. Not part of the hash.
 * @param state of the day.
 */
record Checkpoint(String format, Kind kind, String hash, long previousCursor, State state)
{
    /** Names the form of the file. */
    static final String FORMAT = "bourse-ingest-checkpoint/2";

    /** Why a checkpoint was taken. */
    enum Kind
    {
        /** It was time; removed when there are newer ones. */
        TIMED,
        /** A run has cut the stream. */
        CUT,
        /** A session has begun: its tables are empty. */
        SESSION,
        /** The next session is about to begin. */
        END;

        boolean isLasting()
        {
            return TIMED != this;
        }
    }

    /**
     * State of the day.
     *
     * @param cursor in the event stream, bytes.
     * @param rollingHash of the engine over all its events up to there.
     * @param previousHash of the last lasting checkpoint before.
     * @param sliceIntervalNs time between slices.
     * @param session where the day is.
     * @param instruments by ordinal.
     * @param runs of the session.
     * @param openRunId run that holds trading suspended; 0 for none.
     * @param registers table of all sessions.
     * @param trades table of the session; null before the first.
     * @param segments of the session, by firm.
     * @param counts of order events.
     * @param anomalies of order events.
     * @param windowsSha256 of the file that has slices, instructions, settlement accounts and limits.
     * @param ordersSha256 of the file that has the live orders.
     * @param partitions where each partition's stream has been read to, ascending; null when there is one.
     */
    record State(
        long cursor,
        long rollingHash,
        String previousHash,
        long sliceIntervalNs,
        int windowSlices,
        Session session,
        List<IngestedInstrument> instruments,
        List<RunRecord> runs,
        long openRunId,
        Growth registers,
        Growth trades,
        List<SegmentGrowth> segments,
        OrderCounts counts,
        List<String> anomalies,
        String windowsSha256,
        String ordersSha256,
        @JsonInclude(JsonInclude.Include.NON_NULL) List<StreamPosition> partitions)
    {
    }

    /**
     * Where the day is.
     *
     * @param sessionId 0 before the first.
     * @param tradingDate YYYYMMDD, 0 before the first.
     * @param directory of its tables, in that of the ingest; empty before the first.
     * @param trading whether the session is open.
     * @param totalTrades since the beginning of the stream.
     * @param previousEveningRunId of the evening before; 0 for none.
     * @param lastDate greatest date a session has had, dates that were moved included.
     */
    record Session(
        int sessionId,
        int tradingDate,
        String directory,
        boolean trading,
        long totalTrades,
        long previousEveningRunId,
        int lastDate)
    {
    }
}
