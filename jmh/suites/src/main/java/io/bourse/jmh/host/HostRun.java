// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.bourse.deploy.day.HiccupMeter;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.host.Durability;
import io.bourse.engine.security.Principal;
import io.bourse.jmh.loadtest.process.Measurements;
import org.HdrHistogram.Histogram;
import org.agrona.IoUtil;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * One run of one host in a process of its own: warms up, then times orders one at a time from the offer to their own
 * events seen, then sends with a window of orders on their way. One thread sends and follows; it yields while it waits.
 */
final class HostRun
{
    private static final int FRAME_LIMIT = 256;
    private static final long MAX_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int DIGITS = 3;
    static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private final OrderPairs orders = new OrderPairs(OrderPairs.FIRST);
    private final Answers answers = new Answers(OrderPairs.FIRST);
    private final CommandPublisher publisher;
    private final EventFollower follower;
    private long sent;

    HostRun(final RunningHost host)
    {
        publisher = host.client().newCommandPublisher(Principal.gateway(OrderPairs.FIRST));
        follower = host.client().follow(host.client().endCursor(), answers);
    }

    /**
     * Measures, and prints one line of figures.
     *
     * @param args kind of host, durability, idle strategy, seconds of warm-up, seconds of each measurement, window,
     *     directory for the data.
     * @throws IOException when a process or the directory cannot be made.
     */
    public static void main(final String[] args) throws IOException
    {
        final long warmupNs = TimeUnit.SECONDS.toNanos(Integer.parseInt(args[3]));
        final long measureNs = TimeUnit.SECONDS.toNanos(Integer.parseInt(args[4]));
        final int window = Integer.parseInt(args[5]);
        final Path dir = Files.createTempDirectory(Path.of(args[6]), "host");
        final Measurements figures = new Measurements();
        try (RunningHost host = RunningHost.Kind.valueOf(args[0])
            .start(dir.resolve("data"), Durability.valueOf(args[1]), Idle.valueOf(args[2]));
            HiccupMeter hiccups = new HiccupMeter())
        {
            OrderPairs.define(host.client(), OrderPairs.FIRST, SILENCE_NS);
            final HostRun run = new HostRun(host);
            run.throughput(warmupNs / 2, window);
            run.roundTrips(warmupNs / 2, newHistogram());
            hiccups.reset();
            final Histogram histogram = newHistogram();
            run.roundTrips(measureNs, histogram);
            figures
                .put(Measurements.P50, histogram.getValueAtPercentile(50))
                .put(Measurements.P90, histogram.getValueAtPercentile(90))
                .put(Measurements.P99, histogram.getValueAtPercentile(99))
                .put(Measurements.P999, histogram.getValueAtPercentile(99.9))
                .put(Measurements.ROUND_TRIPS, histogram.getTotalCount())
                .put(Measurements.HICCUP_P999, hiccups.lateNs(99.9))
                .put(Measurements.HICCUP_MAX, hiccups.lateNs(100))
                .put(Measurements.PER_SECOND, run.throughput(measureNs, window));
            run.close();
        }
        finally
        {
            IoUtil.delete(dir.toFile(), true);
        }
        System.out.println(figures.line());
    }

    static Histogram newHistogram()
    {
        return new Histogram(MAX_NS, DIGITS);
    }

    void close()
    {
        follower.close();
    }

    void roundTrips(final long forNs, final Histogram histogram)
    {
        final long beginNs = System.nanoTime();
        long nowNs = beginNs;
        while (nowNs - beginNs < forNs)
        {
            final long offeredNs = System.nanoTime();
            send();
            nowNs = awaitSeen(sent, offeredNs);
            histogram.recordValue(Math.min(MAX_NS, nowNs - offeredNs));
        }
    }

    /** Sends as much as the window lets it. */
    long throughput(final long forNs, final int window)
    {
        final long beginNs = System.nanoTime();
        final long first = answers.seen();
        long nowNs = beginNs;
        long progressNs = beginNs;
        while (nowNs - beginNs < forNs)
        {
            int workCount = 0;
            while (sent - answers.seen() < window && orders.offer(publisher, sent + 1))
            {
                sent++;
                workCount++;
            }
            final int frames = follower.poll(FRAME_LIMIT);
            nowNs = System.nanoTime();
            progressNs = requireProgress(frames, progressNs, nowNs);
            if (0 == workCount + frames)
            {
                Thread.yield();
            }
        }
        final long answered = answers.seen() - first;
        awaitSeen(sent, nowNs);
        return (long)(answered * 1e9 / (nowNs - beginNs));
    }

    private void send()
    {
        sent++;
        while (!orders.offer(publisher, sent))
        {
            follower.poll(FRAME_LIMIT);
            Thread.yield();
        }
    }

    private long awaitSeen(final long sequence, final long sinceNs)
    {
        long progressNs = sinceNs;
        while (answers.seen() < sequence)
        {
            final int frames = follower.poll(FRAME_LIMIT);
            if (0 == frames)
            {
                progressNs = requireProgress(frames, progressNs, System.nanoTime());
                Thread.yield();
            }
        }
        return System.nanoTime();
    }

    private long requireProgress(final int frames, final long progressNs, final long nowNs)
    {
        if (frames > 0)
        {
            return nowNs;
        }
        if (nowNs - progressNs > SILENCE_NS)
        {
            throw new IllegalStateException("the host answers no more: sent=" + sent + " seen=" + answers.seen());
        }
        return progressNs;
    }
}
