// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import org.agrona.collections.Long2LongHashMap;

import java.util.Arrays;

/**
 * Net position per account and instrument. Zero positions are not kept.
 */
public final class CarriedPositions
{
    private final Long2LongHashMap lotsByKey = new Long2LongHashMap(0);

    /**
     * Adds to a position.
     *
     * @param accountId dense id.
     * @param instrument ordinal.
     * @param lots bought above 0, sold below.
     */
    public void add(final int accountId, final int instrument, final long lots)
    {
        final long key = key(accountId, instrument);
        final long sum = Math.addExact(lotsByKey.get(key), lots);
        if (0 == sum)
        {
            lotsByKey.remove(key);
        }
        else
        {
            lotsByKey.put(key, sum);
        }
    }

    /**
     * A position.
     *
     * @param accountId dense id.
     * @param instrument ordinal.
     * @return lots, 0 for none.
     */
    public long lots(final int accountId, final int instrument)
    {
        return lotsByKey.get(key(accountId, instrument));
    }

    /**
     * Adds all positions of another table.
     *
     * @param other to be added.
     */
    public void addAll(final CarriedPositions other)
    {
        for (final long key : other.sortedKeys())
        {
            add(accountId(key), instrument(key), other.lotsByKey.get(key));
        }
    }

    /**
     * Keys of all positions that are not zero, ascending by account id and instrument ordinal.
     *
     * @return keys for {@link #accountId}, {@link #instrument} and {@link #lots(long)}.
     */
    public long[] sortedKeys()
    {
        final long[] keys = new long[lotsByKey.size()];
        final Long2LongHashMap.KeyIterator iterator = lotsByKey.keySet().iterator();
        for (int i = 0; i < keys.length; i++)
        {
            keys[i] = iterator.nextValue();
        }
        Arrays.sort(keys);
        return keys;
    }

    /**
     * Position of a key.
     *
     * @param key from {@link #sortedKeys}.
     * @return lots.
     */
    public long lots(final long key)
    {
        return lotsByKey.get(key);
    }

    /**
     * Account of a key.
     *
     * @param key from {@link #sortedKeys}.
     * @return dense id.
     */
    public static int accountId(final long key)
    {
        return (int)(key >>> Integer.SIZE);
    }

    /**
     * Instrument of a key.
     *
     * @param key from {@link #sortedKeys}.
     * @return ordinal.
     */
    public static int instrument(final long key)
    {
        return (int)key;
    }

    private static long key(final int accountId, final int instrument)
    {
        return (long)accountId << Integer.SIZE | instrument;
    }
}
