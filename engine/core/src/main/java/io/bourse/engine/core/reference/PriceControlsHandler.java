// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.PriceEventPublisher;
import io.bourse.engine.core.phase.PriceLimitWatch;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.PriceControls;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SetPriceControlsDecoder;

/**
 * Executes {@code SetPriceControls}: all controls of an instrument at once, legal in every state of the session. Orders
 * that wait already keep the delay with which they came; a watch on the price limits begins anew.
 */
public final class PriceControlsHandler
{
    private static final int MAX_PCT = 100;

    private final SetPriceControlsDecoder command = new SetPriceControlsDecoder();
    private final ReferenceData referenceData;
    private final PriceLimitWatch priceLimits;
    private final PriceEventPublisher publisher;

    public PriceControlsHandler(
        final ReferenceData referenceData, final PriceLimitWatch priceLimits, final PriceEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.priceLimits = priceLimits;
        this.publisher = publisher;
    }

    /**
     * Enters the command of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(SetPriceControlsDecoder.TEMPLATE_ID, this::onSetPriceControls)
            .instrumentAt(SetPriceControlsDecoder.instrumentIdEncodingOffset()));
    }

    private RejectReason onSetPriceControls(final CommandEnvelope envelope)
    {
        envelope.decode(command);
        final Instrument instrument = referenceData.instrument(command.instrumentId());
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        if (!isValid(command))
        {
            return RejectReason.INVALID_FIELD;
        }
        final PriceControls controls = instrument.controls;
        controls.collarE5 = command.collarE5();
        controls.protectionE5 = command.protectionE5();
        controls.dynamicRangeE5 = command.dynamicRangeE5();
        controls.staticRangeE5 = command.staticRangeE5();
        controls.volatilityAuctionNs = command.volatilityAuctionNs();
        controls.volatilityRandomNs = command.volatilityRandomNs();
        controls.limitWatchNs = command.limitWatchNs();
        controls.passiveDelayNs = command.passiveDelayNs();
        controls.limitWatchPct = command.limitWatchPct();
        controls.limitShiftPct = command.limitShiftPct();
        controls.maxLimitShifts = command.maxLimitShifts();
        publisher.priceControlsSet(instrument);
        priceLimits.onControlsSet(instrument);
        return null;
    }

    /** Negative distances and times mean nothing; they are found together by the sign bit of their union. */
    private static boolean isValid(final SetPriceControlsDecoder command)
    {
        final long distances =
            command.collarE5() | command.protectionE5() | command.dynamicRangeE5() | command.staticRangeE5();
        final long times =
            command.volatilityAuctionNs() |
            command.volatilityRandomNs() |
            command.limitWatchNs() |
            command.passiveDelayNs();
        return (distances | times) >= 0 && command.limitWatchPct() <= MAX_PCT && command.limitShiftPct() <= MAX_PCT;
    }
}
