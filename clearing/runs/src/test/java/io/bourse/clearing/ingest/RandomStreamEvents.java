// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.AccountDefinedEncoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingCompletedEncoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.CollateralSetEncoder;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.ExerciseInstructedDecoder;
import io.bourse.engine.protocol.ExerciseInstructedEncoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.InstrumentTotalsDecoder;
import io.bourse.engine.protocol.InstrumentTotalsEncoder;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MarginSetDecoder;
import io.bourse.engine.protocol.MarginSetEncoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OffBookTradeEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderReplacedEncoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementAccountAssignedDecoder;
import io.bourse.engine.protocol.SettlementAccountAssignedEncoder;
import io.bourse.engine.protocol.SettlementAccountDefinedDecoder;
import io.bourse.engine.protocol.SettlementAccountDefinedEncoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.SettlementPublishedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.engine.protocol.TradeSideEncoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingResumedEncoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import io.bourse.engine.protocol.TradingSuspendedEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.sbe.MessageDecoderFlyweight;

/** Shows a listener events, encoded and decoded as in a stream, without reflection: for streams of many. */
final class RandomStreamEvents
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
    private final OrderAcceptedEncoder accepted = new OrderAcceptedEncoder();
    private final OrderAcceptedDecoder acceptedView = new OrderAcceptedDecoder();
    private final OrderCancelledEncoder cancelled = new OrderCancelledEncoder();
    private final OrderCancelledDecoder cancelledView = new OrderCancelledDecoder();
    private final OrderReplacedEncoder replaced = new OrderReplacedEncoder();
    private final OrderReplacedDecoder replacedView = new OrderReplacedDecoder();
    private final TradeEncoder trade = new TradeEncoder();
    private final TradeDecoder tradeView = new TradeDecoder();
    private final OffBookTradeEncoder offBook = new OffBookTradeEncoder();
    private final OffBookTradeDecoder offBookView = new OffBookTradeDecoder();
    private final EventListener listener;
    private final RandomGroup group;

    RandomStreamEvents(final EventListener listener, final RandomGroup group)
    {
        this.listener = listener;
        this.group = group;
    }

    private <T extends MessageDecoderFlyweight> T view(final T decoder)
    {
        decoder.wrap(buffer, 0, decoder.sbeBlockLength(), decoder.sbeSchemaVersion());
        return decoder;
    }

    void account(final int id, final long code)
    {
        new AccountDefinedEncoder().wrap(buffer, 0).accountCode(code).accountId(id).clientId(id % 3);
        listener.onAccountDefined(group, view(new AccountDefinedDecoder()));
    }

    void instrument(final int id, final InstrumentKind kind)
    {
        new InstrumentDefinedEncoder().wrap(buffer, 0).instrumentId(id).kind(kind).priceTickE5(100_000)
            .tickValueE5(100_000).lowLimitE5(0).highLimitE5(20_000_000).settlementPriceE5(10_000_000)
            .exchangeFeePctE6(2_655).clearingFeePctE6(1_965).maturityDate(20_261_217).symbol("F" + id)
            .underlying("U").currency("RUB");
        listener.onInstrumentDefined(group, view(new InstrumentDefinedDecoder()));
    }

    void settlementAccount(final String code, final String brokerageFirm)
    {
        new SettlementAccountDefinedEncoder().wrap(buffer, 0).code(code);
        listener.onSettlementAccountDefined(group, view(new SettlementAccountDefinedDecoder()));
        new SettlementAccountAssignedEncoder().wrap(buffer, 0).code(code).brokerageFirm(brokerageFirm);
        listener.onSettlementAccountAssigned(group, view(new SettlementAccountAssignedDecoder()));
    }

    void margin(final int instrumentId, final long longKopecks, final long shortKopecks)
    {
        new MarginSetEncoder().wrap(buffer, 0).instrumentId(instrumentId).longKopecks(longKopecks)
            .shortKopecks(shortKopecks);
        listener.onMarginSet(group, view(new MarginSetDecoder()));
    }

    void collateral(final LimitLevel level, final String code, final long kopecks)
    {
        new CollateralSetEncoder().wrap(buffer, 0).level(level).registerCode(code).collateralKopecks(kopecks);
        listener.onCollateralSet(group, view(new CollateralSetDecoder()));
    }

    void sessionOpened(final int sessionId, final int tradingDate)
    {
        new SessionOpenedEncoder().wrap(buffer, 0).sessionId(sessionId).tradingDate(tradingDate);
        listener.onSessionOpened(group, view(new SessionOpenedDecoder()));
    }

    void suspended(final long runId, final ClearingKind kind)
    {
        new TradingSuspendedEncoder().wrap(buffer, 0).runId(runId).kind(kind);
        listener.onTradingSuspended(group, view(new TradingSuspendedDecoder()));
    }

    void totals(final int instrumentId, final long trades, final long lots)
    {
        new InstrumentTotalsEncoder().wrap(buffer, 0).instrumentId(instrumentId).sessionTrades(trades)
            .sessionLots(lots).openInterestLots(lots / 2).trades(trades + 7);
        listener.onInstrumentTotals(group, view(new InstrumentTotalsDecoder()));
    }

    void published(final long runId, final int instrumentId, final long priceE5)
    {
        new SettlementPublishedEncoder().wrap(buffer, 0).runId(runId).instrumentId(instrumentId)
            .settlementPriceE5(priceE5).tickValueE5(100_000).lowLimitE5(0).highLimitE5(2 * priceE5);
        listener.onSettlementPublished(group, view(new SettlementPublishedDecoder()));
    }

    void completed(final long runId, final ClearingKind kind)
    {
        new ClearingCompletedEncoder().wrap(buffer, 0).runId(runId).kind(kind);
        listener.onClearingCompleted(group, view(new ClearingCompletedDecoder()));
    }

    void resumed(final long runId)
    {
        new TradingResumedEncoder().wrap(buffer, 0).runId(runId);
        listener.onTradingResumed(group, view(new TradingResumedDecoder()));
    }

    void exercise(final int account, final int instrumentId, final long lots)
    {
        new ExerciseInstructedEncoder().wrap(buffer, 0).accountId(account).instrumentId(instrumentId).lots(lots);
        listener.onExerciseInstructed(group, view(new ExerciseInstructedDecoder()));
    }

    void accepted(final RandomOrder order)
    {
        accepted.wrap(buffer, 0).orderId(order.id).clOrdId(order.id * 10).priceE5(order.priceE5).qtyLots(order.lots)
            .accountCode(order.code).accountId(order.account).instrumentId(order.instrumentId)
            .loginId(7).timeInForce(TimeInForce.GTC).complianceId((byte)'A').side(side(order)).shown((short)1);
        listener.onOrderAccepted(group, view(acceptedView));
    }

    private static Side side(final RandomOrder order)
    {
        return order.isBuy ? Side.BUY : Side.SELL;
    }

    void cancelled(final RandomOrder order)
    {
        cancelled.wrap(buffer, 0).orderId(order.id).clOrdId(order.id * 10).priceE5(order.priceE5).qtyLots(order.lots)
            .accountCode(order.code).accountId(order.account).instrumentId(order.instrumentId)
            .side(side(order)).reason(CancelReason.REQUESTED);
        listener.onOrderCancelled(group, view(cancelledView));
    }

    void replaced(final RandomOrder order, final long previousId, final long previousLots)
    {
        replaced.wrap(buffer, 0).orderId(order.id).prevOrderId(previousId).clOrdId(order.id * 10)
            .priceE5(order.priceE5).qtyLots(order.lots).prevQtyLots(previousLots).accountCode(order.code)
            .accountId(order.account).instrumentId(order.instrumentId).loginId(8).complianceId((byte)'M')
            .side(side(order)).shown((short)1);
        listener.onOrderReplaced(group, view(replacedView));
    }

    /** Lots that are left are those of the orders. */
    void trade(final long tradeId, final RandomOrder aggressor, final RandomOrder resting, final long lots)
    {
        trade.wrap(buffer, 0).tradeId(tradeId).priceE5(resting.priceE5).qtyLots(lots)
            .instrumentId(resting.instrumentId).aggressorSide(side(aggressor));
        side(trade.buy(), aggressor.isBuy ? aggressor : resting);
        side(trade.sell(), aggressor.isBuy ? resting : aggressor);
        listener.onTrade(group, view(tradeView));
    }

    void negotiated(final long tradeId, final RandomOrder buy, final RandomOrder sell, final long lots)
    {
        offBook.wrap(buffer, 0).tradeId(tradeId).priceE5(buy.priceE5).qtyLots(lots).instrumentId(buy.instrumentId)
            .kind(OffBookKind.NEGOTIATED);
        side(offBook.buy(), buy);
        side(offBook.sell(), sell);
        listener.onOffBookTrade(group, view(offBookView));
    }

    private static void side(final TradeSideEncoder side, final RandomOrder order)
    {
        side.orderId(order.id).clOrdId(order.id * 10).orderPriceE5(order.priceE5).restLots(order.lots)
            .accountCode(order.code).accountId(order.account).loginId(1);
    }
}
