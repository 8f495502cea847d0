// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.collateral;

import java.util.List;

/**
 * What had become of a call at its deadline.
 *
 * @param call of an earlier run.
 * @param coveredKopecks what instructions had brought in time, up to what was asked for.
 * @param penaltyKopecks for the rest, as far as calls of the other kind of the run were not charged for it.
 */
public record JudgedCall(MarginCall call, long coveredKopecks, long penaltyKopecks)
{
    /**
     * What was charged for the shortage that a call is about, with calls of the other kind of its run. Those of its
     * own kind are about another part of it.
     *
     * @param call of a run.
     * @param judged calls.
     * @return kopecks, from 0.
     */
    public static long charged(final MarginCall call, final List<JudgedCall> judged)
    {
        long kopecks = call.chargedKopecks();
        for (final JudgedCall other : judged)
        {
            if (other.call.runId() == call.runId() && other.call.kind() != call.kind() &&
                other.call.settlementAccount().equals(call.settlementAccount()))
            {
                kopecks = Math.addExact(kopecks, other.penaltyKopecks);
            }
        }
        return kopecks;
    }

    /**
     * Whether the call was missed.
     *
     * @return true if anything was missing.
     */
    public boolean isMissed()
    {
        return coveredKopecks < call.kopecks();
    }
}
