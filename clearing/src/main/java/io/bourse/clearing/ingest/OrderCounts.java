// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

/**
 * Order events of a session, as clearing has counted them itself.
 *
 * @param accepted new orders.
 * @param replaced orders replaced.
 * @param cancelled orders removed, for whatever reason.
 * @param filled sides of trades that took from an order.
 * @param other activations, slices, reductions and restatements.
 */
public record OrderCounts(long accepted, long replaced, long cancelled, long filled, long other)
{
    /** Nothing. */
    public static final OrderCounts NONE = new OrderCounts(0, 0, 0, 0, 0);

    /**
     * All of them; the rows that the order segments have.
     *
     * @return count.
     */
    public long total()
    {
        return accepted + replaced + cancelled + filled + other;
    }
}
