// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import io.bourse.deploy.timestamps.StampQuery;
import io.bourse.deploy.timestamps.StampRowHandler;
import io.bourse.engine.telemetry.AnswerStamps;
import io.bourse.jmh.loadtest.result.QueuePath;
import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * How packets of requests queue in a venue, by its time stamps: when the first, the second and every further request
 * of a packet passes each stamp, and how many pass it in a millisecond. Packets are known by the pause before them; one
 * that is not whole counts for nothing.
 */
final class QueueStamps
{
    /** In the order of a request's way; market data and answers take ways of their own. */
    static final List<String> STAMPS = List.of("t3n", "t3'", "t5", "t9", "t6", "t4'", "t4");
    private static final int PUBLIC = STAMPS.indexOf("t9");
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_NS = TimeUnit.SECONDS.toNanos(60);
    private static final double NS_PER_MS = 1e6;
    private static final double MILLI = 1e3;
    private static final int DIGITS = 2;
    private static final int MEDIAN = 50;

    private final long fromNs;
    private final long toNs;
    private final int size;
    private final Set<Integer> clients;
    private final List<long[]> packet = new ArrayList<>();
    private final Histogram[][] passed;
    private final Histogram[] milliPerMs = new Histogram[STAMPS.size()];
    private long packets;

    /**
     * Packets in a span of time.
     *
     * @param fromNs first moment, nanoseconds since the Unix epoch.
     * @param toNs the moment after the last.
     * @param size requests of a packet.
     * @param clients ids of logins whose requests are in no packet.
     */
    QueueStamps(final long fromNs, final long toNs, final int size, final Set<Integer> clients)
    {
        this.fromNs = fromNs;
        this.toNs = toNs;
        this.size = size;
        this.clients = clients;
        passed = new Histogram[STAMPS.size()][size];
        for (int i = 0; i < passed.length; i++)
        {
            milliPerMs[i] = new Histogram(DIGITS);
            for (int place = 0; place < size; place++)
            {
                passed[i][place] = new Histogram(MAX_NS, DIGITS);
            }
        }
    }

    /**
     * Reads the last trading date.
     *
     * @param dataDir of the venue.
     * @throws IOException when the files cannot be read.
     */
    void read(final Path dataDir) throws IOException
    {
        StampQuery.open(List.of(dataDir), 0).forEach((origin, stamps, sentANs, sentBNs) ->
            add(stamps, StampRowHandler.publicNs(sentANs, sentBNs)));
        endPacket();
    }

    /** Takes a request; requests come in the order of their answers. */
    void add(final AnswerStamps stamps, final long publicNs)
    {
        final long readNs = stamps.readNs();
        if (readNs < fromNs || readNs >= toNs || clients.contains(stamps.loginId()))
        {
            return;
        }
        if (!packet.isEmpty() && readNs - packet.getLast()[0] > PAUSE_NS)
        {
            endPacket();
        }
        packet.add(new long[]{readNs, stamps.offeredNs(), stamps.stampedNs(), publicNs, stamps.publishedNs(),
            stamps.eventsReadNs(), stamps.writtenNs()});
    }

    /** What is added afterwards is another packet. */
    void endPacket()
    {
        if (size == packet.size() && packet.stream().allMatch(QueueStamps::isWhole))
        {
            packets++;
            final long firstNs = packet.stream().mapToLong((request) -> request[0]).min().orElseThrow();
            for (int i = 0; i < passed.length; i++)
            {
                record(i, firstNs);
            }
        }
        packet.clear();
    }

    /** Not every transaction is market data. */
    private static boolean isWhole(final long[] request)
    {
        return IntStream.range(0, request.length)
            .allMatch((i) -> PUBLIC == i || StampRowHandler.NONE != request[i]);
    }

    private void record(final int stamp, final long firstNs)
    {
        final long[] times = packet.stream().mapToLong((request) -> request[stamp])
            .filter((ns) -> StampRowHandler.NONE != ns).sorted().toArray();
        for (int place = 0; place < times.length; place++)
        {
            passed[stamp][place].recordValue(Math.clamp(times[place] - firstNs, 0, MAX_NS));
        }
        final long tookNs = 0 == times.length ? 0 : times[times.length - 1] - times[0];
        if (tookNs > 0)
        {
            milliPerMs[stamp].recordValue(Math.round(MILLI * (times.length - 1) * NS_PER_MS / tookNs));
        }
    }

    /** Packets all of whose requests have all stamps. */
    long packets()
    {
        return packets;
    }

    /** Medians of all packets, one path for each stamp. */
    List<QueuePath> paths()
    {
        return 0 == packets ? List.of() : IntStream.range(0, passed.length).mapToObj((i) ->
            new QueuePath(STAMPS.get(i), Arrays.stream(passed[i]).filter((place) -> place.getTotalCount() > 0)
                .map((place) -> place.getValueAtPercentile(MEDIAN)).toList())).toList();
    }

    /** Notes how many packets there were, and the median of the requests that pass each stamp in a millisecond. */
    void put(final Map<String, Double> figures)
    {
        figures.put("packets", (double)packets);
        for (int i = 0; i < milliPerMs.length; i++)
        {
            if (milliPerMs[i].getTotalCount() > 0)
            {
                figures.put("passedPerMs." + STAMPS.get(i), milliPerMs[i].getValueAtPercentile(MEDIAN) / MILLI);
            }
        }
    }
}
