// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.tally;

import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The logs of several generators that began together, as one: intervals of the same second are added up. */
final class MergedLogs
{
    private static final double MS_PER_SECOND = 1e3;

    private final Map<Integer, Histogram> bySecond = new TreeMap<>();

    /**
     * Merges the logs of one distribution.
     *
     * @param files one of each generator that has it.
     * @param merged to be written.
     * @return intervals by second.
     * @throws IOException when a file cannot be read or written.
     */
    static Map<Integer, Histogram> merge(final List<Path> files, final Path merged) throws IOException
    {
        final Map<Integer, Histogram> intervals = new TreeMap<>();
        double startSeconds = 0;
        for (final Path file : files)
        {
            try (HistogramLogReader reader = new HistogramLogReader(file.toFile()))
            {
                EncodableHistogram interval = reader.nextIntervalHistogram();
                while (null != interval)
                {
                    final double begin = interval.getStartTimeStamp() / MS_PER_SECOND - reader.getStartTimeSec();
                    add(intervals, (int)Math.round(begin), (Histogram)interval);
                    interval = reader.nextIntervalHistogram();
                }
                startSeconds = reader.getStartTimeSec();
            }
        }
        write(intervals, merged, startSeconds);
        return intervals;
    }

    private static void add(final Map<Integer, Histogram> to, final int second, final Histogram interval)
    {
        final Histogram before = to.putIfAbsent(second, interval);
        if (null != before)
        {
            before.add(interval);
        }
    }

    private static void write(
        final Map<Integer, Histogram> intervals, final Path file, final double startSeconds) throws IOException
    {
        try (PrintStream out = new PrintStream(file.toFile()))
        {
            final HistogramLogWriter writer = new HistogramLogWriter(out);
            final long startMs = Math.round(startSeconds * MS_PER_SECOND);
            writer.outputLogFormatVersion();
            writer.outputStartTime(startMs);
            writer.setBaseTime(startMs);
            writer.outputLegend();
            intervals.forEach((second, interval) -> writer.outputIntervalHistogram(second, second + 1.0, interval));
            if (out.checkError())
            {
                throw new IOException("a log could not be written: file=" + file + "; see whether the disk is full");
            }
        }
    }

    /** Takes the intervals of one distribution into those of all. */
    void add(final Map<Integer, Histogram> intervals)
    {
        intervals.forEach((second, interval) -> add(bySecond, second, interval.copy()));
    }

    /** What was timed in a second; empty when nothing was. */
    Histogram of(final int second)
    {
        return bySecond.getOrDefault(second, new Histogram(1));
    }
}
