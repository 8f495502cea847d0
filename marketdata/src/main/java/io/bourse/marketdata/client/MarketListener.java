// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

/**
 * Hears of the market from a {@link SimbaReceiver}, on its duty cycle. Must not block.
 */
public interface MarketListener
{
    /**
     * A transaction has been applied; all books are past it and consistent.
     *
     * @param transaction what happened; valid during the call.
     * @param books of all instruments.
     */
    void onTransaction(MarketTransaction transaction, MarketBooks books);

    /**
     * The books are right as of a packet: first join, or recovery after a gap. Transactions in between were not
     * reported one by one.
     *
     * @param msgSeqNum last packet that the books contain.
     * @param books of all instruments.
     */
    default void onJoined(final long msgSeqNum, final MarketBooks books)
    {
    }

    /**
     * Packets are missing on both feeds. The books stand still until {@link #onJoined}.
     *
     * @param firstMissing MsgSeqNum of the first packet that is missing.
     */
    default void onGap(final long firstMissing)
    {
    }
}
