// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.util.function.LongUnaryOperator;

/**
 * Searches rows that are in the order of a key.
 */
public final class RowSearch
{
    private RowSearch()
    {
    }

    /**
     * First of some rows whose key is not below one.
     *
     * @param from first row.
     * @param to row after the last one.
     * @param key that is searched for.
     * @param keyOf key of a row.
     * @return row; {@code to} if all keys are below.
     */
    public static long firstNotBelow(final long from, final long to, final long key, final LongUnaryOperator keyOf)
    {
        long low = from;
        long high = to;
        while (low < high)
        {
            final long middle = low + high >>> 1;
            if (keyOf.applyAsLong(middle) < key)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }
        return low;
    }
}
