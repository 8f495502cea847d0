// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.Contract;

/**
 * Which reports tell of a contract.
 */
public enum ReportMarket
{
    /** Futures, perpetual ones too. */
    FUTURES,
    /** Options of either style. */
    OPTIONS,
    /** What is traded for delivery. */
    CASH,
    /** Strategies: they have no positions, their trades are those of their legs. */
    NONE;

    /**
     * Market of a contract.
     *
     * @param contract of the run.
     * @return market.
     */
    public static ReportMarket of(final Contract contract)
    {
        return switch (contract.terms().style())
        {
            case FUTURE, PERPETUAL -> FUTURES;
            case MARGINED_OPTION, PREMIUM_OPTION -> OPTIONS;
            case SPOT -> CASH;
            case STRATEGY -> NONE;
        };
    }

    /**
     * Market of each contract.
     *
     * @param contracts of the run.
     * @return in the same order.
     */
    public static ReportMarket[] of(final Contract[] contracts)
    {
        final ReportMarket[] markets = new ReportMarket[contracts.length];
        for (int i = 0; i < markets.length; i++)
        {
            markets[i] = of(contracts[i]);
        }
        return markets;
    }
}
