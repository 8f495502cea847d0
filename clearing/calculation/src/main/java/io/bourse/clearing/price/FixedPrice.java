// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.model.VariationMargin;

import java.util.List;

/**
 * What a run values one instrument at, and what that was taken from.
 *
 * @param instrumentId SecurityID.
 * @param symbol of the instrument.
 * @param expires whether this run ends it.
 * @param priceTickE5 R x 100 000.
 * @param tickValueE5 W of this run, roubles per tick x 100 000.
 * @param settlementE5 SP of this run x 100 000.
 * @param previousE5 SPprev, of the previous evening run, x 100 000.
 * @param swapRateE4 SwapRate of a perpetual, roubles per unit x 10 000; 0 in intraday runs and for all others.
 * @param method how SP came about.
 * @param limits price limits to be published.
 * @param risk risk range to be published, null when no market risk is given.
 * @param underlyingE5 price that decides the exercise of an option x 100 000; null when unknown and for all others.
 * @param inputs what there was to choose from.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FixedPrice(
    int instrumentId,
    String symbol,
    boolean expires,
    long priceTickE5,
    long tickValueE5,
    long settlementE5,
    long previousE5,
    long swapRateE4,
    SettlementMethod method,
    PriceBand limits,
    RiskRange risk,
    Long underlyingE5,
    Inputs inputs)
{
    /**
     * What a settlement price could be taken from.
     *
     * @param maxSpreadE5 widest book of a valid slice x 100 000.
     * @param doubledSlicesE5 twice the price of each valid slice of the window; empty for a strategy.
     * @param medianE5 of these, null when they are too few.
     * @param theoreticalE5 given or calculated, null when neither.
     * @param lastE5 last price published.
     * @param lastTickValueE5 last tick value published.
     * @param currency whose rate W follows, null for none.
     * @param rateE6 of this currency, null when it is missing.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Inputs(
        long maxSpreadE5,
        List<Long> doubledSlicesE5,
        Long medianE5,
        Long theoreticalE5,
        long lastE5,
        long lastTickValueE5,
        String currency,
        Long rateE6)
    {
    }

    /**
     * Risk range of an instrument (rules 1.5).
     *
     * @param range SP -+ SP * MR1, each rounded to the tick.
     * @param rates market-risk rates with their concentration limits.
     */
    public record RiskRange(PriceBand range, MarketRisk rates)
    {
    }

    /**
     * Number of valid slices of the window.
     *
     * @return from 0.
     */
    @JsonIgnore
    public int validSlices()
    {
        return inputs.doubledSlicesE5().size();
    }

    /**
     * k of the run: Round(W / R; 5).
     *
     * @return roubles per point x 100 000.
     */
    @JsonIgnore
    public long pointValueE5()
    {
        return VariationMargin.pointValueE5(tickValueE5, priceTickE5);
    }
}
