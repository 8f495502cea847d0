// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.model.BusinessDays;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.TheoreticalPrice;
import io.bourse.clearing.pricing.OptionModel;
import io.bourse.clearing.pricing.Volatility;

import java.time.temporal.ChronoUnit;
import java.util.Arrays;

/**
 * Prices of contracts when all underlyings move at once (reg_stress): a future by half-widths of its own price limits,
 * an option to what its model gives when its underlying has moved by those of the underlying's. The volatility is that
 * of the run; without one it is that which makes the model give the settlement price, Black's or, where that does not
 * hold, Bachelier's. Options on something that has no price limits here keep their value.
 */
final class StressModel
{
    private static final double E5 = 1e5;
    private static final double E6 = 1e6;
    private static final int NONE = -1;
    /** Halving so often leaves less than a millionth of what a volatility can be. */
    private static final int HALVINGS = 50;
    /** Of Black a year, of Bachelier in prices. */
    private static final double MOST = 16;

    private final Contract[] contracts;
    private final ContractFigures[] figures;
    private final int[] underlyings;
    private final long[] days;
    private final Volatility[] volatilities;

    StressModel(final ReportInput input)
    {
        this.contracts = input.calculation().contracts();
        this.figures = input.figures();
        this.underlyings = new int[contracts.length];
        this.days = new long[contracts.length];
        this.volatilities = new Volatility[contracts.length];
        Arrays.fill(underlyings, NONE);
        for (int i = 0; i < contracts.length; i++)
        {
            if (ReportMarket.OPTIONS == ReportMarket.of(contracts[i]))
            {
                underlyings[i] = ordinal(contracts[i].terms().underlyingId());
            }
            if (NONE != underlyings[i])
            {
                days[i] = days(input.run().tradingDate(), contracts[i].terms().expiryDate());
                volatilities[i] = null == figures[i].volatility() ? implied(i) : figures[i].volatility();
            }
        }
    }

    private static long days(final int from, final int to)
    {
        return 0 == to ? 0 : Math.max(0, ChronoUnit.DAYS.between(BusinessDays.day(from), BusinessDays.day(to)));
    }

    private int ordinal(final int instrumentId)
    {
        for (int i = 0; i < contracts.length; i++)
        {
            if (contracts[i].instrumentId() == instrumentId && 0 != instrumentId)
            {
                return i;
            }
        }
        return NONE;
    }

    private Volatility implied(final int option)
    {
        final double forward = contracts[underlyings[option]].settlementE5() / E5;
        final double strike = contracts[option].terms().strikeE5() / E5;
        final boolean isBlack = forward > 0 && strike > 0;
        final OptionModel model = isBlack ? OptionModel.BLACK : OptionModel.BACHELIER;
        final OptionRight right = contracts[option].terms().right();
        final double years = (double)days[option] / TheoreticalPrice.YEAR_DAYS;
        final double wanted = contracts[option].settlementE5() / E5;
        double low = 0;
        double high = MOST * (isBlack ? 1 : Math.max(Math.abs(forward), Math.abs(strike)));
        for (int i = 0; i < HALVINGS; i++)
        {
            final double middle = (low + high) / 2;
            if (model.price(right, forward, strike, years, middle) < wanted)
            {
                low = middle;
            }
            else
            {
                high = middle;
            }
        }
        return new Volatility(model, (long)(low * E6), 0);
    }

    /** By how much a price changes, x 100 000. */
    long moveE5(final int ordinal, final int halfWidths)
    {
        return switch (ReportMarket.of(contracts[ordinal]))
        {
            case FUTURES -> Math.multiplyExact(halfWidths, halfWidthE5(ordinal));
            case OPTIONS -> NONE == underlyings[ordinal] ? 0 :
                Math.subtractExact(modelE5(ordinal, halfWidths), modelE5(ordinal, 0));
            default -> 0;
        };
    }

    private long halfWidthE5(final int ordinal)
    {
        return (figures[ordinal].highLimitE5() - figures[ordinal].lowLimitE5()) / 2;
    }

    private long modelE5(final int option, final int halfWidths)
    {
        final int underlying = underlyings[option];
        return OptionModel.priceE5(
            volatilities[option],
            contracts[option].terms().right(),
            Math.addExact(
                contracts[underlying].settlementE5(), Math.multiplyExact(halfWidths, halfWidthE5(underlying))),
            contracts[option].terms().strikeE5(),
            days[option],
            contracts[option].priceTickE5());
    }
}
