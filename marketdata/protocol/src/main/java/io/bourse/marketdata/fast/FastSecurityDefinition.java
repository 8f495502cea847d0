// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * SecurityDefinition (40): an instrument. Fields that Bourse has no value for are always absent.
 */
public final class FastSecurityDefinition
{
    private final FastDefinitionGroups groups = new FastDefinitionGroups();
    private long totNumReports;
    private String symbol;
    private byte[] securityDesc;
    private long securityId;
    private String cfiCode;
    private long strikePriceE5;
    private long contractMultiplierE5;
    private long status;
    private String currency;
    private String marketSegmentId;
    private long tradingSessionId;
    private long sessionId;
    private long volatilityE5;
    private String underlying;
    private long underlyingSecurityId;
    private long highLimitE5;
    private long lowLimitE5;
    private long tickE5;
    private long tickValueE5;
    private long marginBuyE5;
    private long marginSellE5;
    private long theorPriceE5;
    private String underlyingCurrency;
    private long maturityDate;
    private long maturityTime;
    private long instrumentFlags;
    private long settlPriceE5;

    /**
     * With nothing in it.
     */
    public FastSecurityDefinition()
    {
        clear();
    }

    /**
     * Forgets all values.
     *
     * @return this.
     */
    public FastSecurityDefinition clear()
    {
        totNumReports = 0;
        symbol = "";
        securityDesc = null;
        securityId = 0;
        cfiCode = null;
        strikePriceE5 = FastWriter.NULL_PRICE;
        contractMultiplierE5 = FastWriter.NULL_PRICE;
        status = FastWriter.NULL;
        currency = null;
        marketSegmentId = "";
        tradingSessionId = FastWriter.NULL;
        sessionId = FastWriter.NULL;
        volatilityE5 = FastWriter.NULL_PRICE;
        underlying = null;
        underlyingSecurityId = FastWriter.NULL;
        highLimitE5 = FastWriter.NULL_PRICE;
        lowLimitE5 = FastWriter.NULL_PRICE;
        tickE5 = FastWriter.NULL_PRICE;
        tickValueE5 = FastWriter.NULL_PRICE;
        marginBuyE5 = FastWriter.NULL_PRICE;
        marginSellE5 = FastWriter.NULL_PRICE;
        theorPriceE5 = FastWriter.NULL_PRICE;
        underlyingCurrency = null;
        maturityDate = FastWriter.NULL;
        maturityTime = FastWriter.NULL;
        instrumentFlags = FastWriter.NULL;
        settlPriceE5 = FastWriter.NULL_PRICE;
        clearMore();
        return this;
    }

    /**
     * Sets TotNumReports (911).
     *
     * @param totNumReports value.
     * @return this.
     */
    public FastSecurityDefinition totNumReports(final long totNumReports)
    {
        this.totNumReports = totNumReports;
        return this;
    }

    /**
     * Sets Symbol (55).
     *
     * @param symbol value.
     * @return this.
     */
    public FastSecurityDefinition symbol(final String symbol)
    {
        this.symbol = symbol;
        return this;
    }

    /**
     * Sets SecurityDesc (107), UTF-8.
     *
     * @param securityDesc value.
     * @return this.
     */
    public FastSecurityDefinition securityDesc(final byte[] securityDesc)
    {
        this.securityDesc = securityDesc;
        return this;
    }

    /**
     * Sets SecurityID (48).
     *
     * @param securityId value.
     * @return this.
     */
    public FastSecurityDefinition securityId(final long securityId)
    {
        this.securityId = securityId;
        return this;
    }

    /**
     * Sets CFICode (461).
     *
     * @param cfiCode value.
     * @return this.
     */
    public FastSecurityDefinition cfiCode(final String cfiCode)
    {
        this.cfiCode = cfiCode;
        return this;
    }

    /**
     * Sets StrikePrice (202) x 100 000.
     *
     * @param strikePriceE5 value.
     * @return this.
     */
    public FastSecurityDefinition strikePriceE5(final long strikePriceE5)
    {
        this.strikePriceE5 = strikePriceE5;
        return this;
    }

    /**
     * Sets ContractMultiplier (231) x 100 000.
     *
     * @param contractMultiplierE5 value.
     * @return this.
     */
    public FastSecurityDefinition contractMultiplierE5(final long contractMultiplierE5)
    {
        this.contractMultiplierE5 = contractMultiplierE5;
        return this;
    }

    /**
     * Sets SecurityTradingStatus (326).
     *
     * @param status value.
     * @return this.
     */
    public FastSecurityDefinition status(final long status)
    {
        this.status = status;
        return this;
    }

    /**
     * Sets Currency (15).
     *
     * @param currency value.
     * @return this.
     */
    public FastSecurityDefinition currency(final String currency)
    {
        this.currency = currency;
        return this;
    }

    /**
     * Sets MarketSegmentID (1300).
     *
     * @param marketSegmentId value.
     * @return this.
     */
    public FastSecurityDefinition marketSegmentId(final String marketSegmentId)
    {
        this.marketSegmentId = marketSegmentId;
        return this;
    }

    /**
     * Sets TradingSessionID (336).
     *
     * @param tradingSessionId value.
     * @return this.
     */
    public FastSecurityDefinition tradingSessionId(final long tradingSessionId)
    {
        this.tradingSessionId = tradingSessionId;
        return this;
    }

    /**
     * Sets ExchangeTradingSessionID (5842).
     *
     * @param sessionId value.
     * @return this.
     */
    public FastSecurityDefinition sessionId(final long sessionId)
    {
        this.sessionId = sessionId;
        return this;
    }

    /**
     * Sets Volatility (5678) x 100 000.
     *
     * @param volatilityE5 value.
     * @return this.
     */
    public FastSecurityDefinition volatilityE5(final long volatilityE5)
    {
        this.volatilityE5 = volatilityE5;
        return this;
    }

    /**
     * Sets UnderlyingSymbol (311); none leaves the sequence out.
     *
     * @param underlying value.
     * @return this.
     */
    public FastSecurityDefinition underlying(final String underlying)
    {
        this.underlying = underlying;
        return this;
    }

    /**
     * Sets UnderlyingSecurityID (309).
     *
     * @param underlyingSecurityId value.
     * @return this.
     */
    public FastSecurityDefinition underlyingSecurityId(final long underlyingSecurityId)
    {
        this.underlyingSecurityId = underlyingSecurityId;
        return this;
    }

    /**
     * Sets HighLimitPx (1149) x 100 000.
     *
     * @param highLimitE5 value.
     * @return this.
     */
    public FastSecurityDefinition highLimitE5(final long highLimitE5)
    {
        this.highLimitE5 = highLimitE5;
        return this;
    }

    /**
     * Sets LowLimitPx (1148) x 100 000.
     *
     * @param lowLimitE5 value.
     * @return this.
     */
    public FastSecurityDefinition lowLimitE5(final long lowLimitE5)
    {
        this.lowLimitE5 = lowLimitE5;
        return this;
    }

    /**
     * Sets MinPriceIncrement (969) x 100 000.
     *
     * @param tickE5 value.
     * @return this.
     */
    public FastSecurityDefinition tickE5(final long tickE5)
    {
        this.tickE5 = tickE5;
        return this;
    }

    /**
     * Sets MinPriceIncrementAmount (1146) x 100 000.
     *
     * @param tickValueE5 value.
     * @return this.
     */
    public FastSecurityDefinition tickValueE5(final long tickValueE5)
    {
        this.tickValueE5 = tickValueE5;
        return this;
    }

    /**
     * Sets InitialMarginOnBuy (20002) x 100 000.
     *
     * @param marginBuyE5 value.
     * @return this.
     */
    public FastSecurityDefinition marginBuyE5(final long marginBuyE5)
    {
        this.marginBuyE5 = marginBuyE5;
        return this;
    }

    /**
     * Sets InitialMarginOnSell (20000) x 100 000.
     *
     * @param marginSellE5 value.
     * @return this.
     */
    public FastSecurityDefinition marginSellE5(final long marginSellE5)
    {
        this.marginSellE5 = marginSellE5;
        return this;
    }

    /**
     * Sets TheorPrice (20006) x 100 000.
     *
     * @param theorPriceE5 value.
     * @return this.
     */
    public FastSecurityDefinition theorPriceE5(final long theorPriceE5)
    {
        this.theorPriceE5 = theorPriceE5;
        return this;
    }

    /**
     * Sets UnderlyingCurrency (318).
     *
     * @param underlyingCurrency value.
     * @return this.
     */
    public FastSecurityDefinition underlyingCurrency(final String underlyingCurrency)
    {
        this.underlyingCurrency = underlyingCurrency;
        return this;
    }

    /**
     * Sets MaturityDate (541), YYYYMMDD.
     *
     * @param maturityDate value.
     * @return this.
     */
    public FastSecurityDefinition maturityDate(final long maturityDate)
    {
        this.maturityDate = maturityDate;
        return this;
    }

    /**
     * Sets MaturityTime (1079), HHMMSSsss.
     *
     * @param maturityTime value.
     * @return this.
     */
    public FastSecurityDefinition maturityTime(final long maturityTime)
    {
        this.maturityTime = maturityTime;
        return this;
    }

    /**
     * Sets Flags (20008).
     *
     * @param instrumentFlags value.
     * @return this.
     */
    public FastSecurityDefinition instrumentFlags(final long instrumentFlags)
    {
        this.instrumentFlags = instrumentFlags;
        return this;
    }

    /**
     * Sets SettlPrice (730) x 100 000.
     *
     * @param settlPriceE5 value.
     * @return this.
     */
    public FastSecurityDefinition settlPriceE5(final long settlPriceE5)
    {
        this.settlPriceE5 = settlPriceE5;
        return this;
    }

    /**
     * Writes the whole message.
     *
     * @param writer to write to.
     * @param msgSeqNum tag 34.
     * @param sendingTime tag 52, YYYYMMDDHHMMSSsss.
     */
    public void encode(final FastWriter writer, final long msgSeqNum, final long sendingTime)
    {
        writer.beginMessage(FastMessages.SECURITY_DEFINITION, msgSeqNum, sendingTime)
            .putUInt(totNumReports)
            .putAscii(symbol)
            .putBytesNullable(securityDesc)
            .putUInt(securityId)
            .putNulls(3)
            .putAsciiNullable(cfiCode)
            .putPriceE5Nullable(strikePriceE5)
            .putPriceE5Nullable(contractMultiplierE5)
            .putUIntNullable(status)
            .putAsciiNullable(currency)
            .putAscii(marketSegmentId)
            .putUIntNullable(tradingSessionId)
            .putUIntNullable(sessionId)
            .putPriceE5Nullable(volatilityE5);
        groups.putFeedTypes(writer);
        FastDefinitionGroups.putUnderlyings(writer, underlying, underlyingSecurityId);
        writer.putPriceE5Nullable(highLimitE5)
            .putPriceE5Nullable(lowLimitE5)
            .putPriceE5Nullable(tickE5)
            .putPriceE5Nullable(tickValueE5)
            .putPriceE5Nullable(marginBuyE5)
            .putPriceE5Nullable(marginSellE5)
            .putNulls(2)
            .putPriceE5Nullable(theorPriceE5)
            .putNull();
        groups.putLegs(writer);
        writer.putNulls(2)
            .putAsciiNullable(underlyingCurrency)
            .putNull()
            .putUIntNullable(maturityDate)
            .putUIntNullable(maturityTime)
            .putIntNullable(instrumentFlags)
            .putNulls(14)
            .putPriceE5Nullable(settlPriceE5)
            .putNulls(5);
    }

    /**
     * Adds an entry of MDFeedTypes.
     *
     * @param feedType MDFeedType (1022), the name of a feed.
     * @param marketDepth MarketDepth (264), or {@link FastWriter#NULL}.
     * @param bookType MDBookType (1021), or {@link FastWriter#NULL}.
     * @return this.
     */
    public FastSecurityDefinition addFeedType(final String feedType, final long marketDepth, final long bookType)
    {
        groups.addFeedType(feedType, marketDepth, bookType);
        return this;
    }

    /**
     * Adds an entry of InstrumentLegs.
     *
     * @param legSymbol LegSymbol (600).
     * @param legSecurityId LegSecurityID (602).
     * @param ratio LegRatioQty (623), below 0 for a leg that is sold.
     * @return this.
     */
    public FastSecurityDefinition addLeg(final String legSymbol, final long legSecurityId, final long ratio)
    {
        groups.addLeg(legSymbol, legSecurityId, ratio);
        return this;
    }

    private void clearMore()
    {
        groups.clear();
    }
}
