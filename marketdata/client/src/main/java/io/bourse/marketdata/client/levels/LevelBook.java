// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.levels;

import io.bourse.marketdata.book.InstrumentLevels;
import io.bourse.marketdata.book.LevelChanges;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.PriceLevels;

/**
 * The best price levels of one instrument, aggregated, as of the last transaction.
 */
public final class LevelBook extends InstrumentLevels
{
    private static final LevelListener.Change[] CHANGES = LevelListener.Change.values();

    private final int depth;
    private final LevelListener listener;
    private final LevelChanges changes = this::onLevel;
    /** What the listener has heard of. */
    private final PriceLevels heardBids;
    private final PriceLevels heardAsks;
    private boolean isChanged;

    LevelBook(final int securityId, final int depth, final LevelListener listener)
    {
        super(securityId, depth);
        this.depth = depth;
        this.listener = listener;
        heardBids = new PriceLevels(true, depth);
        heardAsks = new PriceLevels(false, depth);
    }

    /** Takes the levels of a full-depth book and reports what has changed. */
    void update(final MarketBook book)
    {
        side(true).update(book, depth, LevelChanges.NONE);
        side(false).update(book, depth, LevelChanges.NONE);
        isChanged = false;
        heardBids.update(book, depth, changes);
        heardAsks.update(book, depth, changes);
        if (isChanged)
        {
            listener.onEndOfChanges(this);
        }
    }

    private void onLevel(
        final int action,
        final boolean isBid,
        final int level,
        final long priceE5,
        final long qtyLots,
        final int orderCount)
    {
        isChanged = true;
        final boolean isLeft = LevelChanges.DELETE != action;
        listener.onLevel(
            this, CHANGES[action], isBid, level - 1, priceE5, isLeft ? qtyLots : 0, isLeft ? orderCount : 0);
    }
}
