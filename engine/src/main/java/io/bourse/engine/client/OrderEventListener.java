// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.MassCancelledDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.OrderTermsDecoder;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.QuoteRequestedDecoder;
import io.bourse.engine.protocol.SliceShownDecoder;

/**
 * Hears what happens to orders beyond the five events of every day. Part of {@link EventListener}, which says
 * when and how it is called.
 */
public interface OrderEventListener
{
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
}
