// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import java.util.List;

/**
 * An instrument as the instrument feeds tell of it (SIMBA B.4). Kept up to date by its {@link InstrumentReceiver}: read
 * it on the receiver's duty cycle.
 */
public final class MarketInstrument
{
    /** In the place of a price or an amount that was not said. */
    public static final long NONE = Long.MAX_VALUE;

    /** In the place of a trading status that was not said. */
    public static final int STATUS_NONE = 255;

    private static final int STATUS_HALT = 2;
    private static final int STATUS_READY_TO_TRADE = 17;
    private static final int STATUS_INSTRUMENT_HALT = 122;

    List<MarketLeg> legs = List.of();
    final int securityId;
    String symbol = "";
    String altId = "";
    String securityType = "";
    String cfiCode = "";
    String currency = "";
    String description = "";
    String underlying = "";
    int tradingStatus = STATUS_NONE;
    long priceTickE5 = NONE;
    long tickValueE5 = NONE;
    long lowLimitE5 = NONE;
    long highLimitE5 = NONE;
    long strikeE5 = NONE;
    long settlementPriceE5 = NONE;
    long lastSettlementPriceE5 = NONE;
    long theoreticalPriceE5 = NONE;
    long volatilityE5 = NONE;
    long marginOnBuyE2 = NONE;
    long marginOnSellE2 = NONE;
    int contractMultiplier = 0;
    int maturityDate = 0;
    long sessionId = 0;
    long updatedNs = Long.MIN_VALUE;
    long replayedNs = Long.MIN_VALUE;
    long updatedNumber = Long.MIN_VALUE;
    boolean isDefined;
    boolean isInFullCycle;

    MarketInstrument(final int securityId)
    {
        this.securityId = securityId;
    }

    /**
     * SecurityID.
     *
     * @return id.
     */
    public int securityId()
    {
        return securityId;
    }

    /**
     * Symbol.
     *
     * @return text.
     */
    public String symbol()
    {
        return symbol;
    }

    /**
     * SecurityAltID: ISIN or symbol of the exchange.
     *
     * @return text, maybe empty.
     */
    public String altId()
    {
        return altId;
    }

    /**
     * SecurityType: FUT, OPT, MLEG and the like.
     *
     * @return text, maybe empty.
     */
    public String securityType()
    {
        return securityType;
    }

    /**
     * CFICode (ISO 10962).
     *
     * @return six letters, or empty.
     */
    public String cfiCode()
    {
        return cfiCode;
    }

    /**
     * Currency that prices are in.
     *
     * @return three letters, or empty.
     */
    public String currency()
    {
        return currency;
    }

    /**
     * Name in words.
     *
     * @return text, maybe empty.
     */
    public String description()
    {
        return description;
    }

    /**
     * Symbol of the underlying.
     *
     * @return text, maybe empty.
     */
    public String underlying()
    {
        return underlying;
    }

    /**
     * SecurityTradingStatus: 17 may be traded, 2 and 122 are halted, 18 not available, 21 before the open, 119 and 121
     * in an auction (SIMBA B.1).
     *
     * @return status, or {@link #STATUS_NONE}.
     */
    public int tradingStatus()
    {
        return tradingStatus;
    }

    /**
     * Smallest step of the price.
     *
     * @return price x 100 000, or {@link #NONE}.
     */
    public long priceTickE5()
    {
        return priceTickE5;
    }

    /**
     * Worth of one step of the price for one lot.
     *
     * @return money x 100 000, or {@link #NONE}.
     */
    public long tickValueE5()
    {
        return tickValueE5;
    }

    /**
     * Lowest price at which orders may be entered.
     *
     * @return price x 100 000, or {@link #NONE}.
     */
    public long lowLimitE5()
    {
        return lowLimitE5;
    }

    /**
     * Highest price at which orders may be entered.
     *
     * @return price x 100 000, or {@link #NONE}.
     */
    public long highLimitE5()
    {
        return highLimitE5;
    }

    /**
     * Strike of an option.
     *
     * @return price x 100 000, or {@link #NONE}.
     */
    public long strikeE5()
    {
        return strikeE5;
    }

    /**
     * Settlement price at the beginning of the session.
     *
     * @return price x 100 000, or {@link #NONE}.
     */
    public long settlementPriceE5()
    {
        return settlementPriceE5;
    }

    /**
     * Last settlement price (versions 8 and 9).
     *
     * @return price x 100 000, or {@link #NONE}.
     */
    public long lastSettlementPriceE5()
    {
        return lastSettlementPriceE5;
    }

    /**
     * Theoretical price of an option.
     *
     * @return price x 100 000, or {@link #NONE}.
     */
    public long theoreticalPriceE5()
    {
        return theoreticalPriceE5;
    }

    /**
     * Volatility of an option.
     *
     * @return percent x 100 000, or {@link #NONE}.
     */
    public long volatilityE5()
    {
        return volatilityE5;
    }

    /**
     * Initial margin of a bought lot.
     *
     * @return money x 100, or {@link #NONE}.
     */
    public long marginOnBuyE2()
    {
        return marginOnBuyE2;
    }

    /**
     * Initial margin of a sold lot.
     *
     * @return money x 100, or {@link #NONE}.
     */
    public long marginOnSellE2()
    {
        return marginOnSellE2;
    }

    /**
     * Units of the underlying in a lot.
     *
     * @return number, 0 if not said.
     */
    public int contractMultiplier()
    {
        return contractMultiplier;
    }

    /**
     * Last day.
     *
     * @return YYYYMMDD, 0 if not said.
     */
    public int maturityDate()
    {
        return maturityDate;
    }

    /**
     * ExchangeTradingSessionID.
     *
     * @return session, 0 if not said.
     */
    public long sessionId()
    {
        return sessionId;
    }

    /**
     * Legs of a strategy.
     *
     * @return legs, none for anything else.
     */
    public List<MarketLeg> legs()
    {
        return legs;
    }

    /**
     * Whether orders for it may trade now.
     *
     * @return true if its status says so.
     */
    public boolean isTrading()
    {
        return STATUS_READY_TO_TRADE == tradingStatus;
    }

    /**
     * Whether its trading is halted.
     *
     * @return true if its status says so.
     */
    public boolean isHalted()
    {
        return STATUS_HALT == tradingStatus || STATUS_INSTRUMENT_HALT == tradingStatus;
    }

    @Override
    public String toString()
    {
        return "MarketInstrument{securityId=" + securityId + " symbol=" + symbol + " securityType=" + securityType +
            " tradingStatus=" + tradingStatus + " priceTickE5=" + priceTickE5 + " lowLimitE5=" + lowLimitE5 +
            " highLimitE5=" + highLimitE5 + '}';
    }
}
