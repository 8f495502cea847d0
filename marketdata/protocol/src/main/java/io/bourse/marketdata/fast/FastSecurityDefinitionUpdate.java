// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * SecurityDefinitionUpdateReport (4): what of an instrument's valuation changes in the day.
 */
public final class FastSecurityDefinitionUpdate
{
    private long securityId;
    private long volatilityE5;
    private long theorPriceE5;
    private long theorPriceLimitE5;

    /**
     * With nothing in it.
     */
    public FastSecurityDefinitionUpdate()
    {
        clear();
    }

    /**
     * Forgets all values.
     *
     * @return this.
     */
    public FastSecurityDefinitionUpdate clear()
    {
        securityId = 0;
        volatilityE5 = FastWriter.NULL_PRICE;
        theorPriceE5 = FastWriter.NULL_PRICE;
        theorPriceLimitE5 = FastWriter.NULL_PRICE;
        return this;
    }

    /**
     * Sets SecurityID (48).
     *
     * @param securityId value.
     * @return this.
     */
    public FastSecurityDefinitionUpdate securityId(final long securityId)
    {
        this.securityId = securityId;
        return this;
    }

    /**
     * Sets Volatility (5678) x 100 000.
     *
     * @param volatilityE5 value.
     * @return this.
     */
    public FastSecurityDefinitionUpdate volatilityE5(final long volatilityE5)
    {
        this.volatilityE5 = volatilityE5;
        return this;
    }

    /**
     * Sets TheorPrice (20006) x 100 000.
     *
     * @param theorPriceE5 value.
     * @return this.
     */
    public FastSecurityDefinitionUpdate theorPriceE5(final long theorPriceE5)
    {
        this.theorPriceE5 = theorPriceE5;
        return this;
    }

    /**
     * Sets TheorPriceLimit (20007) x 100 000.
     *
     * @param theorPriceLimitE5 value.
     * @return this.
     */
    public FastSecurityDefinitionUpdate theorPriceLimitE5(final long theorPriceLimitE5)
    {
        this.theorPriceLimitE5 = theorPriceLimitE5;
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
        writer.beginMessage(FastMessages.SECURITY_DEFINITION_UPDATE_REPORT, msgSeqNum, sendingTime)
            .putUInt(securityId)
            .putPriceE5Nullable(volatilityE5)
            .putPriceE5Nullable(theorPriceE5)
            .putPriceE5Nullable(theorPriceLimitE5);
    }
}
