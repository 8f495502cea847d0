// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.Arrays;

/**
 * Net lots by account and instrument. An order looks its entry up once, when it is accepted, so that a trade only adds
 * to an array element.
 */
final class Positions implements HashedState
{
    /**
     * A position this far from zero takes no more orders. It leaves room for every live order of the account: 2^30
     * orders of 2^32 lots, so that no sequence of trades can overflow a long.
     */
    static final long MAX_NET_LOTS = 1L << 62;

    private static final int INITIAL_CAPACITY = 1024;

    private final KeyTable keys = new KeyTable();
    private long[] netLots = new long[INITIAL_CAPACITY];

    /**
     * Entry of an account and instrument.
     *
     * @param accountId from 0.
     * @param instrumentId above 0.
     * @return index, or {@link KeyTable#MISSING}.
     */
    int indexOf(final int accountId, final int instrumentId)
    {
        return keys.indexOf(key(accountId, instrumentId));
    }

    /**
     * Entry of an account and instrument, created if it is not there.
     *
     * @param accountId from 0.
     * @param instrumentId above 0.
     * @return index.
     */
    int indexOfOrAdd(final int accountId, final int instrumentId)
    {
        final int index = keys.indexOfOrAdd(key(accountId, instrumentId));
        if (index >= netLots.length)
        {
            netLots = Arrays.copyOf(netLots, netLots.length << 1);
        }
        return index;
    }

    /**
     * Whether one more order may be accepted without any danger of overflow.
     *
     * @param index of the entry, or {@link KeyTable#MISSING}.
     * @return false at the edge.
     */
    boolean hasRoom(final int index)
    {
        return KeyTable.MISSING == index || Math.abs(netLots[index]) < MAX_NET_LOTS;
    }

    void add(final int index, final long lots)
    {
        netLots[index] += lots;
    }

    int size()
    {
        return keys.size();
    }

    /** Net lots of an entry. */
    long netLots(final int index)
    {
        return netLots[index];
    }

    /** Account of an entry. */
    int accountId(final int index)
    {
        return accountId(keys.keyAt(index));
    }

    /** Instrument of an entry. */
    int instrumentId(final int index)
    {
        return instrumentId(keys.keyAt(index));
    }

    /**
     * Keys of the non-zero positions, accounts ascending, then instruments. Allocates: for reports only.
     *
     * @return sorted keys, to be taken apart by {@link #accountId(long)} and {@link #instrumentId(long)}.
     */
    long[] sortedKeys()
    {
        final long[] sorted = new long[keys.size()];
        int count = 0;
        for (int i = 0; i < sorted.length; i++)
        {
            if (0 != netLots[i])
            {
                sorted[count++] = keys.keyAt(i);
            }
        }
        Arrays.sort(sorted, 0, count);
        return Arrays.copyOf(sorted, count);
    }

    long netLotsOf(final long key)
    {
        return netLots[keys.indexOf(key)];
    }

    static int accountId(final long key)
    {
        return (int)(key >>> 32);
    }

    static int instrumentId(final long key)
    {
        return (int)key;
    }

    private static long key(final int accountId, final int instrumentId)
    {
        return (long)accountId << 32 | instrumentId;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(size());
        for (int i = 0; i < size(); i++)
        {
            hash.add(keys.keyAt(i));
            hash.add(netLots[i]);
        }
    }
}
