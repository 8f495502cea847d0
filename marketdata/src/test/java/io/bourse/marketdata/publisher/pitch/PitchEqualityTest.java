// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.PriceLevel;
import io.bourse.marketdata.client.pitch.PitchBook;
import io.bourse.marketdata.client.pitch.PitchBooks;
import io.bourse.marketdata.client.pitch.PitchMarketListener;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.PitchReader;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherContext;
import io.bourse.marketdata.publisher.MarketFeed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Books rebuilt from the messages of the feed against the public books, after every transaction of random days.
 */
class PitchEqualityTest
{
    /** Behind the feed: applies its new messages and compares. */
    private static final class Check implements MarketFeed, PitchMarketListener
    {
        private final PitchBooks books = new PitchBooks(this);
        private final HashSet<Long> executions = new HashSet<>();
        private final HashSet<Long> expectedExecutions = new HashSet<>();
        private final PublicMarket market;
        private final PitchFeed feed;
        private final long seed;
        private long read = 1;
        private long transactions;
        private long compared;
        private long crossed;
        private boolean isShowing;

        private Check(final PublicMarket market, final PitchFeed feed, final long seed)
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
            final MessageHistory history = feed.history();
            for (; read < history.nextSequence(); read++)
            {
                PitchReader.readMessage(history.buffer(), history.offset(read), books);
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
            expectedExecutions.clear();
            executions.clear();
        }

        private void compare(final PublicInstrument instrument, final String where)
        {
            compared++;
            final PitchBook book = books.book(instrument.symbol());
            assertEquals(lines(instrument.book()), lines(book.book()), where);
        }

        /** In continuous trading no message leaves a crossed book behind. */
        @Override
        public void onBookChanged(final PitchBook book)
        {
            final PriceLevel bid = book.book().bestBid();
            final PriceLevel ask = book.book().bestAsk();
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

    private final long seed = System.nanoTime();
    private PitchDay day;
    private MarketDataPublisher publisher;
    private PitchFeed feed;
    private Check check;

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(publisher, day);
    }

    @Test
    void shouldKeepTheBooksOfThePublicMarketAfterEveryTransactionOfRandomDays(@TempDir final Path dir)
    {
        System.out.println("PitchEqualityTest seed=" + seed);
        day = new PitchDay(dir, new Random(seed));
        publisher = new MarketDataPublisher(new MarketDataPublisherContext()
            .engineClient(day.client)
            .feed((market) -> newFeed())
            .feed((market) ->
            {
                check = new Check(market, feed, seed);
                return check;
            }));
        for (int i = 0; i < 12_000; i++)
        {
            day.step();
            publisher.doWork();
        }
        day.settle();
        final long end = day.client.endCursor();
        while (publisher.doWork() > 0 || feed.publishedCursor() < end)
        {
            Thread.yield();
        }
        assertTrue(check.compared > 5_000, "compared=" + check.compared + " seed=" + seed);
        assertTrue(day.phaseChanges() > 20 && day.massCancels() > 5, "seed=" + seed);
        // Auctions that a halt interrupts leave crossed books; trading resumes after they have been uncrossed.
        assertEquals(0, check.crossed, "seed=" + seed);
        assertEquals(0, feed.counters().unshowable());
    }

    private PitchFeed newFeed()
    {
        feed = new PitchFeed(new PitchFeedContext().feedA(Multicast.free()).feedB(Multicast.free())
            .recovery(new PitchRecoveryContext()));
        return feed;
    }

    private static List<String> lines(final MarketBook book)
    {
        final ArrayList<String> lines = new ArrayList<>();
        final BookCursor cursor = new BookCursor().wrap(book);
        for (BookOrder order = cursor.next(); null != order; order = cursor.next())
        {
            lines.add(order.orderId() + (order.isBid() ? " B " : " S ") + order.qtyLots() + '@' + order.priceE5());
        }
        return lines;
    }
}
