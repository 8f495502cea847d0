// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.acts.ActsPart;
import io.bourse.deploy.metrics.VenueMetrics;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.node.ComponentNode;
import io.bourse.deploy.node.EngineNode;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.host.clock.ClockOptions;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.ClockReading;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.pitch.SequencedUnit;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.prometheus.metrics.model.snapshots.Labels;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

/**
 * A venue of two partitions: its processes and operators' commands, that the death of one does not touch the other, and
 * that both together do what one engine does.
 */
@Tag("venue")
class PartitionsTest
{
    private static final int GATEWAY_ID = 77;
    private static final int ORDERS = 240;
    private static final int RECEIVE_BUFFER = 4 * 1024 * 1024;
    private static final int FRAME_HEADER = 32;
    private static final int FRAME_ALIGNMENT = 32;
    private static final int FRAME_TYPE = 6;
    private static final int DATA_FRAME = 1;
    private static final int FIRST = 1001;
    private static final int SECOND = 1007;
    private static final long NOW_NS = TimeUnit.SECONDS.toNanos(
        LocalDate.of(2026, 11, 20).atTime(9, 0).toEpochSecond(ZoneOffset.UTC));
    /** What of a packet follows from the events alone: not the time of sending, and no heartbeat. */
    private static final Map<String, BiFunction<DirectBuffer, Integer, String>> FEEDS = Map.of(
        "simba.orders-log.incremental-a", PartitionsTest::simba,
        "fast.orders-log.incremental-a", PartitionsTest::fast,
        "fast.fo-trades.incremental-a", PartitionsTest::fast,
        "pitch.unit-a", PartitionsTest::pitch);
    /** Lots of the last order, and how they are written in a packet of SIMBA or PITCH and of FAST. */
    private static final long LAST_LOTS = 4_321;
    private static final List<String> LAST = List.of("e1100000", "21e1", "21e2");
    private static final Pattern ID = Pattern.compile("(\\w*(?:[oO]rder|[tT]rade)\\w*)=(\\d+)");

    @TempDir
    private Path dir;

    private final List<VenueProcess> processes = new ArrayList<>();
    private final List<Path> dataDirs = new ArrayList<>();

    /**
     * An order of the day that is sent to one engine or to two.
     */
    private record Order(InstrumentSpec instrument, int sender, Side side, TimeInForce until, long priceE5, long lots)
    {
    }

    /**
     * What an engine and its market data have left behind.
     *
     * @param transactions with cursors and rolling hashes.
     * @param packets of each feed, in the order of their arrival.
     * @param recordings messages of each recording, the journal and the events, by file.
     */
    private record Outputs(
        List<String> transactions, Map<String, List<String>> packets, Map<String, List<String>> recordings)
    {
    }

    @AfterEach
    void closeAll()
    {
        processes.reversed().forEach(VenueProcess::close);
        dataDirs.forEach(VenueProcess::clean);
    }

    @Tag("drill")
    @Test
    void shouldRunPartitionsInProcessesOfTheirOwnAndCommandsInEachOfThem() throws Exception
    {
        final Path data = dir.resolve("data");
        final String config = config(data, 2).toString();
        final VenueProcess venue = start("start", "--config", config);
        final long firstPid = pid(data, 0);
        final long secondPid = pid(data, 1);
        assertTrue(firstPid != secondPid && firstPid != venue.pid());

        final VenueProcess.Result shown = VenueProcess.execute("session", "show", "--data", data.toString());
        assertEquals(0, shown.exitCode(), shown::toString);
        assertEquals(List.of("partition 0", "partition 1"),
            shown.out().lines().filter(line -> line.startsWith("partition")).toList());

        assertDone("phase", "--instrument", Integer.toString(SECOND), "HALTED", "--data", data.toString());
        assertFalse(assertDone("session", "show", "--data", data.toString(), "--partition", "0").contains("HALTED"));
        assertTrue(assertDone("session", "show", "--data", data.toString(), "--partition", "1")
            .contains("HALTED (" + SECOND + ")"));
        final VenueProcess.Result asked = VenueProcess.execute(
            "phase", "--instrument", Integer.toString(SECOND), "CONTINUOUS", "--data", data.toString());
        assertTrue(asked.err().contains("a second person has to approve this"), asked::toString);
        final Path trail = data.resolve("clearing").resolve(ClearingAuditTrail.FILE_NAME);
        assertTrue(Files.readString(trail).contains("command ask"), asked::toString);
        final String collateral =
            assertDone("risk", "collateral", "--firm", "AA01", "--amount", "100.01", "--data", data.toString());
        assertTrue(collateral.contains("amount=50.01;") && collateral.contains("amount=50.00;"), collateral);
        assertEquals(2, assertDone("session", "open", "--next", "--data", data.toString()).lines()
            .filter("open already"::equals).count());
        assertRequestsInOneList(data);
        final VenueProcess.Result none =
            VenueProcess.execute("phase", "--instrument", "9", "HALTED", "--data", data.toString());
        assertTrue(2 == none.exitCode() && none.err().contains("no partition has this: --i"), none::toString);
        final String top = assertDone("top", "--once", "--interval", "100ms", "--config", config);
        assertTrue(top.contains("partition-0/engine") && top.contains("partition-1/engine"), top);

        final String recorded = assertDone("record", "--data", data.toString(), "--out",
            dir.resolve("all.pcap").toString(), "--feed", "simba.orders-log.snapshot", "--seconds", "5");
        assertEquals(4, recorded.lines().filter(line -> line.startsWith("simba.") && line.contains("first=")).count(),
            recorded);
        TestEngine.await("the book is live", () -> VenueProcess.execute("watch", Integer.toString(SECOND), "--lines",
            "--seconds", "3", "--data", data.toString()).out().contains("live"));
        final String statistics = assertDone("statistics", "--data", data.toString());
        final List<InstrumentSpec> instruments =
            ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120).instruments();
        assertTrue(instruments.stream().allMatch(each -> statistics.contains(each.symbol())), statistics);
        final String one = instruments.stream().filter(each -> SECOND == each.instrumentId()).findFirst().orElseThrow()
            .symbol();
        assertTrue(assertDone("statistics", one, "--data", data.toString()).contains(one));
        assertEquals(1, assertDone("statistics", one, "--json", "--data", data.toString()).lines().count());
        assertEquals(2, assertDone("statistics", "--json", "--data", data.toString()).lines().count());

        final VenueProcess.Result part = VenueProcess.execute(
            "clearing", "intraday", "--data", data.resolve("partition-0").toString());
        assertTrue(3 == part.exitCode() && part.err().contains("clearing takes all partitions"), part::toString);
        assertDone("clearing", "intraday", "--data", data.toString());
        assertTrue(assertDone("clearing", "status", "--data", data.toString()).contains("-I REPORTED"));
        final String proved = assertDone("clearing", "verify", "20261120/1-I", "--data", data.toString());
        assertTrue(proved.contains("journal-0") && proved.contains("journal-1") &&
            !proved.contains("signatures of operators were not verified"), proved);
        assertClearedByTheConsoleOfAPartition(data);
        final Map<Labels, Double> runs = new VenueMetrics(partition(data, 0), dataDirs,
            (what, cause) -> fail(what, cause)).look().samples().of("bourse_clearing_run");
        assertEquals(List.of("data"), runs.keySet().stream().map(labels -> labels.get("node")).toList());

        final VenueProcess tail = VenueProcess.launch("clearing", "tail", "--data", data.toString());
        processes.add(tail);
        TestEngine.await("the tailer works", () -> tail.out().stream().anyMatch(line -> line.startsWith("tailing")));
        ProcessHandle.of(secondPid).orElseThrow().destroyForcibly();
        final VenueProcess.Result tailed = tail.awaitExit();
        assertTrue(3 == tailed.exitCode() && tailed.err().contains("the venue of this data directory has died") &&
            !(tailed.out() + tailed.err()).contains("\tat "), tailed::toString);
        TestEngine.await("the end is said", () -> venue.out().stream().anyMatch(
            line -> line.startsWith("partition 1  has ended") && line.contains("partitions that go on: 0;")));
        final VenueProcess.Result half = VenueProcess.execute("session", "show", "--data", data.toString());
        assertEquals(3, half.exitCode(), half::toString);
        assertTrue(half.out().contains("open") && half.err().contains("has died"), half::toString);
        assertEquals(firstPid, pid(data, 0));

        final VenueProcess second = start("start", "--config", config, "--partition", "1");
        assertTrue(assertDone("session", "show", "--data", data.toString()).contains("HALTED (" + SECOND + ")"));
        final VenueProcess again = start("start", "--config", config);
        assertTrue(again.out().contains("partition 0  runs already, process " + firstPid), again::describe);
        again.kill();
        assertTrue(venue.stop().out().contains("stopping"), venue::describe);
        assertTrue(second.awaitExit().out().endsWith("stopping"), second::describe);
        assertTrue(ProcessHandle.of(firstPid).isEmpty());
    }

    /** Of the venue; each partition answers its own. */
    private void assertRequestsInOneList(final Path data) throws IOException
    {
        final String asked = assertDone("session", "move", "--date", "20261123", "--reason", "typed", "--as", "anna",
            "--data", data.toString());
        for (int partition = 0; partition < 2; partition++)
        {
            assertTrue(asked.contains("asked for  request " + (partition + 1) + "  session 1  date 20261120 -> " +
                "20261123  by anna  partition " + partition + "\n"), asked);
        }
        final Path moves = data.resolve("clearing").resolve("session-moves");
        assertTrue(Files.exists(moves.resolve("2").resolve("move.json")));
        final String refused = assertDone(
            "session", "approve", "--as", "boris", "--refuse", "--data", data.toString());
        assertTrue(refused.contains("by anna  partition 0 ") && refused.contains("by anna  partition 1 "), refused);
        assertTrue(Files.readString(data.resolve("clearing").resolve(ClearingAuditTrail.FILE_NAME))
            .contains("session refuse"));
    }

    private void assertClearedByTheConsoleOfAPartition(final Path data) throws Exception
    {
        final ConsoleContext context = new ConsoleContext(
            data.resolve("partition-1"), partition(data, 1), DemoOperators.key("anna"));
        try (ConsoleApi console = new ConsoleApi(context, List.of(new ActsPart(context))))
        {
            assertEquals("REPORTED", console.get("/api/v1/clearing/runs").at("/items/0/phase").textValue());
            final ConsoleApi.Answer begun = console.post("/api/v1/acts/clearing-start", "/api/v1/acts/clearing-start",
                "{'kind':'INTRADAY'}", "console-run-0000");
            assertEquals(200, begun.status(), begun::toString);
            TestEngine.await("the run has ended", () -> !"RUNNING".equals(process(console).get("state").textValue()));
            assertEquals(0, process(console).get("exitCode").intValue(), () -> process(console).toString());
        }
    }

    private static JsonNode process(final ConsoleApi console)
    {
        return console.get("/api/v1/clearing/processes/{process}", "/api/v1/clearing/processes/1");
    }

    @Test
    void shouldLeaveEveryByteOfAPartitionAsItIsWhenAnotherOneIsKilled() throws Exception
    {
        final Path base = dir.resolve("base");
        config(base, 2);
        trade(base, 0, List.of(), null);
        for (final String copy : List.of("quiet", "disturbed"))
        {
            copy(base.resolve("partition-0"), dir.resolve(copy).resolve("partition-0"));
        }
        final List<Order> orders = new ArrayList<>(orders(0).stream()
            .filter(order -> order.instrument().instrumentId() < SECOND).toList());
        final InstrumentSpec instrument = orders.getFirst().instrument();
        orders.add(new Order(instrument, 0, Side.BUY, TimeInForce.DAY,
            instrument.settlementPriceE5() - 9 * instrument.priceTickE5(), LAST_LOTS));

        final Outputs quiet = trade(dir.resolve("quiet"), 0, orders, null);
        final Outputs disturbed = trade(dir.resolve("disturbed"), 0, orders, new Disturbance(dir.resolve("disturbed")));

        assertEquals(FEEDS.keySet(), quiet.packets().keySet());
        quiet.packets().forEach((feed, packets) ->
            assertTrue(packets.size() > 10, () -> feed + " packets=" + packets.size()));
        assertTrue(quiet.transactions().stream().anyMatch(line -> line.contains("TRADE")), quiet::toString);
        assertEquals(quiet.transactions(), disturbed.transactions());
        quiet.packets().forEach((feed, packets) -> assertIterableEquals(packets, disturbed.packets().get(feed), feed));
        assertTrue(quiet.recordings().size() >= 2, quiet.recordings()::toString);
        assertEquals(quiet.recordings().keySet(), disturbed.recordings().keySet());
        quiet.recordings().forEach((file, messages) ->
            assertIterableEquals(messages, disturbed.recordings().get(file), file));
    }

    @Test
    void shouldTradeInTwoPartitionsAsInOne() throws Exception
    {
        final Path one = dir.resolve("one");
        config(one, 1);
        final Path two = dir.resolve("two");
        config(two, 2);
        final List<Order> orders = orders(0);

        final List<String> whole = trade(one, 0, orders, null).transactions();
        final List<List<String>> parts = new ArrayList<>();
        for (int partition = 0; partition < 2; partition++)
        {
            final List<Integer> ids = ReferenceDataReader.read(partition(two, partition)).instruments().stream()
                .map(InstrumentSpec::instrumentId).toList();
            parts.add(trade(two, partition, orders.stream()
                .filter(order -> ids.contains(order.instrument().instrumentId())).toList(), null).transactions());
        }
        for (final int instrumentId : orders.stream().map(order -> order.instrument().instrumentId()).distinct()
            .toList())
        {
            final List<String> expected = of(instrumentId, whole);
            assertTrue(expected.size() > 10 && expected.stream().anyMatch(line -> line.contains("TRADE")),
                expected::toString);
            assertEquals(List.of(expected), parts.stream().map(part -> of(instrumentId, part))
                .filter(part -> !part.isEmpty()).toList());
        }
    }

    /** Between two sessions; then the file has to say so, too. */
    @Test
    void shouldMoveTheInstrumentsOfAnUnderlying() throws Exception
    {
        final Path data = dir.resolve("data");
        final String config = config(data, 2).toString();
        final VenueProcess venue = start("start", "--config", config);
        final String underlying = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120).instruments().stream()
            .filter(each -> FIRST == each.instrumentId()).findFirst().orElseThrow().underlying();
        final String[] move = {"partition", "move", underlying, "--to", "1", "--data", data.toString()};
        final VenueProcess.Result open = VenueProcess.execute(move);
        assertTrue(3 == open.exitCode() && open.err().contains("the session of a partition is open, nothing was done"),
            open::toString);
        assertDone("clearing", "evening", "--data", data.toString());
        final String moved = assertDone(move);
        assertTrue(moved.contains("done") && moved.contains(underlying + ",1"), moved);
        assertDone("session", "open", "--next", "--data", data.toString());
        final VenueProcess.Result gone = VenueProcess.execute("phase", "--instrument", Integer.toString(FIRST),
            "HALTED", "--data", data.toString(), "--partition", "0");
        assertTrue(gone.err().contains("UNKNOWN_INSTRUMENT") || gone.err().contains("instrument"), gone::toString);
        assertDone("phase", "--instrument", Integer.toString(FIRST), "HALTED", "--data", data.toString(),
            "--partition", "1");
        assertDone("clearing", "evening", "--data", data.toString());
        venue.stop();
        venue.awaitExit();
        final String message = assertThrows(
            ConfigurationException.class, () -> EngineNode.start(partition(data, 1)).close()).getMessage();
        assertTrue(message.contains("instrument=" + FIRST + " partition=1 partitionInFile=0"), message);
    }

    /** Its orders and positions would stay while clients send to another partition. */
    @Test
    void shouldNotStartWhereTheJournalHasAnInstrumentOfAnotherPartition() throws Exception
    {
        final Path data = dir.resolve("data");
        final Path first = data.resolve("partition-0");
        config(first, 1);
        trade(first, 0, List.of(), null);

        final String message = assertThrows(
            ConfigurationException.class, () -> EngineNode.start(partition(data, 0)).close()).getMessage();
        assertTrue(message.contains("instrument=" + SECOND + " partition=0 partitionInFile=1"), message);
    }

    /** A random day in two instruments of each partition. */
    private List<Order> orders(final long seed) throws IOException
    {
        final List<InstrumentSpec> instruments = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120)
            .instruments().stream().filter(each -> List.of(FIRST, FIRST + 1, SECOND, SECOND + 1)
                .contains(each.instrumentId())).toList();
        final Random random = new Random(seed);
        return IntStream.range(0, ORDERS).mapToObj(i ->
        {
            final InstrumentSpec instrument = instruments.get(random.nextInt(instruments.size()));
            return new Order(instrument, random.nextInt(2), random.nextBoolean() ? Side.BUY : Side.SELL,
                0 == random.nextInt(5) ? TimeInForce.IOC : TimeInForce.DAY,
                instrument.settlementPriceE5() + (random.nextInt(7) - 3) * instrument.priceTickE5(),
                1 + random.nextInt(5));
        }).toList();
    }

    /** Kills the other partition when a third of the orders was sent, and starts it again after another third. */
    private final class Disturbance
    {
        private final String data;
        private VenueProcess other;

        Disturbance(final Path data) throws IOException
        {
            this.data = data.toString();
            begin();
        }

        private void begin() throws IOException
        {
            other = start("start", "--config", config(Path.of(data), 2).toString(), "--partition", "1");
        }

        void sent(final int count, final int all) throws IOException
        {
            if (all / 3 == count)
            {
                other.kill();
            }
            else if (2 * all / 3 == count)
            {
                begin();
            }
        }
    }

    /** Sends the orders one after the other, with clocks that stand still. */
    private Outputs trade(
        final Path data, final int partition, final List<Order> orders, final Disturbance disturbance) throws Exception
    {
        final VenueConfig config = partition(data, partition);
        CredentialStore.at(config.credentials()).createMissing().add(Principal.gateway(GATEWAY_ID));
        final Map<String, List<String>> packets = new TreeMap<>();
        final Map<String, MulticastReceiver> receivers = receivers(config);
        final List<String> transactions;
        final CountDownLatch ready = new CountDownLatch(1);
        try (AutoCloseable closed = () -> CloseHelper.closeAll(receivers.values());
            EngineNode ignored = EngineNode.start(config);
            ComponentNode feeds = ComponentNode.start(
                ComponentKind.MARKET_DATA, config, List.of(config.dataDir()), text ->
                {
                    if ("ready".equals(text))
                    {
                        ready.countDown();
                    }
                });
            EngineClient client = VenueProcess.connect(config.dataDir()))
        {
            assertTrue(ready.await(60, TimeUnit.SECONDS), () -> "market data is not ready: " + feeds.end());
            final List<OrderSender> senders = List.of(
                new OrderSender(client, GATEWAY_ID, 1, "AA01000"), new OrderSender(client, GATEWAY_ID, 2, "BB01000"));
            for (int i = 0; i < orders.size(); i++)
            {
                final Order order = orders.get(i);
                final long before = client.endCursor();
                senders.get(order.sender()).newOrder(order.instrument().instrumentId(), order.side(), order.until(),
                    order.priceE5(), order.lots());
                TestEngine.await("the order", () -> client.endCursor() > before);
                if (null != disturbance)
                {
                    disturbance.sent(i + 1, orders.size());
                }
                receive(receivers, packets);
            }
            TestEngine.await("market data", () ->
            {
                receive(receivers, packets);
                return orders.isEmpty() || hasLast(orders.getLast(), packets);
            });
            final long end = client.endCursor();
            transactions = TestEngine.collect(client, EngineClient.FROM_START, listener -> listener.cursor() >= end)
                .transactions();
        }
        return new Outputs(transactions, packets, recordings(EngineDirectories.archiveDir(config.dataDir())));
    }

    private static Map<String, MulticastReceiver> receivers(final VenueConfig config) throws IOException
    {
        final Map<String, MulticastReceiver> receivers = new HashMap<>();
        for (final MarketDataConfig.Feed feed : config.marketData().feeds())
        {
            if (FEEDS.containsKey(feed.name()))
            {
                receivers.put(feed.name(), new MulticastReceiver(MulticastEndpoint.parse(
                    feed.address().getAddress().getHostAddress() + ':' + feed.address().getPort()),
                    NetworkInterface.getByName("lo"), RECEIVE_BUFFER));
            }
        }
        return receivers;
    }

    /** All of a feed is there when it has the last order, which is as no other. */
    private static boolean hasLast(final Order last, final Map<String, List<String>> packets)
    {
        return LAST_LOTS != last.lots() || packets.entrySet().stream()
            .filter(feed -> !feed.getKey().contains("trades"))
            .allMatch(feed -> LAST.stream().anyMatch(lots -> feed.getValue().getLast().contains(lots)));
    }

    private static void receive(
        final Map<String, MulticastReceiver> receivers, final Map<String, List<String>> packets)
    {
        receivers.forEach((feed, receiver) ->
        {
            for (int length = receiver.receive(); length > 0; length = receiver.receive())
            {
                final String packet = FEEDS.get(feed).apply(receiver.buffer(), length);
                if (null != packet)
                {
                    packets.computeIfAbsent(feed, key -> new ArrayList<>()).add(packet);
                }
            }
        });
    }

    private static String hex(final DirectBuffer packet, final int from, final int to)
    {
        final byte[] bytes = new byte[to - from];
        packet.getBytes(from, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static String simba(final DirectBuffer packet, final int length)
    {
        return 0 == (SimbaPacketDescriptor.msgFlags(packet, 0) & SimbaPacketDescriptor.FLAG_INCREMENTAL) ?
            null : hex(packet, 0, SimbaPacketDescriptor.SENDING_TIME_OFFSET) +
                hex(packet, SimbaPacketDescriptor.PACKET_HEADER_LENGTH, length);
    }

    /** SendingTime follows the presence map and two numbers, each of which ends with the highest bit of a byte. */
    private static String fast(final DirectBuffer packet, final int length)
    {
        final int template = FastMessages.PREAMBLE_LENGTH + 1;
        int sendingTime = template;
        for (int numbers = 0; numbers < 2; sendingTime++)
        {
            numbers += packet.getByte(sendingTime) < 0 ? 1 : 0;
        }
        return (byte)(FastMessages.HEARTBEAT | 0x80) == packet.getByte(template) ? null :
            hex(packet, 0, sendingTime) +
                hex(packet, sendingTime + FastWriter.SENDING_TIME_LENGTH, length);
    }

    private static String pitch(final DirectBuffer packet, final int length)
    {
        return 0 == SequencedUnit.count(packet, 0) ? null : hex(packet, 0, length);
    }

    /** Frame headers, which say which publication has written them, are left out. */
    private static Map<String, List<String>> recordings(final Path archive) throws IOException
    {
        final Map<String, List<String>> recordings = new HashMap<>();
        try (Stream<Path> files = Files.list(archive))
        {
            for (final Path file : files.filter(each -> each.toString().endsWith(".rec")).toList())
            {
                final List<String> messages = new ArrayList<>();
                final byte[] bytes = Files.readAllBytes(file);
                final ByteBuffer frames = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
                for (int at = 0, length = 1; at < bytes.length && length > 0; at += align(length))
                {
                    length = frames.getInt(at);
                    if (length > FRAME_HEADER && DATA_FRAME == frames.getShort(at + FRAME_TYPE))
                    {
                        messages.add(HexFormat.of().formatHex(bytes, at + FRAME_HEADER, at + length));
                    }
                }
                recordings.put(file.getFileName().toString(), messages);
            }
        }
        return recordings;
    }

    private static int align(final int length)
    {
        return (length + FRAME_ALIGNMENT - 1) / FRAME_ALIGNMENT * FRAME_ALIGNMENT;
    }

    /** Events of an instrument, with the place of an id among those of the instrument instead of the id. */
    private static List<String> of(final int instrumentId, final List<String> transactions)
    {
        final Map<String, Integer> places = new HashMap<>();
        final Pattern own = Pattern.compile("instrument=" + instrumentId + "\\b");
        return transactions.stream().filter(line -> own.matcher(line).find() &&
            !line.contains("INSTRUMENT_DEFINED") && !line.contains("LOGIN_"))
            .map(line -> line.substring(line.indexOf('[')).replaceAll("clOrd=\\d+", ""))
            .map(line -> ID.matcher(line).replaceAll(id ->
                Matcher.quoteReplacement(id.group(1) + "=" +
                    places.computeIfAbsent(id.group(1).replaceAll(".*[oO]rder.*", "order") + id.group(2),
                        key -> places.size())))).toList();
    }

    private static void copy(final Path from, final Path to) throws IOException
    {
        try (Stream<Path> files = Files.walk(from))
        {
            for (final Path file : files.toList())
            {
                final Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                if (!Files.isDirectory(target))
                {
                    Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    private Path config(final Path data, final int partitions) throws IOException
    {
        final Path file = dir.resolve(data.getFileName() + ".conf");
        if (!Files.exists(file))
        {
            final Map<String, Object> options = TestVenue.options(data);
            options.put("venue.partitions.count", partitions);
            options.put("venue.trading-date", 20261120);
            options.put("venue.marketdata.obligations.enabled", true);
            options.put("venue.marketdata.obligations.port", 0);
            options.put("venue.marketdata.fast.enabled", true);
            options.put("venue.marketdata.pitch.enabled", true);
            options.put("venue.snapshot.interval", 0);
            // Asked for by an operator's client, whose session has a random number.
            options.put("venue.snapshot.at-stop", false);
            VenueProcess.writeConfig(file, options);
            dataDirs.addAll(1 == partitions ? List.of(data) :
                List.of(data.resolve("partition-0"), data.resolve("partition-1")));
        }
        return file;
    }

    private VenueConfig partition(final Path data, final int partition) throws Exception
    {
        final VenueConfig config =
            VenueConfigLoader.load(config(data, 2), Map.of("venue.partition", partition));
        return with(config, Map.of("clock", new ClockOptions(
            500, TimeUnit.SECONDS.toNanos(1), TimeUnit.DAYS.toNanos(5), 100_000, () -> NOW_NS, () -> 0,
            () -> ClockReading.UNKNOWN)));
    }

    /** A record with other values of some of its components. */
    @SuppressWarnings("unchecked")
    private static <T extends Record> T with(final T record, final Map<String, Object> others) throws Exception
    {
        final RecordComponent[] components = record.getClass().getRecordComponents();
        final Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++)
        {
            final Object other = others.get(components[i].getName());
            values[i] = null == other ? components[i].getAccessor().invoke(record) : other;
        }
        return (T)record.getClass().getConstructor(
            Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new)).newInstance(values);
    }

    private VenueProcess start(final String... arguments) throws IOException
    {
        final VenueProcess process = VenueProcess.startReady(arguments);
        processes.add(process);
        return process;
    }

    private static long pid(final Path data, final int partition) throws IOException
    {
        return VenueProcess.descriptor(data.resolve("partition-" + partition)).pid();
    }

    private static String assertDone(final String... arguments)
    {
        final VenueProcess.Result result = VenueProcess.execute(arguments);
        assertEquals(0, result.exitCode(), result::toString);
        return result.out();
    }
}
