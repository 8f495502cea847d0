// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixInstrument;

import java.util.Arrays;

/**
 * The last trades of the trading session, up to a maximum: a ring that grows to it. Numbered through, so that who reads
 * it in portions notices what has gone meanwhile.
 */
final class TradesOfDay
{
    private static final int INITIAL_CAPACITY = 64;

    /**
     * One trade for trade capture. Reused.
     */
    static final class CapturedTrade
    {
        long tradeId;
        /** Of the trade in the strategy whose leg this is; 0 for none. */
        long parentTradeId;
        /** Under which it was reversed; 0: it stands. */
        long reversalTradeId;
        /** Of the trade in whose place it is; 0 for none. */
        long replacedTradeId;
        long priceE5;
        long qtyLots;
        long timeNs;
        long buyAccount;
        long buyOrderId;
        long sellAccount;
        long sellOrderId;
        int tradingDate;
        int sessionId;
        FixInstrument instrument;
        boolean isLeg;
        boolean isNegotiated;
    }

    private final int maxTrades;
    private CapturedTrade[] ring;
    private long first;
    private long end;
    /** Number of the trade whose place is the first of the ring. */
    private long origin;
    private boolean isIncomplete;

    TradesOfDay(final int maxTrades)
    {
        this.maxTrades = maxTrades;
        ring = new CapturedTrade[Math.min(maxTrades, INITIAL_CAPACITY)];
    }

    void clear()
    {
        first = end;
        isIncomplete = false;
    }

    /** A place for the next trade, which the caller fills; the oldest gives way when there are too many. */
    CapturedTrade add()
    {
        if (end - first == ring.length)
        {
            if (ring.length == maxTrades)
            {
                first++;
                isIncomplete = true;
            }
            else
            {
                grow();
            }
        }
        final int index = index(end++);
        if (null == ring[index])
        {
            ring[index] = new CapturedTrade();
        }
        return ring[index];
    }

    /** Number of the oldest trade. */
    long first()
    {
        return first;
    }

    /** Number after the youngest trade. */
    long end()
    {
        return end;
    }

    /** Whether trades of this session had to give way. */
    boolean isIncomplete()
    {
        return isIncomplete;
    }

    CapturedTrade get(final long number)
    {
        return ring[index(number)];
    }

    /** A trade by its id, which ascend; null when it is not remembered. */
    CapturedTrade find(final long tradeId)
    {
        long low = first;
        long high = end - 1;
        while (low <= high)
        {
            final long middle = low + high >>> 1;
            final CapturedTrade trade = get(middle);
            if (trade.tradeId == tradeId)
            {
                return trade;
            }
            low = trade.tradeId < tradeId ? middle + 1 : low;
            high = trade.tradeId < tradeId ? high : middle - 1;
        }
        return null;
    }

    private int index(final long number)
    {
        return (int)((number - origin) % ring.length);
    }

    private void grow()
    {
        final int count = (int)(end - first);
        final CapturedTrade[] old = new CapturedTrade[count];
        for (int i = 0; i < count; i++)
        {
            old[i] = get(first + i);
        }
        ring = Arrays.copyOf(old, Math.min(maxTrades, 2 * ring.length));
        origin = first;
    }
}
