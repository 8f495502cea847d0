// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

/**
 * Who exercises what on the last day of an option (rules 1.6).
 */
public final class OptionExpiry
{
    private OptionExpiry()
    {
    }

    /**
     * What an option is worth if it is exercised now.
     *
     * @param right call or put.
     * @param strikeE5 K x 100 000.
     * @param underlyingE5 S x 100 000.
     * @return S - K of a call, K - S of a put, x 100 000: above 0 in the money, 0 at the money.
     * @throws IllegalArgumentException when the contract is no option.
     */
    public static long gainE5(final OptionRight right, final long strikeE5, final long underlyingE5)
    {
        return switch (right)
        {
            case CALL -> Math.subtractExact(underlyingE5, strikeE5);
            case PUT -> Math.subtractExact(strikeE5, underlyingE5);
            case NONE -> throw new IllegalArgumentException("only options are exercised: right=" + right);
        };
    }

    /**
     * Lots that are exercised without any instruction: all in the money, half of them (rounded down) at the money, none
     * out of the money.
     *
     * @param gainE5 of {@link #gainE5}.
     * @param lots that a register holds, from 0.
     * @return 0..lots.
     */
    public static int automaticLots(final long gainE5, final int lots)
    {
        if (gainE5 == 0)
        {
            return lots / 2;
        }
        return gainE5 > 0 ? lots : 0;
    }

    /**
     * Lots that are exercised: clamp(automatic + instruction; 0; lots).
     *
     * @param gainE5 of {@link #gainE5}.
     * @param lots that a register holds, from 0.
     * @param instructionLots asked for above 0, declined below.
     * @return 0..lots.
     */
    public static int exercisedLots(final long gainE5, final int lots, final int instructionLots)
    {
        return Math.clamp((long)automaticLots(gainE5, lots) + instructionLots, 0, lots);
    }
}
