// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

/**
 * What all registers hold and have ordered in one instrument, by level, and its margin.
 */
public final class InstrumentExposures
{
    /** Of the instrument. */
    public final int instrumentId;
    /** Margin of the instrument, for all levels but that of logins. */
    public final MarginRates margin = new MarginRates();
    /** What the registers of accounts hold. */
    public final HeldLots held = new HeldLots();
    /** Of logins. */
    public final ExposureIndex logins = new ExposureIndex();
    /** Of accounts. */
    public final ExposureIndex clients = new ExposureIndex();
    /** Of brokerage firms. */
    public final ExposureIndex firms = new ExposureIndex();
    /** Of settlement accounts. */
    public final ExposureIndex settlements = new ExposureIndex();

    /**
     * Nothing held and no margin.
     *
     * @param instrumentId of the instrument.
     */
    public InstrumentExposures(final int instrumentId)
    {
        this.instrumentId = instrumentId;
    }
}
