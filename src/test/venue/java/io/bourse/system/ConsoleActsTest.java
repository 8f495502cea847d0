// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.console.acts.ActsPart;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.EventListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Acts of operators over the API of their consoles, against a running venue.
 */
@Tag("venue")
class ConsoleActsTest
{
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HALT = "{\"instrumentId\":1001,\"phase\":\"HALTED\"}";
    private static final String RESUME =
        "{\"instrumentId\":1001,\"phase\":\"CONTINUOUS\",\"confirm\":\"Si-12.26\"}";
    /** Nanoseconds since 1970. */
    private static final Pattern TIME = Pattern.compile("\\d{18,}");
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    private Path dir;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Caller> consoles = new ArrayList<>();
    private Path dataDir;
    private Venue venue;
    private int lastKey;

    /** A console and the session of its operator. */
    private record Caller(ConsoleServer server, String session)
    {
    }

    /** What a console answered. */
    private record Answer(int status, JsonNode body)
    {
        String error()
        {
            return body.path("error").path("code").asText();
        }

        String message()
        {
            return body.path("error").path("message").asText();
        }
    }

    @BeforeEach
    void startVenue() throws IOException
    {
        dataDir = dir.resolve("data");
        venue = Venue.start(TestVenue.config(dataDir));
    }

    @AfterEach
    void closeAll()
    {
        http.shutdownNow();
        http.close();
        consoles.forEach(console -> console.server.close());
        venue.close();
        VenueProcess.clean(dataDir);
    }

    @Test
    void shouldHaltAtOnceAndResumeWithASecondPersonInAnotherConsole() throws Exception
    {
        final Caller anna = console("anna");
        final Caller boris = console("boris");
        assertDone(post(anna, "acts/phase", HALT));
        final Answer asked = post(anna, "acts/phase", RESUME);
        assertEquals(202, asked.status, asked::toString);
        assertEquals("waiting", asked.body.path("outcome").asText());
        assertEquals("/api/v1/requests/1/approve", asked.body.path("approve").asText());
        assertEquals(1, asked.body.path("number").asInt());
        assertTrue(asked.body.path("command").asText().startsWith("ChangePhase"), asked::toString);
        final String words = asked.body.path("words").asText();
        assertTrue(words.startsWith("Begin or resume continuous trading in Si-12.26 (1001). Asked for by anna (1), " +
            "to be approved until 20"), words);
        final String digest = asked.body.path("sha256").asText();
        final JsonNode waiting = get(boris, "requests").body.path("requests").path(0);
        assertEquals(List.of("anna", "waiting", digest, words), List.of(waiting.path("requester").asText(),
            waiting.path("state").asText(), waiting.path("sha256").asText(), waiting.path("words").asText()));
        assertTrue(words.contains(waiting.path("expires").asText().substring(0, 19)), waiting::toString);
        assertEquals("  1  " + words, run("operators requests").out().stripTrailing());

        final String seen = "{\"sha256\":\"" + digest + "\"}";
        assertError(403, "not-approver", post(anna, "requests/1/approve", seen));
        assertError(409, "not-approved", post(boris, "requests/1/approve", "{\"sha256\":\"" + "0".repeat(64) + "\"}"));
        assertError(400, "wrong-field", post(boris, "requests/1/approve", "{\"sha256\":\"" + digest.substring(8) +
            "\"}"));
        assertError(404, "no-request", post(boris, "requests/2/approve", seen));
        assertTrue(phases().getLast().contains("HALTED"), () -> "it was resumed by one person: " + phases());

        final Answer approved = post(boris, "requests/1/approve", seen);
        assertEquals(200, approved.status, approved::toString);
        assertEquals(digest, approved.body.path("sha256").asText());
        assertTrue(phases().getLast().contains("CONTINUOUS"), () -> "it was not resumed: " + phases());
        assertError(409, "wrong-state", post(boris, "requests/1/approve", seen));
        final JsonNode answered = get(anna, "requests").body.path("requests").path(0);
        assertEquals(List.of("approved", "boris", "OK"), List.of(answered.path("state").asText(),
            answered.path("approver").asText(), answered.path("outcome").asText()));

        // The other answer, and the same by the command line.
        assertDone(post(anna, "acts/phase", HALT));
        final Answer again = post(anna, "acts/phase", RESUME);
        assertEquals(202, again.status, again::toString);
        final Answer refused = post(boris, "requests/2/refuse", "{\"sha256\":\"" + again.body.path("sha256").asText() +
            "\"}");
        assertEquals("refused", refused.body.path("outcome").asText(), refused::toString);
        assertTrue(run("approve 2").err().contains("the request was answered already: number=2 answer=refused"));
        final String log = run("security show --last 0").out();
        assertTrue(log.contains("console phase") && log.contains("console approve 1") &&
            log.contains("console refuse 2"), log);
    }

    @Test
    void shouldExecuteARepeatedRequestOnceAlsoAfterARestartOfTheConsole() throws Exception
    {
        final Caller anna = console("anna");
        final Answer first = post(anna, "acts/phase", HALT, "key-1");
        assertDone(first);
        final List<String> before = phases();
        assertEquals(first, post(anna, "acts/phase", HALT, "key-1"));
        assertError(422, "other-body", post(anna, "acts/phase", RESUME, "key-1"));
        assertError(400, "no-idempotency-key", post(anna, "acts/phase", HALT, null));
        final Answer waiting = post(anna, "acts/phase", RESUME, "key-2");
        assertEquals(202, waiting.status, waiting::toString);

        consoles.remove(anna);
        anna.server.close();
        final Caller restarted = console("anna");
        assertEquals(first, post(restarted, "acts/phase", HALT, "key-1"));
        assertEquals(waiting, post(restarted, "acts/phase", RESUME, "key-2"));
        assertEquals(before, phases());
        assertEquals(1, get(restarted, "requests").body.path("requests").size());
    }

    @Test
    void shouldSayWhyNothingWasDone() throws Exception
    {
        final Caller anna = console("anna");
        final Answer wrong = post(anna, "acts/kill", "{\"firm\":\"AA0\"}", "a");
        assertError(400, "wrong-field", wrong);
        assertEquals("firm", wrong.body.path("error").path("facts").path("field").asText());
        assertError(409, "wrong-state", post(anna, "acts/rights", "{\"loginId\":99,\"off\":true}"));
        assertError(409, "wrong-state", post(anna, "acts/kill", "{\"loginId\":99}"));
        final Answer refused = post(anna, "acts/kill", "{\"firm\":\"ZZ01\",\"confirm\":\"ZZ01\"}");
        assertError(409, "refused", refused);
        assertEquals("UNKNOWN_FIRM", refused.body.path("error").path("facts").path("reason").asText());
        assertError(409, "wrong-state",
            post(anna, "acts/trade-bust", "{\"tradeId\":\"99\",\"reason\":\"x\",\"confirm\":\"99\"}"));
        assertError(409, "wrong-state", post(anna, "acts/session-open", "{\"next\":true}"));

        // What is left out would be lost.
        final String limits = "{\"level\":\"BROKERAGE_FIRM\",\"code\":\"AA01\",\"activeOrders\":7";
        final Answer asked = post(anna, "acts/trading-limits", limits + "}", "b");
        assertError(409, "confirmation-needed", asked);
        assertTrue(asked.message().contains("orderLots 500000 -> off"), asked::toString);
        final Answer set = post(anna, "acts/trading-limits", limits + ",\"confirmed\":true}", "b");
        assertDone(set);
        assertEquals(List.of("orderLots 500000 -> off", "orderNotional 1000000000.00 -> off", "activeOrders off -> 7"),
            JSON.convertValue(set.body.path("result").path("changes"), List.class));

        final Caller clara = console("clara");
        final Answer role = post(clara, "acts/news", "{\"headline\":\"hello\"}");
        assertError(403, "not-allowed", role);
        assertEquals("NO_RIGHT", role.body.path("error").path("facts").path("reason").asText());
        final Caller reader = console(null);
        assertError(403, "read-only", post(reader, "acts/news", "{\"headline\":\"hello\"}"));
        assertEquals(200, get(reader, "requests").status);

        // Nothing was done, so the same key may come again.
        venue.close();
        assertError(503, "venue-not-running", post(anna, "acts/phase", HALT, "c"));
        assertError(503, "venue-not-running", post(anna, "acts/phase", HALT, "c"));
    }

    /** Nothing is done before the name of what is hit was typed again. */
    @Test
    void shouldWantTheNameOfWhatADangerousActHits() throws Exception
    {
        final Caller anna = console("anna");
        final long before = endCursor();
        for (final String[] act : new String[][]{
            {"phase", "{'market':true,'phase':'HALTED'", "market"},
            {"phase", "{'instrumentId':1001,'phase':'CONTINUOUS'", "Si-12.26"},
            {"kill", "{'firm':'AA01'", "AA01"},
            {"kill", "{'loginId':1", "TWAA01"},
            {"login-disconnect", "{'loginId':1", "TWAA01"},
            {"login-block", "{'loginId':1", "TWAA01"},
            {"gateway-activate", "{'gateway':'FIX'", "FIX"},
            {"operator-revoke", "{'name':'boris'", "boris"},
            {"policy", "{'acts':[]", "policy"}})
        {
            final String path = "acts/" + act[0];
            final String body = act[1].replace('\'', '"');
            final Answer asked = post(anna, path, body + "}");
            assertError(409, "confirm-needed", asked);
            assertEquals(act[2], asked.body.path("error").path("facts").path("name").asText());
            assertError(409, "confirm-needed", post(anna, path, body + ",\"confirm\":\"other\"}"));
        }
        assertEquals(List.of(), events(before, endCursor()));
        assertDone(post(anna, "acts/phase", "{\"market\":true,\"phase\":\"HALTED\",\"confirm\":\"market\"}"));
    }

    @Test
    void shouldTakeASnapshotAndWaitForIt() throws Exception
    {
        final Answer taken = post(console("anna"), "acts/snapshot", "{\"timeoutSeconds\":60}");
        assertDone(taken);
        assertTrue(taken.body.path("result").path("position").asLong() > 0, taken::toString);
    }

    /** Each year of a calendar is a command, and so a request, of its own. */
    @Test
    void shouldSetTradingDaysWithASecondPersonForEachCommand() throws Exception
    {
        final Caller anna = console("anna");
        final Caller boris = console("boris");
        final Answer asked = post(anna, "acts/trading-days", ("{'market':'FX','weekdays':['MONDAY','TUESDAY'," +
            "'WEDNESDAY','THURSDAY','FRIDAY'],'holidays':[20261104,20270101]}").replace('\'', '"'));
        assertEquals(202, asked.status, asked::toString);
        assertEquals("[2,3]", asked.body.path("then").toString());
        assertTrue(asked.body.path("words").asText().contains("Set the trading days of the market FX in 2026 to " +
            "Monday to Friday but for 2026-11-04."), asked::toString);
        for (final JsonNode waiting : get(boris, "requests").body.path("requests"))
        {
            final Answer approved = post(boris, "requests/" + waiting.path("number").asInt() + "/approve",
                "{\"sha256\":\"" + waiting.path("sha256").asText() + "\"}");
            assertEquals(200, approved.status, approved::toString);
        }
        assertTrue(run("session days").out().contains("market     FX  2026: 260 days  2027: 260 days"),
            () -> run("session days").toString());
    }

    @Test
    void shouldReplaceThePolicyOfOperators() throws Exception
    {
        final Caller clara = console("clara");
        assertError(400, "wrong-field", post(clara, "acts/policy",
            "{\"acts\":[{\"act\":\"OPERATORS\",\"roles\":[\"auditor\"]}]}"));
        final Answer set = post(clara, "acts/policy", ("{'acts':[{'act':'NEWS','roles':['administrator']," +
            "'secondPerson':true}],'steps':[{'step':'PAY_OUT','roles':['auditor']}],'confirm':'policy'}")
            .replace('\'', '"'));
        assertDone(set);
        assertEquals(202, post(clara, "acts/news", "{\"headline\":\"hello\"}").status);
        assertError(403, "not-allowed", post(console("anna"), "acts/news", "{\"headline\":\"hello\"}"));
        assertEquals(Set.of(OperatorRole.AUDITOR), VenueOperators.read(dataDir).requesters().get(ApprovalStep.PAY_OUT));
        assertDone(run("operators policy --as clara"));
        assertError(403, "not-allowed", post(clara, "acts/news", "{\"headline\":\"hello\"}"));

        // The steps stand beside the acts that are signed: they are kept when a second person approves those.
        final String acts = "{'acts':[{'act':'OPERATORS','roles':['administrator'],'secondPerson':true}],";
        assertDone(post(clara, "acts/policy", (acts + "'confirm':'policy'}").replace('\'', '"')));
        final Answer asked = post(clara, "acts/policy", (acts +
            "'steps':[{'step':'PAY_OUT','roles':['auditor']}],'confirm':'policy'}").replace('\'', '"'));
        assertEquals(202, asked.status, asked::toString);
        assertNotEquals(
            Set.of(OperatorRole.AUDITOR), VenueOperators.read(dataDir).requesters().get(ApprovalStep.PAY_OUT));
        final Caller boris = console("boris");
        final String words = get(boris, "requests").body.path("requests").findValuesAsText("words").getLast();
        assertTrue(words.contains("pay-out by [auditor]"), words);
        assertDone(post(boris, "requests/" + asked.body.path("number").asInt() + "/approve",
            "{\"sha256\":\"" + asked.body.path("sha256").asText() + "\"}"));
        assertEquals(Set.of(OperatorRole.AUDITOR), VenueOperators.read(dataDir).requesters().get(ApprovalStep.PAY_OUT));
    }

    @Test
    void shouldMoveTheDateOfTheSessionWithASecondPerson() throws Exception
    {
        final Caller anna = console("anna");
        final Caller boris = console("boris");
        assertError(409, "wrong-state", get(boris, "session-move"));
        final String wanted = "{\"date\":20991227,\"reason\":\"typed wrong\"";
        assertError(409, "confirmation-needed", post(anna, "acts/session-move", wanted + "}"));
        final Answer asked = post(anna, "acts/session-move", wanted + ",\"confirmed\":true}");
        assertEquals(202, asked.status, asked::toString);
        assertEquals("/api/v1/session-move/approve", asked.body.path("approve").asText());
        final String digest = get(boris, "session-move").body.path("sha256").asText();
        assertEquals(asked.body.path("sha256").asText(), digest);
        assertError(409, "not-approved", post(anna, "session-move/approve", "{\"sha256\":\"" + digest + "\"}"));
        assertFalse(run("session show").out().contains("date 20991227"), "it was moved by one person");
        final Answer approved = post(boris, "session-move/approve", "{\"sha256\":\"" + digest + "\"}");
        assertEquals(200, approved.status, approved::toString);
        assertTrue(run("session show").out().contains("date 20991227"), "it was not moved");
    }

    @Test
    void shouldChangeTheRegisterOfOperatorsAsItsAdministratorAlone() throws Exception
    {
        final Caller clara = console("clara");
        assertError(403, "not-allowed", post(
            console("anna"), "acts/operator-revoke", "{\"name\":\"boris\",\"confirm\":\"boris\"}"));
        assertError(409, "confirm-needed", post(clara, "acts/operator-revoke", "{\"name\":\"clara\"}"));
        assertError(409, "wrong-state", post(
            clara, "acts/operator-revoke", "{\"name\":\"clara\",\"confirm\":\"clara\"}"));
        assertError(400, "wrong-field", post(clara, "acts/operator-roles",
            "{\"name\":\"boris\",\"roles\":[\"king\"]}"));
        final Answer changed = post(clara, "acts/operator-roles",
            "{\"name\":\"boris\",\"roles\":[\"auditor\"],\"confirm\":\"boris\"}");
        assertDone(changed);
        assertEquals("[\"auditor\"]", changed.body.path("result").path("roles").toString());
        assertEquals(Set.of(OperatorRole.AUDITOR), VenueOperators.read(dataDir).byName().get("boris").roles());
    }

    @Test
    void shouldApproveTheStepOfARunAndAbortIt() throws Exception
    {
        venue.close();
        VenueProcess.clean(dataDir);
        dataDir = dir.resolve("exceptions");
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.clearing.approvals", "exceptions");
        venue = Venue.start(VenueConfigLoader.load(null, options));
        assertEquals(5, run("clearing evening").exitCode());
        final String runId = Long.toString(
            new RunControl(VenueClearing.baseDir(dataDir), System::currentTimeMillis).unfinished());
        final Caller anna = console("anna");
        final Caller boris = console("boris");
        final String path = "clearing/runs/" + runId + "/";
        final Answer shown = get(boris, path + "approvals/prices");
        assertEquals(200, shown.status, shown::toString);
        assertFalse(shown.body.path("text").asText().isEmpty());
        assertError(409, "wrong-state", get(boris, path + "approvals/publish"));
        assertError(404, "no-run", get(boris, "clearing/runs/7/approvals/prices"));
        final String seen = "{\"step\":\"prices\",\"sha256\":\"" + shown.body.path("sha256").asText() + "\"}";
        assertError(409, "not-approved", post(anna, path + "approve", seen));
        assertError(400, "wrong-field", post(boris, path + "approve", seen.replace("prices", "default")));
        final Answer approved = post(boris, path + "approve", seen);
        assertEquals(200, approved.status, approved::toString);
        assertEquals("approved", approved.body.path("outcome").asText());
        assertError(400, "wrong-field", post(anna, path + "abort", "{}"));
        final Answer aborted = post(anna, path + "abort", "{\"reason\":\"a drill\"}");
        assertEquals("aborted", aborted.body.path("outcome").asText(), aborted::toString);
        final String trail = Files.readString(dataDir.resolve("clearing/audit.jsonl"));
        assertTrue(trail.contains("\"actor\":\"boris\",\"command\":\"approve\"") &&
            trail.contains("\"actor\":\"anna\",\"command\":\"phase ABORTED\""), trail);
        final String log = run("security show --last 0").out();
        assertTrue(log.contains("console clearing approve") && log.contains("console clearing abort"), log);
    }

    /** Of what can be set again and again: twice by the command line, as some events say what was before, then here. */
    @Test
    void shouldCauseTheSameEventsAsTheCommandLine() throws Exception
    {
        final Caller anna = console("anna");
        final List<Map.Entry<String, String[]>> acts = List.of(
            entry("phase --instrument 1001 HALTED", "phase", HALT),
            entry("phase --instrument 1002 PRE_OPEN --for 2h --then CLOSED", "phase",
                "{'instrumentId':1002,'phase':'PRE_OPEN','forNs':7200000000000,'then':'CLOSED'}"),
            entry("kill --firm AA01", "kill", "{'firm':'AA01','confirm':'AA01'}"),
            entry("kill --login 1 --lift", "kill", "{'loginId':1,'lift':true,'confirm':'TWAA01'}"),
            entry("news hello --text one --text two --instrument 1001 --firm AA01", "news",
                "{'headline':'hello','text':['one','two'],'instrumentId':1001,'firm':'AA01'}"),
            entry("controls --instrument 1001 --collar 2000 --static-range 0.5 --volatility-auction 2m " +
                "--passive-delay 3ms --yes", "price-controls", "{'instrumentId':1001,'collar':'2000'," +
                "'staticRange':'0.5','volatilityAuctionNs':120000000000,'passiveDelayNs':3000000,'confirmed':true}"),
            entry("risk limits --login 1 --orders-per-second 100 --order-notional 5000.50 --yes", "trading-limits",
                "{'level':'LOGIN','code':'1','ordersPerSecond':100,'orderNotionalKopecks':500050,'confirmed':true}"),
            entry("risk limits --client AA01000 --of-firm --order-lots 50 --block", "firm-limits",
                "{'level':'CLIENT','code':'AA01000','orderLots':50,'block':true}"),
            entry("cancel --firm AA01 --account AA01000 --login 1 --instrument 1001", "mass-cancel",
                "{'firm':'AA01','account':'AA01000','loginId':1,'instrumentId':1001,'confirm':'AA01000'}"),
            entry("rights --login 1 --quotes --cancel-on-disconnect 5s --yes", "rights",
                "{'loginId':1,'quotes':true,'cancelOnDisconnectNs':5000000000,'confirmed':true}"),
            entry("self-trade --firm AA01 --scope client --mode cancel-resting", "self-trade",
                "{'firm':'AA01','scope':'CLIENT','mode':'CANCEL_RESTING'}"),
            entry("risk settlement-account define SA", "settlement-account-define", "{'code':'SA'}"),
            entry("access disconnect 1", "login-disconnect", "{'loginId':1,'confirm':'TWAA01'}"),
            entry("access block 1", "login-block", "{'loginId':1,'confirm':'TWAA01'}"),
            entry("access unblock 1", "login-block", "{'loginId':1,'lift':true,'confirm':'TWAA01'}"),
            entry("gateway activate twime", "gateway-activate", "{'gateway':'TWIME','confirm':'TWIME'}"),
            entry("capacity set --accounts 30000 --keep", "capacity", "{'accounts':30000,'keep':true}"));
        for (final Map.Entry<String, String[]> act : acts)
        {
            assertDone(run(act.getKey()));
            final long start = endCursor();
            assertDone(run(act.getKey()));
            final long middle = endCursor();
            assertDone(post(anna, "acts/" + act.getValue()[0], act.getValue()[1].replace('\'', '"')));
            final List<String> byCommandLine = events(start, middle);
            assertFalse(byCommandLine.isEmpty(), act::getKey);
            assertEquals(byCommandLine, events(middle, endCursor()), act::getKey);
        }
    }

    private static Map.Entry<String, String[]> entry(final String line, final String name, final String body)
    {
        return Map.entry(line, new String[]{name, body});
    }

    private Caller console(final String operator) throws Exception
    {
        final ConsoleContext context = new ConsoleContext(dataDir, TestVenue.config(dataDir),
            null == operator ? null : DemoOperators.key(operator));
        final ConsoleServer server = new ConsoleServer(
            context, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of(new ActsPart(context)));
        final String link = server.newLink();
        final Answer login = send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/login"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(
                "{\"link\":\"" + link.substring(link.indexOf("#login=") + "#login=".length()) + "\"}")));
        final Caller console = new Caller(server, login.body.path("session").asText());
        consoles.add(console);
        return console;
    }

    private Answer get(final Caller console, final String path) throws Exception
    {
        return send(request(console, path).GET());
    }

    private Answer post(final Caller console, final String path, final String body) throws Exception
    {
        return post(console, path, body, "new-" + ++lastKey);
    }

    private Answer post(final Caller console, final String path, final String body, final String key) throws Exception
    {
        final HttpRequest.Builder request = request(console, path).header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
        return send(null == key ? request : request.header("Idempotency-Key", key));
    }

    private static HttpRequest.Builder request(final Caller console, final String path)
    {
        return HttpRequest.newBuilder(URI.create(console.server.url() + "/api/v1/" + path))
            .header("Authorization", "Bearer " + console.session);
    }

    private Answer send(final HttpRequest.Builder request) throws Exception
    {
        final HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), JSON.readTree(response.body()));
    }

    private static void assertDone(final VenueProcess.Result typed)
    {
        assertEquals(0, typed.exitCode(), typed::toString);
    }

    private static void assertDone(final Answer answer)
    {
        assertEquals(200, answer.status, answer::toString);
        assertEquals("done", answer.body.path("outcome").asText(), answer::toString);
    }

    private static void assertError(final int status, final String code, final Answer answer)
    {
        assertEquals(status, answer.status, answer::toString);
        assertEquals(code, answer.error(), answer::toString);
    }

    private List<String> phases()
    {
        try
        {
            return events(EngineClient.FROM_START, endCursor()).stream()
                .filter(event -> event.startsWith("onPhaseChanged")).toList();
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private long endCursor() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir))
        {
            return client.endCursor();
        }
    }

    /** All events between two cursors but for their times. */
    private List<String> events(final long start, final long end) throws IOException
    {
        final List<String> events = new ArrayList<>();
        final EventListener listener = (EventListener)Proxy.newProxyInstance(
            ConsoleActsTest.class.getClassLoader(), new Class<?>[]{EventListener.class}, (proxy, method, arguments) ->
            {
                if (2 == method.getParameterCount() && method.getName().startsWith("on"))
                {
                    events.add(method.getName() + ' ' +
                        TIME.matcher(arguments[1].toString()).replaceAll("time"));
                }
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            });
        try (EngineClient client = VenueProcess.connect(dataDir);
            EventFollower follower = client.follow(start, listener))
        {
            final long deadlineNs = System.nanoTime() + LIMIT_NS;
            while (follower.cursor() < end)
            {
                // One at a time: what comes after the end does not count.
                follower.poll(1);
                assertTrue(System.nanoTime() - deadlineNs < 0, "the event stream went silent");
            }
        }
        return events;
    }

    private VenueProcess.Result run(final String line)
    {
        final List<String> arguments = new ArrayList<>(List.of(line.split(" ")));
        arguments.addAll(List.of("--data", dataDir.toString()));
        return VenueProcess.execute(arguments.toArray(String[]::new));
    }
}
