// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.operator.NewsOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.CommandQuarantinedDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.engine.testing.TestPorts;
import org.agrona.IoUtil;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A command kills every engine that executes it, and again at each start, until two people take it out of the history.
 */
@Tag("drill")
class QuarantineDrillTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long POISON_LIMIT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int OK = 0;
    private static final int USAGE = 2;
    private static final int PRECONDITION = 3;
    private static final int APPROVAL = 5;
    private static final int DAMAGED = 12;
    private static final int HALTED = 70;
    private static final int INSTRUMENT_ID = 1001;
    private static final int LOGIN_ID = 1;
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final int PORTS_PER_MEMBER = 4;
    private static final Pattern FAILED = Pattern.compile("position=(\\d+) time=\\S+" +
        " template=(?:PublishNews|OperatorCommand) gatewayId=0 sessionId=\\d+ sequence=1" +
        " sha256=[0-9a-f]{64} failure=\"java.lang.IllegalArgumentException: " +
        PoisonedClasses.FAILURE + '"');
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path dir;

    private List<String> poisoned;
    private String config;
    private VenueProcess[] members;
    private long position;

    @AfterEach
    void closeAll()
    {
        for (int i = 0; i < members.length; i++)
        {
            if (null != members[i])
            {
                members[i].close();
            }
            VenueProcess.clean(data(i));
        }
    }

    @Test
    void shouldGoOnAfterTwoPeopleHaveDecidedOnTheSoloHost() throws IOException
    {
        found(VenueConfig.Host.SOLO, 1);
        final int victim = poison();
        assertEquals(0, victim);
        assertRefusesToStart();
        quarantine(victim, () ->
        {
            // One person alone changes nothing.
            assertRefusesToStart();
        });
        assertChangedFileIsRefused();

        startAll();
        assertHistory();
        assertGoesOn(1);
        members[0].stop();
        assertWhole();

        // The journal names the quarantine: the file is evidence, but the key must be there.
        final Path file = quarantineDir(0).resolve(position + ".properties");
        Files.delete(file);
        assertTrue(run("verify-journal", 0, OK).out().contains("quarantined: position=" + position), "no file");
        startAll();
        assertGoesOn(2);
        assertEquals(OK, run("snapshot", 0, OK).exitCode());
        members[0].kill();
        // From a snapshot behind the command a start needs neither.
        IoUtil.delete(quarantineDir(0).toFile(), false);
        startAll();
        assertGoesOn(3);
        members[0].stop();
        assertTrue(run("verify-journal", 0, DAMAGED).out().contains("has a quarantine whose signed approval is" +
            " not there: position=" + position), "no directory");
    }

    @Test
    void shouldStartWhenTheFirstOfTwoQuarantinesIsLost() throws IOException
    {
        found(VenueConfig.Host.SOLO, 1);
        quarantine(poison(), () -> { });
        final long first = position;
        startAll();
        poison();
        final Matcher failed = FAILED.matcher(run("recover", 0, DAMAGED).out());
        assertTrue(failed.find(), "the second command is not named");
        final String second = failed.group(1);
        run("recover --as anna --reason again --quarantine " + second, 0, OK);
        run("recover --as boris --approve " + second, 0, OK);
        startAll();
        members[0].stop();
        Files.delete(quarantineDir(0).resolve(first + ".properties"));
        startAll();
        assertGoesOn(1);
        members[0].stop();
        final String verified = run("verify-journal", 0, OK).out();
        assertTrue(verified.contains("quarantined: position=" + first) &&
            verified.contains("quarantined: position=" + second), verified);
    }

    @Test
    void shouldHoldByTheSignedFileAloneWhenTheHistoryIsAtTheFirstFeatureLevel() throws IOException
    {
        configure(VenueConfig.Host.SOLO, 1);
        try (TestEngine engine = TestEngine.start(data(0)))
        {
            DemoReferenceData.define(engine.operator());
        }
        startAll();
        quarantine(poison(), () -> { });
        startAll();
        assertEquals(List.of("rejected " + position + " INVALID_FIELD"), history());
        members[0].stop();
        final VenueProcess.Result verified = run("verify-journal", 0, OK);
        assertTrue(verified.out().contains("quarantined: position=" + position), verified::toString);
        assertTrue(verified.out().contains("(by the signed file alone: the feature level of this history knows"),
            verified::toString);
        IoUtil.delete(quarantineDir(0).toFile(), false);
        run("verify-journal", 0, DAMAGED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldGoOnAfterTwoPeopleHaveDecidedOnACluster(final int memberCount) throws IOException
    {
        found(VenueConfig.Host.CLUSTER, memberCount);
        final int victim = poison();
        launchAll();
        awaitHalted();
        quarantine(victim, () -> { });
        for (int i = 0; i < memberCount; i++)
        {
            if (victim != i)
            {
                copy(quarantineDir(victim), quarantineDir(i));
            }
        }

        startAll();
        assertHistory();
        assertGoesOn(1);
        Arrays.stream(members).forEach(VenueProcess::stop);
        assertWhole();
    }

    @Test
    void shouldStopAMemberThatLacksTheQuarantineOfTheOthers() throws IOException
    {
        found(VenueConfig.Host.CLUSTER, 3);
        final int victim = poison();
        launchAll();
        awaitHalted();
        quarantine(victim, () -> { });
        final int lacking = 2 == victim ? 1 : 2;
        final int other = 3 - victim - lacking;
        copy(quarantineDir(victim), quarantineDir(other));
        launchAll();
        members[victim].awaitReady();
        members[other].awaitReady();
        final VenueProcess.Result stopped = members[lacking].awaitExit();
        assertEquals(HALTED, stopped.exitCode(), stopped::toString);
        assertTrue(FAILED.matcher(stopped.err()).find(), stopped::toString);
        members[lacking].close();
        assertGoesOn(1);
        assertTrue(run("recover", lacking, DAMAGED).out().contains("copy that directory instead"), "no advice");

        copy(quarantineDir(victim), quarantineDir(lacking));
        members[lacking] = launchMember(lacking);
        members[lacking].awaitReady();
        assertGoesOn(2);
        Arrays.stream(members).forEach(VenueProcess::stop);
        assertWhole();
    }

    private Path data(final int memberId)
    {
        return dir.resolve("data-" + memberId);
    }

    private Path quarantineDir(final int memberId)
    {
        return data(memberId).resolve("quarantine");
    }

    private void configure(final String host, final int memberCount) throws IOException
    {
        members = new VenueProcess[memberCount];
        poisoned = PoisonedClasses.options(dir.resolve("poisoned"));
        final Map<String, Object> options = new LinkedHashMap<>(TestVenue.options(data(0)));
        options.put("venue.host", host);
        options.put("venue.cluster.members", memberCount);
        options.put("venue.cluster.base-port", TestPorts.reserveRow(PORTS_PER_MEMBER * memberCount));
        options.put("venue.snapshot.interval", "0");
        options.put("venue.credentials", dir.resolve("credentials").toString());
        config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
    }

    private void found(final String host, final int memberCount) throws IOException
    {
        configure(host, memberCount);
        startAll();
        try (EngineClient client = VenueProcess.connect(data(0));
            OperatorClient operator = DemoOperators.client(client, LIMIT_NS))
        {
            sell(client, operator, 1);
            sell(client, operator, 2);
        }
    }

    private void launchAll() throws IOException
    {
        for (int i = members.length - 1; i > 0; i--)
        {
            members[i] = launchMember(i);
        }
        members[0] = VenueProcess.launch(poisoned, "engine", "--config", config, "--data", data(0).toString());
    }

    private VenueProcess launchMember(final int memberId) throws IOException
    {
        return VenueProcess.launch(poisoned, "member", "--config", config, "--member-id", Integer.toString(memberId),
            "--data", data(memberId).toString());
    }

    private void startAll() throws IOException
    {
        launchAll();
        Arrays.stream(members).forEach(VenueProcess::awaitReady);
    }

    /** One more order, and waits until all of them are in the book. */
    private static void sell(final EngineClient client, final OperatorClient operator, final int orders)
    {
        new OrderSender(client, 1, LOGIN_ID, "AA01000").sequence(orders - 1)
            .newOrder(INSTRUMENT_ID, Side.SELL, PRICE_E5, 1);
        final IdleStrategy idle = new SleepingMillisIdleStrategy(10);
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        StateReport report = operator.reportState();
        while (orders != report.orders().size())
        {
            assertTrue(System.nanoTime() - deadlineNs < 0, "orders are missing: " + report.orders());
            idle.idle();
            report = operator.reportState();
        }
    }

    /** Gives back a member that was killed by it. */
    private int poison() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(data(0));
            OperatorClient operator = DemoOperators.client(client, POISON_LIMIT_NS))
        {
            assertThrows(RuntimeException.class,
                () -> new NewsOperator(operator).publish(PoisonedClasses.HEADLINE, "", 0, 0, ""));
        }
        return awaitHalted();
    }

    /** Waits until so many have halted that no majority is left; the last one may not know of the command. */
    private int awaitHalted()
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(10);
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (halted().size() <= members.length / 2)
        {
            assertTrue(System.nanoTime() - deadlineNs < 0, () -> "still alive: " + Arrays.stream(members)
                .map(VenueProcess::describe).toList());
            idle.idle();
        }
        final List<Integer> halted = halted();
        for (final int i : halted)
        {
            final VenueProcess.Result result = members[i].awaitExit();
            assertEquals(HALTED, result.exitCode(), result::toString);
            assertTrue(result.err().contains("bourse: halted: where="), result::toString);
            assertTrue(FAILED.matcher(result.err()).find(), result::toString);
        }
        Arrays.stream(members).forEach(VenueProcess::close);
        return halted.getFirst();
    }

    private List<Integer> halted()
    {
        final List<Integer> halted = new ArrayList<>();
        for (int i = 0; i < members.length; i++)
        {
            if (!members[i].isAlive())
            {
                halted.add(i);
            }
        }
        return halted;
    }

    private void assertRefusesToStart() throws IOException
    {
        launchAll();
        final VenueProcess.Result result = members[0].awaitExit();
        assertEquals(DAMAGED, result.exitCode(), result::toString);
        assertTrue(result.err().contains("the core cannot execute a command, `bourse recover` says"),
            result::toString);
        assertTrue(FAILED.matcher(result.err()).find(), result::toString);
    }

    private void quarantine(final int member, final Step afterQuestion) throws IOException
    {
        final VenueProcess.Result found = run("recover", member, DAMAGED);
        assertTrue(found.out().contains("  DAMAGED CORE_FAILED in the journal at position="), found::toString);
        final Matcher failed = FAILED.matcher(found.out());
        assertTrue(failed.find(), found::toString);
        position = Long.parseLong(failed.group(1));
        assertTrue(found.out().contains(" --quarantine " + position + " --reason TEXT"), found::toString);
        assertEquals(DAMAGED, run("recover --apply", member, DAMAGED).exitCode());

        final String ask = "recover --as anna --reason brings-the-core-down --quarantine ";
        run(ask + (position - 32), member, PRECONDITION);
        run("recover --as anna --quarantine " + position, member, USAGE);
        run("recover --as boris --approve " + position, member, PRECONDITION);
        assertFalse(Files.exists(quarantineDir(member)));
        run(ask + position, member, OK);
        run("recover --as anna --approve " + position, member, APPROVAL);
        assertFalse(Files.exists(quarantineDir(member).resolve("quarantine.key")));
        assertTrue(run("verify-journal", member, DAMAGED).out().contains("quarantine asked for: position=" + position),
            "the question is not shown");
        afterQuestion.run();
        final VenueProcess.Result approved = run("recover --as boris --approve " + position, member, OK);
        assertTrue(approved.out().contains("quarantined: position=" + position + " template="),
            approved::toString);
        run("recover --as boris --approve " + position, member, PRECONDITION);
        final String audit = Files.readString(data(member).resolve("clearing").resolve("audit.jsonl"));
        assertTrue(audit.contains("\"ask quarantine\"") && audit.contains("\"approve quarantine\""), audit);
    }

    /** One step of a drill. */
    @FunctionalInterface
    private interface Step
    {
        void run() throws IOException;
    }

    private void assertChangedFileIsRefused() throws IOException
    {
        final Path file = quarantineDir(0).resolve(position + ".properties");
        final String text = Files.readString(file);
        Files.writeString(file, text.replace("approver=boris", "approver=carol"));
        launchAll();
        final VenueProcess.Result start = members[0].awaitExit();
        assertEquals(DAMAGED, start.exitCode(), start::toString);
        assertTrue(start.err().contains("the signature of the quarantine does not fit"), start::toString);
        final VenueProcess.Result verified = run("verify-journal", 0, DAMAGED);
        assertTrue(verified.out().contains("DAMAGED QUARANTINE_UNFIT"), verified::toString);
        Files.writeString(file, text);
    }

    /** The sender was answered in the place of the command, and the history says who has decided that. */
    private void assertHistory() throws IOException
    {
        assertEquals(List.of("rejected " + position + " INVALID_FIELD",
            "quarantined " + position + " anna boris brings-the-core-down"), history());
    }

    private List<String> history() throws IOException
    {
        final List<String> history = new ArrayList<>();
        try (EngineClient client = VenueProcess.connect(data(0)))
        {
            StreamHistory.read(client, new EventListener()
            {
                @Override
                public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
                {
                    history.add("rejected " + group.commandPosition() + " " + event.reason());
                }

                @Override
                public void onCommandQuarantined(final EventGroup group, final CommandQuarantinedDecoder event)
                {
                    history.add("quarantined " + event.commandPosition() + " " + event.requester() + " " +
                        event.approver() + " " + event.reason());
                }
            });
        }
        return history;
    }

    private void assertGoesOn(final int times) throws IOException
    {
        try (EngineClient client = VenueProcess.connect(data(0));
            OperatorClient operator = DemoOperators.client(client, LIMIT_NS))
        {
            new NewsOperator(operator).publish("All is well", "", 0, 0, "");
            sell(client, operator, 2 + times);
        }
    }

    private void assertWhole() throws IOException
    {
        final List<JsonNode> replays = new ArrayList<>();
        for (int i = 0; i < members.length; i++)
        {
            final VenueProcess.Result text = run("verify-journal", i, OK);
            assertTrue(text.out().contains("quarantined: position=" + position + " template=OperatorCommand sha256="),
                text::toString);
            assertTrue(text.out().contains(": brings-the-core-down\n"), text::toString);
            final VenueProcess.Result json = run("replay --json", i, OK);
            final JsonNode state = MAPPER.readTree(json.out());
            assertEquals(position, state.path("quarantined").path(0).path("position").asLong(), json::toString);
            replays.add(state);
            run("recover --as anna --reason why --quarantine " + (position - 32), i, PRECONDITION);
        }
        for (final JsonNode replay : replays)
        {
            assertEquals(replays.getFirst().path("stateHash"), replay.path("stateHash"));
            assertEquals(replays.getFirst().path("rollingHash"), replay.path("rollingHash"));
        }
    }

    private VenueProcess.Result run(final String line, final int member, final int exitCode) throws IOException
    {
        final List<String> arguments = new ArrayList<>(Arrays.asList(line.split(" ")));
        arguments.addAll(List.of("--data", data(member).toString()));
        try (VenueProcess command = VenueProcess.launch(poisoned, arguments.toArray(String[]::new)))
        {
            final VenueProcess.Result result = command.awaitExit();
            assertEquals(exitCode, result.exitCode(), () -> line + " " + result);
            return result;
        }
    }

    private static void copy(final Path from, final Path to) throws IOException
    {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from))
        {
            for (final Path file : files.toList())
            {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
