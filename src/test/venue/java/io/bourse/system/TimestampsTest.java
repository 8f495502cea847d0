// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.clearing.report.file.CsvReader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * {@code bourse timestamps} on a venue that trades, and after it was killed.
 */
@Tag("venue")
class TimestampsTest
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int KEEPALIVE_MS = 60_000;
    private static final int INSTRUMENT = 1001;
    private static final long PRICE_E5 = 92_345_00000L;
    private static final int ROUNDS = 50;
    private static final int REQUESTS_PER_ROUND = 4;
    private static final int DATE = 20261120;
    private static final int USAGE = 2;
    private static final int PRECONDITION = 3;
    private static final int IO = 7;
    private static final int REPORTS_FAILED = 10;
    private static final String FIX_LOGIN = "FIXBB01";
    private static final long IMMEDIATE = 2 * ROUNDS + 1;
    private static final int OTHER_INSTRUMENT = 1003;
    private static final String OTHER_SYMBOL = "RTS-12.26";
    private static final long OTHER_PRICE_E5 = 100_000_00000L;
    private static final String REFUSED = "5009";
    private static final String CANCELLED = "7017";
    private static final List<String> STAMPS = List.of("t3n", "t3p", "t6", "t4p", "t4");

    @TempDir
    private Path dir;
    private Path dataDir;
    private VenueProcess venue;

    /** A client that notes which of its requests were answered. */
    private static final class Trader implements TwimeListener
    {
        private final TreeSet<Long> answered = new TreeSet<>();
        private final TwimeClient client;
        private final long account;
        private long restingOrderId;

        private Trader(final TwimeClient client, final String account)
        {
            this.client = client;
            this.account = AccountCode.pack(account);
        }

        @Override
        public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
        {
            answered.add(message.clOrdID());
            restingOrderId = message.orderID();
        }

        @Override
        public void onOrderCancelResponse(final long seqNo, final OrderCancelResponseDecoder message)
        {
            answered.add(message.clOrdID());
        }

        @Override
        public void onExecutionSingleReport(final long seqNo, final ExecutionSingleReportDecoder message)
        {
            restingOrderId = message.orderID();
        }

        @Override
        public void onBusinessMessageReject(final BusinessMessageRejectDecoder message)
        {
            answered.add(message.clOrdID());
        }

        private void order(final long clOrdId, final SideEnum side, final long qtyLots)
        {
            assertTrue(client.newOrder(clOrdId, INSTRUMENT, side, PRICE_E5, qtyLots, TimeInForceEnum.Day, account,
                TwimeFrames.NULL_INT32));
        }
    }

    @BeforeEach
    void start() throws IOException
    {
        dataDir = dir.resolve("data");
        final Map<String, Object> options = new LinkedHashMap<>(TestVenue.options(dataDir));
        options.put("venue.trading-date", DATE);
        venue = VenueProcess.start(VenueProcess.writeConfig(dir.resolve("venue.conf"), options));
    }

    @AfterEach
    void stop()
    {
        venue.close();
        VenueProcess.clean(dataDir);
    }

    @Test
    void shouldWriteARowForEveryAnsweredRequest() throws IOException, SQLException
    {
        trade();
        final Path csv = dir.resolve("day.csv");
        final VenueProcess.Result running = run("--date", "2026-11-20", "--out", csv.toString(), "--summary");
        assertEquals(0, running.exitCode(), running::toString);
        final int rows = ROUNDS * REQUESTS_PER_ROUND;
        assertTrue(running.out().startsWith(rows + " rows of " + DATE + " in " + csv), running::toString);
        assertTrue(running.out().contains("\npublic first        " + 3 * ROUNDS + " of " + 3 * ROUNDS +
            " answers with market data, 100.0000 %"), running::toString);
        assertTrue(running.out().contains("\nlost records        0"), running::toString);
        assertRows(csv);

        // A venue that is killed leaves its files as they are; the same rows come out of them, in Parquet as in CSV.
        venue.kill();
        final Path again = dir.resolve("again.csv");
        final Path parquet = dir.resolve("it's a day.parquet");
        final VenueProcess.Result stopped = run("--out", parquet.toString());
        assertEquals(0, stopped.exitCode(), stopped::toString);
        assertEquals(0, run("--out", again.toString()).exitCode());
        assertEquals(Files.readString(csv), Files.readString(again));
        assertEquals(fields(csv), fieldsOfParquet(parquet));
        assertEquals(List.of(again.getFileName(), parquet.getFileName(), csv.getFileName()).stream().sorted().toList(),
            names("*.{csv,parquet,part}"), "unfinished files are left");
    }

    @Test
    void shouldSayWhatIsWrong() throws IOException
    {
        assertRefused(PRECONDITION, "there are no time stamps of this trading date: date=19991231", "--date",
            "19991231");
        assertRefused(USAGE, "this is no date, write YYYYMMDD or YYYY-MM-DD: date=yesterday", "--date", "yesterday");
        assertRefused(USAGE, "the name of the file gives its format, .csv or .parquet", "--out", "day.txt");
    }

    @Test
    void shouldSayThatAFileCannotBeWritten() throws IOException
    {
        try (Trading trading = connect())
        {
            trading.buyer.order(1, SideEnum.Buy, 1);
            trading.await(() -> 1 == trading.buyer.answered.size());
        }
        assertRefused(IO, "there is no such directory", "--out", dir.resolve("nowhere/day.csv").toString());
    }

    @Test
    void shouldFindInACaptureWhatTsharkFinds() throws IOException
    {
        final Path capture = dir.resolve("day.pcap");
        final Path csv = dir.resolve("requests.csv");
        final VenueDescriptor descriptor = VenueProcess.descriptor(dataDir);
        final String port = Integer.toString(VenueProcess.address(descriptor.twime()).getPort());
        // Other venues of this machine have other ports: orders of theirs may have the same numbers.
        final String filter = "tcp port " + port + descriptor.feeds().values().stream()
            .map(address -> " or udp port " + address.substring(address.indexOf(':') + 1)).distinct()
            .collect(Collectors.joining());
        try (LoopbackCapture ignored = LoopbackCapture.start(capture, filter))
        {
            trade();
        }
        final VenueProcess.Result result = VenueProcess.execute("latency", capture.toString(), "--data",
            dataDir.toString(), "--port", port, "--csv", csv.toString(), "--out", dir.resolve("page.html").toString());
        assertEquals(0, result.exitCode(), result::toString);
        final List<String> found = new ArrayList<>();
        for (final CSVRecord row : records(csv))
        {
            found.add(String.join(" ", row.get("request"), row.get("refused"), row.get("request_ns"),
                row.get("answer_ns"), row.get("line"), row.get("public_ns")).strip());
        }
        assertEquals(2 * ROUNDS * 3 + ROUNDS, found.size(), "two lines show what was not refused");
        assertEquals(LoopbackCapture.requests(capture, descriptor.feeds()), found.stream().sorted().toList());
    }

    @Test
    void shouldGiveEveryMemberWhatMovedTheMarket() throws IOException, InterruptedException
    {
        try (Trading trading = connect())
        {
            trade(trading);
            // It meets nothing: feeds show that it came and went, no price changes.
            assertTrue(trading.buyer.client.newOrder(IMMEDIATE, INSTRUMENT, SideEnum.Buy, PRICE_E5, 1,
                TimeInForceEnum.IOC, trading.buyer.account, TwimeFrames.NULL_INT32));
            trading.await(() -> trading.buyer.answered.contains(IMMEDIATE));
            orderOverFix(trading);
        }
        venue.kill();
        final Path csv = dir.resolve("day.csv");
        assertEquals(0, run("--out", csv.toString()).exitCode());
        final List<CSVRecord> expected = records(csv).stream()
            .filter(row -> "twime-1".equals(row.get("component")) && !REFUSED.equals(row.get("answer")))
            .sorted(Comparator.comparingLong(row -> Long.parseLong(row.get("cursor")))).toList();
        final CSVRecord ofFix = fixRow(csv);
        final VenueProcess.Result written = run("--hpt");
        assertEquals(0, written.exitCode(), written::toString);
        final Path day = dataDir.resolve("hpt").resolve(Integer.toString(DATE));
        assertEquals(3 * ROUNDS + 2 + " requests of " + DATE + " moved the market: " + day, written.out().strip());

        for (final String member : List.of("AA", "BB"))
        {
            final Path opened = open(day, member, member);
            final List<Map<String, String>> rows = report(opened, member + "_hpt_");
            assertEquals(expected.stream().map(row -> movedRow(row, member)).toList(),
                rows.subList(0, rows.size() - 1).stream().map(TimestampsTest::withoutClock).toList());
            assertFixRow(rows.getLast(), member, ofFix);
            final Map<String, String> clock = report(opened, member + "_hptclock_").getFirst();
            assertEquals("twime-1", report(opened, member + "_hptclock_").getLast().get("component"));
            rows.forEach(row -> assertEquals(clock.get("clock"), row.get("clock"), row::toString));
            assertEquals(expectedTimes(expected), report(opened, member + "_hpttimes_").stream()
                .filter(row -> "Si".equals(row.get("product"))).toList());
        }
        assertEquals(PRECONDITION, open("BB", day, "AA", dir.resolve("others")).exitCode());
        for (final String part : List.of("reports", "packages"))
        {
            final VenueProcess.Result verified =
                VenueProcess.execute("reports", "verify", day.resolve(part).toString());
            assertEquals(0, verified.exitCode(), verified::toString);
        }

        assertConsole(expectedTimes(expected));

        // What is there is not replaced, and the same files give the same bytes.
        final VenueProcess.Result again = run("--hpt");
        assertEquals(IO, again.exitCode(), again::toString);
        final Path other = dir.resolve("other");
        assertEquals(0, run("--hpt", "--out", other.toString()).exitCode());
        assertEquals(Files.readString(day.resolve("reports/manifest.json")),
            Files.readString(other.resolve("reports/manifest.json")));

        // A stamp that is lost is named and not made up.
        try (Stream<Path> files = Files.list(dataDir.resolve("timestamps")))
        {
            for (final Path file : files.filter(path -> path.getFileName().toString().startsWith("simba")).toList())
            {
                Files.delete(file);
            }
        }
        final Path without = dir.resolve("without");
        assertEquals(0, run("--hpt", "--out", without.toString()).exitCode());
        final List<Map<String, String>> lost = report(without.resolve("reports"), "AA_hpt_");
        assertEquals(3 * ROUNDS + 2, lost.size());
        for (final Map<String, String> row : lost)
        {
            assertEquals(List.of("", "", "t9a,t9b"),
                Stream.of("t9a", "t9b", "missing").map(row::get).toList(), row::toString);
        }

        // A member whose certificate is not good has its reports and no package; events of a partition count once.
        Files.writeString(dataDir.resolve("keys/members/BB.crt"), "no certificate");
        final Path partly = dir.resolve("partly");
        final VenueProcess.Result unpacked = run("--hpt", "--out", partly.toString());
        assertEquals(REPORTS_FAILED, unpacked.exitCode(), unpacked::toString);
        assertTrue(unpacked.err().contains("members={BB="), unpacked::toString);
        assertEquals(lost.size(), report(partly.resolve("reports"), "BB_hpt_").size());
        assertEquals(0, open("AA", partly, "AA", dir.resolve("opened-partly")).exitCode());
        final VenueProcess.Result twice = run("--hpt", "--out", dir.resolve("twice").toString(), "--data",
            dataDir.resolve("../data").toString());
        assertEquals(USAGE, twice.exitCode(), twice::toString);
        assertTrue(twice.err().contains("two data directories have the events of one partition"), twice::toString);
    }

    /** An order of another product, which comes to the book. */
    private void orderOverFix(final Trading trading) throws IOException
    {
        try (FixTrader fix = new FixTrader(VenueProcess.address(VenueProcess.descriptor(dataDir).fix()), FIX_LOGIN, 6,
            List.of("BB01001"), Map.of(OTHER_INSTRUMENT, OTHER_SYMBOL)))
        {
            trading.await(fix::isLoggedOn);
            final OrderAction action = new OrderAction();
            action.instrumentId = OTHER_INSTRUMENT;
            action.newOrder(1, true, OTHER_PRICE_E5, 1, false);
            assertTrue(fix.send(action));
            trading.await(() -> fix.poll() >= 0 && fix.receivedCount() >= 1);
        }
    }

    /** The request over FIX passes the same doors. */
    private static CSVRecord fixRow(final Path csv) throws IOException
    {
        final List<CSVRecord> rows = records(csv).stream()
            .filter(row -> "fix-2".equals(row.get("component"))).toList();
        assertEquals(1, rows.size());
        final CSVRecord row = rows.getFirst();
        final List<Long> times = STAMPS.stream().map(stamp -> Long.parseLong(row.get(stamp))).toList();
        assertEquals(times.stream().sorted().toList(), times, row::toString);
        assertEquals(List.of("8", "", "true"),
            Stream.of("answer", "cl_ord_id", "public_first").map(row::get).toList(), row::toString);
        return row;
    }

    private static void assertFixRow(final Map<String, String> row, final String member, final CSVRecord ofFix)
    {
        for (final String stamp : List.of("t3n", "t5", "t7", "t9a", "t9b"))
        {
            assertEquals(ofFix.get(stamp), row.get(stamp), row::toString);
        }
        final boolean isOwn = "BB".equals(member);
        assertEquals(OTHER_SYMBOL, row.get("isin"), row::toString);
        assertEquals(List.of("touch", "new", ""),
            Stream.of("effect", "request", "missing").map(row::get).toList(), row::toString);
        assertEquals(isOwn ? List.of("1", FIX_LOGIN, "BB01001", FIX_LOGIN + "-1") : List.of("0", "", "", ""),
            Stream.of("own", "login", "client_code", "ext_id").map(row::get).toList(), row::toString);
        assertEquals(isOwn, !row.get("order_id").isEmpty(), row::toString);
        assertTrue(Long.parseLong(row.get("t3n")) <= Long.parseLong(row.get("t9a")), row::toString);
    }

    /** The console shows the same times, of a venue that does not run. */
    private void assertConsole(final List<Map<String, String>> expected) throws IOException, InterruptedException
    {
        final ConsoleContext context = new ConsoleContext(dataDir, TestVenue.config(dataDir), null);
        try (ConsoleApi console = new ConsoleApi(context))
        {
            final String route = "/api/v1/timestamps/products";
            final JsonNode answer = console.get(route);
            assertEquals(DATE, answer.get("date").intValue());
            assertEquals(answer.get("items"), console.get(route, route + "?date=" + DATE).get("items"));
            console.assertError(404, "unknown-date", "bourse timestamps --hpt", route + "?date=19991231");
            assertEquals(expected.stream().map(row -> List.copyOf(row.values())).toList(),
                answer.get("items").valueStream().map(item -> item.valueStream().map(JsonNode::asText).toList())
                    .filter(item -> "Si".equals(item.getFirst())).toList());
        }
    }

    private VenueProcess.Result open(final String member, final Path day, final String key, final Path target)
    {
        final String name = member + "_" + DATE + "_D_000000000_r1_hpt.pkg.p7m";
        final Path keys = dataDir.resolve("keys");
        return VenueProcess.execute("reports", "open", day.resolve("packages").resolve(name).toString(), "--to",
            target.toString(), "--keys", keys.resolve("members").resolve(key + ".p12").toString(), "--authority",
            keys.resolve("authority.crt").toString());
    }

    private Path open(final Path day, final String member, final String key)
    {
        final Path opened = dir.resolve("opened-" + member);
        final VenueProcess.Result result = open(member, day, key, opened);
        assertEquals(0, result.exitCode(), result::toString);
        return opened;
    }

    /** Rows of the report of a directory whose name begins so. */
    private static List<Map<String, String>> report(final Path directory, final String prefix) throws IOException
    {
        final Path file;
        try (Stream<Path> files = Files.list(directory))
        {
            file = files.filter(path -> path.getFileName().toString().startsWith(prefix)).findFirst().orElseThrow();
        }
        final List<String> lines;
        try (InputStream in = CsvReader.open(file))
        {
            lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
        final String[] columns = lines.getFirst().split(";");
        final List<Map<String, String>> rows = new ArrayList<>();
        for (final String line : lines.subList(1, lines.size() - 1))
        {
            final String[] fields = line.split(";", -1);
            final Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < columns.length; i++)
            {
                row.put(columns[i], fields[i]);
            }
            rows.add(row);
        }
        return rows;
    }

    private static Map<String, String> withoutClock(final Map<String, String> row)
    {
        final Map<String, String> rest = new LinkedHashMap<>(row);
        rest.keySet().removeIf(column -> column.startsWith("clock"));
        return rest;
    }

    /** What stands in the file of a member for a request that the gateway has answered. */
    private static Map<String, String> movedRow(final CSVRecord row, final String member)
    {
        final boolean isBuyer = "1".equals(row.get("login_id"));
        final boolean isCancel = CANCELLED.equals(row.get("answer"));
        final boolean isOwn = "AA".equals(member) == isBuyer;
        final Map<String, String> moved = new LinkedHashMap<>();
        moved.put("partition", "0");
        moved.put("isin_id", Integer.toString(INSTRUMENT));
        moved.put("isin", "Si-12.26");
        moved.put("product", "Si");
        moved.put("kind", "future");
        moved.put("effect",
            Long.toString(IMMEDIATE).equals(row.get("cl_ord_id")) ? "book" : isBuyer ? "touch" : "trade");
        moved.put("request", isCancel ? "cancel" : "new");
        moved.put("own", isOwn ? "1" : "0");
        moved.put("login", isOwn ? isBuyer ? "TWAA01" : "TWBB01" : "");
        moved.put("client_code", isOwn ? isBuyer ? "AA01001" : "BB01001" : "");
        moved.put("order_id", isOwn ? row.get("order_id") : "");
        moved.put("ext_id", isOwn ? row.get("cl_ord_id") : "");
        for (final String stamp : List.of("t3n", "t5", "t7", "t9a", "t9b"))
        {
            moved.put(stamp, row.get(stamp));
        }
        moved.put("missing", "");
        return moved;
    }

    private static List<Map<String, String>> expectedTimes(final List<CSVRecord> rows)
    {
        final ToLongFunction<CSVRecord> publicNs =
            row -> Math.max(Long.parseLong(row.get("t9a")), Long.parseLong(row.get("t9b")));
        return List.of(
            times("gateway", rows, row -> Long.parseLong(row.get("t4")) - Long.parseLong(row.get("t3n"))),
            times("matcher", rows, row -> Long.parseLong(row.get("t6")) - Long.parseLong(row.get("t5"))),
            times("publication", rows, row -> publicNs.applyAsLong(row) - Long.parseLong(row.get("t6"))));
    }

    private static Map<String, String> times(
        final String way, final List<CSVRecord> rows, final ToLongFunction<CSVRecord> timeNs)
    {
        final long[] all = rows.stream().mapToLong(timeNs).sorted().toArray();
        final long[] forwards = Arrays.stream(all).filter(each -> each >= 0).toArray();
        final Map<String, String> times = new LinkedHashMap<>();
        times.put("product", "Si");
        times.put("kind", "future");
        times.put("way", way);
        times.put("count", Integer.toString(forwards.length));
        times.put("backwards", Integer.toString(all.length - forwards.length));
        times.put("average_ns", Long.toString(Arrays.stream(forwards).sum() / forwards.length));
        final Map<String, Double> shares = new LinkedHashMap<>();
        shares.put("median_ns", 0.5);
        shares.put("p90_ns", 0.9);
        shares.put("p99_ns", 0.99);
        shares.put("p99_9_ns", 0.999);
        shares.forEach((column, share) ->
            times.put(column, Long.toString(forwards[(int)Math.ceil(forwards.length * share - 1e-9) - 1])));
        return times;
    }

    private void assertRefused(final int exitCode, final String reason, final String... arguments) throws IOException
    {
        final VenueProcess.Result result = run(arguments);
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertTrue(result.err().contains(reason), result::toString);
        // Of a file that the venue is making at this moment the command says that it is left out.
        assertEquals(1, result.err().lines().filter(line -> !line.contains(": left out ")).count(), result::toString);
    }

    private VenueProcess.Result run(final String... arguments) throws IOException
    {
        final List<String> all = new ArrayList<>(List.of("timestamps", "--data", dataDir.toString()));
        all.addAll(List.of(arguments));
        return VenueProcess.execute(all.toArray(String[]::new));
    }

    /** Two clients and what drives them. */
    private record Trading(Trader buyer, Trader seller) implements AutoCloseable
    {
        private void await(final BooleanSupplier condition)
        {
            final IdleStrategy idle = new SleepingIdleStrategy(50_000);
            final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
            while (!condition.getAsBoolean())
            {
                assertTrue(System.nanoTime() < deadlineNs, () -> "answers are missing: " + buyer.answered + " " +
                    seller.answered);
                idle.idle(buyer.client.poll(buyer) + seller.client.poll(seller));
            }
        }

        @Override
        public void close()
        {
            buyer.client.close();
            seller.client.close();
        }
    }

    private Trading connect() throws IOException
    {
        final Trading trading = new Trading(trader("TWAA01", "AA01001"), trader("TWBB01", "BB01001"));
        trading.await(() -> TwimeClient.State.ESTABLISHED == trading.buyer.client.state() &&
            TwimeClient.State.ESTABLISHED == trading.seller.client.state());
        return trading;
    }

    private Trader trader(final String login, final String account) throws IOException
    {
        return new Trader(TwimeClient.connect(
            VenueProcess.address(VenueProcess.descriptor(dataDir).twime()), login, KEEPALIVE_MS), account);
    }

    /** In each round an order, one that trades with a part of it, the cancel of the rest, and a request in vain. */
    private void trade() throws IOException
    {
        try (Trading trading = connect())
        {
            trade(trading);
        }
    }

    private static void trade(final Trading trading)
    {
        for (int round = 0; round < ROUNDS; round++)
        {
            final int buys = 2 * round;
            final int sells = 2 * round;
            trading.buyer.order(buys + 1, SideEnum.Buy, 3);
            trading.await(() -> buys + 1 == trading.buyer.answered.size());
            final long restingOrderId = trading.buyer.restingOrderId;
            trading.seller.order(sells + 1, SideEnum.Sell, 2);
            assertTrue(trading.seller.client.cancel(sells + 2, Long.MAX_VALUE / 2, INSTRUMENT,
                trading.seller.account));
            trading.await(() -> sells + 2 == trading.seller.answered.size());
            assertTrue(trading.buyer.client.cancel(buys + 2, restingOrderId, INSTRUMENT, trading.buyer.account));
            trading.await(() -> buys + 2 == trading.buyer.answered.size());
        }
    }

    private static void assertRows(final Path csv) throws IOException
    {
        final TreeSet<Long> buys = new TreeSet<>();
        final TreeSet<Long> sells = new TreeSet<>();
        int publicFirst = 0;
        for (final CSVRecord row : records(csv))
        {
            final TreeSet<Long> requests = 1 == Integer.parseInt(row.get("login_id")) ? buys : sells;
            assertTrue(requests.add(Long.parseLong(row.get("cl_ord_id"))), row::toString);
            final List<Long> times = STAMPS.stream().map(stamp -> Long.parseLong(row.get(stamp))).toList();
            assertEquals(times.stream().sorted().toList(), times, row::toString);
            // Engine time follows the clock of the others, and may be a little off.
            assertEquals(row.get("t5"), row.get("t7"));
            assertTrue(Math.abs(Long.parseLong(row.get("t6")) - Long.parseLong(row.get("t5"))) <
                TimeUnit.SECONDS.toNanos(1), row::toString);
            assertEquals(Integer.toString(DATE), row.get("trading_date"));
            assertEquals("twime-1", row.get("component"));
            assertEquals("false", row.get("late"));
            final boolean isRefused = REFUSED.equals(row.get("answer"));
            assertEquals(isRefused, row.get("t9a").isEmpty(), row::toString);
            assertEquals(isRefused, row.get("t9b").isEmpty(), row::toString);
            assertEquals(isRefused ? "" : "true", row.get("public_first"), row::toString);
            if (!isRefused)
            {
                publicFirst++;
                // An even partition sends B first.
                assertTrue(Long.parseLong(row.get("t6")) <= Long.parseLong(row.get("t9b")), row::toString);
                assertTrue(Long.parseLong(row.get("t9b")) <= Long.parseLong(row.get("t9a")), row::toString);
                assertTrue(Long.parseLong(row.get("t9a")) <= Long.parseLong(row.get("t4")), row::toString);
            }
        }
        assertEquals(2 * ROUNDS, buys.size());
        assertEquals(2 * ROUNDS, sells.size());
        assertEquals(2 * ROUNDS, buys.last());
        assertEquals(2 * ROUNDS, sells.last());
        assertEquals(3 * ROUNDS, publicFirst);
    }

    private static List<CSVRecord> records(final Path csv) throws IOException
    {
        try (Reader reader = Files.newBufferedReader(csv);
            CSVParser parser = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get().parse(reader))
        {
            return parser.getRecords();
        }
    }

    private static List<List<String>> fields(final Path csv) throws IOException
    {
        return records(csv).stream().map(CSVRecord::toList).toList();
    }

    private static List<List<String>> fieldsOfParquet(final Path parquet) throws SQLException
    {
        final List<List<String>> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
            Statement statement = connection.createStatement();
            ResultSet result = statement.executeQuery(
                "SELECT * FROM read_parquet('" + parquet.toString().replace("'", "''") + "')"))
        {
            final int columns = result.getMetaData().getColumnCount();
            while (result.next())
            {
                final List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++)
                {
                    final Object value = result.getObject(i);
                    row.add(null == value ? "" : value.toString());
                }
                rows.add(row);
            }
        }
        assertFalse(rows.isEmpty());
        return rows;
    }

    private List<Path> names(final String glob) throws IOException
    {
        final List<Path> names = new ArrayList<>();
        try (java.nio.file.DirectoryStream<Path> entries = Files.newDirectoryStream(dir, glob))
        {
            entries.forEach(entry -> names.add(entry.getFileName()));
        }
        return names.stream().sorted().toList();
    }
}
