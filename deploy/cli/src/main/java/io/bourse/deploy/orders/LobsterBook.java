// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The book that the requests of a LOBSTER day make, as far as they are sent: prices, then time, as the venue matches.
 */
final class LobsterBook
{
    /** A change that makes a level equal to that of the recording. */
    @FunctionalInterface
    interface Correction
    {
        /**
         * A level differs.
         *
         * @param buy side.
         * @param priceE5 of the level.
         * @param lots missing; below 0 when there are too many.
         */
        void onDifference(boolean buy, long priceE5, long lots);
    }

    /** Levels best first, orders oldest first. */
    private static final class Side
    {
        private final TreeMap<Long, LinkedHashMap<Long, Long>> levels;

        private Side(final boolean buy)
        {
            levels = new TreeMap<>(buy ? Comparator.<Long>reverseOrder() : Comparator.<Long>naturalOrder());
        }
    }

    /** Where an order is. */
    private record Place(boolean buy, long priceE5)
    {
    }

    private final Side bids = new Side(true);
    private final Side asks = new Side(false);
    private final Map<Long, Place> places = new LinkedHashMap<>();

    boolean has(final long key)
    {
        return places.containsKey(key);
    }

    /** Lots left of an order that is here. */
    long left(final long key)
    {
        final Place place = places.get(key);
        return side(place.buy()).levels.get(place.priceE5()).get(key);
    }

    /** Matches an order; what is left of it rests unless it is immediate. */
    void add(final long key, final boolean buy, final long priceE5, final long lots, final boolean immediate)
    {
        final Side opposite = side(!buy);
        long left = lots;
        while (0 < left && !opposite.levels.isEmpty() &&
            (buy ? opposite.levels.firstKey() <= priceE5 : opposite.levels.firstKey() >= priceE5))
        {
            final Map.Entry<Long, Long> oldest = opposite.levels.firstEntry().getValue().firstEntry();
            final long traded = Math.min(left, oldest.getValue());
            take(oldest.getKey(), traded);
            left -= traded;
        }
        if (0 < left && !immediate)
        {
            side(buy).levels.computeIfAbsent(priceE5, ignore -> new LinkedHashMap<>()).put(key, left);
            places.put(key, new Place(buy, priceE5));
        }
    }

    /** Takes lots off an order, all that are left at most. */
    void take(final long key, final long lots)
    {
        final Place place = places.get(key);
        final TreeMap<Long, LinkedHashMap<Long, Long>> levels = side(place.buy()).levels;
        final LinkedHashMap<Long, Long> orders = levels.get(place.priceE5());
        if (orders.get(key) > lots)
        {
            orders.put(key, orders.get(key) - lots);
            return;
        }
        orders.remove(key);
        places.remove(key);
        if (orders.isEmpty())
        {
            levels.remove(place.priceE5());
        }
    }

    /** The oldest order of a level that the file does not name, or 0. */
    long synthetic(final boolean buy, final long priceE5)
    {
        final LinkedHashMap<Long, Long> orders = side(buy).levels.get(priceE5);
        return null == orders ? 0 : orders.keySet().stream().filter(key -> key < 0).findFirst().orElse(0L);
    }

    /** The order of a level to take lots off: one that has just so many, or the youngest. */
    long candidate(final boolean buy, final long priceE5, final long lots)
    {
        final LinkedHashMap<Long, Long> orders = side(buy).levels.get(priceE5);
        for (final Map.Entry<Long, Long> order : orders.entrySet())
        {
            if (order.getValue() == lots)
            {
                return order.getKey();
            }
        }
        return orders.lastEntry().getKey();
    }

    /**
     * Compares a side with what the recording shows of it.
     *
     * @param buy side.
     * @param priceE5 of the levels in sight, best first.
     * @param lots of them.
     * @param isWhole whether there is nothing below them.
     * @param correction receives each difference; it may change the book.
     */
    void compare(
        final boolean buy, final long[] priceE5, final long[] lots, final boolean isWhole, final Correction correction)
    {
        final TreeMap<Long, Long> differences = new TreeMap<>();
        final Iterator<Map.Entry<Long, LinkedHashMap<Long, Long>>> here = side(buy).levels.entrySet().iterator();
        final long worst = 0 == priceE5.length ? 0 : priceE5[priceE5.length - 1];
        boolean isInSight = true;
        while (isInSight && here.hasNext())
        {
            final Map.Entry<Long, LinkedHashMap<Long, Long>> level = here.next();
            isInSight = isWhole || 0 < priceE5.length && (buy ? level.getKey() >= worst : level.getKey() <= worst);
            if (isInSight)
            {
                differences.put(level.getKey(), -level.getValue().values().stream().mapToLong(each -> each).sum());
            }
        }
        for (int i = 0; i < priceE5.length; i++)
        {
            differences.merge(priceE5[i], lots[i], Long::sum);
        }
        differences.forEach((price, difference) ->
        {
            if (0 != difference)
            {
                correction.onDifference(buy, price, difference);
            }
        });
    }

    private Side side(final boolean buy)
    {
        return buy ? bids : asks;
    }
}
