// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

/**
 * What a run publishes for a contract besides what it calculates with; prices x 100 000, kopecks.
 *
 * @param tickValueCurrencyE5 tick value in the currency of the contract x 100 000; 0 for a contract in roubles.
 * @param theoreticalE5 theoretical price; the settlement price where none was needed.
 * @param volatilityE6 of an option x 1 000 000; 0 when none was given.
 * @param lowLimitE5 lower price limit of the next session.
 * @param highLimitE5 upper price limit of the next session.
 * @param buyDepositKopecks margin of one lot bought; 0 without parameters of the margin.
 * @param sellDepositKopecks margin of one lot sold; 0 without parameters of the margin.
 */
public record ContractFigures(
    long tickValueCurrencyE5,
    long theoreticalE5,
    long volatilityE6,
    long lowLimitE5,
    long highLimitE5,
    long buyDepositKopecks,
    long sellDepositKopecks)
{
    /** Of a contract nothing is published for. */
    public static final ContractFigures NONE = new ContractFigures(0, 0, 0, 0, 0, 0, 0);
}
