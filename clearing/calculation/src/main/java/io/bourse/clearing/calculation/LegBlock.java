// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.table.Table;

/**
 * What legs need of some consecutive trades, in arrays: a loop over arrays costs a fraction of one over mapped columns.
 * One thread's.
 */
final class LegBlock
{
    private static final int ROWS = 2_048;

    final int[] buyers = new int[ROWS];
    final int[] sellers = new int[ROWS];
    final int[] instruments = new int[ROWS];
    final int[] quantities = new int[ROWS];
    final long[] prices = new long[ROWS];
    final int[] flags = new int[ROWS];

    private final Table trades;

    /**
     * A block of a table.
     *
     * @param trades of the day.
     */
    LegBlock(final Table trades)
    {
        this.trades = trades;
    }

    /**
     * Takes up who traded what and how much.
     *
     * @param from first trade.
     * @param to trade after the last one that may be taken up.
     * @return number of trades.
     */
    int loadParties(final int from, final int to)
    {
        final int count = Math.min(ROWS, to - from);
        trades.ints(DayTables.TRADE_BUYER).copy(from, buyers, count);
        trades.ints(DayTables.TRADE_SELLER).copy(from, sellers, count);
        trades.ints(DayTables.TRADE_INSTRUMENT).copy(from, instruments, count);
        trades.ints(DayTables.TRADE_QTY).copy(from, quantities, count);
        return count;
    }

    /**
     * Takes up what was traded, how much, at which price and who took.
     *
     * @param from first trade.
     * @param to trade after the last one that may be taken up.
     * @return number of trades.
     */
    int loadTerms(final int from, final int to)
    {
        final int count = Math.min(ROWS, to - from);
        trades.ints(DayTables.TRADE_INSTRUMENT).copy(from, instruments, count);
        trades.ints(DayTables.TRADE_QTY).copy(from, quantities, count);
        trades.longs(DayTables.TRADE_PRICE_E5).copy(from, prices, count);
        trades.ints(DayTables.TRADE_FLAGS).copy(from, flags, count);
        return count;
    }
}
