// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.core;

import io.bourse.jmh.loadtest.ring.BareCore;
import io.bourse.jmh.loadtest.ring.CommandLaps;
import io.bourse.jmh.loadtest.ring.FlowRecorder;
import io.bourse.jmh.loadtest.ring.FlowSpread;
import io.bourse.jmh.loadtest.ring.VenueShape;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

import java.util.concurrent.TimeUnit;

/**
 * The whole core: decode, exactly-once check, validate, risk on all four levels, match, encode events, which are then
 * dropped. One operation is one command of a {@link FlowRecorder}'s flow over 8 instruments and 1,000 accounts of 20
 * firms, with 2,500 resting orders on either side of every book. It fails when a command is rejected or allocates.
 */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 8, time = 2)
@Fork(value = 1, jvmArgsAppend = {
    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-Xms2g", "-Xmx2g", "-XX:+UseParallelGC"})
public class MatchingEngineBenchmark
{
    private static final int BATCH = 1_000;
    private static final int FLOW_COMMANDS = 1_000_000;
    private static final long SEED = 20_261_121;

    private final BareCore engine = new BareCore();
    private final AllocationCheck allocation = new AllocationCheck();
    private final LatencyMeter latency = new LatencyMeter();
    private CommandLaps flow;
    private boolean isMeasuring;
    private boolean isLatency;
    private long commands;

    /** Loads the venue and records the flow. */
    @Setup(Level.Trial)
    public void setUp()
    {
        final FlowRecorder recorder = new FlowRecorder(VenueShape.SMALL, FlowSpread.SKEWED, engine, SEED);
        recorder.placeRestingOrders();
        flow = recorder.record(FLOW_COMMANDS);
        System.out.printf("%nflow: %d commands, %d trades%n", flow.count(), recorder.trades());
    }

    /**
     * Forgets what was warm-up.
     *
     * @param params says which.
     */
    @Setup(Level.Iteration)
    public void beginIteration(final IterationParams params)
    {
        final boolean isNowMeasuring = IterationType.MEASUREMENT == params.getType();
        if (isNowMeasuring && !isMeasuring)
        {
            latency.reset();
        }
        isMeasuring = isNowMeasuring;
        commands = 0;
        allocation.begin();
    }

    /** Throughput. */
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @OperationsPerInvocation(BATCH)
    public void commands()
    {
        for (int i = 0; i < BATCH; i++)
        {
            flow.sendNext(engine);
        }
        commands += BATCH;
    }

    /** Times of single commands, printed at the end; the throughput of this one is half waiting and says nothing. */
    @Benchmark
    @BenchmarkMode(Mode.Throughput)
    @OperationsPerInvocation(BATCH)
    public void singleCommands()
    {
        for (int i = 0; i < BATCH; i++)
        {
            latency.measureNext(flow, engine);
        }
        isLatency = true;
        commands += BATCH;
    }

    /** Counts what the iteration has allocated. */
    @TearDown(Level.Iteration)
    public void endIteration()
    {
        if (isMeasuring)
        {
            allocation.end(commands);
        }
    }

    /** Fails when the flow was refused or has allocated. */
    @TearDown(Level.Trial)
    public void check()
    {
        if (isLatency)
        {
            latency.print();
        }
        engine.requireNothingRefused("measured flow");
        allocation.require();
    }
}
