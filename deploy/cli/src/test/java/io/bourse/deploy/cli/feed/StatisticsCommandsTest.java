// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.solo.SoloEngine;
import io.bourse.engine.host.solo.SoloOptions;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.marketdata.service.ObligationService;
import io.bourse.marketdata.service.ObligationServiceOptions;
import io.bourse.marketdata.statistics.IndexMember;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.ObligationSpec;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class StatisticsCommandsTest
{
    private static final InstrumentSpec SI = new InstrumentSpec(101, "Si-12.26", InstrumentKind.FUTURE, "Si", "RUB",
        100_000L, 100_000L, 80_000_00000L, 100_000_00000L, 90_000_50000L, 1_320, 880, 20261217);
    private static final IndexSpec INDEX = new IndexSpec(9, "ONE", "RUB", 20261120, 100_00000, 900_005_000L, 2, 0,
        List.of(new IndexMember(101, 1_000_000, 10_000)));
    private static final ObligationSpec OBLIGATION =
        new ObligationSpec(ObligationSpec.Kind.LOGIN, "TWAA01", 101, 800, 30, 0, 5);

    @TempDir
    private Path dir;

    /** What a command says, and its exit code in front. */
    private static String run(final Object command, final String... arguments)
    {
        final StringWriter out = new StringWriter();
        final int exitCode = new CommandLine(command)
            .setExecutionExceptionHandler(ExitCode::explain)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(out))
            .execute(arguments);
        return exitCode + "\n" + out.toString().replace(System.lineSeparator(), "\n");
    }

    @Test
    void shouldPrintTablesOfWhatTheServiceSays()
    {
        try (SoloEngine engine = SoloEngine.launch(SoloOptions.of(HostOptions.builder()
                .dataDir(dir.resolve("engine"))
                .idleStrategySupplier(() -> new BackoffIdleStrategy(1, 1, 1_000, 200_000))
                .build()));
            EngineClient client = engine.connect();
            OperatorClient operator = new OperatorClient(client, TimeUnit.SECONDS.toNanos(30)))
        {
            operator.defineClearingFirm("AA");
            operator.defineBrokerageFirm("AA01");
            operator.defineLogin(1, LoginProtocol.TWIME, "TWAA01", "AA01");
            operator.defineInstrument(SI);
            operator.openSession(1, 20261123);
            final ObligationService service = new ObligationService(ObligationServiceOptions.builder()
                .engineClient(client)
                .indices(List.of(INDEX))
                .obligations(List.of(OBLIGATION))
                .addressFile(dir.resolve(ObligationService.ADDRESS_FILE)).build());
            try (AgentRunner runner = new AgentRunner(
                new BackoffIdleStrategy(1, 1, 1_000, 1_000_000), Throwable::printStackTrace, null, service))
            {
                AgentRunner.startOnThread(runner);
                final IdleStrategy idle = new SleepingIdleStrategy(1_000_000);
                while (!service.isLive())
                {
                    idle.idle();
                }
                assertTables();
            }
        }
        assertTrue(run(new StatisticsCommand(), "--data", dir.toString()).startsWith("3\n"));
    }

    private void assertTables()
    {
        final String data = dir.toString();
        assertEquals("""
            0
            +----------+------+------+-----+------+-------+------+--------+--------+----------+----------+---------+\
            ---------+------------+----------+---------------+
            | symbol   | open | high | low | last | close | vwap | volume | trades | turnover | off-book | opening |\
             closing | settlement | previous | open interest |
            +----------+------+------+-----+------+-------+------+--------+--------+----------+----------+---------+\
            ---------+------------+----------+---------------+
            | Si-12.26 |    - |    - |   - |    - |     - |    - |      0 |      0 |     0.00 |        0 |       - |\
                   - |    90000.5 |  90000.5 |             0 |
            +----------+------+------+-----+------+-------+------+--------+--------+----------+----------+---------+\
            ---------+------------+----------+---------------+
            """, run(new StatisticsCommand(), "--data", data, "Si-12.26"));
        assertEquals("""
            0
            +-------+----------+-------+------+------+-----+-------+----------------+---------+
            | index | currency | value | open | high | low | close | previous close | members |
            +-------+----------+-------+------+------+-----+-------+----------------+---------+
            | ONE   | RUB      |   100 |    - |    - |   - |     - |              - |       1 |
            +-------+----------+-------+------+------+-----+-------+----------------+---------+
            """, run(new StatisticsCommand(), "--data", data, "--indices"));
        final String obligations = run(new ObligationsCommand(), "--data", data, "TWAA01", "--symbol", "Si-12.26");
        assertTrue(obligations.startsWith("0\n+"), obligations);
        assertTrue(obligations.contains("| TWAA01   | Si-12.26 | ABSENT |  800 |        0 |"), obligations);
        assertEquals("0\nno obligations\n", run(new ObligationsCommand(), "--data", data, "--previous"));
        final String json = run(new ObligationsCommand(), "--data", data, "--json");
        assertTrue(json.contains("\"provider\":\"TWAA01\""), json);
        assertEquals("3\nobligations: there is no such name among the obligations: name=NOPE\n",
            run(new ObligationsCommand(), "--data", data, "NOPE"));
    }

    @Test
    @Timeout(30)
    void shouldGiveUpAServerThatIsSilentOrSlow() throws IOException
    {
        for (final String beginning : List.of("", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"))
        {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
            {
                final Thread thread = Thread.startVirtualThread(() -> answer(server, beginning));
                final String said =
                    run(new StatisticsCommand(), "--http", "127.0.0.1:" + server.getLocalPort(), "--timeout", "300");
                assertTrue(said.startsWith("3\nstatistics: the answer does not come in time"), said);
                thread.interrupt();
            }
        }
    }

    /** Begins an answer, and leaves it at that until the client goes. */
    private static void answer(final ServerSocket server, final String beginning)
    {
        try (Socket socket = server.accept())
        {
            socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        }
        catch (final IOException ignore)
        {
            // The client has gone, or the test is over.
        }
    }

    @Test
    void shouldSayWhenNobodyAnswers() throws IOException
    {
        final String nowhere = run(new StatisticsCommand(), "--data", dir.toString());
        assertTrue(nowhere.startsWith("3\nstatistics: no component answers for this directory"), nowhere);

        final int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
        {
            port = socket.getLocalPort();
        }
        Files.writeString(dir.resolve(ObligationService.ADDRESS_FILE), "127.0.0.1:" + port + "\n");
        final String gone = run(new ObligationsCommand(), "--data", dir.toString());
        assertTrue(gone.startsWith("3\nobligations: nothing answers there"), gone);
        assertFalse(gone.contains("null"), gone);
        assertTrue(run(new ObligationsCommand(), "--http", "not an address").startsWith("2\n"));
    }

    @Test
    void shouldExplainBadCommandLines()
    {
        BadLine.assertExplained(new ObligationsCommand(), "A B");
        BadLine.assertExplained(new ObligationsCommand(), "--symbol");
        BadLine.assertExplained(new StatisticsCommand(), "--previous");
    }
}
