// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.marketdata.book.BookPool;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.PriceLevel;

/**
 * The publisher's view of one instrument: its book, and the touch before the transaction in hand.
 */
final class InstrumentState
{
    private final MarketBook book;
    private boolean isTouched;
    private long bidPriceE5;
    private long bidQtyLots;
    private long askPriceE5;
    private long askQtyLots;

    InstrumentState(final int instrumentId, final BookPool pool)
    {
        book = new MarketBook(instrumentId, pool);
    }

    MarketBook book()
    {
        return book;
    }

    long nextRptSeq()
    {
        final long rptSeq = book.rptSeq() + 1;
        book.rptSeq(rptSeq);
        return rptSeq;
    }

    /**
     * Remembers the touch before the first change of a transaction.
     *
     * @return true if this is the first change.
     */
    boolean touch()
    {
        if (isTouched)
        {
            return false;
        }
        isTouched = true;
        final PriceLevel bid = bestBid();
        final PriceLevel ask = bestAsk();
        bidPriceE5 = priceE5(bid);
        bidQtyLots = qtyLots(bid);
        askPriceE5 = priceE5(ask);
        askQtyLots = qtyLots(ask);
        return true;
    }

    /**
     * Ends the transaction for this instrument.
     *
     * @return true if best price or its quantity is another than before it.
     */
    boolean settleTouch()
    {
        isTouched = false;
        final PriceLevel bid = bestBid();
        final PriceLevel ask = bestAsk();
        return bidQtyLots != qtyLots(bid) || bidPriceE5 != priceE5(bid) ||
            askQtyLots != qtyLots(ask) || askPriceE5 != priceE5(ask);
    }

    /** Best bid as the public is told; null also while the book is crossed. */
    PriceLevel bestBid()
    {
        return book.isCrossed() ? null : book.bestBid();
    }

    /** Best offer as the public is told; null also while the book is crossed. */
    PriceLevel bestAsk()
    {
        return book.isCrossed() ? null : book.bestAsk();
    }

    private static long priceE5(final PriceLevel level)
    {
        return null == level ? 0 : level.priceE5();
    }

    private static long qtyLots(final PriceLevel level)
    {
        return null == level ? 0 : level.qtyLots();
    }
}
