// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * One entry of OrdersLogMessage (29) or BookMessage (30).
 */
public final class FastOrderEntry
{
    private long action;
    private byte type;
    private long orderId;
    private long securityId;
    private long rptSeq;
    private long date;
    private long timeOfDay;
    private long priceE5;
    private long qtyLots;
    private long lastPriceE5;
    private long lastLots;
    private long tradeId;
    private long sessionId;
    private long flags;
    private long flags2;
    private long revision;

    /**
     * With nothing in it.
     */
    public FastOrderEntry()
    {
        clear();
    }

    /**
     * Forgets all values.
     *
     * @return this.
     */
    public FastOrderEntry clear()
    {
        action = 0;
        type = 0;
        orderId = FastWriter.NULL;
        securityId = FastWriter.NULL;
        rptSeq = FastWriter.NULL;
        date = FastWriter.NULL;
        timeOfDay = 0;
        priceE5 = FastWriter.NULL_PRICE;
        qtyLots = FastWriter.NULL;
        lastPriceE5 = FastWriter.NULL_PRICE;
        lastLots = FastWriter.NULL;
        tradeId = FastWriter.NULL;
        sessionId = FastWriter.NULL;
        flags = FastWriter.NULL;
        flags2 = FastWriter.NULL;
        revision = FastWriter.NULL;
        return this;
    }

    /**
     * Sets MDUpdateAction (279): 0 add, 1 partial fill, 2 delete or full fill.
     *
     * @param action value.
     * @return this.
     */
    public FastOrderEntry action(final long action)
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
    public FastOrderEntry type(final byte type)
    {
        this.type = type;
        return this;
    }

    /**
     * Sets MDEntryID (278).
     *
     * @param orderId value.
     * @return this.
     */
    public FastOrderEntry orderId(final long orderId)
    {
        this.orderId = orderId;
        return this;
    }

    /**
     * Sets SecurityID (48).
     *
     * @param securityId value.
     * @return this.
     */
    public FastOrderEntry securityId(final long securityId)
    {
        this.securityId = securityId;
        return this;
    }

    /**
     * Sets RptSeq (83).
     *
     * @param rptSeq value.
     * @return this.
     */
    public FastOrderEntry rptSeq(final long rptSeq)
    {
        this.rptSeq = rptSeq;
        return this;
    }

    /**
     * Sets MDEntryDate (272), YYYYMMDD; none means today.
     *
     * @param date value.
     * @return this.
     */
    public FastOrderEntry date(final long date)
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
    public FastOrderEntry timeOfDay(final long timeOfDay)
    {
        this.timeOfDay = timeOfDay;
        return this;
    }

    /**
     * Sets MDEntryPx (270), price x 100 000.
     *
     * @param priceE5 value.
     * @return this.
     */
    public FastOrderEntry priceE5(final long priceE5)
    {
        this.priceE5 = priceE5;
        return this;
    }

    /**
     * Sets MDEntrySize (271).
     *
     * @param qtyLots value.
     * @return this.
     */
    public FastOrderEntry qtyLots(final long qtyLots)
    {
        this.qtyLots = qtyLots;
        return this;
    }

    /**
     * Sets LastPx (31), price x 100 000.
     *
     * @param lastPriceE5 value.
     * @return this.
     */
    public FastOrderEntry lastPriceE5(final long lastPriceE5)
    {
        this.lastPriceE5 = lastPriceE5;
        return this;
    }

    /**
     * Sets LastQty (32).
     *
     * @param lastLots value.
     * @return this.
     */
    public FastOrderEntry lastLots(final long lastLots)
    {
        this.lastLots = lastLots;
        return this;
    }

    /**
     * Sets TradeID (1003).
     *
     * @param tradeId value.
     * @return this.
     */
    public FastOrderEntry tradeId(final long tradeId)
    {
        this.tradeId = tradeId;
        return this;
    }

    /**
     * Sets ExchangeTradingSessionID (5842).
     *
     * @param sessionId value.
     * @return this.
     */
    public FastOrderEntry sessionId(final long sessionId)
    {
        this.sessionId = sessionId;
        return this;
    }

    /**
     * Sets MDFlags (20017).
     *
     * @param flags value.
     * @return this.
     */
    public FastOrderEntry flags(final long flags)
    {
        this.flags = flags;
        return this;
    }

    /**
     * Sets MDFlags2 (20050).
     *
     * @param flags2 value.
     * @return this.
     */
    public FastOrderEntry flags2(final long flags2)
    {
        this.flags2 = flags2;
        return this;
    }

    /**
     * Sets Revision (20018).
     *
     * @param revision value.
     * @return this.
     */
    public FastOrderEntry revision(final long revision)
    {
        this.revision = revision;
        return this;
    }

    /**
     * Writes the entry as one of OrdersLogMessage.
     *
     * @param writer to write to.
     */
    public void putIncremental(final FastWriter writer)
    {
        writer.putUInt(action)
            .putChar(type)
            .putIntNullable(orderId)
            .putUIntNullable(securityId)
            .putUIntNullable(rptSeq)
            .putUIntNullable(date)
            .putUInt(timeOfDay)
            .putPriceE5Nullable(priceE5)
            .putIntNullable(qtyLots)
            .putPriceE5Nullable(lastPriceE5)
            .putIntNullable(lastLots)
            .putIntNullable(tradeId)
            .putUIntNullable(sessionId)
            .putIntNullable(flags)
            .putIntNullable(flags2)
            .putUIntNullable(revision);
    }

    /**
     * Writes the entry as one of BookMessage.
     *
     * @param writer to write to.
     */
    public void putSnapshot(final FastWriter writer)
    {
        writer.putChar(type)
            .putIntNullable(orderId)
            .putUIntNullable(date)
            .putUInt(timeOfDay)
            .putPriceE5Nullable(priceE5)
            .putIntNullable(qtyLots)
            .putIntNullable(tradeId)
            .putIntNullable(flags)
            .putIntNullable(flags2);
    }
}
