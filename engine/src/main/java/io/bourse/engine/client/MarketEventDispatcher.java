// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.AuctionIndicatedDecoder;
import io.bourse.engine.protocol.AuctionUncrossedDecoder;
import io.bourse.engine.protocol.CalendarSetDecoder;
import io.bourse.engine.protocol.LegDefinedDecoder;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.PriceControlsSetDecoder;
import io.bourse.engine.protocol.PriceLimitsShiftedDecoder;
import io.bourse.engine.protocol.SettlementAccountAssignedDecoder;
import io.bourse.engine.protocol.SettlementAccountDefinedDecoder;

import org.agrona.DirectBuffer;

/**
 * Decodes phases, prices and definitions of the market.
 */
final class MarketEventDispatcher
{
    private final LegDefinedDecoder legDefined = new LegDefinedDecoder();
    private final SettlementAccountDefinedDecoder settlementAccountDefined = new SettlementAccountDefinedDecoder();
    private final SettlementAccountAssignedDecoder settlementAccountAssigned = new SettlementAccountAssignedDecoder();
    private final PhaseChangedDecoder phaseChanged = new PhaseChangedDecoder();
    private final AuctionIndicatedDecoder auctionIndicated = new AuctionIndicatedDecoder();
    private final AuctionUncrossedDecoder auctionUncrossed = new AuctionUncrossedDecoder();
    private final PriceLimitsShiftedDecoder priceLimitsShifted = new PriceLimitsShiftedDecoder();
    private final PriceControlsSetDecoder priceControlsSet = new PriceControlsSetDecoder();
    private final CalendarSetDecoder calendarSet = new CalendarSetDecoder();
    private final EventListener listener;

    MarketEventDispatcher(final EventListener listener)
    {
        this.listener = listener;
    }

    /**
     * Delivers an event if it is of this kind.
     *
     * @param group the transaction.
     * @param templateId of the event.
     * @param buffer that holds it.
     * @param offset of its block.
     * @param blockLength of the block.
     * @param version of its schema.
     * @return false when it is of another kind.
     */
    boolean onEvent(
        final EventGroup group,
        final int templateId,
        final DirectBuffer buffer,
        final int offset,
        final int blockLength,
        final int version)
    {
        switch (templateId)
        {
            case LegDefinedDecoder.TEMPLATE_ID:
                listener.onLegDefined(group, legDefined.wrap(buffer, offset, blockLength, version));
                return true;
            case SettlementAccountDefinedDecoder.TEMPLATE_ID:
                listener.onSettlementAccountDefined(
                    group, settlementAccountDefined.wrap(buffer, offset, blockLength, version));
                return true;
            case SettlementAccountAssignedDecoder.TEMPLATE_ID:
                listener.onSettlementAccountAssigned(
                    group, settlementAccountAssigned.wrap(buffer, offset, blockLength, version));
                return true;
            case PhaseChangedDecoder.TEMPLATE_ID:
                listener.onPhaseChanged(group, phaseChanged.wrap(buffer, offset, blockLength, version));
                return true;
            case AuctionIndicatedDecoder.TEMPLATE_ID:
                listener.onAuctionIndicated(group, auctionIndicated.wrap(buffer, offset, blockLength, version));
                return true;
            case AuctionUncrossedDecoder.TEMPLATE_ID:
                listener.onAuctionUncrossed(group, auctionUncrossed.wrap(buffer, offset, blockLength, version));
                return true;
            case PriceLimitsShiftedDecoder.TEMPLATE_ID:
                listener.onPriceLimitsShifted(group, priceLimitsShifted.wrap(buffer, offset, blockLength, version));
                return true;
            case PriceControlsSetDecoder.TEMPLATE_ID:
                listener.onPriceControlsSet(group, priceControlsSet.wrap(buffer, offset, blockLength, version));
                return true;
            case CalendarSetDecoder.TEMPLATE_ID:
                listener.onCalendarSet(group, calendarSet.wrap(buffer, offset, blockLength, version));
                return true;
            default:
                return false;
        }
    }
}
