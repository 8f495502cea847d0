// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A client that keeps books from snapshots and increments, twice: by the prices of levels, and by their positions.
 */
final class BookClient
{
    /** Books of one instrument. */
    static final class Book
    {
        private final TreeMap<Long, long[]> bids = new TreeMap<>(Collections.reverseOrder());
        private final TreeMap<Long, long[]> offers = new TreeMap<>();
        private final List<long[]> bidsByPosition = new ArrayList<>();
        private final List<long[]> offersByPosition = new ArrayList<>();
        private final Map<String, String> values = new TreeMap<>();
        private final List<String> trades = new ArrayList<>();
        private long rptSeq;

        /** Levels, best first, as text. */
        String side(final boolean isBid)
        {
            final List<long[]> byPrice = new ArrayList<>((isBid ? bids : offers).values());
            final List<long[]> byPosition = isBid ? bidsByPosition : offersByPosition;
            assertEquals(text(byPrice), text(byPosition), "positions give another book than prices");
            return text(byPrice);
        }

        /** Values by MDEntryType, and OpenCloseSettlFlag if there is one. */
        Map<String, String> values()
        {
            return values;
        }

        /** Trades received, as id:lots@price. */
        List<String> trades()
        {
            return trades;
        }

        long rptSeq()
        {
            return rptSeq;
        }

        boolean isCrossed()
        {
            return !bids.isEmpty() && !offers.isEmpty() && bids.firstKey() >= offers.firstKey();
        }
    }

    private final Map<String, Book> books = new HashMap<>();

    static String text(final List<long[]> levels)
    {
        final StringBuilder text = new StringBuilder();
        for (final long[] level : levels)
        {
            text.append(level[1]).append('@').append(level[0]).append('x').append(level[2]).append(' ');
        }
        return text.toString();
    }

    Book book(final String symbol)
    {
        return books.computeIfAbsent(symbol, (key) -> new Book());
    }

    /** Takes a message of one's subscription. */
    void apply(final Fields message)
    {
        switch (message.type())
        {
            case "W" ->
            {
                final Book book = new Book();
                books.put(message.get(55), book);
                book.rptSeq = message.number(83);
                message.group(268, 269).forEach((entry) -> apply(book, entry, '0'));
            }
            case "X" ->
            {
                for (final Fields entry : message.group(268, 279))
                {
                    final Book book = books.get(entry.get(55));
                    final long rptSeq = entry.number(83);
                    assertTrue(book.rptSeq <= rptSeq, () -> "older than what is there: " + message);
                    book.rptSeq = rptSeq;
                    apply(book, entry, entry.get(279).charAt(0));
                }
            }
            default -> throw new AssertionError("not market data: " + message);
        }
    }

    private static void apply(final Book book, final Fields entry, final char action)
    {
        switch (entry.get(269))
        {
            case "0" -> level(book.bids, book.bidsByPosition, entry, action);
            case "1" -> level(book.offers, book.offersByPosition, entry, action);
            case "2" -> book.trades.add(entry.get(278) + ":" + entry.get(271) + "@" + entry.priceE5(270));
            default -> value(book.values, entry, action);
        }
    }

    private static void value(final Map<String, String> values, final Fields entry, final char action)
    {
        final String key = entry.get(269) + (entry.has(286) ? "/" + entry.get(286) : "");
        final String value = (entry.has(271) ? entry.get(271) : "") + (entry.has(270) ? "@" + entry.priceE5(270) : "");
        assertEquals('0' != action, values.containsKey(key), () -> "action does not fit: " + entry);
        if ('2' == action)
        {
            values.remove(key);
        }
        else
        {
            values.put(key, value);
        }
    }

    private static void level(
        final TreeMap<Long, long[]> byPrice, final List<long[]> byPosition, final Fields entry, final char action)
    {
        final long priceE5 = entry.priceE5(270);
        final int index = (int)entry.number(290) - 1;
        final long[] level = {priceE5, entry.number(271), entry.number(346)};
        if ('0' == action)
        {
            assertFalse(byPrice.containsKey(priceE5), () -> "there already: " + entry);
            byPrice.put(priceE5, level);
            byPosition.add(index, level);
            return;
        }
        assertTrue(byPrice.containsKey(priceE5), () -> "not there: " + entry);
        assertEquals(priceE5, byPosition.get(index)[0], () -> "another price there: " + entry);
        if ('1' == action)
        {
            byPrice.put(priceE5, level);
            byPosition.set(index, level);
        }
        else
        {
            byPrice.remove(priceE5);
            byPosition.remove(index);
        }
    }
}
