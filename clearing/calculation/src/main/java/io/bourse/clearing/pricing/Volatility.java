// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.pricing;

/**
 * What the theoretical price of an option is calculated from, besides the price of its underlying in the same run
 * (rules 2.1).
 *
 * @param model of the price of the underlying.
 * @param volatilityE6 a year: a fraction of the price (Black), or points (Bachelier), x 1 000 000; 0 for the intrinsic
 * value.
 * @param rateE6 at which a premium paid today is discounted, a fraction of one x 1 000 000 a year; 0 for futures-style
 * options.
 */
public record Volatility(OptionModel model, long volatilityE6, long rateE6)
{
    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when there is no model or the volatility is below 0.
     */
    public Volatility
    {
        if (null == model || volatilityE6 < 0)
        {
            throw new IllegalArgumentException("an option price needs a model and a volatility from 0: model=" + model +
                " volatilityE6=" + volatilityE6);
        }
    }
}
