// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * TradingSessionStatus (46): times and state of a session.
 */
public final class FastTradingSessionStatus
{
    private long openTime;
    private long closeTime;
    private long tradingSessionId;
    private long sessionId;
    private long status;
    private String marketSegmentId;
    private long event;
    private long tradePeriodId;
    private long settlSessBegin;
    private long clrSessBegin;

    /**
     * With nothing in it.
     */
    public FastTradingSessionStatus()
    {
        clear();
    }

    /**
     * Forgets all values.
     *
     * @return this.
     */
    public FastTradingSessionStatus clear()
    {
        openTime = 0;
        closeTime = 0;
        tradingSessionId = 0;
        sessionId = FastWriter.NULL;
        status = 0;
        marketSegmentId = "";
        event = FastWriter.NULL;
        tradePeriodId = FastWriter.NULL;
        settlSessBegin = FastWriter.NULL;
        clrSessBegin = FastWriter.NULL;
        return this;
    }

    /**
     * Sets TradSesOpenTime (342), YYYYMMDDHHMMSSsss.
     *
     * @param openTime value.
     * @return this.
     */
    public FastTradingSessionStatus openTime(final long openTime)
    {
        this.openTime = openTime;
        return this;
    }

    /**
     * Sets TradSesCloseTime (344), YYYYMMDDHHMMSSsss.
     *
     * @param closeTime value.
     * @return this.
     */
    public FastTradingSessionStatus closeTime(final long closeTime)
    {
        this.closeTime = closeTime;
        return this;
    }

    /**
     * Sets TradingSessionID (336).
     *
     * @param tradingSessionId value.
     * @return this.
     */
    public FastTradingSessionStatus tradingSessionId(final long tradingSessionId)
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
    public FastTradingSessionStatus sessionId(final long sessionId)
    {
        this.sessionId = sessionId;
        return this;
    }

    /**
     * Sets TradSesStatus (340).
     *
     * @param status value.
     * @return this.
     */
    public FastTradingSessionStatus status(final long status)
    {
        this.status = status;
        return this;
    }

    /**
     * Sets MarketSegmentID (1300).
     *
     * @param marketSegmentId value.
     * @return this.
     */
    public FastTradingSessionStatus marketSegmentId(final String marketSegmentId)
    {
        this.marketSegmentId = marketSegmentId;
        return this;
    }

    /**
     * Sets TradSesEvent (1368).
     *
     * @param event value.
     * @return this.
     */
    public FastTradingSessionStatus event(final long event)
    {
        this.event = event;
        return this;
    }

    /**
     * Sets TradePeriodID (20066).
     *
     * @param tradePeriodId value.
     * @return this.
     */
    public FastTradingSessionStatus tradePeriodId(final long tradePeriodId)
    {
        this.tradePeriodId = tradePeriodId;
        return this;
    }

    /**
     * Sets SettlSessBegin (20069), YYYYMMDDHHMMSSsss.
     *
     * @param settlSessBegin value.
     * @return this.
     */
    public FastTradingSessionStatus settlSessBegin(final long settlSessBegin)
    {
        this.settlSessBegin = settlSessBegin;
        return this;
    }

    /**
     * Sets ClrSessBegin (20070), YYYYMMDDHHMMSSsss.
     *
     * @param clrSessBegin value.
     * @return this.
     */
    public FastTradingSessionStatus clrSessBegin(final long clrSessBegin)
    {
        this.clrSessBegin = clrSessBegin;
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
        writer.beginMessage(FastMessages.TRADING_SESSION_STATUS, msgSeqNum, sendingTime)
            .putUInt(openTime)
            .putUInt(closeTime)
            .putUInt(tradingSessionId)
            .putUIntNullable(sessionId)
            .putUInt(status)
            .putAscii(marketSegmentId)
            .putIntNullable(event)
            .putIntNullable(tradePeriodId)
            .putUIntNullable(settlSessBegin)
            .putUIntNullable(clrSessBegin);
    }
}
