// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A session that was opened on a date of the next century, put right by two people before its first trade, and cleared
 * on the right day.
 */
@Tag("venue")
class WrongDateTest
{
    private static final int FRIDAY = 20261120;
    private static final int MONDAY = 20261123;
    private static final int INSTRUMENT_ID = 1001;
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final int USAGE = 2;
    private static final int PRECONDITION = 3;
    private static final int APPROVAL_MISSING = 5;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);

    @TempDir
    private Path dir;

    private final OrderAction action = new OrderAction();
    private final TwimeTrader seller = new TwimeTrader("TWAA01", 1, List.of("AA01000"));
    private final TwimeTrader buyer = new TwimeTrader("TWBB01", 2, List.of("BB01000"));
    private Path dataDir;
    private Venue venue;
    private long lastKey;

    @AfterEach
    void closeAll()
    {
        seller.close();
        buyer.close();
        if (null != venue)
        {
            venue.close();
            VenueProcess.clean(dataDir);
        }
    }

    @Test
    void shouldClearTheRightDayWhenTheDateWasTypedWrong() throws IOException
    {
        startVenue();
        clear(FRIDAY, 0);
        assertNothingOpensByMistake();
        assertDone("session 2  date 20991231  open", "session open --date 20991231 --yes");
        assertRefused(PRECONDITION, "a session is open", "session open --next");

        order(false);
        order(false);
        moveWithFourEyes();
        assertRefused(PRECONDITION, "the session has this date already",
            "session move --date 20261123 --reason again");
        order(true);
        assertRefused(PRECONDITION, "the session has trades",
            "session move --date 20261124 --reason late");

        clear(MONDAY, 1);
        assertDone("session 2  date 20261123  closed" + TestVenue.SHOWN, "session show");
        assertDone("session 3  date 20261124  open", "session open --next");
        clear(20261124, 0);
        final String parts = "OK +%d/1-E +parts=\\d+\n";
        final VenueProcess.Result proof = run("clearing verify --all");
        assertTrue(proof.out().matches(
            parts.formatted(FRIDAY) + parts.formatted(MONDAY) + parts.formatted(20261124) + "OK"), proof::toString);
    }

    /** Nothing of this is journalled. */
    private void assertNothingOpensByMistake() throws IOException
    {
        final long before = endCursor();
        assertRefused(USAGE, "this is no date of the calendar", "session open --date 20261131");
        assertRefused(PRECONDITION, "20261121 is a Saturday, no trading day", "session open --date 20261121");
        assertRefused(PRECONDITION, "20261124 jumps over the next trading day 20261123, a Monday; add --yes",
            "session open --date 20261124");
        assertRefused(PRECONDITION, "20270107 is a Thursday and a holiday, no trading day",
            "session open --date 20270107");
        assertRefused(PRECONDITION, "20991231 jumps over the next trading day 20261123, a Monday; 20991231 lies " +
            "26704 days behind the last session of 20261120", "session open --date 20991231");
        assertRefused(PRECONDITION, "open one of a later date", "session open --date 20261120 --yes");
        assertRefused(PRECONDITION, "no session is open", "session move --date 20261123 --reason early");
        assertRefused(PRECONDITION, "there is no request to move a date", "session approve --as boris");
        assertEquals(before, endCursor());
    }

    private void moveWithFourEyes() throws IOException
    {
        assertRefused(USAGE, "this is no date of the calendar", "session move --date 20261131 --reason typed");
        assertRefused(PRECONDITION, "the date was cleared already", "session move --date 20261120 --reason typed");
        assertRefused(
            PRECONDITION, "20261122 is a Sunday, no trading day", "session move --date 20261122 --reason typed");
        run("session move --date 20261123 --reason typed --as anna");
        assertEquals(0, run("session approve --as boris --refuse").exitCode());
        assertRefused(PRECONDITION, "the request was answered already", "session approve --as clara");
        final VenueProcess.Result asked = run("session move --date 20261123 --reason typed --as anna");
        assertEquals(0, asked.exitCode(), asked::toString);
        assertTrue(asked.out().startsWith("asked for  request 2  session 2  date 20991231 -> 20261123  by anna\n"),
            asked::toString);
        assertRefused(APPROVAL_MISSING, "another person has to approve", "session approve --as anna");
        assertDone("session 2  date 20991231  open" + TestVenue.SHOWN, "session show");
        final VenueProcess.Result approved = run("session approve --as boris");
        assertEquals(0, approved.exitCode(), approved::toString);
        assertTrue(approved.out().endsWith("session 2  date 20261123  open"), approved::toString);
        final String trail = Files.readString(dataDir.resolve("clearing").resolve("audit.jsonl"));
        for (final String line : List.of(
            "\"actor\":\"anna\",\"command\":\"session move\"",
            "\"actor\":\"boris\",\"command\":\"session approve\"",
            "\"actor\":\"boris\",\"command\":\"session moved\""))
        {
            assertTrue(trail.contains(line), () -> line + " is not in " + trail);
        }
    }

    /** Prices of a series that ends without a trade need another person. */
    private void clear(final int date, final int trades) throws IOException
    {
        VenueProcess.Result result = run("clearing evening --slice PT0.1S --as anna");
        if (APPROVAL_MISSING == result.exitCode())
        {
            final VenueProcess.Result approved = run("clearing approve --step prices --as boris");
            assertEquals(0, approved.exitCode(), approved::toString);
            result = run("clearing resume --as anna");
        }
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.out().contains("run        " + date + "01 EVENING"), result::toString);
        assertTrue(result.out().contains("trades     " + trades), result::toString);
        assertTrue(Files.isDirectory(dataDir.resolve("clearing").resolve(date + "/1-E")), result::toString);
    }

    private void startVenue() throws IOException
    {
        dataDir = dir.resolve("data");
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.trading-date", FRIDAY);
        options.put("venue.clearing.approvals", "exceptions");
        venue = Venue.start(VenueConfigLoader.load(null, options));
        final String twime = VenueProcess.descriptor(dataDir).twime();
        seller.connect(VenueProcess.address(twime));
        buyer.connect(VenueProcess.address(twime));
        await(() -> seller.isRecovered() && buyer.isRecovered());
    }

    /** Numbers begin again with a session, and traders have to connect anew. */
    private void order(final boolean isBuy)
    {
        await(() -> seller.isRecovered() && buyer.isRecovered());
        final TwimeTrader trader = isBuy ? buyer : seller;
        action.instrumentId = INSTRUMENT_ID;
        action.newOrder(++lastKey, isBuy, PRICE_E5, 1, false);
        assertTrue(trader.send(action));
        await(() -> 0 == trader.outstanding());
        assertEquals(List.of(), trader.refusals());
    }

    private void assertDone(final String expected, final String line) throws IOException
    {
        final VenueProcess.Result result = run(line);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(expected, result.out(), result::toString);
    }

    private void assertRefused(final int exitCode, final String words, final String line) throws IOException
    {
        final VenueProcess.Result result = run(line);
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertTrue(result.err().contains(words), result::toString);
    }

    private VenueProcess.Result run(final String line) throws IOException
    {
        final List<String> arguments = new ArrayList<>(Arrays.asList(line.split(" ")));
        arguments.addAll(List.of("--data", dataDir.toString()));
        return VenueProcess.execute(this::poll, arguments);
    }

    private long endCursor() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir))
        {
            return client.endCursor();
        }
    }

    private int poll()
    {
        return seller.poll() + buyer.poll();
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        final IdleStrategy idle = new BackoffIdleStrategy();
        while (!done.getAsBoolean())
        {
            idle.idle(poll());
            assertTrue(System.nanoTime() < deadlineNs, "no answer");
        }
    }
}
