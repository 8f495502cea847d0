// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.loadtest.report.ReportPage;
import io.bourse.jmh.loadtest.report.ResultFile;
import io.bourse.jmh.loadtest.result.FeedResult;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.ProfileInfo;
import io.bourse.jmh.loadtest.result.PublishedRow;
import io.bourse.jmh.loadtest.result.PublishedTable;
import io.bourse.jmh.loadtest.result.ReplayResult;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The command against real venues, with the shortest stages there are.
 */
@Tag("venue")
final class LoadTestTest
{
    private static final List<String> STAGES = List.of("sustained", "rtt-20000", "fix-ping-pong", "ring", "day");

    private static final int RECORDED = 400;

    @TempDir
    private Path directory;

    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldReportEveryFigureThatItsTablesNameWhenItsStagesHaveRun() throws IOException
    {
        final Path out = directory.resolve("report");
        final Path data = directory.resolve("data");
        assertEquals(ExitCode.OK, LoadTest.commandLine().execute("--profile", "ours", "--scale", "0.00005",
            "--stages", String.join(",", STAGES), "--sessions", "2", "--generators", "2", "--idle", "park",
            "--out", out.toString(), "--dir", data.toString()));

        final LoadTestResult result = ResultFile.read(out.resolve(ResultFile.FILE_NAME));
        assertEquals(List.of(), result.troubles());
        assertEquals(STAGES, result.stages().stream().map(StageResult::name).toList());
        assertEquals(List.of(), missing(result));
        assertEquals(1, result.replays().size());
        final ReplayResult replay = result.replays().getFirst();
        assertTrue(replay.isSame(), replay.toString());
        assertTrue(replay.commands() >= figure(result, "day", "transactions"), replay.toString());
        assertFeeds(result);
        assertEquals(2, figure(result, "sustained", "generators"));
        assertTrue(figure(result, "ring", "commandsPerSecond") > figure(result, "ring", "acceptedPerSecond"));
        assertTrue(Files.size(out.resolve(ReportPage.FILE_NAME)) > 0);
        try (Stream<Path> left = Files.list(data))
        {
            assertEquals(List.of(), left.toList());
        }
    }

    /** What the tables ask of the stages that ran, and is not there. */
    private static List<String> missing(final LoadTestResult result)
    {
        final List<String> missing = new ArrayList<>();
        for (final PublishedTable table : result.profile().tables())
        {
            for (final PublishedRow row : table.rows())
            {
                final String[] parts = row.ours().split("/");
                result.stages().stream()
                    .filter((stage) -> stage.name().equals(parts[0]) && !isThere(stage, parts))
                    .forEach((stage) -> missing.add(row.ours()));
            }
        }
        return missing;
    }

    private static boolean isThere(final StageResult stage, final String[] parts)
    {
        if (2 == parts.length)
        {
            return stage.figures().containsKey(parts[1]);
        }
        return stage.latencies().stream().filter((latency) -> latency.name().equals(parts[1])).anyMatch((latency) ->
            (4 == parts.length ? latency.clean() : latency.all()).byPercentile().containsKey(parts[2]));
    }

    private static double figure(final LoadTestResult result, final String stage, final String name)
    {
        return result.stages().stream().filter((found) -> found.name().equals(stage)).findFirst().orElseThrow()
            .figures().get(name);
    }

    /** Both lines of the order log have carried the transactions, and the stamps say when. */
    private static void assertFeeds(final LoadTestResult result)
    {
        final StageResult stage = result.stages().get(STAGES.indexOf("rtt-20000"));
        assertEquals(List.of("simba.orders-log.incremental-a", "simba.orders-log.incremental-b"),
            stage.feeds().stream().map(FeedResult::name).toList());
        stage.feeds().forEach((feed) -> assertTrue(feed.messages() > 0, feed.toString()));
        final long durationNs = stage.figures().get("durationNs").longValue();
        assertEquals(stage.feeds().stream().map((feed) -> feed.during(durationNs)).toList(), stage.feeds());
        assertTrue(stage.latencies().stream().map(LatencyResult::name).toList().contains("order to market data"));
        assertTrue(stage.figures().keySet().containsAll(
            List.of("publicFirstShare", "leadP50Ns", "leadP1Ns", "rssBytes", "heapAfterBytes")));
        assertTrue(!stage.threads().isEmpty());
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow()
    {
        assertEquals(ExitCode.USAGE, LoadTest.commandLine().execute("--profile", "nasdaq"));
        assertEquals(ExitCode.USAGE, LoadTest.commandLine().execute());
        assertEquals(ExitCode.USAGE, LoadTest.commandLine().execute("--profile", "ours", "--layout", "loose"));
        assertEquals(ExitCode.USAGE, LoadTest.commandLine().execute("--profile", "ours", "--stages", "lunch",
            "--out", directory.toString(), "--dir", directory.toString()));
        assertEquals(ExitCode.USAGE, LoadTest.commandLine().execute("--profile", "ours", "--repeat", "0"));
        assertEquals(ExitCode.USAGE, LoadTest.commandLine().execute("--profile", "ours", "--generators", "0"));
        assertEquals(ExitCode.USAGE, LoadTest.commandLine().execute("--profile", "ours", "--generators", "2",
            "--orders", "orders.csv"));
    }

    @Test
    void shouldWantARateWhenAStageHangsOnOneThatIsNotRun() throws IOException
    {
        assertEquals(ExitCode.USAGE, LoadTest.commandLine().execute("--profile", "ours", "--stages", "bursts",
            "--out", directory.toString(), "--dir", directory.toString()));
        assertEquals(ExitCode.USAGE, LoadTest.commandLine().execute("--profile", "ours", "--stages", "bursts",
            "--sustained", "-1"));
        final Path earlier = directory.resolve("earlier.json");
        ResultFile.write(earlier, new LoadTestResult(LoadTestResult.FORMAT, null,
            new ProfileInfo("moex-2020", "", 1, 1, 0, List.of(), null), List.of(), List.of(), List.of(), List.of()));
        assertEquals(ExitCode.USAGE, LoadTest.commandLine().execute("--profile", "ours", "--stages", "bursts",
            "--from", earlier.toString(), "--out", directory.toString(), "--dir", directory.toString()));
    }

    /** The ring would run: the other profile has none. */
    @Test
    void shouldRunNoProfileWhenAnotherCannotBeRun() throws IOException
    {
        final Path out = directory.resolve("reports");
        final Path data = directory.resolve("data");
        final List<String> both = List.of("--profile", "ours,bats-2005", "--scale", "0.00001", "--out", out.toString(),
            "--dir", data.toString());
        assertEquals(ExitCode.USAGE, execute(both, "--stages", "ring"));
        final Path earlier = directory.resolve("earlier.json");
        ResultFile.write(earlier, new LoadTestResult(LoadTestResult.FORMAT, null,
            new ProfileInfo("ours", "", 1, 1, 0, List.of(), null), List.of(), List.of(), List.of(), List.of()));
        assertEquals(ExitCode.USAGE, execute(both, "--from", earlier.toString()));
        assertFalse(Files.exists(out));
        assertFalse(Files.exists(data));
    }

    private static int execute(final List<String> args, final String... more)
    {
        return LoadTest.commandLine().execute(Stream.concat(args.stream(), Stream.of(more)).toArray(String[]::new));
    }

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
        assertTrue(stage.condition().contains("; disk, dedicated, idle park"), stage.condition());
        assertTrue(stage.condition().contains("; 400 transactions a second, "), stage.condition());
        assertTrue(stage.condition().endsWith("; rates hang on 500 transactions/s of sustained, given and not " +
            "measured here"), stage.condition());
        assertTrue(stage.figures().get("transactions") > 0, stage.figures().toString());
        assertEquals(0, stage.figures().get("unanswered"));
        // Rooms have threads of their own, and the requests of the recording that are neither are counted.
        assertTrue(stage.threads().size() > 1, stage.threads().toString());
        assertTrue(stage.figures().get("leftOut") > 0, stage.figures().toString());
    }

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

    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldHaveReportedTheStagesThatWereDoneWhenItIsBrokenOff() throws IOException, InterruptedException
    {
        final Path out = directory.resolve("report");
        final Process test = new ProcessBuilder(JavaProcess.command(
            List.of("-Xmx256m", "-Dbourse.root=" + System.getProperty("bourse.root")), LoadTest.class,
            "--profile", "ours", "--scale", "0.00001", "--stages", "rtt-1000,ring", "--idle", "park",
            "--out", out.toString(), "--dir", directory.resolve("data").toString()))
            .redirectErrorStream(true).start();
        try
        {
            awaitLine(test.inputReader(), "stage 2 of 2");
            test.destroy();
            assertTrue(test.waitFor(60, TimeUnit.SECONDS));
        }
        finally
        {
            test.descendants().forEach(ProcessHandle::destroyForcibly);
            test.destroyForcibly();
        }
        final LoadTestResult result = ResultFile.read(out.resolve(ResultFile.FILE_NAME));
        assertEquals(List.of("rtt-1000"), result.stages().stream().map(StageResult::name).toList());
        assertEquals(1, result.troubles().size(), result.troubles().toString());
        assertTrue(result.troubles().getFirst().contains("stages to come [ring]"), result.troubles().toString());
        assertTrue(Files.readString(out.resolve(ReportPage.FILE_NAME)).contains("stages to come [ring]"));
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
