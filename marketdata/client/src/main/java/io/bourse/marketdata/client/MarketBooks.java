// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.book.BookPool;
import io.bourse.marketdata.book.MarketBook;
import java.util.ArrayList;
import java.util.List;

import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;

/**
 * All books of a receiver. To be read on the receiver's duty cycle, between transactions: in callbacks, or in a task
 * given to {@link SimbaReceiver#execute}.
 */
public final class MarketBooks
{
    private final BookPool pool = new BookPool();
    private final Int2ObjectHashMap<MarketBook> bookById = new Int2ObjectHashMap<>();
    private final ArrayList<MarketBook> books = new ArrayList<>();
    private final IntHashSet staleIds = new IntHashSet();
    private final ArrayList<MarketBook> stale = new ArrayList<>();

    MarketBooks()
    {
    }

    /**
     * Book of an instrument.
     *
     * @param securityId SecurityID.
     * @return book, or null if the feed has not named the instrument yet.
     */
    public MarketBook book(final int securityId)
    {
        return bookById.get(securityId);
    }

    /**
     * All books, in the order in which the feed named their instruments.
     *
     * @return view of the books.
     */
    public List<MarketBook> all()
    {
        return books;
    }

    /**
     * Whether a book is known to be behind the feed: packets are missing, and something that came after them, or a
     * snapshot, has changes of this instrument that the book has not. Or a packet has contradicted it. Only while
     * the receiver is not live.
     *
     * @param securityId SecurityID.
     * @return true if the book is stale.
     */
    public boolean isStale(final int securityId)
    {
        return staleIds.contains(securityId);
    }

    /**
     * Number of stale books.
     *
     * @return 0 or more; 0 whenever the receiver is live.
     */
    public int staleCount()
    {
        return stale.size();
    }

    boolean markStale(final MarketBook book)
    {
        final boolean isNew = staleIds.add(book.securityId());
        if (isNew)
        {
            stale.add(book);
        }
        return isNew;
    }

    MarketBook freshenLast()
    {
        final MarketBook book = stale.remove(stale.size() - 1);
        staleIds.remove(book.securityId());
        return book;
    }

    MarketBook bookFor(final int securityId)
    {
        MarketBook book = bookById.get(securityId);
        if (null == book)
        {
            book = new MarketBook(securityId, pool);
            bookById.put(securityId, book);
            books.add(book);
        }
        return book;
    }

    void clear()
    {
        for (int i = 0, size = books.size(); i < size; i++)
        {
            books.get(i).clear();
        }
    }

    void reset()
    {
        for (int i = 0, size = books.size(); i < size; i++)
        {
            final MarketBook book = books.get(i);
            book.clear();
            book.rptSeq(0);
        }
    }
}
