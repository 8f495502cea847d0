// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The counters of a component: one for each constant of its enum, each on cache lines of its own. One thread writes
 * them, with ordered writes and without a locked instruction; any thread reads them. They lie in memory of the process,
 * or in a file that other processes can read: that of its component, or the one of a media driver.
 *
 * @param <E> enum whose constants are the counters. A constant's name says what is counted and in which unit; nothing
 *            said, it counts what its name says since the start.
 */
public final class CounterSet<E extends Enum<E>>
{
    private final Class<E> type;
    private final AtomicCounter[] counters;

    /**
     * Counters at zero: in the {@link CountersFile} that holds what is being made, or else in memory of this process.
     *
     * @param type the component's enum.
     */
    public CounterSet(final Class<E> type)
    {
        this(type, CountersFile.holds(type) ? CountersFile::allocate : inMemory(type.getEnumConstants().length));
    }

    /**
     * Counters that are allocated elsewhere, among those of a media driver for instance.
     *
     * @param type the component's enum.
     * @param allocator makes the counter of a constant; called in the order of the constants.
     */
    public CounterSet(final Class<E> type, final Function<? super E, ? extends AtomicCounter> allocator)
    {
        this.type = type;
        counters = Stream.of(type.getEnumConstants()).map(allocator).toArray(AtomicCounter[]::new);
    }

    private static Function<Enum<?>, AtomicCounter> inMemory(final int count)
    {
        final UnsafeBuffer values = new UnsafeBuffer(BufferUtil.allocateDirectAligned(
            count * CountersReader.COUNTER_LENGTH, 2 * BitUtil.CACHE_LINE_LENGTH));
        return counter -> new AtomicCounter(values, counter.ordinal());
    }

    /**
     * Adds one; for the writing thread only.
     *
     * @param counter to change.
     */
    public void increment(final E counter)
    {
        counters[counter.ordinal()].incrementRelease();
    }

    /**
     * Adds one to a counter that several threads write.
     *
     * @param counter to change.
     */
    public void incrementShared(final E counter)
    {
        counters[counter.ordinal()].increment();
    }

    /**
     * Adds to a counter; for the writing thread only.
     *
     * @param counter to change.
     * @param amount to add.
     */
    public void add(final E counter, final long amount)
    {
        counters[counter.ordinal()].getAndAddRelease(amount);
    }

    /**
     * Gives a counter a value; for the writing thread only.
     *
     * @param counter to change.
     * @param value to publish.
     */
    public void set(final E counter, final long value)
    {
        counters[counter.ordinal()].setRelease(value);
    }

    /**
     * Reads a counter. All writes before the one that is read are visible afterwards.
     *
     * @param counter to read.
     * @return its latest value.
     */
    public long get(final E counter)
    {
        return counters[counter.ordinal()].get();
    }

    /**
     * One counter by itself, for a part of the component that writes no other.
     *
     * @param counter to take.
     * @return the counter itself.
     */
    public AtomicCounter counter(final E counter)
    {
        return counters[counter.ordinal()];
    }

    /**
     * How a counter is called where counters are printed: what its constant says of itself, or else its name in camel
     * case.
     *
     * @param counter to name.
     * @return name for people and programs.
     */
    public static String label(final Enum<?> counter)
    {
        final String text = counter.toString();
        if (!text.equals(counter.name()))
        {
            return text;
        }
        final StringBuilder label = new StringBuilder(text.toLowerCase(Locale.ROOT));
        for (int i = label.indexOf("_"); i >= 0; i = label.indexOf("_"))
        {
            label.deleteCharAt(i);
            label.setCharAt(i, Character.toUpperCase(label.charAt(i)));
        }
        return label.toString();
    }

    /** All counters, as Name{label=value label=value}. */
    @Override
    public String toString()
    {
        return Arrays.stream(type.getEnumConstants())
            .map(counter -> label(counter) + '=' + get(counter))
            .collect(Collectors.joining(" ", type.getSimpleName() + "s{", "}"));
    }
}
