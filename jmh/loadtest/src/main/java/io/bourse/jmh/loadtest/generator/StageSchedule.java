// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import java.util.ArrayList;
import java.util.List;

/**
 * Moments at which transactions are due: stretches of constant rates, one after the other. Nanoseconds from the
 * beginning of the stage. Moments are asked for in order.
 *
 * <p>Several generators share a schedule: of four the first has the transactions 0, 4, 8.., each at the moment that it
 * has in the whole. What is asked for here is this generator's part.
 */
final class StageSchedule
{
    private static final double NS_PER_SECOND = 1e9;

    private final List<Stretch> stretches = new ArrayList<>();
    private final int generator;
    private final int generators;
    private long lengthNs;
    private long wholeCount;
    private int cursor;

    /** Packets of a size at a constant rate, from a moment and a transaction of the whole on. */
    private record Stretch(long beginNs, long first, double intervalNs, int size)
    {
    }

    /** A schedule without transactions, of one generator. */
    StageSchedule()
    {
        this(0, 1);
    }

    /**
     * A schedule without transactions.
     *
     * @param generator number of it, from 0.
     * @param generators that share the schedule.
     */
    StageSchedule(final int generator, final int generators)
    {
        this.generator = generator;
        this.generators = generators;
    }

    /**
     * Appends a stretch.
     *
     * @param forNs how long.
     * @param perSecond moments.
     * @param ofEach transactions due at each moment.
     * @return this.
     */
    StageSchedule then(final long forNs, final double perSecond, final int ofEach)
    {
        return thenCount(forNs, perSecond, ofEach, Math.round(forNs * perSecond / NS_PER_SECOND));
    }

    private StageSchedule thenCount(final long forNs, final double perSecond, final int ofEach, final long moments)
    {
        stretches.add(new Stretch(lengthNs, wholeCount, NS_PER_SECOND / perSecond, ofEach));
        lengthNs += forNs;
        wholeCount += moments * ofEach;
        return this;
    }

    /**
     * Appends a number of transactions at a constant rate.
     *
     * @param transactions how many.
     * @param perSecond transactions.
     * @return this.
     */
    StageSchedule thenCount(final long transactions, final double perSecond)
    {
        return thenCount((long)Math.ceil(transactions * NS_PER_SECOND / perSecond), perSecond, 1, transactions);
    }

    /** How many of the first transactions of the whole are this generator's. */
    static long share(final long ofWhole, final int generator, final int generators)
    {
        return Math.ceilDiv(Math.max(0, ofWhole - generator), (long)generators);
    }

    private long share(final long ofWhole)
    {
        return share(ofWhole, generator, generators);
    }

    private long inWhole(final long number)
    {
        return number * generators + generator;
    }

    /** When a transaction is due; numbers from 0, never lower than the last one asked for. */
    long dueNs(final long number)
    {
        final long whole = inWhole(number);
        while (cursor + 1 < stretches.size() && whole >= stretches.get(cursor + 1).first)
        {
            cursor++;
        }
        final Stretch stretch = stretches.get(cursor);
        return stretch.beginNs + (long)((whole - stretch.first) / stretch.size * stretch.intervalNs);
    }

    /** Place of a transaction among those of its moment, of all generators. */
    int place(final long number)
    {
        return (int)((inWhole(number) - stretches.get(cursor).first) % stretches.get(cursor).size);
    }

    /** Transactions due up to a moment. */
    long countUntil(final long ns)
    {
        int at = stretches.size() - 1;
        while (at > 0 && stretches.get(at).beginNs > ns)
        {
            at--;
        }
        if (at < 0 || ns < 0)
        {
            return 0;
        }
        final Stretch stretch = stretches.get(at);
        final long moments = (long)((ns - stretch.beginNs) / stretch.intervalNs) + 1;
        return share(Math.min(stretch.first + moments * stretch.size, behind(at)));
    }

    private long behind(final int stretch)
    {
        return stretch + 1 < stretches.size() ? stretches.get(stretch + 1).first : wholeCount;
    }

    /** Transactions of a stretch; stretches from 0. */
    long countOf(final int stretch)
    {
        return share(behind(stretch)) - share(stretches.get(stretch).first);
    }

    /** Transactions in all. */
    long count()
    {
        return share(wholeCount);
    }

    long lengthNs()
    {
        return lengthNs;
    }
}
