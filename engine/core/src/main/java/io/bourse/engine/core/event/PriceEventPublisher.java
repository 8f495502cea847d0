// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.PriceControls;
import io.bourse.engine.protocol.PriceControlsSetEncoder;
import io.bourse.engine.protocol.PriceLimitsShiftedEncoder;

/**
 * Encodes what happens to the bounds of prices.
 */
public final class PriceEventPublisher
{
    private final EventGroupWriter writer;
    private final PriceControlsSetEncoder controlsEncoder = new PriceControlsSetEncoder();
    private final PriceLimitsShiftedEncoder shiftedEncoder = new PriceLimitsShiftedEncoder();

    public PriceEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    public void priceControlsSet(final Instrument instrument)
    {
        final PriceControls controls = instrument.controls;
        writer.next(controlsEncoder)
            .collarE5(controls.collarE5)
            .protectionE5(controls.protectionE5)
            .dynamicRangeE5(controls.dynamicRangeE5)
            .staticRangeE5(controls.staticRangeE5)
            .volatilityAuctionNs(controls.volatilityAuctionNs)
            .volatilityRandomNs(controls.volatilityRandomNs)
            .limitWatchNs(controls.limitWatchNs)
            .passiveDelayNs(controls.passiveDelayNs)
            .instrumentId(instrument.instrumentId)
            .limitWatchPct((short)controls.limitWatchPct)
            .limitShiftPct((short)controls.limitShiftPct)
            .maxLimitShifts((short)controls.maxLimitShifts);
    }

    public void priceLimitsShifted(final Instrument instrument)
    {
        writer.next(shiftedEncoder)
            .lowLimitE5(instrument.lowLimitE5)
            .highLimitE5(instrument.highLimitE5)
            .instrumentId(instrument.instrumentId)
            .shifts((short)instrument.controls.limitShifts);
    }
}
