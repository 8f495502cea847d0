// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.ingest.Instrument;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.model.VariationMargin;

/**
 * What one run values one instrument at.
 *
 * @param instrumentId SecurityID.
 * @param symbol of the instrument.
 * @param priceTickE5 R x 100 000.
 * @param tickValueE5 W of this run, roubles x 100 000.
 * @param settlementPriceE5 SP of this run x 100 000.
 * @param previousE5 SPprev, of the previous evening run, x 100 000.
 * @param method how SP came about.
 * @param validSlices of the window.
 * @param band price limits to be published.
 */
public record InstrumentPrice(
    int instrumentId,
    String symbol,
    long priceTickE5,
    long tickValueE5,
    long settlementPriceE5,
    long previousE5,
    SettlementMethod method,
    int validSlices,
    PriceBand band)
{
    /**
     * Price of a run for an instrument of the day; the band in force moves around the new price.
     *
     * @param instrument of the day.
     * @param tickValueE5 W of this run.
     * @param settlementPriceE5 SP of this run.
     * @param method how it came about.
     * @param validSlices of the window.
     * @return new price.
     */
    public static InstrumentPrice of(
        final Instrument instrument,
        final long tickValueE5,
        final long settlementPriceE5,
        final SettlementMethod method,
        final int validSlices)
    {
        return new InstrumentPrice(
            instrument.instrumentId(),
            instrument.symbol(),
            instrument.priceTickE5(),
            tickValueE5,
            settlementPriceE5,
            instrument.eveningSettlementE5(),
            method,
            validSlices,
            instrument.band().around(settlementPriceE5, instrument.priceTickE5()));
    }

    /**
     * k of the run: Round(W / R; 5).
     *
     * @return roubles per point x 100 000.
     */
    public long pointValueE5()
    {
        return VariationMargin.pointValueE5(tickValueE5, priceTickE5);
    }
}
