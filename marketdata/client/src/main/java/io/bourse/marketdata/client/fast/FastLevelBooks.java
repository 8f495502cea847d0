// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.fast.FastMessages;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * Books of price levels of one FO-BOOK-n feed.
 */
public final class FastLevelBooks implements FastBooks
{
    private final Long2ObjectHashMap<FastLevelBook> byId = new Long2ObjectHashMap<>();
    private final List<FastLevelBook> books = new ArrayList<>();

    /**
     * No books yet.
     */
    public FastLevelBooks()
    {
    }

    /**
     * A book.
     *
     * @param securityId of the instrument.
     * @return book, or null if nothing has been heard of it.
     */
    public FastLevelBook book(final long securityId)
    {
        return byId.get(securityId);
    }

    /**
     * All books.
     *
     * @return in the order they were heard of; a view.
     */
    public Collection<FastLevelBook> all()
    {
        return Collections.unmodifiableCollection(books);
    }

    @Override
    public void clear()
    {
        for (int i = 0, size = books.size(); i < size; i++)
        {
            books.get(i).forget();
        }
    }

    @Override
    public void onSnapshot(final FastMessage message)
    {
        if (FastMessages.SNAPSHOT != message.templateId())
        {
            return;
        }
        final FastLevelBook book = known(message.securityId());
        book.join(message.lastMsgSeqNumProcessed(), message.rptSeq());
        for (int i = 0; i < message.entryCount(); i++)
        {
            final byte type = message.entry(i).type();
            if (FastMessages.BID == type || FastMessages.OFFER == type)
            {
                book.load(message.entry(i));
            }
        }
    }

    @Override
    public boolean onIncrement(final FastMessage message)
    {
        boolean fits = true;
        if (FastMessages.INCREMENTAL_REFRESH == message.templateId())
        {
            for (int i = 0; i < message.entryCount(); i++)
            {
                fits &= apply(message.entry(i), message.msgSeqNum());
            }
        }
        return fits;
    }

    private boolean apply(final FastEntry entry, final long msgSeqNum)
    {
        switch (entry.type())
        {
            case FastMessages.EMPTY_BOOK:
                for (int i = 0, size = books.size(); i < size; i++)
                {
                    if (msgSeqNum > books.get(i).joinedAt())
                    {
                        books.get(i).clear();
                    }
                }
                return true;

            case FastMessages.BID:
            case FastMessages.OFFER:
                final FastLevelBook book = known(entry.securityId());
                return msgSeqNum <= book.joinedAt() || book.apply(entry);

            default:
                return true;
        }
    }

    private FastLevelBook known(final long securityId)
    {
        FastLevelBook book = byId.get(securityId);
        if (null == book)
        {
            book = new FastLevelBook(securityId);
            byId.put(securityId, book);
            books.add(book);
        }
        return book;
    }
}
