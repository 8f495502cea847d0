// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.TradeCheck;
import io.bourse.clearing.model.ContractStyle;

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
    private final TradeBlock block;
    private long lastId = Long.MIN_VALUE;

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
        this.block = new TradeBlock(input.trades());
    }

    TradeScan scan(final long from, final long to)
    {
        if (from > 0)
        {
            block.load(from - 1, from);
            lastId = block.ids[0];
        }
        int count;
        for (long first = from; first < to; first += count)
        {
            count = block.load(first, to);
            for (int i = 0; i < count; i++)
            {
                checkRecord(first + i, i);
                addTrade(first + i, i);
            }
        }
        return this;
    }

    private void checkRecord(final long row, final int at)
    {
        final long id = block.ids[at];
        final int qty = block.quantities[at];
        final int instrument = block.instruments[at];
        final int buyer = block.buyers[at];
        final int seller = block.sellers[at];
        if (id <= lastId)
        {
            order.note("row=" + row + " tradeId=" + id + " afterTradeId=" + lastId);
        }
        lastId = id;
        final int value = check.trade(id, block.times[at], block.prices[at], qty, instrument)
            .parties(buyer, seller, block.buyOrders[at], block.sellOrders[at], block.buyExts[at], block.sellExts[at])
            .value(block.flags[at]);
        if (value != block.checks[at])
        {
            unchanged.note("row=" + row + " tradeId=" + id + " instrumentId=" + names.instrumentId(instrument) +
                " qtyLots=" + qty + " buyer=" + names.client(buyer) + " seller=" + names.client(seller));
        }
    }

    private void addTrade(final long row, final int at)
    {
        final int qty = block.quantities[at];
        final int instrument = block.instruments[at];
        final int buyer = block.buyers[at];
        final int seller = block.sellers[at];
        if (qty <= 0 || !names.isRegister(buyer) || !names.isRegister(seller) || !names.isInstrument(instrument))
        {
            contents.note("row=" + row + " tradeId=" + block.ids[at] + " qtyLots=" + qty + " instrument=" +
                instrument + " buyerId=" + buyer + " sellerId=" + seller);
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
