// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.operator.ContractOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PositionMove;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.MovementKind;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.OrderFlow;
import io.bourse.marketdata.statistics.IndexMember;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.ObligationCounters;
import io.bourse.marketdata.statistics.ObligationSpec;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.agrona.CloseHelper;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service with a real engine, asked over real sockets.
 */
@Tag("venue")
class ObligationServiceTest
{
    private static final IndexSpec INDEX = new IndexSpec(9001, "DEMO", "RUB", 20261120, 1_000_00000,
        200_000_000L, 2, 0, List.of(
            new IndexMember(DemoReferenceData.SI_ID, 1_000_000, 10_000),
            new IndexMember(DemoReferenceData.RI_ID, 1_000_000, 10_000)));
    private static final List<ObligationSpec> OBLIGATIONS = List.of(
        new ObligationSpec(ObligationSpec.Kind.LOGIN, "TWAA1", DemoReferenceData.SI_ID, 800, 20, 0, 10),
        new ObligationSpec(ObligationSpec.Kind.FIRM, "BB01", DemoReferenceData.RI_ID, 500, 0, 1, 10));

    @TempDir
    private Path dir;
    private TestEngine engine;
    private EngineClient client;
    private OrderFlow flow;
    private final List<SecurityEvent> events = new CopyOnWriteArrayList<>();
    private ObligationService service;
    private AgentRunner runner;
    private HttpClient http;
    private boolean hasCheckpoints;
    private long startCursor;

    @BeforeEach
    void start()
    {
        engine = TestEngine.start(dir.resolve("engine")).withDemoReferenceData();
        client = engine.connect();
        flow = new OrderFlow(client, new Random(1));
        http = HttpClient.newHttpClient();
        open();
    }

    private void open()
    {
        service = new ObligationService(context().build());
        startCursor = service.checkpointCounters().get(CheckpointCounter.CURSOR);
        runner = new AgentRunner(new BackoffIdleStrategy(1, 1, 1_000, 1_000_000),
            Throwable::printStackTrace, null, service);
        AgentRunner.startOnThread(runner);
        TestEngine.await("service live", service::isLive);
    }

    private ObligationServiceOptionsBuilder context()
    {
        return ObligationServiceOptions.builder()
            .engineClient(client)
            .indices(List.of(INDEX))
            .obligations(OBLIGATIONS)
            .snapshotIntervalNs(1_000_000)
            .addressFile(dir.resolve(ObligationService.ADDRESS_FILE))
            .checkpoints(hasCheckpoints ? new CheckpointStore(
                dir.resolve("checkpoints"), "obligations", ObligationCounters.STATE_VERSION, "") : null)
            .securityLog(events::add);
    }

    @AfterEach
    void stop()
    {
        CloseHelper.closeAll(runner, flow, http, engine);
    }

    private HttpResponse<String> get(final String path)
    {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.localAddress().getPort() + path))
            .timeout(Duration.ofSeconds(30)).GET().build());
    }

    private HttpResponse<String> send(final HttpRequest request)
    {
        try
        {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        }
        catch (final IOException ex)
        {
            throw new AssertionError("no answer: " + request, ex);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", ex);
        }
    }

    private JsonNode json(final String path)
    {
        final HttpResponse<String> response = get(path);
        assertEquals(200, response.statusCode(), response.body());
        assertEquals("application/json", response.headers().firstValue("Content-Type").orElse(""));
        return parse(response.body());
    }

    private static JsonNode parse(final String body)
    {
        try
        {
            return new ObjectMapper().readTree(body);
        }
        catch (final IOException ex)
        {
            throw new AssertionError(body, ex);
        }
    }

    /** Asks until the answer is the awaited one: the service follows at its own pace. */
    private JsonNode await(final String path, final Predicate<JsonNode> condition)
    {
        final JsonNode[] answer = new JsonNode[1];
        TestEngine.await(path, () ->
        {
            answer[0] = json(path);
            return condition.test(answer[0]);
        });
        return answer[0];
    }

    private void trade()
    {
        flow.rest(DemoReferenceData.SI_ID, Side.BUY, -2, 30);
        flow.rest(DemoReferenceData.SI_ID, Side.SELL, 3, 30);
        flow.hit(DemoReferenceData.SI_ID, Side.BUY, 3, 5);
    }

    @Test
    void shouldReportStatisticsIndicesAndObligations()
    {
        trade();

        final JsonNode statistics =
            await("/statistics/SI-12.26", (answer) -> 0 != answer.at("/statistics/0/trades").asLong());
        assertEquals(1, statistics.path("statistics").size());
        final JsonNode si = statistics.at("/statistics/0");
        assertEquals("SI-12.26 90003 90003 5 1 450015.0 5", si.path("symbol").asText() + ' ' +
            si.path("last").asText() + ' ' + si.path("vwap").asText() + ' ' + si.path("volumeLots").asLong() + ' ' +
            si.path("trades").asLong() + ' ' + si.path("turnover").asText() + ' ' +
            si.path("openInterestLots").asLong());
        assertEquals(DemoReferenceData.SESSION_ID, statistics.path("sessionId").asInt());
        assertEquals(2, json("/statistics").path("statistics").size());

        // (90003 + 110000) / 200
        assertEquals("1000.02", json("/indices").at("/indices/0/value").asText());
        assertEquals("DEMO", json("/indices/DEMO").at("/indices/0/symbol").asText());

        final JsonNode maker = json("/obligations/TWAA1?symbol=SI-12.26").path("obligations");
        assertEquals(1, maker.size());
        assertEquals("MET 1 5", maker.at("/0/state").asText() + ' ' + maker.at("/0/trades").asLong() + ' ' +
            maker.at("/0/tradedLots").asLong());
        assertEquals(2, json("/obligations").path("obligations").size());
        assertEquals(0, json("/obligations/TWAA1?symbol=RI-12.26").path("obligations").size());
        assertEquals(0, json("/obligations?session=previous").path("obligations").size());
    }

    /** A clearing run gives an account lots. */
    private static PositionMove move(final int accountId, final long lots)
    {
        return new PositionMove(accountId, DemoReferenceData.SI_ID, lots, MovementKind.PORTING);
    }

    @Test
    void shouldReportOpenInterestOfPositionsThatAClearingRunMoves()
    {
        final OperatorClient operator = engine.operator();
        operator.suspendTrading(1, ClearingKind.INTRADAY);
        new ContractOperator(operator).movePositions(1, 0, List.of(
            move(0, 4), move(1, -4),
            // To another register: as many are held as before.
            move(0, -3), move(2, 3),
            // Closed against each other.
            move(2, -1), move(1, 1)));

        final long endCursor = client.endCursor();
        final JsonNode answer = await("/statistics/SI-12.26", json -> json.path("cursor").asLong() >= endCursor);
        assertEquals(3, answer.at("/statistics/0/openInterestLots").asLong());
        assertEquals(0, answer.at("/statistics/0/trades").asLong());
    }

    @Test
    void shouldReportTheSameAfterARestart()
    {
        trade();
        engine.operator().reportState();
        final List<JsonNode> before = answers();

        runner.close();
        open();

        assertEquals(before, answers());
    }

    /** Everything up to now. */
    private List<JsonNode> answers()
    {
        final long endCursor = client.endCursor();
        final Predicate<JsonNode> isAtEnd = (answer) -> answer.path("cursor").asLong() >= endCursor;
        return List.of(await("/obligations", isAtEnd), await("/obligations?session=previous", isAtEnd),
            await("/statistics", isAtEnd), await("/indices", isAtEnd));
    }

    @Test
    void shouldReportTheSameFromTheTradingSessionAndWithoutItFromTheBeginning() throws IOException
    {
        trade();
        DemoReferenceData.clearEvening(engine.operator(), 1);
        engine.operator().openSession(DemoReferenceData.SESSION_ID + 1, DemoReferenceData.TRADING_DATE + 1);
        trade();
        engine.operator().reportState();
        final List<JsonNode> whole = answers();
        assertEquals(5, whole.get(1).at("/obligations/0/tradedLots").asLong());

        runner.close();
        hasCheckpoints = true;
        open();
        TestEngine.await("checkpoint", () -> service.checkpointCounters().get(CheckpointCounter.WRITTEN) > 0);
        assertEquals(whole, answers());

        runner.close();
        open();
        assertTrue(startCursor > 0);
        assertEquals(whole, answers());

        for (final Path file : listed(dir.resolve("checkpoints")))
        {
            final byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
        }
        runner.close();
        open();
        assertEquals(0, startCursor);
        assertEquals(whole, answers());
    }

    private static List<Path> listed(final Path directory) throws IOException
    {
        try (Stream<Path> files = Files.list(directory))
        {
            return files.toList();
        }
    }

    @Test
    void shouldSayWhatIsWrongWithAQuestion()
    {
        assertError(404, "/", "there are /obligations");
        assertError(404, "/statisticss", "there are /obligations");
        assertError(404, "/statistics/NOPE", "name=NOPE");
        assertError(404, "/obligations/NOPE", "name=NOPE");
        assertError(404, "/indices/NOPE", "name=NOPE");
        assertError(400, "/statistics?symbol=SI-12.26", "no parameters");
        assertError(400, "/obligations?color=red", "parameter=color");
        assertError(400, "/obligations?symbol", "parameter=symbol");
        assertError(400, "/obligations?symbol=A&symbol=B", "twice");
        assertError(400, "/obligations?session=next", "session=next");
        assertError(414, "/statistics/" + "A".repeat(2_000), "limit=1024");
    }

    private void assertError(final int status, final String path, final String fact)
    {
        final HttpResponse<String> response = get(path);
        assertEquals(status, response.statusCode(), path);
        final String error = parse(response.body()).path("error").asText();
        assertTrue(error.contains(fact), error);
    }

    @Test
    void shouldTakeNothingButGetFromThisMachine() throws IOException
    {
        final URI uri = URI.create("http://127.0.0.1:" + service.localAddress().getPort() + "/statistics");
        for (final String method : List.of("POST", "PUT", "DELETE", "OPTIONS"))
        {
            final HttpResponse<String> response = send(HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.ofString("{}")).build());
            assertEquals(405, response.statusCode(), method);
            assertEquals("GET", response.headers().firstValue("Allow").orElse(""));
        }
        assertTrue(raw("GET /statistics HTTP/1.1\r\nHost: evil.example:80\r\nConnection: close\r\n\r\n")
            .startsWith("HTTP/1.1 403"));
        assertTrue(raw("GET /statistics HTTP/1.1\r\nHost: localhost:1\r\nConnection: close\r\n\r\n")
            .startsWith("HTTP/1.1 200"));
        final InetAddress source = InetAddress.getByName("127.0.0.1");
        final List<SecurityEvent> expected = new ArrayList<>(Collections.nCopies(4,
            SecurityEvent.of(SecurityEvent.Type.MALFORMED, "obligations", null, source, "not GET")));
        expected.add(SecurityEvent.of(
            SecurityEvent.Type.CONNECTION_REFUSED, "obligations", null, source, "the Host is not of this machine"));
        assertEquals(expected, events);
        final String message = assertThrows(IllegalArgumentException.class, () -> new ObligationService(
            context().bindAddress(new InetSocketAddress("0.0.0.0", 0)).build())).getMessage();
        assertTrue(message.contains("loopback only"), message);
    }

    @Test
    void shouldAnswerHeadWithoutABodyAndWithoutAWordInTheLog() throws IOException
    {
        final List<LogRecord> records = new CopyOnWriteArrayList<>();
        final Logger logger = Logger.getLogger("com.sun.net.httpserver");
        final Handler handler = new Handler()
        {
            @Override
            public void publish(final LogRecord record)
            {
                records.add(record);
            }

            @Override
            public void flush()
            {
            }

            @Override
            public void close()
            {
            }
        };
        logger.addHandler(handler);
        try
        {
            final String response = raw("HEAD /statistics HTTP/1.1\r\nHost: localhost:1\r\nConnection: close\r\n\r\n");
            assertTrue(response.startsWith("HTTP/1.1 405") && response.endsWith("\r\n\r\n"), response);
            assertEquals(List.of(), records.stream().map(LogRecord::getMessage).toList());
        }
        finally
        {
            logger.removeHandler(handler);
        }
    }

    @Test
    void shouldGoOnAnsweringWhenClientsMisbehave() throws IOException
    {
        final List<Socket> dawdlers = new ArrayList<>();
        try
        {
            for (int i = 0; i < 20; i++)
            {
                final Socket socket = connect();
                dawdlers.add(socket);
                socket.getOutputStream().write("GET /statistics HT".getBytes(US_ASCII));
            }
            raw("\r\n\r\n");
            raw("NONSENSE\r\n\r\n");
            raw("GET /statistics HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(40_000) + "\r\n\r\n");
            raw("GET /" + "%zz".repeat(10) + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            for (int i = 0; i < 20; i++)
            {
                // Gone before the answer.
                try (Socket socket = connect())
                {
                    socket.setSoLinger(true, 0);
                    socket.getOutputStream().write("GET /statistics HTTP/1.1\r\nHost: localhost\r\n\r\n"
                        .getBytes(US_ASCII));
                }
            }
            assertEquals(2, json("/statistics").path("statistics").size());
            // Those who never finish their request are cut off.
            for (final Socket dawdler : dawdlers)
            {
                dawdler.setSoTimeout(30_000);
                assertFalse(read(dawdler).startsWith("HTTP/1.1 200"));
            }
        }
        finally
        {
            CloseHelper.closeAll(dawdlers);
        }
    }

    @Test
    void shouldAnswerWithAnOlderCopyWhenTheServiceStandsStill()
    {
        final JsonNode before = json("/statistics");
        runner.close();
        final ObligationService still = new ObligationService(context().build());
        try
        {
            service = still;
            assertEquals(503, get("/statistics").statusCode());
            while (!still.isLive())
            {
                still.doWork();
            }
            assertEquals(before, json("/statistics"));
            trade();
            assertEquals(before, json("/statistics"));
        }
        finally
        {
            still.close();
        }
    }

    @Test
    void shouldWriteAndRemoveTheFileThatSaysWhereItIs() throws IOException
    {
        final Path file = dir.resolve(ObligationService.ADDRESS_FILE);
        assertEquals("127.0.0.1:" + service.localAddress().getPort() + '\n', Files.readString(file));

        runner.close();

        assertFalse(Files.exists(file));
    }

    private Socket connect() throws IOException
    {
        return new Socket(InetAddress.getLoopbackAddress(), service.localAddress().getPort());
    }

    /** Sends bytes and returns what comes back until the other side closes or is silent. */
    private String raw(final String request) throws IOException
    {
        try (Socket socket = connect())
        {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            return read(socket);
        }
    }

    private static String read(final Socket socket)
    {
        final StringBuilder text = new StringBuilder();
        try
        {
            final InputStream in = socket.getInputStream();
            for (int next = in.read(); next >= 0; next = in.read())
            {
                text.append((char)next);
            }
        }
        catch (final IOException ex)
        {
            // Being cut off is an end too.
            return text.toString();
        }
        return text.toString();
    }
}
