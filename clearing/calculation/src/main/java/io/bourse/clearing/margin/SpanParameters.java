// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import java.util.List;

/**
 * What SPAN wants to know of a group, called combined commodity there (rules 2.2). The price scan range is MR1 of the
 * group times the price. What a file leaves out is as in {@link #DEFAULT}.
 *
 * @param volatilityScanE6 VSR: how far volatilities move x 1 000 000, from 0.
 * @param relative whether that is a fraction of the volatility, not points of it.
 * @param lookAheadDays over which options lose time, from 0 (1).
 * @param extremeMove price scan ranges of the extreme scenarios, above 0 (3).
 * @param extremeWeightE6 part of an extreme loss that counts, x 1 000 000 (330 000).
 * @param shortOptionKopecks short option minimum of one lot, from 0.
 * @param spreads calendar spreads in their order.
 * @param deliveryClearings clearings before the last day in which deltas of a future and its options cost a delivery
 * charge, from 0.
 * @param deliverySpreadKopecks charge of a delta that is in a calendar spread, from 0.
 * @param deliveryOutrightKopecks charge of a delta that is in none, from 0.
 */
public record SpanParameters(
    long volatilityScanE6,
    boolean relative,
    Integer lookAheadDays,
    int extremeMove,
    Long extremeWeightE6,
    long shortOptionKopecks,
    List<TierSpread> spreads,
    int deliveryClearings,
    long deliverySpreadKopecks,
    long deliveryOutrightKopecks)
{
    /** No move of volatilities, no charges. */
    public static final SpanParameters DEFAULT = new SpanParameters(0, false, 1, 3, 330_000L, 0, List.of(), 0, 0, 0);

    /**
     * Checked copy.
     *
     * @throws IllegalArgumentException when a value is out of range.
     */
    public SpanParameters
    {
        lookAheadDays = null == lookAheadDays ? (Integer)1 : lookAheadDays;
        extremeMove = 0 == extremeMove ? 3 : extremeMove;
        extremeWeightE6 = null == extremeWeightE6 ? (Long)330_000L : extremeWeightE6;
        spreads = null == spreads ? List.of() : List.copyOf(spreads);
        if (volatilityScanE6 < 0 || lookAheadDays < 0 || extremeMove < 0 || extremeWeightE6 < 0 ||
            shortOptionKopecks < 0 || deliveryClearings < 0 || deliverySpreadKopecks < 0 || deliveryOutrightKopecks < 0)
        {
            throw new IllegalArgumentException("parameters of SPAN must not be below 0: volatilityScanE6=" +
                volatilityScanE6 + " lookAheadDays=" + lookAheadDays + " extremeMove=" + extremeMove +
                " extremeWeightE6=" + extremeWeightE6 + " shortOptionKopecks=" + shortOptionKopecks +
                " deliveryClearings=" + deliveryClearings + " deliverySpreadKopecks=" + deliverySpreadKopecks +
                " deliveryOutrightKopecks=" + deliveryOutrightKopecks);
        }
    }

    /**
     * A calendar spread between two tiers. A tier is an expiry: tier 1 is the next one of the group, what does not
     * expire comes last.
     *
     * @param first tier, from 1.
     * @param second tier, from 1; another one.
     * @param chargeKopecks of one spread, from 0.
     */
    public record TierSpread(int first, int second, long chargeKopecks)
    {
        /**
         * Checked values.
         *
         * @throws IllegalArgumentException when a value is out of range.
         */
        public TierSpread
        {
            if (first < 1 || second < 1 || first == second || chargeKopecks < 0)
            {
                throw new IllegalArgumentException("a calendar spread wants two tiers from 1 and a charge from 0: " +
                    "first=" + first + " second=" + second + " chargeKopecks=" + chargeKopecks);
            }
        }
    }
}
