// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.BrokerageFirmDefinedDecoder;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingFirmDefinedDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.StateReportedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;

/**
 * Receives transactions: {@link #onGroupBegin}, then every event in order, then {@link #onGroupEnd}. The group and the
 * event decoders are views that are valid during the callback only. Whatever a listener makes visible to others it
 * makes visible in {@link #onGroupEnd}, never earlier.
 */
public interface EventListener extends
    OrderEventListener, MarketEventListener, MemberEventListener, ContractEventListener
{
    /**
     * Whether begin and end of a transaction are all that is wanted. Asked once.
     *
     * @return true: its events are not decoded.
     */
    default boolean isForGroupsOnly()
    {
        return false;
    }

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
     * See {@code SessionDateMoved} in the engine schema. Who keeps the trading date follows.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
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
}
