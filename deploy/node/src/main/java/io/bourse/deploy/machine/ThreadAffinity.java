// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.machine;

import io.bourse.deploy.config.ConfigurationException;
import org.agrona.SystemUtil;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ThreadFactory;

/**
 * Binds threads to processors: sched_setaffinity(2), so on Linux only.
 */
public final class ThreadAffinity
{
    /** As many processors as the C library's cpu_set_t. */
    private static final int MASK_LENGTH = 1024 / Byte.SIZE;

    private ThreadAffinity()
    {
    }

    /**
     * Refuses what cannot be, before anything is opened.
     *
     * @param cores processor of each thread, by the thread's name.
     * @throws ConfigurationException when the system has no such call, or this process may not use a processor.
     */
    public static void check(final Map<String, Integer> cores)
    {
        if (!cores.isEmpty())
        {
            requireLinux(cores, SystemUtil.osName());
            requireAllowed(cores);
        }
    }

    static void requireLinux(final Map<String, Integer> cores, final String osName)
    {
        if (!osName.startsWith("linux"))
        {
            throw new ConfigurationException("venue.cores", cores.toString(),
                "must be empty on this system, threads are bound to processors on Linux only: os=" + osName);
        }
    }

    private static void requireAllowed(final Map<String, Integer> cores)
    {
        final BitSet allowed = allowed();
        cores.forEach((thread, core) ->
        {
            if (!allowed.get(core))
            {
                throw new ConfigurationException("venue.cores." + thread, core.toString(),
                    "is no processor that this process may use: allowed=" + allowed);
            }
        });
    }

    /**
     * Makes threads that bind themselves.
     *
     * @param core of the thread, or null to let the system choose.
     * @return factory for one thread.
     */
    public static ThreadFactory factory(final Integer core)
    {
        return null == core ? Thread::new : (task) -> new Thread(() ->
        {
            bind(core);
            task.run();
        });
    }

    /** Processors that the calling thread may use. */
    static BitSet allowed()
    {
        try (Arena arena = Arena.ofConfined())
        {
            final MemorySegment mask = arena.allocate(MASK_LENGTH, Long.BYTES);
            // The C library's wrapper gives 0, or -1.
            call("sched_getaffinity", mask);
            return BitSet.valueOf(mask.asByteBuffer());
        }
    }

    /**
     * Binds the calling thread.
     *
     * @param core from 0.
     * @throws IllegalStateException when the system refuses.
     */
    static void bind(final int core)
    {
        try (Arena arena = Arena.ofConfined())
        {
            final MemorySegment mask = arena.allocate(MASK_LENGTH, Long.BYTES);
            mask.set(ValueLayout.JAVA_BYTE, core / Byte.SIZE, (byte)(1 << core % Byte.SIZE));
            call("sched_setaffinity", mask);
        }
    }

    private static void call(final String name, final MemorySegment mask)
    {
        final Linker linker = Linker.nativeLinker();
        final MethodHandle function = linker.downcallHandle(
            linker.defaultLookup().find(name).orElseThrow(() -> new IllegalStateException(
                "the C library has no such function, leave venue.cores empty: function=" + name)),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
        final int result;
        try
        {
            result = (int)function.invokeExact(0, (long)MASK_LENGTH, mask);
        }
        catch (final Throwable ex)
        {
            throw new IllegalStateException("a function of the C library could not be called: function=" + name, ex);
        }
        if (0 != result)
        {
            throw new IllegalStateException("the system does not bind this thread to that processor, is it still " +
                "there? function=" + name + " processors=" + BitSet.valueOf(mask.asByteBuffer()));
        }
    }
}
