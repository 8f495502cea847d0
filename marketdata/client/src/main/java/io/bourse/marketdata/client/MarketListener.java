// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.book.MarketBook;

/**
 * Hears of the market from a {@link SimbaReceiver}, on its duty cycle. Must not block.
 */
public interface MarketListener
{
    /**
     * A transaction has been applied; all books are past it, and past nothing else, although its packet may hold more.
     *
     * @param transaction what happened; valid during the call.
     * @param books of all instruments.
     */
    void onTransaction(MarketTransaction transaction, MarketBooks books);

    /**
     * The books are right as of a packet: first join, or recovery by snapshot. Transactions in between were not
     * reported one by one.
     *
     * @param msgSeqNum last packet that the books contain.
     * @param books of all instruments.
     */
    default void onJoined(final long msgSeqNum, final MarketBooks books)
    {
    }

    /**
     * Packets are missing on both feeds. The books stand still at the last good transaction until {@link #onRecovered}:
     * by TCP replay, after which the missing transactions are reported one by one, or by {@link #onJoined}.
     *
     * @param firstMissing MsgSeqNum of the first packet that is missing.
     */
    default void onGap(final long firstMissing)
    {
    }

    /**
     * A book is known to be behind: changes of it were missed.
     *
     * @param book as it was before the gap.
     */
    default void onBookStale(final MarketBook book)
    {
    }

    /**
     * A stale book is right again.
     *
     * @param book that has caught up.
     */
    default void onBookRight(final MarketBook book)
    {
    }

    /**
     * What was missing has come or has been replaced. Also called for packets that only one of A and B lost, and for a
     * late join.
     *
     * @param recovery what was missing and how it came.
     */
    default void onRecovered(final Recovery recovery)
    {
    }
}
