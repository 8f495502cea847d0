// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * One entry of DefaultIncrementalRefreshMessage (31) or DefaultSnapshotMessage (32).
 */
public final class FastRefreshEntry
{
    private long action;
    private byte type;
    private long securityId;
    private String symbol;
    private String securityGroup;
    private long sessionId;
    private long rptSeq;
    private long marketDepth;
    private long level;
    private long entryId;
    private long priceE5;
    private long size;
    private long date;
    private long timeOfDay;
    private long numberOfOrders;
    private String tradeType;
    private long trdType;
    private long lastPriceE5;
    private long flags;
    private String currency;
    private long revision;
    private byte orderSide;
    private long openInterest;
    private String sessionSubId;

    /**
     * With nothing in it.
     */
    public FastRefreshEntry()
    {
        clear();
    }

    /**
     * Forgets all values.
     *
     * @return this.
     */
    public FastRefreshEntry clear()
    {
        action = 0;
        type = 0;
        securityId = FastWriter.NULL;
        symbol = null;
        securityGroup = null;
        sessionId = FastWriter.NULL;
        rptSeq = 0;
        marketDepth = FastWriter.NULL;
        level = FastWriter.NULL;
        entryId = FastWriter.NULL;
        priceE5 = FastWriter.NULL_PRICE;
        size = FastWriter.NULL;
        date = FastWriter.NULL;
        timeOfDay = 0;
        numberOfOrders = FastWriter.NULL;
        tradeType = null;
        trdType = FastWriter.NULL;
        lastPriceE5 = FastWriter.NULL_PRICE;
        flags = FastWriter.NULL;
        currency = null;
        revision = FastWriter.NULL;
        orderSide = 0;
        openInterest = FastWriter.NULL;
        sessionSubId = null;
        return this;
    }

    /**
     * Sets MDUpdateAction (279): 0 new, 1 change, 2 delete.
     *
     * @param action value.
     * @return this.
     */
    public FastRefreshEntry action(final long action)
    {
        this.action = action;
        return this;
    }

    /**
     * Sets MDEntryType (269), one of {@link FastMessages}.
     *
     * @param type value.
     * @return this.
     */
    public FastRefreshEntry type(final byte type)
    {
        this.type = type;
        return this;
    }

    /**
     * Sets SecurityID (48).
     *
     * @param securityId value.
     * @return this.
     */
    public FastRefreshEntry securityId(final long securityId)
    {
        this.securityId = securityId;
        return this;
    }

    /**
     * Sets Symbol (55).
     *
     * @param symbol value.
     * @return this.
     */
    public FastRefreshEntry symbol(final String symbol)
    {
        this.symbol = symbol;
        return this;
    }

    /**
     * Sets SecurityGroup (1151).
     *
     * @param securityGroup value.
     * @return this.
     */
    public FastRefreshEntry securityGroup(final String securityGroup)
    {
        this.securityGroup = securityGroup;
        return this;
    }

    /**
     * Sets ExchangeTradingSessionID (5842).
     *
     * @param sessionId value.
     * @return this.
     */
    public FastRefreshEntry sessionId(final long sessionId)
    {
        this.sessionId = sessionId;
        return this;
    }

    /**
     * Sets RptSeq (83).
     *
     * @param rptSeq value.
     * @return this.
     */
    public FastRefreshEntry rptSeq(final long rptSeq)
    {
        this.rptSeq = rptSeq;
        return this;
    }

    /**
     * Sets MarketDepth (264).
     *
     * @param marketDepth value.
     * @return this.
     */
    public FastRefreshEntry marketDepth(final long marketDepth)
    {
        this.marketDepth = marketDepth;
        return this;
    }

    /**
     * Sets MDPriceLevel (1023), 1 for the best price.
     *
     * @param level value.
     * @return this.
     */
    public FastRefreshEntry level(final long level)
    {
        this.level = level;
        return this;
    }

    /**
     * Sets MDEntryID (278).
     *
     * @param entryId value.
     * @return this.
     */
    public FastRefreshEntry entryId(final long entryId)
    {
        this.entryId = entryId;
        return this;
    }

    /**
     * Sets MDEntryPx (270), price x 100 000.
     *
     * @param priceE5 value.
     * @return this.
     */
    public FastRefreshEntry priceE5(final long priceE5)
    {
        this.priceE5 = priceE5;
        return this;
    }

    /**
     * Sets MDEntrySize (271).
     *
     * @param size value.
     * @return this.
     */
    public FastRefreshEntry size(final long size)
    {
        this.size = size;
        return this;
    }

    /**
     * Sets MDEntryDate (272), YYYYMMDD; none means today.
     *
     * @param date value.
     * @return this.
     */
    public FastRefreshEntry date(final long date)
    {
        this.date = date;
        return this;
    }

    /**
     * Sets MDEntryTime (273), HHMMSSsssssssss UTC.
     *
     * @param timeOfDay value.
     * @return this.
     */
    public FastRefreshEntry timeOfDay(final long timeOfDay)
    {
        this.timeOfDay = timeOfDay;
        return this;
    }

    /**
     * Sets NumberOfOrders (346).
     *
     * @param numberOfOrders value.
     * @return this.
     */
    public FastRefreshEntry numberOfOrders(final long numberOfOrders)
    {
        this.numberOfOrders = numberOfOrders;
        return this;
    }

    /**
     * Sets MDEntryTradeType (20003).
     *
     * @param tradeType value.
     * @return this.
     */
    public FastRefreshEntry tradeType(final String tradeType)
    {
        this.tradeType = tradeType;
        return this;
    }

    /**
     * Sets TrdType (828).
     *
     * @param trdType value.
     * @return this.
     */
    public FastRefreshEntry trdType(final long trdType)
    {
        this.trdType = trdType;
        return this;
    }

    /**
     * Sets LastPx (31), price x 100 000.
     *
     * @param lastPriceE5 value.
     * @return this.
     */
    public FastRefreshEntry lastPriceE5(final long lastPriceE5)
    {
        this.lastPriceE5 = lastPriceE5;
        return this;
    }

    /**
     * Sets MDFlags (20017), 32 bits.
     *
     * @param flags value.
     * @return this.
     */
    public FastRefreshEntry flags(final long flags)
    {
        this.flags = flags;
        return this;
    }

    /**
     * Sets Currency (15).
     *
     * @param currency value.
     * @return this.
     */
    public FastRefreshEntry currency(final String currency)
    {
        this.currency = currency;
        return this;
    }

    /**
     * Sets Revision (20018).
     *
     * @param revision value.
     * @return this.
     */
    public FastRefreshEntry revision(final long revision)
    {
        this.revision = revision;
        return this;
    }

    /**
     * Sets OrderSide (10504).
     *
     * @param orderSide value.
     * @return this.
     */
    public FastRefreshEntry orderSide(final byte orderSide)
    {
        this.orderSide = orderSide;
        return this;
    }

    /**
     * Sets OpenInterest (746).
     *
     * @param openInterest value.
     * @return this.
     */
    public FastRefreshEntry openInterest(final long openInterest)
    {
        this.openInterest = openInterest;
        return this;
    }

    /**
     * Sets TradingSessionSubID (625).
     *
     * @param sessionSubId value.
     * @return this.
     */
    public FastRefreshEntry sessionSubId(final String sessionSubId)
    {
        this.sessionSubId = sessionSubId;
        return this;
    }

    /**
     * Writes the entry as one of DefaultIncrementalRefreshMessage.
     *
     * @param writer to write to.
     */
    public void putIncremental(final FastWriter writer)
    {
        writer.putUInt(action)
            .putChar(type)
            .putUIntNullable(securityId)
            .putAsciiNullable(symbol)
            .putAsciiNullable(securityGroup)
            .putUIntNullable(sessionId)
            .putUInt(rptSeq)
            .putUIntNullable(marketDepth)
            .putUIntNullable(level)
            .putIntNullable(entryId)
            .putPriceE5Nullable(priceE5)
            .putIntNullable(size)
            .putUIntNullable(date)
            .putUInt(timeOfDay)
            .putIntNullable(numberOfOrders)
            .putAsciiNullable(tradeType)
            .putIntNullable(trdType)
            .putPriceE5Nullable(lastPriceE5)
            .putIntNullable(flags)
            .putAsciiNullable(currency)
            .putUIntNullable(revision)
            .putCharNullable(orderSide)
            .putNull()
            .putIntNullable(openInterest)
            .putNull()
            .putAsciiNullable(sessionSubId);
    }

    /**
     * Writes the entry as one of DefaultSnapshotMessage.
     *
     * @param writer to write to.
     */
    public void putSnapshot(final FastWriter writer)
    {
        writer.putChar(type)
            .putUIntNullable(sessionId)
            .putIntNullable(entryId)
            .putUIntNullable(marketDepth)
            .putPriceE5Nullable(priceE5)
            .putUIntNullable(date)
            .putUInt(timeOfDay)
            .putIntNullable(size)
            .putUIntNullable(level)
            .putIntNullable(numberOfOrders)
            .putAsciiNullable(tradeType)
            .putIntNullable(trdType)
            .putIntNullable(flags)
            .putAsciiNullable(currency)
            .putCharNullable(orderSide)
            .putNulls(2)
            .putAsciiNullable(sessionSubId);
    }
}
