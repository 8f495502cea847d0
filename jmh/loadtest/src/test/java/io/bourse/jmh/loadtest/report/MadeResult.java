// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.jmh.loadtest.result.ClearingTime;
import io.bourse.jmh.loadtest.result.Environment;
import io.bourse.jmh.loadtest.result.FeedResult;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.PeakInfo;
import io.bourse.jmh.loadtest.result.ProfileInfo;
import io.bourse.jmh.loadtest.result.PublishedRow;
import io.bourse.jmh.loadtest.result.PublishedTable;
import io.bourse.jmh.loadtest.result.QueuePath;
import io.bourse.jmh.loadtest.result.Repetition;
import io.bourse.jmh.loadtest.result.ReplayResult;
import io.bourse.jmh.loadtest.result.Second;
import io.bourse.jmh.loadtest.result.StageResult;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A load test of every kind of stage, with made figures: no venue ran. The same at every call. */
final class MadeResult
{
    static final String EVIL = "<script>alert(1)</script>&\"'";
    private static final int SATURATE = 2;
    private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 99.99);

    private final Random random = new Random(1);

    private MadeResult()
    {
    }

    static LoadTestResult whole()
    {
        return new MadeResult().make();
    }

    /** One that could measure nothing. */
    static LoadTestResult empty()
    {
        final LoadTestResult whole = whole();
        return new LoadTestResult(LoadTestResult.FORMAT, whole.environment(), whole.profile(), List.of(), List.of(),
            List.of(), List.of("The venue did not start."));
    }

    /** One whose stage without a schedule ran three times. */
    static LoadTestResult repeated()
    {
        final LoadTestResult whole = whole();
        final List<StageResult> stages = new ArrayList<>(whole.stages());
        final StageResult once = stages.get(SATURATE);
        stages.set(SATURATE, Repetition.merge(once.name(), List.of(once, other(once, 0.96), other(once, 1.08))));
        return new LoadTestResult(LoadTestResult.FORMAT, whole.environment(), whole.profile(), stages,
            whole.clearing(), whole.replays(), whole.troubles());
    }

    private static StageResult other(final StageResult stage, final double times)
    {
        final Map<String, Double> figures = new LinkedHashMap<>(stage.figures());
        figures.replaceAll((name, value) -> name.endsWith("PerSecond") ? Math.rint(value * times) : value);
        return stage.withFigures(figures);
    }

    private LoadTestResult make()
    {
        return new LoadTestResult(
            LoadTestResult.FORMAT,
            environment("ram"),
            new ProfileInfo("ours", "Where it must get to", 0.1, 1, 20_000, tables(),
                new PeakInfo("saturate/peakAcceptedPerSecond", "rtt-20000/acceptedPerSecond"),
                List.of("saturate/acceptedPerSecond", "day/transactions", "rtt-1000/TWIME order/50",
                    "ring/acceptedPerSecond")),
            List.of(
                constant("rtt-1000", 1_000, 20), constant("rtt-20000", 20_000, 20), saturate(), bursts(), packets(),
                day(), idle()),
            List.of(
                new ClearingTime("intraday clearing, suspend to reopen", "1.28 M trades, 2 M registers", 2.31,
                    "scale 0.1, two threads, ram"),
                new ClearingTime("evening clearing, suspend to published", "1.28 M trades, 2 M registers", 3.84,
                    "scale 0.1, two threads, ram")),
            List.of(new ReplayResult("journal and event stream of the day", 52_500_000, "9c41d07be5120f3a",
                "9c41d07be5120f3a", 71.4)),
            List.of("Stage saturate: 1 of 8 sessions was opened a second time, its login was still known.",
                "No figure of " + EVIL + " was taken."));
    }

    static Environment environment(final String durability)
    {
        return new Environment(
            "2026-11-22T14:00:00Z", "Intel(R) Xeon(R) Processor @ 2.60GHz, 2 cores, 24 GiB", "Linux 6.1",
            "OpenJDK 25+36", "-Xmx4g -XX:+UseZGC --add-opens java.base/jdk.internal.misc=ALL-UNNAMED",
            "0.1.0-SNAPSHOT (f74dfd09)", durability, "compact: market data, TWIME and FIX on the engine's thread",
            "spin",
            "./bourse loadtest --profile ours --scale 0.1 --out report");
    }

    private static List<PublishedTable> tables()
    {
        return List.of(
            new PublishedTable("By product", "An exchange, 2019.",
                List.of("matcher, average", "median", "99 %", "average", "median", "99 %"), List.of(
                new PublishedRow("FESX", "us", List.of("88", "30", "940", "121", "52", "1,250"), null, false))),
            new PublishedTable("Where it must get to", "Targets of this project.", List.of("target"), List.of(
                row("accepted transactions through TWIME over TCP", "1/s", ">= 200,000", "saturate/acceptedPerSecond"),
                row("commands into the ring, without sockets", "1/s", ">= 1,000,000", "ring/acceptedPerSecond"),
                row("TWIME order, 20,000/s, median, outside preemption", "us", "<= 30",
                    "rtt-20000/TWIME order/50/clean"),
                row("TWIME order, 20,000/s, p99, outside preemption", "us", "<= 150",
                    "rtt-20000/TWIME order/99/clean"),
                row("public before private at 20,000/s", "%", ">= 99.9", "rtt-20000/publicFirstShare"),
                row("back to normal after a burst", "s", "<= 1", "bursts/recoveryNs"),
                row("idle venue, of one core", "%", "<= 10", "idle/idleCoreShare"))),
            new PublishedTable("Derivatives market", "MOEX, load test report, 30 March 2019; figures of 2025 from " +
                "its press service.", List.of("2019", "2025"), List.of(
                new PublishedRow("transactions of the day", "M", List.of("210", "525"), "day/transactions", true),
                new PublishedRow("trades of the day", "M", List.of("3.6", "12.8"), "day/trades", true),
                new PublishedRow("peak transactions", "1/s", List.of("93,000", "182,000"),
                    "saturate/peakAcceptedPerSecond", false),
                new PublishedRow("median of a round trip", "us", List.of("350 to 420", ""), "rtt-1000/TWIME order/50",
                    false),
                new PublishedRow("intraday clearing", "", List.of("4 min 02 s", "2 min 24 s"),
                    "clearing/intraday clearing, suspend to reopen", true),
                new PublishedRow("evening clearing", "min", List.of("", "15 min 36 s"),
                    "clearing/evening clearing, suspend to published", true),
                new PublishedRow("order reports", "", List.of("", "1 h 50 min"), null, false),
                new PublishedRow("peak of production", "1/s", List.of("", "15,000"), "rtt-20000/acceptedPerSecond",
                    false))));
    }

    private static PublishedRow row(final String name, final String unit, final String target, final String ours)
    {
        return new PublishedRow(name, unit, List.of(target), ours, false);
    }

    private StageResult constant(final String name, final int perSecond, final int seconds)
    {
        final List<LatencyResult> latencies = new ArrayList<>();
        latencies.add(latency("TWIME order", "round trip", 27_000, 0.35, 40_000));
        latencies.add(latency("TWIME cancel", "round trip", 22_000, 0.35, 40_000));
        latencies.add(latency("FIX order", "round trip", 41_000, 0.4, 10_000));
        latencies.add(latency("client TWIME order", "clients", 29_000, 0.4, 1_000));
        latencies.add(latency("order", "humps", 27_000, 0.25, 40_000));
        latencies.add(latency("cancel", "humps", 19_000, 0.2, 40_000));
        latencies.add(latency("both", "humps", 23_000, 0.3, 80_000));
        latencies.add(latency("order to market data", "quote", 12_000, 0.3, 40_000));
        latencies.add(floor());
        final Map<String, Double> figures = figures(
            "duePerSecond", perSecond, "acceptedPerSecond", perSecond * 0.998, "peakAcceptedPerSecond",
            perSecond * 1.01, "transactions", perSecond * seconds, "orders", perSecond * seconds / 2, "cancels",
            perSecond * seconds / 2, "trades", perSecond * seconds / 20, "refused", 11, "unanswered", 0, "sessions", 8,
            "clientSessions", 1, "durationNs", seconds * 1e9, "publicFirstShare", 0.99987, "leadP50Ns", 12_400,
            "leadP1Ns", 1_100, "rssBeforeBytes", 2e9, "rssBytes", 2.1e9, "rssPeakBytes", 2.2e9,
            "heapBeforeBytes", 3.09e8, "heapAfterBytes", 3.1e8, "heapGrownBytes", 1e6);
        figures.putAll(figures("askedPerSecond", perSecond, "clientPerSecond", 1_000 == perSecond ? 50 : 200));
        if (20_000 == perSecond)
        {
            latencies.add(latency("Si-3.27 product", "product", 30_000, 0.3, 20_000));
            latencies.add(latency("RTS-3.27 product", "product", 31_000, 0.3, 20_000));
            latencies.add(latency("bonds", "part", 21_000, 0.3, 50_000));
            latencies.add(latency("shares", "part", 25_000, 0.3, 30_000));
            figures.putAll(figures("acceptedPerSecond.bonds", 12_000, "acceptedPerSecond.shares", 7_960,
                "unanswered.bonds", 0, "unanswered.shares", 0, "trades.bonds", 300, "trades.shares", 700,
                "publicFirstShare.bonds", 1));
            latencies.add(latency("matcher, t5 to t6", "quote", 6_000, 0.2, 20_000));
            figures.putAll(figures("doorP50Ns.answer.twime", 31_000, "doorP99Ns.answer.twime", 95_000,
                "doorP50Ns.fast.orders-log.incremental-a", 12_000, "doorP99Ns.fast.orders-log.incremental-a", 40_000,
                "doorP50Ns.simba.orders-log.incremental-a", 9_000));
        }
        return new StageResult(name, "CONSTANT", "Constant rate, " + String.format("%,d", perSecond) + "/s", condition(
            perSecond + " transactions/s due"), figures, timeline(seconds, (second) -> perSecond, 28_000), latencies,
            feeds(seconds, perSecond), Map.of("bourse-solo", 41_000L / (1 + perSecond / 10_000), "fix-acceptor", 120L));
    }

    /** 90,900 moments: nearly all without a gap. */
    private static LatencyResult floor()
    {
        final Map<String, Long> by = new LinkedHashMap<>();
        by.put("50", 0L);
        by.put("90", 0L);
        by.put("99", 140_000L);
        by.put("99.9", 3_000_000L);
        by.put("99.99", 12_000_000L);
        by.put("100", 25_000_000L);
        return new LatencyResult("floor", "floor", new LatencyResult.Percentiles(90_900, 0, 900, 25_000_000, by), null,
            0, List.of(new LatencyResult.Bucket(0, 1_000, 90_800), new LatencyResult.Bucket(90_000, 100_000, 50),
                new LatencyResult.Bucket(20_000_000, 25_000_000, 50)), "floor.hlog");
    }

    private StageResult saturate()
    {
        final Map<String, Double> figures = figures(
            "acceptedPerSecond", 187_412, "peakAcceptedPerSecond", 193_004, "transactions", 5_622_360, "orders",
            2_811_000, "cancels", 2_811_360, "trades", 140_500, "refused", 812, "unanswered", 3, "durationNs", 30e9,
            "rssBytes", 2.4e9);
        return new StageResult("saturate", "SATURATE", "As many as come back", condition("window of 64 per session"),
            figures, timeline(30, (second) -> 187_000, 2_100_000),
            List.of(latency("TWIME order", "round trip", 2_100_000, 0.3, 200_000)), feeds(30, 187_000),
            Map.of("bourse-solo", 4_980L, "fix-acceptor", 90L));
    }

    private StageResult bursts()
    {
        final Map<String, Double> figures = figures(
            "duePerSecond", 20_000, "acceptedPerSecond", 90_000, "basePerSecond", 187_000, "burstPerSecond",
            374_000, "burstAcceptedPerSecond", 171_000, "burstSeconds", 5, "recoveryNs.1", 3.1e8,
            "recoveryNs.2", 4.4e8, "recoveryNs", 4.4e8,
            "backlogMost", 901_334, "unanswered", 0, "durationNs", 50e9);
        return new StageResult("bursts", "BURSTS", "Bursts of 5 s at twice the sustainable rate", condition(
            "20,000/s, two bursts at 374,000/s"), figures, timeline(50,
                (second) -> 10 <= second && 15 > second || 30 <= second && 35 > second ? 374_000 : 20_000, 30_000),
            List.of(), List.of(), Map.of());
    }

    private StageResult packets()
    {
        final List<LatencyResult> latencies = new ArrayList<>();
        for (int place = 1; 20 >= place; place++)
        {
            latencies.add(latency("place " + place, "place", 24_000 + 4_300 * place, 0.2, 5_000));
        }
        return new StageResult("packets", "MICROBURSTS", "Packets of 20", condition("100 packets of 20 a second"),
            figures("size", 20, "acceptedPerSecond", 2_000, "transactions", 40_000, "durationNs", 20e9, "packets",
                1_980, "passedPerMs.t3n", 900), List.of(), latencies, List.of(), Map.of())
            .withPaths(List.of(new QueuePath("t3n", List.of(0L, 1_000L, 2_000L)),
                new QueuePath("t4", List.of(20_000L, 24_000L, 29_000L))));
    }

    private StageResult day()
    {
        final Map<String, Double> figures = figures(
            "acceptedPerSecond", 171_000, "peakAcceptedPerSecond", 188_220, "transactions", 52_500_000, "orders",
            31_270_000, "cancels", 21_230_000, "trades", 1_280_000, "refused", 40_221, "unanswered", 0, "durationNs",
            307e9, "rssBytes", 2.6e9, "heapAfterBytes", 3.3e8);
        return new StageResult("day", "DAY", "A day, 1:10", condition("52,500,000 transactions"), figures,
            timeline(1_307, (second) -> 171_000, 2_300_000), List.of(), feeds(3, 171_000),
            Map.of("bourse-solo", 5_020L));
    }

    private StageResult idle()
    {
        return new StageResult("idle", "IDLE", "Nothing is sent", condition("nothing sent, idle=backoff"),
            figures("idleCoreShare", 0.081, "durationNs", 20e9), List.of(), List.of(), List.of(), Map.of());
    }

    private static String condition(final String load)
    {
        return load + "; 8 sessions, 4 futures; journalled (ram); SIMBA A and B sent, compact, spin";
    }

    private static Map<String, Double> figures(final Object... namesAndValues)
    {
        final Map<String, Double> figures = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2)
        {
            figures.put((String)namesAndValues[i], ((Number)namesAndValues[i + 1]).doubleValue());
        }
        return figures;
    }

    /** Transactions due in a second. */
    private interface Due
    {
        int at(int second);
    }

    private List<Second> timeline(final int seconds, final Due due, final long medianNs)
    {
        final List<Second> timeline = new ArrayList<>();
        for (int second = 0; second < seconds; second++)
        {
            final long asked = due.at(second);
            final long accepted = Math.min(asked, 190_000) - random.nextInt(1 + (int)asked / 50);
            final long p50 = asked > 200_000 ? 1_500_000_000L : medianNs + random.nextInt((int)medianNs / 5);
            timeline.add(new Second(second, asked, accepted, accepted * 6 / 10, accepted * 4 / 10, accepted / 20,
                random.nextInt(3), p50, p50 * (3 + random.nextInt(3)), p50 * 40, 3_000 + random.nextInt(4_000_000)));
        }
        return timeline;
    }

    private LatencyResult latency(
        final String name, final String group, final double medianNs, final double spread, final int count)
    {
        final long[] samples = new long[count];
        for (int i = 0; i < count; i++)
        {
            final double host = 0 == random.nextInt(250) ? 20 + 80 * random.nextDouble() : 1;
            samples[i] = (long)(medianNs * Math.exp(spread * random.nextGaussian()) * host);
        }
        java.util.Arrays.sort(samples);
        final long[] clean = java.util.Arrays.copyOf(samples, count - count / 250);
        return new LatencyResult(name, group, percentiles(samples), percentiles(clean), 0.004, buckets(samples),
            name.replace(' ', '-') + ".hlog");
    }

    private static LatencyResult.Percentiles percentiles(final long[] sorted)
    {
        final Map<String, Long> by = new LinkedHashMap<>();
        for (final double percentile : PERCENTILES)
        {
            final int index = (int)Math.min(sorted.length - 1, sorted.length * percentile / 100);
            by.put(percentile == Math.rint(percentile) ? Integer.toString((int)percentile) :
                Double.toString(percentile), sorted[index]);
        }
        return new LatencyResult.Percentiles(sorted.length, sorted[0],
            (long)java.util.Arrays.stream(sorted).average().orElseThrow(), sorted[sorted.length - 1], by);
    }

    private static List<LatencyResult.Bucket> buckets(final long[] sorted)
    {
        final List<LatencyResult.Bucket> buckets = new ArrayList<>();
        int next = 0;
        double from = Math.pow(10, Math.floor(Math.log10(sorted[0])));
        while (next < sorted.length)
        {
            final double to = from * Math.pow(10, 1.0 / 24);
            long count = 0;
            for (; next < sorted.length && sorted[next] < to; next++)
            {
                count++;
            }
            if (0 < count)
            {
                buckets.add(new LatencyResult.Bucket((long)from, (long)to, count));
            }
            from = to;
        }
        return buckets;
    }

    private List<FeedResult> feeds(final int seconds, final int perSecond)
    {
        final List<FeedResult> feeds = new ArrayList<>();
        for (final String name : List.of(
            "simba.orders.A", "simba.orders.B", "simba.increments.A", "simba.increments.B"))
        {
            final List<Long> bits = new ArrayList<>();
            for (int second = 0; second < seconds; second++)
            {
                bits.add(900L * perSecond + random.nextInt(1 + 100 * perSecond));
            }
            final long lost = 20_000 == perSecond && name.endsWith("orders.B") ? 2 : 0;
            feeds.add(new FeedResult(name, 8L * perSecond, 20L * perSecond, 2_000L * perSecond, lost, 950L * perSecond,
                1_000L * perSecond, 5_600L * perSecond, bits));
        }
        return feeds;
    }
}
