// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.tally;

import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.Percentages;
import io.bourse.jmh.loadtest.result.Second;
import io.bourse.jmh.loadtest.result.StageResult;
import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * What a stage came to, of one generator or of several, or of the partitions of a venue: distributions are added up,
 * counts too; it lasts until the last answer to any of them. What the machine took away from each generator stays
 * apart.
 */
public final class StageTotals
{
    private static final double NS_PER_SECOND = 1e9;
    private static final String CANCEL = " cancel";

    private final StagePlan plan;
    private final List<StageTally> tallies;
    private final List<String> parts;
    private final long beginNs;

    private StageTotals(final StagePlan plan, final List<StageTally> tallies, final List<String> parts)
    {
        this.plan = plan;
        this.tallies = tallies;
        this.parts = parts;
        beginNs = tallies.getFirst().beginNs();
    }

    /**
     * Of one generator.
     *
     * @param plan of the stage.
     * @param tally of the generator.
     * @return result without feeds and threads.
     */
    public static StageResult of(final StagePlan plan, final StageTally tally)
    {
        final StageTotals totals = new StageTotals(plan, List.of(tally), List.of());
        final Map<String, String> logs = new LinkedHashMap<>();
        tally.times().forEach((times) -> logs.put(times.name(), times.log()));
        return totals.result(logs, tally.seconds().stream().map(StageTally.Part::second).toList());
    }

    /**
     * Of several generators, or of the partitions of a venue, that began together.
     *
     * @param plan of the stage, of all of them.
     * @param tallies one of each.
     * @param directories where each has its logs.
     * @param to directory for the logs of all.
     * @param parts names of the partitions that the tallies are of; empty when each is of a generator.
     * @return result without feeds and threads.
     * @throws IOException when a log cannot be read or written.
     */
    public static StageResult of(
        final StagePlan plan,
        final List<StageTally> tallies,
        final List<Path> directories,
        final Path to,
        final List<String> parts)
        throws IOException
    {
        final Map<String, List<Path>> files = new LinkedHashMap<>();
        final Map<String, StageTally.Times> known = new LinkedHashMap<>();
        for (int i = 0; i < tallies.size(); i++)
        {
            for (final StageTally.Times times : tallies.get(i).times())
            {
                known.put(times.name(), times);
                files.computeIfAbsent(times.name(), (name) -> new ArrayList<>())
                    .add(directories.get(i).resolve(times.log()));
            }
        }
        final List<MergedLogs.Log> logs = new ArrayList<>();
        for (final StageTally.Times times : known.values())
        {
            final MergedLogs.Log log = new MergedLogs.Log(files.get(times.name()), to.resolve(times.log()));
            if (Set.of(StageTally.PLACE, StageTally.PRODUCT, StageTally.FLOOR).contains(times.group()) ||
                StageTally.TO_FEED.equals(times.name()))
            {
                // Its samples are among those of the others, its one interval is the whole stage; or it is none of
                // their times.
                MergedLogs.merge(List.of(log));
            }
            else
            {
                logs.add(log);
            }
        }
        final Map<String, String> names = new LinkedHashMap<>();
        known.forEach((name, times) -> names.put(name, times.log()));
        return new StageTotals(plan, tallies, parts).result(
            names, new MergedSeconds(tallies).merged(MergedLogs.merge(logs)));
    }

    private StageResult result(final Map<String, String> logs, final List<Second> seconds)
    {
        final List<LatencyResult> latencies = new ArrayList<>();
        // Each of several generators has places of its own.
        final List<String> names = logs.keySet().stream().sorted(Comparator.comparingInt(StageTotals::place)).toList();
        names.forEach((name) -> latency(name, logs.get(name), false, latencies));
        hump(latencies, "order", (name) -> !name.endsWith(CANCEL));
        hump(latencies, "cancel", (name) -> name.endsWith(CANCEL));
        hump(latencies, StageTally.BOTH, (name) -> true);
        names.forEach((name) -> latency(name, logs.get(name), true, latencies));
        for (int i = 0; i < parts.size(); i++)
        {
            merged(latencies, parts.get(i), StageTally.PART, tallies.get(i).times().stream(), (name) -> true);
        }
        final Map<String, Double> figures = figures();
        latencies.stream().filter((latency) -> StageTally.HUMPS.equals(latency.group())).forEach((hump) ->
            hump.commonest().ifPresent((bucket) -> figures.put(hump.name() + "HumpNs", bucket.middleNs())));
        return new StageResult(plan.name(), plan.kind().name(), plan.title(), condition(), figures, seconds,
            latencies, List.of(), Map.of());
    }

    /** The number after the name of a place; 0 of anything else. */
    private static int place(final String name)
    {
        final String number = name.substring(name.lastIndexOf(' ') + 1);
        return Character.isDigit(number.charAt(0)) ? Integer.parseInt(number) : 0;
    }

    private void latency(final String name, final String log, final boolean isPlace, final List<LatencyResult> to)
    {
        final List<StageTally.Times> parts = times().stream().filter((times) -> name.equals(times.name()) &&
            isPlace == StageTally.PLACE.equals(times.group())).toList();
        if (!parts.isEmpty())
        {
            to.add(latency(name, parts.getFirst().group(), parts, log));
        }
    }

    /** Times of all members, whatever they speak. */
    private void hump(final List<LatencyResult> to, final String name, final Predicate<String> isPart)
    {
        merged(to, name, StageTally.HUMPS, times().stream(), isPart);
    }

    private static void merged(
        final List<LatencyResult> to,
        final String name,
        final String group,
        final Stream<StageTally.Times> all,
        final Predicate<String> isMeant)
    {
        final List<StageTally.Times> those = all.filter((times) ->
            StageTally.ROUND_TRIP.equals(times.group()) && isMeant.test(times.name())).toList();
        if (!those.isEmpty())
        {
            to.add(latency(name, group, those, null));
        }
    }

    private List<StageTally.Times> times()
    {
        return tallies.stream().flatMap((tally) -> tally.times().stream()).toList();
    }

    private static LatencyResult latency(
        final String name, final String group, final List<StageTally.Times> parts, final String log)
    {
        final Histogram all = EncodedHistogram.decode(parts.getFirst().all());
        final Histogram removed = EncodedHistogram.decode(parts.getFirst().removed());
        for (final StageTally.Times part : parts.subList(1, parts.size()))
        {
            all.add(EncodedHistogram.decode(part.all()));
            removed.add(EncodedHistogram.decode(part.removed()));
        }
        return StageTally.FLOOR.equals(group) ? Percentages.unjudged(name, group, all, log) :
            Percentages.result(name, group, all, removed, log);
    }

    private long sum(final ToLongFunction<StageTally> of)
    {
        return tallies.stream().mapToLong(of).sum();
    }

    private long most(final ToLongFunction<StageTally> of)
    {
        return tallies.stream().mapToLong(of).max().orElseThrow();
    }

    private Map<String, Double> figures()
    {
        final Map<String, Double> figures = new TreeMap<>();
        final double seconds = lengthNs() / NS_PER_SECOND;
        final long due = sum(StageTally::due);
        final long accepted = sum(StageTally::accepted);
        final long refused = sum(StageTally::refused);
        figures.put("duePerSecond", due / seconds);
        figures.put("acceptedPerSecond", accepted / seconds);
        figures.put("peakAcceptedPerSecond", peakPerSecond(seconds, accepted, Second::accepted));
        figures.put("peakOrdersPerSecond", peakPerSecond(seconds, sum(StageTally::orders), Second::orders));
        figures.put("peakTradesPerSecond", peakPerSecond(seconds, sum(StageTally::trades), Second::trades));
        figures.put("transactions", (double)accepted);
        figures.put("orders", (double)sum(StageTally::orders));
        figures.put("cancels", (double)sum(StageTally::cancels));
        figures.put("trades", (double)sum(StageTally::trades));
        figures.put("refused", (double)refused);
        figures.put("unanswered", (double)(due - accepted - refused));
        figures.put("sessions", (double)sum((tally) -> tally.twime() + tally.fix() + tally.clients()));
        figures.put("clientSessions", (double)sum(StageTally::clients));
        figures.put("durationNs", (double)durationNs());
        // Each had its most at a moment of its own: together they never had more than that.
        figures.put("backlogMost", (double)sum(StageTally::backlogMost));
        if (sum(StageTally::leftOut) > 0)
        {
            figures.put("leftOut", (double)sum(StageTally::leftOut));
        }
        tallies.forEach((tally) -> tally.refusals().forEach(
            (reason, count) -> figures.merge("refused." + reason, (double)count, Double::sum)));
        floor(figures);
        for (int i = 0; i < parts.size(); i++)
        {
            final StageTally tally = tallies.get(i);
            final String part = "." + parts.get(i);
            figures.put("acceptedPerSecond" + part, tally.accepted() / seconds);
            figures.put("unanswered" + part, (double)(tally.due() - tally.accepted() - tally.refused()));
            figures.put("trades" + part, (double)tally.trades());
        }
        if (StageKind.BURSTS == plan.kind())
        {
            bursts(figures);
        }
        if (StageKind.MICROBURSTS == plan.kind())
        {
            figures.put("size", (double)plan.size());
        }
        return figures;
    }

    /** Of a stage that is shorter than a second all of it is the fullest one. */
    private double peakPerSecond(final double seconds, final long all, final ToLongFunction<Second> figure)
    {
        return seconds < 1 ? all / seconds : new MergedSeconds(tallies).peakPerSecond(figure);
    }

    private long durationNs()
    {
        return most(StageTally::endNs) - beginNs;
    }

    /** From its beginning to the last answer, but at least as long as it was to be. */
    private long lengthNs()
    {
        return Math.max(1, Math.max(most(StageTally::lastAnswerNs) - beginNs, most(StageTally::scheduledNs)));
    }

    /** Of several generators that of each stands alone too: a gap of one is nothing to the others. */
    private void floor(final Map<String, Double> figures)
    {
        figures.put("floorGaps", (double)sum((tally) -> tally.floor().gaps()));
        figures.put("floorAwayShare", most((tally) -> tally.floor().awayNs()) / (double)durationNs());
        figures.put("floorKeptSlow", (double)sum((tally) -> tally.floor().keptSlow()));
        if (most((tally) -> tally.floor().venueGaps()) >= 0)
        {
            figures.put("venueGaps", (double)most((tally) -> tally.floor().venueGaps()));
        }
        if (tallies.size() > 1 && parts.isEmpty())
        {
            figures.put("generators", (double)tallies.size());
            for (int i = 0; i < tallies.size(); i++)
            {
                final StageTally.Floor one = tallies.get(i).floor();
                figures.put("floorGaps." + (i + 1), (double)one.gaps());
                figures.put("floorAwayShare." + (i + 1), one.awayNs() / (double)durationNs());
                figures.put("floorKeptSlow." + (i + 1), (double)one.keptSlow());
            }
        }
    }

    private void bursts(final Map<String, Double> figures)
    {
        long worstNs = 0;
        double leastPerSecond = Double.MAX_VALUE;
        int never = 0;
        long unanswered = 0;
        for (int i = 0; i < plan.bursts(); i++)
        {
            final int number = i;
            final boolean isNever = tallies.stream().anyMatch((tally) -> tally.bursts().get(number).recoveryNs() < 0);
            // It is over when it is for the sessions of every generator. What has not recovered has taken at least as
            // long as the calm.
            final long recoveryNs = isNever ? Math.round(plan.seconds() * NS_PER_SECOND) :
                most((tally) -> tally.bursts().get(number).recoveryNs());
            never += isNever ? 1 : 0;
            unanswered += sum((tally) -> tally.bursts().get(number).due() - tally.bursts().get(number).answered());
            figures.put("recoveryNs." + (i + 1), (double)recoveryNs);
            worstNs = Math.max(worstNs, recoveryNs);
            leastPerSecond = Math.min(leastPerSecond, sum((tally) -> tally.bursts().get(number).accepted()) *
                NS_PER_SECOND / Math.max(1, most((tally) -> tally.bursts().get(number).answeringNs())));
        }
        figures.put("recoveryNs", (double)worstNs);
        figures.put("notRecovered", (double)never);
        figures.put("burstUnanswered", (double)unanswered);
        figures.put("burstAcceptedPerSecond", leastPerSecond);
        figures.put("burstPerSecond", (double)plan.burstPerSecond());
        figures.put("burstSeconds", plan.burstSeconds());
    }

    private String condition()
    {
        final int window = tallies.getFirst().window();
        final String load = switch (plan.kind())
        {
            case CLOSED -> "one transaction at a time";
            case SATURATE -> "a window of " + window + " transactions of each session always on its way";
            case MICROBURSTS -> String.format(Locale.ROOT, "%,d packets a second of %d transactions due at one moment",
                plan.perSecond(), plan.size());
            case BURSTS -> String.format(Locale.ROOT, "%,d transactions a second, %d bursts of %.1f s at %,d a second",
                plan.perSecond(), plan.bursts(), plan.burstSeconds(), plan.burstPerSecond());
            default -> 0 == most(StageTally::scheduledNs) ? "as fast as a window of " + window +
                " for each session goes" :
                String.format(Locale.ROOT, "%,d transactions a second, each due at its moment", plan.perSecond());
        };
        final long clients = sum(StageTally::clients);
        return sum(StageTally::twime) + " TWIME and " + sum(StageTally::fix) + " FIX sessions over TCP, " +
            clients + " client " + (1 == clients ? "session" : "sessions") + " beside them" +
            (!parts.isEmpty() ? ", with " + String.join(", ", parts) :
                1 == tallies.size() ? "" : ", of " + tallies.size() + " generators") + "; " + load +
            "; times count from the moment a transaction was due";
    }
}
