// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

import java.util.Arrays;

/**
 * What of a register's collateral was moved between this partition and others: two sums for each of them, which only
 * grow. What another partition takes is the sum that this one has given, so that it is taken once, however often and
 * in what order it is said, and never before it is given.
 */
public final class CollateralMoves
{
    /** Partitions of a venue at most, for what is moved. */
    public static final int MAX_PARTITIONS = 64;
    /** What goes from one partition to another at most, ever: all sums together fit into a long. */
    public static final long MAX_KOPECKS = 1L << 56;

    private int[] partitions = {};
    private long[] given = {};
    private long[] taken = {};
    private long kopecks;

    CollateralMoves()
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
    public long kopecks()
    {
        return kopecks;
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
        final long more = Math.min(most, MAX_KOPECKS - given[index]);
        given[index] += more;
        kopecks -= more;
        return more;
    }

    /** Has taken so much, ever; returns what is new of it. */
    long take(final int index, final long ever)
    {
        final long more = Math.max(0, ever - taken[index]);
        taken[index] += more;
        kopecks += more;
        return more;
    }
}
