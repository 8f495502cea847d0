// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.market.PublicTransaction;
import java.util.concurrent.TimeUnit;

import org.agrona.CloseHelper;

/**
 * One FAST feed: an incremental line, and a line of snapshots. The first session of another trading date begins the
 * numbers anew.
 */
abstract class FastFeed implements FastSnapshots.Source, AutoCloseable
{
    /** The engine has said that a command waits, and nothing comes of it: its process has stopped. */
    private static final long STALL_NS = TimeUnit.SECONDS.toNanos(1);

    private final String name;
    private final FastChannel channel;
    private FastSnapshots snapshots;
    private int tradingDate;
    private long dayOpenedNs;
    private long waitingSinceNs;
    private boolean isWaiting;

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

    final void onTransaction(final PublicTransaction transaction)
    {
        channel.cursor(transaction.cursor(), transaction.publishedNs());
        if (0 != (transaction.sessionChanges() & PublicSession.OPENED) &&
            tradingDate != transaction.session().tradingDate())
        {
            tradingDate = transaction.session().tradingDate();
            dayOpenedNs = transaction.engineTimeNs();
            flush();
            channel.transactionTime(transaction.engineTimeNs());
            channel.reset();
            onNewSession(transaction);
        }
        else if (0 != (transaction.sessionChanges() & PublicSession.DATE_MOVED))
        {
            tradingDate = transaction.session().tradingDate();
        }
        publish(transaction);
        if (null != snapshots)
        {
            snapshots.relieve();
        }
    }

    /** The id that messages carry: 0 before the first session. */
    static long sessionId(final PublicSession session)
    {
        final long sessionId = session.sessionId();
        return PublicSession.NO_SESSION == sessionId ? 0 : sessionId;
    }

    /** All of it when nothing waits to be sent. */
    void state(final CheckpointState state)
    {
        tradingDate = state.number(tradingDate);
        dayOpenedNs = state.number(dayOpenedNs);
        channel.state(state);
    }

    /** When numbers began, by the engine's time; 0 before the first day. */
    final long dayOpenedNs()
    {
        return dayOpenedNs;
    }

    /** Whether nothing waits to be sent. */
    abstract boolean isSettled();

    @Override
    public boolean isConsistent()
    {
        return isSettled();
    }

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
        checkStall(nowNs, isIdle);
        return channel.checkHeartbeat(nowNs) + (null == snapshots ? 0 : snapshots.doWork(nowNs, isIdle));
    }

    private void checkStall(final long nowNs, final boolean isIdle)
    {
        if (isSettled() || !isIdle)
        {
            isWaiting = false;
        }
        else if (!isWaiting)
        {
            isWaiting = true;
            waitingSinceNs = nowNs;
        }
        else if (nowNs - waitingSinceNs > STALL_NS)
        {
            flush();
        }
    }

    @Override
    public final void close()
    {
        CloseHelper.quietCloseAll(channel, snapshots);
    }
}
