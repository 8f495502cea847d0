// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

/**
 * Some consecutive trades in arrays, for the reason that {@link PositionBlock} has.
 */
final class TradeBlock
{
    private static final int ROWS = 2_048;

    final long[] ids = new long[ROWS];
    final long[] times = new long[ROWS];
    final long[] prices = new long[ROWS];
    final int[] quantities = new int[ROWS];
    final short[] instruments = new short[ROWS];
    final int[] buyers = new int[ROWS];
    final int[] sellers = new int[ROWS];
    final long[] buyOrders = new long[ROWS];
    final long[] sellOrders = new long[ROWS];
    final long[] buyExts = new long[ROWS];
    final long[] sellExts = new long[ROWS];
    final byte[] flags = new byte[ROWS];
    final int[] checks = new int[ROWS];

    private final LongColumn idColumn;
    private final LongColumn timeColumn;
    private final LongColumn priceColumn;
    private final IntColumn quantityColumn;
    private final ShortColumn instrumentColumn;
    private final IntColumn buyerColumn;
    private final IntColumn sellerColumn;
    private final LongColumn buyOrderColumn;
    private final LongColumn sellOrderColumn;
    private final LongColumn buyExtColumn;
    private final LongColumn sellExtColumn;
    private final ByteColumn flagColumn;
    private final IntColumn checkColumn;

    TradeBlock(final Table trades)
    {
        this.idColumn = trades.longs(DayTables.TRADE_ID);
        this.timeColumn = trades.longs(DayTables.TRADE_TIME_NS);
        this.priceColumn = trades.longs(DayTables.TRADE_PRICE_E5);
        this.quantityColumn = trades.ints(DayTables.TRADE_QTY);
        this.instrumentColumn = trades.shorts(DayTables.TRADE_INSTRUMENT);
        this.buyerColumn = trades.ints(DayTables.TRADE_BUYER);
        this.sellerColumn = trades.ints(DayTables.TRADE_SELLER);
        this.buyOrderColumn = trades.longs(DayTables.TRADE_BUY_ORDER);
        this.sellOrderColumn = trades.longs(DayTables.TRADE_SELL_ORDER);
        this.buyExtColumn = trades.longs(DayTables.TRADE_BUY_EXT);
        this.sellExtColumn = trades.longs(DayTables.TRADE_SELL_EXT);
        this.flagColumn = trades.bytes(DayTables.TRADE_FLAGS);
        this.checkColumn = trades.ints(DayTables.TRADE_CHECK);
    }

    /** Takes up the trades from one on, as many as there is room for in front of another; tells how many. */
    int load(final long from, final long to)
    {
        final int count = (int)Math.min(ROWS, to - from);
        idColumn.copy(from, ids, count);
        timeColumn.copy(from, times, count);
        priceColumn.copy(from, prices, count);
        quantityColumn.copy(from, quantities, count);
        instrumentColumn.copy(from, instruments, count);
        buyerColumn.copy(from, buyers, count);
        sellerColumn.copy(from, sellers, count);
        buyOrderColumn.copy(from, buyOrders, count);
        sellOrderColumn.copy(from, sellOrders, count);
        buyExtColumn.copy(from, buyExts, count);
        sellExtColumn.copy(from, sellExts, count);
        flagColumn.copy(from, flags, count);
        checkColumn.copy(from, checks, count);
        return count;
    }
}
