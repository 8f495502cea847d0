// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.tally.StageTally;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Carries out one stage over open sessions, or this generator's part of it, and returns its counts.
 */
final class Stage
{
    private static final double NS_PER_SECOND = 1e9;
    private static final long NEVER_ENDS_NS = TimeUnit.DAYS.toNanos(7);
    /** What a stage is recorded in is made before its first transaction is due. */
    private static final long EARLY_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long BURST_DRAIN_NS = TimeUnit.SECONDS.toNanos(60);

    private final GeneratorPlan generator;
    private final StagePlan plan;
    private final Sessions sessions;
    private final Path directory;
    private final Loop loop;
    private final Recording recording;
    private StageSchedule schedule;
    private Windows windows;
    private StageLog log;
    private long beginNs;
    private long endNs;

    Stage(final GeneratorPlan generator, final StagePlan plan, final Sessions sessions, final Path directory)
    {
        this.generator = generator;
        this.plan = plan;
        this.sessions = sessions;
        this.directory = directory;
        recording = sessions.recording();
        loop = new Loop(
            sessions.members(), sessions.clients(), sessions.clientWindow(), recording, plan.window(),
            StageKind.MICROBURSTS != plan.kind(),
            generator.givesWay() ? YieldingIdleStrategy.INSTANCE : NoOpIdleStrategy.INSTANCE);
    }

    /**
     * Gets ready.
     *
     * @param atNs moment when it begins; one that has gone makes its first transactions late.
     * @throws IOException when the logs cannot be written.
     */
    void prepare(final long atNs) throws IOException
    {
        final boolean isPaced = plan.perSecond() > 0 && StageKind.CLOSED != plan.kind() &&
            StageKind.SATURATE != plan.kind();
        schedule = isPaced ? schedule() : null;
        final long lengthNs = null != schedule ? schedule.lengthNs() :
            StageKind.DAY == plan.kind() ? NEVER_ENDS_NS : ns(plan.seconds());
        loop.clients(generator.clientPerSecond() > 0 && StageKind.CLOSED != plan.kind() ?
            new StageSchedule().then(lengthNs, generator.clientPerSecond(), 1) : null);
        beginNs = atNs;
        log = new StageLog(directory, plan.name(), sessions.isUsed(),
            StageKind.DAY == plan.kind() ? ownCount() : 0, beginNs);
        windows = StageKind.BURSTS == plan.kind() ? windows() : null;
        recording.byProduct(StageKind.PRODUCTS == plan.kind());
        // A read of the line costs a call each time: not where the rate is what counts.
        recording.withFeed(StageKind.CONSTANT == plan.kind());
        recording.begin(log, windows, placeCount(), beginNs);
        begin(lengthNs);
    }

    /**
     * Carries out stages on one thread, each with a partition of the venue.
     *
     * @param stages that are ready.
     */
    static void run(final List<Stage> stages)
    {
        final Stage only = stages.getFirst();
        only.awaitBegin();
        if (StageKind.CLOSED == only.plan.kind())
        {
            only.loop.closed(only.beginNs, ns(only.plan.seconds()));
        }
        else
        {
            Loop.run(stages.stream().map((stage) -> stage.loop).toArray(Loop[]::new));
        }
    }

    /**
     * Ends the stage, which has been carried out.
     *
     * @param atNs moment when nothing was left to do, with any partition.
     * @return what was counted.
     */
    StageTally end(final long atNs) throws IOException
    {
        endNs = atNs;
        recording.end(endNs, loop.dueInAll());
        close();
        return tally();
    }

    private int placeCount()
    {
        return StageKind.MICROBURSTS == plan.kind() ? plan.size() :
            StageKind.PRODUCTS == plan.kind() ? generator.flow().instruments().size() : 0;
    }

    /** What is left of the wait is spent spinning, so that the first transaction is not late. */
    private void awaitBegin()
    {
        long leftNs = beginNs - System.nanoTime();
        while (leftNs > EARLY_NS)
        {
            LockSupport.parkNanos(leftNs - EARLY_NS);
            leftNs = beginNs - System.nanoTime();
        }
    }

    /** Writes what its logs have got. */
    void close() throws IOException
    {
        try
        {
            if (null != log)
            {
                log.close();
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a log was written: stage=" + plan.name(), ex);
        }
    }

    private void begin(final long lengthNs)
    {
        if (null == schedule)
        {
            loop.saturate(beginNs, lengthNs, StageKind.DAY == plan.kind() ? ownCount() : Long.MAX_VALUE);
        }
        else
        {
            loop.open(schedule, beginNs);
        }
    }

    /** Of a day's transactions. */
    private long ownCount()
    {
        return StageSchedule.share(plan.count(), generator.generator(), generator.generators());
    }

    private StageSchedule schedule()
    {
        final StageSchedule own = new StageSchedule(generator.generator(), generator.generators());
        return switch (plan.kind())
        {
            case DAY -> own.thenCount(plan.count(), plan.perSecond());
            case MICROBURSTS -> own.then(ns(plan.seconds()), plan.perSecond(), plan.size());
            case BURSTS ->
            {
                own.then(ns(plan.seconds()), plan.perSecond(), 1);
                for (int i = 0; i < plan.bursts(); i++)
                {
                    own.then(ns(plan.burstSeconds()), plan.burstPerSecond(), 1)
                        .then(ns(plan.seconds()), plan.perSecond(), 1);
                }
                yield own;
            }
            default -> own.then(ns(plan.seconds()), plan.perSecond(), 1);
        };
    }

    /** Calm and bursts take turns in the schedule; it begins with a calm. */
    private Windows windows()
    {
        final long[] due = new long[plan.bursts()];
        for (int i = 0; i < due.length; i++)
        {
            due[i] = schedule.countOf(2 * i + 1);
        }
        return new Windows(beginNs, ns(plan.seconds()), ns(plan.burstSeconds()), due, BURST_DRAIN_NS);
    }

    private static long ns(final double seconds)
    {
        return Math.round(seconds * NS_PER_SECOND);
    }

    private StageTally tally() throws IOException
    {
        if (null != windows)
        {
            windows.end();
        }
        final List<StageTally.Times> times = new ArrayList<>();
        roundTrips(times);
        places(times);
        if (null != recording.toFeed() && recording.toFeed().getTotalCount() > 0)
        {
            final String file = plan.name() + "-to-feed.hlog";
            writeLog(file, recording.toFeed());
            times.add(StageTally.Times.of(StageTally.TO_FEED, StageTally.CLIENTS, recording.toFeed(),
                Distributions.newSmallHistogram(), file));
        }
        if (recording.ownsFloor())
        {
            times.add(StageTally.Times.of(StageTally.FLOOR, StageTally.FLOOR, log.floor(),
                Distributions.newHistogram(), log.floorFileName()));
        }
        final int fix = sessions.fixMembers();
        final Floor floor = sessions.floor();
        return new StageTally(beginNs, endNs, recording.lastAnswerNs(), null == schedule ? 0 : schedule.lengthNs(),
            loop.window(), sessions.members().count() - fix, fix, sessions.clients().count(), loop.dueInAll(),
            recording.orders(), recording.cancels(), recording.trades(), recording.refusals().byName(),
            loop.backlogMost(), sessions.flow().leftOut(),
            recording.ownsFloor() ? new StageTally.Floor(
                floor.gaps(), floor.awayNs(), floor.keptSlow(), floor.hasVenueGaps() ? floor.venueGaps() : -1) :
                new StageTally.Floor(0, 0, 0, -1),
            log.seconds(), times, null == windows ? List.of() : windows.bursts());
    }

    private void roundTrips(final List<StageTally.Times> times)
    {
        for (int i = 0; i < Distributions.COUNT; i++)
        {
            final Histogram all = log.total().all[i];
            if (null != all && all.getTotalCount() > 0)
            {
                times.add(StageTally.Times.of(Distributions.name(i), Distributions.group(i), all,
                    log.total().removed[i], log.fileName(i)));
            }
        }
    }

    private void places(final List<StageTally.Times> times) throws IOException
    {
        final boolean isByProduct = StageKind.PRODUCTS == plan.kind();
        for (int i = 0; i < placeCount(); i++)
        {
            final Histogram all = recording.place(i);
            if (all.getTotalCount() > 0)
            {
                final String file = plan.name() + (isByProduct ? "-product-" : "-place-") + (i + 1) + ".hlog";
                writeLog(file, all);
                times.add(StageTally.Times.of(
                    isByProduct ? generator.flow().instruments().get(i).symbol() + " product" : "place " + (i + 1),
                    isByProduct ? StageTally.PRODUCT : StageTally.PLACE, all, recording.placeRemoved(i), file));
            }
        }
    }

    /** One interval: the whole stage. */
    private void writeLog(final String file, final Histogram histogram) throws IOException
    {
        try (PrintStream out = new PrintStream(directory.resolve(file).toFile()))
        {
            final HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputLegend();
            writer.outputIntervalHistogram(0, (endNs - beginNs) / NS_PER_SECOND, histogram);
        }
    }
}
