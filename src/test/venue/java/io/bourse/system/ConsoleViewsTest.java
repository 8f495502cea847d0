// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.deploy.cli.Bourse;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.operator.NewsOperator;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.gateway.fix.client.FixClient;
import io.bourse.gateway.fix.client.FixClientListener;
import io.bourse.gateway.fix.client.FixExecution;
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
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What the console looks up is what the venue has: a day with orders over TWIME and FIX, read by other means. */
@Timeout(180)
@Tag("venue")
class ConsoleViewsTest
{
    private static final String FIX_LOGIN = "FIXBB01";
    private static final String BUYER = "AA01000";
    private static final String SELLER = "BB01000";
    private static final long PRICE = 92_345;
    private static final long COLLATERAL = 5_000_000;

    @TempDir
    private Path dir;
    private StrategyVenue venue;
    private ConsoleApi console;

    /** What the stream says, read without the console. */
    private static final class Independent implements EventListener
    {
        private final List<String> transactions = new ArrayList<>();
        private final Map<String, Long> required = new TreeMap<>();
        private final Map<Long, String> accepted = new TreeMap<>();

        static Independent read(final EngineClient client)
        {
            final Independent read = new Independent();
            StreamHistory.read(client, read);
            return read;
        }

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            transactions.add(group.cursor() + " " + group.commandPosition() + " " + group.engineTimeNs() + " " +
                Math.max(0, group.receivedNs()) + " " + group.publishedNs() + " " + group.gatewayId() + "/" +
                group.sequence() + " " + group.clientRef() + " " + group.frameSequence());
        }

        @Override
        public void onCollateralSet(final EventGroup group, final CollateralSetDecoder event)
        {
            required.put(event.level() + " " + event.registerCode(), event.requiredKopecks());
        }

        @Override
        public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
        {
            accepted.put(event.orderId(), AccountCode.unpack(event.accountCode()) + " " + event.side() + " " +
                event.qtyLots() + "@" + event.priceE5() / StrategyVenue.E5);
        }
    }

    @BeforeEach
    void start() throws Exception
    {
        venue = new StrategyVenue(dir);
        venue.writeReferenceData("2001,1001,-1\n2001,1002,1\n");
        venue.start();
        console = newConsole();
    }

    private ConsoleApi newConsole() throws IOException, InterruptedException
    {
        return new ConsoleApi(new ConsoleContext(dataDir(),
            VenueConfigLoader.load(null, Map.of("venue.data-dir", dataDir().toString())), null));
    }

    @AfterEach
    void stop()
    {
        if (null != console)
        {
            console.close();
        }
        venue.close();
    }

    private Path dataDir()
    {
        return dir.resolve("data");
    }

    /** The console has what the stream has now. */
    private void follow()
    {
        try (EngineClient client = venue.venue().engine().connect())
        {
            final long end = client.endCursor();
            venue.await(() ->
            {
                final JsonNode status = console.get("/api/v1/stream");
                return status.get("isCaughtUp").booleanValue() && status.get("cursor").longValue() >= end;
            });
        }
    }

    /** The stream up to now, which the files have as well. */
    private Independent independent()
    {
        try (EngineClient client = venue.venue().engine().connect())
        {
            final long end = client.endCursor();
            venue.await(() -> console.get("/api/v1/journal/events", "/api/v1/journal/events?last=true&limit=1")
                .get("next").longValue() >= end);
            return Independent.read(client);
        }
    }

    @Test
    void shouldShowTheJournalAsTheStreamHasIt()
    {
        venue.order(venue.a(), StrategyVenue.NEAR, true, PRICE, 5);
        venue.order(venue.b(), StrategyVenue.NEAR, false, PRICE, 2);
        venue.order(venue.b(), StrategyVenue.NEAR, false, PRICE + 7, 3);
        venue.operator().reportState();
        final Independent read = independent();

        final List<JsonNode> all = events("limit=1000");
        assertEquals(read.transactions, all.stream().map(ConsoleViewsTest::text).toList());
        assertEquals(read.transactions, events("limit=7").stream().map(ConsoleViewsTest::text).toList());
        final JsonNode last = console.get("/api/v1/journal/events", "/api/v1/journal/events?last=true&limit=3");
        final List<String> three = read.transactions.subList(read.transactions.size() - 3, read.transactions.size());
        assertEquals(three, last.get("items").valueStream().map(ConsoleViewsTest::text).toList());
        assertTrue(last.get("isEnd").booleanValue());

        final long fromNs = all.get(all.size() / 2).get("engineTimeNs").asLong();
        final Instant from = Instant.ofEpochSecond(0, fromNs);
        assertEquals(read.transactions.stream().filter((line) -> Long.parseLong(line.split(" ")[2]) >= fromNs).toList(),
            events("limit=1000&from=" + from).stream().map(ConsoleViewsTest::text).toList());

        final List<JsonNode> ofBuyer = events("limit=1000&login=1");
        final List<String> names = ofBuyer.stream().flatMap((item) -> item.get("events").valueStream())
            .map((event) -> event.get("event").textValue()).toList();
        assertTrue(names.contains("OrderAccepted") && names.contains("Trade") && names.contains("LoginDefined"),
            names::toString);
        assertFalse(ofBuyer.stream().flatMap((item) -> item.get("events").valueStream())
            .anyMatch((event) -> 2 == event.at("/fields/loginId").asInt()), ofBuyer::toString);

        final Set<String> signed = new TreeSet<>();
        all.stream().flatMap((item) -> item.get("events").valueStream())
            .filter((event) -> "OperatorActed".equals(event.get("event").textValue()))
            .forEach((event) -> signed.add(event.at("/fields/command").textValue()));
        assertEquals(Set.of("ReportState"), signed);

        final JsonNode trade = all.stream().flatMap((item) -> item.get("events").valueStream())
            .filter((event) -> "Trade".equals(event.get("event").textValue())).findFirst().orElseThrow();
        assertEquals("92345", trade.at("/fields/price").textValue());
        assertEquals(BUYER, trade.at("/fields/buy/account").textValue());
        assertEquals(SELLER, trade.at("/fields/sell/account").textValue());
        assertEquals(2, trade.at("/fields/qtyLots").asInt());
    }

    @Test
    void shouldFollowAnOrderToItsEnd() throws Exception
    {
        venue.order(venue.a(), StrategyVenue.NEAR, true, PRICE, 5);
        try (FixSession fix = new FixSession())
        {
            fix.client.newOrder("one", SELLER, "Si-12.26", Side.SELL, 2, PRICE * StrategyVenue.E5, TimeInForce.DAY);
            fix.await("one", '2');
            fix.client.newOrder("two", SELLER, "Si-12.26", Side.SELL, 4, (PRICE + 9) * StrategyVenue.E5,
                TimeInForce.DAY);
            fix.await("two", '0');
            fix.client.replace("three", "two", "Si-12.26", Side.SELL, 4, (PRICE + 8) * StrategyVenue.E5);
            fix.await("three", '5');
            fix.client.cancel("four", "three", "Si-12.26", Side.SELL);
            fix.await("four", '4');
        }
        final List<Long> ids = new ArrayList<>(independent().accepted.keySet());
        assertEquals(3, ids.size());

        final JsonNode bought = life(ids.get(0));
        assertEquals("live", bought.get("state").textValue());
        assertEquals(List.of("OrderAccepted", "Trade"), eventNames(bought));
        assertEquals(List.of("NewOrder", "NewOrder"), commandNames(bought));
        assertEquals("92345", bought.at("/items/0/causedBy/fields/price").textValue());
        assertEquals(5, bought.at("/items/0/causedBy/fields/qtyLots").asInt());
        assertEquals(BUYER, bought.at("/items/0/causedBy/fields/account").textValue());
        assertEquals("one", bought.at("/items/1/clientRef").textValue());
        assertEquals(3, bought.at("/items/1/loginId").asInt());

        final JsonNode sold = life(ids.get(1));
        assertEquals("filled", sold.get("state").textValue());
        assertEquals(List.of("OrderAccepted", "Trade"), eventNames(sold));
        assertEquals("one", sold.at("/items/0/causedBy/fields/clientRef").textValue());

        final JsonNode replaced = life(ids.get(2));
        assertEquals("cancelled", replaced.get("state").textValue());
        assertEquals(List.of("OrderAccepted", "OrderReplaced", "OrderCancelled"), eventNames(replaced));
        assertEquals(List.of("NewOrder", "ReplaceOrder", "CancelOrder"), commandNames(replaced));
        assertEquals(2, replaced.get("orderIds").size(), replaced::toString);
        assertEquals(ids.get(2).toString(), replaced.at("/orderIds/0").textValue());

        // Under its last id it begins with the replace, and names the id before.
        final JsonNode second = life(Long.parseLong(replaced.get("orderId").textValue()));
        assertEquals(List.of("OrderReplaced", "OrderCancelled"), eventNames(second));
        assertEquals(ids.get(2).toString(), second.get("previousOrderId").textValue());

        // One after the other, with the id that the answer names.
        final List<String> pieces = new ArrayList<>();
        JsonNode piece = console.get("/api/v1/orders/{id}", "/api/v1/orders/" + ids.get(2) + "?limit=1");
        pieces.addAll(eventNames(piece));
        while (!piece.get("next").isNull())
        {
            piece = console.get("/api/v1/orders/{id}", "/api/v1/orders/" + piece.get("orderId").textValue() +
                "?limit=1&after=" + piece.get("next").longValue());
            pieces.addAll(eventNames(piece));
        }
        assertEquals(eventNames(replaced), pieces);
        final long position = replaced.at("/items/0/commandPosition").longValue();
        assertEquals(replaced.at("/items/0/causedBy"),
            console.get("/api/v1/journal/commands/{position}", "/api/v1/journal/commands/" + position));

        final JsonNode trades = console.get("/api/v1/trades", "/api/v1/trades?last=true&firm=AA01");
        assertEquals(BUYER, trades.at("/items/0/account").textValue(), trades::toString);
        assertEquals("BUY", trades.at("/items/0/side").textValue());
        console.assertError(404, "unknown-firm", "no brokerage firm", "/api/v1/trades?firm=ZZ01");
        console.assertError(400, "wrong-firm", "code of a brokerage firm", "/api/v1/trades");
    }

    @Test
    void shouldShowReferenceDataAndRefuseWhatIsNotThere()
    {
        final RiskOperator risk = new RiskOperator(venue.operator());
        risk.setTradingLimits(LimitLevel.CLIENT, BUYER, new TradingLimitsSpec(100, 10, 0, 7, 0));
        follow();

        assertEquals(List.of("AA", "BB"), texts("clearing-firms", "code"));
        assertEquals(List.of("AA01", "BB01"), texts("firms", "code"));
        assertEquals(List.of("AA01000", "AA01001", "BB01000", "BB01001"), texts("accounts", "account"));
        assertEquals(List.of("Si-12.26", "Si-3.27", "Si-12.26-3.27"), texts("instruments", "symbol"));
        assertEquals(List.of("TWAA01", "TWBB01", FIX_LOGIN), texts("logins", "name"));
        assertEquals(List.of(BUYER), texts("limits", "registerCode"));
        assertEquals(List.of("sole"), texts("operators", "name"));
        assertFalse(texts("policy", "act").isEmpty());
        texts("settlement-accounts", "code");
        texts("calendars", "underlying");
        texts("trading-days", "year");
        console.get("/api/v1/reference/venue");

        final JsonNode spread =
            console.get("/api/v1/reference/instruments/{id}", "/api/v1/reference/instruments/2001");
        assertEquals("-2150", spread.get("lowLimit").textValue());
        assertEquals(List.of("1001 -1", "1002 1"), spread.get("legs").valueStream()
            .map((leg) -> leg.get("instrumentId").asInt() + " " + leg.get("ratio").asInt()).toList());
        assertEquals("FIX",
            console.get("/api/v1/reference/logins/{id}", "/api/v1/reference/logins/3").get("protocol").textValue());
        final JsonNode found = console.get("/api/v1/reference/instruments", "/api/v1/reference/instruments?text=3.27");
        assertEquals(2, found.get("items").size(), found::toString);

        console.assertError(404, "unknown-instrument", "no such instrument", "/api/v1/reference/instruments/9");
        console.assertError(404, "unknown-login", "no such login", "/api/v1/reference/logins/99999999999");
        console.assertError(404, "unknown-login", "no login of this name", "/api/v1/sessions/TWZZ01");
        console.assertError(404, "unknown-account", "no register", "/api/v1/risk/accounts/ZZ01000");
        console.assertError(404, "unknown-run", "no clearing run", "/api/v1/clearing/runs/2026112001");
        console.assertError(404, "unknown-order", "no order has this id", "/api/v1/orders/12345678");
        console.assertError(404, "unknown-command", "no command", "/api/v1/journal/commands/32");
        console.assertError(400, "wrong-limit", "1 to 1000", "/api/v1/reference/logins?limit=0");
        console.assertError(400, "wrong-limit", "1 to 1000", "/api/v1/journal/events?limit=1001");
        console.assertError(400, "wrong-after", "a cursor", "/api/v1/journal/events?after=32");
        console.assertError(400, "wrong-from", "a time", "/api/v1/journal/events?from=today");
        console.assertError(400, "wrong-login", "whole number", "/api/v1/journal/events?login=TWAA01");
        console.assertError(400, "wrong-level", "CLIENT", "/api/v1/risk/accounts?level=ALL");
        console.assertError(400, "wrong-date", "20261129", "/api/v1/clearing/plan?date=tomorrow");
    }

    @Test
    void shouldCountRiskAsTheEngineDoes()
    {
        final RiskOperator risk = new RiskOperator(venue.operator());
        risk.setMargin(StrategyVenue.NEAR, 10_000, 11_000);
        risk.setMargin(StrategyVenue.FAR, 12_000, 13_000);
        risk.defineSettlementAccount("SETTLE");
        venue.order(venue.a(), StrategyVenue.NEAR, true, PRICE, 5);
        venue.order(venue.b(), StrategyVenue.NEAR, false, PRICE, 2);
        risk.assignSettlementAccount("AA01", "SETTLE");
        venue.order(venue.b(), StrategyVenue.FAR, false, 93_200, 4);
        venue.order(venue.a(), StrategyVenue.FAR, true, 93_200, 1);
        venue.order(venue.a(), StrategyVenue.SPREAD, true, 855, 6);
        venue.order(venue.b(), StrategyVenue.SPREAD, false, 855, 1);
        venue.negotiate(1, BUYER, "BB01", Side.BUY);
        venue.negotiate(2, SELLER, "AA01", Side.SELL);
        // The answer says what the engine has counted.
        for (final String code : List.of(BUYER, SELLER))
        {
            risk.setCollateral(LimitLevel.CLIENT, code, COLLATERAL);
        }
        risk.setCollateral(LimitLevel.BROKERAGE_FIRM, "BB01", COLLATERAL);
        risk.setCollateral(LimitLevel.SETTLEMENT_ACCOUNT, "SETTLE", COLLATERAL);
        final StateReport state = venue.operator().reportState();
        follow();
        final Map<String, Long> shown = new TreeMap<>();
        final List<String> positions = new ArrayList<>();
        final Set<String> orders = new TreeSet<>();
        for (final String level : List.of("CLIENT", "BROKERAGE_FIRM", "SETTLEMENT_ACCOUNT", "LOGIN"))
        {
            for (final JsonNode row : items("/api/v1/risk/accounts", "/api/v1/risk/accounts?limit=1&level=" + level))
            {
                final String code = row.get("code").textValue();
                final JsonNode detail = console.get(
                    "/api/v1/risk/accounts/{code}", "/api/v1/risk/accounts/" + code + "?level=" + level);
                if (!row.get("collateralKopecks").isNull())
                {
                    shown.put(level + " " + code, row.get("requiredKopecks").longValue());
                    assertEquals(
                        COLLATERAL, row.get("requiredKopecks").longValue() + row.get("freeKopecks").longValue());
                    assertEquals(row.get("requiredKopecks").longValue() * 1000 / COLLATERAL,
                        row.get("usedPermille").longValue());
                }
                if ("CLIENT".equals(level))
                {
                    detail.get("positions").forEach((position) ->
                    {
                        if (0 != position.get("netLots").asLong())
                        {
                            positions.add(code + " " + position.get("instrumentId") + " " + position.get("netLots"));
                        }
                    });
                    detail.get("orders").forEach((order) -> orders.add(
                        order.get("orderId").textValue() + " " + order.get("restLots") + " " + code));
                    assertEquals(detail.get("orders").size(), row.get("activeOrders").asInt());
                }
            }
        }
        assertEquals(independent().required, shown);
        assertTrue(shown.values().stream().allMatch((kopecks) -> kopecks > 0), shown::toString);
        assertEquals(venue.positions(), positions);
        final Set<String> resting = new TreeSet<>();
        state.orders().forEach((order) -> resting.add(
            order.orderId() + " " + order.restLots() + " " + AccountCode.unpack(order.accountCode())));
        assertEquals(resting, orders);
    }

    @Test
    void shouldKeepWhatItHasWhileTheVenueIsDownAndGoOnAfterwards() throws Exception
    {
        venue.order(venue.a(), StrategyVenue.NEAR, true, PRICE, 5);
        follow();
        final int recorded = events("limit=1000").size();
        assertEquals(List.of("92345 5"), bids());
        venue.leave();
        venue.await(() -> !console.get("/api/v1/stream").get("problem").isNull());
        assertEquals("LOST", marketState());
        assertEquals(List.of("Si-12.26", "Si-3.27", "Si-12.26-3.27"), texts("instruments", "symbol"));
        assertEquals(1, activeOrders());
        assertTrue(events("limit=1000").size() >= recorded);
        venue.start();
        venue.order(venue.a(), StrategyVenue.NEAR, true, PRICE, 6);
        follow();
        assertEquals(2, activeOrders());
        assertEquals(List.of("92345 11"), bids());
        assertEquals("LIVE", marketState());
        try (ConsoleApi other = newConsole())
        {
            venue.await(() -> other.get("/api/v1/stream").get("isCaughtUp").booleanValue());
            // One that has read it all at once knows the same.
            for (final String route : List.of("/api/v1/public/market", "/api/v1/members", "/api/v1/obligations",
                "/api/v1/sessions", "/api/v1/risk/accounts", "/api/v1/reference/instruments"))
            {
                venue.await(() -> console.get(route).equals(other.get(route)));
            }
        }
    }

    private String marketState()
    {
        return console.get("/api/v1/public/market").at("/status/state").textValue();
    }

    private List<String> bids()
    {
        return console.get("/api/v1/instruments/{id}", "/api/v1/instruments/" + StrategyVenue.NEAR).get("bids")
            .valueStream().map((level) -> level.get("price").textValue() + " " + level.get("lots")).toList();
    }

    /** A listener that has taken a part of a transaction is not given the rest of the stream. */
    @Test
    void shouldStopAtAnEventThatCannotBeShown()
    {
        final AtomicInteger failures = new AtomicInteger();
        final EventListener failing = new EventListener()
        {
            @Override
            public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
            {
                failures.incrementAndGet();
                throw new IllegalStateException("no such kind");
            }
        };
        try (EventViews views = new EventViews(List.of(dataDir()), new ReentrantLock(true), failing, (status) ->
        {
        }))
        {
            venue.await(() -> String.valueOf(views.status().problem()).contains("no such kind"));
            assertFalse(views.status().isCaughtUp());
            assertThrows(ApiException.class, () -> views.current(() -> 0));
        }
        assertEquals(1, failures.get());
    }

    @Test
    void shouldShowMembersObligationsAndIndices()
    {
        venue.order(venue.a(), StrategyVenue.NEAR, true, PRICE, 5);
        venue.order(venue.b(), StrategyVenue.NEAR, false, PRICE, 2);
        venue.order(venue.a(), StrategyVenue.SPREAD, true, 855, 6);
        venue.order(venue.b(), StrategyVenue.SPREAD, false, 855, 1);
        venue.negotiate(1, BUYER, "BB01", Side.BUY);
        venue.negotiate(2, SELLER, "AA01", Side.SELL);
        follow();
        final List<JsonNode> members = items("/api/v1/members", "/api/v1/members?limit=1");
        assertEquals(List.of("AA01", "BB01"), members.stream().map((row) -> row.get("firm").textValue()).toList());
        final JsonNode buyer = members.getFirst();
        assertEquals(1000, buyer.get("makerPermille").intValue());
        assertEquals(3, buyer.get("trades").intValue());
        final long inBook = console.get("/api/v1/public/market").get("instruments").valueStream()
            .filter((row) -> StrategyVenue.NEAR == row.at("/instrument/id").intValue())
            .mapToLong((row) -> row.at("/day/turnoverKopecks").longValue()).sum();
        assertTrue(inBook > 0 && inBook < buyer.get("turnoverKopecks").longValue(), buyer::toString);
        assertEquals(buyer.get("turnoverKopecks"), members.getLast().get("turnoverKopecks"));
        assertTrue(items("/api/v1/members", "/api/v1/members?session=previous").isEmpty());

        final List<String> owed = console.get("/api/v1/obligations").get("items").valueStream()
            .map((row) -> row.get("provider").textValue() + " " + row.get("symbol").textValue()).toList();
        assertEquals(List.of("TWAA01 Si-12.26", "BB01 "), owed);
        assertEquals(0, console.get("/api/v1/obligations", "/api/v1/obligations?session=previous").get("items").size());
        assertEquals(List.of("BRSTK"), console.get("/api/v1/public/indices").get("items").valueStream()
            .map((row) -> row.get("symbol").textValue()).toList());
        console.assertError(400, "wrong-session", "current or previous", "/api/v1/members?session=last");
    }

    private int activeOrders()
    {
        return console.get("/api/v1/risk/accounts/{code}", "/api/v1/risk/accounts/" + BUYER)
            .get("activeOrders").asInt();
    }

    /** What is for one login or one firm is nothing for the public. */
    @Test
    void shouldShowThePublicTheNewsThatAreForAll()
    {
        final NewsOperator news = new NewsOperator(venue.operator());
        news.publish("for all", "one\ntwo", 0, 0, "");
        news.publish("for a login", "", 0, 1, "");
        news.publish("for a firm", "", 0, 0, "AA01");
        news.publish("of an instrument", "", StrategyVenue.NEAR, 0, "");
        follow();
        final List<JsonNode> items = console.get("/api/v1/public/news").get("items").valueStream().toList();
        assertEquals(List.of("of an instrument 1001 ", "for all 0 one\ntwo"), items.stream().map((item) ->
            item.get("headline").textValue() + " " + item.get("instrumentId") + " " + item.get("text").textValue())
            .toList());
        venue.await(() -> "LIVE".equals(console.get("/api/v1/public/market").at("/status/state").textValue()));
        assertTrue(console.get("/api/v1/public/market").get("instruments").valueStream().anyMatch((row) ->
            StrategyVenue.NEAR == row.at("/instrument/id").intValue() && row.has("day")));
    }

    @Test
    void shouldShowSessionsAndClearing() throws Exception
    {
        venue.order(venue.a(), StrategyVenue.NEAR, true, PRICE, 5);
        venue.order(venue.b(), StrategyVenue.NEAR, false, PRICE, 5);
        try (FixSession fix = new FixSession())
        {
            fix.client.newOrder("one", SELLER, "Si-12.26", Side.SELL, 2, PRICE * StrategyVenue.E5, TimeInForce.DAY);
            fix.await("one", '0');
            follow();
            final List<JsonNode> sessions = items("/api/v1/sessions", "/api/v1/sessions?limit=1");
            assertEquals(List.of("TWAA01 CONNECTED", "TWBB01 CONNECTED", "FIXBB01 CONNECTED"), sessions.stream()
                .map((row) -> row.get("login").textValue() + " " + row.get("state").textValue()).toList());
            assertTrue(sessions.stream().noneMatch((row) -> row.get("blocked").booleanValue()), sessions::toString);
            venue.await(() -> "logon".equals(console.get("/api/v1/sessions/{login}", "/api/v1/sessions/" + FIX_LOGIN)
                .at("/lastLogon/event").asText()));
            final JsonNode session = console.get("/api/v1/sessions/{login}", "/api/v1/sessions/3");
            assertEquals("127.0.0.1", session.at("/lastLogon/source").textValue());
            // Logon and order have come, Logon and report have gone.
            assertEquals(3, session.get("nextTargetNumber").asInt());
            assertEquals(3, session.get("nextSenderNumber").asInt());
            final JsonNode report = session.get("lastMessages").get(session.get("lastMessages").size() - 1);
            assertEquals("8", report.get("msgType").textValue());
            assertEquals(2, report.get("number").asInt());
            assertTrue(report.get("body").textValue().contains("|11=one|"), report::toString);
        }
        venue.await(() -> "DISCONNECTED".equals(console.get("/api/v1/sessions/{login}", "/api/v1/sessions/" + FIX_LOGIN)
            .get("state").textValue()));
        assertEquals(2, console.get("/api/v1/sessions", "/api/v1/sessions?connected=true").get("items").size());

        assertEquals(0, console.get("/api/v1/clearing/runs").get("items").size());
        clear();
        final JsonNode run = console.get("/api/v1/clearing/runs").at("/items/0");
        assertEquals("REPORTED", run.get("phase").textValue(), run::toString);
        final JsonNode detail = console.get(
            "/api/v1/clearing/runs/{id}", "/api/v1/clearing/runs/" + run.get("runId").longValue());
        assertFalse(detail.get("steps").isEmpty());
        assertFalse(detail.get("checks").isEmpty());
        assertTrue(detail.get("checks").valueStream().allMatch((check) -> check.get("holds").booleanValue()));
        assertFalse(detail.get("reports").isEmpty());
        assertEquals(run.get("runId"), console.get("/api/v1/clearing/plan", "/api/v1/clearing/plan?date=20261120")
            .at("/items/0/runId"));
        assertEquals(0, console.get("/api/v1/risk/calls").get("items").size());
        assertEquals(0, console.get("/api/v1/risk/defaults").get("items").size());
    }

    private void clear()
    {
        final StringWriter said = new StringWriter();
        final List<String> line = new ArrayList<>(List.of("clearing", "intraday", "--data", dataDir().toString()));
        line.addAll(venue.operatorOptions());
        final CompletableFuture<Integer> run = CompletableFuture.supplyAsync(() ->
            Bourse.commandLine(line.toArray(String[]::new)).setOut(new PrintWriter(said, true))
                .setErr(new PrintWriter(said, true)).execute(line.toArray(String[]::new)));
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (!run.isDone())
        {
            // Sessions that do not answer meanwhile are cut off.
            idle.idle(venue.a().poll() + venue.b().poll());
        }
        assertEquals(ExitCode.OK, run.join(), said::toString);
    }

    private JsonNode life(final long orderId)
    {
        final JsonNode life = console.get("/api/v1/orders/{id}", "/api/v1/orders/" + orderId);
        assertTrue(life.get("next").isNull() || "live".equals(life.get("state").textValue()), life::toString);
        return life;
    }

    private static List<String> eventNames(final JsonNode life)
    {
        return life.get("items").valueStream().flatMap((item) -> item.get("events").valueStream())
            .map((event) -> event.get("event").textValue()).toList();
    }

    private static List<String> commandNames(final JsonNode life)
    {
        return life.get("items").valueStream().map((item) -> item.at("/causedBy/command").textValue()).toList();
    }

    private List<JsonNode> events(final String query)
    {
        final List<JsonNode> all = new ArrayList<>();
        JsonNode page = console.get("/api/v1/journal/events", "/api/v1/journal/events?" + query);
        page.get("items").forEach(all::add);
        final String further = query.replaceFirst("&from=.*", "");
        while (!page.get("isEnd").booleanValue())
        {
            page = console.get("/api/v1/journal/events", "/api/v1/journal/events?" + further + "&after=" +
                page.get("next").longValue());
            page.get("items").forEach(all::add);
        }
        return all;
    }

    private static String text(final JsonNode item)
    {
        return item.get("cursor") + " " + item.get("commandPosition") + " " + item.get("engineTimeNs").textValue() +
            " " + item.get("receivedNs").textValue() + " " + item.get("publishedNs").textValue() + " " +
            item.get("gatewayId") + "/" + item.get("sequence") + " " + item.get("clientRef").textValue() + " " +
            item.get("frameSequence");
    }

    private List<String> texts(final String name, final String field)
    {
        final String route = "/api/v1/reference/" + name;
        return items(route, route + "?limit=1").stream().map((row) -> row.get(field).asText()).toList();
    }

    /** All pages. */
    private List<JsonNode> items(final String route, final String pathAndQuery)
    {
        final List<JsonNode> all = new ArrayList<>();
        JsonNode page = console.get(route, pathAndQuery);
        page.get("items").forEach(all::add);
        while (!page.get("next").isNull())
        {
            page = console.get(route, pathAndQuery + "&after=" + page.get("next").textValue());
            page.get("items").forEach(all::add);
        }
        return all;
    }

    /** A FIX client whose executions are waited for. */
    private final class FixSession implements FixClientListener, AutoCloseable
    {
        private final Queue<FixExecution> executions = new ConcurrentLinkedQueue<>();
        private final FixClient client;

        private FixSession()
        {
            final InetSocketAddress address = venue.venue().fix().localAddress();
            client = FixClient.connect(address.getHostString(), address.getPort(), FIX_LOGIN, this);
            venue.await(client::isLoggedOn);
        }

        @Override
        public void onExecution(final FixExecution execution)
        {
            executions.add(execution);
        }

        private void await(final String clOrdId, final char status)
        {
            venue.await(() -> executions.stream().anyMatch((execution) ->
                clOrdId.equals(execution.clOrdId()) &&
                    (status == execution.execType() || status == execution.ordStatus())));
        }

        @Override
        public void close()
        {
            client.close();
        }
    }
}
