// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.operator.OpenInterest;
import io.bourse.engine.protocol.AuctionUncrossedDecoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.PositionMovedDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import org.agrona.collections.Int2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps statistics of all instruments and the price indices up to date with the engine's events. A follower of events
 * passes on those that are overridden here, or lets this follow by itself. Not thread-safe.
 */
public final class MarketStatistics implements EventListener
{
    /** What the statistics say about an instrument besides its numbers. */
    private static final class Entry
    {
        private final String symbol;
        private final InstrumentKind kind;
        private final int maturityDate;
        private final DailyStatistics values;

        private Entry(final InstrumentDefinedDecoder event)
        {
            symbol = event.symbol();
            kind = event.kind();
            maturityDate = (int)event.maturityDate();
            values = new DailyStatistics(
                event.instrumentId(), event.priceTickE5(), event.tickValueE5(), event.settlementPriceE5());
        }

        private Entry(final Entry former, final CheckpointState state)
        {
            symbol = state.text(null == former ? "" : former.symbol);
            kind = state.constant(null == former ? null : former.kind, KINDS);
            maturityDate = state.number(null == former ? 0 : former.maturityDate);
            final int instrumentId = state.number(null == former ? 0 : former.values.instrumentId());
            final long priceTickE5 = state.number(null == former ? 0L : former.values.priceTickE5);
            values = null == former ? new DailyStatistics(instrumentId, priceTickE5, 0, 0) : former.values;
            values.state(state);
        }
    }

    private static final InstrumentKind[] KINDS = InstrumentKind.values();

    private final Int2ObjectHashMap<Entry> byId = new Int2ObjectHashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final OpenInterest openInterest = new OpenInterest();
    private final PriceIndices indices;
    private int sessionId;
    private int tradingDate;
    private long engineTimeNs;

    /**
     * Statistics of a market without instruments yet.
     *
     * @param indices to be kept up to date.
     */
    public MarketStatistics(final PriceIndices indices)
    {
        this.indices = indices;
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        final int instrumentId = event.instrumentId();
        if (!byId.containsKey(instrumentId))
        {
            final Entry entry = new Entry(event);
            byId.put(instrumentId, entry);
            entries.add(entry);
            indices.onSettlement(instrumentId, event.settlementPriceE5());
        }
    }

    @Override
    public void onSettlementPublished(final EventGroup group, final SettlementPublishedDecoder event)
    {
        entry(event.instrumentId(), group).values.onSettlement(event.settlementPriceE5(), event.tickValueE5());
        indices.onSettlement(event.instrumentId(), event.settlementPriceE5());
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        sessionId = event.sessionId();
        tradingDate = (int)event.tradingDate();
        for (int i = 0; i < entries.size(); i++)
        {
            final Entry entry = entries.get(i);
            entry.values.onSessionOpened();
            expire(entry);
        }
        indices.onSessionOpened(sessionId, tradingDate);
    }

    @Override
    public void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        tradingDate = (int)event.tradingDate();
        for (int i = 0; i < entries.size(); i++)
        {
            expire(entries.get(i));
        }
        indices.onDateMoved(tradingDate);
    }

    private void expire(final Entry entry)
    {
        final boolean isExpired = 0 != entry.maturityDate && entry.maturityDate < tradingDate;
        final long lots = openInterest.onDate(entry.values.instrumentId(), isExpired);
        if (isExpired || 0 != lots)
        {
            entry.values.openInterest(lots);
        }
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        if (ClearingKind.EVENING == event.kind())
        {
            for (int i = 0; i < entries.size(); i++)
            {
                entries.get(i).values.onSessionEnd();
            }
            indices.onSessionEnd(group.engineTimeNs());
        }
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final int instrumentId = event.instrumentId();
        final Entry entry = entry(instrumentId, group);
        final long qtyLots = event.qtyLots();
        entry.values.onTrade(event.tradeId(), event.priceE5(), qtyLots, group.engineTimeNs());
        if (InstrumentKind.SPREAD != entry.kind)
        {
            final int buyAccountId = event.buy().accountId();
            entry.values.openInterest(
                openInterest.onTrade(instrumentId, buyAccountId, event.sell().accountId(), qtyLots));
        }
        indices.onTrade(instrumentId, event.priceE5());
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        final int instrumentId = event.instrumentId();
        final Entry entry = entry(instrumentId, group);
        final long qtyLots = event.qtyLots();
        final int buyAccountId = event.buy().accountId();
        entry.values.onOffBookTrade(qtyLots);
        entry.values.openInterest(openInterest.onTrade(instrumentId, buyAccountId, event.sell().accountId(), qtyLots));
    }

    /** An index keeps the last price that its member has traded at. */
    @Override
    public void onTradeCorrected(final EventGroup group, final TradeCorrectedDecoder event)
    {
        final int instrumentId = event.instrumentId();
        final Entry entry = entry(instrumentId, group);
        final long lots = event.qtyLots() - event.newQtyLots();
        if (OffBookKind.NULL_VAL == event.offBookKind())
        {
            entry.values.onTradeCorrected(
                event.tradeId(), event.priceE5(), event.qtyLots(), event.newPriceE5(), event.newQtyLots());
        }
        else
        {
            entry.values.onOffBookTradeCorrected(event.qtyLots(), event.newQtyLots());
        }
        if (InstrumentKind.SPREAD != entry.kind && 0 != lots)
        {
            final int buyAccountId = event.buy().accountId();
            entry.values.openInterest(
                openInterest.onTrade(instrumentId, buyAccountId, event.sell().accountId(), -lots));
        }
    }

    @Override
    public void onPositionMoved(final EventGroup group, final PositionMovedDecoder event)
    {
        final int instrumentId = event.instrumentId();
        entry(instrumentId, group).values.openInterest(
            openInterest.onMoved(instrumentId, event.accountId(), event.lots()));
    }

    @Override
    public void onAuctionUncrossed(final EventGroup group, final AuctionUncrossedDecoder event)
    {
        entry(event.instrumentId(), group).values.onAuctionUncrossed(event.phase(), event.priceE5(), event.qtyLots());
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        engineTimeNs = group.engineTimeNs();
        indices.onTransactionEnd(engineTimeNs);
    }

    /**
     * Statistics of one instrument.
     *
     * @return its statistics, or null for an instrument that was not defined.
     */
    public DailyStatistics statistics(final int instrumentId)
    {
        final Entry entry = byId.get(instrumentId);
        return null == entry ? null : entry.values;
    }

    /**
     * The indices.
     *
     * @return as given.
     */
    public PriceIndices indices()
    {
        return indices;
    }

    /**
     * Session of the statistics.
     *
     * @return id, 0 before the first one.
     */
    public int sessionId()
    {
        return sessionId;
    }

    /**
     * Date of the session.
     *
     * @return YYYYMMDD, 0 before the first one.
     */
    public int tradingDate()
    {
        return tradingDate;
    }

    /**
     * Engine time of the last transaction.
     *
     * @return nanoseconds since the Unix epoch, 0 before the first one.
     */
    public long engineTimeNs()
    {
        return engineTimeNs;
    }

    /**
     * Immutable copies of all statistics. Allocates.
     *
     * @return in the order in which instruments were defined.
     */
    public List<StatisticsReport> reports()
    {
        final List<StatisticsReport> reports = new ArrayList<>(entries.size());
        for (final Entry entry : entries)
        {
            reports.add(StatisticsReport.of(entry.symbol, entry.kind, sessionId, tradingDate, entry.values));
        }
        return List.copyOf(reports);
    }

    private Entry entry(final int instrumentId, final EventGroup group)
    {
        final Entry entry = byId.get(instrumentId);
        if (null == entry)
        {
            throw new IllegalStateException("The event stream names an instrument it has not defined, statistics" +
                " cannot go on: instrumentId=" + instrumentId + " cursor=" + group.cursor());
        }
        return entry;
    }

    /**
     * All of it for a checkpoint, between two transactions.
     *
     * @param state to write to, or to read from into statistics of the same indices and without instruments.
     */
    public void state(final CheckpointState state)
    {
        for (int i = 0, count = state.count(entries.size()); i < count; i++)
        {
            final Entry entry = new Entry(state.isReading() ? null : entries.get(i), state);
            if (state.isReading())
            {
                byId.put(entry.values.instrumentId(), entry);
                entries.add(entry);
            }
            openInterest.state(entry.values.instrumentId(), state);
        }
        indices.state(state);
        sessionId = state.number(sessionId);
        tradingDate = state.number(tradingDate);
        engineTimeNs = state.number(engineTimeNs);
    }
}
