// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * SecurityStatus (5): what of an instrument changes in the day.
 */
public final class FastSecurityStatus
{
    private long securityId;
    private String symbol;
    private long status;
    private long highLimitE5;
    private long lowLimitE5;
    private long marginBuyE5;
    private long marginSellE5;
    private long marginSyntheticE5;

    /**
     * With nothing in it.
     */
    public FastSecurityStatus()
    {
        clear();
    }

    /**
     * Forgets all values.
     *
     * @return this.
     */
    public FastSecurityStatus clear()
    {
        securityId = 0;
        symbol = "";
        status = FastWriter.NULL;
        highLimitE5 = FastWriter.NULL_PRICE;
        lowLimitE5 = FastWriter.NULL_PRICE;
        marginBuyE5 = FastWriter.NULL_PRICE;
        marginSellE5 = FastWriter.NULL_PRICE;
        marginSyntheticE5 = FastWriter.NULL_PRICE;
        return this;
    }

    /**
     * Sets SecurityID (48).
     *
     * @param securityId value.
     * @return this.
     */
    public FastSecurityStatus securityId(final long securityId)
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
    public FastSecurityStatus symbol(final String symbol)
    {
        this.symbol = symbol;
        return this;
    }

    /**
     * Sets SecurityTradingStatus (326).
     *
     * @param status value.
     * @return this.
     */
    public FastSecurityStatus status(final long status)
    {
        this.status = status;
        return this;
    }

    /**
     * Sets HighLimitPx (1149) x 100 000.
     *
     * @param highLimitE5 value.
     * @return this.
     */
    public FastSecurityStatus highLimitE5(final long highLimitE5)
    {
        this.highLimitE5 = highLimitE5;
        return this;
    }

    /**
     * Sets LowLimitPx (1148) x 100 000.
     *
     * @param lowLimitE5 value.
     * @return this.
     */
    public FastSecurityStatus lowLimitE5(final long lowLimitE5)
    {
        this.lowLimitE5 = lowLimitE5;
        return this;
    }

    /**
     * Sets InitialMarginOnBuy (20002) x 100 000.
     *
     * @param marginBuyE5 value.
     * @return this.
     */
    public FastSecurityStatus marginBuyE5(final long marginBuyE5)
    {
        this.marginBuyE5 = marginBuyE5;
        return this;
    }

    /**
     * Sets InitialMarginOnSell (20000) x 100 000.
     *
     * @param marginSellE5 value.
     * @return this.
     */
    public FastSecurityStatus marginSellE5(final long marginSellE5)
    {
        this.marginSellE5 = marginSellE5;
        return this;
    }

    /**
     * Sets InitialMarginSyntetic (20001) x 100 000.
     *
     * @param marginSyntheticE5 value.
     * @return this.
     */
    public FastSecurityStatus marginSyntheticE5(final long marginSyntheticE5)
    {
        this.marginSyntheticE5 = marginSyntheticE5;
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
        writer.beginMessage(FastMessages.SECURITY_STATUS, msgSeqNum, sendingTime)
            .putUInt(securityId)
            .putAscii(symbol)
            .putUIntNullable(status)
            .putPriceE5Nullable(highLimitE5)
            .putPriceE5Nullable(lowLimitE5)
            .putPriceE5Nullable(marginBuyE5)
            .putPriceE5Nullable(marginSellE5)
            .putPriceE5Nullable(marginSyntheticE5);
    }
}
