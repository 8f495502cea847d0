// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

class CounterSetTest
{
    private enum ProbeCounter
    {
        PACKETS_A,
        LAST_CYCLE_NS,
        OPEN("connections open");

        private final String label;

        ProbeCounter()
        {
            this(null);
        }

        ProbeCounter(final String label)
        {
            this.label = label;
        }

        @Override
        public String toString()
        {
            return null == label ? name() : label;
        }
    }

    private final CounterSet<ProbeCounter> counters = new CounterSet<>(ProbeCounter.class);

    @Test
    void shouldCountEachConstantByItself()
    {
        counters.increment(ProbeCounter.PACKETS_A);
        counters.increment(ProbeCounter.PACKETS_A);
        counters.add(ProbeCounter.PACKETS_A, 40);
        counters.set(ProbeCounter.LAST_CYCLE_NS, -7);
        counters.incrementShared(ProbeCounter.OPEN);
        counters.counter(ProbeCounter.OPEN).incrementRelease();
        assertEquals(List.of(42L, -7L, 2L), values(counters));
    }

    @Test
    void shouldPrintLabelsInTheOrderOfTheConstants()
    {
        counters.set(ProbeCounter.LAST_CYCLE_NS, 5);
        assertEquals("ProbeCounters{packetsA=0 lastCycleNs=5 connections open=0}", counters.toString());
    }

    @Test
    void shouldCountWhereOthersReadWhenLaidOverTheirCounters()
    {
        final CountersManager driver = new CountersManager(
            new UnsafeBuffer(ByteBuffer.allocateDirect(8 * CountersReader.METADATA_LENGTH)),
            new UnsafeBuffer(ByteBuffer.allocateDirect(8 * CountersReader.COUNTER_LENGTH)));
        driver.newCounter("of the driver");
        final CounterSet<ProbeCounter> laidOver =
            new CounterSet<>(ProbeCounter.class, counter -> driver.newCounter("probe " + CounterSet.label(counter)));
        laidOver.increment(ProbeCounter.OPEN);
        laidOver.add(ProbeCounter.PACKETS_A, 3);
        final List<String> read = new ArrayList<>();
        driver.forEach((value, counterId, label) -> read.add(label + '=' + value));
        assertEquals(
            List.of("of the driver=0", "probe packetsA=3", "probe lastCycleNs=0", "probe connections open=1"), read);
    }

    @Test
    void shouldLoseNoIncrementOfSeveralThreads() throws InterruptedException
    {
        final Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++)
        {
            threads[i] = Thread.ofPlatform().start(() ->
            {
                for (int n = 0; n < 10_000; n++)
                {
                    counters.incrementShared(ProbeCounter.OPEN);
                }
            });
        }
        for (final Thread thread : threads)
        {
            thread.join();
        }
        assertEquals(40_000, counters.get(ProbeCounter.OPEN));
    }

    private static List<Long> values(final CounterSet<ProbeCounter> set)
    {
        final List<Long> values = new ArrayList<>();
        for (final ProbeCounter counter : ProbeCounter.values())
        {
            values.add(set.get(counter));
        }
        return values;
    }
}
