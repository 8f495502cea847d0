// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.Percentages;
import io.bourse.jmh.loadtest.result.StageResult;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Carries out one stage over open sessions, and tells what came of it.
 */
final class Stage
{
    private static final double NS_PER_SECOND = 1e9;
    private static final long NEVER_ENDS_NS = TimeUnit.DAYS.toNanos(7);
    private static final long BURST_DRAIN_NS = TimeUnit.SECONDS.toNanos(60);

    private final StagePlan plan;
    private final Sessions sessions;
    private final Path directory;
    private final Loop loop;
    private final Recording recording;
    private final int clientPerSecond;
    private Schedule schedule;
    private Windows windows;
    private StageLog log;
    private long beginNs;
    private long endNs;

    Stage(final StagePlan plan, final Sessions sessions, final int clientPerSecond, final Path directory)
    {
        this.plan = plan;
        this.sessions = sessions;
        this.clientPerSecond = clientPerSecond;
        this.directory = directory;
        recording = sessions.recording();
        loop = new Loop(
            sessions.members(), sessions.clients(), recording, plan.window(), StageKind.MICROBURSTS != plan.kind());
    }

    /**
     * Carries it out.
     *
     * @return what came of it.
     * @throws IOException when the logs cannot be written.
     */
    StageResult run() throws IOException
    {
        final boolean isPaced = plan.perSecond() > 0 && StageKind.CLOSED != plan.kind() &&
            StageKind.SATURATE != plan.kind();
        schedule = isPaced ? schedule() : null;
        final long lengthNs = null != schedule ? schedule.lengthNs() :
            StageKind.DAY == plan.kind() ? NEVER_ENDS_NS : ns(plan.seconds());
        loop.clients(clientPerSecond > 0 && StageKind.CLOSED != plan.kind() ?
            new Schedule().then(lengthNs, clientPerSecond, 1) : null);
        beginNs = Loop.soon();
        log = new StageLog(directory, plan.name(), sessions.isUsed(),
            StageKind.DAY == plan.kind() ? plan.count() : 0, beginNs);
        windows = StageKind.BURSTS == plan.kind() ? windows() : null;
        recording.begin(log, windows, StageKind.MICROBURSTS == plan.kind() ? plan.size() : 0, beginNs);
        try
        {
            send(lengthNs);
            endNs = System.nanoTime();
            recording.end(endNs, loop.dueInAll(schedule));
        }
        finally
        {
            close();
        }
        return result();
    }

    private void close() throws IOException
    {
        try
        {
            log.close();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a log was written: stage=" + plan.name(), ex);
        }
    }

    private void send(final long lengthNs)
    {
        if (StageKind.CLOSED == plan.kind())
        {
            loop.closed(beginNs, lengthNs);
        }
        else if (null == schedule)
        {
            loop.saturate(beginNs, lengthNs, StageKind.DAY == plan.kind() ? plan.count() : Long.MAX_VALUE);
        }
        else
        {
            loop.open(schedule, beginNs);
        }
    }

    private Schedule schedule()
    {
        return switch (plan.kind())
        {
            case DAY -> Schedule.ofCount(plan.count(), plan.perSecond());
            case MICROBURSTS -> new Schedule().then(ns(plan.seconds()), plan.perSecond(), plan.size());
            case BURSTS ->
            {
                final Schedule bursts = new Schedule().then(ns(plan.seconds()), plan.perSecond(), 1);
                for (int i = 0; i < plan.bursts(); i++)
                {
                    bursts.then(ns(plan.burstSeconds()), plan.burstPerSecond(), 1)
                        .then(ns(plan.seconds()), plan.perSecond(), 1);
                }
                yield bursts;
            }
            default -> new Schedule().then(ns(plan.seconds()), plan.perSecond(), 1);
        };
    }

    private Windows windows()
    {
        final long[] due = new long[plan.bursts()];
        Arrays.fill(due, Math.round(plan.burstSeconds() * plan.burstPerSecond()));
        return new Windows(beginNs, ns(plan.seconds()), ns(plan.burstSeconds()), due, BURST_DRAIN_NS);
    }

    private static long ns(final double seconds)
    {
        return Math.round(seconds * NS_PER_SECOND);
    }

    private StageResult result() throws IOException
    {
        final List<LatencyResult> latencies = new ArrayList<>();
        roundTrips(latencies);
        humps(latencies);
        places(latencies);
        return new StageResult(plan.name(), plan.kind().name(), plan.title(), condition(), figures(), log.seconds(),
            latencies, List.of(), Map.of());
    }

    private void roundTrips(final List<LatencyResult> latencies)
    {
        for (int i = 0; i < Distributions.COUNT; i++)
        {
            final Histogram all = log.total().all(i);
            if (null != all && all.getTotalCount() > 0)
            {
                latencies.add(Percentages.result(Distributions.name(i),
                    Distributions.isClient(i) ? "clients" : "round trip", all, log.total().removed(i),
                    log.fileName(i)));
            }
        }
    }

    /** Orders and cancels of all members, whatever they speak. */
    private void humps(final List<LatencyResult> latencies)
    {
        for (int kind = 0; kind < 2; kind++)
        {
            final Histogram all = Distributions.newHistogram();
            final Histogram removed = Distributions.newHistogram();
            for (int i = kind; i < Distributions.CLIENTS; i += 2)
            {
                if (null != log.total().all(i))
                {
                    all.add(log.total().all(i));
                    removed.add(log.total().removed(i));
                }
            }
            if (all.getTotalCount() > 0)
            {
                latencies.add(Percentages.result(0 == kind ? "order" : "cancel", "humps", all, removed, null));
            }
        }
    }

    private void places(final List<LatencyResult> latencies) throws IOException
    {
        if (StageKind.MICROBURSTS == plan.kind())
        {
            for (int i = 0; i < plan.size(); i++)
            {
                final Histogram all = recording.place(i);
                if (all.getTotalCount() > 0)
                {
                    final String file = plan.name() + "-place-" + (i + 1) + ".hlog";
                    writeLog(file, all);
                    latencies.add(Percentages.result(
                        "place " + (i + 1), "place", all, recording.placeRemoved(i), file));
                }
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

    private Map<String, Double> figures()
    {
        final Map<String, Double> figures = new TreeMap<>();
        final double seconds = lengthNs() / NS_PER_SECOND;
        final long due = loop.dueInAll(schedule);
        final long accepted = recording.orders() + recording.cancels();
        figures.put("duePerSecond", due / seconds);
        figures.put("acceptedPerSecond", accepted / seconds);
        figures.put("peakAcceptedPerSecond", peak(seconds, accepted));
        figures.put("transactions", (double)accepted);
        figures.put("orders", (double)recording.orders());
        figures.put("cancels", (double)recording.cancels());
        figures.put("trades", (double)recording.trades());
        figures.put("refused", (double)recording.refused());
        figures.put("unanswered", (double)(due - recording.answered()));
        figures.put("sessions", (double)(sessions.members().count() + sessions.clients().count()));
        figures.put("clientSessions", (double)sessions.clients().count());
        figures.put("durationNs", (double)(endNs - beginNs));
        figures.put("backlogMost", (double)loop.backlogMost());
        figures.put("floorGaps", (double)sessions.floor().gaps());
        figures.put("floorAwayShare", sessions.floor().awayNs() / (double)(endNs - beginNs));
        figures.put("floorKeptSlow", (double)sessions.floor().keptSlow());
        if (sessions.floor().hasVenueGaps())
        {
            figures.put("venueGaps", (double)sessions.floor().venueGaps());
        }
        if (sessions.flow().leftOut() > 0)
        {
            figures.put("leftOut", (double)sessions.flow().leftOut());
        }
        recording.refusals().putInto(figures);
        if (null != windows)
        {
            bursts(figures);
        }
        if (StageKind.MICROBURSTS == plan.kind())
        {
            figures.put("size", (double)plan.size());
        }
        return figures;
    }

    /** From its beginning to the last answer, but at least as long as it was to be. */
    private long lengthNs()
    {
        final long tookNs = recording.lastAnswerNs() - beginNs;
        return Math.max(1, null == schedule ? tookNs : Math.max(tookNs, schedule.lengthNs()));
    }

    /** Fullest second; of a stage that is shorter the whole of it. */
    private double peak(final double seconds, final long accepted)
    {
        return seconds < 1 ? accepted / seconds : log.peakPerSecond();
    }

    private void bursts(final Map<String, Double> figures)
    {
        windows.end();
        long worstNs = 0;
        double leastPerSecond = Double.MAX_VALUE;
        int never = 0;
        long unanswered = 0;
        for (int i = 0; i < windows.bursts(); i++)
        {
            final long recoveryNs = windows.recoveryNs(i);
            // Who has not recovered has taken at least as long as the calm.
            final long countedNs = Recovery.NEVER == recoveryNs ? ns(plan.seconds()) : recoveryNs;
            never += Recovery.NEVER == recoveryNs ? 1 : 0;
            unanswered += windows.unanswered(i);
            figures.put("recoveryNs." + (i + 1), (double)countedNs);
            worstNs = Math.max(worstNs, countedNs);
            leastPerSecond = Math.min(leastPerSecond, windows.acceptedPerSecond(i));
        }
        figures.put("recoveryNs", (double)worstNs);
        figures.put("notRecovered", (double)never);
        figures.put("burstUnanswered", (double)unanswered);
        figures.put("sustainablePerSecond", leastPerSecond);
        figures.put("burstPerSecond", (double)plan.burstPerSecond());
        figures.put("burstSeconds", plan.burstSeconds());
    }

    private String condition()
    {
        final String load = switch (plan.kind())
        {
            case CLOSED -> "one transaction at a time";
            case SATURATE -> "a window of " + loop.window() + " transactions of each session always on its way";
            case MICROBURSTS -> String.format(Locale.ROOT, "%,d packets a second of %d transactions due at one moment",
                plan.perSecond(), plan.size());
            case BURSTS -> String.format(Locale.ROOT, "%,d transactions a second, %d bursts of %.1f s at %,d a second",
                plan.perSecond(), plan.bursts(), plan.burstSeconds(), plan.burstPerSecond());
            default -> null == schedule ? "as fast as a window of " + loop.window() + " for each session goes" :
                String.format(Locale.ROOT, "%,d transactions a second, each due at its moment", plan.perSecond());
        };
        return sessions.condition() + "; " + load + "; times count from the moment a transaction was due";
    }
}
