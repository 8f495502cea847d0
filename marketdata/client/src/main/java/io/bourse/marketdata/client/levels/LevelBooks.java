// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.levels;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.MarketBooks;
import io.bourse.marketdata.client.MarketListener;
import io.bourse.marketdata.client.MarketListenerList;
import io.bourse.marketdata.client.MarketTransaction;
import java.util.List;

import org.agrona.collections.Int2ObjectHashMap;

/**
 * Aggregated books of a chosen depth beside the full-depth ones of a receiver: give it to the receiver as its listener,
 * alone or in a {@link MarketListenerList}. After each transaction, and after a recovery, it reports what has changed.
 */
public final class LevelBooks implements MarketListener
{
    private final Int2ObjectHashMap<LevelBook> books = new Int2ObjectHashMap<>();
    private final LevelListener listener;
    private final int depth;

    /**
     * Books of a depth.
     *
     * @param depth price levels kept on each side, above 0; memory for all of them is taken when an instrument
     *     first changes.
     * @param listener of changes.
     * @throws IllegalArgumentException when the depth is below 1.
     */
    public LevelBooks(final int depth, final LevelListener listener)
    {
        if (depth < 1)
        {
            throw new IllegalArgumentException("A level book needs a level at least: depth=" + depth);
        }
        this.depth = depth;
        this.listener = listener;
    }

    /**
     * Levels of an instrument; to be read on the receiver's duty cycle.
     *
     * @param securityId SecurityID.
     * @return book, or null if nothing has happened to the instrument.
     */
    public LevelBook book(final int securityId)
    {
        return books.get(securityId);
    }

    @Override
    public void onTransaction(final MarketTransaction transaction, final MarketBooks marketBooks)
    {
        if (transaction.isBookCleared())
        {
            updateAll(marketBooks.all());
            return;
        }
        for (int i = 0; i < transaction.touchedCount(); i++)
        {
            update(transaction.touched(i));
        }
    }

    @Override
    public void onJoined(final long msgSeqNum, final MarketBooks marketBooks)
    {
        updateAll(marketBooks.all());
    }

    private void updateAll(final List<MarketBook> marketBooks)
    {
        for (int i = 0; i < marketBooks.size(); i++)
        {
            update(marketBooks.get(i));
        }
    }

    private void update(final MarketBook marketBook)
    {
        LevelBook book = books.get(marketBook.securityId());
        if (null == book)
        {
            book = new LevelBook(marketBook.securityId(), depth, listener);
            books.put(marketBook.securityId(), book);
        }
        book.update(marketBook);
    }
}
