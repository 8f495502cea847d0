// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.clock;

/**
 * The last time that an operator has confirmed, as the recorded events tell it.
 *
 * @param confirmedNs the time as it was confirmed, in ns since the Unix epoch; 0 for none.
 * @param stampNs engine time of the confirmation: later when the wall clock was behind engine time.
 */
public record TimeConfirmation(long confirmedNs, long stampNs)
{
    /** No confirmation is recorded. */
    public static final TimeConfirmation NONE = new TimeConfirmation(0, 0);

    /**
     * How far the wall clock may still be behind, when nothing has changed since but that stamps ran slower.
     *
     * @param lastStampNs last stamp of the history.
     * @param slewPpm by how much they ran slower.
     * @param stepLimitNs difference that needs no confirmation.
     * @return nanoseconds; 0 when the wall clock was not confirmed to be behind.
     */
    long toleratedNs(final long lastStampNs, final long slewPpm, final long stepLimitNs)
    {
        final long behindNs = stampNs - confirmedNs;
        if (0 == confirmedNs || behindNs <= stepLimitNs)
        {
            return 0;
        }
        final long absorbedNs = Math.max(0, lastStampNs - stampNs) / 1_000_000 * slewPpm;
        return Math.max(0, behindNs + GuardedClock.CONFIRMATION_TOLERANCE_NS - absorbedNs);
    }
}
