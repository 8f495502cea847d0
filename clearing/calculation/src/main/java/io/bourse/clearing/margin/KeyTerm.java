// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

/**
 * A point of the risk curves of a group (rules 2.3). Between points they are linear, outside flat.
 *
 * @param days to the last day of a contract, from 0.
 * @param interestE6 IR: how far the rate that futures are carried at moves, a fraction a year x 1 000 000.
 * @param volatilityE6 VR: how far volatilities move, a fraction of themselves x 1 000 000, below 1.
 * @param rateE6 r: at which premiums are discounted, a fraction of one x 1 000 000 a year.
 */
public record KeyTerm(int days, long interestE6, long volatilityE6, long rateE6)
{
    private static final long E6 = 1_000_000L;

    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when a value is out of range.
     */
    public KeyTerm
    {
        if (days < 0 || interestE6 < 0 || volatilityE6 < 0 || volatilityE6 >= E6)
        {
            throw new IllegalArgumentException("a key term wants days and interest risk from 0 and volatility risk " +
                "from 0 to below 1: days=" + days + " interestE6=" + interestE6 + " volatilityE6=" + volatilityE6);
        }
    }
}
