// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.layout;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.Table;

import java.util.BitSet;

/**
 * Trades of a day that were broken or corrected, and their reversals. Lots and margin of the two cancel each other, row
 * by row; they pay no fees, make no other trade cheaper, and are no trades of the market.
 */
public final class ReversedTrades
{
    private static final int ROWS = 2_048;

    private final BitSet rows;

    private ReversedTrades(final BitSet rows)
    {
        this.rows = rows;
    }

    /**
     * Looks for reversals. Goes through one column; a day without any costs nothing else.
     *
     * @param trades {@link DayTables#TRADES}, ids ascending.
     * @param tradeCount rows that count.
     * @return rows of both.
     * @throws CheckFailedException when a trade is reversed that is not there.
     */
    public static ReversedTrades of(final Table trades, final int tradeCount)
    {
        final BitSet found = new BitSet();
        final int[] flags = new int[ROWS];
        for (int from = 0; from < tradeCount; from += ROWS)
        {
            final int count = Math.min(ROWS, tradeCount - from);
            trades.ints(DayTables.TRADE_FLAGS).copy(from, flags, count);
            for (int i = 0; i < count; i++)
            {
                if (isReversal(flags[i]))
                {
                    found.set(from + i);
                    addReversed(found, trades, from + i);
                }
            }
        }
        return new ReversedTrades(found);
    }

    /**
     * Whether a row reverses another one.
     *
     * @param flags of the row.
     * @return true for a reversal.
     */
    public static boolean isReversal(final int flags)
    {
        return TradeOrigin.REVERSAL.ordinal() == flags >> DayTables.ORIGIN_SHIFT;
    }

    private static void addReversed(final BitSet found, final Table trades, final int reversal)
    {
        final long tradeId = trades.longs(DayTables.TRADE_BUY_EXT).get(reversal);
        final LongColumn ids = trades.longs(DayTables.TRADE_ID);
        int low = 0;
        int high = reversal - 1;
        while (low <= high)
        {
            final int middle = low + high >>> 1;
            final long id = ids.get(middle);
            if (id == tradeId)
            {
                found.set(middle);
                return;
            }
            low = id < tradeId ? middle + 1 : low;
            high = id < tradeId ? high : middle - 1;
        }
        // Ids of several partitions do not ascend together.
        for (int row = reversal - 1; row >= 0; row--)
        {
            if (tradeId == ids.get(row))
            {
                found.set(row);
                return;
            }
        }
        throw new CheckFailedException("calculation", "a trade is reversed that the day does not have: row=" +
            reversal + " tradeId=" + ids.get(reversal) + " reversedTradeId=" + tradeId);
    }

    /**
     * Whether a trade was reversed, or is a reversal.
     *
     * @param trade row.
     * @return true for both.
     */
    public boolean contains(final int trade)
    {
        return rows.get(trade);
    }
}
