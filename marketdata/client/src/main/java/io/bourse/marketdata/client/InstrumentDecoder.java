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
import java.util.Objects;

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
    private final SecurityStatusDecoder status = new SecurityStatusDecoder();
    private final SecurityDefinitionUpdateReportDecoder report = new SecurityDefinitionUpdateReportDecoder();
    private final TradingSessionStatusDecoder session = new TradingSessionStatusDecoder();
    private boolean isChanged;

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

    /**
     * Reads a definition.
     *
     * @return true if anything of the instrument changed.
     */
    boolean readDefinition(
        final DirectBuffer buffer,
        final int offset,
        final MarketInstrument instrument,
        final InstrumentDirectory directory)
    {
        final SecurityDefinitionDecoder message = wrapDefinition(buffer, offset);
        final int templateId = SimbaMessages.templateId(buffer, offset);
        final String symbol = message.symbol().trim();
        isChanged = !instrument.isDefined || !symbol.equals(instrument.symbol);
        directory.define(instrument, symbol);
        instrument.altId = changed(instrument.altId, message.securityAltID().trim());
        instrument.securityType = changed(instrument.securityType, message.securityType().trim());
        instrument.cfiCode = changed(instrument.cfiCode, message.cFICode().trim());
        instrument.currency = changed(instrument.currency, message.currency().trim());
        instrument.strikeE5 = changed(instrument.strikeE5, message.strikePrice().mantissa());
        instrument.contractMultiplier = (int)changed(instrument.contractMultiplier,
            SecurityDefinitionDecoder.contractMultiplierNullValue() == message.contractMultiplier() ?
                0 : message.contractMultiplier());
        instrument.tradingStatus = (int)changed(instrument.tradingStatus, message.securityTradingStatusRaw());
        instrument.sessionId = changed(instrument.sessionId,
            SecurityDefinitionDecoder.exchangeTradingSessionIDNullValue() == message.exchangeTradingSessionID() ?
                0 : message.exchangeTradingSessionID());
        instrument.priceTickE5 = changed(instrument.priceTickE5, message.minPriceIncrement().mantissa());
        instrument.tickValueE5 = changed(instrument.tickValueE5, message.minPriceIncrementAmount().mantissa());
        limits(instrument, message.lowLimitPx().mantissa(), message.highLimitPx().mantissa());
        margins(instrument, message.initialMarginOnBuy().mantissa(), message.initialMarginOnSell().mantissa());
        theory(instrument, message.volatility().mantissa(), message.theorPrice().mantissa());
        if (DEFINITION_9 == templateId)
        {
            readRest9(buffer, offset, instrument);
        }
        else
        {
            readRest8(message, instrument, DEFINITION_8 == templateId);
        }
        return isChanged;
    }

    boolean readStatus(final DirectBuffer buffer, final int offset, final MarketInstrument instrument)
    {
        status.wrap(buffer, offset + SimbaMessages.HEADER_LENGTH, SimbaMessages.blockLength(buffer, offset), VERSION);
        isChanged = false;
        if (MarketInstrument.STATUS_NONE != status.securityTradingStatusRaw())
        {
            instrument.tradingStatus = (int)changed(instrument.tradingStatus, status.securityTradingStatusRaw());
        }
        limits(instrument, status.lowLimitPx().mantissa(), status.highLimitPx().mantissa());
        margins(instrument, status.initialMarginOnBuy().mantissa(), status.initialMarginOnSell().mantissa());
        return isChanged;
    }

    boolean readReport(final DirectBuffer buffer, final int offset, final MarketInstrument instrument)
    {
        report.wrap(buffer, offset + SimbaMessages.HEADER_LENGTH, SimbaMessages.blockLength(buffer, offset), VERSION);
        isChanged = false;
        theory(instrument, report.volatility().mantissa(), report.theorPrice().mantissa());
        return isChanged;
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

    private void readRest8(
        final SecurityDefinitionDecoder message, final MarketInstrument instrument, final boolean isGrouped)
    {
        final long maturityDate = message.maturityDate();
        instrument.maturityDate = (int)changed(instrument.maturityDate,
            SecurityDefinitionDecoder.maturityDateNullValue() == maturityDate ? 0 : maturityDate);
        instrument.settlementPriceE5 = changed(instrument.settlementPriceE5, message.settlPriceOpen().mantissa());
        if (!isGrouped)
        {
            // Version 3 is read only as far as its lengths are checked.
            return;
        }
        final double lastSettlementPrice = message.settlPrice();
        instrument.lastSettlementPriceE5 = changed(instrument.lastSettlementPriceE5,
            Double.isNaN(lastSettlementPrice) ? MarketInstrument.NONE : Math.round(lastSettlementPrice * E5));
        message.noMDFeedTypes().forEach(entry -> entry.mDFeedType());
        final List<String> underlyings = new ArrayList<>();
        message.noUnderlyings().forEach(entry -> underlyings.add(entry.underlyingSymbol().trim()));
        final List<MarketLeg> legs = new ArrayList<>();
        message.noLegs().forEach(entry ->
            legs.add(new MarketLeg(entry.legSymbol().trim(), entry.legSecurityID(), entry.legRatioQty())));
        message.noInstrAttrib().forEach(entry -> entry.instrAttribType());
        message.noEvents().forEach(entry -> entry.eventType());
        groups(instrument, underlyings, legs, message.securityDesc());
    }

    private void readRest9(final DirectBuffer buffer, final int offset, final MarketInstrument instrument)
    {
        final io.bourse.marketdata.simba.v9.SecurityDefinitionDecoder message = definition9.wrap(
            buffer,
            offset + SimbaMessages.HEADER_LENGTH,
            SimbaMessages.blockLength(buffer, offset),
            io.bourse.marketdata.simba.v9.SecurityDefinitionDecoder.SCHEMA_VERSION);
        instrument.settlementPriceE5 = changed(instrument.settlementPriceE5, message.settlPriceOpen().mantissa());
        instrument.lastSettlementPriceE5 = changed(instrument.lastSettlementPriceE5, message.settlPrice().mantissa());
        message.noMDFeedTypes().forEach(entry -> entry.mDFeedType());
        final List<String> underlyings = new ArrayList<>();
        message.noUnderlyings().forEach(entry -> underlyings.add(entry.underlyingSymbol().trim()));
        final List<MarketLeg> legs = new ArrayList<>();
        message.noLegs().forEach(entry ->
            legs.add(new MarketLeg(entry.legSymbol().trim(), entry.legSecurityID(), entry.legRatioQty())));
        message.noInstrAttrib().forEach(entry -> entry.instrAttribType());
        message.noEvents().forEach(entry ->
        {
            if (EVENT_MATURITY == entry.eventType())
            {
                instrument.maturityDate = (int)changed(instrument.maturityDate, entry.eventDate());
            }
        });
        groups(instrument, underlyings, legs, message.securityDesc());
    }

    private void groups(
        final MarketInstrument instrument,
        final List<String> underlyings,
        final List<MarketLeg> legs,
        final String description)
    {
        instrument.underlying = changed(instrument.underlying, underlyings.isEmpty() ? "" : underlyings.get(0));
        instrument.description = changed(instrument.description, description);
        if (!legs.equals(instrument.legs))
        {
            instrument.legs = List.copyOf(legs);
            isChanged = true;
        }
    }

    private void limits(final MarketInstrument instrument, final long lowE5, final long highE5)
    {
        instrument.lowLimitE5 = changed(instrument.lowLimitE5, lowE5);
        instrument.highLimitE5 = changed(instrument.highLimitE5, highE5);
    }

    private void margins(final MarketInstrument instrument, final long onBuyE2, final long onSellE2)
    {
        instrument.marginOnBuyE2 = changed(instrument.marginOnBuyE2, onBuyE2);
        instrument.marginOnSellE2 = changed(instrument.marginOnSellE2, onSellE2);
    }

    private void theory(final MarketInstrument instrument, final long volatilityE5, final long theoreticalPriceE5)
    {
        instrument.volatilityE5 = changed(instrument.volatilityE5, volatilityE5);
        instrument.theoreticalPriceE5 = changed(instrument.theoreticalPriceE5, theoreticalPriceE5);
    }

    private long changed(final long before, final long after)
    {
        isChanged |= before != after;
        return after;
    }

    private String changed(final String before, final String after)
    {
        isChanged |= !Objects.equals(before, after);
        return after;
    }
}
