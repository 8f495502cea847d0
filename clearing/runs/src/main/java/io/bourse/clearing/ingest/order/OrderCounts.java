// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

/**
 * Order events of a session, as clearing has counted them itself.
 *
 * @param accepted new orders.
 * @param replaced orders replaced.
 * @param renamed those of them that have a new order id; they have a second row.
 * @param cancelled orders removed, for whatever reason.
 * @param filled sides of trades that took from an order.
 * @param other activations, slices, reductions and restatements.
 */
public record OrderCounts(long accepted, long replaced, long renamed, long cancelled, long filled, long other)
{
    /** Nothing. */
    public static final OrderCounts NONE = new OrderCounts(0, 0, 0, 0, 0, 0);

    /**
     * Order events.
     *
     * @return count.
     */
    public long events()
    {
        return accepted + replaced + cancelled + filled + other;
    }

    /**
     * Rows that the order segments of the session have.
     *
     * @return count.
     */
    public long rows()
    {
        return events() + renamed;
    }
}
