// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.node.Venue;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.gateway.fix.client.FixClient;
import io.bourse.gateway.fix.client.FixClientListener;
import io.bourse.gateway.fix.client.FixExecution;
import org.apache.mina.core.filterchain.IoFilter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import quickfix.Session;
import quickfix.field.MsgType;
import quickfix.fix44.NewOrderSingle;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The clients of docs/clients as a firm would run them: a process of their own, no library (but QuickFIX/J
 * for its client), a real venue.
 */
@Tag("venue")
class SampleClientsTest
{
    private static final long LIMIT_S = 90;
    private static final int MAX_LINES = 200;
    /** Above the price at which the other clients buy. */
    private static final String SELL_PRICE = "92350";
    private static final long SELL_PRICE_E5 = 92_350_00000L;
    private static final Path CLIENTS = Path.of(System.getProperty("bourse.root", "../.."), "docs", "clients");

    @TempDir
    private static Path dir;
    private static Venue venue;

    @BeforeAll
    static void startVenue() throws IOException
    {
        venue = Venue.start(TestVenue.config(dir.resolve("data")));
    }

    @AfterAll
    static void closeVenue()
    {
        venue.close();
    }

    @Test
    void shouldTradeWithTheJavaClient() throws Exception
    {
        assertDoesWhatThePageSays("TWAA01", "AA01000", List.of(java(), source("TwimeSample.java")));
    }

    @Test
    void shouldTradeWithThePythonClient() throws Exception
    {
        // -B: no byte code is written beside the source; -I: nothing but the standard library can be imported.
        assertDoesWhatThePageSays("TWBB01", "BB01000", List.of(python(), "-B", "-I", source("twime_sample.py")));
    }

    @Test
    void shouldTradeWithTheQuickFixClient() throws Exception
    {
        assertDoesWhatThePageSaysOfFix("FIXAA02", "AA02000", quickFixClient());
    }

    private static List<String> quickFixClient()
    {
        final String jars = Stream.of(Session.class, NewOrderSingle.class, MsgType.class, IoFilter.class, Logger.class)
            .map(SampleClientsTest::jarOf).distinct().collect(Collectors.joining(File.pathSeparator));
        return List.of(
            java(), "-Dslf4j.internal.verbosity=ERROR", "-cp", jars, source("FixSample.java"),
            CLIENTS.resolveSibling("protocols").resolve("fix44-bourse.xml").toString());
    }

    private static String java()
    {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    @Test
    void shouldTradeWithThePythonFixClient() throws Exception
    {
        assertDoesWhatThePageSaysOfFix("FIXBB01", "BB01000", List.of(python(), "-B", "-I", source("fix_sample.py")));
    }

    @Test
    void shouldGoOnWithTheJavaClientWhenItsOrdersTrade() throws Exception
    {
        assertShowsTrades(List.of(java(), source("TwimeSample.java")));
    }

    @Test
    void shouldGoOnWithThePythonClientWhenItsOrdersTrade() throws Exception
    {
        assertShowsTrades(List.of(python(), "-B", "-I", source("twime_sample.py")));
    }

    private static void assertShowsTrades(final List<String> client) throws Exception
    {
        final InetSocketAddress twime = venue.twime().localAddress();
        final List<String> command = new ArrayList<>(client);
        command.addAll(List.of(
            twime.getHostString(), Integer.toString(twime.getPort()), "TWBB01", "BB01000", "1001", SELL_PRICE));
        final List<String> lines = runAgainstSeller(command);
        assertEquals(List.of(
            "alive",
            "accepted clOrdId=# orderId=# price=9235000000 qty=1",
            "traded orderId=# price=9235000000 qty=1 rest=0",
            "refused clOrdId=# code=14",
            "connection lost",
            "accepted clOrdId=# orderId=# price=9235000000 qty=1",
            "traded orderId=# price=9235000000 qty=1 rest=0",
            "terminated code=Finished"), said(lines));
    }

    @Test
    void shouldGoOnWithTheQuickFixClientWhenItsOrdersTrade() throws Exception
    {
        assertShowsTradesOfFix(quickFixClient());
    }

    @Test
    void shouldGoOnWithThePythonFixClientWhenItsOrdersTrade() throws Exception
    {
        assertShowsTradesOfFix(List.of(python(), "-B", "-I", source("fix_sample.py")));
    }

    private static void assertShowsTradesOfFix(final List<String> client) throws Exception
    {
        final InetSocketAddress fix = venue.fix().localAddress();
        final List<String> command = new ArrayList<>(client);
        command.addAll(List.of(fix.getHostString(), Integer.toString(fix.getPort()), "FIXBB01", "-", "BB01000",
            "Si-12.26", SELL_PRICE));
        final List<String> lines = runAgainstSeller(command);
        assertEquals(List.of(
            "logged on",
            "alive",
            "accepted clOrdId=# orderId=# qty=1 leaves=1",
            "traded clOrdId=# orderId=# qty=1 leaves=0",
            "too late clOrdId=#",
            "too late clOrdId=#",
            "connection lost",
            "logged on",
            "accepted clOrdId=# orderId=# qty=1 leaves=1 again",
            "traded clOrdId=# orderId=# qty=1 leaves=0 again",
            "logged out"), said(lines));
    }

    /**
     * Lines without what depends on the machine: a refusal may overtake the trade that it follows from, and QuickFIX/J
     * remarks on answers that reach it while it disconnects, which it then asks for again.
     */
    private static List<String> said(final List<String> lines)
    {
        final List<String> said = new ArrayList<>(lines.stream()
            .map((line) -> line.replaceAll("(clOrdId|orderId)=\\S+", "$1=#").replaceAll("^alive .*", "alive"))
            .filter((line) -> !line.startsWith("resend") && !line.startsWith("established") &&
                !line.startsWith("retransmission") && !line.contains("Logon state is not valid"))
            .toList());
        final int traded = IntStream.range(0, said.size())
            .filter((i) -> said.get(i).startsWith("traded")).findFirst().orElse(0);
        final int accepted = IntStream.range(0, said.size())
            .filter((i) -> said.get(i).startsWith("accepted")).findFirst().orElse(0);
        said.add(Math.min(accepted + 1, said.size() - 1), said.remove(traded));
        return said;
    }

    /** Runs a client while another one offers to sell at its price. */
    private static List<String> runAgainstSeller(final List<String> command) throws IOException, InterruptedException
    {
        final InetSocketAddress fix = venue.fix().localAddress();
        final CountDownLatch loggedOn = new CountDownLatch(1);
        final CountDownLatch accepted = new CountDownLatch(1);
        final FixClientListener listener = new FixClientListener()
        {
            @Override
            public void onLogon()
            {
                loggedOn.countDown();
            }

            @Override
            public void onExecution(final FixExecution execution)
            {
                accepted.countDown();
            }
        };
        try (FixClient seller = FixClient.connect(fix.getHostString(), fix.getPort(), "FIXAA02", listener))
        {
            assertTrue(loggedOn.await(LIMIT_S, TimeUnit.SECONDS), "the seller does not log on");
            seller.newOrder("sell" + System.nanoTime(), "AA02000", "Si-12.26", Side.SELL, 2, SELL_PRICE_E5,
                TimeInForce.DAY);
            assertTrue(accepted.await(LIMIT_S, TimeUnit.SECONDS), "the order of the seller is not accepted");
            return run(command);
        }
    }

    private static String jarOf(final Class<?> of)
    {
        return Path.of(URI.create(of.getProtectionDomain().getCodeSource().getLocation().toString())).toString();
    }

    private static void assertDoesWhatThePageSaysOfFix(
        final String login, final String account, final List<String> client) throws Exception
    {
        final InetSocketAddress fix = venue.fix().localAddress();
        final List<String> command = new ArrayList<>(client);
        command.addAll(List.of(
            fix.getHostString(), Integer.toString(fix.getPort()), login, "-", account, "Si-12.26", "92345"));
        final List<String> lines = run(command);
        final List<String> said = lines.stream()
            .map((line) -> line.replaceAll("(clOrdId|orderId|heartbeats|from)=\\S+", "$1=#")).toList();
        assertEquals(List.of(
            "logged on",
            "alive heartbeats=#",
            "accepted clOrdId=# orderId=# qty=1 leaves=1",
            "replaced clOrdId=# orderId=# qty=2 leaves=2",
            "cancelled clOrdId=# orderId=# qty=2 leaves=0",
            "connection lost",
            "resend from=#",
            "logged on",
            "accepted clOrdId=# orderId=# qty=1 leaves=1 again",
            "cancelled clOrdId=# orderId=# qty=1 leaves=0 again",
            "logged out"), said);
        assertTrue(number(lines.get(1)) > 0, () -> "no heartbeat was sent: " + lines);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TwimeSample.java", "twime_sample.py", "FixSample.java", "fix_sample.py"})
    void shouldStayShort(final String file) throws IOException
    {
        final int lines = Files.readAllLines(CLIENTS.resolve(file)).size();
        assertTrue(lines < MAX_LINES, file + " lines=" + lines);
    }

    private static void assertDoesWhatThePageSays(
        final String login, final String account, final List<String> client) throws Exception
    {
        final InetSocketAddress twime = venue.twime().localAddress();
        final List<String> command = new ArrayList<>(client);
        command.addAll(List.of(
            twime.getHostString(), Integer.toString(twime.getPort()), login, account, "1001", "92345"));
        final List<String> lines = run(command);
        // The number of heartbeats depends on the machine, ids on what ran before.
        final List<String> said = lines.stream()
            .map((line) -> line.replaceAll("(clOrdId|orderId|heartbeats)=\\d+", "$1=#")).toList();
        final long seqNo = number(lines.getFirst());
        assertEquals(List.of(
            "established nextSeqNo=" + seqNo,
            "alive heartbeats=#",
            "accepted clOrdId=# orderId=# price=9234500000 qty=1",
            "cancelled orderId=# qty=1",
            "connection lost",
            "established nextSeqNo=" + (seqNo + 4),
            "retransmission nextSeqNo=" + (seqNo + 2) + " count=2",
            "accepted clOrdId=# orderId=# price=9234500000 qty=1",
            "cancelled orderId=# qty=1",
            "terminated code=Finished"), said);
        assertTrue(number(lines.get(1)) > 0, () -> "no heartbeat was sent: " + lines);
    }

    private static long number(final String line)
    {
        return Long.parseLong(line.substring(line.lastIndexOf('=') + 1));
    }

    private static List<String> run(final List<String> command) throws IOException, InterruptedException
    {
        final Path output = Files.createTempFile(dir, "client", ".txt");
        final Process process = new ProcessBuilder(command)
            .redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try
        {
            final boolean isEnded = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
            final List<String> lines = Files.readAllLines(output, StandardCharsets.UTF_8);
            assertTrue(isEnded, () -> "the client does not end: command=" + command + " output=" + lines);
            assertEquals(0, process.exitValue(), () -> "command=" + command + " output=" + lines);
            return lines;
        }
        finally
        {
            process.destroyForcibly();
        }
    }

    private static String source(final String file)
    {
        final Path path = CLIENTS.resolve(file);
        assertTrue(Files.isReadable(path), () -> "the client is missing: path=" + path.toAbsolutePath());
        return path.toString();
    }

    private static String python()
    {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .map((directory) -> Path.of(directory, "python3")).filter(Files::isExecutable).map(Path::toString)
            .findFirst().orElseThrow(() -> new AssertionError(
                "the Python sample client cannot be run, install python3 (3.8 or newer): PATH=" +
                System.getenv("PATH")));
    }
}
