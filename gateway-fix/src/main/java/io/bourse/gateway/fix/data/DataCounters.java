// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

/**
 * What the market data side has done. Written by the gateway's thread, readable by any.
 */
public final class DataCounters
{
    private volatile long snapshots;
    private volatile long increments;
    private volatile long conflated;
    private volatile long rejected;
    private volatile long late;
    private volatile long others;

    void onSnapshot()
    {
        snapshots++;
    }

    void onIncrement()
    {
        increments++;
    }

    void onConflated()
    {
        conflated++;
    }

    void onRejected()
    {
        rejected++;
    }

    void onLate()
    {
        late++;
    }

    void onOther()
    {
        others++;
    }

    /**
     * Snapshots sent.
     *
     * @return MarketDataSnapshotFullRefresh messages.
     */
    public long snapshots()
    {
        return snapshots;
    }

    /**
     * Increments sent.
     *
     * @return MarketDataIncrementalRefresh messages.
     */
    public long increments()
    {
        return increments;
    }

    /**
     * Changes that were netted because a client read too slowly.
     *
     * @return instruments changed, by transaction and subscription.
     */
    public long conflated()
    {
        return conflated;
    }

    /**
     * Requests refused.
     *
     * @return requests of all types.
     */
    public long rejected()
    {
        return rejected;
    }

    /**
     * Transactions that were told before the publisher of market data had published them, because it took too long.
     *
     * @return transactions.
     */
    public long late()
    {
        return late;
    }

    /** All messages sent. */
    long told()
    {
        return snapshots + increments + others;
    }

    /**
     * Everything else sent: lists, states, requests for quotes, news.
     *
     * @return messages.
     */
    public long others()
    {
        return others;
    }

    @Override
    public String toString()
    {
        return "snapshots=" + snapshots + " increments=" + increments + " conflated=" + conflated + " rejected=" +
            rejected + " late=" + late + " others=" + others;
    }
}
