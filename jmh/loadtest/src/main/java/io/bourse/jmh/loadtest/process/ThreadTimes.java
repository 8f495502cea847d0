// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.process;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Processor time of the threads of a process, and what else it counts, passed on in one line.
 */
public final class ThreadTimes
{
    private static final String PREFIX = "THREADS ";

    private ThreadTimes()
    {
    }

    /**
     * Time so far of every thread, in nanoseconds.
     *
     * @param counts of other things, under names that no thread has.
     * @return the line.
     */
    public static String line(final Map<String, Long> counts)
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
        return PREFIX + times.entrySet().stream()
            .map((entry) -> entry.getKey() + "=" + entry.getValue()).collect(Collectors.joining(";"));
    }

    static Map<String, Long> parse(final String line)
    {
        final Map<String, Long> times = new TreeMap<>();
        Arrays.stream(line.substring(PREFIX.length()).split(";")).forEach((field) ->
        {
            final int at = field.lastIndexOf('=');
            times.put(field.substring(0, at), Long.parseLong(field.substring(at + 1)));
        });
        return times;
    }
}
