// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.simba.SecurityDefinitionDecoder;
import io.bourse.marketdata.simba.SecurityDefinitionUpdateReportDecoder;
import io.bourse.marketdata.simba.SecurityStatusDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.TradingSessionStatusDecoder;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

import org.agrona.DirectBuffer;

/**
 * Reads instrument messages of the versions 3, 8 and 9 into instruments. Up to UnderlyingCurrency the three layouts of
 * SecurityDefinition are one (SIMBA B.4); SecurityStatus of version 9 is that of 8 with two fields more.
 */
final class InstrumentDecoder
{
    /** SecurityDefinition of version 3. */
    static final int DEFINITION_3 = 12;

    /** SecurityDefinition of version 8. */
    static final int DEFINITION_8 = SecurityDefinitionDecoder.TEMPLATE_ID;

    /** SecurityDefinition of version 9. */
    static final int DEFINITION_9 = io.bourse.marketdata.simba.v9.SecurityDefinitionDecoder.TEMPLATE_ID;

    /** SecurityStatus of versions 3 to 8. */
    static final int STATUS_8 = SecurityStatusDecoder.TEMPLATE_ID;

    /** SecurityStatus of version 9. */
    static final int STATUS_9 = io.bourse.marketdata.simba.v9.SecurityStatusDecoder.TEMPLATE_ID;

    /** EventType of the last day, in the place of MaturityDate in version 9. */
    private static final int EVENT_MATURITY = 7;

    private static final double E5 = 100_000;
    private static final int VERSION = SecurityDefinitionDecoder.SCHEMA_VERSION;

    private final SecurityDefinitionDecoder definition = new SecurityDefinitionDecoder();
    private final io.bourse.marketdata.simba.v9.SecurityDefinitionDecoder definition9 =
        new io.bourse.marketdata.simba.v9.SecurityDefinitionDecoder();
    private final io.bourse.marketdata.simba.v9.MessageHeaderDecoder header9 =
        new io.bourse.marketdata.simba.v9.MessageHeaderDecoder();
    private final SecurityStatusDecoder status = new SecurityStatusDecoder();
    private final SecurityDefinitionUpdateReportDecoder report = new SecurityDefinitionUpdateReportDecoder();
    private final TradingSessionStatusDecoder session = new TradingSessionStatusDecoder();

    /**
     * SecurityID of an instrument message, whatever its template.
     */
    static int securityId(final DirectBuffer buffer, final int offset, final int templateId)
    {
        final boolean isDefinition =
            DEFINITION_3 == templateId || DEFINITION_8 == templateId || DEFINITION_9 == templateId;
        return buffer.getInt(offset + SimbaMessages.HEADER_LENGTH +
            (isDefinition ? SecurityDefinitionDecoder.securityIDEncodingOffset() : 0),
            ByteOrder.LITTLE_ENDIAN);
    }

    long totNumReports(final DirectBuffer buffer, final int offset)
    {
        return wrapDefinition(buffer, offset).totNumReports();
    }

    /** Reads a definition into what was known before. */
    MarketInstrument readDefinition(final DirectBuffer buffer, final int offset, final MarketInstrument before)
    {
        final SecurityDefinitionDecoder message = wrapDefinition(buffer, offset);
        final int templateId = SimbaMessages.templateId(buffer, offset);
        final MarketInstrumentBuilder next = MarketInstrumentBuilder.builder(before)
            .symbol(message.symbol().trim())
            .altId(message.securityAltID().trim())
            .securityType(message.securityType().trim())
            .cfiCode(message.cFICode().trim())
            .currency(message.currency().trim())
            .strikeE5(message.strikePrice().mantissa())
            .contractMultiplier(
                SecurityDefinitionDecoder.contractMultiplierNullValue() == message.contractMultiplier() ?
                0 : message.contractMultiplier())
            .tradingStatus(message.securityTradingStatusRaw())
            .sessionId(
                SecurityDefinitionDecoder.exchangeTradingSessionIDNullValue() == message.exchangeTradingSessionID() ?
                0 : message.exchangeTradingSessionID())
            .priceTickE5(message.minPriceIncrement().mantissa())
            .tickValueE5(message.minPriceIncrementAmount().mantissa())
            .lowLimitE5(message.lowLimitPx().mantissa())
            .highLimitE5(message.highLimitPx().mantissa())
            .marginOnBuyE2(message.initialMarginOnBuy().mantissa())
            .marginOnSellE2(message.initialMarginOnSell().mantissa())
            .volatilityE5(message.volatility().mantissa())
            .theoreticalPriceE5(message.theorPrice().mantissa());
        if (DEFINITION_9 == templateId)
        {
            definition9.wrapAndApplyHeader(buffer, offset, header9);
            next.settlementPriceE5(definition9.settlPriceOpen().mantissa())
                .lastSettlementPriceE5(definition9.settlPrice().mantissa());
        }
        else
        {
            next.settlementPriceE5(message.settlPriceOpen().mantissa())
                .maturityDate(SecurityDefinitionDecoder.maturityDateNullValue() == message.maturityDate() ?
                    0 : (int)message.maturityDate());
        }
        if (DEFINITION_8 == templateId)
        {
            final double settlementPrice = message.settlPrice();
            next.lastSettlementPriceE5(
                Double.isNaN(settlementPrice) ? MarketInstrument.NONE : Math.round(settlementPrice * E5));
        }
        if (DEFINITION_3 != templateId)
        {
            // Version 3 is read only as far as its lengths are checked.
            readGroups(message, next, DEFINITION_9 == templateId);
        }
        return next.build();
    }

    MarketInstrument readStatus(final DirectBuffer buffer, final int offset, final MarketInstrument before)
    {
        status.wrap(buffer, offset + SimbaMessages.HEADER_LENGTH, SimbaMessages.blockLength(buffer, offset), VERSION);
        return MarketInstrumentBuilder.builder(before)
            .tradingStatus(MarketInstrument.STATUS_NONE == status.securityTradingStatusRaw() ?
                before.tradingStatus() : status.securityTradingStatusRaw())
            .lowLimitE5(status.lowLimitPx().mantissa())
            .highLimitE5(status.highLimitPx().mantissa())
            .marginOnBuyE2(status.initialMarginOnBuy().mantissa())
            .marginOnSellE2(status.initialMarginOnSell().mantissa())
            .build();
    }

    MarketInstrument readReport(final DirectBuffer buffer, final int offset, final MarketInstrument before)
    {
        report.wrap(buffer, offset + SimbaMessages.HEADER_LENGTH, SimbaMessages.blockLength(buffer, offset), VERSION);
        return MarketInstrumentBuilder.builder(before)
            .volatilityE5(report.volatility().mantissa())
            .theoreticalPriceE5(report.theorPrice().mantissa())
            .build();
    }

    TradingSession readSession(final DirectBuffer buffer, final int offset, final boolean isOptions)
    {
        session.wrap(buffer, offset + SimbaMessages.HEADER_LENGTH, SimbaMessages.blockLength(buffer, offset), VERSION);
        final int sessionId = session.exchangeTradingSessionID();
        return new TradingSession(
            isOptions,
            TradingSessionStatusDecoder.exchangeTradingSessionIDNullValue() == sessionId ? 0 : sessionId,
            session.tradSesStatusRaw(),
            session.tradSesOpenTime(),
            session.tradSesCloseTime());
    }

    private SecurityDefinitionDecoder wrapDefinition(final DirectBuffer buffer, final int offset)
    {
        return definition.wrap(
            buffer, offset + SimbaMessages.HEADER_LENGTH, SimbaMessages.blockLength(buffer, offset), VERSION);
    }

    /** The groups of versions 8 and 9 differ in the order of two fields that are not read. */
    private static void readGroups(
        final SecurityDefinitionDecoder message, final MarketInstrumentBuilder next, final boolean isMaturityEvent)
    {
        message.noMDFeedTypes().forEach(entry -> entry.mDFeedType());
        final List<String> underlyings = new ArrayList<>();
        message.noUnderlyings().forEach(entry -> underlyings.add(entry.underlyingSymbol().trim()));
        final List<MarketLeg> legs = new ArrayList<>();
        message.noLegs().forEach(entry ->
            legs.add(new MarketLeg(entry.legSymbol().trim(), entry.legSecurityID(), entry.legRatioQty())));
        message.noInstrAttrib().forEach(entry -> entry.instrAttribType());
        message.noEvents().forEach(entry ->
        {
            if (isMaturityEvent && EVENT_MATURITY == entry.eventType())
            {
                next.maturityDate((int)entry.eventDate());
            }
        });
        next.underlying(underlyings.isEmpty() ? "" : underlyings.get(0)).description(message.securityDesc()).legs(legs);
    }
}
