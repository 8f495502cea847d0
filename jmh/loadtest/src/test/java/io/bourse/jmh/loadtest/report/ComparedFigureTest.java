// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.ProfileInfo;
import io.bourse.jmh.loadtest.result.PublishedRow;
import io.bourse.jmh.loadtest.result.PublishedTable;
import io.bourse.jmh.loadtest.result.Repetition;
import io.bourse.jmh.loadtest.result.StageResult;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What is said of one figure. */
class ComparedFigureTest
{
    private static LoadTestResult result(final StageResult stage, final PublishedRow row)
    {
        return new LoadTestResult(LoadTestResult.FORMAT, MadeResult.environment("ram"),
            new ProfileInfo("ours", "ours", 1, 1, 0,
                List.of(new PublishedTable("Targets", "source", List.of("target"), List.of(row))), null, List.of()),
            List.of(stage), List.of(), List.of(), List.of());
    }

    private static ComparedFigure.Verdict ofRate(final String kind, final String target, final double acceptedPerSecond)
    {
        final StageResult stage = new StageResult("one", kind, "One", "a condition",
            Map.of("acceptedPerSecond", acceptedPerSecond), List.of(), List.of(), List.of(), Map.of());
        return ComparedFigure.all(result(stage,
            new PublishedRow("rate", "1/s", List.of(target), "one/acceptedPerSecond", false))).getFirst().verdict();
    }

    @Test
    void shouldFindARateKeptWhenItIsWithinAThousandthOfWhatWasAskedFor()
    {
        assertEquals(ComparedFigure.Verdict.MET, ofRate("CONSTANT", "50,000", 49_999.2));
        assertEquals(ComparedFigure.Verdict.MET, ofRate("CONSTANT", ">= 50,000", 49_950));
        assertEquals(ComparedFigure.Verdict.MISSED, ofRate("CONSTANT", "50,000", 49_949));
        assertEquals(ComparedFigure.Verdict.MISSED, ofRate("SATURATE", "50,000", 49_999.2));
    }

    private static LatencyResult latency(final long count, final long cleanCount)
    {
        return new LatencyResult("TWIME order", "round trip", percentiles(count), percentiles(cleanCount),
            1 - (double)cleanCount / count, List.of(), null);
    }

    private static LatencyResult.Percentiles percentiles(final long count)
    {
        return new LatencyResult.Percentiles(count, 1_000, 1_000, 1_000,
            new TreeMap<>(Map.of("50", 1_000L, "99.99", 1_000L, "99", 1_000L)));
    }

    private static LoadTestResult ofTime(final LatencyResult latency, final String figure)
    {
        final StageResult stage = new StageResult("one", "CONSTANT", "One", "a condition", Map.of(), List.of(),
            List.of(latency), List.of(), Map.of());
        return result(stage, new PublishedRow(
            "time", "us", List.of("<= 30"), "one/TWIME order/" + figure, false));
    }

    private static ComparedFigure.Verdict verdict(final LatencyResult latency, final String figure)
    {
        return ComparedFigure.all(ofTime(latency, figure)).getFirst().verdict();
    }

    @Test
    void shouldJudgeAPercentileOnlyWhenTenSamplesAreAboveIt()
    {
        assertEquals(ComparedFigure.Verdict.MET, verdict(latency(100_000, 99_999), "99.99"));
        assertEquals(ComparedFigure.Verdict.TOO_FEW, verdict(latency(100_000, 99_999), "99.99/clean"));
        assertEquals(ComparedFigure.Verdict.TOO_FEW, verdict(latency(999, 999), "99"));
        assertEquals(ComparedFigure.Verdict.MET, verdict(latency(1_000, 999), "99"));
        assertEquals(ComparedFigure.Verdict.MET, verdict(latency(20, 20), "50"));
        assertEquals(ComparedFigure.Verdict.MET, verdict(latency(1, 1), "max"));
    }

    private static LoadTestResult resultOfRuns(final double... acceptedPerSecond)
    {
        final StageResult stage = Repetition.merge("one", DoubleStream.of(acceptedPerSecond).mapToObj((value) ->
            new StageResult("run", "SATURATE", "One", "a condition", Map.of("acceptedPerSecond", value), List.of(),
                List.of(), List.of(), Map.of())).toList());
        return result(stage,
            new PublishedRow("rate", "1/s", List.of(">= 50,000"), "one/acceptedPerSecond", false));
    }

    private static ComparedFigure ofRuns(final double... acceptedPerSecond)
    {
        return ComparedFigure.all(resultOfRuns(acceptedPerSecond)).getFirst();
    }

    @Test
    void shouldJudgeTheMedianOfSeveralRunsAndSayWhenSomeWouldBeJudgedOtherwise()
    {
        assertEquals("reached", ofRuns(50_001, 70_000, 60_000).words());
        assertEquals("60,000 of 50,001 .. 70,000", ofRuns(50_001, 70_000, 60_000).oursText() + " of " +
            ofRuns(50_001, 70_000, 60_000).spreadText());
        assertEquals("reached, not in every run", ofRuns(49_999, 70_000, 60_000).words());
        assertEquals("missed, not in every run", ofRuns(49_999, 70_000, 40_000).words());
        assertEquals("missed", ofRuns(49_999, 30_000, 40_000).words());
        assertEquals("", ofRuns(49_999).spreadText());
    }

    @Test
    void shouldPrintTheRunsOnlyWhenThereAreSeveral()
    {
        assertTrue(printed(resultOfRuns(1_000, 3_000)).replaceAll(" +", " ").contains("| 2,000 | 1,000 .. 3,000 |"));
        assertFalse(printed(resultOfRuns(1_000)).contains(".."));
    }

    @Test
    void shouldSayHowManySamplesThereAreAndWhatShareWasRemoved()
    {
        assertTrue(printed(ofTime(latency(4_000, 3_000), "99/clean")).contains("| 3,000, 25.0 % removed |"));
        assertTrue(printed(ofTime(latency(4_000, 3_000), "99")).contains("|   4,000 |"));
        assertTrue(printed(ofTime(latency(4_000, 999), "99/clean")).contains("not measured: too few samples"));
    }

    private static String printed(final LoadTestResult result)
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        SummaryTable.print(result, new PrintStream(out, true));
        return out.toString(StandardCharsets.UTF_8);
    }
}
