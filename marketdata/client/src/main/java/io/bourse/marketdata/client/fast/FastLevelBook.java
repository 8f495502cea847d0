// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.book.InstrumentLevels;
import io.bourse.marketdata.book.PriceLevels;
import io.bourse.marketdata.fast.FastMessages;

/**
 * Price levels of one instrument as FO-BOOK-n publishes them.
 */
public final class FastLevelBook extends InstrumentLevels
{
    private static final int INITIAL_LEVELS = 64;

    FastLevelBook(final int securityId)
    {
        super(securityId, INITIAL_LEVELS);
    }

    void forget()
    {
        clear();
    }

    /** Adds, changes or deletes a level; false if it does not fit. What is no level is left out. */
    boolean apply(final int action, final FastEntry entry)
    {
        if (FastMessages.BID != entry.type() && FastMessages.OFFER != entry.type())
        {
            return true;
        }
        final PriceLevels side = side(FastMessages.BID == entry.type());
        final int index = (int)entry.level() - 1;
        final boolean isAdded = FastMessages.ADD == action;
        if (index < 0 || index > side.size() ||
            !isAdded && (index == side.size() || side.priceE5(index) != entry.priceE5()))
        {
            return false;
        }
        switch (action)
        {
            case FastMessages.ADD -> side.insert(index, entry.priceE5(), entry.qtyLots(), entry.numberOfOrders());
            case FastMessages.CHANGE -> side.set(index, entry.priceE5(), entry.qtyLots(), entry.numberOfOrders());
            default -> side.remove(index);
        }
        return true;
    }
}
