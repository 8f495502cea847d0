// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import io.bourse.engine.protocol.Side;

/**
 * An order as the event stream describes it.
 */
final class FollowedOrder
{
    final long orderId;
    final long key;
    final Side side;
    final long priceE5;
    long restLots;
    boolean isInBook;

    FollowedOrder(final long orderId, final long key, final Side side, final long priceE5, final long restLots)
    {
        this.orderId = orderId;
        this.key = key;
        this.side = side;
        this.priceE5 = priceE5;
        this.restLots = restLots;
    }
}
