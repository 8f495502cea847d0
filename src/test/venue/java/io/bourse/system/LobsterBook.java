// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.orders.LobsterReader.BookRow;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;

import java.util.ArrayList;
import java.util.List;

/**
 * Compares a received book with a row of a LOBSTER order book file, level by level, and says which levels of the row
 * could not be known from the row before and its message.
 */
final class LobsterBook
{
    /** One side of a row. */
    record Side(boolean buy, long[] priceE5, long[] size, int depth)
    {
        /** A full side ends at its last level; a shorter one shows the whole book. */
        boolean isInSight(final long price)
        {
            final int levels = priceE5.length;
            if (levels < depth)
            {
                return true;
            }
            return buy ? price >= priceE5[levels - 1] : price <= priceE5[levels - 1];
        }

        long sizeAt(final long price)
        {
            for (int i = 0; i < priceE5.length; i++)
            {
                if (priceE5[i] == price)
                {
                    return size[i];
                }
            }
            return 0;
        }

        boolean has(final long price)
        {
            return 0 != sizeAt(price);
        }
    }

    private final int depth;
    private long levelsCompared;

    LobsterBook(final int depth)
    {
        this.depth = depth;
    }

    long levelsCompared()
    {
        return levelsCompared;
    }

    Side side(final BookRow row, final boolean buy)
    {
        return buy ? new Side(true, row.bidPriceE5(), row.bidSize(), depth) :
            new Side(false, row.askPriceE5(), row.askSize(), depth);
    }

    /**
     * Compares every level that was knowable: in sight in the row before, or made by the message itself.
     *
     * @return null when all are equal, otherwise the first difference.
     */
    String compareKnowable(
        final MarketBook book, final Side before, final Side after, final long newPriceE5, final boolean isNewOrder)
    {
        for (int i = 0; i < after.priceE5.length; i++)
        {
            final long price = after.priceE5[i];
            final boolean made = isNewOrder && price == newPriceE5;
            if (before.has(price) || made && before.isInSight(price))
            {
                levelsCompared++;
                final long received = sizeAt(book, after.buy, price);
                if (received != after.size[i])
                {
                    return describe(after, price, after.size[i], received);
                }
            }
        }
        for (int i = 0; i < before.priceE5.length; i++)
        {
            final long price = before.priceE5[i];
            if (after.isInSight(price) && !after.has(price))
            {
                levelsCompared++;
                final long received = sizeAt(book, after.buy, price);
                if (0 != received)
                {
                    return describe(after, price, 0, received);
                }
            }
        }
        return null;
    }

    /** Prices in sight at which the received book differs from the row. */
    List<Long> differences(final MarketBook book, final Side row)
    {
        final List<Long> prices = new ArrayList<>();
        for (int i = 0; i < row.priceE5.length; i++)
        {
            if (sizeAt(book, row.buy, row.priceE5[i]) != row.size[i])
            {
                prices.add(row.priceE5[i]);
            }
        }
        for (int i = 0; i < book.levelCount(row.buy); i++)
        {
            final long price = book.level(row.buy, i).priceE5();
            if (!row.isInSight(price))
            {
                break;
            }
            if (!row.has(price))
            {
                prices.add(price);
            }
        }
        return prices;
    }

    private static long sizeAt(final MarketBook book, final boolean buy, final long price)
    {
        for (int i = 0; i < book.levelCount(buy); i++)
        {
            final MarketLevel level = book.level(buy, i);
            if (level.priceE5() == price)
            {
                return level.qtyLots();
            }
            if (buy ? level.priceE5() < price : level.priceE5() > price)
            {
                return 0;
            }
        }
        return 0;
    }

    private static String describe(final Side row, final long price, final long expected, final long received)
    {
        return (row.buy ? "bid" : "ask") + " priceE5=" + price + " file=" + expected + " received=" + received;
    }
}
