// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.process;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.TreeMap;

/**
 * Processor time of the threads of a process, and what else it counts, passed on in one line.
 */
public final class ThreadTimes
{
    private ThreadTimes()
    {
    }

    /**
     * Time so far of every thread, in nanoseconds.
     *
     * @param counts of other things, under names that no thread has.
     * @return them by thread, and the counts.
     */
    public static Measurements of(final Map<String, Long> counts)
    {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        final Map<String, Long> times = new TreeMap<>(counts);
        for (final long id : threads.getAllThreadIds())
        {
            final ThreadInfo info = threads.getThreadInfo(id);
            if (null != info)
            {
                times.merge(info.getThreadName().replaceAll("[ =;]", "_"), threads.getThreadCpuTime(id), Long::sum);
            }
        }
        final Measurements figures = new Measurements();
        times.forEach(figures::put);
        return figures;
    }
}
