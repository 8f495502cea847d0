// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

import java.util.Arrays;

/**
 * What of a limit of a register was moved between this partition and others: two sums for each of them, which only
 * grow. They are kopecks of a collateral, and orders of the other limits. What another partition takes is the sum that
 * this one has given, so that it is taken once, however often and in what order it is said, and never before it is
 * given.
 */
public final class LimitMoves
{
    /** Partitions of a venue at most, for what is moved. */
    public static final int MAX_PARTITIONS = 64;
    /** What goes from one partition to another at most, ever: all sums together fit into a long. */
    public static final long MAX_AMOUNT = 1L << 56;

    private int[] partitions = {};
    private long[] given = {};
    private long[] taken = {};
    private long sum;

    LimitMoves()
    {
    }

    /** Other partitions that something was moved or is shared with. */
    public int size()
    {
        return partitions.length;
    }

    /** Number of another partition, in order of their first time. */
    public int partitionAt(final int index)
    {
        return partitions[index];
    }

    /** Given to it, ever. */
    public long givenAt(final int index)
    {
        return given[index];
    }

    /** Taken from it, ever. */
    public long takenAt(final int index)
    {
        return taken[index];
    }

    /** All that is taken, less all that is given. */
    public long sum()
    {
        return sum;
    }

    /** What may be used of a limit: what is set, with what is moved; at the edges of a long it stays there. */
    static long usable(final long set, final LimitMoves moves)
    {
        if (null == moves)
        {
            return set;
        }
        final long usable = set + moves.sum;
        return ((set ^ usable) & (moves.sum ^ usable)) < 0 ? (set < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : usable;
    }

    /** Place of another partition, which is new or not. */
    int indexOrAdd(final int partition)
    {
        for (int i = 0; i < partitions.length; i++)
        {
            if (partition == partitions[i])
            {
                return i;
            }
        }
        final int index = partitions.length;
        partitions = Arrays.copyOf(partitions, index + 1);
        given = Arrays.copyOf(given, index + 1);
        taken = Arrays.copyOf(taken, index + 1);
        partitions[index] = partition;
        return index;
    }

    /** Gives so much more; returns what it is. */
    long give(final int index, final long most)
    {
        final long more = Math.min(most, MAX_AMOUNT - given[index]);
        given[index] += more;
        sum -= more;
        return more;
    }

    /** Has taken so much, ever; returns what is new of it. */
    long take(final int index, final long ever)
    {
        final long more = Math.max(0, ever - taken[index]);
        taken[index] += more;
        sum += more;
        return more;
    }
}
