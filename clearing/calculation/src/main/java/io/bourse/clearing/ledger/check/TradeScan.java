// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.TradeCheck;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.table.TableCursor;
import org.agrona.collections.Int2ObjectHashMap;

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
    private final TableCursor rows;
    /** By partition: each numbers its trades. */
    private final Int2ObjectHashMap<Ids> ids = new Int2ObjectHashMap<>();
    /** Of the partition of the trade before. */
    private Ids current;

    /** Ids of the trades of a partition. */
    private static final class Ids
    {
        private final int partition;
        private final long first;
        private final long firstRow;
        private long last;

        Ids(final int partition, final long first, final long firstRow)
        {
            this.partition = partition;
            this.first = first;
            this.firstRow = firstRow;
            last = first;
        }
    }

    TradeScan(final CalculationInput input, final Names names)
    {
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
        this.rows = new TableCursor(input.trades());
    }

    void scan(final long from, final long to)
    {
        rows.reset(from, to);
        while (rows.next())
        {
            final int instrument = rows.ints(DayTables.TRADE_INSTRUMENT);
            final int qty = rows.ints(DayTables.TRADE_QTY);
            final int buyer = rows.ints(DayTables.TRADE_BUYER);
            final int seller = rows.ints(DayTables.TRADE_SELLER);
            checkRecord(instrument, qty, buyer, seller);
            addTrade(instrument, qty, buyer, seller);
        }
    }

    private void checkRecord(final int instrument, final int qty, final int buyer, final int seller)
    {
        final long id = rows.longs(DayTables.TRADE_ID);
        checkOrder(id);
        final int value = check
            .trade(id, rows.longs(DayTables.TRADE_TIME_NS), rows.longs(DayTables.TRADE_PRICE_E5), qty, instrument)
            .parties(buyer, seller, rows.longs(DayTables.TRADE_BUY_ORDER), rows.longs(DayTables.TRADE_SELL_ORDER),
                rows.longs(DayTables.TRADE_BUY_EXT), rows.longs(DayTables.TRADE_SELL_EXT))
            .value(rows.ints(DayTables.TRADE_FLAGS));
        if (value != rows.ints(DayTables.TRADE_CHECK))
        {
            unchanged.note("row=" + rows.row() + " tradeId=" + id + " instrumentId=" +
                names.instrumentId(instrument) + " qtyLots=" + qty + " buyer=" + names.client(buyer) + " seller=" +
                names.client(seller));
        }
    }

    private void checkOrder(final long id)
    {
        final int partition = DayTables.partition(id);
        if (null == current || partition != current.partition)
        {
            current = ids.get(partition);
        }
        if (null == current)
        {
            current = new Ids(partition, id, rows.row());
            ids.put(partition, current);
            return;
        }
        requireAfter(current, id, rows.row());
        current.last = id;
    }

    private void addTrade(final int instrument, final int qty, final int buyer, final int seller)
    {
        if (qty <= 0 || !names.isRegister(buyer) || !names.isRegister(seller) || !names.isInstrument(instrument))
        {
            contents.note("row=" + rows.row() + " tradeId=" + rows.longs(DayTables.TRADE_ID) + " qtyLots=" + qty +
                " instrument=" + instrument + " buyerId=" + buyer + " sellerId=" + seller);
        }
        else if (isCleared[instrument])
        {
            trades[instrument]++;
            lots[instrument] += qty;
            buysPrint[instrument] += qty * Fingerprint.weight(buyer, instrument);
            sellsPrint[instrument] += qty * Fingerprint.weight(seller, instrument);
        }
    }

    /** Whether anybody holds the instrument: not a strategy, whose trades are trades of its legs. */
    boolean isCleared(final int instrument)
    {
        return isCleared[instrument];
    }

    private void requireAfter(final Ids before, final long id, final long row)
    {
        if (id <= before.last)
        {
            order.note("row=" + row + " tradeId=" + id + " afterTradeId=" + before.last);
        }
    }

    private void mergeIds(final Ids later)
    {
        final Ids before = ids.putIfAbsent(later.partition, later);
        if (null != before)
        {
            requireAfter(before, later.first, later.firstRow);
            before.last = later.last;
        }
    }

    void merge(final TradeScan later)
    {
        contents.merge(later.contents);
        later.ids.values().forEach(this::mergeIds);
        order.merge(later.order);
        unchanged.merge(later.unchanged);
        InstrumentSums.add(trades, later.trades);
        InstrumentSums.add(lots, later.lots);
        InstrumentSums.add(buysPrint, later.buysPrint);
        InstrumentSums.add(sellsPrint, later.sellsPrint);
    }
}
