// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * SecurityGroupStatus (45): a state of many instruments at once.
 */
public final class FastSecurityGroupStatus
{
    private long securityGroupId;
    private long haltType;
    private long tradeModeMask;
    private long groupMask;
    private long sectionId;
    private long baseContractId;
    private long status;
    private long transactTime;

    /**
     * With nothing in it.
     */
    public FastSecurityGroupStatus()
    {
        clear();
    }

    /**
     * Forgets all values.
     *
     * @return this.
     */
    public FastSecurityGroupStatus clear()
    {
        securityGroupId = FastWriter.NULL;
        haltType = 0;
        tradeModeMask = FastWriter.NULL;
        groupMask = FastWriter.NULL;
        sectionId = FastWriter.NULL;
        baseContractId = FastWriter.NULL;
        status = FastWriter.NULL;
        transactTime = 0;
        return this;
    }

    /**
     * Sets SecurityGroupID (20064).
     *
     * @param securityGroupId value.
     * @return this.
     */
    public FastSecurityGroupStatus securityGroupId(final long securityGroupId)
    {
        this.securityGroupId = securityGroupId;
        return this;
    }

    /**
     * Sets HaltType (20058): 0 clear all, 1 session, 2 section, 3 section and mode, 4 base contract.
     *
     * @param haltType value.
     * @return this.
     */
    public FastSecurityGroupStatus haltType(final long haltType)
    {
        this.haltType = haltType;
        return this;
    }

    /**
     * Sets TradeModeMask (20059).
     *
     * @param tradeModeMask value.
     * @return this.
     */
    public FastSecurityGroupStatus tradeModeMask(final long tradeModeMask)
    {
        this.tradeModeMask = tradeModeMask;
        return this;
    }

    /**
     * Sets GroupMask (20060).
     *
     * @param groupMask value.
     * @return this.
     */
    public FastSecurityGroupStatus groupMask(final long groupMask)
    {
        this.groupMask = groupMask;
        return this;
    }

    /**
     * Sets SectionID (20061).
     *
     * @param sectionId value.
     * @return this.
     */
    public FastSecurityGroupStatus sectionId(final long sectionId)
    {
        this.sectionId = sectionId;
        return this;
    }

    /**
     * Sets BaseContractID (20062).
     *
     * @param baseContractId value.
     * @return this.
     */
    public FastSecurityGroupStatus baseContractId(final long baseContractId)
    {
        this.baseContractId = baseContractId;
        return this;
    }

    /**
     * Sets SecurityTradingStatus (326).
     *
     * @param status value.
     * @return this.
     */
    public FastSecurityGroupStatus status(final long status)
    {
        this.status = status;
        return this;
    }

    /**
     * Sets TransactTime (60), YYYYMMDDHHMMSSsss.
     *
     * @param transactTime value.
     * @return this.
     */
    public FastSecurityGroupStatus transactTime(final long transactTime)
    {
        this.transactTime = transactTime;
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
        writer.beginMessage(FastMessages.SECURITY_GROUP_STATUS, msgSeqNum, sendingTime)
            .putIntNullable(securityGroupId)
            .putInt(haltType)
            .putIntNullable(tradeModeMask)
            .putIntNullable(groupMask)
            .putIntNullable(sectionId)
            .putIntNullable(baseContractId)
            .putUIntNullable(status)
            .putUInt(transactTime);
    }
}
