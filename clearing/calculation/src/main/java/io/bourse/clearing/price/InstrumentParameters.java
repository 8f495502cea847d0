// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.pricing.Volatility;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What a run is given about the price of one instrument; anything may be null.
 *
 * @param overrideE5 settlement price set by the operator x 100 000, on the tick; needs approval.
 * @param finalE5 final settlement price of a contract that expires in this run x 100 000, on the tick (an index
 * average, a spot fixing); needs approval. Without effect in runs that do not end the contract.
 * @param theoreticalE5 theoretical price x 100 000, on the tick; needs approval where it decides.
 * @param forward what a theoretical price is calculated from when none is given; needs approval where it decides.
 * @param tickValueE5 W, roubles per tick x 100 000, when it is neither the last one nor follows a rate; needs approval
 * unless it is the last one.
 * @param foreign how W follows a rate.
 * @param swap of a perpetual; counts in evening runs.
 * @param underlyingE5 price of the underlying x 100 000 at the expiry of an option whose underlying is no instrument
 * of the venue; needs approval in the run that ends it.
 * @param risk market risk of the instrument, of which price limits and risk ranges follow.
 * @param volatility what the theoretical price of an option is calculated from when none is given.
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
public record InstrumentParameters(
    Long overrideE5,
    Long finalE5,
    Long theoreticalE5,
    Forward forward,
    Long tickValueE5,
    Foreign foreign,
    Swap swap,
    Long underlyingE5,
    MarketRisk risk,
    Volatility volatility)
    implements InstrumentParametersBuilder.With
{
    /** Nothing is given. */
    public static final InstrumentParameters NONE =
        new InstrumentParameters(null, null, null, null, null, null, null, null, null, null);

    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when the tick value is not above 0.
     */
    public InstrumentParameters
    {
        if (null != tickValueE5 && tickValueE5 <= 0)
        {
            throw new IllegalArgumentException("tick value must be above 0: tickValueE5=" + tickValueE5);
        }
    }

    /**
     * F = S * exp(r * T) - CF (rules 1.5); T is the time from the run to the last day, in years of 365 days.
     *
     * @param spotE5 S x 100 000.
     * @param rateE6 r, a fraction of one x 1 000 000 a year.
     * @param cashFlowE5 CF x 100 000.
     */
    public record Forward(long spotE5, long rateE6, long cashFlowE5)
    {
    }

    /**
     * W = Round(tick value in the currency * rate; 5) (rules 1.3).
     *
     * @param currency whose rate is wanted.
     * @param tickValueE5 tick x lot in the currency x 100 000.
     */
    public record Foreign(String currency, long tickValueE5)
    {
        /**
         * Checked values.
         *
         * @throws IllegalArgumentException when there is no currency or no value.
         */
        public Foreign
        {
            if (null == currency || currency.isEmpty() || tickValueE5 <= 0)
            {
                throw new IllegalArgumentException("a tick value that follows a rate needs a currency and a value " +
                    "above 0: currency=" + currency + " tickValueE5=" + tickValueE5);
            }
        }
    }

    /**
     * SwapRate = Round(SwapTodTom / N1 * N2; 4) (rules 1.3).
     *
     * @param todTomE6 swap of tomorrow against today, roubles per unit x 1 000 000.
     * @param quotedDays N1, above 0.
     * @param heldDays N2, from 0.
     */
    public record Swap(long todTomE6, int quotedDays, int heldDays)
    {
        /**
         * Checked values.
         *
         * @throws IllegalArgumentException when a number of days is out of range.
         */
        public Swap
        {
            if (quotedDays <= 0 || heldDays < 0)
            {
                throw new IllegalArgumentException("days of a swap are out of range: quotedDays=" + quotedDays +
                    " heldDays=" + heldDays);
            }
        }
    }
}
