// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.solo.SoloEngine;
import io.bourse.engine.host.solo.SoloOptions;
import io.bourse.jmh.loadtest.observe.ProcessUse;
import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.loadtest.ring.RingFlow;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * An engine in a process of its own that is given commands through its ring, encoded beforehand, by a thread beside its
 * own: no gateway, no feed. They are journalled, recorded and executed, and the events are recorded and read.
 */
final class RingRun
{
    /** Commands answered. */
    static final String COMMANDS = "commands";
    /** New orders and cancels among them: accepted, all of them. */
    static final String TRANSACTIONS = "transactions";
    /** From the first offer to the last event. */
    static final String DURATION_NS = "durationNs";
    /** Processor time of the whole process meanwhile. */
    static final String CPU_NS = "cpuNs";
    /** Memory of the process in the end. */
    static final String RESIDENT_BYTES = "rssBytes";

    private RingRun()
    {
    }

    /**
     * Measures, and prints one line of figures.
     *
     * @param args directory for the data, commands, durability, whether the archive has a thread of its own, idle
     *     strategy.
     * @throws IOException when the system does not report what the process uses.
     */
    public static void main(final String[] args) throws IOException
    {
        final long commands = Long.parseLong(args[1]);
        try (SoloEngine engine = SoloEngine.launch(SoloOptions.builder()
            .host(HostOptions.builder()
                .dataDir(Path.of(args[0]))
                .durability(Durability.valueOf(args[2].toUpperCase(Locale.ROOT)))
                .idleStrategySupplier(idle(args[4]))
                .build())
            .hasArchiveThread(Boolean.parseBoolean(args[3]))
            .build());
            EngineClient client = engine.connect();
            RingFlow flow = new RingFlow(client))
        {
            flow.encode(commands);
            // The engine warms up with the lap that is encoded, and with a tenth of what is timed.
            flow.play(commands / 10);
            flow.awaitAnswers();
            final long transactionsBefore = flow.transactions();
            final ProcessUse before = ProcessUse.of(ProcessHandle.current());
            flow.play(commands);
            flow.awaitAnswers();
            final long durationNs = System.nanoTime() - before.atNs();
            final ProcessUse after = ProcessUse.of(ProcessHandle.current());
            System.out.println(new Measurements()
                .put(COMMANDS, commands)
                .put(TRANSACTIONS, flow.transactions() - transactionsBefore)
                .put(DURATION_NS, Math.max(durationNs, TimeUnit.MICROSECONDS.toNanos(1)))
                .put(CPU_NS, after.cpuNs() - before.cpuNs())
                .put(RESIDENT_BYTES, after.residentBytes()).line());
        }
    }

    /** How it really waits, for readers: of the threads of a venue there is only the engine's. */
    static String waits(final boolean hasArchiveThread, final String idle)
    {
        return "the engine's thread" + (hasArchiveThread ? ", and the archive's beside it, " : " ") +
            (LoadTestOptions.SPIN.equals(idle) ? "spins" : "yields") +
            " when there is nothing to do, the one that sends yields when the ring is full";
    }

    private static Supplier<IdleStrategy> idle(final String name)
    {
        return LoadTestOptions.SPIN.equals(name) ? () -> BusySpinIdleStrategy.INSTANCE : YieldingIdleStrategy::new;
    }
}
