// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.latency;

import io.bourse.deploy.arrival.CapturedRequest;
import io.bourse.deploy.arrival.CapturedRequests;
import io.bourse.deploy.timestamps.Distribution;
import org.agrona.collections.LongArrayList;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * What a capture says of a venue. All times are differences of two time stamps of the capture.
 *
 * @param responses waits for answers, by door and request.
 * @param leads of market data over answers, by line and door.
 * @param pairs of lines A and B.
 * @param bursts the fullest windows of requests.
 * @param places waits for answers by place in the queue.
 * @param matches every request with the times at which lines have shown it.
 */
public record LatencyFigures(
    List<Response> responses,
    List<Lead> leads,
    List<Pair> pairs,
    List<Burst> bursts,
    List<Place> places,
    List<Match> matches)
{
    private static final long[] WINDOWS_NS = {TimeUnit.SECONDS.toNanos(1), TimeUnit.MILLISECONDS.toNanos(10),
        TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.MICROSECONDS.toNanos(100)};

    /**
     * Waits of members.
     *
     * @param door TWIME or FIX.
     * @param kind of the requests.
     * @param isRefused whether they were refused.
     * @param times from the last byte of the request to the last byte of the answer.
     */
    public record Response(String door, CapturedRequest.Kind kind, boolean isRefused, Distribution times)
    {
    }

    /**
     * How long before the answer the public knew.
     *
     * @param line of the feed.
     * @param door TWIME or FIX.
     * @param publicFirst requests whose market data was captured before their answer.
     * @param times from the market data to the answer; below 0 when the answer was first.
     */
    public record Lead(String line, String door, long publicFirst, Distribution times)
    {
    }

    /**
     * Both lines of a feed.
     *
     * @param feed its name.
     * @param firstA packets that came by line A first, or at the same time.
     * @param firstB packets that came by line B first.
     * @param onlyA packets that line B lacks.
     * @param onlyB packets that line A lacks.
     * @param times from A to B; below 0 when B was first. Null when no packet came by both.
     */
    public record Pair(String feed, long firstA, long firstB, long onlyA, long onlyB, Distribution times)
    {
    }

    /**
     * The window with the most requests, and the first one of several.
     *
     * @param windowNs its length.
     * @param beginNs of its first request, nanoseconds since the Unix epoch.
     * @param times of its requests, from the last byte of each to that of its answer.
     */
    public record Burst(long windowNs, long beginNs, Distribution times)
    {
    }

    /**
     * Requests that found so many of their partition without an answer.
     *
     * @param least at least so many.
     * @param most at most so many.
     * @param times from the last byte of the request to that of the answer.
     */
    public record Place(int least, int most, Distribution times)
    {
    }

    /**
     * A request and what was shown of it.
     *
     * @param request that was answered.
     * @param publicNs when each line showed it first; lines that did not are left out.
     */
    public record Match(CapturedRequest request, Map<String, Long> publicNs)
    {
        /** Name of the door that it came through. */
        String door()
        {
            return request.isFix() ? "FIX" : "TWIME";
        }
    }

    /**
     * Brings a capture together.
     *
     * @param requests of the capture.
     * @param feeds of the same one.
     * @return figures.
     */
    public static LatencyFigures of(final CapturedRequests requests, final CapturedFeeds feeds)
    {
        final List<Match> matches = requests.answered().stream()
            .sorted(Comparator.comparingLong(CapturedRequest::arrivalNs).thenComparingLong(CapturedRequest::place))
            .map(request -> new Match(request, publicTimes(request, requests, feeds))).toList();
        return new LatencyFigures(responses(matches), leads(matches, feeds), pairs(feeds), bursts(matches),
            places(matches), matches);
    }

    private static Map<String, Long> publicTimes(
        final CapturedRequest request, final CapturedRequests requests, final CapturedFeeds feeds)
    {
        final Map<String, Long> times = new LinkedHashMap<>();
        if (0 == request.orderId())
        {
            return times;
        }
        final boolean isCancel = CapturedRequest.Kind.CANCEL == request.kind();
        final long tradeId = isCancel ? CapturedRequests.NO_TRADE : requests.firstTrade(request.orderId());
        for (final FeedLine line : feeds.lines())
        {
            final long orderNs = line.orderNs(request.orderId(), request.arrivalNs(), isCancel);
            // An order that trades at once may be seen by its trade alone.
            final long tradeNs = CapturedRequests.NO_TRADE == tradeId ? Long.MAX_VALUE : line.tradeNs(tradeId);
            final long firstNs = Math.min(orderNs, tradeNs < request.arrivalNs() ? Long.MAX_VALUE : tradeNs);
            if (Long.MAX_VALUE != firstNs)
            {
                times.put(line.name(), firstNs);
            }
        }
        return times;
    }

    private static List<Response> responses(final List<Match> matches)
    {
        final List<Response> rows = new ArrayList<>();
        for (final String door : List.of("TWIME", "FIX"))
        {
            for (final CapturedRequest.Kind kind : CapturedRequest.Kind.values())
            {
                for (final boolean isRefused : new boolean[]{false, true})
                {
                    final long[] times = responseTimes(matches, match -> match.door().equals(door) &&
                        kind == match.request().kind() && isRefused == match.request().isRefused());
                    if (times.length > 0)
                    {
                        rows.add(new Response(door, kind, isRefused, Distribution.of(times)));
                    }
                }
            }
        }
        return rows;
    }

    private static long[] responseTimes(final List<Match> matches, final Predicate<Match> wanted)
    {
        return matches.stream().filter(wanted).mapToLong(match -> match.request().responseNs()).toArray();
    }

    private static List<Lead> leads(final List<Match> matches, final CapturedFeeds feeds)
    {
        final List<Lead> rows = new ArrayList<>();
        for (final FeedLine line : feeds.lines().stream().sorted(Comparator.comparing(FeedLine::name)).toList())
        {
            for (final String door : List.of("TWIME", "FIX"))
            {
                final long[] times = matches.stream()
                    .filter(match -> match.door().equals(door) && match.publicNs().containsKey(line.name()))
                    .mapToLong(match -> match.request().answerNs() - match.publicNs().get(line.name())).toArray();
                if (times.length > 0)
                {
                    rows.add(new Lead(line.name(), door, Arrays.stream(times).filter(time -> time > 0).count(),
                        Distribution.of(times)));
                }
            }
        }
        return rows;
    }

    private static List<Pair> pairs(final CapturedFeeds feeds)
    {
        final List<Pair> rows = new ArrayList<>();
        for (final FeedLine lineA : feeds.lines())
        {
            final FeedLine lineB = lineA.isLineA() ? feeds.line(lineA.lineB()) : null;
            if (null != lineB)
            {
                rows.add(pair(lineA, lineB));
            }
        }
        return rows;
    }

    /** The same packet is the one with the same number; of a number that comes again, the first with the first. */
    private static Pair pair(final FeedLine lineA, final FeedLine lineB)
    {
        final LongArrayList distances = new LongArrayList();
        long onlyA = 0;
        long matchedB = 0;
        for (final Map.Entry<Object, LongArrayList> packet : lineA.packets().entrySet())
        {
            final LongArrayList timesA = packet.getValue();
            final LongArrayList timesB = lineB.packets().get(packet.getKey());
            final int both = null == timesB ? 0 : Math.min(timesA.size(), timesB.size());
            for (int i = 0; i < both; i++)
            {
                distances.addLong(timesB.getLong(i) - timesA.getLong(i));
            }
            onlyA += timesA.size() - both;
            matchedB += both;
        }
        final long onlyB = lineB.packets().values().stream().mapToLong(LongArrayList::size).sum() - matchedB;
        final long firstB = distances.longStream().filter(distance -> distance < 0).count();
        return new Pair(lineA.feed(), matchedB - firstB, firstB, onlyA, onlyB,
            distances.isEmpty() ? null : Distribution.of(distances.toLongArray()));
    }

    private static List<Burst> bursts(final List<Match> matches)
    {
        final List<Burst> rows = new ArrayList<>();
        for (final long windowNs : WINDOWS_NS)
        {
            int best = 0;
            int bestEnd = 0;
            for (int begin = 0, end = 0; begin < matches.size(); begin++)
            {
                while (end < matches.size() && arrivalNs(matches, end) - arrivalNs(matches, begin) < windowNs)
                {
                    end++;
                }
                if (end - begin > bestEnd - best)
                {
                    best = begin;
                    bestEnd = end;
                }
            }
            if (bestEnd > best)
            {
                rows.add(new Burst(windowNs, arrivalNs(matches, best),
                    Distribution.of(responseTimes(matches.subList(best, bestEnd), match -> true))));
            }
        }
        return rows;
    }

    private static long arrivalNs(final List<Match> matches, final int index)
    {
        return matches.get(index).request().arrivalNs();
    }

    /** By powers of two: 0, 1, 2 to 3, 4 to 7 and so on. A request that names no order has no partition, and none. */
    private static List<Place> places(final List<Match> matches)
    {
        final Map<Integer, PriorityQueue<Long>> waiting = new TreeMap<>();
        final Map<Integer, LongArrayList> times = new TreeMap<>();
        for (final Match match : matches)
        {
            final CapturedRequest request = match.request();
            if (0 != request.orderId())
            {
                final PriorityQueue<Long> answers =
                    waiting.computeIfAbsent(request.partition(), ignored -> new PriorityQueue<>());
                while (!answers.isEmpty() && answers.peek() <= request.arrivalNs())
                {
                    answers.remove();
                }
                times.computeIfAbsent(Integer.highestOneBit(answers.size()), ignored -> new LongArrayList())
                    .addLong(request.responseNs());
                answers.add(request.answerNs());
            }
        }
        return times.entrySet().stream().map(entry -> new Place(entry.getKey(), Math.max(0, 2 * entry.getKey() - 1),
            Distribution.of(entry.getValue().toLongArray()))).toList();
    }
}
