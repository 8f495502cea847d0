// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.method;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginMarket;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.house.HouseArrays;
import io.bourse.clearing.margin.span.SpanArrays;
import io.bourse.clearing.price.PriceParameters;

/**
 * The methods of margin.
 */
public final class MarginMethods
{
    private MarginMethods()
    {
    }

    /**
     * Scenarios of all instruments at the prices of a run.
     *
     * @param parameters of margin.
     * @param contracts of the run, by ordinal; prices are their settlement prices.
     * @param prices parameters of the run's prices: volatilities of options, prices of underlyings that are not traded.
     * @param tradingDate YYYYMMDD of the run.
     * @param evening whether it is the evening run.
     * @return arrays.
     * @throws io.bourse.clearing.PreconditionException when a group names an unknown instrument, or an option has no
     * price of its underlying.
     * @throws ArithmeticException when an amount does not fit.
     */
    public static MarginArrays arrays(
        final MarginParameters parameters,
        final Contract[] contracts,
        final PriceParameters prices,
        final int tradingDate,
        final boolean evening)
    {
        final MarginMarket market = MarginMarket.of(parameters, contracts, prices, tradingDate, evening);
        return switch (parameters.method())
        {
            case HOUSE -> new HouseArrays(market);
            case SPAN -> new SpanArrays(market);
        };
    }
}
