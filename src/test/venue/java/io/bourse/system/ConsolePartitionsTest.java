// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.deque.html.axecore.results.Rule;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.acts.ActsPart;
import io.bourse.deploy.console.venue.VenuePart;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One console of a venue of two partitions, in processes of their own, one of which is killed and started again.
 */
@Timeout(300)
@Tag("venue")
class ConsolePartitionsTest
{
    private static final int GATEWAY_ID = 77;
    private static final int PARTITIONS = 2;
    private static final int[] INSTRUMENTS = {1001, 1007};
    private static final long[] PRICES_E5 = {92_345_00000L, 30_120_00000L};
    private static final String TRADES = "/api/v1/trades";
    private static final String FIRMS = "/api/v1/reference/firms";
    private static final String STREAM = "/api/v1/stream";
    private static final String PHASE = "/api/v1/acts/phase";
    private static final String APPROVE = "/api/v1/requests/{number}/refuse";
    private static final String OPEN = "/api/v1/acts/session-open";
    private static final String FIRM_LIMITS = "/api/v1/acts/firm-limits";
    private static final String COLLATERAL = "/api/v1/acts/collateral";
    private static final List<String> PAGES = List.of("market", "market/1007", "venue", "venue/1", "sessions",
        "sessions/TWAA01/1", "journal", "journal/trades/AA01", "risk/BROKERAGE_FIRM", "risk/BROKERAGE_FIRM/AA01/1",
        "clearing", "members", "reference/instruments/1007", "reference/limits", "operators", "overview");

    @TempDir
    private Path dir;

    private final List<VenueProcess> processes = new ArrayList<>();
    private Path data;
    private String config;
    private ConsoleApi console;

    @BeforeEach
    void start() throws Exception
    {
        data = dir.resolve("data");
        final Map<String, Object> options = TestVenue.options(data);
        options.put("venue.partitions.count", PARTITIONS);
        options.put("venue.trading-date", 20261120);
        final Path file = VenueProcess.writeConfig(dir.resolve("venue.conf"), options);
        config = file.toString();
        for (int i = 0; i < PARTITIONS; i++)
        {
            CredentialStore.in(partition(i)).createMissing().add(Principal.gateway(GATEWAY_ID));
        }
        processes.add(VenueProcess.startReady("start", "--config", config));
        for (int i = 0; i < PARTITIONS; i++)
        {
            trade(i, 5, 2, 1);
        }
        final List<VenueConfig> configs = VenueConfigLoader.loadAll(file, Map.of());
        final ConsoleContext context =
            new ConsoleContext(data, configs.getFirst(), DemoOperators.key("anna"), null, configs);
        console = new ConsoleApi(context, List.of(new ActsPart(context), VenuePart.of(context,
            configs.stream().map(VenueConfig::dataDir).toList())));
        await("all is read", () -> console.get(STREAM), stream -> stream.get("isCaughtUp").booleanValue());
    }

    @AfterEach
    void close()
    {
        if (null != console)
        {
            console.close();
        }
        processes.reversed().forEach(VenueProcess::close);
        for (int i = 0; i < PARTITIONS; i++)
        {
            VenueProcess.clean(partition(i));
        }
    }

    private Path partition(final int partition)
    {
        return data.resolve("partition-" + partition);
    }

    /** One firm buys, another one sells part of it. */
    private void trade(final int partition, final long bought, final long sold, final int life) throws IOException
    {
        try (EngineClient client = VenueProcess.connect(partition(partition)))
        {
            final long first = client.endCursor();
            order(client, 1, "AA01000", partition, Side.BUY, bought, life);
            order(client, 2, "BB01000", partition, Side.SELL, sold, life);
            TestEngine.await("orders", () -> client.endCursor() > first);
        }
    }

    private static void order(
        final EngineClient client,
        final int login,
        final String account,
        final int partition,
        final Side side,
        final long lots,
        final int life)
    {
        new OrderSender(client, GATEWAY_ID, login, account).sequence(1000L * life).newOrder(
            INSTRUMENTS[partition], side, TimeInForce.DAY, PRICES_E5[partition], lots);
    }

    private static <T> T await(final String what, final Supplier<T> question, final Predicate<T> is)
    {
        final List<T> last = new ArrayList<>();
        TestEngine.await(what, () ->
        {
            last.clear();
            last.add(question.get());
            return is.test(last.getFirst());
        });
        return last.getFirst();
    }

    private static List<String> texts(final JsonNode rows, final Function<JsonNode, Object> text)
    {
        return rows.valueStream().map(row -> text.apply(row).toString()).toList();
    }

    private static String placed(final JsonNode row, final String field)
    {
        return row.path("partition").asText("-") + ' ' + row.get(field).asText();
    }

    private void assertAllPartitionsAreShownTogether()
    {
        final JsonNode list = await("trades", () -> console.get("/api/v1/instruments"),
            answer -> 2 == answer.get("instruments").valueStream().filter(row -> row.get("trades").intValue() > 0)
                .count());
        final List<String> rows = texts(list.get("instruments"), row -> placed(row, "id"));
        assertTrue(rows.contains("0 1001") && rows.contains("1 1007"), rows::toString);
        assertEquals(rows.size(), rows.stream().map(row -> row.substring(2)).distinct().count(), rows::toString);
        assertEquals(3, console.get("/api/v1/instruments/{id}", "/api/v1/instruments/1007")
            .at("/bids/0/lots").intValue());

        final JsonNode trades = console.get(TRADES, TRADES + "?firm=AA01");
        assertEquals(List.of("0 1001", "1 1007"), texts(trades.get("items"), row -> placed(row, "instrumentId")));
        assertTrue(trades.get("isEnd").booleanValue(), trades::toString);
        assertEquals(0, console.get(TRADES, TRADES + "?firm=AA01&after=" + trades.get("next").textValue())
            .get("items").size());
        assertEquals(List.of("1 1007"), texts(
            console.get(TRADES, TRADES + "?firm=AA01&partition=1").get("items"), row -> placed(row, "instrumentId")));
        final String order = trades.at("/items/1/orderId").textValue();
        final JsonNode life = console.get("/api/v1/orders/{id}", "/api/v1/orders/" + order);
        assertEquals("live 1", life.get("state").textValue() + ' ' + life.get("partition"));
        console.assertError(400, "wrong-partition", "must be one of [0, 1]", TRADES + "?firm=AA01&partition=2");

        final String risk = "/api/v1/risk/accounts";
        assertEquals(List.of("0 AA01", "1 AA01", "0 BB01", "1 BB01"), texts(
            console.get(risk, risk + "?level=BROKERAGE_FIRM").get("items"), row -> placed(row, "code")).stream()
            .filter(row -> row.matches(". (AA|BB)01")).toList());
        final List<String> sessions = texts(console.get("/api/v1/sessions").get("items"), row -> placed(row, "login"));
        assertTrue(sessions.containsAll(List.of("0 TWAA01", "1 TWAA01")), sessions::toString);

        // What all have alike is one row, also when it comes page by page.
        final List<String> firms = texts(console.get(FIRMS).get("items"), row -> placed(row, "code"));
        assertTrue(firms.stream().allMatch(row -> row.startsWith("- ")), firms::toString);
        final List<String> paged = new ArrayList<>();
        String after = "";
        while (null != after)
        {
            final JsonNode page = console.get(FIRMS, FIRMS + "?limit=1" + after);
            paged.addAll(texts(page.get("items"), row -> placed(row, "code")));
            after = page.get("next").isNull() ? null : "&after=" + page.get("next").textValue();
        }
        assertEquals(firms, paged);
    }

    /** Without a file the data directory says how many partitions there are. */
    @Tag("drill")
    @Test
    void shouldBeOneCommandForAllPartitionsOrForOne() throws Exception
    {
        assertEquals("[0,1]", me(data.toString()).path("partitions").toString());
        assertFalse(me(data.toString(), "--partition", "1").has("partitions"));
        assertFalse(me(partition(1).toString()).has("partitions"));
    }

    private JsonNode me(final String... dataAndMore) throws Exception
    {
        final List<String> command = new ArrayList<>(List.of("console", "--read-only", "--port", "0", "--data"));
        command.addAll(List.of(dataAndMore));
        final VenueProcess process = VenueProcess.startReady(command.toArray(String[]::new));
        try (HttpClient client = HttpClient.newHttpClient())
        {
            final String link = process.out().stream().filter(line -> line.startsWith("http")).findFirst()
                .orElseThrow();
            final HttpRequest request = HttpRequest.newBuilder(URI.create(link.replaceFirst("/#.*", "/api/v1/me")))
                .header("Authorization", "Bearer " + ConsoleApi.login(client, link)).build();
            return new ObjectMapper().readTree(client.send(request, BodyHandlers.ofString()).body());
        }
        finally
        {
            process.stop();
        }
    }

    @Test
    void shouldShowAllPartitionsActWhereTheObjectIsAndGoOnWithoutAPartition() throws Exception
    {
        assertAllPartitionsAreShownTogether();
        final ConsoleApi.Answer halted = console.post(
            PHASE, PHASE, "{'instrumentId':1007,'phase':'HALTED','confirm':'" + symbol(1007) + "'}", "key-halt-000000");
        assertEquals(200, halted.status(), halted::toString);
        await("one is halted", () -> console.get("/api/v1/instruments").get("instruments"), rows ->
            List.of("1 1007").equals(rows.valueStream().filter(row -> "HALTED".equals(row.get("phase").textValue()))
                .map(row -> placed(row, "id")).toList()));
        final ConsoleApi.Answer asked = console.post(PHASE, PHASE,
            "{'instrumentId':1007,'phase':'CONTINUOUS','confirm':'" + symbol(1007) + "'}", "key-resume-00000");
        assertEquals(202, asked.status(), asked::toString);
        final JsonNode request = console.get("/api/v1/requests").at("/requests/0");
        assertEquals("1 1", placed(request, "number"));
        final ConsoleApi.Answer unnamed = console.post(APPROVE, "/api/v1/requests/1/refuse",
            "{'sha256':'" + request.get("sha256").textValue() + "'}", "key-refuse-00000");
        assertEquals(400, unnamed.status(), unnamed::toString);
        final JsonNode opened = console.post(OPEN, OPEN, "{'next':true}", "key-open-000000").body();
        assertEquals(List.of("20261120", "20261120"), texts(opened.get("partitions"), row ->
            row.at("/answer/result/tradingDate")));
        final JsonNode given = console.post(COLLATERAL, COLLATERAL,
            "{'level':'BROKERAGE_FIRM','code':'AA01','amountKopecks':10001}", "key-funds-00000").body();
        assertEquals(2, given.get("partitions").size(), given::toString);
        final ConsoleApi.Answer few = console.post(FIRM_LIMITS, FIRM_LIMITS,
            "{'level':'BROKERAGE_FIRM','code':'AA01','activeOrders':1}", "key-limits-00000");
        assertTrue(400 == few.status() && few.body().toString().contains("one for each at least"), few::toString);
        final String risk = "/api/v1/risk/accounts?level=BROKERAGE_FIRM&text=AA01";
        await("parts of the collateral", () -> console.get("/api/v1/risk/accounts", risk).get("items"), rows ->
            List.of("0 5001", "1 5000").equals(texts(rows, row -> placed(row, "collateralKopecks"))));

        ProcessHandle.of(VenueProcess.descriptor(partition(1)).pid()).orElseThrow().destroyForcibly();
        await("the end is seen", () -> console.get(STREAM),
            stream -> !stream.at("/partitions/1/problem").isNull() && stream.at("/partitions/0/problem").isNull());
        await("the market of the other one lives", () -> console.get("/api/v1/instruments"), list ->
            List.of("0 LIVE", "1 LOST").equals(texts(list.get("partitions"), row ->
                row.get("partition") + " " + row.at("/status/state").textValue())));
        trade(0, 7, 1, 2);
        await("orders of the other one", () -> console.get("/api/v1/instruments/{id}", "/api/v1/instruments/1001"),
            book -> 9 == book.at("/bids/0/lots").intValue());
        assertEquals(2, console.get(TRADES, TRADES + "?firm=BB01&partition=0").get("items").size());
        final ConsoleApi.Answer half = console.post(COLLATERAL, COLLATERAL,
            "{'level':'BROKERAGE_FIRM','code':'AA01','amountKopecks':20000}", "key-funds-00001");
        assertEquals(409, half.status(), half::toString);
        assertTrue(half.body().at("/error/message").textValue().startsWith("partition 1: "), half::toString);
        assertEquals(200, half.body().at("/error/facts/partitions/0/status").intValue(), half::toString);

        processes.add(VenueProcess.startReady("start", "--config", config, "--partition", "1"));
        await("all of it is followed again", () -> console.get(STREAM), stream -> stream.get("problem").isNull());
        assertEquals("HALTED", console.get("/api/v1/instruments/{id}", "/api/v1/instruments/1007")
            .at("/instrument/phase").textValue());
        final ConsoleApi.Answer again = console.post(COLLATERAL, COLLATERAL,
            "{'level':'BROKERAGE_FIRM','code':'AA01','amountKopecks':20000}", "key-funds-00002");
        assertEquals(200, again.status(), again::toString);
        await("all of the collateral", () -> console.get("/api/v1/risk/accounts", risk).get("items"), rows ->
            List.of("0 10000", "1 10000").equals(texts(rows, row -> placed(row, "collateralKopecks"))));
    }

    private String symbol(final int instrumentId)
    {
        return console.get("/api/v1/instruments/{id}", "/api/v1/instruments/" + instrumentId)
            .at("/instrument/symbol").textValue();
    }

    @Tag("drill")
    @Test
    void shouldBeReadableOnEveryPage() throws Exception
    {
        final List<String> findings = new ArrayList<>();
        try (Browser browser = new Browser())
        {
            for (final int width : new int[]{Browser.WIDE, Browser.NARROW})
            {
                try (Page page = browser.open(width, ColorScheme.LIGHT, findings))
                {
                    page.navigate(console.newLink());
                    assertThat(page.locator("#who")).containsText("anna");
                    for (final String name : PAGES)
                    {
                        show(page, name, width);
                        assertEquals(0, page.locator(".problem:visible").count(), name);
                    }
                }
            }
            ProcessHandle.of(VenueProcess.descriptor(partition(1)).pid()).orElseThrow().destroyForcibly();
            try (Page page = browser.open(Browser.NARROW, ColorScheme.DARK, findings))
            {
                page.navigate(console.newLink());
                assertThat(page.locator("main.page-market .problem")).containsText("Partition 1");
                for (final String name : List.of("market", "sessions"))
                {
                    show(page, name, Browser.NARROW);
                    assertThat(page.locator(".problem:visible").first()).containsText("Partition 1");
                    Browser.picture(page, "partitions-lost-" + name);
                }
            }
        }
        assertFalse(findings.stream().anyMatch(text -> !text.contains("503")), findings::toString);
    }

    private static void show(final Page page, final String name, final int width)
    {
        page.evaluate("(name) => { location.hash = '#/page/' + name; }", name);
        assertThat(page.locator("main.page-" + name.replaceFirst("/.*", ""))).isVisible();
        assertThat(page.locator("main .panel:visible").first()).not().isEmpty();
        if ("operators".equals(name))
        {
            assertThat(page.locator("#act-in")).isVisible();
        }
        else if (!name.startsWith("clearing") && !"journal".equals(name))
        {
            assertThat(page.locator("main tbody tr:visible").first()).isVisible();
        }
        Browser.picture(page, "partitions-" + name.replace('/', '-') + '-' + width);
        assertEquals(width, page.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)"),
            name + " is wider than its screen");
        final List<String> violations = Browser.violations(page).stream()
            .map((final Rule rule) -> rule.getId() + " " + rule.getNodes()).toList();
        assertEquals(List.of(), violations, name + " " + width);
    }
}
