// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

class GapMeterTest
{
    private static final int CAPACITY = 3;
    private static final long LIMIT = GapMeter.LIMIT_NS;

    @TempDir
    private Path dir;

    @Test
    void shouldWriteLongGapsInWhichNothingWasDone() throws IOException
    {
        try (GapMeter meter = GapMeter.open(file(), CAPACITY, new Waits(0, 0, 0, 0, 0, 0)))
        {
            // The first look has none before it.
            meter.onCycle(0, 1_000_000);
            meter.onCycle(0, 1_000_000 + LIMIT);
            meter.onCycle(0, 1_000_001 + 2 * LIMIT);
            meter.onCycle(5, 9_000_000);
            meter.onCycle(0, 9_000_500);
            meter.onCycle(0, 9_500_000);
        }

        assertArrayEquals(new long[]{
            2, CAPACITY, LIMIT, 0,
            1_000_000 + LIMIT, 1_000_001 + 2 * LIMIT,
            9_000_500, 9_500_000,
            0, 0}, written());
    }

    @Test
    void shouldWriteHowLongAnotherThreadHadTheProcessorWhileSomethingWasDone() throws IOException
    {
        try (GapMeter meter = GapMeter.open(file(), CAPACITY, new Waits(7 * LIMIT, 3 * LIMIT, 9 * LIMIT, LIMIT, LIMIT)))
        {
            // Waits before the first look are nobody's.
            meter.onCycle(1, 1_000_000);
            // The scheduler is not asked about what may well be work.
            meter.onCycle(1, 1_000_000 + 5 * LIMIT);
            meter.onCycle(1, 2_000_000);
            // Never longer than the time in which it was.
            meter.onCycle(1, 2_000_000 + 6 * LIMIT);
            // A gap with nothing done is one whatever the scheduler says; what was in it does not count again.
            meter.onCycle(0, 3_000_000);
            // Not long enough.
            meter.onCycle(1, 4_000_000);
        }

        assertArrayEquals(new long[]{
            3, CAPACITY, LIMIT, 0,
            2_000_000 - 3 * LIMIT, 2_000_000,
            2_000_000, 2_000_000 + 6 * LIMIT,
            2_000_000 + 6 * LIMIT, 3_000_000}, written());
    }

    @Test
    void shouldTakeNoMoreWhenTheFileIsFullAndBeginAnewWhenItIsOpenedAgain() throws IOException
    {
        try (GapMeter meter = GapMeter.open(file(), CAPACITY, new Waits(0, 0, 0, 0, 0, 0)))
        {
            for (int i = 0; i <= CAPACITY + 1; i++)
            {
                meter.onCycle(0, 100_000L * i);
            }
        }
        assertArrayEquals(new long[]{
            3, CAPACITY, LIMIT, 0,
            0, 100_000,
            100_000, 200_000,
            200_000, 300_000}, written());

        GapMeter.open(file(), 1, new ProcessorWait()).close();
        assertArrayEquals(new long[]{0, 1, LIMIT, 0, 0, 0}, written());
    }

    /** What the scheduler says, in turn. */
    private static final class Waits extends ProcessorWait
    {
        private final long[] ns;
        private int next;

        Waits(final long... ns)
        {
            this.ns = ns;
        }

        @Override
        long takeNs()
        {
            return ns[next++];
        }
    }

    private Path file()
    {
        return dir.resolve("gaps.dat");
    }

    private long[] written() throws IOException
    {
        final LongBuffer longs =
            ByteBuffer.wrap(Files.readAllBytes(file())).order(ByteOrder.nativeOrder()).asLongBuffer();
        final long[] all = new long[longs.remaining()];
        longs.get(all);
        return all;
    }
}
