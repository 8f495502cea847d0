// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import java.util.ArrayList;
import java.util.List;

/**
 * What has changed in a view of an instrument. Levels that go come first, the farthest from the touch before the
 * nearer ones, then levels that come or change, the nearest first: so their positions are right for a client that
 * applies them one by one, and for one that goes by price.
 */
final class Changes
{
    static final char NEW = '0';
    static final char CHANGE = '1';
    static final char DELETE = '2';

    /** One entry; pooled, hence the plain fields. */
    static final class Entry
    {
        char action;
        int type;
        /** {@link EntryType#NONE} if it has no price. */
        long priceE5;
        /** {@link EntryType#NONE} if it has no size. */
        long size;
        /** Of a level. */
        int orders;
        /** Of a level, from 1; else 0. */
        int position;
        /** Of a trade; else null. */
        TradePrint trade;
    }

    private final List<Entry> entries = new ArrayList<>();
    private int size;

    int size()
    {
        return size;
    }

    Entry get(final int index)
    {
        return entries.get(index);
    }

    /** Number of entries of these types. */
    int count(final int mask)
    {
        int count = 0;
        for (int i = 0; i < size; i++)
        {
            if (0 != (mask & EntryType.bit(entries.get(i).type)))
            {
                count++;
            }
        }
        return count;
    }

    void clear()
    {
        for (int i = 0; i < size; i++)
        {
            entries.get(i).trade = null;
        }
        size = 0;
    }

    void level(
        final char action,
        final int type,
        final long priceE5,
        final long qtyLots,
        final int orders,
        final int position)
    {
        final Entry entry = next(action, type, priceE5, qtyLots);
        entry.orders = orders;
        entry.position = position;
    }

    void value(final char action, final int type, final long priceE5, final long lots)
    {
        next(action, type, priceE5, lots);
    }

    void trade(final TradePrint trade)
    {
        trade(NEW, trade);
    }

    /** A trade is no more. */
    void brokenTrade(final TradePrint trade)
    {
        trade(DELETE, trade);
    }

    private void trade(final char action, final TradePrint trade)
    {
        next(action, EntryType.TRADE, trade.priceE5(), trade.qtyLots()).trade = trade;
    }

    private Entry next(final char action, final int type, final long priceE5, final long lots)
    {
        if (size == entries.size())
        {
            entries.add(new Entry());
        }
        final Entry entry = entries.get(size++);
        entry.action = action;
        entry.type = type;
        entry.priceE5 = priceE5;
        entry.size = lots;
        entry.orders = 0;
        entry.position = 0;
        return entry;
    }
}
