// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.pricing.OptionModel;

/**
 * An instrument as margin sees it at the prices of one run.
 *
 * @param ordinal of the instrument.
 * @param group place of its group in the order of names.
 * @param family place of its family: a future with the options on it. Families are counted over all groups.
 * @param tier place of its expiry in its group, from 1; what does not expire comes last.
 * @param right of an option, NONE for all others.
 * @param isPremium whether it is a premium-style option.
 * @param price S: of the future, or of what the option is on.
 * @param riskPrice price that rates are taken of, from 0.
 * @param strike K of an option.
 * @param days to the last day, from 0.
 * @param years T of an option.
 * @param volatility of an option, a year; 0: it is worth what it would be exercised for.
 * @param optionModel of an option.
 * @param discountRate of a premium-style option, a fraction a year.
 * @param interestRisk IR of the curve at its last day.
 * @param volatilityRisk VR of the curve at its last day.
 * @param kopecksPerPoint of the price, one contract.
 * @param valueKopecks market value of one premium-style option; 0 for all others.
 * @param lotUnits units of the underlying in a contract.
 * @param clearingsLeft clearings after this one up to the one that ends it.
 * @param familyClearingsLeft clearings after this one up to the one that ends the future of its family.
 * @param exercised ordinal of the future that an option becomes that is in the money now; -1 for none.
 */
public record MarginInstrument(
    int ordinal,
    int group,
    int family,
    int tier,
    OptionRight right,
    boolean isPremium,
    double price,
    double riskPrice,
    double strike,
    int days,
    double years,
    double volatility,
    OptionModel optionModel,
    double discountRate,
    double interestRisk,
    double volatilityRisk,
    double kopecksPerPoint,
    long valueKopecks,
    long lotUnits,
    int clearingsLeft,
    int familyClearingsLeft,
    int exercised)
{
    /**
     * Whether it is an option of either style.
     *
     * @return true if so.
     */
    public boolean isOption()
    {
        return OptionRight.NONE != right;
    }

    /**
     * Price of the instrument in a scenario.
     *
     * @param underlying price of the future, or of what the option is on.
     * @param deviatedVolatility of an option, a year.
     * @param yearsLeft of an option.
     * @return points.
     */
    public double value(final double underlying, final double deviatedVolatility, final double yearsLeft)
    {
        if (!isOption())
        {
            return underlying;
        }
        final double value = optionModel.price(right, underlying, strike, yearsLeft, deviatedVolatility);
        return 0 == discountRate ? value : value * StrictMath.exp(-discountRate * yearsLeft);
    }

    /**
     * How much its price moves when that of the underlying moves by one.
     *
     * @param underlying price of the future, or of what the option is on.
     * @param yearsLeft of an option.
     * @return 1 for all that is no option.
     */
    public double delta(final double underlying, final double yearsLeft)
    {
        return isOption() ? optionModel.delta(right, underlying, strike, yearsLeft, volatility) : 1;
    }

    /**
     * Lots of {@link #exercised} that one lot becomes.
     *
     * @return 1 of a call, -1 of a put.
     */
    public int exerciseSign()
    {
        return OptionRight.PUT == right ? -1 : 1;
    }
}
