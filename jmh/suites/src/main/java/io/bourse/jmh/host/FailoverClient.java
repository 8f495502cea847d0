// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.security.Principal;
import org.agrona.CloseHelper;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.concurrent.TimeUnit;

/**
 * A client that lives through all failovers: it sends orders at a steady pace, reads their events on a thread of its
 * own, and takes the time for which no order of its own is answered.
 */
final class FailoverClient implements AutoCloseable
{
    private static final int FRAME_LIMIT = 64;
    private static final long JOIN_MS = 10_000;

    private final ClusterEngineClient client;
    private final Answers answers;
    private final EventFollower follower;
    private final SteadySender sender;
    private final Thread thread;
    private String linkAtKill;
    private long killNs;
    private long answeredNs;
    private long silenceNs;
    private long lastSeen;
    private long lastSeenNs = System.nanoTime();
    private volatile boolean isStopping;
    private volatile RuntimeException failure;

    /**
     * What became of a client after one kill.
     *
     * @param link media driver that it was linked to.
     * @param answeredNs kill to the events of the first order that was offered after it.
     * @param silenceNs longest time without events of its orders until the next kill.
     */
    record Result(String link, long answeredNs, long silenceNs)
    {
    }

    /**
     * A client that has begun.
     *
     * @param options of the connection.
     * @param number of its orders.
     * @param ordersPerSecond pace.
     */
    FailoverClient(final ClusterClientOptions options, final int number, final int ordersPerSecond)
    {
        answers = new Answers(number);
        client = ClusterEngineClient.connect(options);
        follower = client.follow(client.endCursor(), answers);
        sender = new SteadySender(
            client.newCommandPublisher(Principal.gateway(number)), number, ordersPerSecond);
        thread = Thread.ofPlatform().name("failover-client").daemon().start(this::run);
    }

    private void run()
    {
        final IdleStrategy idle = new BackoffIdleStrategy(100, 20, 1_000, 50_000);
        try
        {
            while (!isStopping)
            {
                idle.idle(follower.poll(FRAME_LIMIT));
                observe(System.nanoTime());
            }
        }
        catch (final RuntimeException ex)
        {
            failure = ex;
        }
    }

    private synchronized void observe(final long nowNs)
    {
        if (answers.seen() != lastSeen)
        {
            silenceNs = Math.max(silenceNs, nowNs - lastSeenNs);
            lastSeenNs = nowNs;
            lastSeen = answers.seen();
            if (0 == answeredNs && 0 != killNs && sender.offeredNs(lastSeen) - killNs >= 0)
            {
                answeredNs = nowNs - killNs;
            }
        }
    }

    /** A member is killed now. */
    synchronized void onKill()
    {
        linkAtKill = client.aeronDirectoryName();
        killNs = System.nanoTime();
        answeredNs = 0;
        silenceNs = 0;
    }

    /** Whether an order was answered that was offered after the kill. */
    synchronized boolean isAnswered()
    {
        if (null != failure)
        {
            throw failure;
        }
        return 0 != answeredNs;
    }

    /** What became of it since the last kill. */
    synchronized Result result()
    {
        return new Result(linkAtKill, answeredNs, Math.max(silenceNs, System.nanoTime() - lastSeenNs));
    }

    long resentCommands()
    {
        return client.resentCommands();
    }

    /** Sends no more, waits for the answers to all that was sent, and ends. */
    @Override
    public void close()
    {
        sender.close();
        final long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(JOIN_MS);
        try
        {
            while (seen() < sender.sent() && null == failure && System.nanoTime() - deadlineNs < 0)
            {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            isStopping = true;
            thread.join(JOIN_MS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        CloseHelper.quietCloseAll(follower, client);
        if (null != failure || lastSeen != sender.sent())
        {
            throw new IllegalStateException("orders were not answered as they must be: seen=" + lastSeen + " sent=" +
                sender.sent(), failure);
        }
    }

    private synchronized long seen()
    {
        return lastSeen;
    }
}
