// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.suite;

import io.bourse.jmh.SoloEngineBenchmark;
import io.bourse.jmh.book.BookBenchmark;
import io.bourse.jmh.clearing.ColumnBenchmark;
import io.bourse.jmh.clearing.DayBenchmark;
import io.bourse.jmh.clearing.MarginBenchmark;
import io.bourse.jmh.codec.FastCodecBenchmark;
import io.bourse.jmh.codec.SimbaCodecBenchmark;
import io.bourse.jmh.codec.TwimeCodecBenchmark;
import io.bourse.jmh.core.MatchingEngineBenchmark;
import io.bourse.jmh.journal.JournalBenchmark;
import io.bourse.jmh.ring.RingBenchmark;
import io.bourse.jmh.ring.RingHandoffBenchmark;
import io.bourse.jmh.wire.FixCodecBenchmark;
import io.bourse.jmh.wire.TcpEchoBenchmark;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

/** The suites name benchmarks by text: that they are there. */
class SuitesTest
{
    private static final List<Class<?>> BENCHMARKS = List.of(
        TcpEchoBenchmark.class, BookBenchmark.class, MatchingEngineBenchmark.class, SoloEngineBenchmark.class,
        FixCodecBenchmark.class, TwimeCodecBenchmark.class, SimbaCodecBenchmark.class, FastCodecBenchmark.class,
        RingBenchmark.class, RingHandoffBenchmark.class, JournalBenchmark.class, DayBenchmark.class,
        MarginBenchmark.class, ColumnBenchmark.class);

    /** As JMH calls them: a group has one name for all its methods. */
    private static Set<String> names()
    {
        final Set<String> names = new TreeSet<>();
        for (final Class<?> type : BENCHMARKS)
        {
            for (final Method method : type.getDeclaredMethods())
            {
                if (method.isAnnotationPresent(Benchmark.class))
                {
                    final Group group = method.getAnnotation(Group.class);
                    names.add(type.getSimpleName() + "." + (null == group ? method.getName() : group.value()));
                }
            }
        }
        return names;
    }

    @Test
    void shouldHaveBenchmarksInEverySuiteAndNoneTwice()
    {
        final List<String> taken = new ArrayList<>();
        for (final Suite suite : Suites.ALL)
        {
            final Pattern include = Pattern.compile("\\." + suite.include());
            final List<String> found = names().stream().filter((name) -> include.matcher("." + name).find()).toList();
            assertFalse(found.isEmpty(), suite.include());
            taken.addAll(found);
        }
        assertEquals(new TreeSet<>(taken).stream().toList(), taken.stream().sorted().toList());
    }

    @Test
    void shouldSetBenchmarksAgainstThoseThatExist()
    {
        final Set<String> names = names();
        for (final Suite suite : Suites.ALL)
        {
            for (final Map.Entry<String, String> baseline : suite.baselines().entrySet())
            {
                final String other = baseline.getValue().replaceFirst("\\[.*", "");
                assertEquals(List.of(true, true), List.of(names.contains(baseline.getKey()), names.contains(other)),
                    baseline::toString);
            }
        }
    }
}
