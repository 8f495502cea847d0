// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import java.util.Arrays;

/**
 * Moments at which transactions are due: stretches of constant rates, one after the other. Nanoseconds from the
 * beginning of the stage. Moments are asked for in order.
 */
final class Schedule
{
    private static final double NS_PER_SECOND = 1e9;

    private long[] beginNs = new long[0];
    private long[] first = new long[0];
    private double[] intervalNs = new double[0];
    private int[] size = new int[0];
    private long lengthNs;
    private long count;
    private int cursor;

    /** A schedule without transactions. */
    Schedule()
    {
    }

    /**
     * Appends a stretch.
     *
     * @param forNs how long.
     * @param perSecond moments.
     * @param ofEach transactions due at each moment.
     * @return this.
     */
    Schedule then(final long forNs, final double perSecond, final int ofEach)
    {
        return thenCount(forNs, perSecond, ofEach, Math.round(forNs * perSecond / NS_PER_SECOND));
    }

    private Schedule thenCount(final long forNs, final double perSecond, final int ofEach, final long moments)
    {
        final int at = beginNs.length;
        beginNs = Arrays.copyOf(beginNs, at + 1);
        first = Arrays.copyOf(first, at + 1);
        intervalNs = Arrays.copyOf(intervalNs, at + 1);
        size = Arrays.copyOf(size, at + 1);
        beginNs[at] = lengthNs;
        first[at] = count;
        intervalNs[at] = NS_PER_SECOND / perSecond;
        size[at] = ofEach;
        lengthNs += forNs;
        count += moments * ofEach;
        return this;
    }

    /**
     * A number of transactions at a constant rate.
     *
     * @param transactions how many.
     * @param perSecond transactions.
     * @return schedule.
     */
    static Schedule ofCount(final long transactions, final double perSecond)
    {
        final long forNs = (long)Math.ceil(transactions * NS_PER_SECOND / perSecond);
        return new Schedule().thenCount(forNs, perSecond, 1, transactions);
    }

    /** When a transaction is due; numbers from 0, never lower than the last one asked for. */
    long dueNs(final long number)
    {
        while (cursor + 1 < first.length && number >= first[cursor + 1])
        {
            cursor++;
        }
        return beginNs[cursor] + (long)((number - first[cursor]) / size[cursor] * intervalNs[cursor]);
    }

    /** Place of a transaction among those of its moment. */
    int place(final long number)
    {
        return (int)((number - first[cursor]) % size[cursor]);
    }

    /** Transactions due up to a moment. */
    long countUntil(final long ns)
    {
        int at = beginNs.length - 1;
        while (at > 0 && beginNs[at] > ns)
        {
            at--;
        }
        if (at < 0 || ns < 0)
        {
            return 0;
        }
        final long moments = (long)((ns - beginNs[at]) / intervalNs[at]) + 1;
        final long end = at + 1 < first.length ? first[at + 1] : count;
        return Math.min(first[at] + moments * size[at], end);
    }

    /** Transactions in all. */
    long count()
    {
        return count;
    }

    /** How long it is. */
    long lengthNs()
    {
        return lengthNs;
    }
}
