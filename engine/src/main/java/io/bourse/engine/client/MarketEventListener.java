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

/**
 * Hears phases, prices and definitions of the market. Part of {@link EventListener}, which says
 * when and how it is called.
 */
public interface MarketEventListener
{
    /**
     * See {@code LegDefined} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onLegDefined(final EventGroup group, final LegDefinedDecoder event)
    {
    }

    /**
     * See {@code SettlementAccountDefined} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onSettlementAccountDefined(final EventGroup group, final SettlementAccountDefinedDecoder event)
    {
    }

    /**
     * See {@code SettlementAccountAssigned} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onSettlementAccountAssigned(final EventGroup group, final SettlementAccountAssignedDecoder event)
    {
    }

    /**
     * See {@code PhaseChanged} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onPhaseChanged(final EventGroup group, final PhaseChangedDecoder event)
    {
    }

    /**
     * See {@code AuctionIndicated} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onAuctionIndicated(final EventGroup group, final AuctionIndicatedDecoder event)
    {
    }

    /**
     * See {@code AuctionUncrossed} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onAuctionUncrossed(final EventGroup group, final AuctionUncrossedDecoder event)
    {
    }

    /**
     * See {@code PriceLimitsShifted} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onPriceLimitsShifted(final EventGroup group, final PriceLimitsShiftedDecoder event)
    {
    }

    /**
     * See {@code PriceControlsSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onPriceControlsSet(final EventGroup group, final PriceControlsSetDecoder event)
    {
    }

    /**
     * See {@code CalendarSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onCalendarSet(final EventGroup group, final CalendarSetDecoder event)
    {
    }
}
