// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.concurrent.status.AtomicCounter;

import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Histograms of times, one for each constant of an enum, with the same bounds for all: 1 us, each twice the one before,
 * up to 1.048576 s. Written by one thread: two ordered writes for a time, no lock, no system call, no allocation. They
 * lie where a {@link CounterSet} made at the same place lies: each bucket is a counter with the label {@code le}, its
 * upper bound in nanoseconds, and the one without is the sum of all times in nanoseconds.
 *
 * @param <E> enum whose constants are the histograms.
 */
public final class LatencyHistograms<E extends Enum<E>>
{
    /** Label of the buckets. */
    public static final String LE = "le";
    /** Value of {@link #LE} for the times above all bounds. */
    public static final String ABOVE = "+Inf";
    /** Number of upper bounds: a histogram has one bucket more. */
    public static final int BOUNDS = 21;

    private static final long FIRST_BOUND_NS = 1_000;

    private final AtomicCounter[][] buckets;
    private final AtomicCounter[] sums;

    /**
     * Histograms of nothing yet, in the {@link CountersFile} that holds what is being made, or else in memory of this
     * process.
     *
     * @param type the enum.
     */
    public LatencyHistograms(final Class<E> type)
    {
        buckets = Stream.of(type.getEnumConstants()).map(LatencyHistograms::allocate).toArray(AtomicCounter[][]::new);
        sums = Stream.of(type.getEnumConstants()).map(CountersFile::allocate).toArray(AtomicCounter[]::new);
    }

    private static AtomicCounter[] allocate(final Enum<?> histogram)
    {
        return Stream.concat(LongStream.of(bounds()).mapToObj(Long::toString), Stream.of(ABOVE))
            .map((bound) -> CountersFile.labelled(LE + '=' + bound, () -> CountersFile.allocate(histogram)))
            .toArray(AtomicCounter[]::new);
    }

    /**
     * Upper bounds of all buckets but the last; a time that equals a bound is below it.
     *
     * @return nanoseconds, ascending.
     */
    public static long[] bounds()
    {
        return LongStream.range(0, BOUNDS).map((i) -> FIRST_BOUND_NS << i).toArray();
    }

    /**
     * Counts the time between two stamps; for the writing thread only. Nothing is counted when one of them is missing.
     * A clock that was set back in between counts as no time.
     *
     * @param histogram to change.
     * @param fromNs first stamp, nanoseconds since the Unix epoch, 0 if there is none.
     * @param toNs second stamp, nanoseconds since the Unix epoch, 0 if there is none.
     */
    public void record(final E histogram, final long fromNs, final long toNs)
    {
        if (0 != fromNs && 0 != toNs)
        {
            final long elapsedNs = Math.max(0, toNs - fromNs);
            buckets[histogram.ordinal()][bucket(elapsedNs)].incrementRelease();
            sums[histogram.ordinal()].getAndAddRelease(elapsedNs);
        }
    }

    /** Index of the first bound that is not below the time. */
    private static int bucket(final long elapsedNs)
    {
        return elapsedNs <= FIRST_BOUND_NS ? 0 :
            Math.min(BOUNDS, Long.SIZE - Long.numberOfLeadingZeros((elapsedNs - 1) / FIRST_BOUND_NS));
    }

    /**
     * What was counted, by any thread.
     *
     * @param histogram to read.
     * @return times by bucket, not added up; the last is that above all bounds.
     */
    public long[] counts(final E histogram)
    {
        return Stream.of(buckets[histogram.ordinal()]).mapToLong(AtomicCounter::get).toArray();
    }

    /**
     * All times together, by any thread.
     *
     * @param histogram to read.
     * @return nanoseconds.
     */
    public long sumNs(final E histogram)
    {
        return sums[histogram.ordinal()].get();
    }
}
