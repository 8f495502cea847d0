// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastWriter;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * Statistics of FO-TRADES, or values of INDEX: for each security the last value of each entry type.
 */
public final class FastValues implements FastBooks
{
    private static final class Values
    {
        private final Long2ObjectHashMap<Long> byType = new Long2ObjectHashMap<>();
        private long rptSeq;
        private long joinedAt;
    }

    private final Long2ObjectHashMap<Values> byId = new Long2ObjectHashMap<>();

    /**
     * No values yet.
     */
    public FastValues()
    {
    }

    /**
     * A value.
     *
     * @param securityId of the instrument or index.
     * @param type MDEntryType of {@link FastMessages}.
     * @return price x 100 000, or lots; {@link FastWriter#NULL} if there is none.
     */
    public long value(final long securityId, final byte type)
    {
        final Values values = byId.get(securityId);
        final Long value = null == values ? null : values.byType.get(type);
        return null == value ? FastWriter.NULL : value;
    }

    @Override
    public void clear()
    {
        byId.clear();
    }

    @Override
    public void onSnapshot(final FastMessage message)
    {
        if (FastMessages.SNAPSHOT == message.templateId())
        {
            final Values values = values(message.securityId());
            values.joinedAt = message.lastMsgSeqNumProcessed();
            values.rptSeq = message.rptSeq();
            for (int i = 0; i < message.entryCount(); i++)
            {
                set(values, message.entry(i));
            }
        }
    }

    @Override
    public boolean onIncrement(final FastMessage message)
    {
        boolean fits = true;
        if (FastMessages.INCREMENTAL_REFRESH == message.templateId())
        {
            for (int i = 0; i < message.entryCount(); i++)
            {
                final FastEntry entry = message.entry(i);
                final Values values = values(entry.securityId());
                if (message.msgSeqNum() > values.joinedAt)
                {
                    fits &= apply(values, entry);
                }
            }
        }
        return fits;
    }

    private boolean apply(final Values values, final FastEntry entry)
    {
        if (entry.rptSeq() != values.rptSeq + 1)
        {
            return false;
        }
        values.rptSeq++;
        if (FastMessages.DELETE == entry.action())
        {
            values.byType.remove(entry.type());
        }
        else if (FastMessages.TRADE != entry.type())
        {
            set(values, entry);
        }
        return true;
    }

    private static void set(final Values values, final FastEntry entry)
    {
        if (FastWriter.NULL_PRICE != entry.priceE5())
        {
            values.byType.put(entry.type(), Long.valueOf(entry.priceE5()));
        }
        else if (FastWriter.NULL != entry.qtyLots())
        {
            values.byType.put(entry.type(), Long.valueOf(entry.qtyLots()));
        }
    }

    private Values values(final long securityId)
    {
        return byId.computeIfAbsent(securityId, ignore -> new Values());
    }
}
