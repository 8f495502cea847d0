// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicLeg;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.simba.MarketSegmentID;
import io.bourse.marketdata.simba.NegativePrices;
import io.bourse.marketdata.simba.SecurityAltIDSource;
import io.bourse.marketdata.simba.SecurityDefinitionEncoder.NoLegsEncoder;
import io.bourse.marketdata.simba.SecurityDefinitionEncoder.NoMDFeedTypesEncoder;
import io.bourse.marketdata.simba.SecurityDefinitionEncoder.NoUnderlyingsEncoder;
import io.bourse.marketdata.simba.SecurityDefinitionEncoder;
import io.bourse.marketdata.simba.SecurityDefinitionUpdateReportEncoder;
import io.bourse.marketdata.simba.SecurityStatusEncoder;
import io.bourse.marketdata.simba.SecurityTradingStatus;
import io.bourse.marketdata.simba.TradSesEvent;
import io.bourse.marketdata.simba.TradSesStatus;
import io.bourse.marketdata.simba.TradingSessionID;
import io.bourse.marketdata.simba.TradingSessionStatusEncoder;

import java.nio.ByteOrder;
import java.util.List;

import org.agrona.MutableDirectBuffer;

/**
 * Writes the messages of the instrument feeds (SIMBA B.4). What the venue does not know is null; which fields those are
 * is in docs/protocols/simba.md. All return the length with the message header.
 * <p>
 * SecurityDefinition of version 9 is that of version 8 without MaturityDate and MaturityTime, with another type of
 * SettlPrice and with three fields at the end; SecurityStatus has two fields at the end. So what they share is written
 * with the encoders of version 8; what follows MaturityTime with one that begins so much earlier.
 */
final class InstrumentMessages extends ControlMessages
{
    private static final String FEED_TYPE = "ORDERS-LOG";
    private static final String SETTLEMENT_CURRENCY = "RUB";
    private static final int FULL_DEPTH = 0;
    private static final int ORDER_BY_ORDER = 3;
    /** EventType of FIX: last eligible trade date. */
    private static final int LAST_TRADE_DATE = 7;
    /** Length of MaturityDate and MaturityTime. */
    private static final int LEFT_OUT_LENGTH = SecurityDefinitionEncoder.flagsEncodingOffset() -
        io.bourse.marketdata.simba.v9.SecurityDefinitionEncoder.flagsEncodingOffset();
    private static final long NULL = InstrumentTerms.NULL_DECIMAL;
    private static final double E5 = 100_000.0;

    private final SecurityDefinitionUpdateReportEncoder updateEncoder = new SecurityDefinitionUpdateReportEncoder();
    private final TradingSessionStatusEncoder sessionEncoder = new TradingSessionStatusEncoder();
    private final SecurityStatusEncoder statusEncoder = new SecurityStatusEncoder();
    /** Writes up to MaturityTime. */
    private final SecurityDefinitionEncoder front = new SecurityDefinitionEncoder();
    /** Writes after MaturityTime. */
    private final SecurityDefinitionEncoder rest = new SecurityDefinitionEncoder();
    private final io.bourse.marketdata.simba.v9.MessageHeaderEncoder headerEncoder9 =
        new io.bourse.marketdata.simba.v9.MessageHeaderEncoder();
    private final io.bourse.marketdata.simba.v9.SecurityStatusEncoder statusEncoder9 =
        new io.bourse.marketdata.simba.v9.SecurityStatusEncoder();
    private final io.bourse.marketdata.simba.v9.SecurityDefinitionEncoder definition9 =
        new io.bourse.marketdata.simba.v9.SecurityDefinitionEncoder();

    InstrumentMessages(final int version)
    {
        super(version);
    }

    /** SecurityDefinition. */
    int putDefinition(
        final MutableDirectBuffer buffer,
        final int offset,
        final PublicInstrument instrument,
        final PublicSession session,
        final long settlementAtOpenE5,
        final long totNumReports)
    {
        final long settlementE5 = InstrumentTerms.settlementE5(instrument, instrument.settlementPriceE5());
        if (8 == version)
        {
            front.wrapAndApplyHeader(buffer, offset, headerEncoder)
                .maturityDate(0 == instrument.maturityDate() ?
                    SecurityDefinitionEncoder.maturityDateNullValue() : instrument.maturityDate())
                .maturityTime(SecurityDefinitionEncoder.maturityTimeNullValue())
                // This version has no decimal here.
                .settlPrice(NULL == settlementE5 ? Double.NaN : settlementE5 / E5);
            rest.wrap(buffer, front.offset());
        }
        else
        {
            definition9.wrapAndApplyHeader(buffer, offset, headerEncoder9);
            definition9.settlPrice().mantissa(settlementE5);
            definition9.highLimitPxWeekend().mantissa(NULL);
            definition9.lowLimitPxWeekend().mantissa(NULL);
            definition9.clearingSettlPrice().mantissa(settlementE5);
            front.wrap(buffer, definition9.offset());
            rest.wrap(buffer, definition9.offset() - LEFT_OUT_LENGTH);
            rest.limit(definition9.limit());
        }
        front.totNumReports(totNumReports);
        putIdentity(instrument, session);
        putPrices(instrument, settlementAtOpenE5);
        putUnknown();
        putGroups(instrument);
        return rest.limit() - offset;
    }

    /** SecurityStatus. */
    int putStatus(
        final MutableDirectBuffer buffer,
        final int offset,
        final PublicInstrument instrument,
        final SecurityTradingStatus status)
    {
        final int limit;
        if (8 == version)
        {
            statusEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder);
            limit = statusEncoder.limit();
        }
        else
        {
            statusEncoder9.wrapAndApplyHeader(buffer, offset, headerEncoder9);
            statusEncoder9.highLimitPxWeekend().mantissa(NULL);
            statusEncoder9.lowLimitPxWeekend().mantissa(NULL);
            statusEncoder.wrap(buffer, statusEncoder9.offset());
            limit = statusEncoder9.limit();
        }
        statusEncoder
            .securityID(instrument.instrumentId())
            .symbol(instrument.symbol())
            .securityTradingStatus(status);
        statusEncoder.highLimitPx().mantissa(instrument.highLimitE5());
        statusEncoder.lowLimitPx().mantissa(instrument.lowLimitE5());
        statusEncoder.initialMarginOnBuy().mantissa(InstrumentTerms.marginKopecks(instrument.longMarginKopecks()));
        statusEncoder.initialMarginOnSell().mantissa(InstrumentTerms.marginKopecks(instrument.shortMarginKopecks()));
        statusEncoder.initialMarginSyntetic().mantissa(NULL);
        return limit - offset;
    }

    int putUpdate(final MutableDirectBuffer buffer, final int offset, final PublicInstrument instrument)
    {
        updateEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder).securityID(instrument.instrumentId());
        updateEncoder.volatility().mantissa(InstrumentTerms.NULL_DECIMAL);
        updateEncoder.theorPrice().mantissa(InstrumentTerms.theoreticalE5(instrument));
        updateEncoder.theorPriceLimit().mantissa(InstrumentTerms.NULL_DECIMAL);
        return end(offset, updateEncoder.limit());
    }

    /** TradingSessionStatus. Times without a plan, or that have not come, are 0. */
    int putSession(
        final MutableDirectBuffer buffer,
        final int offset,
        final PublicSession session,
        final TradSesStatus status,
        final TradSesEvent event)
    {
        final boolean hasSession = InstrumentTerms.hasSession(session);
        sessionEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder)
            .tradSesOpenTime(session.openedNs())
            .tradSesCloseTime(session.isEvening() ? session.suspendedNs() : 0)
            .tradingSessionID(hasSession ? TradingSessionID.Day : TradingSessionID.NULL_VAL)
            .exchangeTradingSessionID(hasSession ?
                (int)session.sessionId() : TradingSessionStatusEncoder.exchangeTradingSessionIDNullValue())
            .tradSesStatus(status)
            .marketSegmentID(MarketSegmentID.Derivatives)
            .tradSesEvent(event)
            .tradePeriodID(0)
            .settlSessBegin(0)
            .clrSessBegin(session.suspendedNs());
        return end(offset, sessionEncoder.limit());
    }

    private void putIdentity(final PublicInstrument instrument, final PublicSession session)
    {
        final boolean hasSession = InstrumentTerms.hasSession(session);
        final SecurityTradingStatus status = InstrumentTerms.tradingStatus(instrument.phase());
        front
            .symbol(instrument.symbol())
            .securityID(instrument.instrumentId())
            .securityAltID(instrument.symbol())
            .securityAltIDSource(SecurityAltIDSource.ExchangeSymbol)
            .securityType(InstrumentTerms.securityType(instrument))
            .cFICode(InstrumentTerms.cfiCode(instrument))
            .contractMultiplier(SecurityDefinitionEncoder.contractMultiplierNullValue())
            .securityTradingStatus(status)
            .currency(instrument.currency())
            .marketSegmentID(MarketSegmentID.Derivatives)
            .tradingSessionID(hasSession ? TradingSessionID.Day : TradingSessionID.NULL_VAL)
            .exchangeTradingSessionID(hasSession ?
                (int)session.sessionId() : SecurityDefinitionEncoder.exchangeTradingSessionIDNullValue())
            .underlyingCurrency("");
        rest
            .valuationMethod(InstrumentTerms.valuationMethod(instrument))
            .settlCurrency(SETTLEMENT_CURRENCY)
            .negativePrices(0 > instrument.lowLimitE5() ? NegativePrices.Eligible : NegativePrices.NotEligible);
        rest.buffer().putLong(
            rest.offset() + SecurityDefinitionEncoder.flagsEncodingOffset(),
            InstrumentTerms.flags(instrument),
            ByteOrder.LITTLE_ENDIAN);
    }

    private void putPrices(final PublicInstrument instrument, final long settlementAtOpenE5)
    {
        front.highLimitPx().mantissa(instrument.highLimitE5());
        front.lowLimitPx().mantissa(instrument.lowLimitE5());
        front.strikePrice().mantissa(InstrumentTerms.strikeE5(instrument, NULL));
        front.minPriceIncrement().mantissa(instrument.priceTickE5());
        front.minPriceIncrementAmount().mantissa(instrument.tickValueE5());
        front.initialMarginOnBuy().mantissa(InstrumentTerms.marginKopecks(instrument.longMarginKopecks()));
        front.initialMarginOnSell().mantissa(InstrumentTerms.marginKopecks(instrument.shortMarginKopecks()));
        front.theorPrice().mantissa(InstrumentTerms.theoreticalE5(instrument));
        rest.settlPriceOpen().mantissa(InstrumentTerms.settlementE5(instrument, settlementAtOpenE5));
    }

    private void putUnknown()
    {
        front.volatility().mantissa(NULL);
        front.initialMarginSyntetic().mantissa(NULL);
        front.theorPriceLimit().mantissa(NULL);
        front.underlyingQty().mantissa(NULL);
        rest.minPriceIncrementAmountCurr().mantissa(NULL);
        rest.interestRateRiskUp().mantissa(NULL);
        rest.interestRateRiskDown().mantissa(NULL);
        rest.riskFreeRate2().mantissa(NULL);
        rest.interestRate2RiskUp().mantissa(NULL);
        rest.interestRate2RiskDown().mantissa(NULL);
        rest
            .riskFreeRate(Double.NaN)
            .fixedSpotDiscount(Double.NaN)
            .projectedSpotDiscount(Double.NaN)
            .derivativeContractMultiplier(SecurityDefinitionEncoder.derivativeContractMultiplierNullValue())
            .tradeModeID(0)
            .groupMask(0)
            .sectionID(0)
            .baseContractID(0)
            .tradePeriodAccess(0);
    }

    private void putGroups(final PublicInstrument instrument)
    {
        final NoMDFeedTypesEncoder feedTypes = rest.noMDFeedTypesCount(1);
        feedTypes.next().mDFeedType(FEED_TYPE).marketDepth(FULL_DEPTH).mDBookType(ORDER_BY_ORDER);
        final boolean hasUnderlying = !instrument.underlying().isEmpty();
        final NoUnderlyingsEncoder underlyings = rest.noUnderlyingsCount(hasUnderlying ? 1 : 0);
        if (hasUnderlying)
        {
            underlyings.next()
                .underlyingSymbol(instrument.underlying())
                .underlyingBoard("")
                .underlyingSecurityID(NoUnderlyingsEncoder.underlyingSecurityIDNullValue())
                .underlyingFutureID(NoUnderlyingsEncoder.underlyingFutureIDNullValue());
        }
        final List<PublicLeg> legs = instrument.legs();
        final NoLegsEncoder legEncoder = rest.noLegsCount(legs.size());
        for (int i = 0; i < legs.size(); i++)
        {
            final PublicLeg leg = legs.get(i);
            legEncoder.next()
                .legSymbol(leg.instrument().symbol())
                .legSecurityID(leg.instrument().instrumentId())
                .legRatioQty(leg.ratio());
        }
        rest.noInstrAttribCount(0);
        if (0 == instrument.maturityDate())
        {
            rest.noEventsCount(0);
        }
        else
        {
            rest.noEventsCount(1).next()
                .eventType(LAST_TRADE_DATE)
                .eventDate(instrument.maturityDate())
                .eventTime(0);
        }
        rest.securityDesc("").quotationList("");
    }
}
