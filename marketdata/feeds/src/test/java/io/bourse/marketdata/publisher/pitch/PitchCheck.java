// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;
import io.bourse.marketdata.client.pitch.PitchBook;
import io.bourse.marketdata.client.pitch.PitchBooks;
import io.bourse.marketdata.client.pitch.PitchMarketListener;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.PitchReader;
import io.bourse.marketdata.publisher.MarketFeed;
import java.util.HashSet;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Behind a feed in a publisher: applies its new messages to books of its own and compares these with the public ones.
 */
final class PitchCheck implements MarketFeed, PitchMarketListener
{
    private final PitchBooks books = new PitchBooks(this);
    private final HashSet<Long> executions = new HashSet<>();
    private final HashSet<Long> expectedExecutions = new HashSet<>();
    private final BookCursor expectedCursor = new BookCursor();
    private final BookCursor actualCursor = new BookCursor();
    private final PublicMarket market;
    private final PitchFeed feed;
    private final long seed;
    private long read = 1;
    private long transactions;
    private long compared;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[PitchMessages.MAX_LENGTH]);
    private long crossed;
    private long trades;
    private boolean isShowing;

    PitchCheck(final PublicMarket market, final PitchFeed feed, final long seed)
    {
        this.market = market;
        this.feed = feed;
        this.seed = seed;
    }

    @Override
    public void onTransaction(final PublicTransaction transaction)
    {
        transactions++;
        isShowing = true;
        for (; read <= feed.unit().lastSequence(); read++)
        {
            feed.history().copy(read, message, 0);
            PitchReader.readMessage(message, 0, books);
        }
        isShowing = false;
        final String where = "seed=" + seed + " transaction=" + transactions;
        assertEquals(0, books.faults(), where);
        for (int i = 0; i < transaction.entryCount(); i++)
        {
            final PublicEntry entry = transaction.entry(i);
            if (PublicEntry.EXECUTION == entry.kind())
            {
                expectedExecutions.add(entry.tradeId());
            }
            final boolean isRepeat = i > 0 && entry.instrument() == transaction.entry(i - 1).instrument();
            if (null != entry.instrument() && !isRepeat)
            {
                compare(entry.instrument(), where);
            }
        }
        if (0 != transaction.sessionChanges())
        {
            market.instruments().forEach((instrument) -> compare(instrument, where));
        }
        assertEquals(expectedExecutions, executions, where);
        trades += executions.size();
        expectedExecutions.clear();
        executions.clear();
    }

    long compared()
    {
        return compared;
    }

    long crossed()
    {
        return crossed;
    }

    long trades()
    {
        return trades;
    }

    private void compare(final PublicInstrument instrument, final String where)
    {
        compared++;
        final MarketBook expected = instrument.book();
        final MarketBook actual = books.book(instrument.symbol()).book();
        expectedCursor.wrap(expected);
        actualCursor.wrap(actual);
        BookOrder order;
        do
        {
            order = expectedCursor.next();
            if (!isEqual(order, actualCursor.next()))
            {
                assertEquals(PitchVenue.lines(expected), PitchVenue.lines(actual), where);
            }
        }
        while (null != order);
    }

    private static boolean isEqual(final BookOrder one, final BookOrder other)
    {
        return null == one || null == other ? one == other :
            one.orderId() == other.orderId() && one.qtyLots() == other.qtyLots() &&
                one.priceE5() == other.priceE5() && one.isBid() == other.isBid();
    }

    /** In continuous trading no message leaves a crossed book behind. */
    @Override
    public void onBookChanged(final PitchBook book)
    {
        final MarketLevel bid = book.book().bestBid();
        final MarketLevel ask = book.book().bestAsk();
        if (isShowing && PitchMessages.STATUS_TRADING == book.status() && null != bid && null != ask &&
            bid.priceE5() >= ask.priceE5())
        {
            crossed++;
        }
    }

    @Override
    public void onTrade(
        final PitchBook book,
        final boolean isBid,
        final long qtyLots,
        final long priceE5,
        final long executionId)
    {
        executions.add(executionId);
    }

    @Override
    public void goLive(final long nowNs)
    {
        // Nothing is sent here.
    }

    @Override
    public int doWork(final long nowNs, final boolean isIdle)
    {
        return 0;
    }

    @Override
    public long publishedCursor()
    {
        return 0;
    }

    @Override
    public void close()
    {
        // Nothing is held here.
    }
}
