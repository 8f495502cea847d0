// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.marketdata;

import com.sun.management.ThreadMXBean;
import io.bourse.engine.telemetry.TimestampOptions;
import io.bourse.jmh.loadtest.observe.FeedWatch;
import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import io.bourse.marketdata.publisher.simba.OrderLogCounter;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptions;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptionsBuilder;
import org.HdrHistogram.Histogram;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.DatagramSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One publisher on one thread, fed with recorded events as fast as it takes them: the venue's own follower, public
 * market and SIMBA order log, incremental and snapshots to A and B, with a subscriber to the incremental ones on
 * another thread. Then single transactions with nothing after them, of which each has to be sent in the duty cycle
 * that reads it.
 */
final class PublisherRun implements AutoCloseable
{
    /** Name of a figure: transactions with messages, a second. */
    static final String TRANSACTIONS = "transactionsPerSecond";
    /** Name of a figure: incremental packets, a second, each to A and to B. */
    static final String PACKETS = "packetsPerSecond";
    /** Name of a figure: of one incremental feed, Ethernet to payload. */
    static final String BITS = "bitsPerSecond";
    /** Name of a figure: processor time of the thread for a message. */
    static final String CPU_NS = "cpuNsEach";
    /** Name of a figure: thousandths of a byte that the thread allocates for a message. */
    static final String ALLOCATED_MILLI = "allocatedMilliEach";
    /** Name of a figure: datagrams that a socket did not take. */
    static final String FAILURES = "failures";
    /** Name of a figure: how long the last cycle over all books took, nanoseconds; 0 when none was completed. */
    static final String SNAPSHOT_CYCLE = "snapshotCycleNs";
    /** Name of figures: single transactions, from reading one to both feeds having it. */
    static final String LONE = "lone";
    /** Name of a figure: those that were sent in the duty cycle that read them. */
    static final String LONE_AT_ONCE = "loneAtOnce";

    private static final String MARK = "mark";
    private static final String HISTORY = "history";
    private static final String STAMPS = "stamps";
    private static final long HISTORY_BYTES = 256L * 1024 * 1024;
    private static final String NETWORK = "239.195.78.";
    private static final String FEED_A = "simba.orders-log.incremental-a";
    private static final String FEED_B = "simba.orders-log.incremental-b";
    private static final String PREFIX = "feed.";
    private static final int LONE_TRANSACTIONS = 50_000;
    private static final int DIGITS = 3;
    private static final long SEED = 20_261_122;
    private static final long MAX_NS = TimeUnit.SECONDS.toNanos(60);

    private final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private final Measurements figures = new Measurements();
    private final List<String> parts;
    private final Path dir;
    private final EventLaps events;
    private final RecordedEngine engine;
    private final MarketDataPublisher publisher;
    private final FeedWatch watch;
    private final EntryCount lapCount;
    private SimbaOrderLog orderLog;
    private PacketHistory history;

    private PublisherRun(final int commands, final List<String> parts, final Path dir) throws IOException
    {
        this.parts = parts;
        this.dir = dir;
        events = EventLaps.record(commands, SEED);
        lapCount = countLap(commands);
        engine = new RecordedEngine(events);
        final int port = freePort();
        final Map<String, String> feeds = new LinkedHashMap<>();
        feeds.put(FEED_A, NETWORK + "1:" + port);
        feeds.put(FEED_B, NETWORK + "2:" + port);
        watch = new FeedWatch("lo", feeds);
        publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(engine)
            .feeds(List.of((market) -> orderLog(market, port))).build());
    }

    /** A recording of its own: frames are renewed while they are read. */
    private static EntryCount countLap(final int commands)
    {
        final EventLaps lap = EventLaps.record(commands, SEED);
        final EntryCount count = new EntryCount();
        try (MarketDataPublisher counter = new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(new RecordedEngine(lap))
            .feeds(List.of((market) -> count)).build()))
        {
            while (0 == lap.laps())
            {
                counter.doWork();
            }
        }
        return count;
    }

    private static int freePort() throws IOException
    {
        try (DatagramSocket socket = new DatagramSocket())
        {
            return socket.getLocalPort();
        }
    }

    private SimbaOrderLog orderLog(final PublicMarket market, final int port)
    {
        final SimbaOrderLogOptionsBuilder context = SimbaOrderLogOptions.builder();
        if (parts.contains(MARK))
        {
            context.markFile(dir.resolve("orders-log.mark"));
        }
        if (parts.contains(HISTORY))
        {
            history = PacketHistory.inFile(
                dir.resolve("orders-log.history"), PacketHistory.capacityFor(HISTORY_BYTES));
            context.history(history);
        }
        if (parts.contains(STAMPS))
        {
            context.timestamps(new TimestampOptions(dir.resolve("timestamps"), 1, 0));
        }
        orderLog = new SimbaOrderLog(context
            .incrementalA(MulticastEndpoint.parse(NETWORK + "1:" + port))
            .incrementalB(MulticastEndpoint.parse(NETWORK + "2:" + port))
            .snapshotA(MulticastEndpoint.parse(NETWORK + "3:" + port))
            .snapshotB(MulticastEndpoint.parse(NETWORK + "4:" + port)).build(), market);
        return orderLog;
    }

    /**
     * Measures, and prints one line of figures.
     *
     * @param args commands of a lap, transactions of a burst, seconds of warm-up, seconds of measurement, what the
     *     order log does beside sending (mark, history, stamps, between commas), directory for its files.
     * @throws IOException when a socket or file cannot be opened.
     */
    public static void main(final String[] args) throws IOException
    {
        final Path dir = Files.createTempDirectory(Path.of(args[5]), "publisher");
        try
        {
            run(args, dir);
        }
        finally
        {
            IoUtil.delete(dir.toFile(), true);
        }
    }

    private static void run(final String[] args, final Path dir) throws IOException
    {
        final PublisherRun run = new PublisherRun(Integer.parseInt(args[0]), List.of(args[4].split(",")), dir);
        try (run.publisher; run.watch; run)
        {
            run.events.bursts(Integer.parseInt(args[1]));
            run.laps(TimeUnit.SECONDS.toNanos(Integer.parseInt(args[2])));
            run.measure(TimeUnit.SECONDS.toNanos(Integer.parseInt(args[3])));
            run.lone();
            System.out.println(run.figures.line());
        }
    }

    /** Whole laps, for at least so long; returns how many. */
    private int laps(final long forNs)
    {
        final int before = events.laps();
        final long beginNs = System.nanoTime();
        int end = before;
        do
        {
            end++;
            while (events.laps() < end)
            {
                publisher.doWork();
            }
        }
        while (System.nanoTime() - beginNs < forNs);
        return end - before;
    }

    private void measure(final long forNs)
    {
        watch.reset();
        final long packets = orderLog.incrementalPacketsSent();
        final long failures = orderLog.sendFailures();
        final long snapshots = orderLog.snapshotPacketsSent();
        final long allocated = threads.getCurrentThreadAllocatedBytes();
        final long cpuNs = threads.getCurrentThreadCpuTime();
        final long beginNs = System.nanoTime();
        final int laps = laps(forNs);
        final long tookNs = System.nanoTime() - beginNs;
        final long usedNs = threads.getCurrentThreadCpuTime() - cpuNs;
        final long allocatedBytes = threads.getCurrentThreadAllocatedBytes() - allocated;
        watch.put(figures, PREFIX);
        final long messages = laps * lapCount.entries();
        figures
            .put(Measurements.PER_SECOND, perSecond(messages, tookNs))
            .put(TRANSACTIONS, perSecond(laps * lapCount.transactions(), tookNs))
            .put(PACKETS, perSecond(orderLog.incrementalPacketsSent() - packets, tookNs))
            .put("snapshotPacketsPerSecond", perSecond(orderLog.snapshotPacketsSent() - snapshots, tookNs))
            .put(BITS, perSecond(meanBits(orderLog.incrementalPacketsSent() - packets), tookNs))
            .put(CPU_NS, usedNs / messages)
            .put(ALLOCATED_MILLI, allocatedBytes * 1_000 / messages)
            .put(FAILURES, orderLog.sendFailures() - failures)
            .put(SNAPSHOT_CYCLE, orderLog.counters().get(OrderLogCounter.LAST_SNAPSHOT_CYCLE_NS))
            .put("stampsLost", orderLog.counters().get(OrderLogCounter.TIMESTAMPS_LOST));
    }

    /** The subscriber may have missed packets; those that it has are like the others. */
    private long meanBits(final long packets)
    {
        final long received = figures.get(PREFIX + FEED_A + ".packets");
        return 0 == received ? 0 :
            (long)((double)figures.get(PREFIX + FEED_A + ".bytes") / received * Byte.SIZE * packets);
    }

    private static long perSecond(final long count, final long tookNs)
    {
        return (long)(count * 1e9 / tookNs);
    }

    private void lone()
    {
        events.bursts(1);
        events.pollLimit(1);
        final Histogram times = new Histogram(MAX_NS, DIGITS);
        long atOnce = 0;
        while (times.getTotalCount() < LONE_TRANSACTIONS)
        {
            final long packets = orderLog.incrementalPacketsSent();
            final long beginNs = System.nanoTime();
            publisher.doWork();
            final long tookNs = System.nanoTime() - beginNs;
            if (orderLog.incrementalPacketsSent() > packets)
            {
                times.recordValue(Math.min(MAX_NS, tookNs));
                atOnce += engine.get() == events.position() ? 1 : 0;
            }
        }
        figures.put(LONE, times).put(LONE, times.getTotalCount()).put(LONE_AT_ONCE, atOnce);
    }

    @Override
    public void close()
    {
        CloseHelper.close(history);
    }
}
