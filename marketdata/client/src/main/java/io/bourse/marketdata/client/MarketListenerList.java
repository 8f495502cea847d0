// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.book.MarketBook;

/**
 * Several listeners in the place of one; they hear of everything in the order in which they are given.
 */
public final class MarketListenerList implements MarketListener
{
    private final MarketListener[] listeners;

    /**
     * A list that does not change.
     *
     * @param listeners in order.
     */
    public MarketListenerList(final MarketListener... listeners)
    {
        this.listeners = listeners.clone();
    }

    @Override
    public void onTransaction(final MarketTransaction transaction, final MarketBooks books)
    {
        for (final MarketListener listener : listeners)
        {
            listener.onTransaction(transaction, books);
        }
    }

    @Override
    public void onJoined(final long msgSeqNum, final MarketBooks books)
    {
        for (final MarketListener listener : listeners)
        {
            listener.onJoined(msgSeqNum, books);
        }
    }

    @Override
    public void onGap(final long firstMissing)
    {
        for (final MarketListener listener : listeners)
        {
            listener.onGap(firstMissing);
        }
    }

    @Override
    public void onBookStale(final MarketBook book)
    {
        for (final MarketListener listener : listeners)
        {
            listener.onBookStale(book);
        }
    }

    @Override
    public void onBookRight(final MarketBook book)
    {
        for (final MarketListener listener : listeners)
        {
            listener.onBookRight(book);
        }
    }

    @Override
    public void onRecovered(final Recovery recovery)
    {
        for (final MarketListener listener : listeners)
        {
            listener.onRecovered(recovery);
        }
    }
}
