// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.pricing;

/**
 * Standard normal distribution with the rational approximations of W. J. Cody, "Rational Chebyshev approximations for
 * the error function", 1969. StrictMath only: the same bits on every machine.
 */
final class NormalDistribution
{
    private static final double SMALL_LIMIT = 0.46875;
    private static final double MIDDLE_LIMIT = 4;
    private static final double ZERO_LIMIT = 26.543;
    private static final double SPLIT = 16;
    private static final double INVERSE_ROOT_PI = 0.56418958354775628695;
    private static final double INVERSE_ROOT_TWO_PI = 0.39894228040143267794;
    private static final double ROOT_HALF = 0.70710678118654752440;

    private static final double[] A = {
        1.85777706184603153e-1, 3.16112374387056560e00, 1.13864154151050156e02, 3.77485237685302021e02,
        3.20937758913846947e03};
    private static final double[] B = {
        1, 2.36012909523441209e01, 2.44024637934444173e02, 1.28261652607737228e03, 2.84423683343917062e03};
    private static final double[] C = {
        2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e0, 6.61191906371416295e01,
        2.98635138197400131e02, 8.81952221241769090e02, 1.71204761263407058e03, 2.05107837782607147e03,
        1.23033935479799725e03};
    private static final double[] D = {
        1, 1.57449261107098347e01, 1.17693950891312499e02, 5.37181101862009858e02, 1.62138957456669019e03,
        3.29079923573345963e03, 4.36261909014324716e03, 3.43936767414372164e03, 1.23033935480374942e03};
    private static final double[] P = {
        1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1,
        1.60837851487422766e-2, 6.58749161529837803e-4};
    private static final double[] Q = {
        1, 2.56852019228982242e00, 1.87295284992346725e00, 5.27905102951428412e-1, 6.05183413124413191e-2,
        2.33520497626869185e-3};

    private NormalDistribution()
    {
    }

    /**
     * Density.
     *
     * @param x any.
     * @return from 0.
     */
    static double density(final double x)
    {
        return INVERSE_ROOT_TWO_PI * StrictMath.exp(-x * x / 2);
    }

    /**
     * Distribution function: half of erfc(-x / sqrt 2).
     *
     * @param x any.
     * @return 0 to 1.
     */
    static double cumulative(final double x)
    {
        return erfc(-x * ROOT_HALF) / 2;
    }

    /**
     * Complementary error function.
     *
     * @param x any.
     * @return 0 to 2.
     */
    static double erfc(final double x)
    {
        final double y = Math.abs(x);
        if (y <= SMALL_LIMIT)
        {
            return 1 - x * ratio(A, B, y * y);
        }
        final double tail;
        if (y > ZERO_LIMIT)
        {
            tail = 0;
        }
        else if (y <= MIDDLE_LIMIT)
        {
            tail = expOfSquare(y) * ratio(C, D, y);
        }
        else
        {
            final double z = 1 / (y * y);
            tail = expOfSquare(y) * (INVERSE_ROOT_PI - z * ratio(P, Q, z)) / y;
        }
        return x < 0 ? 2 - tail : tail;
    }

    /** exp(-y * y) without the rounding error of the square. */
    private static double expOfSquare(final double y)
    {
        final double head = StrictMath.floor(y * SPLIT) / SPLIT;
        final double rest = (y - head) * (y + head);
        return StrictMath.exp(-head * head) * StrictMath.exp(-rest);
    }

    private static double ratio(final double[] numerator, final double[] denominator, final double x)
    {
        return polynomial(numerator, x) / polynomial(denominator, x);
    }

    private static double polynomial(final double[] coefficients, final double x)
    {
        double sum = 0;
        for (final double coefficient : coefficients)
        {
            sum = sum * x + coefficient;
        }
        return sum;
    }
}
