// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.ingest.DayTables;
import io.bourse.clearing.ingest.TradeCheck;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

/**
 * Goes through a range of the trades: every trade for itself, and what they add up to per instrument.
 */
final class TradeScan
{
    final FirstFailure contents = new FirstFailure();
    final FirstFailure order = new FirstFailure();
    final FirstFailure unchanged = new FirstFailure();
    final long[] trades;
    final long[] lots;
    final long[] buysPrint;
    final long[] sellsPrint;

    private final Names names;
    private final boolean[] isCleared;
    private final TradeCheck check = new TradeCheck();
    private final LongColumn ids;
    private final LongColumn times;
    private final LongColumn prices;
    private final IntColumn quantities;
    private final ShortColumn instruments;
    private final IntColumn buyers;
    private final IntColumn sellers;
    private final LongColumn buyOrders;
    private final LongColumn sellOrders;
    private final LongColumn buyExts;
    private final LongColumn sellExts;
    private final ByteColumn flags;
    private final IntColumn checks;

    TradeScan(final CalculationInput input, final Names names)
    {
        final Table table = input.trades();
        final int instrumentCount = input.contracts().length;
        this.names = names;
        this.isCleared = new boolean[instrumentCount];
        for (int i = 0; i < instrumentCount; i++)
        {
            isCleared[i] = ContractStyle.STRATEGY != input.contracts()[i].terms().style();
        }
        this.trades = new long[instrumentCount];
        this.lots = new long[instrumentCount];
        this.buysPrint = new long[instrumentCount];
        this.sellsPrint = new long[instrumentCount];
        this.ids = table.longs(DayTables.TRADE_ID);
        this.times = table.longs(DayTables.TRADE_TIME_NS);
        this.prices = table.longs(DayTables.TRADE_PRICE_E5);
        this.quantities = table.ints(DayTables.TRADE_QTY);
        this.instruments = table.shorts(DayTables.TRADE_INSTRUMENT);
        this.buyers = table.ints(DayTables.TRADE_BUYER);
        this.sellers = table.ints(DayTables.TRADE_SELLER);
        this.buyOrders = table.longs(DayTables.TRADE_BUY_ORDER);
        this.sellOrders = table.longs(DayTables.TRADE_SELL_ORDER);
        this.buyExts = table.longs(DayTables.TRADE_BUY_EXT);
        this.sellExts = table.longs(DayTables.TRADE_SELL_EXT);
        this.flags = table.bytes(DayTables.TRADE_FLAGS);
        this.checks = table.ints(DayTables.TRADE_CHECK);
    }

    TradeScan scan(final long from, final long to)
    {
        long lastId = from > 0 ? ids.get(from - 1) : Long.MIN_VALUE;
        for (long row = from; row < to; row++)
        {
            final long id = ids.get(row);
            final int qty = quantities.get(row);
            final int instrument = instruments.get(row);
            final int buyer = buyers.get(row);
            final int seller = sellers.get(row);
            if (id <= lastId)
            {
                order.note("row=" + row + " tradeId=" + id + " afterTradeId=" + lastId);
            }
            lastId = id;
            final int value = check.trade(id, times.get(row), prices.get(row), qty, instrument)
                .parties(
                    buyer, seller, buyOrders.get(row), sellOrders.get(row), buyExts.get(row), sellExts.get(row))
                .value(flags.get(row));
            if (value != checks.get(row))
            {
                unchanged.note("row=" + row + " tradeId=" + id + " instrumentId=" + names.instrumentId(instrument) +
                    " qtyLots=" + qty + " buyer=" + names.client(buyer) + " seller=" + names.client(seller));
            }
            if (qty <= 0 || !names.isRegister(buyer) || !names.isRegister(seller) || !names.isInstrument(instrument))
            {
                contents.note("row=" + row + " tradeId=" + id + " qtyLots=" + qty + " instrument=" + instrument +
                    " buyerId=" + buyer + " sellerId=" + seller);
            }
            else if (isCleared[instrument])
            {
                trades[instrument]++;
                lots[instrument] += qty;
                buysPrint[instrument] += qty * Fingerprint.weight(buyer, instrument);
                sellsPrint[instrument] += qty * Fingerprint.weight(seller, instrument);
            }
        }
        return this;
    }

    /** Whether anybody holds the instrument: not a strategy, whose trades are trades of its legs. */
    boolean isCleared(final int instrument)
    {
        return isCleared[instrument];
    }

    void merge(final TradeScan later)
    {
        contents.merge(later.contents);
        order.merge(later.order);
        unchanged.merge(later.unchanged);
        InstrumentSums.add(trades, later.trades);
        InstrumentSums.add(lots, later.lots);
        InstrumentSums.add(buysPrint, later.buysPrint);
        InstrumentSums.add(sellsPrint, later.sellsPrint);
    }
}
