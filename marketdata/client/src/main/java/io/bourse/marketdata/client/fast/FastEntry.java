// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.fast.FastWriter;

/**
 * One entry of a received message, of any of the market data templates. Reused: valid during the call it is shown in.
 */
public final class FastEntry
{
    long action;
    byte type;
    long orderId;
    long securityId;
    long rptSeq;
    long level;
    long priceE5;
    long qtyLots;
    long lastPriceE5;
    long lastLots;
    long tradeId;
    long sessionId;
    long flags;
    long date;
    long timeOfDay;
    long numberOfOrders;
    byte orderSide;
    String symbol;

    FastEntry()
    {
    }

    void clear()
    {
        action = 0;
        type = 0;
        orderId = FastWriter.NULL;
        securityId = FastWriter.NULL;
        rptSeq = FastWriter.NULL;
        level = FastWriter.NULL;
        priceE5 = FastWriter.NULL_PRICE;
        qtyLots = FastWriter.NULL;
        lastPriceE5 = FastWriter.NULL_PRICE;
        lastLots = FastWriter.NULL;
        tradeId = FastWriter.NULL;
        sessionId = FastWriter.NULL;
        flags = FastWriter.NULL;
        date = FastWriter.NULL;
        timeOfDay = 0;
        numberOfOrders = FastWriter.NULL;
        orderSide = 0;
        symbol = null;
    }

    void set(final int tag, final long value)
    {
        switch (tag)
        {
            case 279 -> action = value;
            case 278 -> orderId = value;
            case 48 -> securityId = FastMessage.securityId(value);
            case 83 -> rptSeq = value;
            case 1023 -> level = value;
            case 271 -> qtyLots = value;
            case 32 -> lastLots = value;
            case 1003 -> tradeId = value;
            case 20017 -> flags = value;
            case 5842 -> sessionId = value;
            case 272 -> date = value;
            case 273 -> timeOfDay = value;
            case 346 -> numberOfOrders = value;
            default ->
            {
                // Other fields are not used.
            }
        }
    }

    /**
     * MDUpdateAction (279).
     *
     * @return 0 new, 1 change, 2 delete; 0 in snapshots.
     */
    public long action()
    {
        return action;
    }

    /**
     * MDEntryType (269).
     *
     * @return one of {@link io.bourse.marketdata.fast.FastMessages}.
     */
    public byte type()
    {
        return type;
    }

    /**
     * MDEntryID (278): of an order, or of a trade in FO-TRADES.
     *
     * @return id, or {@link FastWriter#NULL}.
     */
    public long entryId()
    {
        return orderId;
    }

    /**
     * SecurityID (48); that of the message in snapshots.
     *
     * @return id, or {@link FastWriter#NULL}.
     */
    public long securityId()
    {
        return securityId;
    }

    /**
     * RptSeq (83).
     *
     * @return number, or {@link FastWriter#NULL}.
     */
    public long rptSeq()
    {
        return rptSeq;
    }

    /**
     * MDPriceLevel (1023).
     *
     * @return 1 for the best price, or {@link FastWriter#NULL}.
     */
    public long level()
    {
        return level;
    }

    /**
     * MDEntryPx (270).
     *
     * @return price x 100 000, or {@link FastWriter#NULL_PRICE}.
     */
    public long priceE5()
    {
        return priceE5;
    }

    /**
     * MDEntrySize (271).
     *
     * @return lots, or {@link FastWriter#NULL}.
     */
    public long qtyLots()
    {
        return qtyLots;
    }

    /**
     * LastPx (31).
     *
     * @return price x 100 000, or {@link FastWriter#NULL_PRICE}.
     */
    public long lastPriceE5()
    {
        return lastPriceE5;
    }

    /**
     * LastQty (32).
     *
     * @return lots, or {@link FastWriter#NULL}.
     */
    public long lastLots()
    {
        return lastLots;
    }

    /**
     * TradeID (1003).
     *
     * @return id, or {@link FastWriter#NULL}.
     */
    public long tradeId()
    {
        return tradeId;
    }

    /**
     * ExchangeTradingSessionID (5842).
     *
     * @return id, or {@link FastWriter#NULL}.
     */
    public long sessionId()
    {
        return sessionId;
    }

    /**
     * MDFlags (20017).
     *
     * @return bits of {@link io.bourse.marketdata.book.MdFlags}, 0 if there are none.
     */
    public long flags()
    {
        return FastWriter.NULL == flags ? 0 : flags;
    }

    /**
     * MDEntryDate (272).
     *
     * @return YYYYMMDD, or {@link FastWriter#NULL} for today.
     */
    public long date()
    {
        return date;
    }

    /**
     * MDEntryTime (273).
     *
     * @return HHMMSSsssssssss, UTC.
     */
    public long timeOfDay()
    {
        return timeOfDay;
    }

    /**
     * NumberOfOrders (346).
     *
     * @return count, or {@link FastWriter#NULL}.
     */
    public long numberOfOrders()
    {
        return numberOfOrders;
    }

    /**
     * OrderSide (10504): side of the aggressor.
     *
     * @return '1' buy, '2' sell, 0 for none.
     */
    public byte orderSide()
    {
        return orderSide;
    }

    /**
     * Symbol (55).
     *
     * @return name, or null; set in FO-TRADES, FO-BOOK-n and INDEX if names are asked for.
     */
    public String symbol()
    {
        return symbol;
    }
}
