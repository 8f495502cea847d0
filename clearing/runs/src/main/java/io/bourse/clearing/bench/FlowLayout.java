// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

/**
 * Which transaction of the day is what, while trading is open. Every trade takes two transactions: the resting order,
 * and the order that takes it with the trade. After it comes its share of orders that never trade: each is accepted in
 * one transaction, and in the next an older one is cancelled, so that a number of them always stand in the books.
 * Transactions are counted from the first of the flow.
 */
final class FlowLayout
{
    private static final int TRADE_EVENTS = 4;
    private static final int MAX_RESTING = 10_000;
    private static final int RESTING_SHARE = 4;

    private final long trades;
    private final long pairs;
    private final int resting;

    /**
     * Layout of a flow.
     *
     * @param trades of the day.
     * @param orderEvents of the day.
     */
    FlowLayout(final long trades, final long orderEvents)
    {
        if (orderEvents < TRADE_EVENTS * trades)
        {
            throw new IllegalArgumentException("fewer order events than the trades alone have: orderEvents=" +
                orderEvents + " trades=" + trades);
        }
        final long rest = orderEvents - TRADE_EVENTS * trades;
        this.trades = trades;
        // Orders that stand at the end have no cancel: with theirs the number is even.
        this.resting = (int)(Math.min(MAX_RESTING, rest / RESTING_SHARE) / 2 * 2 + (rest & 1));
        this.pairs = (rest + resting) / 2;
    }

    /** Transactions of the flow. */
    long size()
    {
        return 2 * (trades + pairs);
    }

    /** Orders that stand in the books at the end, without the quotes. */
    int resting()
    {
        return resting;
    }

    /** Orders that never trade. */
    long fillers()
    {
        return pairs;
    }

    /** Number of the first transaction of a trade: its resting order. */
    long start(final long trade)
    {
        return 2 * (trade + firstFiller(trade));
    }

    /** Number of the first order without a trade that comes after a trade. */
    long firstFiller(final long trade)
    {
        return trade * pairs / trades;
    }

    /** Transaction in which an order without a trade is accepted. */
    long fillerStart(final long filler)
    {
        final long trade = -Math.floorDiv(-(filler + 1) * trades, pairs) - 1;
        return start(trade) + 2 + 2 * (filler - firstFiller(trade));
    }

    /** Trade in whose share a transaction is. */
    long tradeAt(final long transaction)
    {
        long low = 0;
        long high = trades - 1;
        while (low < high)
        {
            final long middle = low + high + 1 >>> 1;
            if (start(middle) <= transaction)
            {
                low = middle;
            }
            else
            {
                high = middle - 1;
            }
        }
        return low;
    }
}
