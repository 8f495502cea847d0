// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.market;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.market.PublicCorrection;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicInstrument;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The last trades of an instrument, and the session's trades in the book by minute.
 */
final class InstrumentHistory
{
    static final int TRADES = 100;
    private static final InstrumentDetail.TradeKind[] KINDS = InstrumentDetail.TradeKind.values();
    private static final InstrumentDetail.Trade NO_TRADE =
        new InstrumentDetail.Trade("", "", "", "", 0, null, InstrumentDetail.TradeKind.BOOK, false);
    private static final long OFF_BOOK = MdFlags.NEGOTIATED | MdFlags.NEGOTIATED_MATCH_BY_REF;
    private static final long NS_PER_MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final int S_PER_MINUTE = 60;

    private final PublicInstrument instrument;
    private final Deque<InstrumentDetail.Trade> trades = new ArrayDeque<>();
    private final List<Minute> minutes = new ArrayList<>();
    private final List<InstrumentDetail.Trade> newTrades = new ArrayList<>();
    private long lastTradeId = -1;
    private int publishedMinutes;

    private static final class Minute
    {
        private final long minute;
        private final long openE5;
        private long highE5;
        private long lowE5;
        private long closeE5;
        private long lots;

        private Minute(final long minute, final long priceE5)
        {
            this.minute = minute;
            openE5 = priceE5;
            highE5 = priceE5;
            lowE5 = priceE5;
        }

        private Minute state(final CheckpointState state)
        {
            final Minute read = new Minute(state.number(minute), state.number(openE5));
            read.highE5 = state.number(highE5);
            read.lowE5 = state.number(lowE5);
            read.closeE5 = state.number(closeE5);
            read.lots = state.number(lots);
            return read;
        }

        private void add(final long priceE5, final long qtyLots)
        {
            highE5 = Math.max(highE5, priceE5);
            lowE5 = Math.min(lowE5, priceE5);
            closeE5 = priceE5;
            lots += qtyLots;
        }
    }

    InstrumentHistory(final PublicInstrument instrument)
    {
        this.instrument = instrument;
    }

    /** One side of a trade; the other side follows or has come before. */
    void onExecution(final PublicEntry entry, final long timeNs)
    {
        final boolean isActive = 0 != (entry.mdFlags() & MdFlags.ACTIVE_SIDE);
        if (entry.tradeId() == lastTradeId)
        {
            if (isActive)
            {
                final InstrumentDetail.Trade former = trades.removeLast();
                newTrades.remove(former);
                addTrade(trade(entry, timeNs, true));
            }
            return;
        }
        lastTradeId = entry.tradeId();
        final InstrumentDetail.Trade trade = trade(entry, timeNs, isActive);
        addTrade(trade);
        if (InstrumentDetail.TradeKind.BOOK == trade.kind() || InstrumentDetail.TradeKind.AUCTION == trade.kind())
        {
            addToMinute(timeNs / NS_PER_MINUTE, entry.tradePriceE5(), entry.tradeLots());
        }
    }

    private InstrumentDetail.Trade trade(final PublicEntry entry, final long timeNs, final boolean isActive)
    {
        return new InstrumentDetail.Trade(Long.toString(entry.tradeId()), InstrumentRow.time(timeNs),
            Long.toString(timeNs), InstrumentRow.price(entry.tradePriceE5(), instrument), entry.tradeLots(),
            !isActive ? null : entry.isBid() ? "BUY" : "SELL", kind(entry.mdFlags()), false);
    }

    private static InstrumentDetail.TradeKind kind(final long mdFlags)
    {
        if (0 != (mdFlags & OFF_BOOK))
        {
            return InstrumentDetail.TradeKind.NEGOTIATED;
        }
        if (0 != (mdFlags & MdFlags.MULTI_LEG))
        {
            return InstrumentDetail.TradeKind.LEG;
        }
        return 0 != (mdFlags & MdFlags.DURING_DISCRETE_AUCTION) ?
            InstrumentDetail.TradeKind.AUCTION : InstrumentDetail.TradeKind.BOOK;
    }

    private void addTrade(final InstrumentDetail.Trade trade)
    {
        trades.addLast(trade);
        newTrades.add(trade);
        if (trades.size() > TRADES)
        {
            trades.removeFirst();
        }
        if (newTrades.size() > TRADES)
        {
            newTrades.removeFirst();
        }
    }

    private void addToMinute(final long minute, final long priceE5, final long lots)
    {
        if (minutes.isEmpty() || minutes.getLast().minute != minute)
        {
            minutes.add(new Minute(minute, priceE5));
        }
        minutes.getLast().add(priceE5, lots);
    }

    /** A trade is no more, and another one may be in its place; the minutes stay as they were. */
    void onCorrection(final PublicCorrection correction, final long timeNs)
    {
        final String id = Long.toString(correction.tradeId());
        final List<InstrumentDetail.Trade> before = List.copyOf(trades);
        trades.clear();
        for (final InstrumentDetail.Trade trade : before)
        {
            final boolean isIt = id.equals(trade.id());
            trades.addLast(isIt ? trade.broken() : trade);
            if (isIt)
            {
                newTrades.add(trade.broken());
            }
        }
        if (0 < correction.newLots())
        {
            addTrade(new InstrumentDetail.Trade(Long.toString(correction.newTradeId()), InstrumentRow.time(timeNs),
                Long.toString(timeNs), InstrumentRow.price(correction.newPriceE5(), instrument), correction.newLots(),
                null, kind(correction.mdFlags()), false));
        }
    }

    /** Another session has begun. */
    void clearMinutes()
    {
        minutes.clear();
        publishedMinutes = 0;
    }

    List<InstrumentDetail.Trade> trades()
    {
        return List.copyOf(trades);
    }

    List<InstrumentDetail.Candle> candles()
    {
        return minutes.stream().map(this::candle).toList();
    }

    /** Trades since the last call of {@link #markPublished()}; one that is there already has changed. */
    List<InstrumentDetail.Trade> newTrades()
    {
        return List.copyOf(newTrades);
    }

    /** Minutes that may have changed since the last call of {@link #markPublished()}. */
    List<InstrumentDetail.Candle> newCandles()
    {
        return minutes.stream().skip(publishedMinutes).map(this::candle).toList();
    }

    /** All that is new is published. */
    void markPublished()
    {
        newTrades.clear();
        publishedMinutes = Math.max(0, minutes.size() - 1);
    }

    private InstrumentDetail.Candle candle(final Minute minute)
    {
        return new InstrumentDetail.Candle(minute.minute * S_PER_MINUTE, InstrumentRow.price(minute.openE5, instrument),
            InstrumentRow.price(minute.highE5, instrument), InstrumentRow.price(minute.lowE5, instrument),
            InstrumentRow.price(minute.closeE5, instrument), minute.lots);
    }

    void state(final CheckpointState state)
    {
        lastTradeId = state.number(lastTradeId);
        state.collection(minutes, new Minute(0, 0), (minute) -> minute.state(state));
        state.collection(trades, NO_TRADE, (trade) -> new InstrumentDetail.Trade(
            state.text(trade.id()), state.text(trade.time()), state.text(trade.timeNs()), state.text(trade.price()),
            state.number(trade.lots()), state.flag(null != trade.side()) ?
            state.text(null == trade.side() ? "" : trade.side()) : null,
            state.constant(trade.kind(), KINDS), state.flag(trade.isBroken())));
    }
}
