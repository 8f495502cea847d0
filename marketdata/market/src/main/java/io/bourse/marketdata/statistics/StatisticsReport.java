// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.protocol.InstrumentKind;
import java.math.BigDecimal;

/**
 * Statistics of one instrument as they were at one point of the event stream. Prices that there are not are null.
 *
 * @param instrumentId SecurityID.
 * @param symbol of the instrument.
 * @param kind of the instrument.
 * @param sessionId trading session.
 * @param tradingDate YYYYMMDD.
 * @param open first price.
 * @param high highest price.
 * @param low lowest price.
 * @param last last price, of this session or an earlier one.
 * @param close last price of the last session that is over.
 * @param vwap average price by lots.
 * @param volumeLots in the book.
 * @param trades in the book.
 * @param turnover of them, roubles.
 * @param offBookLots legs of strategies and negotiated trades.
 * @param offBookTrades legs of strategies and negotiated trades.
 * @param openingAuction price of the opening auction.
 * @param closingAuction price of the closing auction.
 * @param settlement price of the last clearing run.
 * @param previousSettlement settlement price when the session opened.
 * @param openInterestLots held long.
 */
public record StatisticsReport(
    int instrumentId,
    String symbol,
    String kind,
    int sessionId,
    int tradingDate,
    BigDecimal open,
    BigDecimal high,
    BigDecimal low,
    BigDecimal last,
    BigDecimal close,
    BigDecimal vwap,
    long volumeLots,
    long trades,
    BigDecimal turnover,
    long offBookLots,
    long offBookTrades,
    BigDecimal openingAuction,
    BigDecimal closingAuction,
    BigDecimal settlement,
    BigDecimal previousSettlement,
    long openInterestLots)
{
    static StatisticsReport of(
        final String symbol,
        final InstrumentKind kind,
        final int sessionId,
        final int tradingDate,
        final DailyStatistics values)
    {
        return new StatisticsReport(
            values.instrumentId(),
            symbol,
            kind.name(),
            sessionId,
            tradingDate,
            Decimals.priceE5(values.openPriceE5()),
            Decimals.priceE5(values.highPriceE5()),
            Decimals.priceE5(values.lowPriceE5()),
            Decimals.priceE5(values.lastPriceE5()),
            Decimals.priceE5(values.closePriceE5()),
            Decimals.priceE5(values.vwapE5()),
            values.volumeLots(),
            values.tradeCount(),
            Decimals.roubles(values.turnoverKopecks()),
            values.offBookLots(),
            values.offBookCount(),
            Decimals.priceE5(values.openingAuctionPriceE5()),
            Decimals.priceE5(values.closingAuctionPriceE5()),
            Decimals.priceE5(values.settlementPriceE5()),
            Decimals.priceE5(values.previousSettlementPriceE5()),
            values.openInterestLots());
    }
}
