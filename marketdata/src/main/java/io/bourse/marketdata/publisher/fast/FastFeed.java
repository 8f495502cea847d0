// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.FeedCounter;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.PacketHistory;

import org.agrona.CloseHelper;

/**
 * One FAST feed: an incremental line, and a line of snapshots. A session that opens begins the numbers anew.
 */
abstract class FastFeed implements AutoCloseable
{
    private final String name;
    private final FastChannel channel;
    private FastSnapshots snapshots;

    FastFeed(final String name, final FastChannel channel)
    {
        this.name = name;
        this.channel = channel;
    }

    final String name()
    {
        return name;
    }

    final FastChannel channel()
    {
        return channel;
    }

    final FastSnapshots snapshots()
    {
        return snapshots;
    }

    final void snapshots(final FastSnapshots newSnapshots)
    {
        snapshots = newSnapshots;
    }

    final FeedCounter lastNumber()
    {
        return channel.lastNumber();
    }

    final PacketHistory history()
    {
        return channel.history();
    }

    final void onTransaction(final PublicTransaction transaction)
    {
        if (0 != (transaction.sessionChanges() & PublicSession.OPENED))
        {
            flush();
            channel.transactionTime(transaction.engineTimeNs());
            channel.reset();
            onNewSession(transaction);
        }
        publish(transaction);
    }

    /** Whether nothing waits to be sent. */
    abstract boolean isSettled();

    /** Sends what waits. */
    abstract void flush();

    /** Numbers begin again. */
    abstract void onNewSession(PublicTransaction transaction);

    abstract void publish(PublicTransaction transaction);

    void goLive(final long nowNs)
    {
        channel.goLive();
        if (null != snapshots)
        {
            snapshots.goLive(nowNs);
        }
    }

    int doWork(final long nowNs, final boolean isIdle)
    {
        return channel.checkHeartbeat(nowNs) + (null == snapshots ? 0 : snapshots.doWork(nowNs, isIdle));
    }

    @Override
    public final void close()
    {
        CloseHelper.quietCloseAll(channel, snapshots);
    }
}
