// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.jmh.loadtest.result.Environment;
import io.bourse.jmh.loadtest.result.FeedResult;
import io.bourse.jmh.loadtest.result.FigurePath;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.Spread;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.tally.StageTally;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Two load tests, figure by figure: has the second become worse? Judged are medians, p90 and p99, of the clean samples
 * when both tests have them, and every single figure whose name has a direction. What is above p99 is shown only: on a
 * virtual machine the host decides it. Of stages that ran more than once medians are compared, and a figure is better
 * or worse only when no run of the one test is among those of the other.
 */
public final class Comparison
{
    /** Share by which a figure may differ and be the same. */
    public static final double DEFAULT_TOLERANCE = 0.1;
    private static final String CLEARING = "clearing";
    private static final String REPLAY = "replay";
    private static final String LOST = "lost";
    private static final String PEAK = "peakBitsPerSecond1ms";
    private static final List<String> JUDGED = List.of("50", "90", "99");

    private final LoadTestResult before;
    private final LoadTestResult after;
    private final double tolerance;
    private final List<Change> changes = new ArrayList<>();

    private Comparison(final LoadTestResult before, final LoadTestResult after, final double tolerance)
    {
        if (!(0 <= tolerance && 1 > tolerance))
        {
            throw new IllegalArgumentException("tolerance must be a share from 0 to below 1: tolerance=" + tolerance);
        }
        this.before = before;
        this.after = after;
        this.tolerance = tolerance;
    }

    /**
     * Prints a comparison.
     *
     * @param before {@code report.json} of the first test.
     * @param after {@code report.json} of the second test.
     * @param tolerance share by which a figure may differ and be the same, from 0 to below 1.
     * @param out to print to.
     * @return status to exit with: 0 when nothing is worse, 1 when something is.
     * @throws IOException when a file cannot be read.
     */
    public static int print(final Path before, final Path after, final double tolerance, final PrintStream out)
        throws IOException
    {
        final Comparison comparison = of(ResultFile.read(before), ResultFile.read(after), tolerance);
        comparison.print(out);
        return comparison.isWorse() ? 1 : 0;
    }

    static Comparison of(final LoadTestResult before, final LoadTestResult after, final double tolerance)
    {
        final Comparison comparison = new Comparison(before, after, tolerance);
        pairs(byName(before.stages(), StageResult::name), byName(after.stages(), StageResult::name), comparison::stage);
        comparison.each(CLEARING, clearing(before), clearing(after));
        comparison.each(REPLAY, replays(before), replays(after));
        return comparison;
    }

    List<Change> changes()
    {
        return changes;
    }

    boolean isWorse()
    {
        return changes.stream().anyMatch((change) -> change.verdict().isRegression());
    }

    /** Takes what has a name in one of the tests, or in both: null where it is not there. */
    @FunctionalInterface
    private interface Pair<T>
    {
        void accept(String name, T before, T after);
    }

    private static <T> void pairs(final Map<String, T> before, final Map<String, T> after, final Pair<T> action)
    {
        final Set<String> names = new LinkedHashSet<>(before.keySet());
        names.addAll(after.keySet());
        names.forEach((name) -> action.accept(name, before.get(name), after.get(name)));
    }

    private static <T> Map<String, T> byName(final List<T> all, final Function<T, String> name)
    {
        final Map<String, T> byName = new LinkedHashMap<>();
        all.forEach((one) -> byName.put(name.apply(one), one));
        return byName;
    }

    private void stage(final String name, final StageResult first, final StageResult second)
    {
        each(name, null == first ? Map.of() : figures(first), null == second ? Map.of() : figures(second));
        final Map<String, Figure> before = new LinkedHashMap<>();
        final Map<String, Figure> after = new LinkedHashMap<>();
        pairs(latencies(first), latencies(second), (latency, one, other) ->
        {
            final boolean isClean = isClean(one) && isClean(other);
            percentiles(first, one, isClean, before);
            percentiles(second, other, isClean, after);
        });
        each(name, before, after);
    }

    private static Map<String, LatencyResult> latencies(final StageResult stage)
    {
        return null == stage ? Map.of() : byName(stage.latencies(), LatencyResult::name);
    }

    /** Single figures of a stage, those of its feeds and threads with them. */
    private static Map<String, Figure> figures(final StageResult stage)
    {
        final Map<String, Figure> figures = new LinkedHashMap<>();
        stage.figures().forEach((name, value) ->
            figures.put(name, new Figure(FigureKind.of(name), value, spread(stage, name))));
        for (final FeedResult feed : stage.feeds())
        {
            figures.put(feed.name() + " " + LOST, new Figure(FigureKind.of(LOST), feed.lost(), null));
            figures.put(feed.name() + " " + PEAK, new Figure(FigureKind.of(PEAK), feed.peakBitsPerSecond1ms(),
                stage.spread(FigurePath.feed(feed.name(), PEAK))));
        }
        // A spinning thread uses what the stage lasts: what it uses for a transaction says nothing unless it is full.
        final FigureKind threads = new FigureKind(Dimension.TIME, isFull(stage) ? -1 : 0);
        stage.threads().forEach((name, ns) -> figures.put(
            "thread " + name, new Figure(threads, ns, stage.spread(FigurePath.thread(name)))));
        return figures;
    }

    /** What is not to happen at all, or is to be so always, is not chance when it is otherwise in one run. */
    private static Spread spread(final StageResult stage, final String figure)
    {
        return FigureKind.isOfWorstRun(figure) ? null : stage.spread(figure);
    }

    private static boolean isFull(final StageResult stage)
    {
        return "SATURATE".equals(stage.kind()) || "DAY".equals(stage.kind());
    }

    /**
     * A figure of one test.
     *
     * @param value of it; the median of several runs.
     * @param spread of them; null when there was but one, or the worst counts.
     */
    private record Figure(FigureKind kind, double value, Spread spread)
    {
        private Spread runs()
        {
            return null == spread ? new Spread(1, value, value, value) : spread;
        }

        static boolean isOverlap(final Figure first, final Figure second)
        {
            return null != first && null != second && (null != first.spread || null != second.spread) &&
                first.runs().overlaps(second.runs());
        }
    }

    private void each(final String stage, final Map<String, Figure> first, final Map<String, Figure> second)
    {
        pairs(first, second, (name, one, other) -> changes.add(Change.of(
            stage, name, (null == one ? other : one).kind(), value(one), value(other), tolerance,
            Figure.isOverlap(one, other))));
    }

    private static Double value(final Figure figure)
    {
        return null == figure ? null : figure.value();
    }

    /** When the floor has touched every sample there are no clean ones left. */
    private static boolean isClean(final LatencyResult latency)
    {
        return null == latency || null != latency.clean() && 0 < latency.clean().count();
    }

    private static void percentiles(
        final StageResult stage, final LatencyResult latency, final boolean isClean, final Map<String, Figure> to)
    {
        byPercentile(latency, isClean).forEach((percentile, ns) -> to.put(
            latency.name() + " p" + percentile + (isClean ? " clean" : ""),
            new Figure(new FigureKind(Dimension.TIME, isJudged(latency, percentile) ? -1 : 0), ns,
                stage.spread(FigurePath.latency(latency.name(), percentile, isClean)))));
    }

    /** The floor is the machine's. */
    private static boolean isJudged(final LatencyResult latency, final String percentile)
    {
        return JUDGED.contains(percentile) && !StageTally.FLOOR.equals(latency.group());
    }

    private static Map<String, Long> byPercentile(final LatencyResult latency, final boolean isClean)
    {
        return null == latency ? Map.of() : isClean ? latency.clean().byPercentile() : latency.all().byPercentile();
    }

    private static Map<String, Figure> clearing(final LoadTestResult result)
    {
        final Map<String, Figure> figures = new LinkedHashMap<>();
        result.clearing().forEach((time) -> figures.put(
            time.step(), new Figure(FigureKind.DURATION, time.seconds() * Show.NS_PER_SECOND, null)));
        return figures;
    }

    private static Map<String, Figure> replays(final LoadTestResult result)
    {
        final Map<String, Figure> figures = new LinkedHashMap<>();
        result.replays().forEach((replay) -> figures.put(replay.what() + ": same state",
            new Figure(new FigureKind(Dimension.COUNT, 1), replay.isSame() ? 1 : 0, null)));
        return figures;
    }

    /** Conditions that differ, so that what is compared is not the same test. */
    List<String> differences()
    {
        final Environment first = before.environment();
        final Environment second = after.environment();
        final List<String> differences = new ArrayList<>();
        differ(differences, "machine", first.machine(), second.machine());
        differ(differences, "os", first.os(), second.os());
        differ(differences, "jvm", first.jvm(), second.jvm());
        differ(differences, "jvmOptions", first.jvmOptions(), second.jvmOptions());
        differ(differences, "durability", first.durability(), second.durability());
        differ(differences, "layout", first.layout(), second.layout());
        differ(differences, "idle", first.idle(), second.idle());
        differ(differences, "profile", before.profile().name(), after.profile().name());
        differ(differences, "scale", before.profile().scale(), after.profile().scale());
        differ(differences, "seed", before.profile().seed(), after.profile().seed());
        differ(differences, "accounts", before.profile().accounts(), after.profile().accounts());
        for (final StageResult stage : before.stages())
        {
            after.stages().stream().filter((other) -> stage.name().equals(other.name()))
                .forEach((other) -> differ(differences, "stage " + stage.name(), stage.condition(), other.condition()));
        }
        return differences;
    }

    private static void differ(
        final List<String> differences, final String name, final Object first, final Object second)
    {
        if (!Objects.equals(first, second))
        {
            differences.add(name + ": " + first + " -> " + second);
        }
    }

    private void print(final PrintStream out)
    {
        out.println("before " + before.environment().version() + ", " + before.environment().startedAt());
        out.println("after  " + after.environment().version() + ", " + after.environment().startedAt());
        for (final String difference : differences())
        {
            out.println("WARNING: conditions differ, " + difference);
        }
        final int stage = width(changes.stream().map(Change::stage).toList(), "stage");
        final int figure = width(changes.stream().map(Change::figure).toList(), "figure");
        final String format = "%-" + stage + "s  %-" + figure + "s  %18s  %18s  %10s  %s%n";
        out.printf(Locale.ROOT, format, "stage", "figure", "before", "after", "change", "verdict");
        for (final Change change : changes)
        {
            out.printf(Locale.ROOT, format, change.stage(), change.figure(), text(change, change.before()),
                text(change, change.after()),
                null == change.before() || null == change.after() ? Show.NONE :
                Show.change(change.before(), change.after()),
                Change.Verdict.SHOWN == change.verdict() ? "" : change.verdict().name().toLowerCase(Locale.ROOT));
        }
        out.printf(Locale.ROOT, "tolerance %s: %d better, %d same, %d worse, %d gone%n", Show.percent(tolerance),
            count(Change.Verdict.BETTER), count(Change.Verdict.SAME), count(Change.Verdict.WORSE),
            count(Change.Verdict.GONE));
        if (0 < count(Change.Verdict.OVERLAP))
        {
            out.println(count(Change.Verdict.OVERLAP) + " differ by more, but runs of the one are among those of the " +
                "other: overlap");
        }
        out.println("percentiles above p99 are shown, not judged: on a virtual machine the host decides them");
    }

    private static String text(final Change change, final Double value)
    {
        return null == value ? Show.NONE : Show.figure(change.kind().dimension(), value);
    }

    private static int width(final List<String> texts, final String heading)
    {
        return texts.stream().mapToInt(String::length).reduce(heading.length(), Math::max);
    }

    private long count(final Change.Verdict verdict)
    {
        return changes.stream().filter((change) -> verdict == change.verdict()).count();
    }
}
