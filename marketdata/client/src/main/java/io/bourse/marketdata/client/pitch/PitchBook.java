// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

import io.bourse.marketdata.book.BookPool;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.pitch.PitchSymbol;

/**
 * The book of one symbol, as the feed has it.
 */
public final class PitchBook
{
    private final String symbol;
    private final MarketBook book;
    byte status;
    byte auctionType;
    long auctionBuyLots;
    long auctionSellLots;
    long indicativePriceE5;

    PitchBook(final long symbol, final int index, final BookPool pool)
    {
        this.symbol = PitchSymbol.text(symbol);
        book = new MarketBook(index, pool);
    }

    /**
     * PITCH symbol.
     *
     * @return up to 8 characters.
     */
    public String symbol()
    {
        return symbol;
    }

    /**
     * The orders. The book counts symbols from 1 in place of a SecurityID; entry times are nanoseconds of the day.
     *
     * @return book.
     */
    public MarketBook book()
    {
        return book;
    }

    /**
     * Trading status.
     *
     * @return a STATUS character of {@link io.bourse.marketdata.pitch.PitchMessages}, 0 before the first.
     */
    public char status()
    {
        return (char)status;
    }

    /**
     * Kind of the auction that was indicated last.
     *
     * @return a letter, 0 before the first.
     */
    public char auctionType()
    {
        return (char)auctionType;
    }

    /**
     * Lots to buy at the indicative price.
     *
     * @return lots, 0 when no auction collects.
     */
    public long auctionBuyLots()
    {
        return auctionBuyLots;
    }

    /**
     * Lots to sell at the indicative price.
     *
     * @return lots, 0 when no auction collects.
     */
    public long auctionSellLots()
    {
        return auctionSellLots;
    }

    /**
     * What the auction would give now.
     *
     * @return price x 100 000, 0 for none.
     */
    public long indicativePriceE5()
    {
        return indicativePriceE5;
    }

    void forgetAuction()
    {
        auctionBuyLots = 0;
        auctionSellLots = 0;
        indicativePriceE5 = 0;
    }
}
