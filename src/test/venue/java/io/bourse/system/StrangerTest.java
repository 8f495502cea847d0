// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.ApprovalMissingException;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.client.operator.OperatorAdministration;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.OperatorSpec;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.SignedCommands;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.EstablishmentRejectCodeEnum;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.testing.TestProcess;
import org.agrona.IoUtil;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A live venue on either host: another user of the machine tries its memory, its ports and its files, a member sends
 * orders that clearing could not hold, a second connection says that it is a member, and who has the secret that
 * operators share acts without a key, or with signed commands of others. The venue goes on as it was, its day can be
 * cleared, its history is whole.
 */
@Tag("venue")
class StrangerTest
{
    private static final long LIMIT_S = 90;
    private static final String FOREIGN_UID = "65534";
    private static final long MOST_LOTS = Integer.MAX_VALUE;
    private static final int KEEPALIVE_MS = 60_000;
    private static final long PRICE_E5 = 9_234_500_000L;

    private Path dir;
    private Path dataDir;

    @BeforeEach
    void requireRoot() throws IOException
    {
        assumeTrue(Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")),
            "only root can become another user");
        dir = Files.createTempDirectory("bourse-stranger");
        Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwx--x--x"));
        dataDir = dir.resolve("data");
    }

    @AfterEach
    void remove()
    {
        if (null != dir)
        {
            VenueProcess.clean(dataDir);
            IoUtil.delete(dir.toFile(), true);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"solo", "cluster"})
    void shouldGoOnWhateverAStrangerTries(final String host) throws Exception
    {
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.host", host);
        final Path configFile = VenueProcess.writeConfig(dir.resolve("venue.conf"), options);
        try (VenueProcess venue = VenueProcess.start(configFile))
        {
            final StateReport before = state();
            final List<String> done = attack();
            assertTrue(done.contains("memory closed"), done::toString);
            assertTrue(done.stream().noneMatch(line -> line.contains("TAKEN")), done::toString);
            assertEquals("solo".equals(host) ? 1 : 7, done.stream().filter(line -> line.contains(" refused ")).count(),
                done::toString);
            sendTooMuch();
            takeASession();
            actWithoutAKey();
            actWithTheKeyOfAnother();
            final StateReport after = state();
            assertTrue(venue.isAlive(), venue::describe);
            assertEquals(before.orders(), after.orders());
            assertEquals(before.positions(), after.positions());
            assertEquals(before.tradeCount(), after.tradeCount());
            final VenueProcess.Result evening =
                VenueProcess.execute("clearing", "evening", "--data", dataDir.toString());
            assertEquals(0, evening.exitCode(), evening::toString);
            venue.stop();
        }
        final VenueProcess.Result history = VenueProcess.execute("verify-journal", "--data", dataDir.toString());
        assertEquals(0, history.exitCode(), history::toString);
        assertFalse(history.out().contains("claimed"), history::toString);
        final VenueProcess.Result log =
            VenueProcess.execute("security", "show", "--last", "0", "--data", dataDir.toString());
        assertTrue(log.out().contains("\"reason\":\"second connection, the session goes on\""), log::toString);
    }

    private StateReport state() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = DemoOperators.client(client, TimeUnit.SECONDS.toNanos(LIMIT_S)))
        {
            return operator.reportState();
        }
    }

    /** Two trades of a member with itself, of the most lots that a number of 32 bits holds. */
    private void sendTooMuch() throws IOException
    {
        try (FixTrader fix = new FixTrader(VenueProcess.address(VenueProcess.descriptor(dataDir).fix()), "FIXBB01", 3,
            List.of("BB01001"), Map.of(1001, "Si-12.26")))
        {
            await(fix::isLoggedOn);
            for (int i = 1; i <= 4; i++)
            {
                final OrderAction action = new OrderAction();
                action.instrumentId = 1001;
                action.newOrder(i, 1 == i % 2, PRICE_E5, MOST_LOTS, false);
                assertTrue(fix.send(action));
            }
            await(() -> fix.poll() >= 0 && 0 == fix.outstanding());
            assertEquals(List.of(), fix.received());
        }
    }

    /** A second connection says that it is a member that is there. */
    private void takeASession() throws IOException
    {
        final InetSocketAddress address = VenueProcess.address(VenueProcess.descriptor(dataDir).twime());
        final List<EstablishmentRejectCodeEnum> refusals = new ArrayList<>();
        final TwimeListener ignored = new TwimeListener()
        {
        };
        final TwimeListener refused = new TwimeListener()
        {
            @Override
            public void onEstablishmentReject(final EstablishmentRejectDecoder message)
            {
                refusals.add(message.establishmentRejectCode());
            }
        };
        try (TwimeClient member = TwimeClient.connect(address, "TWAA01", KEEPALIVE_MS))
        {
            await(() -> member.poll(ignored) >= 0 && TwimeClient.State.ESTABLISHED == member.state());
            try (TwimeClient thief = TwimeClient.connect(address, "TWAA01", KEEPALIVE_MS))
            {
                await(() -> thief.poll(refused) >= 0 && TwimeClient.State.CLOSED == thief.state());
            }
            assertEquals(List.of(EstablishmentRejectCodeEnum.AlreadyEstablished), refusals);
            member.poll(ignored);
            assertEquals(TwimeClient.State.ESTABLISHED, member.state());
            member.terminate();
            await(() -> member.poll(ignored) >= 0 && TwimeClient.State.CLOSED == member.state());
        }
    }

    /** The secret that operators share is there, the key of a person is not. */
    private void actWithoutAKey() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = new OperatorClient(client, TimeUnit.SECONDS.toNanos(LIMIT_S)))
        {
            final MemberOperator members = new MemberOperator(operator);
            assertRefused(RejectReason.NOT_SIGNED, () -> members.killSwitch(1, KillAction.STOP));
            assertRefused(RejectReason.NOT_SIGNED,
                () -> new PhaseOperator(operator).changePhase(PhaseChangeSpec.ofMarket(Phase.HALTED)));
            assertRefused(RejectReason.NOT_SIGNED, () -> operator.suspendTrading(1, ClearingKind.EVENING));
            assertRefused(RejectReason.NOT_SIGNED, () -> operator.openSession(99, 20_991_231));
            assertRefused(RejectReason.NOT_SIGNED, () -> new OperatorAdministration(operator).define(
                new OperatorSpec(9, "mallory", 63, true, DemoOperators.specs().getFirst().publicKey())));
        }
    }

    /** Signed commands are changed, approved by the wrong person, and sent again. */
    private void actWithTheKeyOfAnother() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient anna = DemoOperators.client(client, TimeUnit.SECONDS.toNanos(LIMIT_S)))
        {
            final PhaseOperator phases = new PhaseOperator(anna);
            phases.changePhase(PhaseChangeSpec.ofMarket(Phase.HALTED));
            final byte[] asked = assertThrows(ApprovalMissingException.class,
                () -> phases.changePhase(PhaseChangeSpec.ofMarket(Phase.CONTINUOUS))).command();
            final Operators register = VenueOperators.read(dataDir);
            assertRefused(RejectReason.NO_RIGHT, () -> anna.submit(SignedCommands.approve(
                asked, VenueOperators.commands(register, DemoOperators.key(DemoOperators.OPERATOR)))));

            final byte[] again = assertThrows(ApprovalMissingException.class,
                () -> phases.changePhase(PhaseChangeSpec.ofMarket(Phase.CONTINUOUS))).command();
            final byte[] approved = SignedCommands.approve(
                again, VenueOperators.commands(register, DemoOperators.key(DemoOperators.APPROVER)));
            final byte[] changed = approved.clone();
            changed[changed.length - 1] ^= 1;
            assertRefused(RejectReason.SIGNATURE_INVALID, () -> anna.submit(changed));
            final byte[] third = assertThrows(ApprovalMissingException.class,
                () -> phases.changePhase(PhaseChangeSpec.ofMarket(Phase.CONTINUOUS))).command();
            final byte[] good = SignedCommands.approve(
                third, VenueOperators.commands(register, DemoOperators.key(DemoOperators.APPROVER)));
            anna.submit(good);
            assertRefused(RejectReason.DUPLICATE_COMMAND, () -> anna.submit(good));
        }
    }

    private static void assertRefused(final RejectReason reason, final Executable act)
    {
        assertEquals(reason, assertThrows(CommandRefusedException.class, act).reason());
    }

    private List<String> attack() throws Exception
    {
        final VenueDescriptor venue = VenueProcess.descriptor(dataDir);
        final Path own = Files.createDirectory(dir.resolve("own"));
        final List<String> command = new ArrayList<>(List.of(
            "setpriv", "--reuid", FOREIGN_UID, "--clear-groups"));
        command.addAll(TestProcess.java(copiedClassPath()));
        command.addAll(List.of(StrangerProcess.class.getName(), venue.aeronDirectory(),
            venue.ingressEndpoints().isEmpty() ? "-" : venue.ingressEndpoints(), own.toString()));
        assertEquals(0, new ProcessBuilder("chown", FOREIGN_UID, own.toString()).start().waitFor());
        final File output = dir.resolve("stranger.txt").toFile();
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
        if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS))
        {
            process.destroyForcibly();
        }
        final List<String> lines = Files.readAllLines(output.toPath(), StandardCharsets.UTF_8);
        assertEquals(0, process.exitValue(), lines::toString);
        return lines;
    }

    /** The class path of a test is nothing for other users. */
    private String copiedClassPath() throws Exception
    {
        final Path copy = Files.createDirectory(dir.resolve("copy"));
        final List<String> entries = new ArrayList<>();
        for (final String entry : System.getProperty("java.class.path").split(File.pathSeparator))
        {
            final Path path = Path.of(entry);
            final String name = path.getFileName().toString();
            if (Files.isDirectory(path) || name.startsWith("aeron-") || name.startsWith("agrona-") ||
                name.startsWith("bourse-engine-"))
            {
                final Path target = copy.resolve(entries.size() + "-" + name);
                assertEquals(0, new ProcessBuilder("cp", "-r", path.toString(), target.toString()).start().waitFor());
                entries.add(target.toString());
            }
        }
        assertEquals(0, new ProcessBuilder("chmod", "-R", "a+rX", copy.toString()).start().waitFor());
        return String.join(File.pathSeparator, entries);
    }

    private static void await(final BooleanSupplier condition)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (!condition.getAsBoolean())
        {
            assertTrue(System.nanoTime() - deadlineNs < 0, "the client is not served");
            idle.idle();
        }
    }
}
