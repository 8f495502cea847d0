// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.report.file.ReportType;
import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.node.VenueNotRunningException;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Clearing as an operator runs it: commands of their own against a running venue, distinguished by their exit status.
 */
@Tag("drill")
class ClearingProcessTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final long TICK_E5 = 100_000;
    private static final int INSTRUMENT_ID = 1001;
    private static final int TRADING_DATE = 20261120;
    private static final int NEXT_DATE = 20261123;
    private static final int SESSION_INACTIVE = 3;
    private static final int CHANGED = 6;
    private static final int CHECK_FAILED = 4;
    private static final int APPROVAL_MISSING = 5;
    private static final int PRECONDITION = 3;
    private static final int ALREADY_DONE = 9;

    @TempDir
    private Path dir;

    private final OrderAction action = new OrderAction();
    private final TwimeTrader seller = new TwimeTrader("TWAA01", 1, List.of("AA01000", "AA01001"));
    private final TwimeTrader buyer = new TwimeTrader("TWBB01", 2, List.of("BB01000", "BB01001"));
    private Path dataDir;
    private VenueProcess venue;
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
    void shouldClearTheDayByCommandsOfTheirOwn() throws IOException
    {
        startVenue();
        trade(10);
        final Path intraday = clearIntraday(10);
        assertVerified(intraday);

        trade(5);
        order(true, PRICE_E5 - 10 * TICK_E5, 3);
        assertEquals(List.of(), buyer.refusals());
        final Path evening = clearWithFourEyes(15);
        assertVerified(evening);
        assertAllProved();

        order(true, PRICE_E5 - 10 * TICK_E5, 3);
        assertEquals(List.of(SESSION_INACTIVE), buyer.refusals());
        final VenueProcess.Result second =
            run("clearing", "evening", "--data", dataDir.toString(), "--slice", "PT0.1S");
        assertEquals(ALREADY_DONE, second.exitCode(), second::toString);
        assertTrue(second.err().contains("runId=" + TRADING_DATE + "02"), second::toString);
        assertEquals(1, second.err().lines().count(), second::toString);
        assertVerified(evening);

        final VenueProcess.Result replayed =
            run("clearing", "replay", Integer.toString(TRADING_DATE), "--data", dataDir.toString());
        assertEquals(0, replayed.exitCode(), replayed::toString);
        assertEquals(2, replayed.out().lines().filter(line -> line.matches("OK +\\S+ day .*")).count(),
            replayed::toString);

        assertNextSessionOpens();
        assertChangedReportIsNamed(intraday);
        assertChangedReportIsNamed(evening);
    }

    @Test
    void shouldSayWhatToDoWhenNoVenueRuns() throws IOException
    {
        final VenueProcess.Result nobody =
            VenueProcess.run("clearing", "intraday", "--data", dir.resolve("nobody").toString());
        assertEquals(PRECONDITION, nobody.exitCode(), nobody::toString);
        assertTrue(nobody.err().contains("no venue runs on this data directory"), nobody::toString);
        assertTrue(nobody.err().contains("bourse start"), nobody::toString);

        startVenue();
        final long pid = venue.pid();
        // Whatever the death of an engine shows itself as to a run.
        final VenueNotRunningException died = assertThrows(VenueNotRunningException.class,
            () -> VenueClearing.connected(dataDir, connected ->
            {
                venue.kill();
                throw new IllegalArgumentException("keepalive of the driver is too old");
            }));
        assertTrue(died.getMessage().contains("has died") && died.getMessage().contains("pid=" + pid), died::toString);
        final VenueProcess.Result dead = VenueProcess.run("clearing", "evening", "--data", dataDir.toString());
        assertEquals(PRECONDITION, dead.exitCode(), dead::toString);
        assertTrue(dead.err().contains("has died") && dead.err().contains("pid=" + pid), dead::toString);
        assertFalse(Files.exists(dataDir.resolve("clearing")), "a run without a venue must leave nothing behind");
    }

    private void startVenue() throws IOException
    {
        dataDir = dir.resolve("data");
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.trading-date", TRADING_DATE);
        options.put("venue.clearing.approvals", "exceptions");
        venue = VenueProcess.start(VenueProcess.writeConfig(dir.resolve("venue.conf"), options));
        final VenueDescriptor where = VenueProcess.descriptor(dataDir);
        seller.connect(VenueProcess.address(where.twime()));
        buyer.connect(VenueProcess.address(where.twime()));
        await(() -> seller.isRecovered() && buyer.isRecovered());
    }

    private void trade(final int trades)
    {
        for (int i = 0; i < trades; i++)
        {
            order(false, PRICE_E5 + i * TICK_E5, 1 + i);
            order(true, PRICE_E5 + i * TICK_E5, 1 + i);
        }
        assertEquals(List.of(), seller.refusals());
    }

    /** Sends an order and waits for its answer. */
    private void order(final boolean isBuy, final long priceE5, final long lots)
    {
        final TwimeTrader trader = isBuy ? buyer : seller;
        action.instrumentId = INSTRUMENT_ID;
        action.account = (int)lots;
        action.newOrder(++lastKey, isBuy, priceE5, lots, false);
        assertTrue(trader.send(action));
        await(() -> 0 == trader.outstanding());
    }

    private Path clearIntraday(final int trades) throws IOException
    {
        final VenueProcess.Result result =
            run("clearing", "intraday", "--data", dataDir.toString(), "--slice", "PT0.1S");
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals("", result.err(), result::toString);
        final List<String> lines = result.out().lines().toList();
        final List<String> steps = List.of(
            "PREPARE", "SUSPEND", "INGEST", "PRICES", "EXPIRY", "FUNDS", "CALCULATE", "WRITE", "CHECK",
            "COMPARE", "RECONCILE", "PUBLISH", "RESUME", "REPORTS", "MORE_REPORTS", "ORDER_REPORTS",
            "REGULATOR_REPORTS");
        assertEquals(steps, lines.stream().filter(line -> line.endsWith(" ms"))
            .map(line -> line.substring(0, line.indexOf(' '))).toList(), result::toString);
        assertTrue(lines.contains("trades     " + trades), result::toString);
        assertTrue(result.out().contains("run        " + TRADING_DATE), result::toString);
        return reports(result);
    }

    /** A series of the demo venue ends at the price of an earlier run: somebody else has to look at that. */
    private Path clearWithFourEyes(final int trades) throws IOException
    {
        final String data = dataDir.toString();
        final VenueProcess.Result asked = run(
            "clearing", "evening", "--data", data, "--slice", "PT0.1S", "--as", "anna");
        assertEquals(APPROVAL_MISSING, asked.exitCode(), asked::toString);
        assertTrue(asked.out().contains("approval   prices of run " + TRADING_DATE + "02"), asked::toString);
        assertReportsTheHalt(asked.err());
        assertReportsTheHalt(run("session", "show", "--data", data).out());
        assertReportsTheHalt(run("clearing", "status", "--data", data).out());
        final VenueProcess.Result other = run("clearing", "intraday", "--data", data);
        assertEquals(PRECONDITION, other.exitCode(), other::toString);
        assertReportsTheHalt(other.err());
        final VenueProcess.Result same = run(
            "clearing", "approve", "--data", data, "--step", "prices", "--as", "anna");
        assertEquals(APPROVAL_MISSING, same.exitCode(), same::toString);
        final VenueProcess.Result approved = run(
            "clearing", "approve", "--data", data, "--step", "prices", "--as", "boris");
        assertEquals(0, approved.exitCode(), approved::toString);
        final Path answer = dataDir.resolve("clearing/" + TRADING_DATE + "/2-E/approvals/prices.json");
        final String genuine = Files.readString(answer);
        Files.writeString(answer, forged(genuine));
        final VenueProcess.Result refused = run("clearing", "resume", "--data", data, "--as", "anna");
        assertEquals(APPROVAL_MISSING, refused.exitCode(), refused::toString);
        assertTrue(refused.err().contains("the approval is not signed by the key of the operator who gave it: " +
            "step=prices runId=" + TRADING_DATE + "02 approver=boris file="), refused::toString);
        Files.writeString(answer, genuine);
        final VenueProcess.Result resumed = run("clearing", "resume", "--data", data, "--as", "anna");
        assertEquals(0, resumed.exitCode(), resumed::toString);
        assertTrue(resumed.out().contains("trades     " + trades), resumed::toString);
        return reports(resumed);
    }

    /** One digit of the signature is another one. */
    private static String forged(final String answer)
    {
        final int digit = answer.lastIndexOf('"') - 1;
        return answer.substring(0, digit) + ('0' == answer.charAt(digit) ? '1' : '0') + answer.substring(digit + 1);
    }

    private static void assertReportsTheHalt(final String text)
    {
        assertTrue(text.contains(
            "trading is suspended by run " + TRADING_DATE + "02 (evening, PRICES_PROPOSED) since "), text);
        assertTrue(text.contains(" --run " + TRADING_DATE + "02 --step prices --as NAME`"), text);
    }

    private static Path reports(final VenueProcess.Result result)
    {
        final String reports =
            result.out().lines().filter(line -> line.startsWith("reports ")).findFirst().orElseThrow();
        return Path.of(reports.substring("reports".length()).trim());
    }

    private void assertVerified(final Path reports) throws IOException
    {
        final VenueProcess.Result result = run("reports", "verify", reports.toString());
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.out().contains("OK: "), result::toString);
        // Every report for each of four clearing firms.
        assertEquals(
            4 * Arrays.stream(ReportType.values()).filter(type -> type.isForMembers() && !type.isXml()).count(),
            result.out().lines().filter(line -> line.contains(".csv.zst")).count(),
            result::toString);
    }

    private void assertAllProved() throws IOException
    {
        final VenueProcess.Result result = run("clearing", "verify", "--all", "--data", dataDir.toString());
        assertEquals(0, result.exitCode(), result::toString);
        final String parts = "OK +" + TRADING_DATE + "/%s +parts=\\d+\n";
        assertTrue(result.out().matches(parts.formatted("1-I") + parts.formatted("2-E") + "OK"), result::toString);
        final Path answer = dataDir.resolve("clearing/" + TRADING_DATE + "/2-E/approvals/prices.json");
        final String genuine = Files.readString(answer);
        Files.writeString(answer, forged(genuine));
        final VenueProcess.Result broken =
            run("clearing", "verify", TRADING_DATE + "/2-E", "--data", dataDir.toString());
        assertEquals(CHECK_FAILED, broken.exitCode(), broken::toString);
        assertTrue(broken.out().contains("BAD_SIGNATURE the answer or the request is not signed by operators of the " +
            "venue: approver=boris"), broken::toString);
        Files.writeString(answer, genuine);
    }

    private void assertNextSessionOpens() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = DemoOperators.client(client, LIMIT_NS))
        {
            final StateReport closed = operator.reportState();
            assertEquals(List.of(), closed.orders());
            assertEquals(15, closed.tradeCount());
            StreamLedger.read(client, closed.cursor()).assertExplains(closed);
        }
        assertSession("session 1  date " + TRADING_DATE + "  closed" + TestVenue.SHOWN, "show");
        assertSession("session 2  date " + NEXT_DATE + "  open", "open", "--date", Integer.toString(NEXT_DATE));
        assertSession("session 2  date " + NEXT_DATE + "  open" + TestVenue.SHOWN, "show");
        // Numbers begin again with a new date, and everybody has to connect anew.
        await(() -> 1 == buyer.resetCount() && buyer.isRecovered() && 1 == seller.resetCount() && seller.isRecovered());
        order(true, PRICE_E5 - 10 * TICK_E5, 3);
        assertEquals(List.of(SESSION_INACTIVE), buyer.refusals());
    }

    private void assertSession(final String expected, final String... command) throws IOException
    {
        final List<String> arguments = new ArrayList<>(List.of("session"));
        arguments.addAll(List.of(command));
        arguments.addAll(List.of("--data", dataDir.toString()));
        final VenueProcess.Result result = run(arguments.toArray(String[]::new));
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(expected, result.out());
    }

    private void assertChangedReportIsNamed(final Path reports) throws IOException
    {
        final Path changed;
        try (Stream<Path> files = Files.list(reports.resolve("w1")))
        {
            changed = files.filter(file -> file.getFileName().toString().contains("fposcl")).sorted().findFirst()
                .orElseThrow();
        }
        final byte[] bytes = Files.readAllBytes(changed);
        bytes[bytes.length / 2] ^= 1;
        Files.write(changed, bytes);
        final VenueProcess.Result result = run("reports", "verify", reports.toString());
        assertEquals(CHANGED, result.exitCode(), result::toString);
        assertEquals(List.of("CHANGED_FILE"), result.out().lines()
            .filter(line -> line.contains(changed.getFileName().toString()))
            .map(line -> line.substring(0, line.indexOf(' '))).toList(), result::toString);
        assertTrue(result.out().endsWith("BREAK"), result::toString);
    }

    /** Sessions do not end for want of heartbeats while a command runs, however slow the machine is. */
    private VenueProcess.Result run(final String... arguments) throws IOException
    {
        return VenueProcess.execute(this::poll, List.of(arguments));
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
            assertTrue(System.nanoTime() < deadlineNs, () -> "no answer: " + venue.describe());
        }
    }
}
