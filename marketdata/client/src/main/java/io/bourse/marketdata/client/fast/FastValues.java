// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastWriter;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * Statistics of FO-TRADES, or values of INDEX: for each security the last value of each entry type.
 */
public final class FastValues extends FastSecurities<Long2ObjectHashMap<Long>>
{
    /**
     * No values yet.
     */
    public FastValues()
    {
        super(FastMessages.SNAPSHOT, FastMessages.INCREMENTAL_REFRESH, securityId -> new Long2ObjectHashMap<>());
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
        final Long2ObjectHashMap<Long> values = find(securityId);
        final Long value = null == values ? null : values.get(type);
        return null == value ? FastWriter.NULL : value;
    }

    @Override
    void clear(final Long2ObjectHashMap<Long> values)
    {
        values.clear();
    }

    @Override
    void load(final Long2ObjectHashMap<Long> values, final FastEntry entry, final FastMessage message)
    {
        if (FastWriter.NULL_PRICE != entry.priceE5())
        {
            values.put(entry.type(), Long.valueOf(entry.priceE5()));
        }
        else if (FastWriter.NULL != entry.qtyLots())
        {
            values.put(entry.type(), Long.valueOf(entry.qtyLots()));
        }
    }

    @Override
    boolean apply(final Long2ObjectHashMap<Long> values, final FastEntry entry, final FastMessage message)
    {
        if (FastMessages.DELETE == entry.action())
        {
            values.remove(entry.type());
        }
        else if (FastMessages.TRADE != entry.type())
        {
            load(values, entry, message);
        }
        return true;
    }
}
