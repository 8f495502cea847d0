// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.host.FailStop;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.AgentTerminationException;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The engine's one thread: media driver and archive, and once the engine is live ingress and sequencer before them,
 * matcher and the hosted components after them. While the engine starts and while it shuts down the driver and
 * the archive run alone.
 */
public final class EngineDutyCycle implements Agent
{
    private static final long PARK_NS = 10_000;
    private static final long ORDER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);

    private final AgentInvoker infrastructure;
    private final AutoCloseable owned;
    private final GapMeter gaps;
    private final FailStop failStop;
    private volatile Thread thread;
    private volatile Live live;
    private volatile HostedComponent[] hosted = {};
    private volatile boolean hasFailed;
    private volatile boolean isStopping;
    private volatile RuntimeException order;
    private volatile String orderedBy;
    private volatile long cycles;

    /**
     * The agents that make an engine live.
     *
     * @param ingress of other processes.
     * @param sequencer of the journal.
     * @param matcher of the journal.
     */
    record Live(IngressAdapter ingress, SequencerAgent sequencer, MatcherAgent matcher)
    {
    }

    /**
     * A duty cycle that is not live yet.
     *
     * @param infrastructure media driver, and archive if it has no thread of its own.
     * @param owned closed on the engine's thread when that ends, because an archive must be closed where it ran.
     * @param gaps called with every duty cycle; null for none.
     * @param failStop what to do when anything throws.
     */
    EngineDutyCycle(
        final AgentInvoker infrastructure, final AutoCloseable owned, final GapMeter gaps, final FailStop failStop)
    {
        this.gaps = gaps;
        this.infrastructure = infrastructure;
        this.owned = owned;
        this.failStop = failStop;
    }

    @Override
    public void onStart()
    {
        thread = Thread.currentThread();
    }

    /**
     * The archive has its turn between sequencer and matcher, so that a command is journalled, recorded, executed and
     * published to the components in one duty cycle.
     */
    @Override
    public int doWork()
    {
        final Live agents = live;
        int workCount = null == agents ? 0 : sequence(agents);
        workCount += infrastructure.invoke();
        workCount += null == agents ? 0 : match(agents);
        for (final HostedComponent component : hosted)
        {
            workCount += component.doWork();
        }
        cycles++;
        if (null != gaps)
        {
            gaps.onCycle(workCount);
        }
        return workCount;
    }

    private int sequence(final Live agents)
    {
        Agent agent = agents.ingress;
        try
        {
            if (null != order)
            {
                throw order;
            }
            final int workCount = agent.doWork();
            agent = agents.sequencer;
            return workCount + agent.doWork();
        }
        catch (final Throwable ex)
        {
            throw failed(null == order ? agent.roleName() : orderedBy, ex);
        }
    }

    private int match(final Live agents)
    {
        try
        {
            return agents.matcher.doWork();
        }
        catch (final Throwable ex)
        {
            throw failed(agents.matcher.roleName(), ex);
        }
    }

    private AgentTerminationException failed(final String by, final Throwable cause)
    {
        live = null;
        failOnce(by, cause);
        return new AgentTerminationException();
    }

    /**
     * Ends the engine from another thread: in its next duty cycle, or at once when there is none any more.
     *
     * @param by who wants it.
     * @param cause of the failure.
     */
    void fail(final String by, final RuntimeException cause)
    {
        final long cyclesBefore = cycles;
        orderedBy = by;
        order = cause;
        final long deadlineNs = System.nanoTime() + ORDER_TIMEOUT_NS;
        while (null != live && !isStopping)
        {
            if (System.nanoTime() - deadlineNs > 0 && cyclesBefore == cycles)
            {
                failOnce(by, cause);
                return;
            }
            LockSupport.parkNanos(PARK_NS);
        }
    }

    /** Calls the fail-stop, the first time only. */
    synchronized void failOnce(final String by, final Throwable cause)
    {
        if (!hasFailed)
        {
            hasFailed = true;
            failStop.onFailure(by, cause);
        }
    }

    /**
     * One step of waiting for the event stream to take more. When the waiting agent is on this thread, driver and
     * archive would stand still, also while the agents are being retired; a recovery waits on another thread and lets
     * this one work.
     *
     * @return false when the engine is being stopped.
     */
    public boolean awaitProgress()
    {
        if (Thread.currentThread() == thread)
        {
            infrastructure.invoke();
        }
        else
        {
            LockSupport.parkNanos(PARK_NS);
        }
        return !isStopping;
    }

    public void stop()
    {
        isStopping = true;
        live = null;
    }

    void live(final Live agents)
    {
        live = agents;
    }

    /** Gives a component turns on this thread from the next duty cycle on. */
    synchronized void admit(final HostedComponent component)
    {
        final HostedComponent[] more = Arrays.copyOf(hosted, hosted.length + 1);
        more[hosted.length] = component;
        hosted = more;
    }

    /** Forgets a component that is gone. */
    synchronized void forget(final HostedComponent component)
    {
        hosted = Arrays.stream(hosted).filter((other) -> other != component).toArray(HostedComponent[]::new);
    }

    boolean hasFailed()
    {
        return hasFailed;
    }

    /** Number of duty cycles done; lets another thread see that a change has taken effect. */
    long cycles()
    {
        return cycles;
    }

    @Override
    public void onClose()
    {
        CloseHelper.close(owned);
    }

    @Override
    public String roleName()
    {
        return "bourse-engine";
    }
}
