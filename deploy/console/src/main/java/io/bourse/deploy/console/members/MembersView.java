// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.members;

import io.bourse.deploy.console.stream.MessageJson;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.BrokerageFirmDefinedDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import org.agrona.collections.Long2ObjectHashMap;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What each brokerage firm has done in the trading session: orders, trades, and their value at the tick value that was
 * in force then. Both sides count, a trade with oneself twice; one that is broken does not count any more.
 */
public final class MembersView implements EventListener
{
    private static final int CLEARING_FIRM_LENGTH = 2;
    /** Rouble x 100 000 in a kopeck. */
    private static final BigInteger KOPECK_E5 = BigInteger.valueOf(1_000);
    private static final long PERMILLE = 1_000;

    private final Long2ObjectHashMap<Member> members = new Long2ObjectHashMap<>();
    private final NavigableMap<String, Member> byCode = new TreeMap<>();
    private final NavigableMap<Integer, Instrument> instruments = new TreeMap<>();
    private Session before = new Session(0, 0, 0, new TreeMap<>());
    private int sessionId;
    private long tradingDate;
    private long engineTimeNs;
    private long lastTradeId;
    /** Last trade of the session before. */
    private long formerTradeId;

    /** A trading session up to a time, and what firms have done in it. */
    record Session(
        int sessionId, long tradingDate, long engineTimeNs, NavigableMap<String, Map<String, Object>> rows)
    {
    }

    private static final class Instrument
    {
        private final BigInteger tickE5;
        private final boolean isStrategy;
        /** By the last trade before it was set. */
        private final NavigableMap<Long, BigInteger> tickValuesE5 = new TreeMap<>();

        private Instrument(final long priceTickE5, final boolean isStrategy)
        {
            tickE5 = BigInteger.valueOf(priceTickE5);
            this.isStrategy = isStrategy;
        }

        private BigInteger kopecks(final long tradeId, final long priceE5, final long lots)
        {
            final BigInteger valueE10 = BigInteger.valueOf(priceE5).multiply(BigInteger.valueOf(lots))
                .multiply(tickValuesE5.lowerEntry(tradeId).getValue());
            return new BigDecimal(valueE10).divide(new BigDecimal(tickE5.multiply(KOPECK_E5)), 0, RoundingMode.HALF_UP)
                .toBigInteger();
        }
    }

    private static final class Member
    {
        private long orders;
        private long changes;
        private long cancels;
        private long rejected;
        private long trades;
        private long lots;
        private long makerLots;
        private long takerLots;
        private BigInteger turnoverKopecks = BigInteger.ZERO;

        private void reset()
        {
            orders = 0;
            changes = 0;
            cancels = 0;
            rejected = 0;
            trades = 0;
            lots = 0;
            makerLots = 0;
            takerLots = 0;
            turnoverKopecks = BigInteger.ZERO;
        }

        private void state(final CheckpointState state)
        {
            orders = state.number(orders);
            changes = state.number(changes);
            cancels = state.number(cancels);
            rejected = state.number(rejected);
            trades = state.number(trades);
            lots = state.number(lots);
            makerLots = state.number(makerLots);
            takerLots = state.number(takerLots);
            turnoverKopecks = number(state, turnoverKopecks);
        }

        private Map<String, Object> row(final String code)
        {
            final Map<String, Object> row = new LinkedHashMap<>();
            row.put("firm", code);
            row.put("clearingFirm", code.substring(0, CLEARING_FIRM_LENGTH));
            row.put("orders", orders);
            row.put("changes", changes);
            row.put("cancels", cancels);
            row.put("rejected", rejected);
            row.put("trades", trades);
            row.put("lots", lots);
            row.put("turnoverKopecks", turnoverKopecks);
            final long inBook = makerLots + takerLots;
            row.put("makerPermille", 0 == inBook ? null : makerLots * PERMILLE / inBook);
            row.put("ordersPerTrade", 0 == trades ? null : BigDecimal.valueOf(orders + changes + cancels)
                .divide(BigDecimal.valueOf(trades), 2, RoundingMode.HALF_UP).toPlainString());
            return row;
        }
    }

    Session session()
    {
        final NavigableMap<String, Map<String, Object>> rows = new TreeMap<>();
        byCode.forEach((code, member) -> rows.put(code, member.row(code)));
        return new Session(sessionId, tradingDate, engineTimeNs, rows);
    }

    /** The one before; without rows in the first one. */
    Session before()
    {
        return before;
    }

    private Member member(final long accountCode)
    {
        return members.get(AccountCode.brokerageFirm(accountCode));
    }

    @Override
    public void onBrokerageFirmDefined(final EventGroup group, final BrokerageFirmDefinedDecoder event)
    {
        final String code = event.code();
        members.put(AccountCode.packPrefix(code), byCode.computeIfAbsent(code, (key) -> new Member()));
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        final Instrument instrument = new Instrument(event.priceTickE5(), InstrumentKind.SPREAD == event.kind());
        instrument.tickValuesE5.put(lastTradeId, BigInteger.valueOf(event.tickValueE5()));
        instruments.put(event.instrumentId(), instrument);
    }

    @Override
    public void onSettlementPublished(final EventGroup group, final SettlementPublishedDecoder event)
    {
        instruments.get(event.instrumentId()).tickValuesE5.put(lastTradeId, BigInteger.valueOf(event.tickValueE5()));
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        before = 0 == sessionId ? before : session();
        sessionId = event.sessionId();
        tradingDate = event.tradingDate();
        byCode.values().forEach(Member::reset);
        formerTradeId = lastTradeId;
        instruments.values().forEach((instrument) ->
            instrument.tickValuesE5.headMap(instrument.tickValuesE5.lastKey(), false).clear());
    }

    @Override
    public void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        tradingDate = event.tradingDate();
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        engineTimeNs = group.engineTimeNs();
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        member(event.accountCode()).orders++;
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        member(event.accountCode()).changes++;
    }

    /** Those that the member has asked for. */
    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        if (OrderCancelledDecoder.requestClOrdIdNullValue() != event.requestClOrdId())
        {
            member(event.accountCode()).cancels++;
        }
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        final Member member = member(event.accountCode());
        if (null != member)
        {
            member.rejected++;
        }
    }

    /** What a trade of a strategy is worth is in its legs, which follow. */
    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        lastTradeId = event.tradeId();
        final Instrument instrument = instruments.get(event.instrumentId());
        final long lots = event.qtyLots();
        final BigInteger kopecks = instrument.isStrategy ? BigInteger.ZERO :
            instrument.kopecks(lastTradeId, event.priceE5(), lots);
        final long worth = instrument.isStrategy ? 0 : lots;
        final Side aggressor = event.aggressorSide();
        count(event.buy().accountCode(), Side.BUY, aggressor, 1, lots, worth, kopecks);
        count(event.sell().accountCode(), Side.SELL, aggressor, 1, lots, worth, kopecks);
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        lastTradeId = event.tradeId();
        final BigInteger kopecks =
            instruments.get(event.instrumentId()).kopecks(lastTradeId, event.priceE5(), event.qtyLots());
        final int trades = OffBookKind.SPREAD_LEG == event.kind() ? 0 : 1;
        count(event.buy().accountCode(), Side.BUY, Side.NULL_VAL, trades, 0, event.qtyLots(), kopecks);
        count(event.sell().accountCode(), Side.SELL, Side.NULL_VAL, trades, 0, event.qtyLots(), kopecks);
    }

    @Override
    public void onTradeCorrected(final EventGroup group, final TradeCorrectedDecoder event)
    {
        final long tradeId = event.tradeId();
        if (tradeId <= formerTradeId)
        {
            return;
        }
        final Instrument instrument = instruments.get(event.instrumentId());
        final boolean isInBook = OffBookKind.NULL_VAL == event.offBookKind();
        final boolean isWorth = !(isInBook && instrument.isStrategy);
        final long lots = event.newQtyLots() - event.qtyLots();
        final BigInteger kopecks = !isWorth ? BigInteger.ZERO :
            instrument.kopecks(tradeId, event.newPriceE5(), event.newQtyLots())
                .subtract(instrument.kopecks(tradeId, event.priceE5(), event.qtyLots()));
        final int trades = 0 == event.newQtyLots() && OffBookKind.SPREAD_LEG != event.offBookKind() ? -1 : 0;
        final Side aggressor = event.aggressorSide();
        final long bookLots = isInBook ? lots : 0;
        final long worth = isWorth ? lots : 0;
        count(event.buy().accountCode(), Side.BUY, aggressor, trades, bookLots, worth, kopecks);
        count(event.sell().accountCode(), Side.SELL, aggressor, trades, bookLots, worth, kopecks);
    }

    private void count(
        final long accountCode,
        final Side side,
        final Side aggressor,
        final int trades,
        final long bookLots,
        final long lots,
        final BigInteger kopecks)
    {
        final Member member = member(accountCode);
        member.trades += trades;
        member.lots += lots;
        member.turnoverKopecks = member.turnoverKopecks.add(kopecks);
        if (aggressor == side)
        {
            member.takerLots += bookLots;
        }
        else if (Side.NULL_VAL != aggressor)
        {
            member.makerLots += bookLots;
        }
    }

    /**
     * All of it.
     *
     * @param state to write to, or to read from when nothing was read of the stream.
     */
    public void state(final CheckpointState state)
    {
        sessionId = state.number(sessionId);
        tradingDate = state.number(tradingDate);
        engineTimeNs = state.number(engineTimeNs);
        lastTradeId = state.number(lastTradeId);
        formerTradeId = state.number(formerTradeId);
        state.map(byCode, "", state::text, new Member(), (of) ->
        {
            final Member member = state.isReading() ? new Member() : of;
            member.state(state);
            return member;
        });
        byCode.forEach((code, member) -> members.put(AccountCode.packPrefix(code), member));
        state.map(instruments, 0, state::number, new Instrument(0, false), (of) ->
        {
            final Instrument instrument =
                new Instrument(state.number(of.tickE5.longValue()), state.flag(of.isStrategy));
            instrument.tickValuesE5.putAll(of.tickValuesE5);
            state.map(instrument.tickValuesE5, 0L, state::number, BigInteger.ZERO, (value) -> number(state, value));
            return instrument;
        });
        before = new Session(state.number(before.sessionId()), state.number(before.tradingDate()),
            state.number(before.engineTimeNs()), before.rows());
        state.map(before.rows(), "", state::text, Map.of(), (row) -> MessageJson.state(state, row));
    }

    private static BigInteger number(final CheckpointState state, final BigInteger value)
    {
        return new BigInteger(state.text(value.toString()));
    }
}
