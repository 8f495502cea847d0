// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.core;

import io.bourse.jmh.loadtest.ring.BareCore;
import io.bourse.jmh.loadtest.ring.CommandLaps;
import io.bourse.jmh.loadtest.ring.FlowRecorder;
import io.bourse.jmh.loadtest.ring.FlowSpread;
import io.bourse.jmh.loadtest.ring.VenueShape;
import io.bourse.jmh.suite.NanosecondBenchmark;
import io.bourse.jmh.suite.Turns;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * 20 million accounts and 100,000 instruments beside a small venue in the same process: both cores play their flow in
 * turns, so that the host disturbs them alike, and what counts is the ratio, printed at the end with the memory used.
 * The whole process has 6 GiB of heap and must do with 6 GiB of heap and off-heap.
 */
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 9, time = 2)
@Fork(value = 1, jvmArgsAppend = {
    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xms6g", "-Xmx6g", "-XX:+UseParallelGC"})
public class LargeVenueBenchmark extends NanosecondBenchmark
{
    private static final int BATCH = 20_000;
    private static final int FLOW_COMMANDS = 1_000_000;
    private static final long SEED = 20_261_121;
    private static final double MIB = 1024 * 1024;

    /** How the flow is spread over accounts and instruments, in both venues. */
    @Param
    public FlowSpread spread;

    private final List<Double> smallPerSecond = new ArrayList<>();
    private final List<Double> largePerSecond = new ArrayList<>();
    private boolean isMeasuring;
    private long smallNs;
    private long largeNs;
    private long batches;
    private BareCore small;
    private BareCore large;
    private CommandLaps smallFlow;
    private CommandLaps largeFlow;

    /** Loads both venues and records their flows. */
    @Setup(Level.Trial)
    public void setUp()
    {
        small = new BareCore();
        smallFlow = prepare(VenueShape.SMALL, small);
        large = new BareCore();
        largeFlow = prepare(VenueShape.LARGE, large);
        printMemory("with everything loaded and one lap of the flow");
    }

    private CommandLaps prepare(final VenueShape shape, final BareCore engine)
    {
        final long beginNs = System.nanoTime();
        final FlowRecorder recorder = new FlowRecorder(shape, spread, engine, SEED);
        System.out.printf("%n%s loaded: %d accounts, %d instruments in %d ms%n", shape, shape.accounts(),
            shape.instruments(), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs));
        if (VenueShape.LARGE == shape)
        {
            printMemory("before the first order");
        }
        recorder.placeRestingOrders();
        final CommandLaps flow = recorder.record(FLOW_COMMANDS);
        System.out.printf("flow: %d commands, %d trades%n", flow.count(), recorder.trades());
        return flow;
    }

    /**
     * Begins to count.
     *
     * @param params says whether it is warm-up.
     */
    @Setup(Level.Iteration)
    public void beginIteration(final IterationParams params)
    {
        isMeasuring = IterationType.MEASUREMENT == params.getType();
        smallNs = 0;
        largeNs = 0;
        batches = 0;
    }

    /** A batch in the small venue, then one in the large venue; the mean of the two says nothing. */
    @Benchmark
    @OperationsPerInvocation(2 * BATCH)
    public void inTurns()
    {
        final long beginNs = System.nanoTime();
        play(smallFlow, small);
        final long middleNs = System.nanoTime();
        play(largeFlow, large);
        largeNs += System.nanoTime() - middleNs;
        smallNs += middleNs - beginNs;
        batches++;
    }

    private static void play(final CommandLaps flow, final BareCore engine)
    {
        for (int i = 0; i < BATCH; i++)
        {
            flow.sendNext(engine);
        }
    }

    /** Keeps the throughputs of a measured iteration. */
    @TearDown(Level.Iteration)
    public void endIteration()
    {
        if (isMeasuring)
        {
            smallPerSecond.add(perSecond(smallNs));
            largePerSecond.add(perSecond(largeNs));
        }
    }

    /** Prints what counts; fails when the flow was refused. */
    @TearDown(Level.Trial)
    public void report()
    {
        small.requireNothingRefused("measured flow of the small venue");
        large.requireNothingRefused("measured flow of the large venue");
        System.out.printf(
            "%n%s, commands/s, median [lowest..highest] of %d iterations%n", spread, smallPerSecond.size());
        print("small", "%,.0f", smallPerSecond::get);
        print("large", "%,.0f", largePerSecond::get);
        print("large / small", "%.3f", (i) -> largePerSecond.get(i) / smallPerSecond.get(i));
        printMemory("at the end");
    }

    private double perSecond(final long ns)
    {
        return (double)batches * BATCH * TimeUnit.SECONDS.toNanos(1) / ns;
    }

    private void print(final String what, final String format, final IntToDoubleFunction ofIteration)
    {
        System.out.printf("  %-14s %s%n", what,
            Turns.range(format, IntStream.range(0, smallPerSecond.size()).mapToDouble(ofIteration)));
    }

    /** Heap after a collection, and direct buffers: those are the recorded flows, which a venue does not have. */
    private static void printMemory(final String when)
    {
        System.gc();
        final long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        final long nonHeap = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getUsed();
        long direct = 0;
        for (final BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class))
        {
            direct += pool.getMemoryUsed();
        }
        System.out.printf("memory %s: heap %.0f MiB, direct buffers %.0f MiB, code and classes %.0f MiB%n",
            when, heap / MIB, direct / MIB, nonHeap / MIB);
    }
}
