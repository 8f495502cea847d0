// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

/**
 * What all registers hold and have ordered in one instrument, by level, and its margin.
 */
public final class InstrumentExposures
{
    public final int instrumentId;
    /** Margin of the instrument, for all levels but that of logins. */
    public final MarginRates margin = new MarginRates();
    /** What the registers of accounts hold. */
    public final HeldLots held = new HeldLots();
    public final ExposureIndex logins = new ExposureIndex();
    /** Of accounts. */
    public final ExposureIndex clients = new ExposureIndex();
    /** Of brokerage firms. */
    public final ExposureIndex firms = new ExposureIndex();
    /** Of settlement accounts. */
    public final ExposureIndex settlements = new ExposureIndex();

    /** Range units of a lot; 0 while nothing is counted in them. */
    public long unitsOfLot;

    private final MarginRates newMargin = new MarginRates();
    /** Chain of the exposures whose registers have a collateral; its order means nothing, sums do not depend on it. */
    private Exposure firstLimited;

    /** Nothing held and no margin. */
    public InstrumentExposures(final int instrumentId)
    {
        this.instrumentId = instrumentId;
    }

    /**
     * Sets the margin and the requirement of every register with a collateral; of the others it is not needed. Takes
     * time in proportion to the exposures of registers with a collateral in this instrument; clearing does it while
     * trading stands still.
     *
     * @param longKopecks of a lot held or bought, in range.
     * @param shortKopecks of a lot owed or sold, in range.
     */
    public void setMargin(final long longKopecks, final long shortKopecks)
    {
        newMargin.set(longKopecks, shortKopecks);
        for (Exposure exposure = firstLimited; null != exposure; exposure = exposure.nextLimited)
        {
            exposure.changeMargin(newMargin);
        }
        margin.set(longKopecks, shortKopecks);
    }

    void addLimited(final Exposure exposure)
    {
        exposure.nextLimited = firstLimited;
        firstLimited = exposure;
    }
}
