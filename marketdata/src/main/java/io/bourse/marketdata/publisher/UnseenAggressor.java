// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.marketdata.simba.MDUpdateAction;
import java.util.Arrays;

/**
 * An incoming order that is not shown as it is. The public sees it enter with exactly what it trades in this
 * transaction, at the last price it gets: not how large it is, and not its limit. Both are known only when its last
 * trade is in, so its messages are completed then.
 */
final class UnseenAggressor
{
    private final TransactionEncoder encoder;
    private int[] executionOffsets = new int[64];
    private long[] executedLots = new long[64];
    private int executions;
    private long orderId;
    private int updateOffset;
    private long lastPriceE5;

    UnseenAggressor(final TransactionEncoder encoder)
    {
        this.encoder = encoder;
    }

    /**
     * The order trades.
     *
     * @param instrument of the trade.
     * @param aggressorId of the order.
     * @param isBid side of the order.
     * @param tradeId of the trade.
     * @param priceE5 of the trade.
     * @param qtyLots of the trade.
     * @param orderFlags of the order.
     * @param tradeFlags of its execution.
     */
    void onTrade(
        final InstrumentState instrument,
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
            updateOffset =
                encoder.orderUpdate(instrument, orderId, isBid, priceE5, 0, orderFlags, MDUpdateAction.New);
        }
        if (executions == executionOffsets.length)
        {
            executionOffsets = Arrays.copyOf(executionOffsets, executions * 2);
            executedLots = Arrays.copyOf(executedLots, executions * 2);
        }
        executionOffsets[executions] = encoder.orderExecution(
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
            encoder.completeExecution(executionOffsets[i], lastPriceE5, restLots);
            restLots += executedLots[i];
        }
        encoder.completeUpdate(updateOffset, lastPriceE5, restLots);
        executions = 0;
    }
}
