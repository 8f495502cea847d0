// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicLeg;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.simba.SecurityTradingStatus;
import io.bourse.marketdata.simba.v9.MarketSegmentID;
import io.bourse.marketdata.simba.v9.MessageHeaderEncoder;
import io.bourse.marketdata.simba.v9.NegativePrices;
import io.bourse.marketdata.simba.v9.SecurityAltIDSource;
import io.bourse.marketdata.simba.v9.SecurityDefinitionEncoder.NoLegsEncoder;
import io.bourse.marketdata.simba.v9.SecurityDefinitionEncoder.NoMDFeedTypesEncoder;
import io.bourse.marketdata.simba.v9.SecurityDefinitionEncoder.NoUnderlyingsEncoder;
import io.bourse.marketdata.simba.v9.SecurityDefinitionEncoder;
import io.bourse.marketdata.simba.v9.SecurityStatusEncoder;
import io.bourse.marketdata.simba.v9.TradingSessionID;
import org.agrona.MutableDirectBuffer;

import java.nio.ByteOrder;
import java.util.List;

/**
 * SecurityDefinition and SecurityStatus of wire version 9. What nobody here knows is null; which fields those are is in
 * docs/protocols/simba.md.
 */
final class InstrumentMessages9 extends InstrumentMessages
{
    private static final String FEED_TYPE = "ORDERS-LOG";
    private static final String SETTLEMENT_CURRENCY = "RUB";
    private static final int FULL_DEPTH = 0;
    private static final int ORDER_BY_ORDER = 3;
    /** EventType of FIX: last eligible trade date. */
    private static final int LAST_TRADE_DATE = 7;
    private static final long NULL = InstrumentTerms.NULL_DECIMAL;

    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final SecurityDefinitionEncoder definition = new SecurityDefinitionEncoder();
    private final SecurityStatusEncoder statusEncoder = new SecurityStatusEncoder();

    InstrumentMessages9()
    {
        super(9);
    }

    @Override
    int putDefinition(
        final MutableDirectBuffer buffer,
        final int offset,
        final PublicInstrument instrument,
        final PublicSession session,
        final long settlementAtOpenE5,
        final long totNumReports)
    {
        definition.wrapAndApplyHeader(buffer, offset, headerEncoder).totNumReports(totNumReports);
        putIdentity(instrument, session);
        putPrices(instrument, settlementAtOpenE5);
        putUnknown();
        putGroups(instrument);
        return definition.limit() - offset;
    }

    @Override
    int putStatus(
        final MutableDirectBuffer buffer,
        final int offset,
        final PublicInstrument instrument,
        final SecurityTradingStatus status)
    {
        statusEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder)
            .securityID(instrument.instrumentId())
            .symbol(instrument.symbol())
            .securityTradingStatus(
                io.bourse.marketdata.simba.v9.SecurityTradingStatus.get(status.value()));
        statusEncoder.highLimitPx().mantissa(instrument.highLimitE5());
        statusEncoder.lowLimitPx().mantissa(instrument.lowLimitE5());
        statusEncoder.initialMarginOnBuy().mantissa(InstrumentTerms.marginKopecks(instrument.longMarginKopecks()));
        statusEncoder.initialMarginOnSell().mantissa(InstrumentTerms.marginKopecks(instrument.shortMarginKopecks()));
        statusEncoder.initialMarginSyntetic().mantissa(NULL);
        statusEncoder.highLimitPxWeekend().mantissa(NULL);
        statusEncoder.lowLimitPxWeekend().mantissa(NULL);
        return statusEncoder.limit() - offset;
    }

    private void putIdentity(final PublicInstrument instrument, final PublicSession session)
    {
        final boolean hasSession = InstrumentTerms.hasSession(session);
        final SecurityTradingStatus status = InstrumentTerms.tradingStatus(instrument.phase());
        definition
            .symbol(instrument.symbol())
            .securityID(instrument.instrumentId())
            .securityAltID(instrument.symbol())
            .securityAltIDSource(SecurityAltIDSource.ExchangeSymbol)
            .securityType(InstrumentTerms.securityType(instrument))
            .cFICode(InstrumentTerms.cfiCode(instrument))
            .contractMultiplier(SecurityDefinitionEncoder.contractMultiplierNullValue())
            .securityTradingStatus(
                io.bourse.marketdata.simba.v9.SecurityTradingStatus.get(status.value()))
            .currency(instrument.currency())
            .marketSegmentID(MarketSegmentID.Derivatives)
            .tradingSessionID(hasSession ? TradingSessionID.Day : TradingSessionID.NULL_VAL)
            .exchangeTradingSessionID(hasSession ?
                (int)session.sessionId() : SecurityDefinitionEncoder.exchangeTradingSessionIDNullValue())
            .underlyingCurrency("")
            .valuationMethod(InstrumentTerms.valuationMethod(instrument))
            .settlCurrency(SETTLEMENT_CURRENCY)
            .negativePrices(0 > instrument.lowLimitE5() ? NegativePrices.Eligible : NegativePrices.NotEligible);
        definition.buffer().putLong(
            definition.offset() + SecurityDefinitionEncoder.flagsEncodingOffset(),
            InstrumentTerms.flags(instrument),
            ByteOrder.LITTLE_ENDIAN);
    }

    private void putPrices(final PublicInstrument instrument, final long settlementAtOpenE5)
    {
        definition.highLimitPx().mantissa(instrument.highLimitE5());
        definition.lowLimitPx().mantissa(instrument.lowLimitE5());
        definition.strikePrice().mantissa(InstrumentTerms.strikeE5(instrument, NULL));
        definition.minPriceIncrement().mantissa(instrument.priceTickE5());
        definition.minPriceIncrementAmount().mantissa(instrument.tickValueE5());
        definition.initialMarginOnBuy().mantissa(InstrumentTerms.marginKopecks(instrument.longMarginKopecks()));
        definition.initialMarginOnSell().mantissa(InstrumentTerms.marginKopecks(instrument.shortMarginKopecks()));
        definition.theorPrice().mantissa(InstrumentTerms.theoreticalE5(instrument));
        definition.settlPriceOpen().mantissa(InstrumentTerms.settlementE5(instrument, settlementAtOpenE5));
        final long settlementE5 = InstrumentTerms.settlementE5(instrument, instrument.settlementPriceE5());
        definition.settlPrice().mantissa(settlementE5);
        definition.clearingSettlPrice().mantissa(settlementE5);
    }

    private void putUnknown()
    {
        definition.volatility().mantissa(NULL);
        definition.initialMarginSyntetic().mantissa(NULL);
        definition.theorPriceLimit().mantissa(NULL);
        definition.underlyingQty().mantissa(NULL);
        definition.minPriceIncrementAmountCurr().mantissa(NULL);
        definition.interestRateRiskUp().mantissa(NULL);
        definition.interestRateRiskDown().mantissa(NULL);
        definition.riskFreeRate2().mantissa(NULL);
        definition.interestRate2RiskUp().mantissa(NULL);
        definition.interestRate2RiskDown().mantissa(NULL);
        definition.highLimitPxWeekend().mantissa(NULL);
        definition.lowLimitPxWeekend().mantissa(NULL);
        definition
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
        final NoMDFeedTypesEncoder feedTypes = definition.noMDFeedTypesCount(1);
        feedTypes.next().mDFeedType(FEED_TYPE).marketDepth(FULL_DEPTH).mDBookType(ORDER_BY_ORDER);
        final boolean hasUnderlying = !instrument.underlying().isEmpty();
        final NoUnderlyingsEncoder underlyings = definition.noUnderlyingsCount(hasUnderlying ? 1 : 0);
        if (hasUnderlying)
        {
            underlyings.next()
                .underlyingSymbol(instrument.underlying())
                .underlyingBoard("")
                .underlyingSecurityID(NoUnderlyingsEncoder.underlyingSecurityIDNullValue())
                .underlyingFutureID(NoUnderlyingsEncoder.underlyingFutureIDNullValue());
        }
        final List<PublicLeg> legs = instrument.legs();
        final NoLegsEncoder legEncoder = definition.noLegsCount(legs.size());
        for (int i = 0; i < legs.size(); i++)
        {
            final PublicLeg leg = legs.get(i);
            legEncoder.next()
                .legSymbol(leg.instrument().symbol())
                .legSecurityID(leg.instrument().instrumentId())
                .legRatioQty(leg.ratio());
        }
        definition.noInstrAttribCount(0);
        if (0 == instrument.maturityDate())
        {
            definition.noEventsCount(0);
        }
        else
        {
            definition.noEventsCount(1).next()
                .eventType(LAST_TRADE_DATE)
                .eventDate(instrument.maturityDate())
                .eventTime(0);
        }
        definition.securityDesc("").quotationList("");
    }
}
