// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.console.venue.VenuePart;
import io.bourse.deploy.console.views.ViewParts;
import io.bourse.deploy.operators.OperatorKey;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.VenuePolicy;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.client.operator.OperatorAdministration;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.OperatorSpec;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.client.operator.TradeOperator;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.OperatorActedDecoder;
import io.bourse.engine.protocol.OperatorRoles;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The console of a risk officer of AA01, beside a member BB01 that he must not learn of and not touch.
 */
@Timeout(180)
@Tag("venue")
class ConsoleOfficerTest
{
    private static final int OFFICER = 9;
    private static final String OTHER = "BB01";
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Shown to an officer: the market, or what is of his firm. */
    private static final Set<String> SHOWN = Set.of("/me", "/openapi.json", "/openapi.yaml", "/instruments",
        "/instruments/{id}", "/live/instruments", "/live/instruments/{id}", "/stream", "/reference/instruments",
        "/reference/instruments/{id}", "/risk/accounts", "/risk/accounts/{code}", "/sessions", "/sessions/{login}",
        "/journal/events", "/journal/commands/{position}", "/orders/{id}", "/trades", "/public/indices",
        "/public/market", "/public/news");
    private static final Set<String> DONE = Set.of("/login", "/logout", "/acts/firm-limits", "/acts/kill",
        "/acts/mass-cancel");

    @TempDir
    private Path dir;
    private final HttpClient http = HttpClient.newHttpClient();
    private final OperatorKey olga = new OperatorKey("olga", PersonalKey.generate());
    private StrategyVenue venue;
    private ConsoleServer console;
    private String session;
    private int lastKey;

    @BeforeEach
    void start() throws Exception
    {
        venue = new StrategyVenue(dir);
        venue.writeReferenceData("2001,1001,-1\n2001,1002,1\n");
        venue.start();
        new OperatorAdministration(venue.operator()).define(new OperatorSpec(OFFICER, olga.name(),
            OperatorRoles.MEMBER_RISK_OFFICER, true, olga.key().publicKey(), "AA01"));
        final RiskOperator risk = new RiskOperator(venue.operator());
        risk.setMargin(StrategyVenue.NEAR, 10_000, 11_000);
        risk.setCollateral(LimitLevel.CLIENT, "AA01000", 55_000);
        risk.setTradingLimits(LimitLevel.CLIENT, "AA01000", new TradingLimitsSpec(100, 10, 0, 7, 0));
        risk.setTradingLimits(LimitLevel.LOGIN, "2", new TradingLimitsSpec(100, 10, 0, 7, 0));
        venue.order(venue.a(), StrategyVenue.NEAR, true, 92_345, 5);
        venue.order(venue.b(), StrategyVenue.NEAR, false, 92_345, 2);
        venue.order(venue.b(), StrategyVenue.NEAR, false, 92_400, 3);
        final Path dataDir = dir.resolve("data");
        final ConsoleContext context = ConsoleContext.of(dataDir,
            VenueConfigLoader.loadAll(null, Map.of("venue.data-dir", dataDir.toString())), olga,
            VenueOperators.read(dataDir));
        assertEquals("AA01", context.firm());
        final List<ConsolePart> parts = ViewParts.withActs(context, List.of(dataDir));
        parts.add(new VenuePart(context.config(), List.of(dataDir)));
        console = new ConsoleServer(context, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), parts);
        session = json(post("login", "{\"link\":\"" + console.newLink().replaceFirst(".*#login=", "") + "\"}"))
            .get("session").textValue();
        follow();
    }

    @AfterEach
    void stop()
    {
        http.shutdownNow();
        http.close();
        if (null != console)
        {
            console.close();
        }
        venue.close();
    }

    /** The console has what the stream has now. */
    private void follow()
    {
        try (EngineClient client = venue.venue().engine().connect())
        {
            final long end = client.endCursor();
            venue.await(() ->
            {
                final JsonNode status = json(get("stream"));
                return status.get("isCaughtUp").booleanValue() && status.get("cursor").longValue() >= end;
            });
        }
    }

    private HttpRequest.Builder request(final String path)
    {
        return HttpRequest.newBuilder(URI.create(console.url() + "/api/v1/" + path))
            .header("Authorization", "Bearer " + session);
    }

    private HttpResponse<InputStream> get(final String path)
    {
        return send(request(path));
    }

    private HttpResponse<InputStream> post(final String path, final String body)
    {
        return send(request(path).header("Content-Type", "application/json")
            .header("Idempotency-Key", "new-" + ++lastKey)
            .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"'))));
    }

    private HttpResponse<InputStream> send(final HttpRequest.Builder request)
    {
        try
        {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        }
        catch (final IOException | InterruptedException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private static String text(final HttpResponse<InputStream> answer)
    {
        try (InputStream in = answer.body())
        {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    private static JsonNode json(final HttpResponse<InputStream> answer)
    {
        final String text = text(answer);
        try
        {
            return JSON.readTree(text);
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException(text, ex);
        }
    }

    private static void assertError(final int status, final String code, final HttpResponse<InputStream> answer)
    {
        final JsonNode error = json(answer).path("error");
        assertEquals(status + " " + code, answer.statusCode() + " " + error.path("code").asText(), error::toString);
        assertFalse(error.toString().contains(OTHER + "0"), error::toString);
    }

    private JsonNode done(final String act, final String body)
    {
        final HttpResponse<InputStream> answer = post("acts/" + act, body);
        final JsonNode result = json(answer);
        assertEquals(200, answer.statusCode(), result::toString);
        follow();
        return result.get("result");
    }

    /** Who adds a route decides here whether members see it. */
    @Test
    void shouldRefuseEveryRouteThatIsNotNamed() throws IOException
    {
        final JsonNode order = json(get("journal/events")).get("items").findParents("clOrdId").getFirst();
        final String orderId = order.get("orderId").textValue();
        final String position = json(get("orders/" + orderId)).at("/items/0/commandPosition").asText();
        final JsonNode paths = json(get("openapi.json")).get("paths");
        final Set<String> shown = new TreeSet<>();
        final Set<String> done = new TreeSet<>();
        for (final Map.Entry<String, JsonNode> path : paths.properties())
        {
            final String route = path.getKey().substring("/api/v1".length());
            final String asked = route.substring(1).replace("instruments/{id}", "instruments/1001")
                .replace("{login}", "TWAA01").replace("{code}", "AA01000")
                .replace("orders/{id}", "orders/" + orderId).replace("{position}", position)
                .replaceAll("\\{[a-zA-Z]+}", "1");
            if (path.getValue().has("get"))
            {
                final HttpResponse<InputStream> answer = get(asked);
                if (200 == answer.statusCode())
                {
                    shown.add(route);
                    answer.body().close();
                }
                else
                {
                    assertError(403, "not-for-members", answer);
                }
            }
            if (path.getValue().has("post") && !"/logout".equals(route))
            {
                final HttpResponse<InputStream> answer = post(asked, "{}");
                if (400 == answer.statusCode())
                {
                    done.add(route);
                    answer.body().close();
                }
                else
                {
                    assertError(403, "not-for-members", answer);
                }
            }
        }
        assertEquals(new TreeSet<>(SHOWN), shown);
        done.add("/logout");
        assertEquals(new TreeSet<>(DONE), done);
        for (final String path : List.of("journal/events/", "journal//events", "risk/accounts/../calls", "risk/calls;x",
            "live/venue", "unknown"))
        {
            final HttpResponse<InputStream> answer = get(path);
            assertTrue(answer.statusCode() >= 400, path + text(answer));
        }
        final Path log;
        try (Stream<Path> files = Files.list(dir.resolve("data/security")))
        {
            log = files.findFirst().orElseThrow();
        }
        assertTrue(Files.readString(log).contains("\"privilege-refused\",\"name\":\"olga\""));
    }

    @Test
    void shouldShowWhatIsOfItsFirmAndNothingOfOthers()
    {
        assertEquals("AA01", json(get("me")).get("firm").textValue());
        final List<String> seen = new ArrayList<>();
        for (final String path : List.of("risk/accounts", "risk/accounts?level=BROKERAGE_FIRM",
            "risk/accounts?level=LOGIN", "risk/accounts?level=SETTLEMENT_ACCOUNT", "sessions"))
        {
            final String text = text(get(path));
            assertFalse(text.contains(OTHER), text);
            seen.add(text);
        }
        assertTrue(seen.get(0).contains("\"AA01000\""), seen.get(0));
        assertTrue(seen.get(1).contains("\"AA01\""), seen.get(1));
        assertTrue(seen.get(2).contains("\"code\":\"1\"") && !seen.get(2).contains("\"code\":\"2\""), seen.get(2));
        assertEquals("{\"items\":[],\"next\":null}", seen.get(3));
        assertTrue(seen.get(4).contains("TWAA01"), seen.get(4));
        final JsonNode account = json(get("risk/accounts/AA01000"));
        assertEquals(3, account.at("/orders/0/restLots").asInt(), account::toString);
        assertEquals(2, account.at("/positions/0/netLots").asInt());
        for (final String path : List.of("risk/accounts/BB01000", "risk/accounts/BB01?level=BROKERAGE_FIRM",
            "risk/accounts/2?level=LOGIN", "sessions/TWBB01", "sessions/2"))
        {
            final HttpResponse<InputStream> answer = get(path);
            assertEquals(404, answer.statusCode(), () -> path + text(answer));
        }
    }

    /** Of what both firms have done, with commands of each that hit orders of the other. */
    @Test
    void shouldShowTradesAndJournalOfItsFirmAndNothingOfOthers()
    {
        new RiskOperator(venue.operator()).setCollateral(LimitLevel.CLIENT, "AA01000", 1_000_000);
        venue.order(venue.a(), StrategyVenue.NEAR, true, 92_400, 3);
        venue.order(venue.b(), StrategyVenue.SPREAD, false, 850, 1);
        venue.order(venue.a(), StrategyVenue.SPREAD, true, 850, 1);
        venue.negotiate(1, "AA01000", OTHER, Side.BUY);
        venue.negotiate(2, "BB01000", "AA01", Side.SELL);
        new OperatorAdministration(venue.operator()).policy(
            HexFormat.of().parseHex(VenueOperators.read(dir.resolve("data")).venueId()),
            VenuePolicy.parse("acts.trade-break.second-person = false").acts());
        new TradeOperator(venue.operator()).bust(
            json(get("trades")).at("/items/0/tradeId").asLong(), StrategyVenue.NEAR, "erroneous");
        follow();
        final List<Long> others = new ArrayList<>();
        final List<Long> commands = new ArrayList<>();
        try (EngineClient client = venue.venue().engine().connect())
        {
            StreamHistory.read(client, new EventListener()
            {
                @Override
                public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
                {
                    if (2 == event.loginId())
                    {
                        others.add(event.orderId());
                        commands.add(group.commandPosition());
                    }
                }
            });
        }
        assertEquals(4, others.size());

        final String journal = text(get("journal/events?limit=1000"));
        final String rows = text(get("trades"));
        for (final String shown : List.of(journal, rows, text(get("journal/events?last=true")),
            text(get("journal/events?login=1")), text(get("trades?last=true&firm=AA01"))))
        {
            assertTrue(shown.contains("AA01000"), shown);
            assertFalse(shown.contains(OTHER) || shown.contains("\"loginId\":2"), shown);
            others.forEach((orderId) -> assertFalse(shown.contains("rderId\":\"" + orderId + '"'), shown));
            commands.forEach((position) -> assertFalse(shown.contains("\"commandPosition\":" + position + ','), shown));
        }
        assertEquals(List.of("Trade BUY 2@92345 false", "Trade BUY 3@92400 true", "Trade BUY 1@850 true",
            "OffBookTrade SELL 1@92400 false", "OffBookTrade BUY 1@93250 false", "OffBookTrade BUY 7@92390 false",
            "TradeCorrected BUY 2@92345 false"),
            json(get("trades")).get("items").valueStream().map((row) -> row.get("event").textValue() + ' ' +
                row.get("side").textValue() + ' ' + row.get("lots") + '@' + row.get("price").textValue() + ' ' +
                row.get("isAggressor")).toList(), () -> rows);

        for (final String path : List.of("journal/events?login=2", "journal/events?login=77", "trades?firm=" + OTHER,
            "trades?firm=CC01", "journal/events?order=" + others.getFirst(), "orders/" + others.getFirst(),
            "orders/" + others.getFirst() + "?after=0", "journal/commands/" + commands.getFirst()))
        {
            final HttpResponse<InputStream> answer = get(path);
            assertEquals(404, answer.statusCode(), () -> path + text(answer));
        }
        final String own = json(get("risk/accounts/AA01000")).at("/orders/0/orderId").textValue();
        final JsonNode life = json(get("orders/" + own));
        assertEquals(3, life.get("items").size(), life::toString);
        assertEquals("NewOrder", life.at("/items/0/causedBy/command").textValue());
        assertTrue(life.at("/items/1/causedBy").isNull() && life.at("/items/1/command").isNull(), life::toString);
        assertEquals("Trade", life.at("/items/1/events/0/event").textValue());
        assertTrue(life.at("/items/1/events/0/fields/sell").isNull(), life::toString);
        assertEquals("BustTrade", life.at("/items/2/command").textValue());
        assertTrue(life.at("/items/2/causedBy").isNull(), life::toString);
    }

    @Test
    void shouldTightenBlockAndCancelForItsOwnFirmAlone()
    {
        done("firm-limits", "{'level':'CLIENT','code':'AA01000','orderLots':4}");
        final JsonNode row = json(get("risk/accounts/AA01000"));
        assertEquals(4, row.at("/firmLimits/maxOrderLots").asInt(), row::toString);
        assertEquals(10, row.at("/limits/maxOrderLots").asInt());
        assertError(409, "refused", post("acts/firm-limits", "{'level':'CLIENT','code':'AA01000','orderLots':11}"));
        for (final String body : List.of("{'level':'CLIENT','code':'BB01000','orderLots':4}",
            "{'level':'CLIENT','code':'BB01999','block':true}", "{'level':'LOGIN','code':'2','block':true}",
            "{'level':'LOGIN','code':'77','block':true}", "{'level':'BROKERAGE_FIRM','code':'BB01','off':true}"))
        {
            assertError(403, "not-allowed", post("acts/firm-limits", body));
        }
        for (final String body : List.of("{'firm':'BB01'}", "{'firm':'AA'}", "{'loginId':2}", "{'loginId':77}"))
        {
            assertError(403, "not-allowed", post("acts/kill", body));
        }
        assertError(403, "not-allowed", post("acts/mass-cancel", "{'firm':'BB01'}"));
        assertEquals(1, done("mass-cancel", "{'firm':'AA01','account':'AA01000','confirm':'AA01000'}")
            .get("cancelledOrders").asInt());
        assertEquals(0, json(get("risk/accounts/AA01000")).get("orders").size());

        done("kill", "{'firm':'AA01','confirm':'AA01'}");
        done("kill", "{'firm':'AA01','lift':true,'confirm':'AA01'}");
        new MemberOperator(venue.operator()).killSwitch("AA01", KillAction.STOP);
        assertError(403, "not-allowed", post("acts/kill", "{'firm':'AA01','lift':true,'confirm':'AA01'}"));
    }

    /** With the secrets of the venue and the officer's own key, past the console. */
    @Test
    void shouldBeRefusedByTheCoreAndStandInTheHistory() throws Exception
    {
        final Path dataDir = dir.resolve("data");
        try (EngineClient client = venue.venue().engine().connect();
            OperatorClient operator = new OperatorClient(client, TimeUnit.SECONDS.toNanos(60),
                VenueOperators.commands(VenueOperators.read(dataDir), olga)))
        {
            final RiskOperator risk = new RiskOperator(operator);
            final MemberOperator members = new MemberOperator(operator);
            final TradingLimitsSpec one = new TradingLimitsSpec(1, 1, 1, 1, 1);
            assertRefused(RejectReason.OTHER_FIRM, () -> risk.setFirmLimits(LimitLevel.CLIENT, "BB01000", one, true));
            assertRefused(RejectReason.OTHER_FIRM, () -> risk.setFirmLimits(LimitLevel.LOGIN, "2", one, true));
            assertRefused(RejectReason.OTHER_FIRM, () -> members.killSwitch(OTHER, KillAction.STOP));
            assertRefused(RejectReason.OTHER_FIRM, () -> members.killSwitch(2, KillAction.STOP));
            assertRefused(RejectReason.OTHER_FIRM, () -> members.cancelOrders(OTHER, null, 0, 0));
            assertRefused(RejectReason.ABOVE_VENUE_LIMIT, () -> risk.setFirmLimits(LimitLevel.CLIENT, "AA01000",
                new TradingLimitsSpec(0, 11, 0, 0, 0), false));
            assertRefused(RejectReason.NO_RIGHT, () -> risk.setTradingLimits(LimitLevel.CLIENT, "AA01000", one));
            assertRefused(RejectReason.NO_RIGHT, () -> risk.setCollateral(LimitLevel.CLIENT, "AA01000", 1));
            assertRefused(RejectReason.NO_RIGHT, () -> new OperatorAdministration(operator).define(new OperatorSpec(
                OFFICER, olga.name(), OperatorRoles.MEMBER_RISK_OFFICER, true, olga.key().publicKey(), OTHER)));
            final List<String> refusals = new ArrayList<>();
            StreamHistory.read(client, new EventListener()
            {
                private int operatorId;

                @Override
                public void onOperatorActed(final EventGroup group, final OperatorActedDecoder event)
                {
                    operatorId = event.operatorId();
                }

                @Override
                public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
                {
                    refusals.add(operatorId + " " + event.reason());
                }
            });
            assertEquals(5, refusals.stream().filter((OFFICER + " OTHER_FIRM")::equals).count(), refusals::toString);
        }
        follow();
        assertEquals(3, json(get("risk/accounts/AA01000")).at("/orders/0/restLots").asInt());
    }

    private static void assertRefused(final RejectReason reason, final Executable act)
    {
        assertEquals(reason, assertThrows(CommandRefusedException.class, act).reason());
    }

    @Tag("drill")
    @Test
    void shouldActOnThePageOfItsFirm()
    {
        final List<String> findings = new ArrayList<>();
        try (Browser browser = new Browser(); Page page = browser.open(Browser.WIDE, ColorScheme.LIGHT, findings))
        {
            page.navigate(console.newLink());
            assertThat(page.locator("#who")).hasText("as olga of AA01");
            assertEquals(List.of("Market", "Sessions", "Journal", "Risk", "Overview"),
                page.locator("#nav a:visible").allTextContents());
            page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Risk")).click();
            assertThat(page.locator("tbody")).containsText("AA01");
            page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Clients")).click();
            page.locator("tbody").first().getByRole(AriaRole.LINK).getByText("AA01000").click();
            assertThat(page.locator("form[aria-label='Acts of AA01']")).isVisible();
            assertFalse(page.locator("main").textContent().contains(OTHER));
            page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Trades of AA01")).click();
            assertThat(page.locator("tbody tr")).hasCount(1);
            assertThat(page.locator("tbody")).containsText("92\u202f345");
            ConsolePagesTest.assertReadable(page, "officer, trades");
            page.locator("tbody a").click();
            assertThat(page.locator(".timeline > li")).hasCount(2);
            assertThat(page.locator(".timeline")).containsText("Command of another firm");
            page.locator(".timeline summary").last().click();
            assertThat(page.locator(".timeline .event")).hasCount(1);
            assertFalse(page.locator("main").textContent().contains(OTHER));
            page.goBack();
            page.goBack();
            page.locator("#act-orderLots").fill("4");
            doIt(page);
            type(page, "firm-limits");
            assertThat(page.locator("main")).containsText("4 (by the firm; venue 10)");
            ConsolePagesTest.assertReadable(page, "officer, wide");
            Browser.picture(page, "officer-1280-light");

            page.locator("#act").selectOption("mass-cancel");
            assertThat(page.locator("#act-firm")).hasValue("AA01");
            doIt(page);
            dialogButton(page).click();
            type(page, "AA01000");
            assertThat(page.getByText("No live order.")).isVisible();
            page.locator("#act").selectOption("kill");
            page.locator("#act-firm").fill(OTHER);
            doIt(page);
            dialogButton(page).click();
            assertThat(page.locator("form .problem")).containsText("acts for his own firm only");
        }
        assertTrue(findings.stream().allMatch((finding) -> finding.matches(".*(403|409).*")), findings::toString);
    }

    private static void doIt(final Page page)
    {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Do it \u2026")).click();
    }

    private static Locator dialogButton(final Page page)
    {
        return page.locator("dialog[open] button.primary");
    }

    private static void type(final Page page, final String word)
    {
        assertThat(page.locator("dialog[open] label")).containsText(word);
        page.keyboard().type(word);
        dialogButton(page).click();
        assertThat(page.locator(".done")).hasText("Done.");
    }
}
