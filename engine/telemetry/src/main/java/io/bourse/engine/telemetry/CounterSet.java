// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The counters of a component: one for each constant of its enum, each on cache lines of its own. One thread writes
 * them, with ordered writes and without a locked instruction; any thread reads them. They lie in memory of the process,
 * or in a file that other processes can read: that of its component, or the one of a media driver. A component with
 * sessions has those counters that {@link CounterTable} says so once for each {@link SessionClass}.
 *
 * @param <E> enum whose constants are the counters. A constant's name says what is counted and in which unit; nothing
 *            said, it counts what its name says since the start.
 */
public final class CounterSet<E extends Enum<E>>
{
    private final Class<E> type;
    private final AtomicCounter[] counters;
    /** Of the classes of sessions but the first; empty when nothing is counted by class. */
    private final AtomicCounter[][] others;
    /** By ordinal of the class. What is not counted by class is the same counter in all of them. */
    private final AtomicCounter[][] byClass = new AtomicCounter[SessionClass.values().length][];

    /**
     * Counters at zero: in the {@link CountersFile} that holds what is being made, or else in memory of this process.
     *
     * @param type the component's enum.
     */
    public CounterSet(final Class<E> type)
    {
        this(type, allocator(type));
    }

    /**
     * Counters that are allocated elsewhere, among those of a media driver for instance.
     *
     * @param type the component's enum.
     * @param allocator makes the counter of a constant; called in the order of the constants.
     */
    public CounterSet(final Class<E> type, final Function<? super E, ? extends AtomicCounter> allocator)
    {
        this(type, List.of(SessionClass.UNKNOWN), List.of(allocator));
    }

    /**
     * Counters at zero of a component with sessions, where those of {@link #CounterSet(Class)} lie.
     *
     * @param type the component's enum.
     * @param classes of its sessions; what is counted without a class is counted for the first one.
     */
    public CounterSet(final Class<E> type, final Set<SessionClass> classes)
    {
        this(type, List.copyOf(classes),
            classes.stream().map((sessionClass) -> labelled(sessionClass, allocator(type))).toList());
    }

    private CounterSet(
        final Class<E> type,
        final List<SessionClass> classes,
        final List<? extends Function<? super E, ? extends AtomicCounter>> allocators)
    {
        this.type = type;
        counters = Stream.of(type.getEnumConstants()).map(allocators.getFirst()).toArray(AtomicCounter[]::new);
        Arrays.fill(byClass, counters);
        others = new AtomicCounter[classes.size() - 1][];
        for (int i = 1; i < classes.size(); i++)
        {
            final Function<? super E, ? extends AtomicCounter> allocator = allocators.get(i);
            others[i - 1] = Stream.of(type.getEnumConstants())
                .map((counter) -> isByClass(counter) ? allocator.apply(counter) : counters[counter.ordinal()])
                .toArray(AtomicCounter[]::new);
            byClass[classes.get(i).ordinal()] = others[i - 1];
        }
    }

    private static <E extends Enum<E>> Function<E, AtomicCounter> allocator(final Class<E> type)
    {
        return CountersFile.holds(type) ? CountersFile::allocate : inMemory(type.getEnumConstants().length)::apply;
    }

    private static <E extends Enum<E>> Function<E, AtomicCounter> labelled(
        final SessionClass sessionClass, final Function<E, AtomicCounter> allocator)
    {
        return (counter) -> !isByClass(counter) ? allocator.apply(counter) : CountersFile.labelled(
            SessionClass.LABEL + '=' + sessionClass.label(), () -> allocator.apply(counter));
    }

    private static boolean isByClass(final Enum<?> counter)
    {
        final CounterSpec spec =
            CounterTable.INSTANCE.find(counter.getDeclaringClass().getSimpleName(), counter.name());
        return null != spec && spec.isByClass();
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
     * Adds one to a counter; for the writing thread only.
     *
     * @param counter to change.
     * @param sessionClass of the session.
     */
    public void increment(final E counter, final SessionClass sessionClass)
    {
        byClass[sessionClass.ordinal()][counter.ordinal()].incrementRelease();
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
     * Adds one to a counter that several threads write.
     *
     * @param counter to change.
     * @param sessionClass of the session.
     */
    public void incrementShared(final E counter, final SessionClass sessionClass)
    {
        byClass[sessionClass.ordinal()][counter.ordinal()].increment();
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
     * @return its latest value, of all classes of sessions together.
     */
    public long get(final E counter)
    {
        long value = counters[counter.ordinal()].get();
        for (final AtomicCounter[] other : others)
        {
            if (other[counter.ordinal()] != counters[counter.ordinal()])
            {
                value += other[counter.ordinal()].get();
            }
        }
        return value;
    }

    /**
     * Reads a counter of a class of sessions.
     *
     * @param counter to read.
     * @param sessionClass of the sessions.
     * @return its latest value; that of all for what is not counted by class.
     */
    public long get(final E counter, final SessionClass sessionClass)
    {
        return byClass[sessionClass.ordinal()][counter.ordinal()].get();
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
