// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import org.agrona.collections.Long2LongHashMap;

/**
 * Exercise instructions of a day. The last one of a register and series counts.
 */
public final class Instructions
{
    private static final int NONE = 0;
    private static final int INSTRUMENT_BITS = 16;
    private static final long INSTRUMENT_MASK = (1L << INSTRUMENT_BITS) - 1;

    private final Long2LongHashMap lotsByKey = new Long2LongHashMap(NONE);

    /**
     * Takes an instruction.
     *
     * @param accountId register.
     * @param instrument ordinal of the series.
     * @param lots asked for above 0, declined below; 0 takes an earlier instruction back. More than any position can
     * have is as good as the largest.
     */
    public void add(final int accountId, final int instrument, final long lots)
    {
        if (NONE == lots)
        {
            lotsByKey.remove(key(accountId, instrument));
        }
        else
        {
            lotsByKey.put(key(accountId, instrument), Math.clamp(lots, -Integer.MAX_VALUE, Integer.MAX_VALUE));
        }
    }

    /**
     * Instruction in force.
     *
     * @param accountId register.
     * @param instrument ordinal of the series.
     * @return lots, 0 without one.
     */
    public int lots(final int accountId, final int instrument)
    {
        return (int)lotsByKey.get(key(accountId, instrument));
    }

    /**
     * Number of instructions in force for a series.
     *
     * @param instrument ordinal of the series.
     * @return from 0.
     */
    public int size(final int instrument)
    {
        int count = 0;
        final Long2LongHashMap.KeyIterator keys = lotsByKey.keySet().iterator();
        while (keys.hasNext())
        {
            if ((keys.nextValue() & INSTRUMENT_MASK) == instrument)
            {
                count++;
            }
        }
        return count;
    }

    /** Only asked by key and counted: the order of a map never reaches a result. */
    private static long key(final int accountId, final int instrument)
    {
        return (long)accountId << INSTRUMENT_BITS | instrument;
    }
}
