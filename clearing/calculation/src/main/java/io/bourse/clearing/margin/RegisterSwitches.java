// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

/**
 * What a member has chosen for one of its registers (rules 2.3). A choice can only make margin stricter than the
 * parameters of the group, but for the ratio of the short option minimum. What a file leaves out is as in
 * {@link #DEFAULT}.
 *
 * @param calendar netting of positions of one group (calendar_spread_margin_type).
 * @param inter netting between groups (ics_margin_type).
 * @param somcRatioE3 by which the short option minimum is multiplied, x 1 000, 0 to 5 000.
 * @param noFuturesDiscount whether options may not lower the margin that futures need alone (no_fut_discount).
 */
public record RegisterSwitches(Netting calendar, Netting inter, Integer somcRatioE3, boolean noFuturesDiscount)
{
    /** Nothing was chosen. */
    public static final RegisterSwitches DEFAULT = new RegisterSwitches(Netting.NET, Netting.NET, 1_000, false);
    private static final int MAX_RATIO_E3 = 5_000;

    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when the ratio is out of range.
     */
    public RegisterSwitches
    {
        calendar = null == calendar ? Netting.NET : calendar;
        inter = null == inter ? Netting.NET : inter;
        somcRatioE3 = null == somcRatioE3 ? (Integer)1_000 : somcRatioE3;
        if (somcRatioE3 < 0 || somcRatioE3 > MAX_RATIO_E3)
        {
            throw new IllegalArgumentException("the ratio of the short option minimum goes from 0 to 5000: " +
                "somcRatioE3=" + somcRatioE3);
        }
    }
}
