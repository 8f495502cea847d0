// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

/**
 * Size of the next slice of an iceberg: {@code displayLots} plus or minus up to {@code displayVarianceLots}, at least
 * one lot, at most what is left (TWIME A.3, DisplayQty and DisplayVarianceQty). The variation is a hash of the
 * order and of what it has executed: no participant can predict it, and every replay gives the same slices.
 */
final class IcebergSlice
{
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private IcebergSlice()
    {
    }

    /**
     * Size of the next slice.
     *
     * @param order iceberg with something left.
     * @return lots, from 1 to {@code restLots}.
     */
    static long next(final RestingOrder order)
    {
        return size(order, order.executedLots, order.restLots);
    }

    /** Size of the slice that comes when so much is executed and so much is left. */
    static long size(final RestingOrder order, final long executedLots, final long restLots)
    {
        long lots = order.displayLots;
        final long variance = order.displayVarianceLots;
        if (variance > 0)
        {
            lots += Math.floorMod(mix(order.orderId ^ mix(executedLots)), 2 * variance + 1) - variance;
        }
        return Math.min(restLots, Math.max(1, lots));
    }

    private static long mix(final long value)
    {
        final long product = (value ^ (value >>> 30)) * MULTIPLIER;
        return product ^ (product >>> 27);
    }
}
