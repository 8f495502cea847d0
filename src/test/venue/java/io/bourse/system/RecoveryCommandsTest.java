// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the person at 3 AM types after a venue was killed with {@code kill -9}, and what the commands answer.
 */
@Tag("venue")
class RecoveryCommandsTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final int INSTRUMENT_ID = 1001;
    private static final int PRECONDITION = 3;
    private static final int REPAIRABLE = 11;
    private static final int DAMAGED = 12;
    private static final int HANDED_POSITION_OFFSET = 16;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path dir;

    private final OrderAction action = new OrderAction();
    private final TwimeTrader trader = new TwimeTrader("TWAA01", 1, List.of("AA01000"));
    private Path dataDir;
    private VenueProcess venue;
    private long lastKey;

    @AfterEach
    void closeAll()
    {
        trader.close();
        if (null != venue)
        {
            venue.close();
        }
        VenueProcess.clean(dataDir);
    }

    @Test
    void shouldSayWhatIsThereAndRepairItWhenVenueWasKilled() throws IOException
    {
        dataDir = dir.resolve("partition-0");
        start();
        trader.connect(VenueProcess.address(VenueProcess.descriptor(dataDir).twime()));
        await(trader::isRecovered);
        trade(40);
        assertEquals(0, run("clearing intraday").exitCode());
        trade(40);
        final StateReport report = report();
        assertRefusedWhileRunning();
        venue.kill();

        assertKilled();
        assertReplays(report, "replay");
        assertSaysWhoSent();
        tearEvents();
        assertRecovers();
        assertReplays(report, "replay --to " + report.commandPosition());
        assertReplays(report, "replay --to-cursor " + report.cursor());
        assertConsumerAheadIsRefused();
        assertRunAheadIsRefused();
        assertHoleIsRefused();

        start();
        assertEquals(report.orders(), report().orders());
        assertEquals(report.positions(), report().positions());
    }

    private void start() throws IOException
    {
        venue = VenueProcess.start(VenueProcess.writeConfig(dir.resolve("venue.conf"), TestVenue.options(dataDir)));
    }

    private void trade(final int orders)
    {
        for (int i = 0; i < orders; i++)
        {
            action.instrumentId = INSTRUMENT_ID;
            action.newOrder(++lastKey, 0 == (i & 1), PRICE_E5, 1 + (i & 3), false);
            assertTrue(trader.send(action));
            await(() -> 0 == trader.outstanding());
        }
    }

    private StateReport report() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = DemoOperators.client(client, LIMIT_NS))
        {
            return operator.reportState();
        }
    }

    private void assertRefusedWhileRunning() throws IOException
    {
        for (final String command : List.of("verify-journal", "recover --apply", "replay"))
        {
            final VenueProcess.Result result = run(command);
            assertEquals(PRECONDITION, result.exitCode(), result::toString);
            assertTrue(result.err().contains("another engine runs on this data directory"), result::toString);
            assertTrue(result.err().contains("holderPid=" + venue.pid()), result::toString);
        }
    }

    private void assertSaysWhoSent() throws IOException
    {
        final VenueProcess.Result sent = run("replay --commands 100");
        assertEquals(0, sent.exitCode(), sent::toString);
        assertEquals(100, sent.out().lines().count(), sent::toString);
        assertTrue(sent.out().contains("  gateway-1  NewOrder  session "), sent::toString);
        assertTrue(sent.out().contains("  clearing  SuspendTrading  session "), sent::toString);
        assertTrue(sent.out().lines().reduce((first, last) -> last).orElseThrow().contains("  operator  ReportState  "),
            sent::toString);
        final VenueProcess.Result verified = run("verify-journal");
        assertTrue(verified.out().contains("\n  from          clearing  "), verified::toString);
    }

    private void assertKilled() throws IOException
    {
        final VenueProcess.Result text = run("verify-journal");
        assertEquals(REPAIRABLE, text.exitCode(), text::toString);
        assertTrue(text.out().contains("\n  REPAIRABLE NOT_CLOSED in the journal at position="), text::toString);
        assertTrue(text.out().contains("verdict         repairable"), text::toString);

        final JsonNode json = json("verify-journal", REPAIRABLE);
        assertEquals("REPAIRABLE", json.path("verdict").asText());
        assertEquals(0, json.path("replay").path("framesMissing").asInt(), json::toPrettyString);
        assertEquals(json.path("journal").path("messages").asLong(), json.path("replay").path("commands").asLong());
        assertTrue(json.path("consumers").toString().contains("FIX session stores"), json::toPrettyString);
        assertTrue(json.path("consumers").toString().contains("/1-I"), json::toPrettyString);
        assertTrue(json.path("consumers").toString().contains("gateway 1"), json::toPrettyString);
    }

    /** The last frames of the event stream as a lost page leaves them. */
    private void tearEvents() throws IOException
    {
        final long end = json("verify-journal", REPAIRABLE).path("eventStream").path("endPosition").asLong();
        try (RandomAccessFile file = new RandomAccessFile(dataDir.resolve("archive").resolve("1-0.rec").toFile(), "rw"))
        {
            file.seek(end - 1_000);
            file.write(new byte[1_000]);
        }
    }

    private void assertRecovers() throws IOException
    {
        final VenueProcess.Result plan = run("recover");
        assertEquals(REPAIRABLE, plan.exitCode(), plan::toString);
        assertTrue(plan.out().contains("nothing was changed; do it with: bourse recover --apply"), plan::toString);
        assertFalse(Files.exists(dataDir.resolve("recovery")));

        final VenueProcess.Result done = run("recover --apply");
        assertEquals(0, done.exitCode(), done::toString);
        assertTrue(done.out().contains("  - write the end of the journal into the catalog"), done::toString);
        assertTrue(done.out().contains("  - make the missing frames of the event stream again"), done::toString);
        assertTrue(done.out().endsWith("verdict         ok: everything is there and nothing else"), done::toString);
        assertTrue(Files.isDirectory(dataDir.resolve("recovery")));
        assertEquals("WHOLE", json("verify-journal", 0).path("verdict").asText());
        final VenueProcess.Result again = run("recover --apply");
        assertEquals(0, again.exitCode(), again::toString);
        assertTrue(again.out().endsWith("nothing was changed"), again::toString);
    }

    private void assertReplays(final StateReport report, final String command) throws IOException
    {
        final JsonNode json = json(command, 0);
        assertEquals(report.commandPosition(), json.path("journalPosition").asLong());
        assertEquals(report.cursor(), json.path("cursor").asLong());
        assertEquals(String.format("%016x", report.stateHash()), json.path("stateHash").asText());
        assertEquals(report.orders().stream().map(StateReport.RestingOrder::orderId).toList(),
            json.path("orders").findValues("orderId").stream().map(JsonNode::asLong).toList());
        assertEquals(report.positions().stream().map(StateReport.NetPosition::netLots).toList(),
            json.path("positions").findValues("netLots").stream().map(JsonNode::asLong).toList());
        assertEquals("OPEN", json.path("session").path("status").asText());
    }

    /** The stores of the FIX sessions contain commands that are not in the journal: clients know of them. */
    private void assertConsumerAheadIsRefused() throws IOException
    {
        final Path mark = dataDir.resolve("fix").resolve("handed.mark");
        final byte[] before = Files.readAllBytes(mark);
        try (RandomAccessFile file = new RandomAccessFile(mark.toFile(), "rw"))
        {
            file.seek(HANDED_POSITION_OFFSET);
            file.writeLong(Long.reverseBytes(1L << 40));
        }
        final VenueProcess.Result result = run("recover --apply");
        assertEquals(DAMAGED, result.exitCode(), result::toString);
        assertTrue(result.out().contains("  DAMAGED CONSUMER_AHEAD in the FIX session stores"), result::toString);
        Files.write(mark, before);
    }

    /** A run that has cut the stream behind the end of the journal: of the venue, or of this one of its partitions. */
    private void assertRunAheadIsRefused() throws IOException
    {
        final Path state = runDirectory().resolve("state.json");
        final String before = Files.readString(state);
        Files.writeString(state, before.replaceFirst("(\"commandPosition\"\\s*:\\s*)\\d+", "$1" + (1L << 40)));
        assertRunAhead();
        final ObjectNode union = (ObjectNode)new ObjectMapper().readTree(before);
        ((ObjectNode)union.get("cut")).putArray("partitions").addObject().put("partition", 0)
            .put("commandPosition", 1L << 40);
        Files.writeString(state, union.toString());
        final Path instruments = Files.writeString(dataDir.resolve("instruments.csv"), "");
        Files.move(dataDir.resolve("clearing"), dir.resolve("clearing"));
        assertRunAhead();
        Files.move(dir.resolve("clearing"), dataDir.resolve("clearing"));
        Files.delete(instruments);
        Files.writeString(state, before);
    }

    private void assertRunAhead() throws IOException
    {
        final VenueProcess.Result result = run("recover --apply");
        assertEquals(DAMAGED, result.exitCode(), result::toString);
        assertTrue(result.out().contains("  DAMAGED CONSUMER_AHEAD in the clearing run"), result::toString);
    }

    private Path runDirectory() throws IOException
    {
        try (Stream<Path> files = Files.walk(dataDir.resolve("clearing"), 2))
        {
            return files.filter(file -> Files.exists(file.resolve("state.json"))).findFirst().orElseThrow();
        }
    }

    private void assertHoleIsRefused() throws IOException
    {
        final Path segment = dataDir.resolve("archive").resolve("0-0.rec");
        flip(segment);
        final VenueProcess.Result result = run("recover --apply");
        assertEquals(DAMAGED, result.exitCode(), result::toString);
        assertTrue(result.out().contains("  DAMAGED CLOSED_BUT_SHORT in the journal at position="), result::toString);
        assertTrue(result.out().contains("file=" + segment.toRealPath()) || result.out().contains(segment.toString()),
            result::toString);
        assertTrue(result.out().endsWith("nothing was changed"), result::toString);
        flip(segment);
        assertEquals(0, run("verify-journal").exitCode());
    }

    private static void flip(final Path segment) throws IOException
    {
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw"))
        {
            file.seek(4_000);
            final int value = file.read();
            file.seek(4_000);
            file.write(value ^ 0x40);
        }
    }

    private JsonNode json(final String command, final int exitCode) throws IOException
    {
        final VenueProcess.Result result = run(command + " --json");
        assertEquals(exitCode, result.exitCode(), result::toString);
        return MAPPER.readTree(result.out());
    }

    private VenueProcess.Result run(final String line) throws IOException
    {
        final List<String> arguments = new ArrayList<>(Arrays.asList(line.split(" ")));
        arguments.addAll(List.of("--data", dataDir.toString()));
        return VenueProcess.execute(trader::poll, arguments);
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        final IdleStrategy idle = new BackoffIdleStrategy();
        while (!done.getAsBoolean())
        {
            idle.idle(trader.poll());
            assertTrue(System.nanoTime() < deadlineNs, () -> "no answer: " + venue.describe());
        }
    }
}
