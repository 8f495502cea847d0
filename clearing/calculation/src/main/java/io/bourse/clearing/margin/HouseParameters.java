// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

/**
 * What the house engine wants to know of a group (rules 2.3). What a file leaves out is as in {@link #DEFAULT}.
 *
 * @param stepNum N: price steps on each side, 1 to 100 (5); there are (2N+1)*3 scenarios.
 * @param netting of its expiries.
 * @param somcE6 short option minimum, a fraction of the notional x 1 000 000, from 0.
 * @param expiryWeightE6 exp_weight: part of the margin after expiry that is needed before it, x 1 000 000, from 0.
 * @param expiryClearings num_clr_2delivery: clearings before the last day in which that counts, from 0.
 * @param halfClearings ncl: clearings before the last day of a future in which NET is HALF, from 0.
 */
public record HouseParameters(
    int stepNum, Netting netting, long somcE6, long expiryWeightE6, int expiryClearings, int halfClearings)
{
    /** Five steps, netting, no minimum, nothing special before the last day. */
    public static final HouseParameters DEFAULT = new HouseParameters(5, Netting.NET, 0, 0, 0, 0);
    private static final int MAX_STEPS = 100;

    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when a value is out of range.
     */
    public HouseParameters
    {
        stepNum = 0 == stepNum ? 5 : stepNum;
        netting = null == netting ? Netting.NET : netting;
        if (stepNum < 1 || stepNum > MAX_STEPS || somcE6 < 0 || expiryWeightE6 < 0 || expiryClearings < 0 ||
            halfClearings < 0)
        {
            throw new IllegalArgumentException("parameters of the house engine are out of range: stepNum=" + stepNum +
                " somcE6=" + somcE6 + " expiryWeightE6=" + expiryWeightE6 + " expiryClearings=" + expiryClearings +
                " halfClearings=" + halfClearings);
        }
    }
}
