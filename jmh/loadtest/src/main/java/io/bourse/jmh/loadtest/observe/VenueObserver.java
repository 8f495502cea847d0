// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import io.bourse.deploy.metrics.Samples;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.result.FeedResult;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.Percentages;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.venue.LoadVenue;
import io.bourse.jmh.loadtest.venue.MeasuredVenue;
import org.agrona.concurrent.SystemEpochNanoClock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Looks at a venue around every stage: processor time of its threads, memory, whether answers waited for their market
 * data, what came on its feeds, and, when it has stopped, what its time stamps say of each stage. Of
 * several partitions what is counted is added up; threads and feeds have the name of their partition behind their own.
 */
public final class VenueObserver implements AutoCloseable
{
    /** Figure: share of the transactions whose market data was handed to the sockets before the answer was. */
    public static final String PUBLIC_FIRST_SHARE = "publicFirstShare";
    /** Figure: share of one core that an idle venue uses. */
    public static final String IDLE_CORE_SHARE = "idleCoreShare";
    private static final String TRANSACTIONS = "transactions";
    private static final String DURATION_NS = "durationNs";
    private static final String COUNTER = "#";
    private static final String QUOTE = "quote";
    private static final String ORDER_TO_MARKET_DATA = "order to market data";
    private static final String MATCHER = "matcher, t5 to t6";
    private static final String GATEWAY = "TWIME gateway, t3n to t4";
    private static final String SIZE = "size";
    private static final long SETTLE_NS = TimeUnit.SECONDS.toNanos(10);
    /** The first look at a stage is over when its first transaction is due. */
    private static final long EARLY_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long SMALLEST_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final List<MeasuredVenue> venues;
    private final List<Path> dataDirs;
    private final FeedWatch feeds;
    private final Map<String, FeedStamps> spans = new LinkedHashMap<>();
    /** Of each partition, when there are several. */
    private final Map<String, List<FeedStamps>> partSpans = new LinkedHashMap<>();
    private final Map<String, QueueStamps> queues = new LinkedHashMap<>();
    private Map<String, Long> threadsBefore;
    private Map<String, Long> threadsAfter;
    private ProcessUse useBefore;
    private ProcessUse useAfter;
    private Samples doorsBefore;
    private Samples doorsAfter;
    private List<FeedResult> received;
    private long heapBefore;
    private long beganNs;
    private long endedNs;

    /**
     * Joins the feeds.
     *
     * @param venues the partitions of the one that runs.
     * @param feedNames beginnings of the names of feeds to receive.
     * @throws IOException when the venue has ended or a feed cannot be joined.
     */
    public VenueObserver(final List<MeasuredVenue> venues, final List<String> feedNames) throws IOException
    {
        this.venues = List.copyOf(venues);
        dataDirs = venues.stream().map(MeasuredVenue::dataDir).toList();
        final Map<String, VenueDescriptor> descriptors = new LinkedHashMap<>();
        for (final MeasuredVenue venue : venues)
        {
            descriptors.put(suffix(venue), venue.descriptor());
        }
        feeds = FeedWatch.of(descriptors, feedNames);
    }

    private static String suffix(final MeasuredVenue venue)
    {
        return venue.part().isEmpty() ? "" : " " + venue.part();
    }

    private Map<String, Long> threadTimes() throws IOException
    {
        final Map<String, Long> all = new LinkedHashMap<>();
        for (final MeasuredVenue venue : venues)
        {
            venue.process().threadTimes().forEach((name, value) ->
                all.merge(name.startsWith(COUNTER) ? name : name + suffix(venue), value, Long::sum));
        }
        return all;
    }

    private ProcessUse use() throws IOException
    {
        ProcessUse use = ProcessUse.of(venues.getFirst().process().handle());
        for (final MeasuredVenue venue : venues.subList(1, venues.size()))
        {
            use = use.plus(ProcessUse.of(venue.process().handle()));
        }
        return use;
    }

    private long heapAfterCollection() throws IOException
    {
        long bytes = 0;
        for (final MeasuredVenue venue : venues)
        {
            bytes += venue.process().heapAfterCollection();
        }
        return bytes;
    }

    /**
     * A stage is about to begin: what takes its time, and would be in its way.
     *
     * @throws IOException when the venue has ended.
     */
    public void prepare() throws IOException
    {
        heapBefore = heapAfterCollection();
        doorsBefore = DoorTimes.look(dataDirs);
    }

    /**
     * A stage begins. What is before it, its generators' head start, is none of it.
     *
     * @param atNs moment when it does, by {@link System#nanoTime}; waits until just before.
     * @throws IOException when the venue has ended.
     * @throws InterruptedException when the wait is broken off.
     */
    public void begin(final long atNs) throws IOException, InterruptedException
    {
        TimeUnit.NANOSECONDS.sleep(atNs - EARLY_NS - System.nanoTime());
        threadsBefore = threadTimes();
        useBefore = use();
        beganNs = SystemEpochNanoClock.INSTANCE.nanoTime();
        feeds.reset();
    }

    /**
     * A stage has ended: looks before anything else is done.
     *
     * @throws IOException when the venue has ended.
     */
    public void end() throws IOException
    {
        received = feeds.take().stream().map(FeedTally::result).toList();
        endedNs = SystemEpochNanoClock.INSTANCE.nanoTime();
        useAfter = use();
        threadsAfter = threadTimes();
        doorsAfter = DoorTimes.look(dataDirs);
    }

    /**
     * Returns the measurements of a stage that has ended.
     *
     * @param stage as its generators have found it.
     * @return the same with what was seen of the venue; rates of feeds are over the time that the stage lasted.
     * @throws IOException when the venue has ended.
     */
    public StageResult seen(final StageResult stage) throws IOException
    {
        final Map<String, Long> used = new LinkedHashMap<>(threadsAfter);
        used.replaceAll((name, value) -> value - threadsBefore.getOrDefault(name, 0L));
        spans.put(stage.name(), new FeedStamps(beganNs, endedNs));
        if (venues.size() > 1)
        {
            partSpans.put(stage.name(), venues.stream().map((venue) -> new FeedStamps(beganNs, endedNs)).toList());
        }
        if (StageKind.MICROBURSTS.name().equals(stage.kind()))
        {
            queues.put(stage.name(), new QueueStamps(
                beganNs, endedNs, stage.figures().get(SIZE).intValue(), venues.getFirst().clientLogins()));
        }

        final Map<String, Double> figures = new LinkedHashMap<>(stage.figures());
        final long first = used.get(LoadVenue.PUBLIC_FIRST);
        final long late = used.get(LoadVenue.LATE);
        if (first + late > 0)
        {
            figures.put(PUBLIC_FIRST_SHARE, (double)first / (first + late));
        }
        figures.putAll(DoorTimes.between(doorsBefore, doorsAfter));
        figures.put("gcCount", (double)used.get(LoadVenue.GC_COUNT));
        figures.put("gcNs", (double)used.get(LoadVenue.GC_NS));
        figures.put("venueCoreShare", useAfter.coresSince(useBefore));
        figures.put("rssBeforeBytes", (double)useBefore.residentBytes());
        figures.put("rssBytes", (double)useAfter.residentBytes());
        figures.put("rssPeakBytes", (double)useAfter.peakResidentBytes());
        figures.put("heapBeforeBytes", (double)heapBefore);
        final long heapAfter = heapAfterCollection();
        figures.put("heapAfterBytes", (double)heapAfter);
        figures.put("heapGrownBytes", (double)(heapAfter - heapBefore));
        final long lastedNs = figures.get(DURATION_NS).longValue();
        return stage.withFigures(figures)
            .withFeeds(received.stream().map((feed) -> feed.during(lastedNs)).toList())
            .withThreads(threads(used, figures.getOrDefault(TRANSACTIONS, 0.0)));
    }

    private static Map<String, Long> threads(final Map<String, Long> used, final double transactions)
    {
        final Map<String, Long> each = new TreeMap<>();
        used.forEach((name, ns) ->
        {
            if (!name.startsWith(COUNTER) && ns > SMALLEST_NS && transactions > 0)
            {
                each.put(name, (long)(ns / transactions));
            }
        });
        return each;
    }

    /**
     * What an idle venue uses, when what it has to do after its start or after a load is done.
     *
     * @param name of the stage.
     * @param forNs how long to look.
     * @return stage without a load.
     * @throws IOException when the venue has ended.
     * @throws InterruptedException when the look is broken off.
     */
    public StageResult idle(final String name, final String title, final String kind, final long forNs)
        throws IOException, InterruptedException
    {
        TimeUnit.NANOSECONDS.sleep(Math.min(SETTLE_NS, forNs));
        prepare();
        begin(System.nanoTime());
        TimeUnit.NANOSECONDS.sleep(forNs);
        end();
        final StageResult stage = seen(new StageResult(name, kind, title, "", Map.of(
            DURATION_NS, (double)(useAfter.atNs() - useBefore.atNs()),
            IDLE_CORE_SHARE, useAfter.coresSince(useBefore)), List.of(), List.of(), List.of(), Map.of()));
        spans.remove(name);
        stage.figures().remove("venueCoreShare");
        return stage;
    }

    /**
     * Adds what the time stamps of the venue say; it has stopped.
     *
     * @param stages of this venue and others.
     * @return the same, with leads and times to market data where this venue has stamps of a stage.
     * @throws IOException when the stamps cannot be read.
     */
    public List<StageResult> withStamps(final List<StageResult> stages) throws IOException
    {
        if (spans.isEmpty())
        {
            return stages;
        }
        for (int i = 0; i < venues.size(); i++)
        {
            final int part = i;
            final List<FeedStamps> ofPart = new ArrayList<>(spans.values());
            partSpans.values().forEach((all) -> ofPart.add(all.get(part)));
            FeedStamps.read(dataDirs.get(i), ofPart);
        }
        for (final QueueStamps queue : queues.values())
        {
            queue.read(dataDirs.getFirst());
        }
        return stages.stream().map((stage) ->
        {
            final FeedStamps span = spans.get(stage.name());
            return null == span || 0 == span.withMarketData() ? stage :
                withQueue(withParts(withStamps(stage, span)), queues.get(stage.name()));
        }).toList();
    }

    private StageResult withParts(final StageResult stage)
    {
        final Map<String, Double> figures = new LinkedHashMap<>(stage.figures());
        final List<FeedStamps> parts = partSpans.getOrDefault(stage.name(), List.of());
        for (int i = 0; i < parts.size(); i++)
        {
            if (parts.get(i).withMarketData() > 0)
            {
                final String part = "." + venues.get(i).part();
                figures.put(PUBLIC_FIRST_SHARE + part, parts.get(i).publicFirstShare());
                figures.put("leadP50Ns" + part, (double)parts.get(i).lead().getValueAtPercentile(50));
            }
        }
        return stage.withFigures(figures);
    }

    private static StageResult withQueue(final StageResult stage, final QueueStamps queue)
    {
        if (null == queue)
        {
            return stage;
        }
        final Map<String, Double> figures = new LinkedHashMap<>(stage.figures());
        queue.put(figures);
        return stage.withFigures(figures).withPaths(queue.paths());
    }

    private static StageResult withStamps(final StageResult stage, final FeedStamps span)
    {
        final Map<String, Double> figures = new LinkedHashMap<>(stage.figures());
        figures.put(PUBLIC_FIRST_SHARE, span.publicFirstShare());
        figures.put("leadP50Ns", (double)span.lead().getValueAtPercentile(50));
        figures.put("leadP1Ns", (double)span.lead().getValueAtPercentile(1));
        final List<LatencyResult> latencies = new ArrayList<>(stage.latencies());
        latencies.add(Percentages.unjudged(ORDER_TO_MARKET_DATA, QUOTE, span.fromRequest(), null));
        latencies.add(Percentages.unjudged(MATCHER, QUOTE, span.matcher(), null));
        latencies.add(Percentages.unjudged(GATEWAY, QUOTE, span.gateway(), null));
        return stage.withFigures(figures).withLatencies(latencies);
    }

    @Override
    public void close()
    {
        feeds.close();
    }
}
