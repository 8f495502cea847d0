// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.book;

import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.suite.Slices;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** {@link BookBenchmark#pass} of the fast book in slices of one pass at least: picoseconds of a message by flow. */
final class BookSlices
{
    private BookSlices()
    {
    }

    public static void main(final String[] args) throws IOException
    {
        final List<BookBenchmark> benchmarks =
            Stream.of(Flow.FIXED_DEEP, Flow.ROUTINE).map(BookSlices::benchmark).toList();
        for (final BookBenchmark benchmark : benchmarks)
        {
            benchmark.readFlow();
        }
        Slices.serve(forNs ->
        {
            final Measurements figures = new Measurements();
            for (final BookBenchmark benchmark : benchmarks)
            {
                long elapsedNs = 0;
                long messages = 0;
                while (elapsedNs < forNs)
                {
                    benchmark.prepare();
                    final long beginNs = System.nanoTime();
                    benchmark.pass();
                    elapsedNs += System.nanoTime() - beginNs;
                    messages += FlowGenerator.MESSAGES;
                    benchmark.check();
                }
                figures.put(benchmark.flow.name(), elapsedNs * 1_000 / messages);
            }
            return figures;
        });
    }

    private static BookBenchmark benchmark(final Flow flow)
    {
        final BookBenchmark benchmark = new BookBenchmark();
        benchmark.flow = flow;
        benchmark.contestant = BookBenchmark.Contestant.FAST;
        return benchmark;
    }
}
