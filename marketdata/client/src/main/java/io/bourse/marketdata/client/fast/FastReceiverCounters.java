// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.FeedCounter;

/**
 * What a receiver has been through. Readable from any thread.
 */
public final class FastReceiverCounters
{
    final FeedCounter messages = new FeedCounter();
    final FeedCounter duplicates = new FeedCounter();
    final FeedCounter gaps = new FeedCounter();
    final FeedCounter recoveries = new FeedCounter();
    final FeedCounter replayed = new FeedCounter();
    final FeedCounter joins = new FeedCounter();
    final FeedCounter resets = new FeedCounter();
    final FeedCounter faults = new FeedCounter();
    final FeedCounter malformed = new FeedCounter();

    FastReceiverCounters()
    {
    }

    /**
     * Messages applied.
     *
     * @return count.
     */
    public long messages()
    {
        return messages.get();
    }

    /**
     * Second copies, dropped.
     *
     * @return count.
     */
    public long duplicates()
    {
        return duplicates.get();
    }

    /**
     * Gaps that neither line has filled in time.
     *
     * @return count.
     */
    public long gaps()
    {
        return gaps.get();
    }

    /**
     * Times the books were given up to be joined by snapshots.
     *
     * @return count.
     */
    public long recoveries()
    {
        return recoveries.get();
    }

    /**
     * Messages that came by TCP.
     *
     * @return count.
     */
    public long replayed()
    {
        return replayed.get();
    }

    /**
     * Joins by a snapshot cycle.
     *
     * @return count.
     */
    public long joins()
    {
        return joins.get();
    }

    /**
     * Days that began anew.
     *
     * @return count.
     */
    public long resets()
    {
        return resets.get();
    }

    /**
     * Messages that did not fit the books.
     *
     * @return count.
     */
    public long faults()
    {
        return faults.get();
    }

    /**
     * Datagrams that were no FAST messages.
     *
     * @return count.
     */
    public long malformed()
    {
        return malformed.get();
    }

    @Override
    public String toString()
    {
        return "messages=" + messages + " duplicates=" + duplicates + " gaps=" + gaps + " recoveries=" + recoveries +
            " replayed=" + replayed + " joins=" + joins + " resets=" + resets + " faults=" + faults +
            " malformed=" + malformed;
    }
}
