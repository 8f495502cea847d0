// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.pricing;

import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.TheoreticalPrice;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Option models of rules 2.1. Floating point, for option prices and scenarios of margin only: a theoretical price is
 * rounded to the tick before it becomes money, and StrictMath gives the same bits on every machine.
 */
public enum OptionModel
{
    /** Black-76: prices above 0, volatility in fractions of the price. */
    BLACK
    {
        @Override
        double call(final double forward, final double strike, final double deviation)
        {
            final double d1 = StrictMath.log(forward / strike) / deviation + deviation / 2;
            return forward * NormalDistribution.cumulative(d1) -
                strike * NormalDistribution.cumulative(d1 - deviation);
        }

        @Override
        double put(final double forward, final double strike, final double deviation)
        {
            final double d1 = StrictMath.log(forward / strike) / deviation + deviation / 2;
            return strike * NormalDistribution.cumulative(deviation - d1) -
                forward * NormalDistribution.cumulative(-d1);
        }

        @Override
        double callDelta(final double forward, final double strike, final double deviation)
        {
            return NormalDistribution.cumulative(StrictMath.log(forward / strike) / deviation + deviation / 2);
        }

        @Override
        boolean accepts(final double forward, final double strike)
        {
            return forward > 0 && strike > 0;
        }
    },
    /** Bachelier: any prices, volatility in points. */
    BACHELIER
    {
        @Override
        double call(final double forward, final double strike, final double deviation)
        {
            final double d = (forward - strike) / deviation;
            return (forward - strike) * NormalDistribution.cumulative(d) + deviation * NormalDistribution.density(d);
        }

        @Override
        double put(final double forward, final double strike, final double deviation)
        {
            return call(-forward, -strike, deviation);
        }

        @Override
        double callDelta(final double forward, final double strike, final double deviation)
        {
            return NormalDistribution.cumulative((forward - strike) / deviation);
        }

        @Override
        boolean accepts(final double forward, final double strike)
        {
            return true;
        }
    };

    private static final double E5 = 1e5;
    private static final double E6 = 1e6;

    abstract double call(double forward, double strike, double deviation);

    abstract double put(double forward, double strike, double deviation);

    abstract double callDelta(double forward, double strike, double deviation);

    abstract boolean accepts(double forward, double strike);

    /**
     * Price of an option before discounting; without time or volatility, and where the model does not hold, its
     * intrinsic value.
     *
     * @param right call or put.
     * @param forward F.
     * @param strike K.
     * @param years T.
     * @param volatility a year.
     * @return price.
     */
    public double price(
        final OptionRight right, final double forward, final double strike, final double years, final double volatility)
    {
        final double gain = OptionRight.CALL == right ? forward - strike : strike - forward;
        final double deviation = volatility * StrictMath.sqrt(Math.max(0, years));
        if (deviation <= 0 || !accepts(forward, strike))
        {
            return Math.max(0, gain);
        }
        return OptionRight.CALL == right ? call(forward, strike, deviation) : put(forward, strike, deviation);
    }

    /**
     * How much the price before discounting moves when that of the underlying moves by one; without time or volatility,
     * and where the model does not hold, that of the intrinsic value: 1, 0, or a half at the money.
     *
     * @param right call or put.
     * @param forward F.
     * @param strike K.
     * @param years T.
     * @param volatility a year.
     * @return from 0 to 1 of a call, from -1 to 0 of a put.
     */
    public double delta(
        final OptionRight right, final double forward, final double strike, final double years, final double volatility)
    {
        final double deviation = volatility * StrictMath.sqrt(Math.max(0, years));
        final double call = deviation <= 0 || !accepts(forward, strike) ?
            (1 + Math.signum(forward - strike)) / 2 : callDelta(forward, strike, deviation);
        return OptionRight.CALL == right ? call : call - 1;
    }

    /**
     * Theoretical price of an option.
     *
     * @param volatility of the run.
     * @param right call or put.
     * @param forwardE5 settlement price of the underlying in this run x 100 000.
     * @param strikeE5 K x 100 000.
     * @param days to the last day, from 0.
     * @param priceTickE5 above 0.
     * @return price x 100 000, rounded to the tick half away from zero.
     * @throws ArithmeticException when it does not fit a long.
     */
    public static long priceE5(
        final Volatility volatility,
        final OptionRight right,
        final long forwardE5,
        final long strikeE5,
        final long days,
        final long priceTickE5)
    {
        final double years = (double)days / TheoreticalPrice.YEAR_DAYS;
        final double price = volatility.model().price(
            right, forwardE5 / E5, strikeE5 / E5, years, volatility.volatilityE6() / E6);
        final double discounted = price * StrictMath.exp(-(volatility.rateE6() / E6) * years);
        if (!Double.isFinite(discounted))
        {
            throw new ArithmeticException("option price is out of any range: model=" + volatility.model() +
                " volatilityE6=" + volatility.volatilityE6() + " rateE6=" + volatility.rateE6() + " days=" + days);
        }
        final BigDecimal ticks = BigDecimal.valueOf(discounted)
            .movePointRight(5)
            .divide(BigDecimal.valueOf(priceTickE5), 0, RoundingMode.HALF_UP);
        return Math.multiplyExact(ticks.longValueExact(), priceTickE5);
    }
}
