// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.market;

import io.bourse.engine.protocol.Phase;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.statistics.DailyStatistics;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One instrument with all that the public knows of it. In an update {@code trades} and {@code candles} are those that
 * are new or have changed; all else is whole.
 *
 * @param status how fresh it is.
 * @param instrument as in the list of all.
 * @param day statistics of the session and limits.
 * @param bids levels, best first.
 * @param asks levels, best first.
 * @param auction what the auction would give now, and what the last one gave.
 * @param trades newest last.
 * @param candles of one minute, newest last.
 */
record InstrumentDetail(
    MarketStatus status,
    InstrumentRow instrument,
    Day day,
    List<Level> bids,
    List<Level> asks,
    Auction auction,
    List<Trade> trades,
    List<Candle> candles)
{
    static final int LEVELS = 20;

    /** A price level. */
    record Level(String price, long lots, int orders)
    {
    }

    /** Statistics of the session, limits and terms. */
    record Day(
        String open,
        String high,
        String low,
        String average,
        long turnoverKopecks,
        long offBookLots,
        Long openInterestLots,
        String settlement,
        String previousSettlement,
        String lowLimit,
        String highLimit,
        String tick,
        long longMarginKopecks,
        long shortMarginKopecks)
    {
        static Day of(final PublicInstrument instrument)
        {
            final DailyStatistics statistics = instrument.statistics();
            return new Day(
                InstrumentRow.price(statistics.openPriceE5(), instrument),
                InstrumentRow.price(statistics.highPriceE5(), instrument),
                InstrumentRow.price(statistics.lowPriceE5(), instrument),
                InstrumentRow.price(statistics.vwapE5(), instrument),
                statistics.turnoverKopecks(),
                statistics.offBookLots(),
                statistics.isOpenInterestKnown() ? statistics.openInterestLots() : null,
                InstrumentRow.price(statistics.settlementPriceE5(), instrument),
                InstrumentRow.price(statistics.previousSettlementPriceE5(), instrument),
                InstrumentRow.price(instrument.lowLimitE5(), instrument),
                InstrumentRow.price(instrument.highLimitE5(), instrument),
                InstrumentRow.price(instrument.priceTickE5(), instrument),
                instrument.longMarginKopecks(),
                instrument.shortMarginKopecks());
        }
    }

    /** An auction; prices are null without lots. */
    record Auction(
        String indicativePrice,
        long indicativeLots,
        long imbalanceLots,
        Phase uncrossedPhase,
        String uncrossedPrice,
        long uncrossedLots)
    {
        private static Auction of(final PublicInstrument instrument)
        {
            return new Auction(
                0 == instrument.indicativeLots() ? null :
                    InstrumentRow.price(instrument.indicativePriceE5(), instrument),
                instrument.indicativeLots(),
                instrument.imbalanceLots(),
                Phase.NULL_VAL == instrument.uncrossedPhase() ? null : instrument.uncrossedPhase(),
                0 == instrument.uncrossedLots() ? null :
                    InstrumentRow.price(instrument.uncrossedPriceE5(), instrument),
                instrument.uncrossedLots());
        }
    }

    /** How a trade came about. */
    enum TradeKind
    {
        /** An order met the book. */
        BOOK,
        /** An auction. */
        AUCTION,
        /** The parties have negotiated it; it is not of the book. */
        NEGOTIATED,
        /** A leg of the trade of a strategy; it is not of the book. */
        LEG
    }

    /** A trade; {@code side} is that of the order that caused it, null when none did. */
    record Trade(
        String id,
        String time,
        String timeNs,
        String price,
        long lots,
        String side,
        TradeKind kind,
        boolean isBroken)
    {
        Trade broken()
        {
            return new Trade(id, time, timeNs, price, lots, side, kind, true);
        }
    }

    /** A minute that had trades in the book; {@code timeS} is its beginning, seconds since 1970. */
    record Candle(long timeS, String open, String high, String low, String close, long volumeLots)
    {
    }

    static InstrumentDetail of(
        final MarketStatus status,
        final InstrumentRow row,
        final PublicInstrument instrument,
        final List<Trade> trades,
        final List<Candle> candles)
    {
        return new InstrumentDetail(status, row, Day.of(instrument),
            levels(instrument, true), levels(instrument, false), Auction.of(instrument), trades, candles);
    }

    private static List<Level> levels(final PublicInstrument instrument, final boolean isBid)
    {
        final MarketBook book = instrument.book();
        return IntStream.range(0, Math.min(LEVELS, book.levelCount(isBid))).mapToObj((depth) ->
        {
            final MarketLevel level = book.level(isBid, depth);
            return new Level(InstrumentRow.price(level.priceE5(), instrument), level.qtyLots(), level.orderCount());
        }).toList();
    }
}
