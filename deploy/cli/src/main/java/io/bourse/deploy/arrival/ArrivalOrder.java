// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.arrival;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How often the matcher took the later one of two orders first, by their distance in time. Every pair of orders of one
 * partition that are less than a millisecond apart counts once.
 */
public final class ArrivalOrder
{
    /** Pairs of each row are less than this apart, and at least as far as those of the row before. */
    private static final long[] LIMITS_NS =
        {1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000};

    /** Which doors the two orders of a pair came through. */
    public enum Doors
    {
        /** The same connection: never out of order. */
        ONE_CONNECTION("one connection"),
        /** Two connections of TWIME. */
        TWIME("TWIME"),
        /** Two connections of FIX. */
        FIX("FIX"),
        /** One of TWIME and one of FIX. */
        TWIME_AND_FIX("TWIME and FIX");

        private final String label;

        Doors(final String label)
        {
            this.label = label;
        }

        /**
         * Name for people.
         *
         * @return a few words.
         */
        public String label()
        {
            return label;
        }
    }

    /**
     * Pairs of about one distance.
     *
     * @param limitNs their distance is below it.
     * @param doors that they came through.
     * @param pairs of orders.
     * @param inverted those of them of which the matcher took the later one first.
     */
    public record Row(long limitNs, Doors doors, long pairs, long inverted)
    {
    }

    private final long[][] pairs = new long[Doors.values().length][LIMITS_NS.length];
    private final long[][] inverted = new long[Doors.values().length][LIMITS_NS.length];

    private ArrivalOrder()
    {
    }

    /**
     * Compares orders with each other.
     *
     * @param orders new ones of a capture that were accepted, in any order.
     * @return figures.
     */
    public static ArrivalOrder of(final List<CapturedRequest> orders)
    {
        final ArrivalOrder order = new ArrivalOrder();
        final List<CapturedRequest> sorted = new ArrayList<>(orders);
        sorted.sort(Comparator.comparingLong(CapturedRequest::arrivalNs).thenComparingLong(CapturedRequest::place));
        for (int i = 0; i < sorted.size(); i++)
        {
            order.compare(sorted, i);
        }
        return order;
    }

    private void compare(final List<CapturedRequest> sorted, final int index)
    {
        final CapturedRequest first = sorted.get(index);
        int row = 0;
        for (int i = index + 1; i < sorted.size(); i++)
        {
            final CapturedRequest later = sorted.get(i);
            final long distanceNs = later.arrivalNs() - first.arrivalNs();
            while (row < LIMITS_NS.length && distanceNs >= LIMITS_NS[row])
            {
                row++;
            }
            if (row == LIMITS_NS.length)
            {
                return;
            }
            final Doors pair = doors(first, later);
            // Packets of two connections with one time stamp have no order; the bytes of one connection have.
            if (first.partition() == later.partition() && (0 != distanceNs || Doors.ONE_CONNECTION == pair))
            {
                final int doors = pair.ordinal();
                pairs[doors][row]++;
                inverted[doors][row] += later.orderId() < first.orderId() ? 1 : 0;
            }
        }
    }

    private static Doors doors(final CapturedRequest one, final CapturedRequest other)
    {
        return one.connection() == other.connection() ? Doors.ONE_CONNECTION :
            one.isFix() != other.isFix() ? Doors.TWIME_AND_FIX : one.isFix() ? Doors.FIX : Doors.TWIME;
    }

    /**
     * Figures by doors and distance.
     *
     * @return rows that have pairs.
     */
    public List<Row> rows()
    {
        final List<Row> rows = new ArrayList<>();
        for (final Doors doors : Doors.values())
        {
            for (int i = 0; i < LIMITS_NS.length; i++)
            {
                if (pairs[doors.ordinal()][i] > 0)
                {
                    rows.add(new Row(LIMITS_NS[i], doors, pairs[doors.ordinal()][i], inverted[doors.ordinal()][i]));
                }
            }
        }
        return rows;
    }
}
