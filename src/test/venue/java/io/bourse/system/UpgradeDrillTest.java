// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.deploy.orders.SyntheticFlow;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.SnapshotStatus;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.testing.TestEngine;
import io.bourse.engine.testing.TestPorts;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A former version of the program and this one: each goes on with a solo venue of the other, orders resting; the
 * members of a cluster are replaced one by one under load.
 */
@Tag("drill")
class UpgradeDrillTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(180);
    private static final long OPERATOR_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);
    /** More than any change of a leader takes; a cluster that stands still takes for ever. */
    private static final long MOST_SILENCE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long SEND_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int MEMBERS = 3;
    private static final int PORTS_PER_MEMBER = 4;
    private static final int ANSWERS = 500;
    private static final long ENDLESS = 10_000_000;

    @TempDir(factory = TempDirFactory.Standard.class)
    private static Path program;

    private static FormerProgram former;

    @TempDir
    private Path dir;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final List<VenueProcess> processes = new CopyOnWriteArrayList<>();
    private final VenueProcess[] members = new VenueProcess[MEMBERS];
    private final List<TwimeTrader> traders = new ArrayList<>();
    private final OrderAction action = new OrderAction();
    private final IdleStrategy idle = new BackoffIdleStrategy(10, 20, 1_000, 100_000);
    private SyntheticFlow flow;
    private CompletableFuture<Void> replacement = CompletableFuture.completedFuture(null);
    private boolean hasAction;
    private long sendNs;
    private String config;

    /** Starts a command of one of the two programs. */
    @FunctionalInterface
    private interface Launcher
    {
        VenueProcess launch(String... arguments) throws IOException;
    }

    @BeforeAll
    static void buildFormer() throws IOException
    {
        former = FormerProgram.build(program);
    }

    @AfterEach
    void closeAll()
    {
        traders.forEach(TwimeTrader::close);
        processes.forEach(VenueProcess::close);
        // What it has started since, or finds out now.
        replacement.handle((nothing, ex) -> ex).join();
        processes.forEach(VenueProcess::close);
        IntStream.range(0, MEMBERS).forEach((memberId) -> VenueProcess.clean(data(memberId)));
        VenueProcess.clean(dir.resolve("twime"));
    }

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void shouldGoOnFromOneAnotherWithOrdersResting() throws IOException
    {
        configure(VenueConfig.Host.SOLO);
        VenueProcess venue = start(former::launch, "start", "--config", config);
        open();
        joinSolo();
        trade(ANSWERS);
        venue = takeOver(VenueProcess::launch, venue, true);
        venue = takeOver(former::launch, venue, former.knows("upgrade"));
        venue = takeOver(VenueProcess::launch, venue, true);
        verify(0);
        venue.stop();
        assertWhole(data(0));
    }

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void shouldReplaceMembersOneByOneWithoutAHalt() throws IOException
    {
        configure(VenueConfig.Host.CLUSTER);
        for (int memberId = MEMBERS - 1; memberId >= 0; memberId--)
        {
            members[memberId] = launchMember(former::launch, 0 == memberId ? "engine" : "member", memberId);
        }
        Arrays.stream(members).forEach(VenueProcess::awaitReady);
        final VenueProcess gateway = startGateway(former::launch);
        open();
        join(gatewayAddress());
        traders.forEach(TwimeTrader::mayBeUnavailable);
        trade(ANSWERS);
        final Set<Integer> replaced = new HashSet<>();
        while (replaced.size() < MEMBERS)
        {
            final int leader = leader();
            final int memberId = IntStream.range(0, MEMBERS).filter((id) -> !replaced.contains(id) && leader != id)
                .findFirst().orElse(leader);
            assertTrue(replaced.add(memberId), () -> "the leader is replaced already: member=" + memberId);
            replacement = CompletableFuture.runAsync(() -> replace(memberId));
            final long silenceNs = trade(replacement::isDone);
            replacement.join();
            System.out.println("UpgradeDrillTest member=" + memberId + (memberId == leader ? " leader" : " follower") +
                " longestSilenceMs=" + TimeUnit.NANOSECONDS.toMillis(silenceNs) + " notTaken=" +
                traders.stream().mapToInt(TwimeTrader::unavailableCount).sum());
            assertTrue(silenceNs < MOST_SILENCE_NS, () -> "trading has stood still: ns=" + silenceNs);
        }
        trade(ANSWERS);
        verify(0);
        gateway.stop();
        startGateway(VenueProcess::launch);
        join(gatewayAddress());
        trade(ANSWERS);
        final long cursor = verify(0).cursor();

        final Set<Long> hashes = new HashSet<>();
        for (int memberId = 0; memberId < MEMBERS; memberId++)
        {
            try (EngineClient client = VenueProcess.connect(data(memberId)))
            {
                TestEngine.awaitProgress("the member has caught up", client::endCursor,
                    () -> client.endCursor() >= cursor);
                hashes.add(TestEngine.collect(client, 0, (listener) -> listener.cursor() >= cursor).rollingHash());
            }
        }
        assertEquals(1, hashes.size(), () -> "the members have different events: hashes=" + hashes);
        Arrays.stream(members).forEach(VenueProcess::stop);
        for (int memberId = 0; memberId < MEMBERS; memberId++)
        {
            assertWhole(data(memberId));
        }
    }

    private void configure(final String host) throws IOException
    {
        System.out.println("UpgradeDrillTest host=" + host + " seed=" + seed);
        final Map<String, Object> options = TestVenue.options(data(0));
        options.put("venue.host", host);
        options.put("venue.credentials", dir.resolve("credentials").toString());
        options.put("venue.cluster.members", VenueConfig.Host.SOLO.equals(host) ? 1 : MEMBERS);
        options.put("venue.cluster.base-port", TestPorts.reserveRow(PORTS_PER_MEMBER * MEMBERS));
        // The members have no market data beside them.
        options.put("venue.twime.public-first-timeout", "5 ms");
        config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
    }

    private Path data(final int memberId)
    {
        return dir.resolve("member-" + memberId);
    }

    private VenueProcess start(final Launcher launcher, final String... arguments) throws IOException
    {
        final VenueProcess process = launch(launcher, arguments);
        process.awaitReady();
        return process;
    }

    private VenueProcess launch(final Launcher launcher, final String... arguments) throws IOException
    {
        final VenueProcess process = launcher.launch(arguments);
        processes.add(process);
        return process;
    }

    /**
     * The other program goes on with the venue. One that has no command for it is started, as it always was; it may
     * know no snapshot of this program, and does not say so.
     *
     * @param saysWhereItBegins whether it starts from the last snapshot, unless it says otherwise.
     */
    private VenueProcess takeOver(final Launcher other, final VenueProcess venue, final boolean saysWhereItBegins)
        throws IOException
    {
        final StateReport before = verify(0);
        final VenueProcess latter;
        boolean isFromLast = true;
        if (former.knows("upgrade"))
        {
            latter = start(other, "upgrade", "--config", config);
            // A former program may know no snapshot of this one, and replays from its own last one.
            isFromLast = !latter.describe().contains("SNAPSHOT_NEWER");
            assertTrue(latter.describe().contains(isFromLast ? "nothing is journalled after it" :
                "the start replays and compares the rest"), latter::describe);
        }
        else
        {
            final VenueProcess.Result snapshot = VenueProcess.execute("snapshot", "--data", data(0).toString());
            assertEquals(0, snapshot.exitCode(), snapshot::toString);
            venue.stop();
            latter = start(other, "start", "--config", config);
        }
        venue.awaitExit();
        try (SnapshotStatus status = SnapshotStatus.connect(VenueProcess.descriptor(data(0)).aeronDirectory(), 0))
        {
            assertTrue(!saysWhereItBegins || isFromLast == (status.position() ==
                new SnapshotDirectory(data(0)).newestFirst().getFirst().journalPosition()),
                "the venue did not start from the last snapshot that it knows");
        }
        joinSolo();
        assertEquals(before.orders(), verify(0).orders());
        trade(ANSWERS);
        return latter;
    }

    private void joinSolo() throws IOException
    {
        join(VenueProcess.address(VenueProcess.descriptor(data(0)).twime()));
    }

    private VenueProcess launchMember(final Launcher launcher, final String command, final int memberId)
        throws IOException
    {
        return launch(launcher, command, "--config", config, "--member-id", Integer.toString(memberId), "--data",
            data(memberId).toString());
    }

    private VenueProcess startGateway(final Launcher launcher) throws IOException
    {
        final List<String> arguments = new ArrayList<>(
            List.of("gateway", "twime", "--config", config, "--data", dir.resolve("twime").toString()));
        IntStream.range(0, MEMBERS)
            .forEach((memberId) -> arguments.addAll(List.of("--engine", data(memberId).toString())));
        return start(launcher, arguments.toArray(String[]::new));
    }

    private InetSocketAddress gatewayAddress() throws IOException
    {
        return VenueProcess.address(ComponentDescriptor.read(dir.resolve("twime"), ComponentKind.TWIME).address());
    }

    /** Stops a member, starts this program on its directory, and waits until it follows. */
    private void replace(final int memberId)
    {
        members[memberId].stop();
        final int other = (memberId + 1) % MEMBERS;
        try
        {
            members[memberId] = launchMember(VenueProcess::launch, "member", memberId);
            members[memberId].awaitReady();
            try (EngineClient client = VenueProcess.connect(data(memberId));
                EngineClient ahead = VenueProcess.connect(data(other)))
            {
                final long cursor = ahead.endCursor();
                TestEngine.awaitProgress("the member follows", client::endCursor, () -> client.endCursor() >= cursor);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("a member was not replaced: memberId=" + memberId, ex);
        }
    }

    private int leader() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(data(0));
            OperatorClient operator = DemoOperators.client(client, OPERATOR_TIMEOUT_NS))
        {
            operator.reportState();
            return ((ClusterEngineClient)client).leaderMemberId();
        }
    }

    private void open()
    {
        final ReferenceData data = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120);
        data.logins().stream().filter((login) -> LoginProtocol.TWIME == login.protocol()).forEach((login) ->
            traders.add(new TwimeTrader(login.name(), login.loginId(), data.accounts().stream()
                .filter((account) -> account.startsWith(login.brokerageFirm())).limit(20).toList())));
        final int[] shares = new int[traders.size()];
        Arrays.fill(shares, 1);
        flow = new SyntheticFlow(data.instruments().subList(0, 3), shares, ENDLESS, seed);
    }

    private void join(final InetSocketAddress address) throws IOException
    {
        for (final TwimeTrader trader : traders)
        {
            trader.connect(address);
        }
        await("clients", () -> traders.stream().allMatch(TwimeTrader::isRecovered));
    }

    private void trade(final int answers)
    {
        final long target = answered() + answers;
        trade(() -> answered() >= target);
    }

    /** Sends the flow, then waits for the rest of the answers; gives back for how long at most none has come. */
    private long trade(final BooleanSupplier until)
    {
        final long[] answeredNs = {System.nanoTime()};
        final long[] answered = {answered()};
        final long[] silenceNs = {0};
        final Runnable look = () ->
        {
            final long nowNs = System.nanoTime();
            silenceNs[0] = Math.max(silenceNs[0], nowNs - answeredNs[0]);
            if (answered() > answered[0])
            {
                answered[0] = answered();
                answeredNs[0] = nowNs;
            }
            assertTrue(traders.stream().allMatch(TwimeTrader::isEstablished),
                () -> "a session has ended:\n" + describe());
        };
        await("the flow", () ->
        {
            send();
            look.run();
            return until.getAsBoolean();
        });
        await("answers", () ->
        {
            look.run();
            return 0 == traders.stream().mapToInt(TwimeTrader::outstanding).sum();
        });
        return silenceNs[0];
    }

    private void send()
    {
        final long nowNs = System.nanoTime();
        if (nowNs - sendNs >= SEND_INTERVAL_NS)
        {
            hasAction = hasAction || flow.next(action);
            if (traders.get(action.client).send(action))
            {
                hasAction = false;
                sendNs = nowNs;
            }
        }
    }

    private long answered()
    {
        return traders.stream().mapToLong(TwimeTrader::receivedCount).sum();
    }

    /** The state of the engine, its events and the histories of the clients are one story. */
    private StateReport verify(final int memberId) throws IOException
    {
        try (EngineClient client = VenueProcess.connect(data(memberId));
            OperatorClient operator = DemoOperators.client(client, OPERATOR_TIMEOUT_NS))
        {
            final StateReport report = operator.reportState();
            final StreamLedger ledger = StreamLedger.read(client, report.cursor());
            ledger.assertExplains(report);
            for (final TwimeTrader trader : traders)
            {
                final List<String> expected = ledger.messagesTo(trader.loginId());
                await("all answers", () -> trader.receivedCount() >= expected.size());
                Lines.assertSame("login " + trader.loginId() + " seed=" + seed, expected, trader.received());
            }
            System.out.println("UpgradeDrillTest orders=" + report.orders().size() + " trades=" + ledger.tradeCount());
            assertTrue(!report.orders().isEmpty() && ledger.tradeCount() > 0, "nothing rests or was traded");
            return report;
        }
    }

    private static void assertWhole(final Path dataDir)
    {
        final VenueProcess.Result verified = VenueProcess.execute("verify-journal", "--data", dataDir.toString());
        assertEquals(0, verified.exitCode(), verified::toString);
    }

    private void await(final String what, final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            int work = 0;
            for (final TwimeTrader trader : traders)
            {
                work += trader.poll();
            }
            idle.idle(work);
            assertTrue(System.nanoTime() < deadlineNs, () -> "timed out: " + what + " seed=" + seed + " outstanding=" +
                traders.stream().map(TwimeTrader::outstanding).toList() + "\n" + describe());
        }
    }

    private String describe()
    {
        return processes.stream().map(VenueProcess::describe).collect(Collectors.joining("\n"));
    }
}
