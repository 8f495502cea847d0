// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a process has used of the machine, as the system counts it: all of its threads, those of the JVM too.
 *
 * @param cpuNs processor time so far; the system counts in hundredths of a second.
 * @param residentBytes memory now; 0 when unknown.
 * @param peakResidentBytes most memory so far; 0 when unknown.
 * @param atNs when, by {@link System#nanoTime}.
 */
public record ProcessUse(long cpuNs, long residentBytes, long peakResidentBytes, long atNs)
{
    private static final String RESIDENT = "VmRSS:";
    private static final String PEAK_RESIDENT = "VmHWM:";
    private static final long KIB = 1_024;

    /**
     * Looks at a process.
     *
     * @param process to look at.
     * @return use so far.
     * @throws IOException when the process has ended.
     */
    public static ProcessUse of(final ProcessHandle process) throws IOException
    {
        final long cpuNs = process.info().totalCpuDuration().orElseThrow(() ->
            new IOException("a process has ended: pid=" + process.pid())).toNanos();
        final Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        final List<String> lines = Files.isReadable(status) ? Files.readAllLines(status) : List.of();
        return new ProcessUse(cpuNs, bytes(lines, RESIDENT), bytes(lines, PEAK_RESIDENT), System.nanoTime());
    }

    private static long bytes(final List<String> status, final String key)
    {
        return status.stream().filter((line) -> line.startsWith(key))
            .mapToLong((line) -> Long.parseLong(line.replaceAll("[^0-9]", "")) * KIB).findFirst().orElse(0);
    }

    /** Of two processes together, by the later look. */
    ProcessUse plus(final ProcessUse other)
    {
        return new ProcessUse(cpuNs + other.cpuNs, residentBytes + other.residentBytes,
            peakResidentBytes + other.peakResidentBytes, Math.max(atNs, other.atNs));
    }

    /**
     * Share of one core since an earlier look.
     *
     * @param before the earlier look.
     * @return 1 is a whole core.
     */
    public double coresSince(final ProcessUse before)
    {
        return (double)(cpuNs - before.cpuNs) / (atNs - before.atNs);
    }
}
