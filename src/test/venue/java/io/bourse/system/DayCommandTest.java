// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.testing.SharedData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The main job as a user runs it: the command, its exit status and its {@code summary.json}.
 */
@Tag("venue")
class DayCommandTest
{
    private static final int IO_FAILED = 7;

    @TempDir
    private Path dir;

    /** In a console, too: without a terminal it waits for no person. */
    @Test
    void shouldRunAWholeDayAndRefuseToOverwriteIt() throws IOException
    {
        final Path out = dir.resolve("day");
        final VenueProcess.Result day =
            VenueProcess.run("day", "--out", out.toString(), "--count", "3000", "--seed", "5", "--rate", "5000",
                "--console");
        assertConsole(day);
        final JsonNode summary = summary(List.of("INTRADAY", "INTRADAY", "EVENING"), out, day);
        assertTrue(day.out().contains("result: OK"), day::toString);
        assertChecked(summary, "margin calls raised", "margin call met", "defaulter stopped", "default carried out",
            "positions of the defaulter", "loss of the default is borne",
            "evening margin and premium of all, kopecks", "dollars delivered against payment",
            "dollars that failed to be delivered", "shares netted for another day");

        assertEquals("synthetic", summary.at("/input/source").asText());
        assertEquals(5, summary.at("/input/seed").asLong());
        final JsonNode flow = summary.get("flow");
        // Those of the flow, the fourteen of the options that end today, the five of the members who are called, and
        // the nine of the cash markets.
        assertEquals(3_028, flow.get("newOrders").asLong());
        assertTrue(flow.get("cancels").asLong() > 1_000, flow::toString);
        assertTrue(flow.get("replaces").asLong() > 100, flow::toString);
        assertTrue(flow.get("trades").asLong() > 0, flow::toString);
        assertTrue(flow.get("tradedLots").asLong() >= flow.get("trades").asLong(), flow::toString);
        long refused = 0;
        for (final JsonNode count : flow.get("refusals"))
        {
            refused += count.asLong();
        }
        assertEquals(refused, flow.get("refused").asLong());
        final long sent =
            flow.get("newOrders").asLong() + flow.get("cancels").asLong() + flow.get("replaces").asLong();
        long answered = 0;
        for (final JsonNode row : summary.at("/latency/byProtocol"))
        {
            answered += row.get("count").asLong();
        }
        assertEquals(sent, answered);
        assertTrue(summary.at("/clearing/0/trades").asLong() <= summary.at("/clearing/1/trades").asLong());
        assertEquals(flow.get("trades").asLong(), summary.at("/clearing/1/trades").asLong());
        assertEquals(flow.get("trades").asLong(), summary.at("/clearing/2/trades").asLong());

        final byte[] before = Files.readAllBytes(out.resolve("summary.json"));
        final VenueProcess.Result again = VenueProcess.execute("day", "--count", "10", "--out", out.toString());
        assertEquals(IO_FAILED, again.exitCode(), again::toString);
        assertTrue(again.err().contains("not empty") && again.err().contains("out=" + out), again::toString);
        assertEquals(new String(before, StandardCharsets.UTF_8), Files.readString(out.resolve("summary.json")));
    }

    @Test
    void shouldTradeAndClearThreeMarkets() throws IOException
    {
        final Path out = dir.resolve("markets");
        final VenueProcess.Result day =
            VenueProcess.execute("day", "--markets", "all", "--count", "2000", "--out", out.toString());
        assertEquals(0, day.exitCode(), day::toString);

        final List<String> runs = new ArrayList<>();
        for (final String market : List.of("derivatives", "currencies", "securities"))
        {
            final JsonNode summary = new ObjectMapper().readTree(out.resolve(market).resolve("summary.json").toFile());
            assertEquals("OK", summary.get("result").asText());
            assertTrue(summary.at("/flow/trades").asLong() > 10, summary::toString);
            summary.get("clearing").forEach(run -> runs.add(run.get("kind").asText()));
            assertEquals(summary.at("/flow/trades").asLong(), summary.get("clearing")
                .get(summary.get("clearing").size() - 1).get("trades").asLong());
            assertTrue(summary.at("/clearing/0/directory").asText().contains("market-" + market), summary::toString);
            assertTrue(Files.isDirectory(out.resolve("data/replay-" + market)));
            assertEquals(0, VenueProcess.execute("clearing", "verify", "--all", "--market", market, "--data",
                out.resolve("data").toString()).exitCode());
            final List<String> checks = new ArrayList<>();
            summary.get("checks").forEach(check -> checks.add(check.get("name").asText()));
            assertTrue(checks.contains(switch (market)
            {
                case "derivatives" -> "loss of the default is borne";
                case "currencies" -> "yuan paid for dollars, hundredths";
                default -> "shares netted for another day";
            }), checks::toString);
            assertEquals(!"derivatives".equals(market),
                checks.contains("obligations of each date and asset sum to zero"));
        }
        assertEquals(List.of("INTRADAY", "INTRADAY", "EVENING", "INTRADAY", "EVENING", "INTRADAY", "EVENING"), runs);
    }

    private static void assertConsole(final VenueProcess.Result day)
    {
        final List<String> lines = day.out().lines().toList();
        final int link = lines.indexOf(lines.stream()
            .filter(line -> line.matches("http://127\\.0\\.0\\.1:\\d+/#login=[\\w-]{43}")).findFirst().orElse(""));
        assertTrue(link >= 0 && "reads only".equals(lines.get(link - 1)), day::toString);
    }

    @Test
    void shouldTradeALobsterFileAsItSays() throws IOException
    {
        final Path file = Files.writeString(dir.resolve("XYZ_message.csv"), """
            34200.000000001,1,1,100,1000000,1
            34200.000000002,1,2,50,1001000,-1
            34200.000000003,4,2,20,1001000,-1
            34200.000000004,2,1,40,1000000,1
            34200.000000005,4,1,60,1000000,1
            34200.000000006,3,2,30,1001000,-1
            34200.000000007,5,0,10,1000500,1
            34200.000000008,7,0,0,-1,-1
            34200.000000009,2,99,10,999000,1
            """);

        final JsonNode summary = runDay(dir.resolve("day"), "--orders", file.toString());

        assertFlow(summary, 4, 1, 1, 2, 80);
        assertEquals(List.of(
            "executions of hidden orders and halts (types 5..7): 2",
            "changes of orders from before the file without a synthetic order: 1",
            "levels that had changed below sight, by the order book file: taken off 0, added 0"), omissions(summary));
    }

    @Test
    void shouldTradeAnOrderLogAsItSays() throws IOException
    {
        final Path file = Files.writeString(dir.resolve("log.csv"), """
            bizindex,time_hhmmsscc,kind,side_or_aggressor,order_or_buy_no,sell_no,price_e3,qty_e3
            1,9150000,ADD,B,1,,100000,500000
            2,9150100,ADD,S,2,,100000,200000
            3,9150200,ADD,S,3,,100500,100000
            4,9160000,DEL,S,3,,100500,100000
            5,9250000,TRD,N,1,2,100000,200000
            6,9300000,ADD,S,10,,100500,300000
            7,9300100,TRD,B,11,10,100500,300000
            8,9300100,ADD,B,11,,100500,50000
            9,9300200,TRD,S,11,12,100500,50000
            10,9300200,TRD,S,1,12,100000,100000
            11,9300300,DEL,B,1,,100000,200000
            12,14570000,ADD,B,13,,100000,100000
            """);

        final JsonNode summary = runDay(dir.resolve("day"), "--orders", file.toString());

        assertFlow(summary, 7, 2, 0, 4, 650);
        assertEquals(4, summary.at("/input/recordedTrades").asLong());
        assertEquals(List.of(), omissions(summary));
    }

    @Tag("drill")
    @Test
    void shouldMakeEveryTradeOfARecordedDay() throws IOException
    {
        final Path file = SharedData.require("data/sse_600519_20230207_events.csv.gz");

        final JsonNode summary = runDay(dir.resolve("day"), "--orders", file.toString());

        assertEquals(334 + 18_139 + 212, summary.at("/input/recordedTrades").asLong());
        assertEquals(334 + 18_139 + 212, summary.at("/flow/trades").asLong());
        assertEquals(2_432_171, summary.at("/flow/tradedLots").asLong());
        assertEquals(0, summary.at("/flow/refused").asLong());
        assertEquals(0, summary.at("/flow/dropped").asLong());
        assertEquals(List.of(), omissions(summary));
    }

    @Test
    void shouldNameFileAndRowWhenOrdersCannotBeRead() throws IOException
    {
        final Path absent = dir.resolve("absent.csv");
        assertOrdersRefused(absent, absent.toString());
        assertOrdersRefused(Files.writeString(dir.resolve("short.csv"), "34200.1,1,1,100,1000000,1\n34200.2,1,2\n"),
            "row=2", "short.csv", "34200.2,1,2");
        assertOrdersRefused(Files.writeString(dir.resolve("log.csv"), """
            bizindex,time_hhmmsscc,kind,side_or_aggressor,order_or_buy_no,sell_no,price_e3,qty_e3
            1,9300000,ADD,B,one,,100000,500000
            """), "row=1", "log.csv", "ADD,B,one");
    }

    private void assertOrdersRefused(final Path file, final String... facts) throws IOException
    {
        final Path out = dir.resolve("refused-" + file.getFileName());
        final VenueProcess.Result result =
            VenueProcess.execute("day", "--orders", file.toString(), "--out", out.toString());
        for (final String fact : facts)
        {
            assertTrue(result.err().contains(fact), () -> "missing in the message: " + fact + "\n" + result);
        }
        assertEquals(IO_FAILED, result.exitCode(), result::toString);
        assertEquals(1, result.err().lines().count(), result::toString);
        assertFalse(Files.exists(out.resolve("data")), "no venue must be started for orders that cannot be read");
    }

    private static void assertChecked(final JsonNode summary, final String... names)
    {
        final List<String> found = new ArrayList<>();
        summary.get("checks").forEach(check -> found.add(check.get("name").asText()));
        assertTrue(found.containsAll(List.of(names)), found::toString);
        assertEquals(3, found.stream().filter(name -> name.startsWith("repeated: ") && name.endsWith(" day")).count(),
            found::toString);
    }

    /** In this process. */
    private static JsonNode runDay(final Path out, final String... options) throws IOException
    {
        final List<String> arguments = new ArrayList<>(List.of("day", "--out", out.toString()));
        arguments.addAll(List.of(options));
        return summary(List.of("INTRADAY", "EVENING"), out, VenueProcess.execute(arguments.toArray(String[]::new)));
    }

    /** Reads the summary of a day that must have ended well. */
    private static JsonNode summary(final List<String> runs, final Path out, final VenueProcess.Result result)
        throws IOException
    {
        assertEquals(0, result.exitCode(), result::toString);
        assertFalse(Files.exists(VenueProcess.driverDirectory(out.resolve("data"))), "shared memory is left behind");

        final JsonNode summary = new ObjectMapper().readTree(out.resolve("summary.json").toFile());
        assertEquals("OK", summary.get("result").asText(), summary::toString);
        assertTrue(summary.get("checks").size() > 10, summary::toString);
        for (final JsonNode check : summary.get("checks"))
        {
            assertTrue(check.get("ok").asBoolean(), check::toString);
        }
        final List<String> kinds = new ArrayList<>();
        for (final JsonNode run : summary.get("clearing"))
        {
            kinds.add(run.get("kind").asText());
            assertTrue(Files.isReadable(Path.of(run.get("directory").asText(), "reports", "w1", "manifest.json.p7s")));
        }
        assertEquals(runs, kinds);
        return summary;
    }

    private static void assertFlow(
        final JsonNode summary,
        final int newOrders,
        final int cancels,
        final int replaces,
        final int trades,
        final int lots)
    {
        final JsonNode flow = summary.get("flow");
        assertEquals(newOrders, flow.get("newOrders").asInt(), flow::toString);
        assertEquals(newOrders, flow.get("accepted").asInt(), flow::toString);
        assertEquals(cancels, flow.get("cancels").asInt(), flow::toString);
        assertEquals(replaces, flow.get("replaces").asInt(), flow::toString);
        assertEquals(0, flow.get("refused").asInt(), flow::toString);
        assertEquals(0, flow.get("dropped").asInt(), flow::toString);
        assertEquals(trades, flow.get("trades").asInt(), flow::toString);
        assertEquals(lots, flow.get("tradedLots").asInt(), flow::toString);
        assertEquals(0, summary.at("/clearing/0/trades").asInt());
        assertEquals(trades, summary.at("/clearing/1/trades").asInt());
    }

    private static List<String> omissions(final JsonNode summary)
    {
        final List<String> lines = new ArrayList<>();
        summary.at("/input/omissions").forEach(line -> lines.add(line.asText()));
        return lines;
    }
}
