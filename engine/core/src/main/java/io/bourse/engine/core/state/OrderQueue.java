// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.protocol.snapshot.OrderQueueKind;

/**
 * A place where orders wait, as snapshots see it.
 *
 * @param kind of the place.
 * @param source visits the orders in their order.
 * @param restore puts an order at the end; called for each order in the order of {@code source}.
 */
public record OrderQueue(OrderQueueKind kind, Source source, OrderBook.OrderVisitor<Order> restore)
{
    /** Visits orders. */
    @FunctionalInterface
    public interface Source
    {
        /**
         * Visits every order of the place.
         *
         * @param visitor that must not change the place.
         */
        void forEach(OrderBook.OrderVisitor<Order> visitor);
    }
}
