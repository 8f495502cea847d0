// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.tally;

import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.Second;
import io.bourse.jmh.loadtest.result.StageResult;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What two generators have counted, as one stage. */
class StageTotalsTest
{
    private static final long SECOND_NS = 1_000_000_000;
    private static final long BEGIN_NS = 77 * SECOND_NS;
    private static final String LOG = "one-TWIME-order.hlog";
    private static final StagePlan PLAN =
        new StagePlan("one", StageKind.BURSTS, "One", 1, 1_000, 0, 5_000, 0.5, 1, 0, 0);

    @TempDir
    private Path directory;

    private static Histogram histogram(final long fromUs, final long toUs)
    {
        final Histogram histogram = new Histogram(120 * SECOND_NS, 3);
        LongStream.range(fromUs, toUs).forEach((us) -> histogram.recordValue(us * 1_000));
        return histogram;
    }

    /** Two seconds, the log of each beside the tally; the last of the stage is shorter. */
    private static StageTally tally(
        final Path directory, final long fromUs, final long toUs, final long recoveryNs, final long lastAnswerNs)
        throws IOException
    {
        final long middleUs = (fromUs + toUs) / 2;
        Files.createDirectories(directory);
        try (PrintStream out = new PrintStream(directory.resolve(LOG).toFile()))
        {
            final HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputStartTime(1_700_000_000_123L);
            writer.setBaseTime(1_700_000_000_123L);
            writer.outputLegend();
            writer.outputIntervalHistogram(0, 1.003, histogram(fromUs, middleUs));
            writer.outputIntervalHistogram(1.003, 1.9, histogram(middleUs, toUs));
        }
        final long half = middleUs - fromUs;
        return new StageTally(BEGIN_NS, BEGIN_NS + 2 * SECOND_NS, BEGIN_NS + lastAnswerNs, 2 * SECOND_NS, 64, 2, 1, 0,
            toUs - fromUs + 3, toUs - fromUs - 10, 10, 5, Map.of("TOO_LATE", 2L), 40, 0,
            new StageTally.Floor(fromUs, SECOND_NS / 100, 1, 9),
            List.of(
                new StageTally.Part(
                    new Second(0, half, half, half, 0, 2, 0, 1, 2, 3, 30 + fromUs), SECOND_NS + 3_000_000),
                new StageTally.Part(
                    new Second(1, half + 3, half, half - 10, 10, 3, 2, 1, 2, 3, 20), SECOND_NS * 897 / 1_000)),
            List.of(StageTally.Times.of("TWIME order", StageTally.ROUND_TRIP, histogram(fromUs, toUs),
                histogram(toUs - 4, toUs), LOG)),
            List.of(new StageTally.Burst(100, 90, 99, SECOND_NS / 2, recoveryNs)));
    }

    private StageResult merged(final long recoveryNs) throws IOException
    {
        return merged(recoveryNs, List.of());
    }

    private StageResult merged(final long recoveryNs, final List<String> parts) throws IOException
    {
        final List<Path> directories = List.of(directory.resolve("generator-1"), directory.resolve("generator-2"));
        return StageTotals.of(PLAN, List.of(
            tally(directories.get(0), 100, 1_100, recoveryNs, SECOND_NS),
            tally(directories.get(1), 1_100, 3_100, SECOND_NS / 4, 5 * SECOND_NS / 2)), directories, directory, parts);
    }

    @Test
    void shouldKeepWhatEachPartitionCameToBesideTheWhole() throws IOException
    {
        final StageResult stage = merged(0, List.of("bonds", "shares"));
        assertEquals(List.of("TWIME order", "order", "both", "bonds", "shares"),
            stage.latencies().stream().map(LatencyResult::name).toList());
        assertEquals(List.of(1_000L, 2_000L), stage.latencies().stream()
            .filter((latency) -> StageTally.PART.equals(latency.group())).map((latency) -> latency.all().count())
            .toList());
        final Map<String, Double> figures = stage.figures();
        assertEquals(List.of(1_000 / 2.5, 2_000 / 2.5, 3_000 / 2.5), List.of(figures.get("acceptedPerSecond.bonds"),
            figures.get("acceptedPerSecond.shares"), figures.get("acceptedPerSecond")));
        assertEquals(List.of(1.0, 1.0, 2.0), List.of(figures.get("unanswered.bonds"),
            figures.get("unanswered.shares"), figures.get("unanswered")));
        assertFalse(figures.containsKey("generators"));
        assertTrue(stage.condition().contains("beside them, with bonds, shares; "), stage.condition());
    }

    @Test
    void shouldAddUpDistributionsAsIfOneGeneratorHadTimedAll() throws IOException
    {
        final LatencyResult merged = merged(0).latencies().getFirst();
        final LatencyResult whole = StageTotals.of(PLAN, tally(directory, 100, 3_100, 0, SECOND_NS)).latencies()
            .getFirst();
        assertEquals(whole.all(), merged.all());
        assertEquals(whole.histogram(), merged.histogram());
        assertEquals(3_000 - 8, merged.clean().count());
        assertEquals(LOG, merged.log());
        assertEquals(List.of("TWIME order", "order", "both"),
            merged(0).latencies().stream().map(LatencyResult::name).toList());
    }

    @Test
    void shouldSayWhereTheHumpsAre() throws IOException
    {
        assertEquals(200, new LatencyResult.Bucket(100, 400, 1).middleNs());
        final StageResult stage = merged(0);
        final LatencyResult.Bucket fullest = stage.latencies().getFirst().histogram().stream()
            .reduce((one, other) -> other.count() > one.count() ? other : one).orElseThrow();
        assertEquals(fullest.middleNs(), stage.figures().get("orderHumpNs"));
        assertEquals(fullest.middleNs(), stage.figures().get("bothHumpNs"));
        assertFalse(stage.figures().containsKey("cancelHumpNs"));
    }

    @Test
    void shouldAddUpCountsAndLastUntilTheLastAnswer() throws IOException
    {
        final Map<String, Double> figures = merged(0).figures();
        assertEquals(3_000.0, figures.get("transactions"));
        assertEquals(3_000 / 2.5, figures.get("acceptedPerSecond"));
        assertEquals(3_006 / 2.5, figures.get("duePerSecond"));
        assertEquals(4.0, figures.get("refused"));
        assertEquals(4.0, figures.get("refused.TOO_LATE"));
        assertEquals(2.0, figures.get("unanswered"));
        assertEquals(6.0, figures.get("sessions"));
        assertEquals(80.0, figures.get("backlogMost"));
        assertEquals(1_500 / 0.897, figures.get("peakAcceptedPerSecond"), 1e-6);
    }

    @Test
    void shouldKeepApartWhatTheMachineTookFromEach() throws IOException
    {
        final Map<String, Double> figures = merged(0).figures();
        assertEquals(List.of(2.0, 1_200.0, 100.0, 1_100.0), List.of(figures.get("generators"),
            figures.get("floorGaps"), figures.get("floorGaps.1"), figures.get("floorGaps.2")));
        assertEquals(0.005, figures.get("floorAwayShare"));
        assertEquals(9.0, figures.get("venueGaps"));
        assertFalse(StageTotals.of(PLAN, tally(directory, 1, 9, 0, 1)).figures().containsKey("floorGaps.1"));
    }

    @Test
    void shouldReportSecondsWithTimesOfAllGenerators() throws IOException
    {
        final List<Second> seconds = merged(0).timeline();
        assertEquals(List.of(0, 1), seconds.stream().map(Second::second).toList());
        final Histogram first = histogram(100, 600);
        first.add(histogram(1_100, 2_100));
        assertEquals(
            new Second(0, 1_500, 1_500, 1_500, 0, 4, 0, first.getValueAtPercentile(50), first.getValueAtPercentile(99),
                first.getMaxValue(), 1_130), seconds.getFirst());
        assertEquals(List.of(1_506L, 1_500L, 1_480L, 20L, 4L, 20L), List.of(seconds.get(1).due(),
            seconds.get(1).accepted(), seconds.get(1).orders(), seconds.get(1).cancels(), seconds.get(1).refused(),
            seconds.get(1).floorMaxNs()));
    }

    @Test
    void shouldHaveRecoveredWhenEveryGeneratorHas() throws IOException
    {
        final Map<String, Double> figures = merged(SECOND_NS / 8).figures();
        assertEquals(SECOND_NS / 4.0, figures.get("recoveryNs.1"));
        assertEquals(0.0, figures.get("notRecovered"));
        assertEquals(2.0, figures.get("burstUnanswered"));
        assertEquals(360.0, figures.get("burstAcceptedPerSecond"));
        final Map<String, Double> never = merged(-1).figures();
        assertEquals((double)SECOND_NS, never.get("recoveryNs"));
        assertEquals(1.0, never.get("notRecovered"));
    }

    @Test
    void shouldSayHowManyGeneratorsThereWere() throws IOException
    {
        assertTrue(merged(0).condition().startsWith(
            "4 TWIME and 2 FIX sessions over TCP, 0 client sessions beside them, of 2 generators; "));
    }
}
