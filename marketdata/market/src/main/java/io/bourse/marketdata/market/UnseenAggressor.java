// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

import java.util.Arrays;

/**
 * An incoming order that is not shown as it is. The public sees it enter with exactly what it trades in this
 * transaction, at the last price it gets: not how large it is, and not its limit. Both are known only when its last
 * trade is in, so its messages are completed then.
 */
final class UnseenAggressor
{
    private final PublicTransaction transaction;
    private PublicEntry[] executionEntries = new PublicEntry[64];
    private long[] executedLots = new long[64];
    private int executions;
    private long orderId;
    private PublicEntry entering;
    private long lastPriceE5;

    UnseenAggressor(final PublicTransaction transaction)
    {
        this.transaction = transaction;
    }

    /**
     * The order trades.
     *
     * @param instrument of the trade.
     * @param aggressorId of the order.
     * @param isBid side of the order.
     * @param priceE5 of the trade.
     * @param qtyLots of the trade.
     * @param tradeFlags of its execution.
     */
    void onTrade(
        final PublicInstrument instrument,
        final long aggressorId,
        final boolean isBid,
        final long tradeId,
        final long priceE5,
        final long qtyLots,
        final long orderFlags,
        final long tradeFlags)
    {
        if (0 == executions || orderId != aggressorId)
        {
            complete();
            orderId = aggressorId;
            entering = transaction.order(instrument, orderId, isBid, priceE5, 0, orderFlags, PublicEntry.NEW);
        }
        if (executions == executionEntries.length)
        {
            executionEntries = Arrays.copyOf(executionEntries, executions * 2);
            executedLots = Arrays.copyOf(executedLots, executions * 2);
        }
        executionEntries[executions] = transaction.execution(
            instrument, orderId, isBid, priceE5, 0, tradeId, priceE5, qtyLots, tradeFlags);
        executedLots[executions] = qtyLots;
        executions++;
        lastPriceE5 = priceE5;
    }

    /** Nothing more will be traded by this order in this transaction. */
    void complete()
    {
        if (0 == executions)
        {
            return;
        }
        long restLots = 0;
        for (int i = executions - 1; i >= 0; i--)
        {
            PublicTransaction.complete(executionEntries[i], lastPriceE5, restLots);
            restLots += executedLots[i];
        }
        entering.priceE5 = lastPriceE5;
        entering.qtyLots = restLots;
        executions = 0;
    }
}
