// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.book;

import io.bourse.engine.book.BookListener;

/**
 * Everything a book says, in order, in one number: a contestant that leaves work out or does it in another order shows.
 */
class Checksum implements BookListener
{
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private long value;
    private long trades;
    private long refusals;

    /** Forgets everything. */
    void reset()
    {
        value = 0;
        trades = 0;
        refusals = 0;
    }

    /** Of all calls since the last reset. */
    long value()
    {
        return value;
    }

    /** Number of trades. */
    long trades()
    {
        return trades;
    }

    /** Number of refusals. */
    long refusals()
    {
        return refusals;
    }

    @Override
    public void onAccepted(final long orderId, final long lots)
    {
        add(orderId + (lots << 40));
    }

    @Override
    public void onTrade(
        final long aggressorId,
        final long restingId,
        final long priceTicks,
        final long lots,
        final long aggressorRestLots,
        final long restingRestLots)
    {
        trades++;
        final long ids = aggressorId ^ restingId << 24;
        final long rests = aggressorRestLots << 32 ^ restingRestLots << 48;
        add(ids + (lots << 8) + priceTicks ^ rests);
    }

    @Override
    public void onCancelled(final long orderId, final long lots)
    {
        add(~orderId + (lots << 40));
    }

    @Override
    public void onReplaced(final long orderId, final long priceTicks, final long lots, final boolean isPlaceKept)
    {
        add((orderId ^ priceTicks << 32) + (lots << 24) + (isPlaceKept ? 1 : 0));
    }

    @Override
    public void onRefused(final long orderId, final Refusal refusal)
    {
        refusals++;
        add(orderId << 2 | refusal.ordinal());
    }

    private void add(final long word)
    {
        value = (value ^ word) * MULTIPLIER;
    }
}
