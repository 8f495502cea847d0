// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.marketdata;

import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.publisher.MarketFeed;

/**
 * Sends nothing, but counts what there is to send.
 */
final class EntryCount implements MarketFeed
{
    private long entries;
    private long transactions;
    private long cursor;
    private boolean isLive;

    /** Messages of the order log since the history was read; BestPrices and the like come on top. */
    long entries()
    {
        return entries;
    }

    /** Transactions that have any. */
    long transactions()
    {
        return transactions;
    }

    @Override
    public void onTransaction(final PublicTransaction transaction)
    {
        cursor = transaction.cursor();
        if (isLive && 0 < transaction.entryCount())
        {
            entries += transaction.entryCount();
            transactions++;
        }
    }

    @Override
    public void goLive(final long nowNs)
    {
        isLive = true;
    }

    @Override
    public int doWork(final long nowNs, final boolean isIdle)
    {
        return 0;
    }

    @Override
    public long publishedCursor()
    {
        return cursor;
    }

    @Override
    public void close()
    {
    }
}
