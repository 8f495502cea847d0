// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.run.context.ClearingContext;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Prices and parameters of a run: of a new one, or what a correction has other than the run that it corrects.
 */
final class ClearingParameterOptions
{
    private static final int E5 = 5;

    @Option(names = "--prices", paramLabel = "FILE",
        description = "Price parameters (JSON): rates, overrides, theoretical prices, swaps, market risk.")
    private Path prices;

    @Option(names = "--funds", paramLabel = "FILE",
        description = "Funds parameters (JSON): tax, assets, interest, penalties, deadlines of calls; default: " +
            "funds/parameters.json in the clearing directory, if it is there; of a correction those of the run.")
    private Path funds;

    @Option(names = "--margin", paramLabel = "FILE",
        description = "Parameters of initial margin (JSON); default: those of the venue's configuration; of a " +
            "correction those of the run.")
    private Path margin;

    @Option(names = "--tick-value", paramLabel = "ID=ROUBLES",
        description = "Tick value of an instrument in this run; default: the last one published. May be repeated.")
    private Map<Integer, BigDecimal> tickValues = new LinkedHashMap<>();

    @Option(names = "--settlement", paramLabel = "ID=PRICE",
        description = "Settlement price of an instrument instead of the calculated one; needs approval. May be " +
            "repeated.")
    private Map<Integer, BigDecimal> settlementPrices = new LinkedHashMap<>();

    /** Puts what is given into the context of a run; the rest stays as it is. */
    ClearingContext applyTo(final ClearingContext context) throws IOException
    {
        ClearingContext given = context;
        if (null != prices)
        {
            given = given.withPrices(PriceParameters.read(Files.readAllBytes(prices)));
        }
        if (null != funds)
        {
            given = given.withFunds(FundsParameters.read(Files.readAllBytes(funds)));
        }
        if (null != margin)
        {
            given = given.withMargin(MarginParameters.read(Files.readAllBytes(margin)));
        }
        for (final Map.Entry<Integer, BigDecimal> value : tickValues.entrySet())
        {
            given = given.tickValueE5(value.getKey(), scaled(value.getKey(), value.getValue()));
        }
        for (final Map.Entry<Integer, BigDecimal> price : settlementPrices.entrySet())
        {
            given = given.settlementOverrideE5(price.getKey(), scaled(price.getKey(), price.getValue()));
        }
        return given;
    }

    private static long scaled(final int instrumentId, final BigDecimal value)
    {
        try
        {
            return value.movePointRight(E5).longValueExact();
        }
        catch (final ArithmeticException ex)
        {
            throw new IllegalArgumentException("a price or tick value has at most " + E5 +
                " decimals, and not too many digits: instrumentId=" + instrumentId + " value=" + value, ex);
        }
    }
}
