// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.client.checkpoint.CheckpointState;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2LongHashMap;

/**
 * Lots held long in each instrument, equal to those held short, for publishers. Keeps the positions of every account
 * for that, and does not publish them. Allocates per trade only for a new position. Not thread-safe.
 */
public final class OpenInterest
{
    /** Positions of one instrument. */
    private static final class Holdings
    {
        private final Long2LongHashMap lotsByAccount = new Long2LongHashMap(0);
        private long longLots;
        private boolean isExpired;

        private void move(final int accountId, final long lots)
        {
            final long before = lotsByAccount.get(accountId);
            final long after = before + lots;
            if (0 == after)
            {
                lotsByAccount.remove(accountId);
            }
            else
            {
                lotsByAccount.put(accountId, after);
            }
            longLots += Math.max(0, after) - Math.max(0, before);
        }
    }

    private final Int2ObjectHashMap<Holdings> byInstrument = new Int2ObjectHashMap<>();

    /**
     * Without positions.
     */
    public OpenInterest()
    {
    }

    /**
     * A trade moves positions: every one but that of a strategy, whose legs do.
     *
     * @param instrumentId traded.
     * @param buyAccountId whose position grows.
     * @param sellAccountId whose position shrinks.
     * @param qtyLots traded.
     * @return open interest of the instrument after it, lots.
     */
    public long onTrade(final int instrumentId, final int buyAccountId, final int sellAccountId, final long qtyLots)
    {
        final Holdings holdings = holdings(instrumentId);
        holdings.move(buyAccountId, qtyLots);
        holdings.move(sellAccountId, -qtyLots);
        return holdings.longLots;
    }

    /**
     * A clearing run moves a position without a trade.
     *
     * @param instrumentId whose position it is.
     * @param accountId whose position moves.
     * @param lots added to it.
     * @return open interest of the instrument after it, lots; whole when all movements of the run are made.
     */
    public long onMoved(final int instrumentId, final int accountId, final long lots)
    {
        final Holdings holdings = holdings(instrumentId);
        holdings.move(accountId, lots);
        return holdings.longLots;
    }

    private Holdings holdings(final int instrumentId)
    {
        Holdings holdings = byInstrument.get(instrumentId);
        if (null == holdings)
        {
            holdings = new Holdings();
            byInstrument.put(instrumentId, holdings);
        }
        if (holdings.isExpired)
        {
            holdings.lotsByAccount.clear();
            holdings.longLots = 0;
            holdings.isExpired = false;
        }
        return holdings;
    }

    /**
     * A session has a date. Positions are kept until the next trade or movement: a wrong date may be moved back.
     *
     * @param isExpired whether the date is past its maturity: clearing has closed every position in it.
     * @return open interest of the instrument on that date, lots.
     */
    public long onDate(final int instrumentId, final boolean isExpired)
    {
        final Holdings holdings = byInstrument.get(instrumentId);
        if (null == holdings)
        {
            return 0;
        }
        holdings.isExpired = isExpired;
        return isExpired ? 0 : holdings.longLots;
    }

    /**
     * Positions of an instrument for a checkpoint.
     *
     * @param instrumentId of the instrument.
     * @param state to write to or read from.
     */
    public void state(final int instrumentId, final CheckpointState state)
    {
        if (state.flag(byInstrument.containsKey(instrumentId)))
        {
            final Holdings holdings = byInstrument.computeIfAbsent(instrumentId, (id) -> new Holdings());
            state.map(holdings.lotsByAccount);
            holdings.longLots = state.number(holdings.longLots);
            holdings.isExpired = state.flag(holdings.isExpired);
        }
    }
}
