// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.clearing.file.Digests;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.acts.ActsPart;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.clearing.RunProcesses;
import io.bourse.engine.files.Umask;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Clearing over the API of consoles, against a running venue: runs in processes of their own, funds and defaults.
 */
@Tag("venue")
class ConsoleRunsTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int KILLED = 137;
    private static final int APPROVAL_MISSING = 5;
    private static final String RUN = "2026112001";
    private static final String START = "{'kind':'EVENING'}";
    private static final String RESUME = "{'runId':" + RUN + "}";
    @TempDir
    private Path dir;
    private final List<ConsoleApi> consoles = new ArrayList<>();
    private final List<VenueProcess> processes = new ArrayList<>();
    private final List<Venue> venues = new ArrayList<>();
    private final List<Path> dataDirs = new ArrayList<>();
    private Path dataDir;
    private int lastKey;

    @AfterEach
    void closeAll() throws IOException
    {
        for (final Path each : dataDirs)
        {
            endProcesses(each);
        }
        consoles.forEach(ConsoleApi::close);
        processes.forEach(VenueProcess::close);
        venues.forEach(Venue::close);
        dataDirs.forEach(VenueProcess::clean);
    }

    /** Processes outlive consoles, so a test that fails would leave one. */
    static void endProcesses(final Path dataDir) throws IOException
    {
        for (final RunProcesses.Status status : new RunProcesses(dataDir).all())
        {
            final Path pid = dataDir.resolve("clearing/processes/" + status.order().number() + "/pid");
            if (RunProcesses.State.RUNNING == status.state() && Files.exists(pid))
            {
                command(pid).forEach(ProcessHandle::destroyForcibly);
            }
        }
    }

    /** The command that a shell has started. */
    private static Stream<ProcessHandle> command(final Path pid) throws IOException
    {
        return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).stream()
            .flatMap(ProcessHandle::children);
    }

    private void startVenue(final String name, final String approvals) throws IOException
    {
        // As the main method of a console does.
        Umask.ownerOnly();
        dataDir = dir.resolve(name);
        dataDirs.add(dataDir);
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.trading-date", 20261120);
        options.put("venue.clearing.approvals", approvals);
        venues.add(Venue.start(VenueConfigLoader.load(null, options)));
    }

    private ConsoleApi console(final String operator) throws Exception
    {
        final ConsoleContext context =
            new ConsoleContext(dataDir, TestVenue.config(dataDir), DemoOperators.key(operator));
        final ConsoleApi console = new ConsoleApi(context, List.of(new ActsPart(context)));
        consoles.add(console);
        return console;
    }

    @Test
    void shouldDoAnEveningRunWhateverDiesMeanwhile() throws Exception
    {
        doAnEveningRun();
    }

    @Tag("drill")
    @Test
    void shouldDoTheEveningRunOfTheCommandLineWhateverDiesMeanwhile() throws Exception
    {
        doAnEveningRun();
        final Map<String, String> byConsole = reports();
        startVenue("typed", "none");
        type("evening");
        assertEquals(reports(), byConsole);
    }

    private void doAnEveningRun() throws Exception
    {
        startVenue("console", "exceptions");
        startByAConsoleThatIsKilled();
        final ConsoleApi anna = console("anna");
        final ConsoleApi boris = console("boris");
        final String wanted = await(() -> process(anna, 1), process -> process.get("toSign").size() > 0)
            .at("/toSign/0").textValue();
        assertEquals("RUNNING", process(anna, 1).get("state").textValue());
        assertError(409, "a process works at runs already", act(anna, "clearing-start", START));
        assertError(409, "signs for it", sign(boris, wanted));
        assertError(409, "nothing of this digest", sign(anna, "0".repeat(64)));
        final byte[] other = "BOURSE-CLEARING-REQUEST-1\nsomething else".getBytes(StandardCharsets.UTF_8);
        Files.write(dataDir.resolve("clearing/processes/1/" + Digests.sha256Of(other) + ".to-sign"), other);
        assertError(409, "no question of a run", sign(anna, Digests.sha256Of(other)));
        assertEquals(200, sign(anna, wanted).status());
        final JsonNode asking = await(() -> run(anna), run -> run.get("waitingFor").size() > 0);
        assertEquals("PRICES_PROPOSED", asking.get("phase").textValue());

        // The process of the run dies: the shell that has started it says so.
        command(dataDir.resolve("clearing/processes/1/pid")).forEach(ProcessHandle::destroyForcibly);
        assertEnded(KILLED, anna, 1);

        // A refused step ends it; approved in the end it goes on.
        assertEquals(2, done(act(anna, "clearing-resume", RESUME)).at("/result/process").intValue());
        answer(boris, "refuse");
        assertTrue(assertEnded(APPROVAL_MISSING, anna, 2).get("err").textValue().contains("approval was refused"));
        answer(boris, "approve");
        done(act(anna, "clearing-resume", RESUME));
        assertTrue(assertEnded(0, anna, 3).get("out").textValue().contains("checks     "));
        assertEquals("REPORTED", run(anna).get("phase").textValue());
        assertError(409, "no role to ask", act(console("clara"), "clearing-start", START));
        assertReportsAreShown(anna);
        assertOwnerOnly();
    }

    /** A console in a process of its own, which is killed as soon as it has started the run. */
    private void startByAConsoleThatIsKilled() throws Exception
    {
        final VenueProcess console = VenueProcess.startReady(
            "console", "--data", dataDir.toString(), "--as", "anna", "--port", "0");
        processes.add(console);
        final String link = console.out().stream().filter(line -> line.contains("/#login=")).findFirst().orElseThrow();
        try (HttpClient client = HttpClient.newHttpClient())
        {
            final String session = ConsoleApi.login(client, link);
            final HttpResponse<String> answer = client.send(HttpRequest.newBuilder(
                    URI.create(link.substring(0, link.indexOf("/#")) + "/api/v1/acts/clearing-start"))
                .header("Authorization", "Bearer " + session).header("Content-Type", "application/json")
                .header("Idempotency-Key", "start")
                .POST(HttpRequest.BodyPublishers.ofString(START.replace('\'', '"'))).build(),
                HttpResponse.BodyHandlers.ofString());
            console.kill();
            assertEquals(200, answer.statusCode(), answer::body);
        }
    }

    private void answer(final ConsoleApi console, final String verb)
    {
        final String runs = "/api/v1/clearing/runs/";
        await(() -> run(console), run -> run.get("waitingFor").size() > 0 || "approve".equals(verb));
        final String sha256 = console.get(runs + "{runId}/approvals/{step}", runs + RUN + "/approvals/prices")
            .get("sha256").textValue();
        assertEquals(200, console.post(runs + "{runId}/" + verb, runs + RUN + '/' + verb,
            "{'step':'prices','sha256':'" + sha256 + "'}", key()).status());
    }

    private void assertReportsAreShown(final ConsoleApi console) throws IOException
    {
        final String path = "/api/v1/clearing/runs/" + RUN;
        final List<String> names = new ArrayList<>();
        run(console).get("reports").forEach(name -> names.add(name.textValue()));
        assertTrue(names.containsAll(List.of("report.html", "prices.csv")), names::toString);
        assertFalse(names.contains("state.json"), names::toString);
        final Path directory = dataDir.resolve("clearing/20261120/1-E");
        final String report = names.stream().filter(name -> name.contains("fposcl")).findFirst().orElseThrow();
        assertArrayEquals(Files.readAllBytes(directory.resolve(report)),
            console.bytes(path + "/file?name=" + report));
        final String plain = new String(
            console.bytes(path + "/file?plain=true&name=" + report), StandardCharsets.UTF_8);
        final JsonNode rows = console.get("/api/v1/clearing/runs/{id}/rows", path + "/rows?limit=1000&name=" + report);
        assertEquals(List.of(plain.lines().findFirst().orElseThrow().split(";")), texts(rows.get("columns")));
        assertEquals(plain.lines().count() - 2, rows.get("items").size());
        final JsonNode page =
            console.get("/api/v1/clearing/runs/{id}/rows", path + "/rows?limit=2&after=1&name=prices.csv");
        assertEquals(2, page.get("items").size());
        assertEquals("3", page.get("next").textValue());
        for (final String wrong : List.of("state.json", "reports/../state.json", "../../audit.jsonl", "/etc/passwd"))
        {
            console.assertError(404, "unknown-file", "no such file", path + "/file?name=" + wrong);
            console.assertError(404, "unknown-file", "no such file", path + "/rows?name=" + wrong);
        }
        console.assertError(400, "wrong-name", "CSV", path + "/rows?name=report.html");
        final JsonNode diff = console.get(
            "/api/v1/clearing/diff", "/api/v1/clearing/diff?first=" + RUN + "&second=" + RUN);
        assertTrue(diff.get("tables").size() > 0, diff::toString);
        diff.get("tables").forEach(table -> assertEquals(0, table.get("differenceCount").intValue()));
        console.assertError(404, "unknown-run", "no clearing run", "/api/v1/clearing/diff?first=" + RUN + "&second=7");
    }

    private void assertOwnerOnly() throws IOException
    {
        try (Stream<Path> files = Files.walk(dataDir.resolve("clearing/processes")))
        {
            for (final Path file : files.toList())
            {
                assertTrue(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)).endsWith("------"),
                    file::toString);
            }
        }
    }

    private void type(final String... words)
    {
        final VenueProcess.Result typed = VenueProcess.execute(Stream.concat(
            Stream.of("clearing"), Stream.concat(Stream.of(words), Stream.of("--data", dataDir.toString())))
            .toArray(String[]::new));
        assertEquals(0, typed.exitCode(), typed::toString);
    }

    @Tag("drill")
    @Test
    void shouldCorrectARunLikeTheCommandLine() throws Exception
    {
        startVenue("console", "none");
        final ConsoleApi anna = console("anna");
        done(act(anna, "clearing-start", START));
        assertEnded(0, anna, 1);
        final Map<String, String> before = reports();
        done(act(anna, "clearing-correct", "{'runId':" + RUN + ",'reason':'typed wrong','settlementPrices':" +
            "[{'instrumentId':1001,'value':'92400'}]}"));
        assertTrue(assertEnded(0, anna, 2).get("out").textValue().contains("corrects   " + RUN));
        final Map<String, String> byConsole = reports();
        assertTrue(byConsole.size() > before.size(), byConsole::toString);
        startVenue("typed", "none");
        type("evening");
        type("correct", RUN, "--reason=typed wrong", "--settlement=1001=92400");
        assertEquals(reports(), byConsole);
    }

    /** Contents of all reports by name. */
    private Map<String, String> reports() throws IOException
    {
        final Map<String, String> reports = new TreeMap<>();
        final Path directory = dataDir.resolve("clearing/20261120");
        try (Stream<Path> files = Files.walk(directory))
        {
            for (final Path file : files.filter(each -> each.toString().endsWith(".csv.zst")).toList())
            {
                reports.put(directory.relativize(file).toString(),
                    Digests.sha256Of(file));
            }
        }
        return reports;
    }

    @Test
    void shouldEnterFundsAndDefaultsWithTwoPeople() throws Exception
    {
        startVenue("console", "exceptions");
        final ConsoleApi anna = console("anna");
        final ConsoleApi boris = console("boris");
        final String given = "'client':'AA01000','reference':";
        final JsonNode entered =
            done(act(anna, "clearing-funds", "{'kind':'PAY_IN','amountKopecks':150050," + given + "'r1'}"));
        assertEquals(1, entered.at("/result/instruction").intValue());
        done(act(anna, "clearing-funds", "{'kind':'DEPOSIT','asset':'USD','units':'10.5'," + given + "'r2'}"));
        assertError(400, "whole pieces",
            act(anna, "clearing-funds", "{'kind':'DEPOSIT','asset':'SBER','units':'7.5'," + given + "'r3'}"));
        final ConsoleApi.Answer asked =
            act(anna, "clearing-funds", "{'kind':'PAY_OUT','amountKopecks':50," + given + "'r4'}");
        assertEquals(202, asked.status(), asked::toString);
        assertEquals("/api/v1/clearing/requests/pay-out-1/approve", asked.body().get("approve").textValue());
        assertEquals(List.of("PAY_IN  AA01000  1500.50  r1", "DEPOSIT  AA01000  10.50 USD  r2"), instructions(anna));
        assertError(409, "requester and approver are one", answerRequest(anna, "pay-out-1", "approve"));
        assertError(404, "no such request", boris.post("/api/v1/clearing/requests/{name}/approve",
            "/api/v1/clearing/requests/x/approve", "{'sha256':'" + "0".repeat(64) + "'}", key()));
        assertEquals(200, answerRequest(boris, "pay-out-1", "approve").status());
        assertEquals("PAY_OUT  AA01000  0.50  r4", instructions(anna).getLast());
        assertEquals(List.of(), requests(boris));

        assertEquals(202, act(anna, "clearing-default-declare", "{'account':'AA','reason':'a drill'}").status());
        assertError(409, "not in force", act(anna, "clearing-default-block", "{'defaultId':1}"));
        assertEquals(List.of("default-1-0"), requests(boris));
        assertEquals(200, answerRequest(boris, "default-1-0", "approve").status());
        done(act(anna, "clearing-default-block", "{'defaultId':1}"));
        assertEquals(202, act(anna, "clearing-default-port",
            "{'defaultId':1,'clients':[{'register':'AA01001','receiver':'BB01001'}]}").status());
        assertEquals(200, answerRequest(boris, "default-1-1", "refuse").status());
        assertEquals(List.of(), requests(boris));
        final VenueProcess.Result shown =
            VenueProcess.execute("clearing", "default", "show", "--data", dataDir.toString());
        assertTrue(shown.out().contains("IN FORCE") && shown.out().contains("port       AA01001 -> BB01001"),
            shown::toString);
    }

    private List<String> instructions(final ConsoleApi console)
    {
        final List<String> texts = new ArrayList<>();
        console.get("/api/v1/clearing/instructions").get("items").forEach(
            line -> texts.addFirst(line.get("text").textValue().replaceFirst("^\\d+ +", "")));
        return texts;
    }

    private List<String> requests(final ConsoleApi console)
    {
        final List<String> names = new ArrayList<>();
        console.get("/api/v1/clearing/requests").get("requests").forEach(
            request -> names.add(request.get("name").textValue()));
        return names;
    }

    private ConsoleApi.Answer answerRequest(final ConsoleApi console, final String name, final String verb)
    {
        String sha256 = null;
        for (final JsonNode request : console.get("/api/v1/clearing/requests").get("requests"))
        {
            sha256 = name.equals(request.get("name").textValue()) ? request.get("sha256").textValue() : sha256;
        }
        return console.post("/api/v1/clearing/requests/{name}/" + verb,
            "/api/v1/clearing/requests/" + name + '/' + verb, "{'sha256':'" + sha256 + "'}", key());
    }

    private String key()
    {
        return "key-" + ++lastKey;
    }

    private ConsoleApi.Answer act(final ConsoleApi console, final String name, final String body)
    {
        return console.post("/api/v1/acts/" + name, "/api/v1/acts/" + name, body, key());
    }

    private ConsoleApi.Answer sign(final ConsoleApi console, final String sha256)
    {
        return console.post("/api/v1/clearing/processes/{process}/sign", "/api/v1/clearing/processes/1/sign",
            "{'sha256':'" + sha256 + "'}", key());
    }

    private static JsonNode process(final ConsoleApi console, final int process)
    {
        return console.get("/api/v1/clearing/processes/{process}", "/api/v1/clearing/processes/" + process);
    }

    private static JsonNode run(final ConsoleApi console)
    {
        return console.get("/api/v1/clearing/runs/{id}", "/api/v1/clearing/runs/" + RUN);
    }

    private static JsonNode assertEnded(final int exitCode, final ConsoleApi console, final int process)
    {
        final JsonNode ended =
            await(() -> process(console, process), each -> !"RUNNING".equals(each.get("state").textValue()));
        assertEquals(exitCode, ended.get("exitCode").asInt(), ended::toString);
        return ended;
    }

    private static JsonNode done(final ConsoleApi.Answer answer)
    {
        assertEquals(200, answer.status(), answer::toString);
        return answer.body();
    }

    private static void assertError(final int status, final String words, final ConsoleApi.Answer answer)
    {
        assertEquals(status, answer.status(), answer::toString);
        assertTrue(answer.body().at("/error/message").textValue().contains(words), answer::toString);
    }

    private static List<String> texts(final JsonNode values)
    {
        final List<String> texts = new ArrayList<>();
        values.forEach(value -> texts.add(value.textValue()));
        return texts;
    }

    private static JsonNode await(final Supplier<JsonNode> question, final Predicate<JsonNode> wanted)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(50);
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        JsonNode answer = question.get();
        while (!wanted.test(answer))
        {
            final JsonNode last = answer;
            assertTrue(System.nanoTime() - deadlineNs < 0, () -> "it does not come: " + last);
            idle.idle();
            answer = question.get();
        }
        return answer;
    }
}
