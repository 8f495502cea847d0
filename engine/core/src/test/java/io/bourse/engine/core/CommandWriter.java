// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.function.Consumer;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.BustTradeEncoder;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.CompleteClearingEncoder;
import io.bourse.engine.protocol.ConfirmTimeEncoder;
import io.bourse.engine.protocol.ConnectGatewayEncoder;
import io.bourse.engine.protocol.CorrectTradeEncoder;
import io.bourse.engine.protocol.DefineAccountEncoder;
import io.bourse.engine.protocol.DefineBrokerageFirmEncoder;
import io.bourse.engine.protocol.DefineClearingFirmEncoder;
import io.bourse.engine.protocol.DefineInstrumentEncoder;
import io.bourse.engine.protocol.DefineLoginEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.MoveSessionDateEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OpenSessionEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.PublishSettlementEncoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.RecordAuditTrailEncoder;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import io.bourse.engine.protocol.ReportStateEncoder;
import io.bourse.engine.protocol.ResumeTradingEncoder;
import io.bourse.engine.protocol.SetFeatureLevelEncoder;
import io.bourse.engine.protocol.SetTradingDaysEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.StopOrderEntryEncoder;
import io.bourse.engine.protocol.SuspendTradingEncoder;
import io.bourse.engine.protocol.TimeInForce;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Encodes one command at a time, at an odd offset so that nobody relies on zero.
 */
public final class CommandWriter
{
    public static final int OFFSET = 24;
    public static final int GATEWAY_ID = 1;
    static final int CLEARING_ID = 65_535;
    static final int REBALANCER_ID = 65_534;

    public final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
    public int length;
    /** Given to the next command, then 0 again. */
    long nextSequence;
    /** Given to the next command, then empty again. */
    String nextClientRef = "";
    int partition;
    int gatewayId = GATEWAY_ID;

    public final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final NewSpecialOrderEncoder newSpecialOrder = new NewSpecialOrderEncoder();
    private final CancelOrderEncoder cancelOrder = new CancelOrderEncoder();
    private final ReplaceOrderEncoder replaceOrder = new ReplaceOrderEncoder();
    private final DefineInstrumentEncoder defineInstrument = new DefineInstrumentEncoder();

    CommandWriter clearingFirm(final String code)
    {
        final DefineClearingFirmEncoder encoder =
            new DefineClearingFirmEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        return done(encoder.code(code).encodedLength());
    }

    CommandWriter brokerageFirm(final String code)
    {
        final DefineBrokerageFirmEncoder encoder =
            new DefineBrokerageFirmEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        return done(encoder.code(code).encodedLength());
    }

    CommandWriter account(final long code, final int accountId)
    {
        final DefineAccountEncoder encoder =
            new DefineAccountEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        return done(encoder.accountCode(code).accountId(accountId).clientId(0).encodedLength());
    }

    /** From an operator. */
    public CommandWriter featureLevel(final int level)
    {
        final SetFeatureLevelEncoder encoder =
            new SetFeatureLevelEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        encoder.header().gatewayId(0);
        return done(encoder.level(level).encodedLength());
    }

    CommandWriter account(final String code, final int accountId)
    {
        return account(AccountCode.pack(code), accountId);
    }

    CommandWriter login(final int loginId, final LoginProtocol protocol, final String name, final String firm)
    {
        final DefineLoginEncoder encoder =
            new DefineLoginEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        return done(encoder.loginId(loginId).protocol(protocol).name(name).brokerageFirm(firm).encodedLength());
    }

    public CommandWriter instrument(
        final int id, final String symbol, final long tickE5, final long lowE5, final long highE5)
    {
        return instrument(id, symbol, encoder ->
            encoder.priceTickE5(tickE5).lowLimitE5(lowE5).highLimitE5(highE5));
    }

    public CommandWriter instrument(final int id, final String symbol, final Consumer<DefineInstrumentEncoder> change)
    {
        defineInstrument.wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(defineInstrument.header(), 0);
        defineInstrument
            .priceTickE5(1)
            .tickValueE5(100_000)
            .lowLimitE5(0)
            .highLimitE5(1_000_000)
            .settlementPriceE5(500)
            .instrumentId(id)
            .exchangeFeePctE6(1_000)
            .clearingFeePctE6(500)
            .maturityDate(20261217)
            .kind(InstrumentKind.FUTURE)
            .symbol(symbol)
            .underlying("INDEX")
            .currency("RUB");
        change.accept(defineInstrument);
        return done(defineInstrument.encodedLength());
    }

    public CommandWriter newOrder(final int loginId, final Consumer<NewOrderEncoder> change)
    {
        newOrder.wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(newOrder.header(), loginId);
        newOrder
            .clOrdId(1)
            .expireDateNs(0)
            .priceE5(100)
            .qtyLots(1)
            .accountCode(0)
            .instrumentId(1)
            .linkId(0)
            .side(Side.BUY.value())
            .timeInForce(TimeInForce.DAY.value())
            .complianceId((byte)' ')
            .clientFlags((short)0)
            .conditions((short)0);
        change.accept(newOrder);
        newOrder.clientRef(nextClientRef);
        return done(newOrder.encodedLength());
    }

    CommandWriter newSpecialOrder(final int loginId, final Consumer<NewSpecialOrderEncoder> change)
    {
        newSpecialOrder.wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(newSpecialOrder.header(), loginId);
        newSpecialOrder
            .clOrdId(1)
            .expireDateNs(0)
            .priceE5(100)
            .stopPriceE5(0)
            .qtyLots(1)
            .displayLots(0)
            .displayVarianceLots(0)
            .minLots(0)
            .accountCode(0)
            .instrumentId(1)
            .linkId(0)
            .side(Side.BUY.value())
            .timeInForce(TimeInForce.DAY.value())
            .orderType(OrderType.LIMIT.value())
            .selfTradeMode((short)0)
            .conditions((short)0)
            .complianceId((byte)' ')
            .clientFlags((short)0);
        change.accept(newSpecialOrder);
        newSpecialOrder.clientRef(nextClientRef);
        return done(newSpecialOrder.encodedLength());
    }

    CommandWriter cancelOrder(final int loginId, final Consumer<CancelOrderEncoder> change)
    {
        cancelOrder.wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(cancelOrder.header(), loginId);
        cancelOrder
            .clOrdId(1)
            .orderId(0)
            .accountCode(0)
            .instrumentId(0)
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY);
        change.accept(cancelOrder);
        cancelOrder.clientRef(nextClientRef);
        return done(cancelOrder.encodedLength());
    }

    CommandWriter replaceOrder(final int loginId, final Consumer<ReplaceOrderEncoder> change)
    {
        replaceOrder.wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(replaceOrder.header(), loginId);
        replaceOrder
            .clOrdId(1)
            .orderId(0)
            .priceE5(100)
            .qtyLots(1)
            .accountCode(0)
            .instrumentId(0)
            .linkId(0)
            .mode(ReplaceMode.SET_REST.value())
            .complianceId((byte)' ')
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .stopPriceE5(ReplaceOrderEncoder.stopPriceE5NullValue());
        change.accept(replaceOrder);
        replaceOrder.clientRef(nextClientRef);
        return done(replaceOrder.encodedLength());
    }

    public CommandWriter openSession(final int sessionId, final int tradingDate)
    {
        final OpenSessionEncoder encoder =
            new OpenSessionEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        return done(encoder.sessionId(sessionId).tradingDate(tradingDate).encodedLength());
    }

    CommandWriter moveSessionDate(final int sessionId, final int tradingDate, final int newDate)
    {
        final MoveSessionDateEncoder encoder =
            new MoveSessionDateEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        return done(encoder.sessionId(sessionId).tradingDate(tradingDate).newDate(newDate).encodedLength());
    }

    /** Every byte of the digest is the same. */
    CommandWriter auditTrail(
        final int sender, final long runId, final int tradingDate, final long lines, final int digest)
    {
        final RecordAuditTrailEncoder encoder =
            new RecordAuditTrailEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        encoder.header().gatewayId(sender);
        for (int i = 0; i < RecordAuditTrailEncoder.sha256Length(); i++)
        {
            encoder.sha256(i, (short)digest);
        }
        return done(encoder.runId(runId).lines(lines).tradingDate(tradingDate).encodedLength());
    }

    CommandWriter stopOrderEntry(final int sender, final long wallNs, final long stampNs)
    {
        final StopOrderEntryEncoder encoder =
            new StopOrderEntryEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        encoder.header().gatewayId(sender);
        return done(encoder.wallNs(wallNs).stampNs(stampNs).encodedLength());
    }

    CommandWriter confirmTime(final int sender, final long wallNs)
    {
        final ConfirmTimeEncoder encoder = new ConfirmTimeEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        encoder.header().gatewayId(sender);
        return done(encoder.wallNs(wallNs).encodedLength());
    }

    CommandWriter bustTrade(final int sender, final long tradeId, final int instrumentId, final String reason)
    {
        final BustTradeEncoder encoder = new BustTradeEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        encoder.header().gatewayId(sender);
        return done(encoder.tradeId(tradeId).instrumentId(instrumentId).reason(reason).encodedLength());
    }

    CommandWriter correctTrade(
        final int sender,
        final long tradeId,
        final int instrumentId,
        final long newPriceE5,
        final long newLots,
        final String reason)
    {
        final CorrectTradeEncoder encoder = new CorrectTradeEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        encoder.header().gatewayId(sender);
        encoder.tradeId(tradeId).instrumentId(instrumentId).newPriceE5(newPriceE5).newQtyLots(newLots).reason(reason);
        return done(encoder.encodedLength());
    }

    /** Days are those named, 0 for 1 January. */
    CommandWriter tradingDays(final String market, final int year, final int weekdays, final int... days)
    {
        final SetTradingDaysEncoder encoder =
            new SetTradingDaysEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        encoder.year(year).weekdays((short)weekdays).market(market);
        final int[] bits = new int[SetTradingDaysEncoder.daysLength()];
        for (final int day : days)
        {
            bits[day / Byte.SIZE] |= 1 << day % Byte.SIZE;
        }
        for (int i = 0; i < bits.length; i++)
        {
            encoder.days(i, (short)bits[i]);
        }
        return done(encoder.encodedLength());
    }

    public CommandWriter suspend(final long runId, final ClearingKind kind)
    {
        final SuspendTradingEncoder encoder =
            new SuspendTradingEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        return done(encoder.runId(runId).kind(kind).encodedLength());
    }

    public CommandWriter settlement(
        final long runId,
        final int instrumentId,
        final long priceE5,
        final long tickValueE5,
        final long lowE5,
        final long highE5)
    {
        final PublishSettlementEncoder encoder =
            new PublishSettlementEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        return done(encoder
            .runId(runId)
            .settlementPriceE5(priceE5)
            .tickValueE5(tickValueE5)
            .lowLimitE5(lowE5)
            .highLimitE5(highE5)
            .instrumentId(instrumentId)
            .encodedLength());
    }

    public CommandWriter complete(final long runId, final ClearingKind kind)
    {
        final CompleteClearingEncoder encoder =
            new CompleteClearingEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        return done(encoder.runId(runId).kind(kind).encodedLength());
    }

    public CommandWriter resume(final long runId)
    {
        final ResumeTradingEncoder encoder =
            new ResumeTradingEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        return done(encoder.runId(runId).encodedLength());
    }

    CommandWriter reportState(final long requestId)
    {
        final ReportStateEncoder encoder =
            new ReportStateEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        return done(encoder.requestId(requestId).encodedLength());
    }

    CommandWriter connectGateway(final long epoch)
    {
        final ConnectGatewayEncoder encoder =
            new ConnectGatewayEncoder().wrapAndApplyHeader(buffer, OFFSET, messageHeader);
        header(encoder.header(), 0);
        return done(encoder.epoch(epoch).encodedLength());
    }

    public void header(final CommandHeaderEncoder header, final int sessionId)
    {
        header
            .stampedNs(0)
            .receivedNs(77)
            .sequence(nextSequence)
            .sessionId(sessionId)
            .gatewayId(gatewayId)
            .partition(partition);
    }

    public CommandWriter done(final int encodedLength)
    {
        length = MessageHeaderEncoder.ENCODED_LENGTH + encodedLength;
        nextSequence = 0;
        nextClientRef = "";
        return this;
    }
}
