// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.simba.MarketSegmentID;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.SecurityDefinitionEncoder;
import io.bourse.marketdata.simba.SecurityDefinitionUpdateReportEncoder;
import io.bourse.marketdata.simba.SecurityStatusEncoder;
import io.bourse.marketdata.simba.SecurityTradingStatus;
import io.bourse.marketdata.simba.SequenceResetEncoder;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.bourse.marketdata.simba.TradSesStatus;
import io.bourse.marketdata.simba.TradingSessionStatusEncoder;
import java.nio.ByteOrder;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes packets of the instrument feeds by hand, in version 3, 8 or 9; each is sent a nanosecond after the one before.
 */
final class InstrumentScript
{
    static final long TICK_E5 = 100_000;
    static final long LOW_E5 = 500_000;
    static final long HIGH_E5 = 900_000;

    private static final int OFFSET = SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[1400]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final int version;
    private int length;
    private int msgSeqNum;
    private int incrementalNumber;
    private long nowNs = 1_000;

    InstrumentScript(final int version)
    {
        this.version = version;
    }

    InstrumentScript reset(final int number)
    {
        return wrote(number,
            new SequenceResetEncoder().wrapAndApplyHeader(packet, OFFSET, header).newSeqNo(1).limit(), 2);
    }

    InstrumentScript definition(final int number, final int total, final int securityId, final String symbol)
    {
        if (9 == version)
        {
            return definition9(number, total, securityId, symbol);
        }
        final SecurityDefinitionEncoder message =
            new SecurityDefinitionEncoder().wrapAndApplyHeader(packet, OFFSET, header);
        packet.setMemory(message.offset(), SecurityDefinitionEncoder.BLOCK_LENGTH, (byte)0);
        message.totNumReports(total)
            .symbol(symbol)
            .securityID(securityId)
            .securityAltID("ISIN" + securityId)
            .securityType("FUT")
            .cFICode("FFXCSX")
            .contractMultiplier(1000)
            .securityTradingStatus(SecurityTradingStatus.NotAvailableForTrading)
            .currency("RUB")
            .marketSegmentID(MarketSegmentID.Derivatives)
            .exchangeTradingSessionID(77)
            .maturityDate(20_261_217);
        message.strikePrice().mantissa(MarketInstrument.NONE);
        message.lowLimitPx().mantissa(LOW_E5);
        message.highLimitPx().mantissa(HIGH_E5);
        message.minPriceIncrement().mantissa(TICK_E5);
        message.minPriceIncrementAmount().mantissa(2 * TICK_E5);
        message.initialMarginOnBuy().mantissa(12_345);
        message.initialMarginOnSell().mantissa(23_456);
        message.theorPrice().mantissa(MarketInstrument.NONE);
        message.volatility().mantissa(MarketInstrument.NONE);
        message.settlPriceOpen().mantissa(777_000);
        if (3 == version)
        {
            // No groups are read of this version, and it ends with DerivativeContractMultiplier.
            wrote(number, message.limit(), 12);
            packet.putShort(OFFSET, (short)250, ByteOrder.LITTLE_ENDIAN);
            length = OFFSET + 8 + 250;
            return this;
        }
        message.noMDFeedTypesCount(1).next().mDFeedType("ORDERS-LOG").marketDepth(0).mDBookType(1);
        message.noUnderlyingsCount(1).next().underlyingSymbol("Si").underlyingBoard("").underlyingSecurityID(5)
            .underlyingFutureID(6);
        final SecurityDefinitionEncoder.NoLegsEncoder legs = message.noLegsCount(2);
        legs.next().legSymbol("NEAR").legSecurityID(11).legRatioQty(-1);
        legs.next().legSymbol("FAR").legSecurityID(12).legRatioQty(1);
        message.noInstrAttribCount(0);
        message.noEventsCount(0);
        message.securityDesc("Name of " + symbol).quotationList("");
        return wrote(number, message.limit(), SecurityDefinitionEncoder.TEMPLATE_ID);
    }

    private InstrumentScript definition9(
        final int number, final int total, final int securityId, final String symbol)
    {
        final io.bourse.marketdata.simba.v9.SecurityDefinitionEncoder message =
            new io.bourse.marketdata.simba.v9.SecurityDefinitionEncoder().wrapAndApplyHeader(
                packet, OFFSET, new io.bourse.marketdata.simba.v9.MessageHeaderEncoder());
        packet.setMemory(
            message.offset(), io.bourse.marketdata.simba.v9.SecurityDefinitionEncoder.BLOCK_LENGTH, (byte)0);
        message.totNumReports(total)
            .symbol(symbol)
            .securityID(securityId)
            .securityAltID("ISIN" + securityId)
            .securityType("FUT")
            .cFICode("FFXCSX")
            .contractMultiplier(1000)
            .securityTradingStatus(io.bourse.marketdata.simba.v9.SecurityTradingStatus.NotAvailableForTrading)
            .currency("RUB")
            .exchangeTradingSessionID(77);
        message.strikePrice().mantissa(MarketInstrument.NONE);
        message.lowLimitPx().mantissa(LOW_E5);
        message.highLimitPx().mantissa(HIGH_E5);
        message.minPriceIncrement().mantissa(TICK_E5);
        message.minPriceIncrementAmount().mantissa(2 * TICK_E5);
        message.initialMarginOnBuy().mantissa(12_345);
        message.initialMarginOnSell().mantissa(23_456);
        message.theorPrice().mantissa(MarketInstrument.NONE);
        message.volatility().mantissa(MarketInstrument.NONE);
        message.settlPriceOpen().mantissa(777_000);
        message.noMDFeedTypesCount(0);
        message.noUnderlyingsCount(1).next().underlyingSymbol("Si").underlyingBoard("").underlyingSecurityID(5)
            .underlyingFutureID(6);
        final io.bourse.marketdata.simba.v9.SecurityDefinitionEncoder.NoLegsEncoder legs = message.noLegsCount(2);
        legs.next().legSymbol("NEAR").legSecurityID(11).legRatioQty(-1);
        legs.next().legSymbol("FAR").legSecurityID(12).legRatioQty(1);
        message.noInstrAttribCount(0);
        message.noEventsCount(0);
        message.securityDesc("Name of " + symbol).quotationList("");
        return wrote(
            number, message.limit(), io.bourse.marketdata.simba.v9.SecurityDefinitionEncoder.TEMPLATE_ID);
    }

    InstrumentScript status(final int securityId, final SecurityTradingStatus status, final long highE5)
    {
        final SecurityStatusEncoder message = new SecurityStatusEncoder().wrapAndApplyHeader(packet, OFFSET, header);
        message.securityID(securityId).symbol("any").securityTradingStatus(status);
        message.highLimitPx().mantissa(highE5);
        message.lowLimitPx().mantissa(LOW_E5);
        message.initialMarginOnBuy().mantissa(12_345);
        message.initialMarginOnSell().mantissa(23_456);
        message.initialMarginSyntetic().mantissa(MarketInstrument.NONE);
        if (9 == version)
        {
            packet.putShort(OFFSET, (short)86, ByteOrder.LITTLE_ENDIAN);
            packet.putLong(message.limit(), MarketInstrument.NONE, ByteOrder.LITTLE_ENDIAN);
            packet.putLong(message.limit() + 8, MarketInstrument.NONE, ByteOrder.LITTLE_ENDIAN);
            return wrote(++incrementalNumber, message.limit() + 16, InstrumentDecoder.STATUS_9);
        }
        return wrote(++incrementalNumber, message.limit(), InstrumentDecoder.STATUS_8);
    }

    InstrumentScript report(final int securityId, final long volatilityE5, final long theoreticalPriceE5)
    {
        final SecurityDefinitionUpdateReportEncoder message =
            new SecurityDefinitionUpdateReportEncoder().wrapAndApplyHeader(packet, OFFSET, header);
        message.securityID(securityId);
        message.volatility().mantissa(volatilityE5);
        message.theorPrice().mantissa(theoreticalPriceE5);
        message.theorPriceLimit().mantissa(MarketInstrument.NONE);
        return wrote(++incrementalNumber, message.limit(), SecurityDefinitionUpdateReportEncoder.TEMPLATE_ID);
    }

    InstrumentScript session(final int sessionId, final TradSesStatus status)
    {
        final TradingSessionStatusEncoder message =
            new TradingSessionStatusEncoder().wrapAndApplyHeader(packet, OFFSET, header);
        message.tradSesOpenTime(100).tradSesCloseTime(200).exchangeTradingSessionID(sessionId).tradSesStatus(status);
        return wrote(++incrementalNumber, message.limit(), TradingSessionStatusEncoder.TEMPLATE_ID);
    }

    /** A message of a layout that nobody has published. */
    InstrumentScript unknown()
    {
        new SequenceResetEncoder().wrapAndApplyHeader(packet, OFFSET, header).newSeqNo(1);
        return wrote(++incrementalNumber, OFFSET + 8 + 40, 22);
    }

    private InstrumentScript wrote(final int number, final int limit, final int templateId)
    {
        packet.putShort(OFFSET + 2, (short)templateId, ByteOrder.LITTLE_ENDIAN);
        packet.putShort(OFFSET + 6, (short)version, ByteOrder.LITTLE_ENDIAN);
        msgSeqNum = number;
        length = limit;
        nowNs++;
        return this;
    }

    InstrumentScript to(final InstrumentReceiver receiver, final InstrumentFeed... feeds)
    {
        final UnsafeBuffer copy = copy();
        for (final InstrumentFeed feed : feeds)
        {
            receiver.onPacket(feed, copy, 0, copy.capacity());
        }
        return this;
    }

    UnsafeBuffer copy()
    {
        SimbaPacketDescriptor.putPacketHeader(
            packet, 0, msgSeqNum, length, SimbaPacketDescriptor.FLAG_LAST_FRAGMENT, nowNs);
        final byte[] bytes = new byte[length];
        packet.getBytes(0, bytes);
        return new UnsafeBuffer(bytes);
    }
}
