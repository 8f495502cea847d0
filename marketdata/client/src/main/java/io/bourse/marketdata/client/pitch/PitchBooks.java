// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.BookPool;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.pitch.PitchListener;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.PitchSymbol;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * The books of one unit, built from its messages (PITCH E.1, book rules).
 */
public final class PitchBooks implements PitchListener
{
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final BookPool pool = new BookPool();
    private final Long2ObjectHashMap<PitchBook> bySymbol = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<PitchBook> byOrder = new Long2ObjectHashMap<>();
    private final ArrayList<PitchBook> books = new ArrayList<>();
    private final PitchMarketListener listener;
    private int secondOfDay;
    private long faults;

    /**
     * No books yet.
     *
     * @param listener of what happens.
     */
    public PitchBooks(final PitchMarketListener listener)
    {
        this.listener = listener;
    }

    /**
     * All books in the order their symbols appeared.
     *
     * @return live view; not to be changed.
     */
    public List<PitchBook> all()
    {
        return books;
    }

    /**
     * Book of a symbol.
     *
     * @param symbol up to 8 characters.
     * @return book, or null if the feed has not named it yet.
     */
    public PitchBook book(final String symbol)
    {
        return bySymbol.get(PitchSymbol.pack(symbol));
    }

    /**
     * Messages that did not fit the books, such as of an order that is not there: something was missed.
     *
     * @return count.
     */
    public long faults()
    {
        return faults;
    }

    /**
     * Empties all books.
     */
    public void clear()
    {
        byOrder.clear();
        for (int i = 0; i < books.size(); i++)
        {
            final PitchBook book = books.get(i);
            book.book().clear();
            book.forgetAuction();
        }
    }

    @Override
    public void onTime(final int second)
    {
        secondOfDay = second;
    }

    @Override
    public void onUnitClear(final int timeOffsetNs)
    {
        clear();
        for (int i = 0; i < books.size(); i++)
        {
            listener.onBookChanged(books.get(i));
        }
    }

    @Override
    public void onAddOrder(
        final int timeOffsetNs,
        final long orderId,
        final boolean isBid,
        final long qtyLots,
        final long symbol,
        final long priceE5,
        final int flags)
    {
        final PitchBook book = bookOf(symbol);
        if (byOrder.containsKey(orderId))
        {
            faults++;
            return;
        }
        byOrder.put(orderId, book);
        book.book().add(orderId, isBid, priceE5, qtyLots, secondOfDay * SECOND_NS + timeOffsetNs, 0);
        listener.onBookChanged(book);
    }

    @Override
    public void onOrderExecuted(
        final int timeOffsetNs, final long orderId, final long executedLots, final long executionId)
    {
        final PitchBook book = byOrder.get(orderId);
        if (null == book)
        {
            faults++;
            return;
        }
        final BookOrder order = book.book().order(orderId);
        listener.onTrade(book, order.isBid(), executedLots, order.priceE5(), executionId);
        setLots(book, order, order.qtyLots() - executedLots);
    }

    @Override
    public void onOrderExecutedAtPriceSize(
        final int timeOffsetNs,
        final long orderId,
        final long executedLots,
        final long remainingLots,
        final long executionId,
        final long priceE5)
    {
        final PitchBook book = byOrder.get(orderId);
        if (null == book)
        {
            faults++;
            return;
        }
        final BookOrder order = book.book().order(orderId);
        listener.onTrade(book, order.isBid(), executedLots, priceE5, executionId);
        setLots(book, order, remainingLots);
    }

    @Override
    public void onReduceSize(final int timeOffsetNs, final long orderId, final long canceledLots)
    {
        final PitchBook book = byOrder.get(orderId);
        if (null == book)
        {
            faults++;
            return;
        }
        final BookOrder order = book.book().order(orderId);
        setLots(book, order, order.qtyLots() - canceledLots);
    }

    @Override
    public void onModifyOrder(
        final int timeOffsetNs, final long orderId, final long qtyLots, final long priceE5, final int flags)
    {
        final PitchBook book = byOrder.get(orderId);
        if (null == book)
        {
            faults++;
            return;
        }
        final MarketBook orders = book.book();
        final BookOrder order = orders.order(orderId);
        final boolean keepsPlace = order.priceE5() == priceE5 &&
            (qtyLots <= order.qtyLots() || 0 != (flags & PitchMessages.FLAG_MAINTAIN_PRIORITY));
        if (keepsPlace || 0 == qtyLots)
        {
            setLots(book, order, qtyLots);
            return;
        }
        final boolean isBid = order.isBid();
        orders.remove(orderId);
        orders.add(orderId, isBid, priceE5, qtyLots, secondOfDay * SECOND_NS + timeOffsetNs, 0);
        listener.onBookChanged(book);
    }

    @Override
    public void onDeleteOrder(final int timeOffsetNs, final long orderId)
    {
        final PitchBook book = byOrder.get(orderId);
        if (null == book)
        {
            faults++;
            return;
        }
        setLots(book, book.book().order(orderId), 0);
    }

    @Override
    public void onTrade(
        final int timeOffsetNs,
        final long orderId,
        final boolean isBid,
        final long qtyLots,
        final long symbol,
        final long priceE5,
        final long executionId)
    {
        listener.onTrade(bookOf(symbol), isBid, qtyLots, priceE5, executionId);
    }

    @Override
    public void onTradeBreak(final int timeOffsetNs, final long executionId)
    {
        listener.onTradeBreak(executionId);
    }

    @Override
    public void onEndOfSession(final int timeOffsetNs)
    {
        listener.onEndOfSession();
    }

    @Override
    public void onTradingStatus(
        final int timeOffsetNs, final long symbol, final byte status, final byte regShoAction)
    {
        final PitchBook book = bookOf(symbol);
        book.status = status;
        if (PitchMessages.STATUS_QUOTE_ONLY != status)
        {
            book.forgetAuction();
        }
        listener.onStateChanged(book);
    }

    @Override
    public void onAuctionUpdate(
        final int timeOffsetNs,
        final long symbol,
        final byte auctionType,
        final long referencePriceE5,
        final long buyLots,
        final long sellLots,
        final long indicativePriceE5,
        final long auctionOnlyPriceE5)
    {
        final PitchBook book = bookOf(symbol);
        book.auctionType = auctionType;
        book.auctionBuyLots = buyLots;
        book.auctionSellLots = sellLots;
        book.indicativePriceE5 = indicativePriceE5;
        listener.onStateChanged(book);
    }

    @Override
    public void onAuctionSummary(
        final int timeOffsetNs, final long symbol, final byte auctionType, final long priceE5, final long qtyLots)
    {
        final PitchBook book = bookOf(symbol);
        book.forgetAuction();
        listener.onStateChanged(book);
    }

    private void setLots(final PitchBook book, final BookOrder order, final long qtyLots)
    {
        final long orderId = order.orderId();
        if (qtyLots < 0)
        {
            faults++;
        }
        if (qtyLots > 0)
        {
            book.book().resize(orderId, qtyLots);
        }
        else
        {
            book.book().remove(orderId);
            byOrder.remove(orderId);
        }
        listener.onBookChanged(book);
    }

    private PitchBook bookOf(final long symbol)
    {
        PitchBook book = bySymbol.get(symbol);
        if (null == book)
        {
            book = new PitchBook(symbol, books.size() + 1, pool);
            bySymbol.put(symbol, book);
            books.add(book);
        }
        return book;
    }
}
