// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.ProcessCounter;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.EpochClock;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Writes the heartbeats of the components of a process, and what the process needs of its machine.
 */
final class HeartbeatAgent implements Agent
{
    private static final long PROCESS_INTERVAL_MS = 1_000;
    private static final String DIRECT = "direct";

    private final List<ComponentCounters> components = new CopyOnWriteArrayList<>();
    private final List<BufferPoolMXBean> pools = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class);
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private final EpochClock clock;
    private final CounterSet<ProcessCounter> process;
    private long processMs;

    HeartbeatAgent(final EpochClock clock, final CounterSet<ProcessCounter> process)
    {
        this.clock = clock;
        this.process = process;
    }

    void add(final ComponentCounters component)
    {
        components.add(component);
    }

    @Override
    public int doWork()
    {
        final long nowMs = clock.time();
        components.forEach((component) -> component.beat(nowMs));
        if (Math.abs(nowMs - processMs) >= PROCESS_INTERVAL_MS)
        {
            processMs = nowMs;
            showProcess();
        }
        return 0;
    }

    private void showProcess()
    {
        final MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        process.set(ProcessCounter.HEAP_USED, heap.getUsed());
        process.set(ProcessCounter.HEAP_COMMITTED, heap.getCommitted());
        process.set(ProcessCounter.HEAP_MAX, heap.getMax());
        process.set(ProcessCounter.DIRECT_MEMORY, pools.stream()
            .filter((pool) -> DIRECT.equals(pool.getName())).mapToLong(BufferPoolMXBean::getMemoryUsed).sum());
        process.set(ProcessCounter.THREADS, ManagementFactory.getThreadMXBean().getThreadCount());
        process.set(ProcessCounter.GC_COLLECTIONS,
            collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum());
        process.set(ProcessCounter.GC_TIME_MS,
            collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum());
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system)
        {
            process.set(ProcessCounter.CPU_TIME_NS, system.getProcessCpuTime());
        }
    }

    @Override
    public String roleName()
    {
        return "heartbeats";
    }
}
