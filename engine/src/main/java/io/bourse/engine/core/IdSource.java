// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

/**
 * Gives out ids of orders (slices of icebergs included) and of trades: the partition in the highest bits, then a
 * counter.
 */
final class IdSource implements HashedState
{
    private final long prefix;
    private long orderCounter;
    private long tradeCounter;

    IdSource(final long prefix)
    {
        this.prefix = prefix;
    }

    long nextOrderId()
    {
        return prefix + ++orderCounter;
    }

    long nextTradeId()
    {
        return prefix + ++tradeCounter;
    }

    /** Trades so far. */
    long tradeCounter()
    {
        return tradeCounter;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(orderCounter);
        hash.add(tradeCounter);
    }
}
