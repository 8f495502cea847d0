// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.venue;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.live.LiveEndpoint;
import io.bourse.deploy.console.live.LiveTopic;
import io.bourse.deploy.console.stream.PartitionAnswers;
import io.bourse.deploy.metrics.TwoLooks;
import io.bourse.deploy.metrics.VenueFigures;
import io.bourse.deploy.metrics.VenueMetrics;
import io.javalin.config.RoutesConfig;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The flow through a venue over the API, looked at once a second on a thread of its own. It reads counters files and
 * nothing else of the venue's processes, and works whether the venue runs or not.
 */
public final class VenuePart implements ConsolePart
{
    private static final Logger LOGGER = LoggerFactory.getLogger(VenuePart.class);
    private static final int UPDATES = 64;
    private static final int POINTS = 300;
    /** Looks from the first to the last of which quantiles are taken. */
    private static final int LOOKS = 11;

    private final ReentrantLock lock = new ReentrantLock();
    private final LiveTopic topic = new LiveTopic(lock, this::state, UPDATES);
    private final Map<String, String> unreadable = new ConcurrentSkipListMap<>();
    private final Deque<TimedLook> looks = new ArrayDeque<>();
    private final Deque<Point> points = new ArrayDeque<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final VenueMetrics metrics;
    private final String durability;
    /** Null without an Alertmanager. */
    private final AlertWatch alerts;
    private final Thread thread;
    /** Those of single partitions. */
    private final SortedMap<Integer, VenuePart> partitions = new TreeMap<>();
    private VenueView now;

    private record TimedLook(VenueMetrics.Look look, long timeNs)
    {
    }

    /** What is drawn over time. */
    record Point(
        long timeS,
        double commandsPerSecond,
        double packetsPerSecond,
        Double answerP50Seconds,
        Double answerP99Seconds,
        double recordingLagBytes,
        double publicationLagBytes)
    {
    }

    /** The venue now, and the points of the last five minutes; in an update the newest point alone. */
    record VenueState(VenueView now, List<Point> points)
    {
    }

    /**
     * Looks at the venue from now on.
     *
     * @param config of the venue, for limits and certificates.
     * @param dataDirs of its engine, members and components on this machine.
     */
    public VenuePart(final VenueConfig config, final List<Path> dataDirs)
    {
        metrics = new VenueMetrics(config, dataDirs, (what, cause) -> unreadable.put(what, what + ": " + cause));
        durability = config.durability();
        alerts = null == config.console().alertmanager() ? null :
            new AlertWatch(config.console().alertmanager(), AlertWatch.INTERVAL_NS);
        look();
        thread = Thread.ofPlatform().daemon().name("console-venue").start(this::run);
    }

    /**
     * Looks at all partitions together, and at each.
     *
     * @param context of the console.
     * @param dataDirs of engines, members and components on this machine.
     * @return part.
     */
    public static VenuePart of(final ConsoleContext context, final List<Path> dataDirs)
    {
        final VenuePart whole = new VenuePart(context.config(), dataDirs);
        if (context.partitions().size() > 1)
        {
            context.each().forEach(each -> whole.partitions.put(each.config().partition(),
                new VenuePart(each.config(), dataDirs.stream()
                    .filter(dataDir -> dataDir.endsWith(each.dataDir().getFileName())).toList())));
        }
        return whole;
    }

    private void run()
    {
        try
        {
            while (!closed.await(1, TimeUnit.SECONDS))
            {
                try
                {
                    look();
                }
                catch (final RuntimeException ex)
                {
                    LOGGER.error("The venue cannot be looked at, it is tried again each second.", ex);
                }
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    private void look()
    {
        final TimedLook before = looks.peekLast();
        final TimedLook latest = new TimedLook(metrics.look(), System.nanoTime());
        final Instant time = Instant.now();
        looks.addLast(latest);
        if (looks.size() > LOOKS)
        {
            looks.removeFirst();
        }
        if (0 == latest.look.samples().of("bourse_metrics_unreadable_sources").values().stream()
            .mapToDouble(Double::doubleValue).sum())
        {
            unreadable.clear();
        }
        final TwoLooks rates = null == before ? new TwoLooks(null, latest.look, 0) :
            new TwoLooks(before.look, latest.look, latest.timeNs - before.timeNs);
        final TimedLook first = looks.peekFirst();
        final TwoLooks times = first == latest ? rates :
            new TwoLooks(first.look, latest.look, latest.timeNs - first.timeNs);
        final VenueFigures figures = new VenueFigures(rates, time);
        final VenueView view = VenueView.of(figures, times, List.copyOf(unreadable.values()), durability,
            null == alerts ? null : alerts.now());
        final Point point = new Point(time.getEpochSecond(),
            figures.enginePerSecond("bourse_engine_commands_executed"), rates.perSecond("bourse_feed_packets"),
            view.totals().answerP50Seconds(), view.totals().answerP99Seconds(), view.totals().recordingLagBytes(),
            view.totals().publicationLagBytes());
        lock.lock();
        try
        {
            now = view;
            points.addLast(point);
            if (points.size() > POINTS)
            {
                points.removeFirst();
            }
            topic.publish(() -> new VenueState(view, List.of(point)));
        }
        finally
        {
            lock.unlock();
        }
    }

    private VenueState state()
    {
        return new VenueState(now, List.copyOf(points));
    }

    @Override
    public void addRoutes(final RoutesConfig routes)
    {
        routes.get("/api/v1/live/venue", new LiveEndpoint((ctx) ->
            null == ctx.queryParam(PartitionAnswers.PARTITION) ? topic :
                PartitionAnswers.asked(partitions, ctx).firstEntry().getValue().topic));
    }

    @Override
    public void close()
    {
        partitions.values().forEach(VenuePart::close);
        closed.countDown();
        try
        {
            thread.join();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
        topic.close();
        CloseHelper.close(alerts);
    }
}
