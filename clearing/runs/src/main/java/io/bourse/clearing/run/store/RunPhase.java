// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

/**
 * How far a run is (rules 6). Persisted in {@code state.json} at every transition, each of which is also a
 * line of the audit trail.
 */
public enum RunPhase
{
    /** There is no such run. */
    NONE,
    /** Its directory is made; guards held and the rehearsal was clean. Trading goes on. */
    OPEN,
    /** The suspension of trading was asked for; the stream has it when it came. */
    SUSPENDING,
    /** Trading stands still; the cut is known. */
    SUSPENDED,
    /** A published run is being corrected from its own cut; trading goes on, and that run stays as it is. */
    CORRECTING,
    /** Prices are being fixed. */
    PREPARING,
    /** Prices are written and may be looked at. */
    PRICES_PROPOSED,
    /** The prices are approved, or need no approval. */
    PRICES_APPROVED,
    /** Movements, positions, margin, fees and postings are being calculated and written. */
    CALCULATING,
    /** A check failed; nothing was published. The run may be taken up again from its prices. */
    CHECK_FAILED,
    /** Given up by an operator before anything was published; may be taken up again. */
    ABORTED,
    /** All tables are written and every check held: nothing is calculated again from here. */
    CHECKED,
    /** The second opinion agreed and the reconciliation has no break. */
    READY_TO_PUBLISH,
    /** Publication has begun: the run can no longer be aborted. */
    PUBLISHING,
    /** All results are with the engine. The directory never changes again, only reports are added. */
    PUBLISHED,
    /** Trading goes on again; intraday only. */
    REOPENED,
    /** Members' reports are being written. */
    REPORTING,
    /** Reports are written and signed. */
    REPORTED;

    /**
     * Whether the run has got at least so far. {@link #CHECK_FAILED} and {@link #ABORTED} lie before {@link #CHECKED}.
     *
     * @param phase to be compared with.
     * @return true if so.
     */
    public boolean isAtLeast(final RunPhase phase)
    {
        return compareTo(phase) >= 0;
    }

    /**
     * Whether results may have left the house, so that the run can no longer be aborted.
     *
     * @return true from {@link #PUBLISHING} on.
     */
    public boolean isPublished()
    {
        return isAtLeast(PUBLISHING);
    }
}
