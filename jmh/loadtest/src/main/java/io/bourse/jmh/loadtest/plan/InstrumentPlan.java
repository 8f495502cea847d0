// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.plan;

import io.bourse.engine.client.operator.InstrumentSpec;

/**
 * An instrument that is traded, as far as a client must know it.
 *
 * @param instrumentId SecurityID of it.
 * @param symbol of it, for FIX.
 * @param tickE5 price step x 100 000.
 * @param lowE5 lowest price allowed x 100 000.
 * @param highE5 highest price allowed x 100 000.
 * @param middleE5 where prices begin x 100 000.
 */
public record InstrumentPlan(
    int instrumentId,
    String symbol,
    long tickE5,
    long lowE5,
    long highE5,
    long middleE5)
{
    /**
     * What a client must know of an instrument of the venue.
     *
     * @param spec as the venue has it.
     * @return the same for a plan; prices begin at the settlement price.
     */
    public static InstrumentPlan of(final InstrumentSpec spec)
    {
        return new InstrumentPlan(spec.instrumentId(), spec.symbol(), spec.priceTickE5(), spec.lowLimitE5(),
            spec.highLimitE5(), spec.settlementPriceE5());
    }
}
