// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.telemetry.ComponentCounter;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.engine.telemetry.DutyCycleWatch;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.status.AtomicCounter;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * The counters file of a component, and its heartbeat: while the component starts the heartbeat is that of its process,
 * afterwards that of its threads. One that stands still, or has ended, stops the heartbeat.
 */
final class ComponentCounters implements AutoCloseable
{
    /** Duty cycles of a thread, and how many there were at the last heartbeat. */
    private static final class CountedThread
    {
        private final LongSupplier cycles;
        private long seen;

        CountedThread(final LongSupplier cycles)
        {
            this.cycles = cycles;
        }
    }

    private final List<CountedThread> threads = new CopyOnWriteArrayList<>();
    private final DutyCycleWatch slowCycles = new DutyCycleWatch();
    private final CountersFile file;
    private volatile boolean isServing;

    ComponentCounters(final CountersFile file)
    {
        this.file = file;
    }

    /** Makes something whose counters are those of the component. */
    <T, X extends Throwable> T hold(final ScopedValue.CallableOp<? extends T, X> construction) throws X
    {
        return file.hold(construction);
    }

    /** The same agent, its duty cycles counted. */
    Agent counted(final Agent agent)
    {
        final AtomicCounter cycles = file.hold(() -> CountersFile.labelled("thread=" + agent.roleName().replace(
            ',', ' ').replace('=', ' '), () -> new CounterSet<>(ComponentCounter.class)))
            .counter(ComponentCounter.DUTY_CYCLES);
        watch(agent.roleName(), cycles::get);
        return new Agent()
        {
            @Override
            public void onStart()
            {
                agent.onStart();
            }

            @Override
            public int doWork() throws Exception
            {
                cycles.incrementRelease();
                return agent.doWork();
            }

            @Override
            public void onClose()
            {
                agent.onClose();
            }

            @Override
            public String roleName()
            {
                return agent.roleName();
            }
        };
    }

    /** A thread of the component that counts its duty cycles itself. */
    void watch(final String agent, final LongSupplier cycles)
    {
        slowCycles.add(agent, cycles);
        threads.add(new CountedThread(cycles));
    }

    /** From now on only its threads say that the component lives. */
    void serving()
    {
        isServing = true;
        file.serving();
    }

    /** Called again and again, by one thread. */
    void beat(final long nowMs)
    {
        if (!isServing || haveAllMoved())
        {
            threads.forEach((thread) -> thread.seen = thread.cycles.getAsLong());
            file.heartbeat(nowMs);
        }
    }

    private boolean haveAllMoved()
    {
        for (final CountedThread thread : threads)
        {
            if (thread.seen == thread.cycles.getAsLong())
            {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close()
    {
        slowCycles.close();
        file.close();
    }
}
