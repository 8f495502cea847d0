// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import java.util.List;

/**
 * An offset between groups whose prices move together (rules 2.2 step 5, 2.3 inter-contract). Offsets are taken in the
 * order of their list; what one has used up is no longer there for the next.
 *
 * @param legs two or more different groups; with method HOUSE two.
 * @param rateE6 part of the margin that is offset, x 1 000 000, 0 to 1 000 000.
 * @param netting with method HOUSE: NET takes it off both legs, HALF off one, NONE off none.
 */
public record GroupOffset(List<Leg> legs, long rateE6, Netting netting)
{
    private static final long E6 = 1_000_000L;

    /**
     * Checked copy.
     *
     * @throws IllegalArgumentException when legs or rate are out of range.
     */
    public GroupOffset
    {
        legs = null == legs ? List.of() : List.copyOf(legs);
        netting = null == netting ? Netting.NET : netting;
        if (legs.size() < 2 || legs.stream().map(Leg::group).distinct().count() < legs.size() ||
            rateE6 < 0 || rateE6 > E6)
        {
            throw new IllegalArgumentException("an offset wants two or more different groups and a rate from 0 to 1: " +
                "legs=" + legs + " rateE6=" + rateE6);
        }
    }

    /**
     * One group of an offset.
     *
     * @param group its name.
     * @param ratio deltas of one offset; of one sign on one side, of the other on the other. Not 0. With method HOUSE
     * its sign alone counts.
     */
    public record Leg(String group, int ratio)
    {
        /**
         * Checked values.
         *
         * @throws IllegalArgumentException when there is no group or no ratio.
         */
        public Leg
        {
            if (null == group || 0 == ratio)
            {
                throw new IllegalArgumentException("a leg of an offset wants a group and a ratio other than 0: group=" +
                    group + " ratio=" + ratio);
            }
        }
    }
}
