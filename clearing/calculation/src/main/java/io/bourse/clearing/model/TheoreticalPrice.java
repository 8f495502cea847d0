// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Theoretical price of a future that was not traded enough (rules 1.5). Decimal arithmetic throughout: the same digits
 * on every machine.
 */
public final class TheoreticalPrice
{
    /** Days of a year of T. */
    public static final int YEAR_DAYS = 365;
    private static final MathContext DIGITS = new MathContext(60, RoundingMode.HALF_EVEN);
    private static final BigDecimal SMALL = BigDecimal.ONE.movePointLeft(50);
    private static final long LARGEST_EXPONENT = 100;

    private TheoreticalPrice()
    {
    }

    /**
     * F = S * exp(r * T) - CF, rounded to the tick half away from zero.
     *
     * @param spotE5 S x 100 000.
     * @param rateE6 r, a fraction of one x 1 000 000 a year.
     * @param days from the run to the last day, from 0.
     * @param cashFlowE5 CF x 100 000.
     * @param priceTickE5 above 0.
     * @return price x 100 000.
     * @throws ArithmeticException when it does not fit a long.
     */
    public static long forwardE5(
        final long spotE5, final long rateE6, final long days, final long cashFlowE5, final long priceTickE5)
    {
        final BigDecimal exponent = BigDecimal.valueOf(rateE6, 6)
            .multiply(BigDecimal.valueOf(days))
            .divide(BigDecimal.valueOf(YEAR_DAYS), DIGITS);
        final BigDecimal ticks = exp(exponent)
            .multiply(BigDecimal.valueOf(spotE5))
            .subtract(BigDecimal.valueOf(cashFlowE5))
            .divide(BigDecimal.valueOf(priceTickE5), DIGITS)
            .setScale(0, RoundingMode.HALF_UP);
        return Math.multiplyExact(ticks.longValueExact(), priceTickE5);
    }

    /** Taylor series of a halved exponent, squared again. */
    static BigDecimal exp(final BigDecimal exponent)
    {
        if (exponent.abs().compareTo(BigDecimal.valueOf(LARGEST_EXPONENT)) > 0)
        {
            throw new ArithmeticException("interest up to the last day is out of any range: exponent=" + exponent);
        }
        final int halvings = 8;
        final BigDecimal x = exponent.divide(BigDecimal.valueOf(1L << halvings), DIGITS);
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (int n = 1; term.abs().compareTo(SMALL) > 0; n++)
        {
            term = term.multiply(x, DIGITS).divide(BigDecimal.valueOf(n), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        for (int i = 0; i < halvings; i++)
        {
            sum = sum.multiply(sum, DIGITS);
        }
        return sum;
    }
}
