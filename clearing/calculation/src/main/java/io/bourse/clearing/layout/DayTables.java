// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.layout;

import io.bourse.clearing.table.TableSpec;

/**
 * Tables that grow while the day goes on. A row's number is its identity: the trade index, the account id.
 */
public final class DayTables
{
    /** Trades of a session in the order of the stream. */
    public static final TableSpec TRADES = TableSpec.parse("trades",
        "trade_id long, time_ns long, price price, qty int, instrument short, buyer int, seller int, " +
        "buy_order long, sell_order long, buy_ext long, sell_ext long, flags byte, row_check int");
    /** Column of {@link #TRADES}. */
    public static final int TRADE_ID = 0;
    /** Column of {@link #TRADES}: engine time. */
    public static final int TRADE_TIME_NS = 1;
    /** Column of {@link #TRADES}. */
    public static final int TRADE_PRICE_E5 = 2;
    /** Column of {@link #TRADES}: lots, above 0. */
    public static final int TRADE_QTY = 3;
    /** Column of {@link #TRADES}: ordinal of the instrument. */
    public static final int TRADE_INSTRUMENT = 4;
    /** Column of {@link #TRADES}: account id. */
    public static final int TRADE_BUYER = 5;
    /** Column of {@link #TRADES}: account id. */
    public static final int TRADE_SELLER = 6;
    /** Column of {@link #TRADES}: order id. */
    public static final int TRADE_BUY_ORDER = 7;
    /** Column of {@link #TRADES}: order id. */
    public static final int TRADE_SELL_ORDER = 8;
    /** Column of {@link #TRADES}: the client's order id; of a reversal the id of the trade that is reversed. */
    public static final int TRADE_BUY_EXT = 9;
    /** Column of {@link #TRADES}: the client's order id; of a reversal the id of the trade that is reversed. */
    public static final int TRADE_SELL_EXT = 10;
    /** Column of {@link #TRADES}: {@link #TAKER_MASK} and the ordinal of {@link TradeOrigin} above it. */
    public static final int TRADE_FLAGS = 11;
    /** Column of {@link #TRADES}: {@link TradeCheck} of the event, so that a changed value is found by its trade. */
    public static final int TRADE_CHECK = 12;

    /** Who took liquidity: one of the next three. */
    public static final int TAKER_MASK = 3;
    /** The buyer took. */
    public static final int BUYER_TAKES = 0;
    /** The seller took. */
    public static final int SELLER_TAKES = 1;
    /** Both took: a negotiated trade. */
    public static final int BOTH_TAKE = 2;
    /** Shift of the origin in the flags. */
    public static final int ORIGIN_SHIFT = 2;

    /** Client registers by account id. */
    public static final TableSpec REGISTERS = TableSpec.parse("registers",
        "code long, client long");
    /** Column of {@link #REGISTERS}: packed code, see AccountCode. */
    public static final int REGISTER_CODE = 0;
    /** Column of {@link #REGISTERS}: whose register it is. */
    public static final int REGISTER_CLIENT = 1;

    private static final int PARTITION_SHIFT = 48;

    private DayTables()
    {
    }

    /**
     * Partition that has given an id to an order or a trade. Ids of a partition ascend.
     *
     * @param id of either.
     * @return number of the partition.
     */
    public static int partition(final long id)
    {
        return (int)(id >>> PARTITION_SHIFT);
    }
}
