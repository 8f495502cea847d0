// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * An instrument as the instrument feeds publish it (SIMBA B.4), at one moment: what changes makes a new one, which its
 * {@link InstrumentReceiver} gives to the listener and keeps in the directory.
 *
 * @param securityId SecurityID.
 * @param symbol short name.
 * @param altId SecurityAltID: ISIN or symbol of the exchange, maybe empty.
 * @param securityType FUT, OPT, MLEG and the like, maybe empty.
 * @param cfiCode CFICode (ISO 10962): six letters, or empty.
 * @param currency that prices are in: three letters, or empty.
 * @param description name in words, maybe empty.
 * @param underlying symbol of the underlying, maybe empty.
 * @param tradingStatus SecurityTradingStatus, or {@link #STATUS_NONE}: 17 may be traded, 2 and 122 are halted, 18 not
 *     available, 21 before the open, 119 and 121 in an auction (SIMBA B.1).
 * @param priceTickE5 smallest step of the price x 100 000, or {@link #NONE}.
 * @param tickValueE5 worth of one step of the price for one lot, money x 100 000, or {@link #NONE}.
 * @param lowLimitE5 lowest price x 100 000 at which orders may be entered, or {@link #NONE}.
 * @param highLimitE5 highest price x 100 000 at which orders may be entered, or {@link #NONE}.
 * @param strikeE5 strike of an option, price x 100 000, or {@link #NONE}.
 * @param settlementPriceE5 settlement price x 100 000 at the beginning of the session, or {@link #NONE}.
 * @param lastSettlementPriceE5 last settlement price x 100 000 (versions 8 and 9), or {@link #NONE}.
 * @param theoreticalPriceE5 theoretical price of an option x 100 000, or {@link #NONE}.
 * @param volatilityE5 volatility of an option, percent x 100 000, or {@link #NONE}.
 * @param marginOnBuyE2 initial margin of a bought lot, money x 100, or {@link #NONE}.
 * @param marginOnSellE2 initial margin of a sold lot, money x 100, or {@link #NONE}.
 * @param contractMultiplier units of the underlying in a lot, 0 if not said.
 * @param maturityDate last day, YYYYMMDD, 0 if not said.
 * @param sessionId ExchangeTradingSessionID, 0 if not said.
 * @param legs of a strategy, none for anything else.
 */
@RecordBuilder
public record MarketInstrument(
    int securityId,
    String symbol,
    String altId,
    String securityType,
    String cfiCode,
    String currency,
    String description,
    String underlying,
    int tradingStatus,
    long priceTickE5,
    long tickValueE5,
    long lowLimitE5,
    long highLimitE5,
    long strikeE5,
    long settlementPriceE5,
    long lastSettlementPriceE5,
    long theoreticalPriceE5,
    long volatilityE5,
    long marginOnBuyE2,
    long marginOnSellE2,
    int contractMultiplier,
    int maturityDate,
    long sessionId,
    List<MarketLeg> legs)
{
    /** In the place of a price or an amount that was not said. */
    public static final long NONE = Long.MAX_VALUE;

    /** In the place of a trading status that was not said. */
    public static final int STATUS_NONE = 255;

    private static final int STATUS_HALT = 2;
    private static final int STATUS_READY_TO_TRADE = 17;
    private static final int STATUS_INSTRUMENT_HALT = 122;

    /**
     * Takes the legs.
     */
    public MarketInstrument
    {
        legs = List.copyOf(legs);
    }

    /** Nothing but its id is known. */
    static MarketInstrument of(final int securityId)
    {
        return new MarketInstrument(securityId, "", "", "", "", "", "", "", STATUS_NONE, NONE, NONE, NONE, NONE, NONE,
            NONE, NONE, NONE, NONE, NONE, NONE, 0, 0, 0, List.of());
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
}
