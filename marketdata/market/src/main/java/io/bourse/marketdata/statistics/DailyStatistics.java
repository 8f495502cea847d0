// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.Phase;
import org.agrona.collections.Long2LongHashMap;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Statistics of one instrument over one trading session.
 * <p>
 * Trades in the book count, those of auctions included: open, high, low, last, volume, turnover, average price, number.
 * Trades off the book (legs of strategies, negotiated trades) are counted apart; they set no price, but they move open
 * interest. A session that opens begins everything anew except the last price, the closing price, settlement and open
 * interest. Nothing allocates per trade. Not thread-safe.
 * <p>
 * When a trade is broken or corrected, volume, turnover, average price, number, high, low and open interest are as if
 * it had not been, or had been made as corrected. Open, last and closing price stay as they were traded, as the matcher
 * goes on from its last price too; open goes when no trade is left.
 */
public final class DailyStatistics
{
    /** There is no such price. */
    public static final long NULL_PRICE = Long.MAX_VALUE;

    /** Rouble x 100 000 in a kopeck. */
    private static final long KOPECK_E5 = 1000;

    private final int instrumentId;
    final long priceTickE5;
    private final WideSum priceLots = new WideSum();
    /** Price x lots since the tick value is what it is. */
    private WideSum priceLotsAtTickValue = new WideSum();
    /** What was traded at former tick values of the session. */
    private final List<Former> formers = new ArrayList<>();
    /** Trades of the session at each price. */
    private final Long2LongHashMap tradesByPrice = new Long2LongHashMap(0);
    private long lastTradeId;
    private long tickValueE5;
    private long openE5;
    private long highE5;
    private long lowE5;
    private long lastE5 = NULL_PRICE;
    private long lastLots;
    private long lastTimeNs;
    private long closeE5 = NULL_PRICE;
    private long volumeLots;
    private long tradeCount;
    private long offBookLots;
    private long offBookCount;
    private long openingAuctionE5;
    private long closingAuctionE5;
    private long settlementE5;
    private long previousSettlementE5;
    private long openInterestLots;
    private boolean isOpenInterestKnown;
    private long changes;

    /** A tick value that is another one now. */
    private record Former(long tickValueE5, WideSum priceLots, long lastTradeId)
    {
    }

    /**
     * Statistics without trades.
     *
     * @param priceTickE5 smallest step of the price x 100 000, above 0.
     * @param tickValueE5 roubles per tick x 100 000.
     * @param settlementE5 settlement price at the beginning.
     */
    public DailyStatistics(
        final int instrumentId, final long priceTickE5, final long tickValueE5, final long settlementE5)
    {
        this.instrumentId = instrumentId;
        this.priceTickE5 = priceTickE5;
        this.tickValueE5 = tickValueE5;
        this.settlementE5 = settlementE5;
        previousSettlementE5 = settlementE5;
        reset();
    }

    private void reset()
    {
        openE5 = NULL_PRICE;
        highE5 = NULL_PRICE;
        lowE5 = NULL_PRICE;
        openingAuctionE5 = NULL_PRICE;
        closingAuctionE5 = NULL_PRICE;
        volumeLots = 0;
        tradeCount = 0;
        offBookLots = 0;
        offBookCount = 0;
        formers.clear();
        tradesByPrice.clear();
        priceLots.clear();
        priceLotsAtTickValue.clear();
    }

    /** A session opens; its settlement price of the day before is the last one published. */
    void onSessionOpened()
    {
        reset();
        previousSettlementE5 = settlementE5;
        changes++;
    }

    /** The evening's clearing run has ended the session: its last price is its closing price, if it had one. */
    void onSessionEnd()
    {
        if (0 != tradeCount)
        {
            closeE5 = lastE5;
            changes++;
        }
    }

    void onTrade(final long tradeId, final long priceE5, final long qtyLots, final long engineTimeNs)
    {
        lastTradeId = tradeId;
        tradesByPrice.put(priceE5, tradesByPrice.get(priceE5) + 1);
        if (0 == tradeCount)
        {
            openE5 = priceE5;
            highE5 = priceE5;
            lowE5 = priceE5;
        }
        highE5 = Math.max(highE5, priceE5);
        lowE5 = Math.min(lowE5, priceE5);
        lastE5 = priceE5;
        lastLots = qtyLots;
        lastTimeNs = engineTimeNs;
        tradeCount++;
        volumeLots += qtyLots;
        priceLots.add(priceE5, qtyLots);
        priceLotsAtTickValue.add(priceE5, qtyLots);
        changes++;
    }

    /** A trade of the book and of this session is broken, when no lots are left, or another one is in its place. */
    void onTradeCorrected(
        final long tradeId, final long priceE5, final long qtyLots, final long newPriceE5, final long newQtyLots)
    {
        if (0 == tradesByPrice.get(priceE5))
        {
            // Made before the statistics began.
            return;
        }
        priceLots.add(priceE5, -qtyLots);
        sumOf(tradeId).add(priceE5, -qtyLots);
        volumeLots += newQtyLots - qtyLots;
        forget(priceE5);
        if (0 == newQtyLots)
        {
            tradeCount--;
        }
        else
        {
            priceLots.add(newPriceE5, newQtyLots);
            priceLotsAtTickValue.add(newPriceE5, newQtyLots);
            tradesByPrice.put(newPriceE5, tradesByPrice.get(newPriceE5) + 1);
        }
        openE5 = 0 == tradeCount ? NULL_PRICE : openE5;
        findRange();
        changes++;
    }

    private WideSum sumOf(final long tradeId)
    {
        for (final Former former : formers)
        {
            if (tradeId <= former.lastTradeId)
            {
                return former.priceLots;
            }
        }
        return priceLotsAtTickValue;
    }

    private void forget(final long priceE5)
    {
        final long left = tradesByPrice.get(priceE5) - 1;
        if (0 == left)
        {
            tradesByPrice.remove(priceE5);
        }
        else
        {
            tradesByPrice.put(priceE5, left);
        }
    }

    private void findRange()
    {
        highE5 = NULL_PRICE;
        lowE5 = NULL_PRICE;
        final Long2LongHashMap.KeyIterator prices = tradesByPrice.keySet().iterator();
        while (prices.hasNext())
        {
            final long priceE5 = prices.nextValue();
            highE5 = NULL_PRICE == highE5 ? priceE5 : Math.max(highE5, priceE5);
            lowE5 = NULL_PRICE == lowE5 ? priceE5 : Math.min(lowE5, priceE5);
        }
    }

    /** A trade off the book is broken, when no lots are left, or corrected. */
    void onOffBookTradeCorrected(final long qtyLots, final long newQtyLots)
    {
        offBookCount -= 0 == newQtyLots ? 1 : 0;
        offBookLots += newQtyLots - qtyLots;
        changes++;
    }

    void onOffBookTrade(final long qtyLots)
    {
        offBookCount++;
        offBookLots += qtyLots;
        changes++;
    }

    /** An auction ended at a price. */
    void onAuctionUncrossed(final Phase phase, final long priceE5, final long qtyLots)
    {
        if (0 == qtyLots)
        {
            return;
        }
        if (Phase.OPENING_AUCTION == phase)
        {
            openingAuctionE5 = priceE5;
        }
        else if (Phase.CLOSING_AUCTION == phase)
        {
            closingAuctionE5 = priceE5;
        }
        changes++;
    }

    /** A clearing run has published its results. */
    void onSettlement(final long priceE5, final long newTickValueE5)
    {
        if (tickValueE5 != newTickValueE5)
        {
            if (!priceLotsAtTickValue.isZero())
            {
                formers.add(new Former(tickValueE5, priceLotsAtTickValue, lastTradeId));
                priceLotsAtTickValue = new WideSum();
            }
            tickValueE5 = newTickValueE5;
        }
        settlementE5 = priceE5;
        changes++;
    }

    void openInterest(final long lots)
    {
        isOpenInterestKnown = true;
        if (openInterestLots != lots)
        {
            openInterestLots = lots;
            changes++;
        }
    }

    /**
     * Number of changes so far: a feed that remembers it knows whether there is news.
     *
     * @return count since the beginning, never reset.
     */
    public long changes()
    {
        return changes;
    }

    /**
     * The instrument.
     *
     * @return SecurityID.
     */
    public int instrumentId()
    {
        return instrumentId;
    }

    /**
     * Price of the first trade of the session, that of an opening auction included.
     *
     * @return x 100 000, or {@link #NULL_PRICE}.
     */
    public long openPriceE5()
    {
        return openE5;
    }

    /**
     * Highest price of the session.
     *
     * @return x 100 000, or {@link #NULL_PRICE}.
     */
    public long highPriceE5()
    {
        return highE5;
    }

    /**
     * Lowest price of the session.
     *
     * @return x 100 000, or {@link #NULL_PRICE}.
     */
    public long lowPriceE5()
    {
        return lowE5;
    }

    /**
     * Price of the last trade in the book, of this session or an earlier one.
     *
     * @return x 100 000, or {@link #NULL_PRICE}.
     */
    public long lastPriceE5()
    {
        return lastE5;
    }

    /**
     * Lots of the last trade in the book.
     *
     * @return lots, 0 before the first one.
     */
    public long lastLots()
    {
        return lastLots;
    }

    /**
     * When the last trade in the book was made.
     *
     * @return engine time, nanoseconds since the Unix epoch; 0 before the first one.
     */
    public long lastTimeNs()
    {
        return lastTimeNs;
    }

    /**
     * Closing price: the last price of the last session that is over and had trades.
     *
     * @return x 100 000, or {@link #NULL_PRICE}.
     */
    public long closePriceE5()
    {
        return closeE5;
    }

    /**
     * Average price of the session, weighted with lots: the exact sum of price x lots by the volume, rounded once, half
     * away from zero.
     *
     * @return x 100 000, or {@link #NULL_PRICE}.
     */
    public long vwapE5()
    {
        return 0 == volumeLots ? NULL_PRICE : priceLots.roundedQuotient(volumeLots);
    }

    /**
     * Lots traded in the book in this session.
     *
     * @return lots.
     */
    public long volumeLots()
    {
        return volumeLots;
    }

    /**
     * Trades in the book in this session.
     *
     * @return count.
     */
    public long tradeCount()
    {
        return tradeCount;
    }

    /**
     * Lots traded off the book in this session.
     *
     * @return lots.
     */
    public long offBookLots()
    {
        return offBookLots;
    }

    /**
     * Trades off the book in this session.
     *
     * @return count.
     */
    public long offBookCount()
    {
        return offBookCount;
    }

    /**
     * Money of the trades in the book of this session: price by tick x tick value x lots, with the tick value that was
     * in force; rounded half away from zero, once for each tick value. Allocates: not for every trade.
     *
     * @return kopecks; the nearest long if it does not fit one.
     */
    public long turnoverKopecks()
    {
        BigInteger sum = turnover(priceLotsAtTickValue, tickValueE5);
        for (final Former former : formers)
        {
            sum = sum.add(turnover(former.priceLots, former.tickValueE5));
        }
        return sum.bitLength() < Long.SIZE ? sum.longValue() :
            sum.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private BigInteger turnover(final WideSum sum, final long atTickValueE5)
    {
        if (sum.isZero())
        {
            return BigInteger.ZERO;
        }
        final BigInteger dividend = sum.toBigInteger().multiply(BigInteger.valueOf(atTickValueE5));
        final BigInteger divisor = BigInteger.valueOf(priceTickE5).multiply(BigInteger.valueOf(KOPECK_E5));
        return new BigDecimal(dividend).divide(new BigDecimal(divisor), 0, RoundingMode.HALF_UP).toBigInteger();
    }

    /**
     * Price of the opening auction of this session.
     *
     * @return x 100 000, or {@link #NULL_PRICE} if there was none or nothing traded in it.
     */
    public long openingAuctionPriceE5()
    {
        return openingAuctionE5;
    }

    /**
     * Price of the closing auction of this session.
     *
     * @return x 100 000, or {@link #NULL_PRICE} if there was none or nothing traded in it.
     */
    public long closingAuctionPriceE5()
    {
        return closingAuctionE5;
    }

    /**
     * Settlement price of the last clearing run, intraday or evening.
     *
     * @return x 100 000.
     */
    public long settlementPriceE5()
    {
        return settlementE5;
    }

    /**
     * Settlement price that was in force when the session opened.
     *
     * @return x 100 000.
     */
    public long previousSettlementPriceE5()
    {
        return previousSettlementE5;
    }

    /**
     * Lots held long, which are as many as are held short.
     *
     * @return lots; 0 for strategies and for what has expired.
     */
    public long openInterestLots()
    {
        return openInterestLots;
    }

    /**
     * Whether any position in the instrument was ever opened, or it has expired.
     *
     * @return true if {@link #openInterestLots()} is more than the 0 of the beginning.
     */
    public boolean isOpenInterestKnown()
    {
        return isOpenInterestKnown;
    }

    void state(final CheckpointState state)
    {
        priceLots.state(state);
        priceLotsAtTickValue.state(state);
        for (int i = 0, count = state.count(formers.size()); i < count; i++)
        {
            final Former former = state.isReading() ? null : formers.get(i);
            final long formerTickValueE5 = state.number(null == former ? 0 : former.tickValueE5);
            final WideSum formerLots = null == former ? new WideSum() : former.priceLots;
            formerLots.state(state);
            final long formerTradeId = state.number(null == former ? 0 : former.lastTradeId);
            if (null == former)
            {
                formers.add(new Former(formerTickValueE5, formerLots, formerTradeId));
            }
        }
        state.map(tradesByPrice);
        lastTradeId = state.number(lastTradeId);
        tickValueE5 = state.number(tickValueE5);
        openE5 = state.number(openE5);
        highE5 = state.number(highE5);
        lowE5 = state.number(lowE5);
        lastE5 = state.number(lastE5);
        lastLots = state.number(lastLots);
        lastTimeNs = state.number(lastTimeNs);
        closeE5 = state.number(closeE5);
        volumeLots = state.number(volumeLots);
        tradeCount = state.number(tradeCount);
        offBookLots = state.number(offBookLots);
        offBookCount = state.number(offBookCount);
        openingAuctionE5 = state.number(openingAuctionE5);
        closingAuctionE5 = state.number(closingAuctionE5);
        settlementE5 = state.number(settlementE5);
        previousSettlementE5 = state.number(previousSettlementE5);
        openInterestLots = state.number(openInterestLots);
        changes = state.number(changes);
        isOpenInterestKnown = state.flag(isOpenInterestKnown);
    }
}
