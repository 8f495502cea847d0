// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.Random;

/**
 * A hundred thousand empty books cost little, and a book that has warmed up allocates nothing.
 */
class BookMemoryTest
{
    private static final int EMPTY_BOOKS = 10_000;
    private static final int EMPTY_BOOK_BYTES = 200;
    private static final int MESSAGES = 200_000;
    private static final long SOME_BYTES = 20_000;

    private final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private long heard;

    @Test
    void shouldCostLittleWhenEmpty()
    {
        final Object[] books = new Object[EMPTY_BOOKS];
        books[0] = new FastOrderBook<>();
        final long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < EMPTY_BOOKS; i++)
        {
            books[i] = new FastOrderBook<>();
        }
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < EMPTY_BOOKS * EMPTY_BOOK_BYTES, "bytes of each=" + allocated / EMPTY_BOOKS);
    }

    @Test
    void shouldNotAllocateWhenWarm()
    {
        final LimitOrderBook book = new FastLimitOrderBook(new Counting());
        live(book);
        final long heardBefore = heard;
        final long before = threads.getCurrentThreadAllocatedBytes();
        live(book);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < SOME_BYTES, "bytes=" + allocated);
        assertEquals(2 * heardBefore, heard);
    }

    /** The same life each time, from an empty book to an empty book. */
    private static void live(final LimitOrderBook book)
    {
        final Random random = new Random(4);
        for (int i = 1; i <= MESSAGES; i++)
        {
            final long priceTicks = random.nextInt(10_000) + (i >> 6);
            book.newOrder(i, 0 == (i & 1) ? Side.BUY : Side.SELL, priceTicks, 1 + random.nextInt(9), 0 == i % 7);
            book.cancel(i - 1_000);
            book.replace(i - 500, priceTicks, 5);
        }
        for (int i = MESSAGES - 1_000; i <= MESSAGES; i++)
        {
            book.cancel(i);
        }
        assertEquals(0, book.size());
    }

    /** Counts calls. */
    private final class Counting implements BookListener
    {
        @Override
        public void onAccepted(final long orderId, final long lots)
        {
            heard++;
        }

        @Override
        public void onTrade(
            final long aggressorId,
            final long restingId,
            final long priceTicks,
            final long lots,
            final long aggressorRestLots,
            final long restingRestLots)
        {
            heard++;
        }

        @Override
        public void onCancelled(final long orderId, final long lots)
        {
            heard++;
        }

        @Override
        public void onReplaced(final long orderId, final long priceTicks, final long lots, final boolean isPlaceKept)
        {
            heard++;
        }

        @Override
        public void onRefused(final long orderId, final Refusal refusal)
        {
            heard++;
        }
    }
}
