// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.deploy.cli.support.ExitCode;
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
import io.bourse.jmh.loadtest.tally.StageTally;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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
    private static final String ROUND_TRIPS = "rtt-20000";
    private static final String DAY = "day";

    @TempDir
    private Path directory;

    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldReportEveryFigureThatItsTablesNameWhenTwoStagesHaveRun() throws IOException
    {
        assertReported(List.of(ROUND_TRIPS, DAY), "--sustained", "500");
    }

    @Tag("drill")
    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldReportEveryFigureThatItsTablesNameWhenItsStagesHaveRun() throws IOException
    {
        final LoadTestResult result =
            assertReported(List.of("sustained", ROUND_TRIPS, "fix-ping-pong", "ring", DAY), "--generators", "2");
        assertEquals(2, figure(result, "sustained", "generators"));
        assertTrue(figure(result, "ring", "commandsPerSecond") > figure(result, "ring", "acceptedPerSecond"));
    }

    private LoadTestResult assertReported(final List<String> stages, final String... more) throws IOException
    {
        final Path out = directory.resolve("report");
        final Path data = directory.resolve("data");
        assertEquals(ExitCode.OK, execute(List.of("--profile", "ours", "--scale", "0.00005", "--stages",
            String.join(",", stages), "--sessions", "2", "--idle", "park", "--out", out.toString(), "--dir",
            data.toString()), more));

        final LoadTestResult result = ResultFile.read(out.resolve(ResultFile.FILE_NAME));
        assertEquals(List.of(), result.troubles());
        assertEquals(stages, result.stages().stream().map(StageResult::name).toList());
        assertEquals(List.of(), missing(result));
        assertEquals(1, result.replays().size());
        final ReplayResult replay = result.replays().getFirst();
        assertTrue(replay.isSame(), replay.toString());
        assertTrue(replay.commands() >= figure(result, DAY, "transactions"), replay.toString());
        assertFeeds(result.stages().get(stages.indexOf(ROUND_TRIPS)));
        assertTrue(Files.size(out.resolve(ReportPage.FILE_NAME)) > 0);
        try (Stream<Path> left = Files.list(data))
        {
            assertEquals(List.of(), left.toList());
        }
        return result;
    }

    /** Each partition is a process; what the tables and the page say of them is there. */
    @Test
    @Tag("drill")
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void shouldTradeOnAllMarketsAtOnceWhenTheyArePartitionsOfOneVenue() throws IOException
    {
        final Path out = directory.resolve("report");
        final Path data = directory.resolve("data");
        assertEquals(ExitCode.OK, LoadTest.commandLine().execute("--profile", "markets", "--scale", "0.00005",
            "--stages", "production", "--sessions", "6", "--idle", "park", "--out", out.toString(),
            "--dir", data.toString()));

        final LoadTestResult result = ResultFile.read(out.resolve(ResultFile.FILE_NAME));
        assertEquals(List.of(), result.troubles());
        assertEquals(List.of(), missing(result));
        final List<String> markets = List.of("derivatives", "currencies", "securities");
        for (final String market : markets)
        {
            assertTrue(figure(result, "production", "trades." + market) > 0, market);
            assertTrue(figure(result, "production", "publicFirstShare." + market) > 0, market);
        }
        final StageResult stage = result.stages().getFirst();
        assertEquals(markets, stage.latencies().stream()
            .filter((latency) -> StageTally.PART.equals(latency.group())).map(LatencyResult::name).toList());
        assertEquals(markets.stream().flatMap((market) -> Stream.of("a", "b")
            .map((line) -> "simba.orders-log.incremental-" + line + " " + market)).toList(),
            stage.feeds().stream().map(FeedResult::name).toList());
        // Each market has groups of its own: no two rates are the same.
        assertEquals(markets.size(), stage.feeds().stream().filter((feed) -> feed.name().contains("-a "))
            .map(FeedResult::messages).distinct().count(), stage.feeds()::toString);
        assertTrue(Files.readString(out.resolve(ReportPage.FILE_NAME)).contains("Partitions and markets"));
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
    private static void assertFeeds(final StageResult stage)
    {
        assertEquals(List.of("simba.orders-log.incremental-a", "simba.orders-log.incremental-b"),
            stage.feeds().stream().map(FeedResult::name).toList());
        stage.feeds().forEach((feed) -> assertTrue(feed.messages() > 0, feed.toString()));
        final long durationNs = stage.figures().get("durationNs").longValue();
        assertEquals(stage.feeds().stream().map((feed) -> feed.during(durationNs)).toList(), stage.feeds());
        assertTrue(stage.latencies().stream().map(LatencyResult::name).toList().contains("order to market data"));
        assertTrue(stage.figures().keySet().containsAll(
            List.of("publicFirstShare", "leadP50Ns", "leadP1Ns", "rssBytes", "heapAfterBytes",
                "doorP50Ns.simba.orders-log.incremental-a", "doorP99Ns.simba.orders-log.incremental-b")));
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
            new ProfileInfo("moex-2020", "", 1, 1, 0, List.of(), null, List.of()), List.of(), List.of(), List.of(),
            List.of()));
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
            new ProfileInfo("ours", "", 1, 1, 0, List.of(), null, List.of()), List.of(), List.of(), List.of(),
            List.of()));
        assertEquals(ExitCode.USAGE, execute(both, "--from", earlier.toString()));
        assertFalse(Files.exists(out));
        assertFalse(Files.exists(data));
    }

    private static int execute(final List<String> args, final String... more)
    {
        return LoadTest.commandLine().execute(Stream.concat(args.stream(), Stream.of(more)).toArray(String[]::new));
    }
}
