// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.collateral;

import com.fasterxml.jackson.annotation.JsonInclude;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A call of a run to a settlement account.
 *
 * @param number run id x 100 000 + number within the run, from 1.
 * @param settlementAccount code.
 * @param kind margin or cash.
 * @param kopecks asked for.
 * @param raisedNs cut of the run, or when the correction was begun that asks for more; nanoseconds since 1970.
 * @param deadlineNs when it must be met, nanoseconds since 1970.
 * @param takenSeq last instruction that the run had taken: what meets the call comes after it.
 * @param chargedKopecks penalty that was charged for calls of the other kind of its run to the account.
 * @param spentKopecks what earlier calls that were judged since have taken of what came in after takenSeq, by their
 *     number; below 0 when what they had taken before went out again. Null for none.
 */
public record MarginCall(
    long number,
    String settlementAccount,
    CallKind kind,
    long kopecks,
    long raisedNs,
    long deadlineNs,
    long takenSeq,
    long chargedKopecks,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<Long, Long> spentKopecks)
{
    /** Calls of a run are numbered below this. */
    public static final long PER_RUN = 100_000;

    /** Unmodifiable copy. */
    public MarginCall
    {
        spentKopecks = Collections.unmodifiableSortedMap(
            null == spentKopecks ? new TreeMap<>() : new TreeMap<>(spentKopecks));
    }

    /**
     * A call about a shortage that was not charged for, while no earlier one was judged.
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
        this(number, settlementAccount, kind, kopecks, raisedNs, deadlineNs, takenSeq, 0, null);
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
            number, settlementAccount, kind, kopecks, raisedNs, deadlineNs, takenSeq, kopecksCharged, spentKopecks);
    }

    /**
     * The same after earlier calls to the account were judged.
     *
     * @param kopecksSpent what they have taken of what came in after this call, by their number.
     * @return changed copy.
     */
    public MarginCall withSpent(final SortedMap<Long, Long> kopecksSpent)
    {
        return new MarginCall(
            number, settlementAccount, kind, kopecks, raisedNs, deadlineNs, takenSeq, chargedKopecks, kopecksSpent);
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
