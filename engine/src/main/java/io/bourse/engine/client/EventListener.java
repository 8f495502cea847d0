// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.AuctionIndicatedDecoder;
import io.bourse.engine.protocol.AuctionUncrossedDecoder;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.BrokerageFirmDefinedDecoder;
import io.bourse.engine.protocol.CalendarSetDecoder;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingFirmDefinedDecoder;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.KillSwitchMovedDecoder;
import io.bourse.engine.protocol.LegDefinedDecoder;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.LoginRightsSetDecoder;
import io.bourse.engine.protocol.MarginSetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionResetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionSetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionTrippedDecoder;
import io.bourse.engine.protocol.MassCancelledDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.OrderTermsDecoder;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.PriceControlsSetDecoder;
import io.bourse.engine.protocol.PriceLimitsShiftedDecoder;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.QuoteRequestedDecoder;
import io.bourse.engine.protocol.SelfTradePreventionSetDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SettlementAccountAssignedDecoder;
import io.bourse.engine.protocol.SettlementAccountDefinedDecoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.StateReportedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradingLimitsSetDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;

/**
 * Receives transactions: {@link #onGroupBegin}, then every event in order, then {@link #onGroupEnd}. The group and the
 * event decoders are views that are valid during the callback only. Whatever a listener makes visible to others it
 * makes visible in {@link #onGroupEnd}, never earlier.
 */
public interface EventListener
{
    /**
     * A transaction begins.
     *
     * @param group common to all its events.
     */
    default void onGroupBegin(final EventGroup group)
    {
    }

    /**
     * A transaction is complete.
     *
     * @param group common to all its events.
     */
    default void onGroupEnd(final EventGroup group)
    {
    }

    /**
     * See {@code ClearingFirmDefined} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onClearingFirmDefined(final EventGroup group, final ClearingFirmDefinedDecoder event)
    {
    }

    /**
     * See {@code BrokerageFirmDefined} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onBrokerageFirmDefined(final EventGroup group, final BrokerageFirmDefinedDecoder event)
    {
    }

    /**
     * See {@code AccountDefined} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onAccountDefined(final EventGroup group, final AccountDefinedDecoder event)
    {
    }

    /**
     * See {@code LoginDefined} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
    }

    /**
     * See {@code InstrumentDefined} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
    }

    /**
     * See {@code OrderAccepted} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
    }

    /**
     * See {@code OrderReplaced} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
    }

    /**
     * See {@code OrderCancelled} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
    }

    /**
     * See {@code Trade} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onTrade(final EventGroup group, final TradeDecoder event)
    {
    }

    /**
     * See {@code CommandRejected} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
    }

    /**
     * See {@code SessionOpened} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
    }

    /**
     * See {@code TradingSuspended} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
    }

    /**
     * See {@code BookCleared} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onBookCleared(final EventGroup group, final BookClearedDecoder event)
    {
    }

    /**
     * See {@code SettlementPublished} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onSettlementPublished(final EventGroup group, final SettlementPublishedDecoder event)
    {
    }

    /**
     * See {@code ClearingCompleted} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
    {
    }

    /**
     * See {@code TradingResumed} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onTradingResumed(final EventGroup group, final TradingResumedDecoder event)
    {
    }

    /**
     * See {@code BookOrder} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onBookOrder(final EventGroup group, final BookOrderDecoder event)
    {
    }

    /**
     * See {@code Position} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onPosition(final EventGroup group, final PositionDecoder event)
    {
    }

    /**
     * See {@code StateReported} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onStateReported(final EventGroup group, final StateReportedDecoder event)
    {
    }

    /**
     * See {@code GatewayConnected} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onGatewayConnected(final EventGroup group, final GatewayConnectedDecoder event)
    {
    }

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
     * See {@code OrderTerms} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onOrderTerms(final EventGroup group, final OrderTermsDecoder event)
    {
    }

    /**
     * See {@code OrderActivated} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onOrderActivated(final EventGroup group, final OrderActivatedDecoder event)
    {
    }

    /**
     * See {@code SliceShown} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onSliceShown(final EventGroup group, final SliceShownDecoder event)
    {
    }

    /**
     * See {@code OffBookTrade} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
    }

    /**
     * See {@code OrderReduced} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
    }

    /**
     * See {@code OrderRestated} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onOrderRestated(final EventGroup group, final OrderRestatedDecoder event)
    {
    }

    /**
     * See {@code MassCancelled} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onMassCancelled(final EventGroup group, final MassCancelledDecoder event)
    {
    }

    /**
     * See {@code QuoteAcknowledged} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onQuoteAcknowledged(final EventGroup group, final QuoteAcknowledgedDecoder event)
    {
    }

    /**
     * See {@code QuoteRequested} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onQuoteRequested(final EventGroup group, final QuoteRequestedDecoder event)
    {
    }

    /**
     * See {@code MarketMakerProtectionSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onMarketMakerProtectionSet(final EventGroup group, final MarketMakerProtectionSetDecoder event)
    {
    }

    /**
     * See {@code MarketMakerProtectionTripped} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onMarketMakerProtectionTripped(final EventGroup group, final MarketMakerProtectionTrippedDecoder event)
    {
    }

    /**
     * See {@code MarketMakerProtectionReset} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onMarketMakerProtectionReset(final EventGroup group, final MarketMakerProtectionResetDecoder event)
    {
    }

    /**
     * See {@code KillSwitchMoved} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onKillSwitchMoved(final EventGroup group, final KillSwitchMovedDecoder event)
    {
    }

    /**
     * See {@code LoginConnectionChanged} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onLoginConnectionChanged(final EventGroup group, final LoginConnectionChangedDecoder event)
    {
    }

    /**
     * See {@code LoginRightsSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onLoginRightsSet(final EventGroup group, final LoginRightsSetDecoder event)
    {
    }

    /**
     * See {@code SelfTradePreventionSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onSelfTradePreventionSet(final EventGroup group, final SelfTradePreventionSetDecoder event)
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

    /**
     * See {@code CollateralSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onCollateralSet(final EventGroup group, final CollateralSetDecoder event)
    {
    }

    /**
     * See {@code MarginSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onMarginSet(final EventGroup group, final MarginSetDecoder event)
    {
    }

    /**
     * See {@code TradingLimitsSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onTradingLimitsSet(final EventGroup group, final TradingLimitsSetDecoder event)
    {
    }
}
