// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;

/**
 * What the kernel knows of its clock from the program that disciplines it, by NTP or PTP: {@code adjtimex(2)}, which
 * changes nothing here. Neither the JDK nor /proc has it. A system call: for threads that watch.
 */
public final class KernelClock
{
    /** Of struct timex where a long has 64 bits. */
    private static final int LENGTH = 208;
    private static final int OFFSET_OFFSET = 8;
    private static final int FREQUENCY_OFFSET = 16;
    private static final int MAX_ERROR_OFFSET = 24;
    private static final int ERROR_OFFSET = 32;
    private static final int STATUS_OFFSET = 40;
    private static final int UNSYNCHRONISED = 0x0040;
    private static final int IN_NANOSECONDS = 0x2000;
    private static final int IS_ERROR = 5;
    /** The frequency is in parts per million with 16 bits behind the point. */
    private static final int FREQUENCY_BITS = 16;
    private static final int PPB_PER_PPM = 1_000;
    private static final MethodHandle ADJTIMEX = Linker.nativeLinker().defaultLookup().find("adjtimex")
        .map((address) -> Linker.nativeLinker().downcallHandle(
            address, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS)))
        .orElse(null);

    private KernelClock()
    {
    }

    /**
     * Asks the kernel.
     *
     * @return what it says; {@link ClockReading#UNKNOWN} where the system has no such call or forbids it.
     */
    public static ClockReading read()
    {
        if (null == ADJTIMEX)
        {
            return ClockReading.UNKNOWN;
        }
        try (Arena arena = Arena.ofConfined())
        {
            final MemorySegment timex = arena.allocate(LENGTH, Long.BYTES);
            final int state = (int)ADJTIMEX.invokeExact(timex);
            return state < 0 ? ClockReading.UNKNOWN : reading(state, timex);
        }
        catch (final Throwable ex)
        {
            throw new IllegalStateException("the state of the kernel's clock cannot be read", ex);
        }
    }

    static ClockReading reading(final int state, final MemorySegment timex)
    {
        final int status = timex.get(ValueLayout.JAVA_INT, STATUS_OFFSET);
        final long offset = timex.get(ValueLayout.JAVA_LONG, OFFSET_OFFSET);
        return new ClockReading(
            IS_ERROR == state || 0 != (status & UNSYNCHRONISED) ?
                ClockReading.State.UNSYNCHRONISED : ClockReading.State.SYNCHRONISED,
            0 != (status & IN_NANOSECONDS) ? offset : TimeUnit.MICROSECONDS.toNanos(offset),
            TimeUnit.MICROSECONDS.toNanos(timex.get(ValueLayout.JAVA_LONG, ERROR_OFFSET)),
            TimeUnit.MICROSECONDS.toNanos(timex.get(ValueLayout.JAVA_LONG, MAX_ERROR_OFFSET)),
            (int)(timex.get(ValueLayout.JAVA_LONG, FREQUENCY_OFFSET) * PPB_PER_PPM >> FREQUENCY_BITS));
    }
}
