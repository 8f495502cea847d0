// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

/**
 * Hears what a {@link PitchReceiver} makes of the feed, in the order of its messages. Called from the receiver's duty
 * cycle.
 */
public interface PitchMarketListener
{
    /**
     * A message has changed a book.
     *
     * @param book after it.
     */
    default void onBookChanged(final PitchBook book)
    {
    }

    /**
     * A trade. When both of its orders are displayed, as in an auction, it is heard once for each: count an execution
     * id once.
     *
     * @param book of its symbol, before the message is applied.
     * @param isBid side of the resting order.
     * @param qtyLots traded.
     * @param priceE5 of the trade.
     * @param executionId of the trade.
     */
    default void onTrade(
        final PitchBook book, final boolean isBid, final long qtyLots, final long priceE5, final long executionId)
    {
    }

    /**
     * A trade is void. When it was corrected, another trade follows.
     *
     * @param executionId of the trade.
     */
    default void onTradeBreak(final long executionId)
    {
    }

    /**
     * Another trading status, or another indication or result of an auction.
     *
     * @param book of its symbol.
     */
    default void onStateChanged(final PitchBook book)
    {
    }

    /**
     * The session of the unit is over.
     */
    default void onEndOfSession()
    {
    }

    /**
     * All messages up to a number have been applied.
     *
     * @param sequence number of the last message.
     */
    default void onApplied(final long sequence)
    {
    }

    /**
     * Messages are missing on both feeds and are being recovered: books are behind until {@link #onRecovered}.
     *
     * @param firstMissing number of the first of them; 0 if the receiver has just joined.
     */
    default void onGap(final long firstMissing)
    {
    }

    /**
     * Books are whole again.
     *
     * @param isBySpin true if a spin brought them, false if the missing messages came, late or repeated.
     */
    default void onRecovered(final boolean isBySpin)
    {
    }
}
