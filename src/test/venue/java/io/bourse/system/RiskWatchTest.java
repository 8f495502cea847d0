// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.deploy.cli.Bourse;
import io.bourse.deploy.cli.support.ExitCode;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The risk monitor as an operator runs it, a command of its own beside a running venue. */
@Timeout(120)
@Tag("venue")
class RiskWatchTest
{
    /** Ten per cent of what a lot of 92 345 roubles is worth. */
    private static final String MARGIN = """
        {"groups": {"Si": {"instruments": [1001], "risk": {"rate1E6": 100000, "rate2E6": 100000,
        "rate3E6": 100000, "limit1Units": 1000000, "limit2Units": 2000000}}}}
        """;
    private static final long LOT = 923_450;
    private static final long PRICE = 92_345;
    /** Of each of the two registers of a member. */
    private static final long OPENS = 100_000_000;
    private static final int BUYERS = 0;
    private static final int SELLERS = 1;

    @TempDir
    private Path dir;
    private final ObjectMapper json = new ObjectMapper();
    private StrategyVenue venue;

    @BeforeEach
    void start() throws IOException
    {
        final Path margin = Files.writeString(dir.resolve("margin.json"), MARGIN);
        venue = new StrategyVenue(dir)
            .option("venue.clearing.margin", margin.toString())
            .option("venue.clearing.opening-balance-kopecks", OPENS);
        venue.writeReferenceData("2001,1001,-1\n2001,1002,1\n");
        venue.start();
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    @Test
    void shouldFollowTradesAndReportAnAlertWhenItComesAndWhenItHasGone() throws IOException
    {
        final String data = dir.resolve("data").toString();
        final StringWriter said = new StringWriter();
        assertEquals(ExitCode.PRECONDITION, execute(said, "risk", "watch", "--once", "--data", data));
        assertTrue(said.toString().contains("no run has been made here yet"), said::toString);
        trade(true, 1);
        // With slices of its own: a watch that has looked before must not have chosen others.
        final List<String> intraday = new ArrayList<>(
            List.of("clearing", "intraday", "--data", data, "--slice", "PT0.1S", "--wave", "w1"));
        intraday.addAll(venue.operatorOptions());
        final CompletableFuture<Integer> run =
            CompletableFuture.supplyAsync(() -> execute(said, intraday.toArray(String[]::new)));
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (!run.isDone())
        {
            // Sessions that do not answer meanwhile are cut off.
            idle.idle(venue.a().poll() + venue.b().poll());
        }
        assertEquals(ExitCode.OK, run.join(), said::toString);
        final Path metrics = dir.resolve("bourse.prom");
        try (VenueProcess watch = VenueProcess.launch("risk", "watch", "--data", data, "--interval", "100ms",
            "--threshold", "1950000", "--json", "--metrics", metrics.toString()))
        {
            final JsonNode first = await(watch, look -> true);
            assertEquals(LOT, margin(first, BUYERS));
            assertEquals(List.of(), codes(first, "raised"));
            trade(true, 9);
            final JsonNode raised = await(watch, look -> !codes(look, "raised").isEmpty());
            assertEquals(List.of("AA", "BB"), codes(raised, "raised"));
            assertEquals(10 * LOT, margin(raised, BUYERS));
            assertEquals(10 * LOT, margin(raised, SELLERS));
            assertTrue(raised.get("accounts").get(BUYERS).get("alert").booleanValue());
            trade(false, 8);
            final JsonNode cleared = await(watch, look -> !codes(look, "cleared").isEmpty());
            assertEquals(List.of("AA", "BB"), codes(cleared, "cleared"));
            assertEquals(2 * LOT, margin(cleared, BUYERS));
            venue.await(() -> isIn(metrics, "bourse_margin_roubles{settlement_account=\"AA\"} 18469.00"));
            assertTrue(isIn(metrics, "bourse_margin_alerts 0"));
            // Nobody must take what a venue has left for what is.
            venue.leave();
            final VenueProcess.Result result = watch.awaitExit();
            assertEquals(ExitCode.PRECONDITION, result.exitCode(), result::toString);
            assertTrue(result.err().contains("no venue runs on this data directory"), result::toString);
            // Each was reported once.
            assertEquals(1, watch.out().stream().filter(line -> !codes(read(line), "raised").isEmpty()).count());
            assertEquals(1, watch.out().stream().filter(line -> !codes(read(line), "cleared").isEmpty()).count());
        }
    }

    /** Both orders at one price: the session of AA buys or sells. */
    private void trade(final boolean isBuy, final long lots)
    {
        venue.order(venue.a(), StrategyVenue.NEAR, isBuy, PRICE, lots);
        venue.order(venue.b(), StrategyVenue.NEAR, !isBuy, PRICE, lots);
        assertEquals(List.of(), venue.b().refusals());
    }

    private static int execute(final StringWriter said, final String... line)
    {
        return Bourse.commandLine(line)
            .setOut(new PrintWriter(said, true))
            .setErr(new PrintWriter(said, true))
            .execute(line);
    }

    /** The first look of all that is as it is wanted. */
    private JsonNode await(final VenueProcess watch, final Predicate<JsonNode> isWanted)
    {
        venue.await(() ->
        {
            assertTrue(watch.isAlive(), watch::describe);
            return watch.out().stream().map(this::read).anyMatch(isWanted);
        });
        return watch.out().stream().map(this::read).filter(isWanted).findFirst().orElseThrow();
    }

    private JsonNode read(final String line)
    {
        try
        {
            final JsonNode look = json.readTree(line);
            assertFalse(look.get("accounts").isEmpty(), line);
            return look;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(line, ex);
        }
    }

    private static long margin(final JsonNode look, final int account)
    {
        return look.get("accounts").get(account).get("marginKopecks").longValue();
    }

    private static List<String> codes(final JsonNode look, final String name)
    {
        return look.get(name).valueStream().map(JsonNode::textValue).toList();
    }

    private static boolean isIn(final Path file, final String line)
    {
        try
        {
            return Files.readAllLines(file).contains(line);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
