// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * How long a call may stay open after the cut of the run that makes it.
 *
 * @param intradaySeconds of calls of an intraday run.
 * @param eveningSeconds of calls of an evening run.
 */
@JsonPropertyOrder({"intradaySeconds", "eveningSeconds"})
public record CallDeadline(long intradaySeconds, long eveningSeconds)
{
    /** Two hours in the day, until ten in the morning after an evening run at seven. */
    public static final CallDeadline DEFAULT = new CallDeadline(7_200, 54_000);

    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when one is below 0.
     */
    public CallDeadline
    {
        if (intradaySeconds < 0 || eveningSeconds < 0)
        {
            throw new IllegalArgumentException("deadline of a call must not be below 0: intradaySeconds=" +
                intradaySeconds + " eveningSeconds=" + eveningSeconds);
        }
    }
}
