// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.PriceBand;

import java.util.List;

/**
 * An instrument as the day knows it at the cut. Its place in the list given to {@link PriceFixing} is its ordinal.
 *
 * @param instrumentId SecurityID.
 * @param symbol of the instrument.
 * @param terms what it promises.
 * @param priceTickE5 R x 100 000.
 * @param tickValueE5 W last published, roubles per tick x 100 000.
 * @param lastSettlementE5 settlement price last published by any run x 100 000.
 * @param eveningSettlementE5 SPprev, of the previous evening run, x 100 000.
 * @param limits price limits in force.
 * @param ended whether an earlier run has ended it: its last price and tick value are final.
 * @param legs of a strategy, as far as they were defined before the cut; empty for all others.
 */
public record PricedInstrument(
    int instrumentId,
    String symbol,
    ClearingTerms terms,
    long priceTickE5,
    long tickValueE5,
    long lastSettlementE5,
    long eveningSettlementE5,
    PriceBand limits,
    boolean ended,
    List<Leg> legs)
{
    /**
     * What the tick value follows: of what is paid in another currency than roubles a price is that of one unit.
     *
     * @return null for roubles.
     */
    InstrumentParameters.Foreign foreign()
    {
        return !terms.isForeign() ? null :
            new InstrumentParameters.Foreign(terms.currency(), Math.multiplyExact(priceTickE5, terms.lotUnits()));
    }

    /**
     * A leg of a strategy.
     *
     * @param ordinal of its instrument.
     * @param ratio lots bought (sold if negative) per lot of the strategy bought.
     */
    public record Leg(int ordinal, int ratio)
    {
    }
}
