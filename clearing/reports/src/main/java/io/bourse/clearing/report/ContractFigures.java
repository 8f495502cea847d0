// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.pricing.Volatility;

/**
 * What a run publishes for a contract besides what it calculates with; prices x 100 000, kopecks.
 *
 * @param tickValueCurrencyE5 tick value in the currency of the contract x 100 000; 0 for a contract in roubles.
 * @param theoreticalE5 theoretical price; the settlement price where none was needed.
 * @param volatility of an option and the model that it is for; null when none was given.
 * @param lowLimitE5 lower price limit of the next session.
 * @param highLimitE5 upper price limit of the next session.
 * @param buyDepositKopecks margin of one lot bought; 0 without parameters of the margin.
 * @param sellDepositKopecks margin of one lot sold; 0 without parameters of the margin.
 * @param spotE5 price of the underlying that was given for the run x 100 000; 0 when none was.
 * @param accruedE5 interest that a unit of what is delivered has earned, in the currency of its payment x 100 000.
 */
public record ContractFigures(
    long tickValueCurrencyE5,
    long theoreticalE5,
    Volatility volatility,
    long lowLimitE5,
    long highLimitE5,
    long buyDepositKopecks,
    long sellDepositKopecks,
    long spotE5,
    long accruedE5)
{
    /** Of a contract nothing is published for. */
    public static final ContractFigures NONE = new ContractFigures(0, 0, null, 0, 0, 0, 0, 0, 0);

    long volatilityE6()
    {
        return null == volatility ? 0 : volatility.volatilityE6();
    }
}
