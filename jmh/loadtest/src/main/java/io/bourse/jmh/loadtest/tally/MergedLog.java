// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.tally;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.agrona.CloseHelper;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A distribution that several generators have logs of: those are read, and that of all is written, by the second. */
final class MergedLog implements AutoCloseable
{
    /** No second: all logs are read. */
    static final int END = Integer.MAX_VALUE;
    private static final double MS_PER_SECOND = 1e3;

    private final List<Source> sources = new ArrayList<>();
    private final Path file;
    private final PrintStream out;
    private final HistogramLogWriter writer;

    /**
     * Opens the logs.
     *
     * @param files to be read.
     * @param file to be written.
     * @throws IOException when one cannot be opened.
     */
    MergedLog(final List<Path> files, final Path file) throws IOException
    {
        this.file = file;
        try
        {
            for (final Path from : files)
            {
                final Source source = new Source(from);
                sources.add(source);
                source.next();
            }
            out = new PrintStream(file.toFile());
        }
        catch (final IOException | RuntimeException ex)
        {
            CloseHelper.quietCloseAll(sources);
            throw ex;
        }
        writer = new HistogramLogWriter(out);
        final long startMs = Math.round(sources.getFirst().reader.getStartTimeSec() * MS_PER_SECOND);
        writer.outputLogFormatVersion();
        writer.outputStartTime(startMs);
        writer.setBaseTime(startMs);
        writer.outputLegend();
    }

    /** The next second that a log has an interval of; {@link #END} when none has. */
    int second()
    {
        return sources.stream().mapToInt((source) -> source.second).min().orElse(END);
    }

    /**
     * Adds up the intervals of a second and writes them.
     *
     * @param second no later than {@link #second()}.
     * @return their sum; null when there are none.
     */
    Histogram take(final int second)
    {
        Histogram sum = null;
        for (final Source source : sources)
        {
            while (second == source.second)
            {
                if (null == sum)
                {
                    sum = source.interval;
                }
                else
                {
                    sum.add(source.interval);
                }
                source.next();
            }
        }
        if (null != sum)
        {
            writer.outputIntervalHistogram(second, second + 1.0, sum);
        }
        return sum;
    }

    /**
     * Looks whether everything is written.
     *
     * @throws IOException when it is not.
     */
    void check() throws IOException
    {
        if (out.checkError())
        {
            throw new IOException("a log could not be written: file=" + file + "; see whether the disk is full");
        }
    }

    @Override
    public void close()
    {
        out.close();
        CloseHelper.closeAll(sources);
    }

    /** A log, read up to one of its intervals. */
    private static final class Source implements AutoCloseable
    {
        private final HistogramLogReader reader;
        private Histogram interval;
        private int second;

        Source(final Path file) throws FileNotFoundException
        {
            reader = new HistogramLogReader(file.toFile());
        }

        void next()
        {
            interval = (Histogram)reader.nextIntervalHistogram();
            second = null == interval ? END :
                (int)Math.round(interval.getStartTimeStamp() / MS_PER_SECOND - reader.getStartTimeSec());
        }

        @Override
        public void close()
        {
            reader.close();
        }
    }
}
