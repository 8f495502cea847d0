// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.tally;

import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Logs of two generators, read in step. */
class MergedLogsTest
{
    private static final long START_MS = 1_700_000_000_123L;
    private static final long MAX_NS = 120_000_000_000L;

    @TempDir
    private Path directory;

    /** An interval with samples of so many microseconds. */
    private record Interval(double begin, long... us)
    {
        private Histogram histogram()
        {
            final Histogram histogram = new Histogram(MAX_NS, 3);
            for (final long each : us)
            {
                histogram.recordValue(each * 1_000);
            }
            return histogram;
        }
    }

    private Path log(final String name, final Interval... intervals) throws FileNotFoundException
    {
        final Path file = directory.resolve(name);
        try (PrintStream out = new PrintStream(file.toFile()))
        {
            final HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputStartTime(START_MS);
            writer.setBaseTime(START_MS);
            writer.outputLegend();
            for (final Interval interval : intervals)
            {
                writer.outputIntervalHistogram(interval.begin, interval.begin + 1, interval.histogram());
            }
        }
        return file;
    }

    /** Begin, number of samples and longest of each interval. */
    private static List<String> intervals(final Path log) throws IOException
    {
        final List<String> intervals = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile()))
        {
            EncodableHistogram interval = reader.nextIntervalHistogram();
            while (null != interval)
            {
                intervals.add(Math.round(interval.getStartTimeStamp() / 1e3 - reader.getStartTimeSec()) + " " +
                    ((Histogram)interval).getTotalCount() + " " + Math.round(interval.getMaxValueAsDouble() / 1e3));
                interval = reader.nextIntervalHistogram();
            }
        }
        return intervals;
    }

    private static List<Long> longestUs(final MergedLogs logs, final int seconds)
    {
        return IntStream.range(0, seconds).mapToLong((second) -> Math.round(logs.of(second).maxNs() / 1e3)).boxed()
            .toList();
    }

    /** A second that one of them has not, one that it has twice, an end before that of the other. */
    @Test
    void shouldAddUpWhatIsOfTheSameSecondWhateverTheOthersHave() throws IOException
    {
        final Path orders = directory.resolve("orders.hlog");
        final Path cancels = directory.resolve("cancels.hlog");
        final MergedLogs logs = MergedLogs.merge(List.of(
            new MergedLogs.Log(List.of(
                log("a1", new Interval(0, 10, 20), new Interval(1.003, 30), new Interval(2.6, 40),
                    new Interval(3, 50), new Interval(4, 60)),
                log("a2", new Interval(0, 15), new Interval(1, 100), new Interval(2, 200))), orders),
            new MergedLogs.Log(List.of(
                log("b1", new Interval(3, 900)),
                log("b2", new Interval(6, 5, 5, 5))), cancels)));

        assertEquals(List.of("0 3 20", "1 2 100", "2 1 200", "3 2 50", "4 1 60"), intervals(orders));
        assertEquals(List.of("3 1 900", "6 3 5"), intervals(cancels));
        assertEquals(List.of(20L, 100L, 200L, 900L, 60L, 0L, 5L, 0L), longestUs(logs, 8));
        final Histogram third = new Interval(3, 40, 50, 900).histogram();
        assertEquals(new MergedLogs.Times(third.getValueAtPercentile(50), third.getValueAtPercentile(99),
            third.getMaxValue()), logs.of(3));
    }

    @Test
    void shouldSayWhichLogCannotBeRead() throws IOException
    {
        final Path there = log("a1", new Interval(0, 1));
        final Path gone = directory.resolve("gone");
        final Path merged = directory.resolve("merged");
        assertTrue(assertThrows(IOException.class,
            () -> MergedLogs.merge(List.of(new MergedLogs.Log(List.of(there, gone), merged)))).getMessage()
            .contains(gone.toString()));
        assertFalse(Files.exists(merged));
    }
}
