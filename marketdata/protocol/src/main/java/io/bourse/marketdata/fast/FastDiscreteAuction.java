// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * DiscreteAuction (42): an auction of some underlyings, and when it closes.
 */
public final class FastDiscreteAuction
{
    private long openTime;
    private long closeTimeFrom;
    private long closeTimeTill;
    private long auctionId;
    private long sessionId;
    private long eventIdOpen;
    private long eventIdClose;
    private String underlying;
    private long tradePeriodId;

    /**
     * With nothing in it.
     */
    public FastDiscreteAuction()
    {
        clear();
    }

    /**
     * Forgets all values.
     *
     * @return this.
     */
    public FastDiscreteAuction clear()
    {
        openTime = 0;
        closeTimeFrom = 0;
        closeTimeTill = 0;
        auctionId = 0;
        sessionId = 0;
        eventIdOpen = 0;
        eventIdClose = 0;
        underlying = null;
        tradePeriodId = FastWriter.NULL;
        return this;
    }

    /**
     * Sets TradSesOpenTime (342), YYYYMMDDHHMMSSsss.
     *
     * @param openTime value.
     * @return this.
     */
    public FastDiscreteAuction openTime(final long openTime)
    {
        this.openTime = openTime;
        return this;
    }

    /**
     * Sets TradSesCloseTimeFrom (20046), YYYYMMDDHHMMSSsss.
     *
     * @param closeTimeFrom value.
     * @return this.
     */
    public FastDiscreteAuction closeTimeFrom(final long closeTimeFrom)
    {
        this.closeTimeFrom = closeTimeFrom;
        return this;
    }

    /**
     * Sets TradSesCloseTimeTill (20047), YYYYMMDDHHMMSSsss.
     *
     * @param closeTimeTill value.
     * @return this.
     */
    public FastDiscreteAuction closeTimeTill(final long closeTimeTill)
    {
        this.closeTimeTill = closeTimeTill;
        return this;
    }

    /**
     * Sets AuctionID (21002).
     *
     * @param auctionId value.
     * @return this.
     */
    public FastDiscreteAuction auctionId(final long auctionId)
    {
        this.auctionId = auctionId;
        return this;
    }

    /**
     * Sets ExchangeTradingSessionID (5842).
     *
     * @param sessionId value.
     * @return this.
     */
    public FastDiscreteAuction sessionId(final long sessionId)
    {
        this.sessionId = sessionId;
        return this;
    }

    /**
     * Sets EventIDOpen (20048).
     *
     * @param eventIdOpen value.
     * @return this.
     */
    public FastDiscreteAuction eventIdOpen(final long eventIdOpen)
    {
        this.eventIdOpen = eventIdOpen;
        return this;
    }

    /**
     * Sets EventIDClose (20049).
     *
     * @param eventIdClose value.
     * @return this.
     */
    public FastDiscreteAuction eventIdClose(final long eventIdClose)
    {
        this.eventIdClose = eventIdClose;
        return this;
    }

    /**
     * Sets UnderlyingSymbol (311) of the only entry of Underlyings; none leaves the sequence out.
     *
     * @param underlying value.
     * @return this.
     */
    public FastDiscreteAuction underlying(final String underlying)
    {
        this.underlying = underlying;
        return this;
    }

    /**
     * Sets TradePeriodID (20066).
     *
     * @param tradePeriodId value.
     * @return this.
     */
    public FastDiscreteAuction tradePeriodId(final long tradePeriodId)
    {
        this.tradePeriodId = tradePeriodId;
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
        writer.beginMessage(FastMessages.DISCRETE_AUCTION, msgSeqNum, sendingTime)
            .putUInt(openTime)
            .putUInt(closeTimeFrom)
            .putUInt(closeTimeTill)
            .putInt(auctionId)
            .putUInt(sessionId)
            .putInt(eventIdOpen)
            .putInt(eventIdClose);
        putUnderlyings(writer);
        writer.putIntNullable(tradePeriodId);
    }

    private void putUnderlyings(final FastWriter writer)
    {
        if (null == underlying)
        {
            writer.putNull();
            return;
        }
        writer.putUIntNullable(1).putAscii(underlying);
    }
}
