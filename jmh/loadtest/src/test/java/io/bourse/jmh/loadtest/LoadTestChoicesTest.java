// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.loadtest.report.ReportPage;
import io.bourse.jmh.loadtest.report.ResultFile;
import io.bourse.jmh.loadtest.result.ClearingTime;
import io.bourse.jmh.loadtest.result.FeedResult;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.StageResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The choices of the command line, and a test that is broken off: beside {@link LoadTestTest}, in a process of its own.
 */
@Tag("venue")
final class LoadTestChoicesTest
{
    private static final int RECORDED = 400;

    @TempDir
    private Path directory;

    /** Orders on both sides that do not meet, a reduction of a part, an execution of an order nobody sees; cancels. */
    private static List<String> lobster()
    {
        final List<String> lines = new ArrayList<>();
        for (int id = 1; id <= RECORDED; id++)
        {
            lines.add("34200." + id + ",1," + lobster(id));
        }
        lines.add("34300.1,2,1,4,5801100,-1");
        lines.add("34300.2,5,0,1,5800500,1");
        for (int id = 2; id <= RECORDED; id++)
        {
            lines.add("34400." + id + ",3," + lobster(id));
        }
        return lines;
    }

    private static String lobster(final int id)
    {
        return id + ",10," + (0 == id % 2 ? 5_800_000 - 100 * id + ",1" : 5_801_000 + 100 * id + ",-1");
    }

    /** Every choice that is not the one of the first test, in one: whatever it lasts, each must have been made. */
    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldMakeTheChoicesOfTheCommandLine() throws IOException
    {
        final Path out = directory.resolve("report");
        final Path orders = Files.write(directory.resolve("messages.csv"), lobster());
        assertEquals(ExitCode.OK, LoadTest.commandLine().execute("--profile", "ours", "--scale", "0.00005",
            "--stages", "rtt-50000", "--sustained", "500", "--layout", "dedicated", "--durability", "disk", "--idle",
            "park", "--sessions", "2", "--orders", orders.toString(), "--out", out.toString(), "--dir",
            directory.resolve("data").toString()));
        final LoadTestResult result = ResultFile.read(out.resolve(ResultFile.FILE_NAME));
        assertEquals(List.of(), result.troubles());
        assertEquals(1, result.stages().size());
        final StageResult stage = result.stages().getFirst();
        assertEquals("disk", result.environment().durability());
        assertTrue(stage.condition().contains("; disk; dedicated, idle park"), stage.condition());
        assertTrue(stage.condition().contains("; 400 transactions a second, "), stage.condition());
        assertTrue(stage.condition().endsWith("; rates hang on 500 transactions/s of sustained, given and not " +
            "measured here"), stage.condition());
        assertTrue(stage.figures().get("transactions") > 0, stage.figures().toString());
        assertEquals(0, stage.figures().get("unanswered"));
        // Rooms have threads of their own, and the requests of the recording that are neither are counted.
        assertTrue(stage.threads().size() > 1, stage.threads().toString());
        assertTrue(stage.figures().get("leftOut") > 0, stage.figures().toString());
    }

    /** Every line of the three protocols, as it was received, and how soon the venue has sent on it. */
    @Tag("drill")
    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldReportBothLinesOfAllFeedsWhenTheVenueSendsThem() throws IOException
    {
        final Path out = directory.resolve("report");
        assertEquals(ExitCode.OK, LoadTest.commandLine().execute("--profile", "moex-derivatives-2025", "--scale",
            "0.0001", "--stages", "feeds-20000", "--sustained", "2000", "--idle", "park", "--sessions", "2", "--out",
            out.toString(), "--dir", directory.resolve("data").toString()));
        final LoadTestResult result = ResultFile.read(out.resolve(ResultFile.FILE_NAME));
        assertEquals(List.of(), result.troubles());
        final StageResult stage = result.stages().getFirst();
        final List<String> lines = Stream.of("simba.orders-log.incremental-", "fast.orders-log.incremental-",
            "fast.fo-trades.incremental-", "pitch.unit-").flatMap((line) -> Stream.of(line + "a", line + "b")).toList();
        assertEquals(Set.copyOf(lines), stage.feeds().stream().map(FeedResult::name).collect(Collectors.toSet()));
        for (final FeedResult feed : stage.feeds())
        {
            assertTrue(feed.messages() > 0 && feed.peakBitsPerSecond1ms() >= feed.peakBitsPerSecond1s(),
                feed.toString());
            assertTrue(stage.figures().get(StageResult.DOOR_P99 + feed.name()) >=
                stage.figures().get(StageResult.DOOR_P50 + feed.name()), feed.name());
        }
        assertTrue(stage.figures().keySet().containsAll(List.of("doorP50Ns.answer.twime", "doorP50Ns.answer.fix")),
            stage.figures()::toString);
        assertEquals(List.of(1_000.0, 50.0), List.of(stage.figures().get("askedPerSecond"),
            stage.figures().get("clientPerSecond")));
        assertTrue(Files.readString(out.resolve(ReportPage.FILE_NAME)).contains("id=\"doors-rows\""));
    }

    /** A venue is cleared, trades again, and is cleared at its end; its journal replays to the same. */
    @Tag("drill")
    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldClearWhatTheVenueHasTraded() throws IOException
    {
        final Path out = directory.resolve("report");
        final Path data = directory.resolve("data");
        assertEquals(ExitCode.OK, LoadTest.commandLine().execute("--profile", "moex-derivatives-2025", "--scale",
            "0.00001", "--stages", "day,intraday,reopened,evening", "--idle", "park", "--sessions", "2", "--out",
            out.toString(), "--dir", data.toString()));
        final LoadTestResult result = ResultFile.read(out.resolve(ResultFile.FILE_NAME));
        assertEquals(List.of(), result.troubles());
        assertEquals(List.of("day", "reopened"), result.stages().stream().map(StageResult::name).toList());
        final StageResult reopened = result.stages().getLast();
        assertTrue(reopened.figures().get("transactions") > 0, reopened.figures()::toString);
        assertEquals(0, reopened.figures().get("unanswered"));
        assertTrue(reopened.condition().contains("; dedicated, idle park"), reopened.condition());
        final List<String> steps = result.clearing().stream().map(ClearingTime::step).toList();
        assertTrue(steps.containsAll(List.of("intraday clearing", "intraday clearing: order reports",
            "evening clearing", "main reports", "order reports", "reports for the regulator")), steps::toString);
        result.clearing().forEach((time) -> assertTrue(time.seconds() > 0, time.toString()));
        // Each of them has cleared what the venue has traded up to then, in the warm-up too.
        final double dayTrades = result.stages().getFirst().figures().get("trades");
        final double intraday = trades(result, "intraday clearing");
        assertTrue(dayTrades > 0 && intraday >= dayTrades, () -> "cleared=" + intraday + " traded=" + dayTrades);
        assertTrue(trades(result, "evening clearing") >= intraday + reopened.figures().get("trades"),
            result.clearing()::toString);
        assertTrue(result.replays().getFirst().isSame(), result.replays()::toString);
        try (Stream<Path> left = Files.list(data))
        {
            assertEquals(List.of(), left.toList());
        }
    }

    private static double trades(final LoadTestResult result, final String step)
    {
        final String volume = result.clearing().stream().filter((time) -> step.equals(time.step())).findFirst()
            .orElseThrow().volume();
        return Double.parseDouble(volume.substring(0, volume.indexOf(' ')).replace(",", ""));
    }

    /** By the venue's own time stamps: how packets queue at each of them, and what all products take. */
    @Tag("drill")
    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldReportProductsAndTheQueueOfAPacket() throws IOException
    {
        final Path out = directory.resolve("report");
        assertEquals(ExitCode.OK, LoadTest.commandLine().execute("--profile", "t7-microburst", "--scale", "0.0001",
            "--stages", "products,packets-10", "--idle", "park", "--out", out.toString(), "--dir",
            directory.resolve("data").toString()));
        final LoadTestResult result = ResultFile.read(out.resolve(ResultFile.FILE_NAME));
        assertEquals(List.of(), result.troubles());
        final StageResult products = result.stages().getFirst();
        final List<String> names = products.latencies().stream().map(LatencyResult::name).toList();
        assertEquals(8, names.stream().filter((name) -> name.endsWith(" product")).count());
        assertTrue(names.containsAll(List.of("matcher, t5 to t6", "TWIME gateway, t3n to t4")), names::toString);
        assertEquals(List.of(), products.paths());
        final StageResult packets = result.stages().get(1);
        assertTrue(packets.figures().get("packets") > 0, packets.figures()::toString);
        assertTrue(packets.figures().keySet().containsAll(List.of("passedPerMs.t3'", "passedPerMs.t5",
            "passedPerMs.t4")), packets.figures()::toString);
        assertEquals(7, packets.paths().size());
        assertEquals(10, packets.paths().getLast().medianNs().size());
    }

    @Tag("drill")
    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldReportMediansWhenStagesAreRepeated() throws IOException
    {
        final Path out = directory.resolve("report");
        assertEquals(ExitCode.OK, LoadTest.commandLine().execute("--profile", "ours", "--scale", "0.00001",
            "--stages", "ring", "--repeat", "2", "--idle", "park", "--out", out.toString(), "--dir",
            directory.resolve("data").toString()));
        final StageResult ring = ResultFile.read(out.resolve(ResultFile.FILE_NAME)).stages().getFirst();
        assertEquals("ring", ring.name());
        final List<Double> runs = ring.runs().get("commandsPerSecond");
        assertEquals(2, runs.size());
        assertEquals((runs.get(0) + runs.get(1)) / 2, ring.figures().get("commandsPerSecond"));
        assertTrue(Files.readString(out.resolve(ReportPage.FILE_NAME)).contains("medians of 2 runs"));
    }

    @Tag("drill")
    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldHaveReportedTheStagesThatWereDoneWhenItIsBrokenOff() throws IOException, InterruptedException
    {
        final Path out = directory.resolve("report");
        breakOff("stage 1 of 2", Process::destroyForcibly, "--out", out.toString());
        final LoadTestResult nothing = ResultFile.read(out.resolve(ResultFile.FILE_NAME));
        assertEquals(List.of(), nothing.stages());
        assertTrue(nothing.troubles().getFirst().contains("stages to come [rtt-1000, ring]"),
            nothing.troubles().toString());

        breakOff("stage 2 of 2", Process::destroy, "--continue", "--out", out.toString());
        final LoadTestResult result = ResultFile.read(out.resolve(ResultFile.FILE_NAME));
        assertEquals(List.of("rtt-1000"), result.stages().stream().map(StageResult::name).toList());
        assertEquals(1, result.troubles().size(), result.troubles().toString());
        assertTrue(result.troubles().getFirst().contains("stages to come [ring]"), result.troubles().toString());
        assertTrue(Files.readString(out.resolve(ReportPage.FILE_NAME)).contains("stages to come [ring]"));

        assertEquals(ExitCode.USAGE, LoadTest.commandLine().execute("--profile", "ours", "--scale", "0.00002",
            "--continue", "--out", out.toString(), "--dir", directory.resolve("data").toString()));
        assertEquals(ExitCode.OK, LoadTest.commandLine().execute("--profile", "ours", "--scale", "0.00001",
            "--stages", "rtt-1000,ring", "--idle", "park", "--continue", "--out", out.toString(), "--dir",
            directory.resolve("data").toString()));
        final LoadTestResult whole = ResultFile.read(out.resolve(ResultFile.FILE_NAME));
        assertEquals(List.of(), whole.troubles());
        assertEquals(List.of("rtt-1000", "ring"), whole.stages().stream().map(StageResult::name).toList());
        assertEquals(result.stages().getFirst(), whole.stages().getFirst());
        assertEquals(result.environment().startedAt(), whole.environment().startedAt());
    }

    /** Ends a test in a process of its own when it has printed something. */
    private void breakOff(final String when, final Consumer<Process> end, final String... options)
        throws IOException, InterruptedException
    {
        final List<String> args = new ArrayList<>(List.of(options));
        args.addAll(List.of("--profile", "ours", "--scale", "0.00001", "--stages", "rtt-1000,ring", "--idle", "park",
            "--dir", directory.resolve("data").toString()));
        final Process test = new ProcessBuilder(JavaProcess.command(
            List.of("-Xmx256m", "-Dbourse.root=" + System.getProperty("bourse.root")), LoadTest.class,
            args.toArray(String[]::new))).redirectErrorStream(true).start();
        List<ProcessHandle> children = List.of();
        try
        {
            awaitLine(test.inputReader(), when);
            children = test.descendants().toList();
            end.accept(test);
            assertTrue(test.waitFor(60, TimeUnit.SECONDS));
        }
        finally
        {
            children.forEach(ProcessHandle::destroyForcibly);
            test.destroyForcibly();
        }
    }

    private static void awaitLine(final BufferedReader output, final String part) throws IOException
    {
        final StringBuilder read = new StringBuilder();
        for (String line = output.readLine(); null != line; line = output.readLine())
        {
            read.append(line).append('\n');
            if (line.contains(part))
            {
                return;
            }
        }
        fail("it ended before it said so: awaited=" + part + " said=" + read);
    }
}
