// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.protocol.AuctionUncrossedDecoder;
import io.bourse.engine.protocol.AuctionUncrossedEncoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.LoginDefinedEncoder;
import io.bourse.engine.protocol.MovementKind;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OffBookTradeEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.PhaseChangedEncoder;
import io.bourse.engine.protocol.PositionMovedDecoder;
import io.bourse.engine.protocol.PositionMovedEncoder;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.QuoteAcknowledgedEncoder;
import io.bourse.engine.protocol.QuoteStatus;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionDateMovedEncoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.SettlementPublishedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.SliceShownEncoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeCorrectedEncoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.engine.protocol.TradeSideEncoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import io.bourse.engine.protocol.TradingSuspendedEncoder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes engine events by hand, with times of their own, and shows them to a listener: for numbers that were computed
 * by hand. Every method is a transaction.
 */
final class StatisticsScript
{
    static final long SECOND_NS = 1_000_000_000L;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
    private final EventListener listener;
    private EventGroup group = new ScriptGroup(0, 0);
    private long cursor;
    private long engineTimeNs;
    private long tradeId;

    StatisticsScript(final EventListener listener)
    {
        this.listener = listener;
    }

    /** Engine time of what follows. */
    StatisticsScript at(final long second)
    {
        engineTimeNs = second * SECOND_NS;
        return this;
    }

    private void transaction(final Runnable events)
    {
        cursor += 64;
        group = new ScriptGroup(cursor, engineTimeNs);
        listener.onGroupBegin(group);
        events.run();
        listener.onGroupEnd(group);
    }

    /** A transaction in which nothing happens. */
    StatisticsScript tick()
    {
        transaction(() ->
        {
        });
        return this;
    }

    StatisticsScript instrument(final int id, final String symbol, final InstrumentKind kind, final long tickE5,
        final long tickValueE5, final long settlementE5, final int maturityDate)
    {
        new InstrumentDefinedEncoder().wrap(buffer, 0).instrumentId(id).symbol(symbol).kind(kind)
            .priceTickE5(tickE5).tickValueE5(tickValueE5).settlementPriceE5(settlementE5).maturityDate(maturityDate);
        transaction(() -> listener.onInstrumentDefined(group, new InstrumentDefinedDecoder().wrap(
            buffer, 0, InstrumentDefinedDecoder.BLOCK_LENGTH, InstrumentDefinedDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript login(final int loginId, final String name, final String firm)
    {
        new LoginDefinedEncoder().wrap(buffer, 0).loginId(loginId).name(name).brokerageFirm(firm);
        transaction(() -> listener.onLoginDefined(group, new LoginDefinedDecoder().wrap(
            buffer, 0, LoginDefinedDecoder.BLOCK_LENGTH, LoginDefinedDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript session(final int sessionId, final int tradingDate)
    {
        new SessionOpenedEncoder().wrap(buffer, 0).sessionId(sessionId).tradingDate(tradingDate);
        transaction(() -> listener.onSessionOpened(group, new SessionOpenedDecoder().wrap(
            buffer, 0, SessionOpenedDecoder.BLOCK_LENGTH, SessionOpenedDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript dateMoved(final int sessionId, final int tradingDate)
    {
        new SessionDateMovedEncoder().wrap(buffer, 0).sessionId(sessionId).tradingDate(tradingDate);
        transaction(() -> listener.onSessionDateMoved(group, new SessionDateMovedDecoder().wrap(
            buffer, 0, SessionDateMovedDecoder.BLOCK_LENGTH, SessionDateMovedDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript suspended(final ClearingKind kind)
    {
        new TradingSuspendedEncoder().wrap(buffer, 0).runId(1).kind(kind);
        transaction(() -> listener.onTradingSuspended(group, new TradingSuspendedDecoder().wrap(
            buffer, 0, TradingSuspendedDecoder.BLOCK_LENGTH, TradingSuspendedDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript resumed()
    {
        transaction(() -> listener.onTradingResumed(group, new TradingResumedDecoder().wrap(
            buffer, 0, TradingResumedDecoder.BLOCK_LENGTH, TradingResumedDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript settled(final int instrumentId, final long priceE5, final long tickValueE5)
    {
        new SettlementPublishedEncoder().wrap(buffer, 0).instrumentId(instrumentId).settlementPriceE5(priceE5)
            .tickValueE5(tickValueE5);
        transaction(() -> listener.onSettlementPublished(group, new SettlementPublishedDecoder().wrap(
            buffer, 0, SettlementPublishedDecoder.BLOCK_LENGTH, SettlementPublishedDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript phase(final int instrumentId, final Phase phase)
    {
        new PhaseChangedEncoder().wrap(buffer, 0).instrumentId(instrumentId).phase(phase);
        transaction(() -> listener.onPhaseChanged(group, new PhaseChangedDecoder().wrap(
            buffer, 0, PhaseChangedDecoder.BLOCK_LENGTH, PhaseChangedDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript uncrossed(final int instrumentId, final Phase phase, final long priceE5, final long qtyLots)
    {
        new AuctionUncrossedEncoder().wrap(buffer, 0).instrumentId(instrumentId).phase(phase).priceE5(priceE5)
            .qtyLots(qtyLots);
        transaction(() -> listener.onAuctionUncrossed(group, new AuctionUncrossedDecoder().wrap(
            buffer, 0, AuctionUncrossedDecoder.BLOCK_LENGTH, AuctionUncrossedDecoder.SCHEMA_VERSION)));
        return this;
    }

    /** A trade of accounts that matter, and of orders that do not. */
    StatisticsScript trade(
        final int instrumentId, final long priceE5, final long qtyLots, final int buyAccount, final int sellAccount)
    {
        return trade(instrumentId, priceE5, qtyLots, Side.BUY,
            new long[]{-1, 0, 0, buyAccount}, new long[]{-2, 0, 0, sellAccount});
    }

    /** A trade of sides {order id, lots left, login, account}. */
    StatisticsScript trade(
        final int instrumentId,
        final long priceE5,
        final long qtyLots,
        final Side aggressor,
        final long[] buy,
        final long[] sell)
    {
        final TradeEncoder trade = new TradeEncoder().wrap(buffer, 0).tradeId(++tradeId)
            .instrumentId(instrumentId).priceE5(priceE5)
            .qtyLots(qtyLots).aggressorSide(aggressor);
        side(trade.buy(), buy);
        side(trade.sell(), sell);
        transaction(() -> listener.onTrade(group, new TradeDecoder().wrap(
            buffer, 0, TradeDecoder.BLOCK_LENGTH, TradeDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript offBook(
        final int instrumentId, final long priceE5, final long qtyLots, final int buyAccount, final int sellAccount)
    {
        final OffBookTradeEncoder trade = new OffBookTradeEncoder().wrap(buffer, 0).instrumentId(instrumentId)
            .priceE5(priceE5).qtyLots(qtyLots).kind(OffBookKind.NEGOTIATED);
        side(trade.buy(), new long[]{-1, 0, 0, buyAccount});
        side(trade.sell(), new long[]{-2, 0, 0, sellAccount});
        transaction(() -> listener.onOffBookTrade(group, new OffBookTradeDecoder().wrap(
            buffer, 0, OffBookTradeDecoder.BLOCK_LENGTH, OffBookTradeDecoder.SCHEMA_VERSION)));
        return this;
    }

    /** A trade between accounts 1 and 2 is broken, when no lots are left, or another one is in its place. */
    StatisticsScript corrected(
        final long ofTradeId,
        final int instrumentId,
        final OffBookKind kind,
        final long[] priceAndLots,
        final long newPriceE5,
        final long newLots)
    {
        final TradeCorrectedEncoder event = new TradeCorrectedEncoder().wrap(buffer, 0).tradeId(ofTradeId)
            .instrumentId(instrumentId).priceE5(priceAndLots[0]).qtyLots(priceAndLots[1]).reversalTradeId(++tradeId)
            .newTradeId(0 == newLots ? TradeCorrectedEncoder.newTradeIdNullValue() : ++tradeId)
            .newPriceE5(newPriceE5).newQtyLots(newLots).aggressorSide(Side.BUY).offBookKind(kind).reason("wrong");
        event.buy().loginId(1).accountId(1);
        event.sell().loginId(2).accountId(2);
        transaction(() -> listener.onTradeCorrected(group, new TradeCorrectedDecoder().wrap(
            buffer, 0, TradeCorrectedDecoder.BLOCK_LENGTH, TradeCorrectedDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript moved(final int instrumentId, final int accountId, final long lots)
    {
        new PositionMovedEncoder().wrap(buffer, 0).runId(1).instrumentId(instrumentId).accountId(accountId).lots(lots)
            .kind(MovementKind.PORTING);
        transaction(() -> listener.onPositionMoved(group, new PositionMovedDecoder().wrap(
            buffer, 0, PositionMovedDecoder.BLOCK_LENGTH, PositionMovedDecoder.SCHEMA_VERSION)));
        return this;
    }

    private static void side(final TradeSideEncoder side, final long[] values)
    {
        side.orderId(values[0]).restLots(values[1]).loginId((int)values[2]).accountId((int)values[3]);
    }

    StatisticsScript accepted(
        final int loginId, final int instrumentId, final long orderId, final Side side, final long priceE5,
        final long qtyLots)
    {
        new OrderAcceptedEncoder().wrap(buffer, 0).loginId(loginId).instrumentId(instrumentId).orderId(orderId)
            .side(side).priceE5(priceE5).qtyLots(qtyLots).shown((short)1);
        transaction(() -> listener.onOrderAccepted(group, new OrderAcceptedDecoder().wrap(
            buffer, 0, OrderAcceptedDecoder.BLOCK_LENGTH, OrderAcceptedDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript slice(
        final int loginId, final int instrumentId, final long orderId, final Side side, final long priceE5,
        final long shownLots)
    {
        new SliceShownEncoder().wrap(buffer, 0).loginId(loginId).instrumentId(instrumentId).orderId(orderId)
            .displayOrderId(orderId + 1_000_000).side(side).priceE5(priceE5).shownLots(shownLots)
            .restLots(10 * shownLots);
        transaction(() -> listener.onSliceShown(group, new SliceShownDecoder().wrap(
            buffer, 0, SliceShownDecoder.BLOCK_LENGTH, SliceShownDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript cancelled(final long orderId)
    {
        new OrderCancelledEncoder().wrap(buffer, 0).orderId(orderId).reason(CancelReason.REQUESTED);
        transaction(() -> listener.onOrderCancelled(group, new OrderCancelledDecoder().wrap(
            buffer, 0, OrderCancelledDecoder.BLOCK_LENGTH, OrderCancelledDecoder.SCHEMA_VERSION)));
        return this;
    }

    StatisticsScript quoted(final int loginId, final int instrumentId, final QuoteStatus status)
    {
        new QuoteAcknowledgedEncoder().wrap(buffer, 0).loginId(loginId).instrumentId(instrumentId).status(status);
        transaction(() -> listener.onQuoteAcknowledged(group, new QuoteAcknowledgedDecoder().wrap(
            buffer, 0, QuoteAcknowledgedDecoder.BLOCK_LENGTH, QuoteAcknowledgedDecoder.SCHEMA_VERSION)));
        return this;
    }
}
