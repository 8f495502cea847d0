// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

/**
 * A live order; also the node of its price level's queue. Pooled, hence the plain fields: see {@link OrderPool}.
 */
final class Order
{
    long orderId;
    long clOrdId;
    long expireDateNs;
    long priceE5;
    long restLots;
    /** Over the order's whole life, replaces included. */
    long executedLots;
    long accountCode;
    int accountId;
    int loginId;
    int linkId;
    int positionIndex;
    Instrument instrument;
    Side side;
    TimeInForce timeInForce;
    byte complianceId;
    short clientFlags;

    PriceLevel level;
    /** Older neighbour in the queue. */
    Order previous;
    /** Younger neighbour in the queue; the next free order while in the pool. */
    Order next;

    void execute(final long lots)
    {
        restLots -= lots;
        executedLots += lots;
    }
}
