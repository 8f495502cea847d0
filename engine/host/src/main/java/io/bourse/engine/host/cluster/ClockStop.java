// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.clock.ClockLog;
import io.bourse.engine.host.clock.HostClock;
import io.bourse.engine.host.clock.StopCommand;
import io.bourse.engine.host.storage.ClockMark;
import io.bourse.engine.security.Principal;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Stops order entry when the clock of the leader has stepped. What a service says by itself would have to be said by
 * the services of all members alike, and clocks are not alike; so the member says it as a client of its own cluster.
 *
 * <p>A member that has just started asks the leader for the time: it opens a session, and the log says when.
 */
final class ClockStop implements Agent
{
    private static final long REPEAT_NS = TimeUnit.SECONDS.toNanos(1);
    /** A command may be lost with a leader; one that the core does not execute is not repeated for ever. */
    private static final int MAX_ATTEMPTS = 3;
    private static final long ANSWER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);
    private static final Logger LOGGER = LoggerFactory.getLogger(ClockStop.class);

    private final HostClock clock;
    private final ClockLog log;
    private final BooleanSupplier isLive;
    private final BooleanSupplier isLeader;
    private final Supplier<ClusterEngineClient> connector;
    private final Path dataDir;
    private final StopCommand command;
    private ClusterEngineClient client;
    private CommandPublisher commands;
    private boolean isMarked;
    private long nextNs = System.nanoTime();
    private int attempts;
    /** Most members need not ask: commands of the leader show that their clocks are right. */
    private long askNs = System.nanoTime() + REPEAT_NS;

    /**
     * Looks after the clock of a member.
     *
     * @param clock of the member.
     * @param isLive whether it has executed its log and takes part.
     * @param isLeader whether it stamps.
     * @param connector to the cluster.
     * @param dataDir of the member.
     * @param partition of the cluster.
     */
    ClockStop(
        final HostClock clock,
        final BooleanSupplier isLive,
        final BooleanSupplier isLeader,
        final Supplier<ClusterEngineClient> connector,
        final Path dataDir,
        final int partition)
    {
        this.clock = clock;
        this.isLive = isLive;
        this.isLeader = isLeader;
        this.connector = connector;
        this.dataDir = dataDir;
        log = new ClockLog(clock, "partition=" + partition + " dataDir=" + dataDir);
        command = new StopCommand(partition);
        isMarked = ClockMark.isSet(dataDir);
    }

    @Override
    public int doWork()
    {
        final int work = log.doWork();
        // A service that has not executed its log yet does not know of the stop that the mark is for.
        if (isMarked != clock.isEntryStopped() && (!isMarked || isLive.getAsBoolean()))
        {
            ClockMark.set(dataDir, !isMarked);
            isMarked = !isMarked;
        }
        if (!clock.isWithLog() && isLive.getAsBoolean() && !isLeader.getAsBoolean() && System.nanoTime() - askNs >= 0)
        {
            askLeader();
            askNs = System.nanoTime() + REPEAT_NS;
        }
        if (!isLeader.getAsBoolean() || !clock.isStopDue())
        {
            attempts = 0;
            return work;
        }
        if (attempts == MAX_ATTEMPTS || System.nanoTime() - nextNs < 0)
        {
            return work;
        }
        nextNs = System.nanoTime() + REPEAT_NS;
        return work + stopOrderEntry();
    }

    private void askLeader()
    {
        clock.ask();
        try (ClusterEngineClient asking = connector.get())
        {
            asking.newCommandPublisher(Principal.OPERATOR);
            final long sessionId = asking.sessionId();
            final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
            final long deadlineNs = System.nanoTime() + ANSWER_TIMEOUT_NS;
            while (!clock.isAnswered(sessionId) && System.nanoTime() - deadlineNs < 0)
            {
                idle.idle();
            }
        }
        catch (final RuntimeException ex)
        {
            LOGGER.debug("the leader does not say what time it is, it is asked again", ex);
        }
    }

    private int stopOrderEntry()
    {
        if (null == client)
        {
            client = connector.get();
            commands = client.newCommandPublisher(Principal.OPERATOR);
        }
        final UnsafeBuffer stop = command.of(clock);
        if (!commands.offer(stop, 0, stop.capacity()))
        {
            return 0;
        }
        attempts++;
        return 1;
    }

    @Override
    public void onClose()
    {
        CloseHelper.quietClose(client);
    }

    @Override
    public String roleName()
    {
        return "clock-stop";
    }
}
