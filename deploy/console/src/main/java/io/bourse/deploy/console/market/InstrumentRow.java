// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.market;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.bourse.deploy.text.Prices;
import io.bourse.deploy.text.Times;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Phase;
import io.bourse.marketdata.book.MarketLevel;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.statistics.DailyStatistics;

/**
 * An instrument in the list of all. Prices are decimal texts and null when there is none; quantities are lots.
 *
 * @param id of the engine.
 * @param symbol short name.
 * @param kind of contract.
 * @param underlying code of what it is a contract on.
 * @param currency of the price.
 * @param maturityDate YYYYMMDD; 0 for none.
 * @param phase of trading.
 * @param phaseEnd when it is to end; null for open.
 * @param last price of the last trade in the book, of this session or an earlier one.
 * @param lastLots of that trade.
 * @param lastTime of that trade.
 * @param change from the settlement price of the session before to the last price.
 * @param bid best bid; null while the book is crossed, as in an auction.
 * @param bidLots at that price.
 * @param ask best offer; null while the book is crossed.
 * @param askLots at that price.
 * @param volumeLots of the session.
 * @param trades of the session.
 * @param partition that has it; left out when the console shows one.
 */
record InstrumentRow(
    int id,
    String symbol,
    InstrumentKind kind,
    String underlying,
    String currency,
    int maturityDate,
    Phase phase,
    String phaseEnd,
    String last,
    Long lastLots,
    String lastTime,
    String change,
    String bid,
    Long bidLots,
    String ask,
    Long askLots,
    long volumeLots,
    long trades,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer partition)
{
    static InstrumentRow of(final PublicInstrument instrument, final Integer partition)
    {
        final long tick = instrument.priceTickE5();
        final DailyStatistics statistics = instrument.statistics();
        final boolean isTraded = DailyStatistics.NULL_PRICE != statistics.lastPriceE5();
        final MarketLevel bid = instrument.bestBid();
        final MarketLevel ask = instrument.bestAsk();
        return new InstrumentRow(
            instrument.instrumentId(),
            instrument.symbol(),
            instrument.kind(),
            instrument.underlying(),
            instrument.currency(),
            instrument.maturityDate(),
            instrument.phase(),
            time(instrument.phaseEndNs()),
            price(statistics.lastPriceE5(), instrument),
            isTraded ? statistics.lastLots() : null,
            isTraded ? time(statistics.lastTimeNs()) : null,
            isTraded && 0 != statistics.previousSettlementPriceE5() ?
                Prices.text(statistics.lastPriceE5() - statistics.previousSettlementPriceE5(), tick) : null,
            null == bid ? null : Prices.text(bid.priceE5(), tick),
            null == bid ? null : bid.qtyLots(),
            null == ask ? null : Prices.text(ask.priceE5(), tick),
            null == ask ? null : ask.qtyLots(),
            statistics.volumeLots(),
            statistics.tradeCount(),
            partition);
    }

    /** A time; null for none. */
    static String time(final long timeNs)
    {
        return 0 == timeNs ? null : Times.text(timeNs);
    }

    /** A price; null for none. */
    static String price(final long priceE5, final PublicInstrument instrument)
    {
        return DailyStatistics.NULL_PRICE == priceE5 ? null : Prices.text(priceE5, instrument.priceTickE5());
    }
}
