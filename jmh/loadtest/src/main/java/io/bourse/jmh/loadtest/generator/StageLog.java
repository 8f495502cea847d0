// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.result.Second;
import io.bourse.jmh.loadtest.tally.StageTally;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes the intervals of a stage as they end, on a thread of its own that parks in between: writes the HdrHistogram
 * logs, adds up, and says every ten seconds how far a long stage is. The spinning thread only swaps two intervals.
 */
final class StageLog implements AutoCloseable
{
    private static final long PARK_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long PROGRESS_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long LEAST_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final double NS_PER_SECOND = 1e9;
    /** After the distributions of round trips. */
    private static final int FLOOR = Distributions.COUNT;

    private final HistogramLogWriter[] writers = new HistogramLogWriter[FLOOR + 1];
    private final PrintStream[] files = new PrintStream[FLOOR + 1];
    private final String[] names = new String[FLOOR + 1];
    private final List<StageTally.Part> seconds = new ArrayList<>();
    private final Histogram together = Distributions.newHistogram();
    private final Waits waits = new Waits();
    private final Interval total;
    private final String stage;
    private final long count;
    private final long beginNs;
    private final long beginMs = System.currentTimeMillis();
    private final Thread thread;
    private long accepted;
    private long refused;
    private long nextProgressNs;
    private volatile Interval handed;
    private volatile boolean isEnding;

    /**
     * Opens the logs and starts the thread.
     *
     * @param directory for the logs.
     * @param stage name of it.
     * @param isUsed by distribution.
     * @param count transactions to do, when progress is to be reported; else 0.
     * @param beginNs of the stage.
     */
    StageLog(
        final Path directory, final String stage, final boolean[] isUsed, final long count, final long beginNs)
        throws FileNotFoundException
    {
        this.stage = stage;
        this.count = count;
        this.beginNs = beginNs;
        nextProgressNs = PROGRESS_NS;
        total = new Interval(isUsed);
        for (int i = 0; i < Distributions.COUNT; i++)
        {
            if (isUsed[i])
            {
                open(i, directory, Distributions.name(i));
            }
        }
        open(FLOOR, directory, StageTally.FLOOR);
        thread = Thread.ofPlatform().name("stage-log").daemon().start(this::run);
    }

    private void open(final int at, final Path directory, final String name) throws FileNotFoundException
    {
        names[at] = stage + "-" + name.replace(' ', '-') + ".hlog";
        files[at] = new PrintStream(directory.resolve(names[at]).toFile());
        writers[at] = new HistogramLogWriter(files[at]);
        writers[at].outputLogFormatVersion();
        writers[at].outputStartTime(beginMs);
        writers[at].setBaseTime(beginMs);
        writers[at].outputLegend();
    }

    /** Whether the last interval is taken, so that another one can be handed over and the last one be used again. */
    boolean isReady()
    {
        return null == handed;
    }

    /** Takes an interval that has ended. */
    void take(final Interval interval)
    {
        handed = interval;
    }

    private void run()
    {
        while (!isEnding || null != handed)
        {
            final Interval interval = handed;
            if (null == interval)
            {
                LockSupport.parkNanos(PARK_NS);
            }
            else
            {
                write(interval);
                interval.reset();
                handed = null;
            }
        }
    }

    private void write(final Interval interval)
    {
        together.reset();
        for (int i = 0; i < Distributions.COUNT; i++)
        {
            final Histogram all = interval.all[i];
            if (null != all && all.getTotalCount() > 0)
            {
                write(i, interval, all);
                total.all[i].add(all);
                total.removed[i].add(interval.removed[i]);
                together.add(all);
            }
        }
        write(FLOOR, interval, waits.add(interval.gaps, interval.lengthNs()));
        accepted += interval.accepted();
        refused += interval.refused;
        if (interval.isEmpty() && interval.lengthNs() < LEAST_NS)
        {
            // The rest of a stage that ended a moment after a full second.
            return;
        }
        final int second = (int)Math.round((interval.beginNs - beginNs) / NS_PER_SECOND);
        seconds.add(new StageTally.Part(
            new Second(second, interval.due, interval.accepted(), interval.orders,
                interval.cancels, interval.trades, interval.refused, together.getValueAtPercentile(50),
                together.getValueAtPercentile(99), together.getMaxValue(), interval.floorMaxNs),
            interval.lengthNs()));
        if (count > 0 && interval.endNs - beginNs >= nextProgressNs)
        {
            nextProgressNs += PROGRESS_NS;
            System.err.printf("stage %s: transactions=%,d of %,d perSecond=%,d p99us=%.1f%n", stage,
                accepted + refused, count, interval.accepted(),
                together.getValueAtPercentile(99) / 1e3);
        }
    }

    private void write(final int at, final Interval interval, final Histogram histogram)
    {
        writers[at].outputIntervalHistogram((interval.beginNs - beginNs) / NS_PER_SECOND,
            (interval.endNs - beginNs) / NS_PER_SECOND, histogram);
    }

    /** Waits until the last interval is taken. */
    void awaitReady()
    {
        while (!isReady())
        {
            if (!thread.isAlive())
            {
                throw new IllegalStateException("nothing writes the logs any more: stage=" + stage);
            }
            Thread.onSpinWait();
        }
    }

    /**
     * Waits until everything is written.
     *
     * @throws IOException when a log could not be written.
     */
    @Override
    public void close() throws InterruptedException, IOException
    {
        isEnding = true;
        thread.join();
        final List<String> failed = new ArrayList<>();
        for (int i = 0; i < files.length; i++)
        {
            if (null != files[i])
            {
                if (files[i].checkError())
                {
                    failed.add(names[i]);
                }
                files[i].close();
            }
        }
        if (!failed.isEmpty())
        {
            throw new IOException("logs could not be written: stage=" + stage + " files=" + failed +
                "; see whether the disk is full");
        }
    }

    /** Second by second. */
    List<StageTally.Part> seconds()
    {
        return seconds;
    }

    /** All intervals together; only the distributions count. */
    Interval total()
    {
        return total;
    }

    /** What the gaps of all intervals made one wait. */
    Histogram floor()
    {
        return waits.total();
    }

    /** Name of the log of the floor. */
    String floorFileName()
    {
        return names[FLOOR];
    }

    /** Name of the log of a distribution. */
    String fileName(final int distribution)
    {
        return names[distribution];
    }
}
