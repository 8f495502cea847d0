// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.prometheus.metrics.model.snapshots.Labels;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;

/**
 * What the kernel knows of its clock from the program that disciplines it, by NTP or PTP: {@code adjtimex(2)}, which
 * changes nothing here. Neither the JDK nor /proc has it.
 */
final class KernelClock
{
    /** Of struct timex where a long has 64 bits. */
    private static final int LENGTH = 208;
    private static final int OFFSET_OFFSET = 8;
    private static final int MAX_ERROR_OFFSET = 24;
    private static final int STATUS_OFFSET = 40;
    private static final int UNSYNCHRONISED = 0x0040;
    private static final int IN_NANOSECONDS = 0x2000;
    private static final int IS_ERROR = 5;

    private final MethodHandle adjtimex;

    KernelClock()
    {
        final Linker linker = Linker.nativeLinker();
        adjtimex = linker.defaultLookup().find("adjtimex").map((address) -> linker.downcallHandle(
            address, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS))).orElse(null);
    }

    /** Adds nothing where the system does not say. */
    void add(final Samples samples)
    {
        if (null == adjtimex)
        {
            return;
        }
        try (Arena arena = Arena.ofConfined())
        {
            final MemorySegment timex = arena.allocate(LENGTH, Long.BYTES);
            final int state = (int)adjtimex.invokeExact(timex);
            if (state >= 0)
            {
                final int status = timex.get(ValueLayout.JAVA_INT, STATUS_OFFSET);
                final long offset = timex.get(ValueLayout.JAVA_LONG, OFFSET_OFFSET);
                samples.add("CLOCK_SYNCHRONISED", Labels.EMPTY,
                    IS_ERROR == state || 0 != (status & UNSYNCHRONISED) ? 0 : 1);
                samples.add("CLOCK_MAX_ERROR", Labels.EMPTY,
                    TimeUnit.MICROSECONDS.toNanos(timex.get(ValueLayout.JAVA_LONG, MAX_ERROR_OFFSET)));
                samples.add("CLOCK_ADJUSTMENT", Labels.EMPTY,
                    0 != (status & IN_NANOSECONDS) ? offset : TimeUnit.MICROSECONDS.toNanos(offset));
            }
        }
        catch (final Throwable ex)
        {
            throw new IllegalStateException("the state of the kernel's clock cannot be read", ex);
        }
    }
}
