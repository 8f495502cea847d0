// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.pretrade.Exposures;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.ClearingRange;

/**
 * Says how many range units a lot of an instrument is, from the feature level on that bounds quantities. The answer
 * holds for a session, whatever becomes of price limits and tick values meanwhile: what an order takes of the range is
 * what it gives back.
 * <p>
 * An option is at least as many units as the future that it may become.
 */
public final class RangeUnits
{
    private final ReferenceData referenceData;
    private final Exposures exposures;
    private final FeatureLevel featureLevel;

    public RangeUnits(final ReferenceData referenceData, final Exposures exposures, final FeatureLevel featureLevel)
    {
        this.referenceData = referenceData;
        this.exposures = exposures;
        this.featureLevel = featureLevel;
    }

    /**
     * An instrument is defined; there are no orders in it yet.
     *
     * @param instrument new.
     */
    void onDefined(final Instrument instrument)
    {
        if (featureLevel.isBounded())
        {
            instrument.exposures.unitsOfLot = unitsWithUnderlying(instrument);
        }
    }

    /** A session opens: lots have new prices, and nothing has traded. */
    public void onSessionOpened()
    {
        count(true);
    }

    /** Something else is known of an instrument, or everything is counted from now on. */
    public void countAgain()
    {
        count(false);
    }

    private void count(final boolean isNewSession)
    {
        if (!featureLevel.isBounded())
        {
            return;
        }
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final Instrument instrument = referenceData.instrumentAt(i);
            instrument.exposures.unitsOfLot = unitsWithUnderlying(instrument);
        }
        exposures.countUnits(isNewSession);
    }

    private long unitsWithUnderlying(final Instrument instrument)
    {
        final Instrument underlying = null == instrument.contract ?
            null : referenceData.instrument(instrument.contract.underlyingInstrumentId);
        return null == underlying ? units(instrument) : Math.max(units(instrument), units(underlying));
    }

    private static long units(final Instrument instrument)
    {
        return ClearingRange.unitsOfLot(
            instrument.lowLimitE5,
            instrument.highLimitE5,
            instrument.priceTickE5,
            instrument.tickValueE5,
            null == instrument.contract ? 1 : instrument.contract.lotUnits);
    }
}
