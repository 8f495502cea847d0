// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.model.ClearingTerms;
import io.bourse.engine.protocol.AccountDefinedEncoder;
import io.bourse.engine.protocol.BookClearedEncoder;
import io.bourse.engine.protocol.BrokerageFirmDefinedEncoder;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.ClearingCompletedEncoder;
import io.bourse.engine.protocol.ClearingFirmDefinedEncoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CollateralSetEncoder;
import io.bourse.engine.protocol.ContractDefinedEncoder;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventGroupEncoder;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.ExerciseInstructedEncoder;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentExpiredEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.InstrumentTotalsEncoder;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MarginSetEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.MovementKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.PositionMovedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementPublishedEncoder;
import io.bourse.engine.protocol.SettlementType;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeEncoder;
import io.bourse.engine.protocol.TradeKind;
import io.bourse.engine.protocol.TradeSideEncoder;
import io.bourse.engine.protocol.TradingResumedEncoder;
import io.bourse.engine.protocol.TradingSuspendedEncoder;
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.sbe.MessageEncoderFlyweight;

/**
 * Writes transactions of a synthetic venue in the engine's own encoding and delivers them to a listener, as its event
 * stream would. The number of a transaction decides its place in the stream and the journal.
 */
final class TransactionWriter
{
    /** Distance between two transactions in the event stream. */
    static final int CURSOR_STEP = 64;

    private static final int BUFFER_LENGTH = 1 << 16;
    private static final int LOGIN = 1;

    private final MutableDirectBuffer buffer = new ExpandableDirectByteBuffer(BUFFER_LENGTH);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final EventGroupEncoder group = new EventGroupEncoder();
    private final AccountDefinedEncoder account = new AccountDefinedEncoder();
    private final OrderAcceptedEncoder accepted = new OrderAcceptedEncoder();
    private final OrderCancelledEncoder cancelled = new OrderCancelledEncoder();
    private final TradeEncoder trade = new TradeEncoder();
    private final PositionMovedEncoder moved = new PositionMovedEncoder();
    private final EventDispatcher dispatcher;
    private final SyntheticRegisters registers;
    private long cursor;
    private int end;
    private int events;

    TransactionWriter(final EventListener listener, final SyntheticRegisters registers)
    {
        this.dispatcher = new EventDispatcher(listener);
        this.registers = registers;
    }

    void begin(final long number, final long engineTimeNs)
    {
        cursor = (number + 1) * CURSOR_STEP;
        group.wrapAndApplyHeader(buffer, 0, header)
            .frameSequence(number + 1)
            .commandPosition(cursor)
            .engineTimeNs(engineTimeNs)
            .rollingHash(number)
            .clientRef("");
        end = group.limit();
        events = 0;
    }

    void deliver()
    {
        group.eventCount(events);
        dispatcher.onTransaction(buffer, 1, cursor, 0);
    }

    private <T extends MessageEncoderFlyweight> T event(final T encoder)
    {
        final int length = MessageHeaderEncoder.ENCODED_LENGTH + encoder.sbeBlockLength();
        buffer.setMemory(end, length, (byte)0);
        header.wrap(buffer, end)
            .blockLength(encoder.sbeBlockLength())
            .templateId(encoder.sbeTemplateId())
            .schemaId(encoder.sbeSchemaId())
            .version(encoder.sbeSchemaVersion());
        encoder.wrap(buffer, end + MessageHeaderEncoder.ENCODED_LENGTH);
        end += length;
        events++;
        return encoder;
    }

    void clearingFirm(final String code)
    {
        event(new ClearingFirmDefinedEncoder()).code(code);
    }

    void brokerageFirm(final String code)
    {
        event(new BrokerageFirmDefinedEncoder()).code(code);
    }

    void account(final int accountId)
    {
        event(account).accountCode(registers.code(accountId)).accountId(accountId).clientId(accountId);
    }

    void instrument(final SyntheticInstrument instrument)
    {
        event(new InstrumentDefinedEncoder())
            .priceTickE5(instrument.priceTickE5())
            .tickValueE5(instrument.tickValueE5())
            .lowLimitE5(instrument.lowLimitE5())
            .highLimitE5(instrument.highLimitE5())
            .settlementPriceE5(instrument.previousE5())
            .instrumentId(instrument.instrumentId())
            .exchangeFeePctE6(instrument.exchangeFeePctE6())
            .clearingFeePctE6(instrument.clearingFeePctE6())
            .maturityDate(instrument.terms().expiryDate())
            .kind(instrument.terms().isOption() ? InstrumentKind.OPTION : InstrumentKind.FUTURE)
            .symbol(instrument.symbol())
            .underlying(instrument.underlying())
            .currency("RUB");
    }

    void contract(final SyntheticInstrument instrument)
    {
        final ClearingTerms terms = instrument.terms();
        event(new ContractDefinedEncoder())
            .strikeE5(terms.strikeE5())
            .lotUnits(terms.lotUnits())
            .instrumentId(instrument.instrumentId())
            .underlyingInstrumentId(terms.underlyingId())
            .expiryDate(terms.expiryDate())
            .style(ContractStyle.valueOf(terms.style().name()))
            .right(OptionRight.valueOf(terms.right().name()))
            .settlement(SettlementType.valueOf(terms.settlement().name()))
            .expiresIntraday((short)(terms.expiresIntraday() ? 1 : 0))
            .settlementDays((short)terms.settlementDays())
            .asset(terms.asset());
    }

    void opened(final int sessionId, final int tradingDate)
    {
        event(new SessionOpenedEncoder()).sessionId(sessionId).tradingDate(tradingDate);
    }

    void suspended(final int sessionId, final long runId, final ClearingKind kind)
    {
        event(new TradingSuspendedEncoder()).runId(runId).sessionId(sessionId).kind(kind);
    }

    void totals(final int instrumentId, final VenueTotals.Row totals)
    {
        event(new InstrumentTotalsEncoder())
            .sessionTrades(totals.trades())
            .sessionLots(totals.lots())
            .openInterestLots(totals.openInterestLots())
            .trades(totals.trades())
            .instrumentId(instrumentId);
    }

    void bookCleared(final int sessionId)
    {
        event(new BookClearedEncoder()).sessionId(sessionId);
    }

    void published(final VenueJournal.Publication publication)
    {
        event(new SettlementPublishedEncoder())
            .runId(publication.runId())
            .settlementPriceE5(publication.settlementE5())
            .tickValueE5(publication.tickValueE5())
            .lowLimitE5(publication.lowLimitE5())
            .highLimitE5(publication.highLimitE5())
            .instrumentId(publication.instrumentId())
            .kind(publication.kind());
    }

    void margin(final int instrumentId, final long longKopecks, final long shortKopecks)
    {
        event(new MarginSetEncoder())
            .longKopecks(longKopecks).shortKopecks(shortKopecks).instrumentId(instrumentId);
    }

    void collateral(final LimitLevel level, final String code, final long kopecks)
    {
        event(new CollateralSetEncoder()).collateralKopecks(kopecks).level(level).registerCode(code);
    }

    void completed(final int sessionId, final long runId, final ClearingKind kind)
    {
        event(new ClearingCompletedEncoder()).runId(runId).sessionId(sessionId).kind(kind);
    }

    void resumed(final int sessionId, final long runId)
    {
        event(new TradingResumedEncoder()).runId(runId).sessionId(sessionId);
    }

    void instructed(final int accountId, final int instrumentId, final int lots)
    {
        event(new ExerciseInstructedEncoder())
            .lots(lots)
            .accountCode(registers.code(accountId))
            .accountId(accountId)
            .instrumentId(instrumentId);
    }

    void moved(final long runId, final VenueJournal.Movement movement)
    {
        event(moved)
            .runId(runId)
            .lots(movement.lots())
            .accountCode(registers.code(movement.account()))
            .accountId(movement.account())
            .instrumentId(movement.instrumentId())
            .kind(MovementKind.valueOf(movement.kind().name()));
    }

    void expired(final long runId, final int instrumentId)
    {
        event(new InstrumentExpiredEncoder()).runId(runId).instrumentId(instrumentId);
    }

    void accepted(final SyntheticOrder order)
    {
        event(accepted)
            .orderId(order.id())
            .clOrdId(order.clientId())
            .expireDateNs(0)
            .priceE5(order.priceE5())
            .qtyLots(order.qtyLots())
            .accountCode(registers.code(order.account()))
            .accountId(order.account())
            .instrumentId(order.instrument().instrumentId())
            .loginId(LOGIN)
            .linkId(0)
            .side(order.side())
            .timeInForce(TimeInForce.DAY)
            .complianceId((byte)'D')
            .clientFlags((short)0)
            .orderType(OrderType.LIMIT)
            .conditions((short)0)
            .shown((short)1);
    }

    void cancelled(final SyntheticOrder order)
    {
        cancelled(order, order.clientId() - 1, CancelReason.REQUESTED);
    }

    /** It ends with the session. */
    void removed(final SyntheticOrder order)
    {
        cancelled(order, OrderCancelledEncoder.requestClOrdIdNullValue(), CancelReason.SESSION_END);
    }

    private void cancelled(final SyntheticOrder order, final long requestClOrdId, final CancelReason reason)
    {
        event(cancelled)
            .orderId(order.id())
            .clOrdId(order.clientId())
            .requestClOrdId(requestClOrdId)
            .priceE5(order.priceE5())
            .qtyLots(order.qtyLots())
            .accountCode(registers.code(order.account()))
            .accountId(order.account())
            .instrumentId(order.instrument().instrumentId())
            .loginId(LOGIN)
            .linkId(0)
            .side(order.side())
            .reason(reason);
    }

    void trade(final long tradeId, final SyntheticOrder maker, final SyntheticOrder taker)
    {
        event(trade)
            .tradeId(tradeId)
            .priceE5(maker.priceE5())
            .qtyLots(maker.qtyLots())
            .instrumentId(maker.instrument().instrumentId())
            .aggressorSide(taker.side())
            .kind(TradeKind.CONTINUOUS);
        side(trade.buy(), Side.BUY == taker.side() ? taker : maker);
        side(trade.sell(), Side.BUY == taker.side() ? maker : taker);
    }

    private void side(final TradeSideEncoder side, final SyntheticOrder order)
    {
        side.orderId(order.id())
            .clOrdId(order.clientId())
            .orderPriceE5(order.priceE5())
            .restLots(0)
            .accountCode(registers.code(order.account()))
            .accountId(order.account())
            .loginId(LOGIN)
            .linkId(0);
    }
}
