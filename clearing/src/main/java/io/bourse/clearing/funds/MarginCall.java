// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.time.Instant;

/**
 * A call of a run to a settlement account.
 *
 * @param number run id x 100 000 + number within the run, from 1.
 * @param settlementAccount code.
 * @param kind margin or cash.
 * @param kopecks asked for.
 * @param raisedNs cut of the run, engine time in nanoseconds since 1970.
 * @param deadlineNs when it must be met, nanoseconds since 1970.
 * @param takenSeq last instruction that the run had taken: what meets the call comes behind it.
 * @param chargedKopecks penalty that was charged for the other call of its run to the account.
 */
@JsonPropertyOrder({"number", "settlementAccount", "kind", "kopecks", "raisedNs", "deadlineNs", "takenSeq",
    "chargedKopecks"})
public record MarginCall(
    long number,
    String settlementAccount,
    CallKind kind,
    long kopecks,
    long raisedNs,
    long deadlineNs,
    long takenSeq,
    long chargedKopecks)
{
    /** Calls of a run are numbered below this. */
    public static final long PER_RUN = 100_000;

    /**
     * A call about a shortage that nobody was charged for.
     *
     * @param number as of the record.
     * @param settlementAccount as of the record.
     * @param kind as of the record.
     * @param kopecks as of the record.
     * @param raisedNs as of the record.
     * @param deadlineNs as of the record.
     * @param takenSeq as of the record.
     */
    public MarginCall(
        final long number,
        final String settlementAccount,
        final CallKind kind,
        final long kopecks,
        final long raisedNs,
        final long deadlineNs,
        final long takenSeq)
    {
        this(number, settlementAccount, kind, kopecks, raisedNs, deadlineNs, takenSeq, 0);
    }

    /**
     * The same after the other call of its run was judged.
     *
     * @param kopecksCharged penalty for the shortage so far.
     * @return changed copy.
     */
    public MarginCall withCharged(final long kopecksCharged)
    {
        return new MarginCall(
            number, settlementAccount, kind, kopecks, raisedNs, deadlineNs, takenSeq, kopecksCharged);
    }

    /**
     * When it must be met.
     *
     * @return instant.
     */
    public Instant due()
    {
        return Instant.ofEpochSecond(0, deadlineNs);
    }

    /**
     * Run that made the call.
     *
     * @return run id.
     */
    public long runId()
    {
        return number / PER_RUN;
    }
}
