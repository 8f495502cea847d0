// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * What had become of a call at its deadline.
 *
 * @param call of an earlier run.
 * @param coveredKopecks what instructions had brought in time, up to what was asked for.
 * @param penaltyKopecks for the rest.
 */
@JsonPropertyOrder({"call", "coveredKopecks", "penaltyKopecks"})
public record JudgedCall(MarginCall call, long coveredKopecks, long penaltyKopecks)
{
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
