// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The book against a plain list of orders.
 */
class MarketBookTest
{
    private static final class PlainOrder
    {
        private final long id;
        private final boolean isBid;
        private final long priceE5;
        private final long arrival;
        private long qtyLots;

        PlainOrder(final long id, final boolean isBid, final long priceE5, final long qtyLots, final long arrival)
        {
            this.id = id;
            this.isBid = isBid;
            this.priceE5 = priceE5;
            this.qtyLots = qtyLots;
            this.arrival = arrival;
        }
    }

    private final MarketBook book = new MarketBook(7, new BookPool());

    @Test
    void shouldEqualPlainListAfterRandomChanges()
    {
        final long seed = System.nanoTime();
        System.out.println("MarketBookTest seed=" + seed);
        final Random random = new Random(seed);
        final ArrayList<PlainOrder> plain = new ArrayList<>();
        for (int i = 1; i <= 20_000; i++)
        {
            final int action = random.nextInt(plain.size() > 400 ? 10 : 6);
            if (action < 4 || plain.isEmpty())
            {
                final boolean isBid = random.nextBoolean();
                final long priceE5 = (random.nextInt(300) - 100) * 1_000L;
                final long qtyLots = 1 + random.nextInt(50);
                plain.add(new PlainOrder(i, isBid, priceE5, qtyLots, i));
                book.add(i, isBid, priceE5, qtyLots, i, 0);
            }
            else
            {
                final PlainOrder order = plain.get(random.nextInt(plain.size()));
                if (action == 4)
                {
                    order.qtyLots = 1 + random.nextInt(50);
                    book.resize(order.id, order.qtyLots);
                }
                else
                {
                    plain.remove(order);
                    book.remove(order.id);
                }
            }
            if (0 == i % 500)
            {
                assertEqual(plain, "seed=" + seed + " i=" + i);
            }
        }
        book.clear();
        plain.clear();
        assertEqual(plain, "seed=" + seed + " cleared");
    }

    @Test
    void shouldChangeNothingWhenOrderIsUnknownOrKnownTwice()
    {
        book.add(1, true, 100, 5, 0, 0);

        assertNull(book.add(1, false, 200, 7, 0, 0));
        assertFalse(book.resize(2, 3));
        assertFalse(book.remove(2));

        assertEquals(1, book.orderCount());
        assertEquals(5, book.bestBid().qtyLots());
        assertNull(book.bestAsk());
    }

    @Test
    void shouldOrderExtremePrices()
    {
        for (final long priceE5 : new long[]{0, Long.MIN_VALUE, Long.MAX_VALUE, -5, 5})
        {
            book.add(priceE5, true, priceE5, 1, 0, 0);
            book.add(priceE5 ^ 1L << 40, false, priceE5, 1, 0, 0);
        }

        assertEquals(List.of(Long.MAX_VALUE, 5L, 0L, -5L, Long.MIN_VALUE), prices(book, true));
        assertEquals(List.of(Long.MIN_VALUE, -5L, 0L, 5L, Long.MAX_VALUE), prices(book, false));
    }

    private static List<Long> prices(final MarketBook book, final boolean isBid)
    {
        return IntStream.range(0, book.levelCount(isBid)).mapToObj(i -> book.level(isBid, i).priceE5()).toList();
    }

    private void assertEqual(final List<PlainOrder> plain, final String message)
    {
        final ArrayList<String> expected = new ArrayList<>();
        expected.addAll(sorted(plain, true));
        expected.addAll(sorted(plain, false));

        final ArrayList<String> actual = new ArrayList<>();
        final BookCursor cursor = new BookCursor().wrap(book);
        for (BookOrder order = cursor.next(); null != order; order = cursor.next())
        {
            actual.add(order.orderId() + (order.isBid() ? " B " : " S ") + order.priceE5() + ' ' + order.qtyLots());
        }
        assertEquals(expected, actual, message);
        assertEquals(plain.size(), book.orderCount(), message);
        assertLevels(plain, true, message);
        assertLevels(plain, false, message);
    }

    private void assertLevels(final List<PlainOrder> plain, final boolean isBid, final String message)
    {
        final TreeMap<Long, Long> expected = new TreeMap<>();
        for (final PlainOrder order : plain)
        {
            if (order.isBid == isBid)
            {
                expected.merge(order.priceE5, order.qtyLots, Long::sum);
            }
        }
        final TreeMap<Long, Long> actual = new TreeMap<>();
        for (int depth = 0; depth < book.levelCount(isBid); depth++)
        {
            actual.put(book.level(isBid, depth).priceE5(), book.level(isBid, depth).qtyLots());
        }
        assertEquals(expected, actual, message);
    }

    private static List<String> sorted(final List<PlainOrder> plain, final boolean isBid)
    {
        final Comparator<PlainOrder> byPrice =
            Comparator.comparingLong(order -> isBid ? -order.priceE5 : order.priceE5);
        return plain.stream()
            .filter(order -> order.isBid == isBid)
            .sorted(byPrice.thenComparingLong(order -> order.arrival))
            .map(order -> order.id + (isBid ? " B " : " S ") + order.priceE5 + ' ' + order.qtyLots)
            .collect(Collectors.toList());
    }
}
