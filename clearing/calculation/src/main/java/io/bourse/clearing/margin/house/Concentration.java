// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.house;

import io.bourse.clearing.model.MarketRisk;

/**
 * Concentration tiers (rules 1.5, 2.3): the rate of a netted quantity.
 */
final class Concentration
{
    private static final double E6 = 1e6;

    private final double rate1;
    private final double rate2;
    private final double rate3;
    private final double limit1;
    private final double limit2;

    Concentration(final MarketRisk risk)
    {
        this.rate1 = risk.rate1E6() / E6;
        this.rate2 = risk.rate2E6() / E6;
        this.rate3 = risk.rate3E6() / E6;
        this.limit1 = risk.limit1Units();
        this.limit2 = risk.limit2Units();
    }

    /** MR1, or the rate of all quantities when they have but one. */
    double lowestRate()
    {
        return rate1;
    }

    /** MR3. */
    double highestRate()
    {
        return rate3;
    }

    /** Largest quantity that has the lowest rate, units. */
    double lowestLimit()
    {
        return rate1 == rate3 ? Double.POSITIVE_INFINITY : rate1 == rate2 ? limit2 : limit1;
    }

    /** Rate that a whole quantity has on average: MR1 up to LK1, MR2 for what is between LK1 and LK2, MR3 above. */
    double rate(final double units)
    {
        final double quantity = Math.abs(units);
        if (quantity <= lowestLimit())
        {
            return rate1;
        }
        final double first = Math.min(quantity, limit1);
        final double second = Math.min(quantity, limit2) - first;
        return (rate1 * first + rate2 * second + rate3 * (quantity - first - second)) / quantity;
    }
}
