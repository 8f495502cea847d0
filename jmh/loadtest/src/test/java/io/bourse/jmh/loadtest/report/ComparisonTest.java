// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.InputCorruptException;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.ProfileInfo;
import io.bourse.jmh.loadtest.result.Repetition;
import io.bourse.jmh.loadtest.result.ReplayResult;
import io.bourse.jmh.loadtest.result.StageResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What is said of two load tests. */
class ComparisonTest
{
    private static final double TOLERANCE = 0.1;

    @TempDir
    private Path dir;

    private static LoadTestResult result(final StageResult... stages)
    {
        return new LoadTestResult(LoadTestResult.FORMAT, MadeResult.environment("ram"),
            new ProfileInfo("ours", "ours", 1, 1, 0, List.of(), null, List.of()), List.of(stages), List.of(), List.of(),
            List.of());
    }

    private static StageResult stage(final Map<String, Double> figures, final LatencyResult... latencies)
    {
        return new StageResult("one", "CONSTANT", "One", "a condition", new TreeMap<>(figures), List.of(),
            List.of(latencies), List.of(), Map.of());
    }

    private static LatencyResult latency(final long allNs, final long cleanNs)
    {
        return new LatencyResult("TWIME order", "round trip", percentiles(allNs),
            0 == cleanNs ? new LatencyResult.Percentiles(0, 0, 0, 0, new TreeMap<>(Map.of("50", 0L))) :
            percentiles(cleanNs), 0.01, List.of(), null);
    }

    private static LatencyResult.Percentiles percentiles(final long ns)
    {
        return new LatencyResult.Percentiles(10, ns, ns, ns, new TreeMap<>(Map.of("50", ns, "99.9", 9 * ns)));
    }

    private static List<String> verdicts(final LoadTestResult before, final LoadTestResult after)
    {
        return Comparison.of(before, after, TOLERANCE).changes().stream()
            .map((change) -> change.figure() + " " + change.verdict()).toList();
    }

    private static List<String> verdicts(final Map<String, Double> before, final Map<String, Double> after)
    {
        return verdicts(result(stage(before)), result(stage(after)));
    }

    @Test
    void shouldKnowInWhichDirectionAFigureIsBetter()
    {
        final Map<String, Double> less = Map.of(
            "acceptedPerSecond", 100.0, "recoveryNs.1", 100.0, "publicFirstShare", 0.5, "idleCoreShare", 0.05,
            "rssBytes", 100.0, "leadP50Ns", 100.0, "transactions", 100.0, "duePerSecond", 100.0);
        final Map<String, Double> more = Map.of(
            "acceptedPerSecond", 200.0, "recoveryNs.1", 200.0, "publicFirstShare", 0.9, "idleCoreShare", 0.5,
            "rssBytes", 200.0, "leadP50Ns", 200.0, "transactions", 200.0, "duePerSecond", 200.0);
        assertEquals(
            List.of("acceptedPerSecond BETTER", "duePerSecond SHOWN", "idleCoreShare WORSE", "leadP50Ns BETTER",
                "publicFirstShare BETTER", "recoveryNs.1 WORSE", "rssBytes WORSE", "transactions SHOWN"),
            verdicts(less, more));
        assertEquals(
            List.of("acceptedPerSecond WORSE", "duePerSecond SHOWN", "idleCoreShare BETTER", "leadP50Ns WORSE",
                "publicFirstShare WORSE", "recoveryNs.1 BETTER", "rssBytes BETTER", "transactions SHOWN"),
            verdicts(more, less));
    }

    @Test
    void shouldNotJudgeWhatSaysNeitherGoodNorBad()
    {
        assertEquals(
            List.of("backlogMost SHOWN", "floorKeptSlow SHOWN", "gcCount SHOWN", "gcNs SHOWN", "venueCoreShare SHOWN"),
            verdicts(
                Map.of("venueCoreShare", 0.5, "backlogMost", 1.0, "gcCount", 1.0, "gcNs", 1.0, "floorKeptSlow", 1.0),
                Map.of("venueCoreShare", 0.9, "backlogMost", 9.0, "gcCount", 9.0, "gcNs", 9.0, "floorKeptSlow", 9.0)));
    }

    @Test
    void shouldTakeForTheSameWhatIsWithinTheTolerance()
    {
        final Map<String, Double> before = Map.of("acceptedPerSecond", 1_000.0);
        assertEquals(List.of("acceptedPerSecond SAME"), verdicts(before, Map.of("acceptedPerSecond", 900.0)));
        assertEquals(List.of("acceptedPerSecond WORSE"), verdicts(before, Map.of("acceptedPerSecond", 899.0)));
        assertEquals(List.of("acceptedPerSecond SAME"), verdicts(before, Map.of("acceptedPerSecond", 1_100.0)));
        assertEquals(List.of("acceptedPerSecond BETTER"), verdicts(before, Map.of("acceptedPerSecond", 1_101.0)));
    }

    private static StageResult ran(final double... acceptedPerSecond)
    {
        return Repetition.merge("one", DoubleStream.of(acceptedPerSecond).mapToObj((value) ->
            stage(Map.of("acceptedPerSecond", value, "unanswered", value > 1_000 ? 1.0 : 0.0))).toList());
    }

    private static String verdictOnRuns(final StageResult before, final StageResult after)
    {
        return verdicts(result(before), result(after)).getFirst();
    }

    @Test
    void shouldCallAFigureWorseOnlyWhenTheRunsOfTheTwoTestsDoNotOverlap()
    {
        assertEquals("acceptedPerSecond OVERLAP", verdictOnRuns(ran(100, 80, 105), ran(70, 82, 60)));
        assertEquals("acceptedPerSecond WORSE", verdictOnRuns(ran(100, 80, 105), ran(70, 79, 60)));
        assertEquals("acceptedPerSecond BETTER", verdictOnRuns(ran(70, 79, 60), ran(100, 80, 105)));
        assertEquals("acceptedPerSecond SAME", verdictOnRuns(ran(100, 101, 102), ran(95, 96, 97)));
        assertEquals("acceptedPerSecond OVERLAP", verdictOnRuns(ran(100, 80, 105), ran(80)));
        assertEquals("acceptedPerSecond WORSE", verdictOnRuns(ran(100), ran(80)));
        assertFalse(Comparison.of(result(ran(100, 80, 105)), result(ran(70, 82, 60)), TOLERANCE).isWorse());
    }

    @Test
    void shouldFindOneUnansweredTransactionInOneRunWorseThanNone()
    {
        assertEquals(List.of("acceptedPerSecond SAME", "unanswered WORSE"),
            verdicts(result(ran(999, 999, 999)), result(ran(999, 1_001, 999))));
    }

    private static StageResult publicFirst(final double... shares)
    {
        return Repetition.merge("one", DoubleStream.of(shares).mapToObj((share) ->
            stage(Map.of("publicFirstShare", share))).toList());
    }

    @Test
    void shouldJudgePublicFirstByTheWorstRun()
    {
        assertEquals("publicFirstShare WORSE", verdictOnRuns(publicFirst(1, 1, 1), publicFirst(1, 0.8, 1)));
        // The runs overlap, but the worst ones differ.
        assertEquals("publicFirstShare WORSE", verdictOnRuns(publicFirst(1, 0.95, 1), publicFirst(1, 0.8, 1)));
        assertEquals("publicFirstShare SAME", verdictOnRuns(publicFirst(1, 0.95, 1), publicFirst(0.9, 0.95, 1)));
    }

    @Test
    void shouldFindAnyUnansweredTransactionWorseThanNone()
    {
        assertEquals(List.of("unanswered WORSE"), verdicts(Map.of("unanswered", 0.0), Map.of("unanswered", 1.0)));
        assertEquals(List.of("unanswered SAME"), verdicts(Map.of("unanswered", 0.0), Map.of("unanswered", 0.0)));
    }

    @Test
    void shouldMissWhatTheSecondDoesNotHave()
    {
        assertEquals(List.of("acceptedPerSecond GONE", "trades SHOWN", "leadP50Ns NEW"),
            verdicts(Map.of("acceptedPerSecond", 1.0, "trades", 2.0), Map.of("leadP50Ns", 3.0)));
        assertTrue(Comparison.of(result(stage(Map.of("acceptedPerSecond", 1.0))), result(), TOLERANCE).isWorse());
        assertFalse(Comparison.of(result(), result(stage(Map.of("acceptedPerSecond", 1.0))), TOLERANCE).isWorse());
    }

    @Test
    void shouldJudgeCleanPercentilesWhenBothHaveThem()
    {
        assertEquals(List.of("TWIME order p50 clean SAME", "TWIME order p99.9 clean SHOWN"),
            verdicts(result(stage(Map.of(), latency(100, 50))), result(stage(Map.of(), latency(900, 50)))));
        assertEquals(List.of("TWIME order p50 WORSE", "TWIME order p99.9 SHOWN"),
            verdicts(result(stage(Map.of(), latency(100, 50))), result(stage(Map.of(), latency(900, 0)))));
    }

    @Test
    void shouldFailWhenAReplayComesToAnotherState()
    {
        final LoadTestResult same = replayed("aa");
        assertFalse(Comparison.of(same, same, TOLERANCE).isWorse());
        assertTrue(Comparison.of(same, replayed("bb"), TOLERANCE).isWorse());
    }

    private static LoadTestResult replayed(final String hash)
    {
        final LoadTestResult result = result();
        return new LoadTestResult(result.format(), result.environment(), result.profile(), List.of(), List.of(),
            List.of(new ReplayResult("day", 1, "aa", hash, 1)), List.of());
    }

    @Test
    void shouldWarnWhenConditionsDiffer()
    {
        final LoadTestResult before = result(stage(Map.of()));
        final LoadTestResult after = new LoadTestResult(before.format(), MadeResult.environment("disk"),
            new ProfileInfo("ours", "ours", 0.5, 1, 0, List.of(), null, List.of()), before.stages(), List.of(),
            List.of(), List.of());
        assertEquals(List.of("durability: ram -> disk", "scale: 1.0 -> 0.5"),
            Comparison.of(before, after, TOLERANCE).differences());
        assertEquals(List.of(), Comparison.of(before, before, TOLERANCE).differences());
    }

    @Test
    void shouldPrintATableAndGiveTheStatus() throws Exception
    {
        final Path before = dir.resolve("a.json");
        final Path after = dir.resolve("b.json");
        ResultFile.write(before, result(stage(Map.of("acceptedPerSecond", 200_000.0, "recoveryNs", 4e8))));
        ResultFile.write(after, result(stage(Map.of("acceptedPerSecond", 100_000.0, "recoveryNs", 4.1e8))));
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertEquals(1, Comparison.print(before, after, TOLERANCE, new PrintStream(out, true)));
        assertEquals(
            List.of(
                "stage  figure                         before               after      change  verdict",
                "one    acceptedPerSecond             200,000             100,000     -50.0 %  worse",
                "one    recoveryNs                   400.0 ms            410.0 ms      +2.5 %  same",
                "tolerance 10.0 %: 0 better, 1 same, 1 worse, 0 gone"),
            out.toString(StandardCharsets.UTF_8).lines().skip(2).limit(4).toList());
        assertEquals(0, Comparison.print(before, before, TOLERANCE, new PrintStream(out, true)));
    }

    @Test
    void shouldRefuseWhatIsNoReport() throws Exception
    {
        final Path file = dir.resolve("a.json");
        for (final String text : List.of("", "{", "[]", "null", "{\"format\": \"bourse-loadtest/9\"}"))
        {
            Files.writeString(file, text);
            assertTrue(assertThrows(InputCorruptException.class, () -> ResultFile.read(file)).getMessage()
                .contains("file=" + file), text);
        }
        assertThrows(IllegalArgumentException.class, () -> Comparison.of(result(), result(), 1));
    }

    @Test
    void shouldCompareAWholeTestWithItself()
    {
        final Comparison comparison = Comparison.of(MadeResult.whole(), MadeResult.whole(), 0);
        assertFalse(comparison.isWorse());
        assertTrue(comparison.changes().stream().allMatch((change) ->
            change.verdict() == Change.Verdict.SAME || change.verdict() == Change.Verdict.SHOWN));
        assertTrue(100 < comparison.changes().size());
    }
}
