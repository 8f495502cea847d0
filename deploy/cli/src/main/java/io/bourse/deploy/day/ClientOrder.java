// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

/**
 * An order as its client sees it.
 */
final class ClientOrder
{
    final long key;
    final String account;
    final int instrumentId;
    final boolean buy;
    /** Engine's id; 0 until the order is accepted. */
    long orderId;
    /** Accepted or replaced to in total; executions are part of it. */
    long totalLots;
    long executedLots;
    long priceE5;
    /** A request about this order is unanswered. */
    boolean pending;
    boolean gone;

    ClientOrder(final long key, final String account, final int instrumentId, final boolean buy)
    {
        this.key = key;
        this.account = account;
        this.instrumentId = instrumentId;
        this.buy = buy;
    }
}
