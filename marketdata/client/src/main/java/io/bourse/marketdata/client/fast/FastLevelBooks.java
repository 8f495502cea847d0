// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.fast.FastMessages;

/**
 * Books of price levels of one FO-BOOK-n feed.
 */
public final class FastLevelBooks extends FastSecurities<FastLevelBook>
{
    /**
     * No books yet.
     */
    public FastLevelBooks()
    {
        super(FastMessages.SNAPSHOT, FastMessages.INCREMENTAL_REFRESH,
            securityId -> new FastLevelBook((int)securityId));
    }

    /**
     * A book.
     *
     * @param securityId of the instrument.
     * @return book, or null if nothing has been heard of it.
     */
    public FastLevelBook book(final long securityId)
    {
        return find(securityId);
    }

    @Override
    void clear(final FastLevelBook book)
    {
        book.forget();
    }

    @Override
    void load(final FastLevelBook book, final FastEntry entry, final FastMessage message)
    {
        book.apply(FastMessages.ADD, entry);
    }

    @Override
    boolean apply(final FastLevelBook book, final FastEntry entry, final FastMessage message)
    {
        return book.apply((int)entry.action(), entry);
    }
}
