// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.net.SocketWatch;
import org.agrona.concurrent.IdleStrategy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How a thread waits on which the engine and all components have their turns. Everything that must not wait comes from
 * a socket, or from a producer that rings: so it yields for a while, because what is in hand may need several turns,
 * and then sleeps until a socket is ready. Time is looked at once a millisecond. When no client has sent anything for a
 * while, it yields less and sleeps longer: turns for nothing are what an idle venue costs, and snapshots on the feeds
 * are work without end.
 */
final class SocketIdleStrategy implements IdleStrategy
{
    static final int YIELDS = 20;
    /** Not none: what one component has done may be work for another one only in the next turn. */
    static final int QUIET_YIELDS = 4;
    static final long SLEEP_MS = 1;
    static final long QUIET_SLEEP_MS = 2;
    /** Sleeps in a row that no socket has ended, work of the venue itself between them or not. */
    static final int SLEEPS_UNTIL_QUIET = 100;
    private static final long PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final SocketWatch watch;
    private final long patienceNs;
    private int yields;
    private int quietSleeps;
    private long quietSinceNs;
    private boolean isVain;

    /**
     * A strategy for one thread.
     *
     * @param watch of all sockets of the thread's components.
     * @param patienceNs how long to park briefly before the first sleep, in nanoseconds, for what other threads do
     *     without ringing: the archive that waits for the disk.
     */
    SocketIdleStrategy(final SocketWatch watch, final long patienceNs)
    {
        this.watch = watch;
        this.patienceNs = patienceNs;
    }

    @Override
    public void idle(final int workCount)
    {
        if (workCount > 0)
        {
            reset();
            watch.onBusyTurn();
        }
        else
        {
            idle();
        }
    }

    @Override
    public void idle()
    {
        final int mostYields = isQuiet() ? QUIET_YIELDS : YIELDS;
        if (yields < mostYields)
        {
            yields++;
            Thread.yield();
            if (mostYields == yields && patienceNs > 0)
            {
                quietSinceNs = System.nanoTime();
            }
        }
        else if (isVain || watch.isEmpty() || patienceNs > 0 && System.nanoTime() - quietSinceNs < patienceNs)
        {
            isVain = false;
            LockSupport.parkNanos(PARK_NS);
        }
        else
        {
            // A component may leave a ready socket alone, because a request waits: then sleeping is no waiting.
            isVain = watch.await(sleepMs()) > 0;
            quietSleeps = isVain ? 0 : Math.min(quietSleeps + 1, SLEEPS_UNTIL_QUIET);
        }
    }

    /** Longest time that the next sleep lasts, in milliseconds. */
    long sleepMs()
    {
        return isQuiet() ? QUIET_SLEEP_MS : SLEEP_MS;
    }

    private boolean isQuiet()
    {
        return SLEEPS_UNTIL_QUIET == quietSleeps;
    }

    @Override
    public void reset()
    {
        yields = 0;
        isVain = false;
    }

    @Override
    public String alias()
    {
        return "socket";
    }
}
