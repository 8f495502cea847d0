// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Each gateway has a standby in a process of its own, which takes over when the active one is dead or stands still.
 */
@Tag("venue")
class StandbyGatewayTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long REPEAT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final int INSTRUMENT_ID = 1001;
    private static final int TWIME_LOGIN = 1;
    private static final int FIX_LOGIN = 6;
    private static final String LEASE = "4 s";
    private static final String ACTIVATION = "EVENT NULL_VAL";
    private static final int SESSION_HALTED = 4;
    private static final String FAREWELL = "must stay down, or start as its standby";

    @TempDir
    private Path dir;

    private final List<VenueProcess> processes = new ArrayList<>();
    private final TwimeTrader twime = new TwimeTrader("TWAA01", TWIME_LOGIN, List.of("AA01000"));
    private final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
    private Path dataDir;
    private Path standbyDir;
    private Path automaticDir;
    private Map<String, Object> options;
    private VenueProcess standbyTwime;
    private VenueProcess standbyFix;
    private String config;
    private VenueProcess engine;
    private VenueProcess activeTwime;
    private VenueProcess activeFix;
    private TcpRelay relay;
    private FixTrader fix;
    private long lastKey;

    @BeforeEach
    void startVenue() throws IOException
    {
        dataDir = dir.resolve("data");
        standbyDir = dir.resolve("standby");
        automaticDir = dir.resolve("automatic");
        options = TestVenue.options(dataDir);
        options.put("venue.gateway-lease", LEASE);
        options.put("venue.fix.sessions.FIXAA02.roles.0", "drop-copy");
        options.put("venue.fix.sessions.FIXAA02.drop-copy-firms.0", "BB01");
        config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
        options.put("venue.standby.enabled", true);
        options.put("venue.standby.activation-phase", "0 s");
        options.put("venue.fix.passwords.file", dataDir.resolve("fix-passwords").toString());
        options.put("venue.access-file", dataDir.resolve("access.conf").toString());
        engine = added(VenueProcess.startReady("engine", "--config", config));
    }

    private void startTwime() throws IOException
    {
        activeTwime = added(VenueProcess.startReady("gateway", "twime", "--config", config));
        twime.connect(address(dataDir, ComponentKind.TWIME));
        await(twime::isRecovered);
    }

    private void startFix() throws IOException
    {
        activeFix = added(VenueProcess.startReady("gateway", "fix", "--config", config));
        relay = new TcpRelay(address(dataDir, ComponentKind.FIX));
    }

    private void startFixTrader()
    {
        fix = new FixTrader(new InetSocketAddress("127.0.0.1", relay.port()), "FIXBB01", FIX_LOGIN,
            List.of("BB01000"), Map.of(INSTRUMENT_ID, "Si-12.26"));
        await(fix::isLoggedOn);
    }

    private void startBothWithStandbys() throws IOException
    {
        startTwime();
        startFix();
        startFixTrader();
        standbyTwime = standby("twime", standbyDir, Map.of());
        standbyFix = standby("fix", standbyDir, Map.of());
    }

    @AfterEach
    void closeAll()
    {
        twime.close();
        CloseHelper.quietCloseAll(fix, relay);
        processes.reversed().forEach(VenueProcess::close);
        VenueProcess.clean(dataDir);
        VenueProcess.clean(standbyDir);
        VenueProcess.clean(automaticDir);
    }

    @Test
    void shouldGoOnAtTheStandbyWhenTheActiveGatewaysAreKilled() throws IOException
    {
        startBothWithStandbys();
        assertEquals("EstablishmentReject", twimeAnswerOfStandby());
        final String logout = fixAnswerOfStandby();
        assertTrue(logout.contains("|35=5|") && logout.contains("|58=this gateway is a standby,"), logout);
        final VenueProcess.Result rights = VenueProcess.execute(
            "rights", "--data", dataDir.toString(), "--login", "1", "--cancel-on-disconnect", "0s");
        assertEquals(0, rights.exitCode(), rights::toString);
        buy(twime);
        buy(fix);

        activeTwime.kill();
        activeFix.kill();
        relay.stop();
        // No gateway says that the sessions have ended.
        await(() -> resting(TWIME_LOGIN).isEmpty());
        assertEquals(1, resting(FIX_LOGIN).size());
        activate(ComponentKind.TWIME);
        activate(ComponentKind.FIX);
        standbyTwime.awaitReady();
        standbyFix.awaitReady();
        twime.connect(address(standbyDir, ComponentKind.TWIME));
        relay.start(address(standbyDir, ComponentKind.FIX));

        await(() -> twime.isRecovered() && fix.isLoggedOn());
        buy(twime);
        buy(fix);
        assertEquals(1, resting(TWIME_LOGIN).size());
        assertEquals(2, resting(FIX_LOGIN).size());
        assertNothingLostOrTwice();
        // A second word finds no standby.
        assertTrue(activation(ComponentKind.TWIME).contains("no standby has begun to take over: gateway=twime"));
        buy(twime);
        assertEquals(2, resting(TWIME_LOGIN).size());

        // The process that the descriptor beside the engine is about is dead, but another one has its sessions. Of this
        // one only the signs of life are missing: its data directory is not that of the engine.
        standbyTwime.kill();
        await(() -> resting(TWIME_LOGIN).isEmpty());
        assertEquals(2, resting(FIX_LOGIN).size());
    }

    @Test
    void shouldTakeOverByItselfWhenTheActiveGatewayStandsStill() throws IOException
    {
        startTwime();
        final VenueProcess automatic = standby("twime", automaticDir,
            Map.of("venue.standby.automatic", true, "venue.standby.activation-phase", "10 s"));
        buy(twime);
        signal("-STOP", activeTwime);
        automatic.awaitReady();
        signal("-CONT", activeTwime);
        assertEquals(3, activeTwime.awaitExit().exitCode(), activeTwime::describe);
        await(() -> !twime.isEstablished());
        twime.connect(address(automaticDir, ComponentKind.TWIME));
        await(() -> twime.isRecovered() && twime.received().getLast().startsWith(ACTIVATION));
        final OrderAction early = newBuy();
        await(() -> twime.send(early));
        await(() -> 0 == twime.outstanding());
        assertEquals(List.of(SESSION_HALTED), twime.refusals());
        await(() -> twime.received().getLast().startsWith("EVENT SessionDataReady"));
        final OrderAction action = newBuy();
        await(() -> twime.send(action));
        await(() -> 0 == twime.outstanding());
        assertEquals(List.of(SESSION_HALTED), twime.refusals());
        assertEquals(2, resting(TWIME_LOGIN).size());
        final List<String> orders = new ArrayList<>(twime.received());
        assertTrue(orders.removeIf((line) -> line.startsWith(ACTIVATION)));
        assertTrue(orders.remove(orders.size() - 2).startsWith("EVENT SessionDataReady"));
        assertEquals(ledger().messagesTo(TWIME_LOGIN), orders);
    }

    @Tag("drill")
    @Test
    void shouldTakeFixOrdersAfterTheActivationPhase() throws IOException
    {
        startFix();
        startFixTrader();
        final VenueProcess other = standby("fix", automaticDir, Map.of("venue.standby.activation-phase", "10 s"));
        buy(fix);
        activeFix.kill();
        relay.stop();
        activate(ComponentKind.FIX);
        other.awaitReady();
        relay.start(address(automaticDir, ComponentKind.FIX));
        await(fix::isLoggedOn);
        int tries = 0;
        while (1 == resting(FIX_LOGIN).size())
        {
            buy(fix);
            tries++;
        }
        assertTrue(tries > 1);
        assertEquals(2, resting(FIX_LOGIN).size());
    }

    /** The engine is lost and comes back; the ends of both phases are far away. */
    @Tag("drill")
    @Test
    void shouldGoOnWithTheActivationPhaseWhenTheEngineDies() throws IOException
    {
        startTwime();
        startFix();
        startFixTrader();
        final Map<String, Object> phase = Map.of("venue.standby.activation-phase", "10m");
        final VenueProcess otherTwime = standby("twime", automaticDir, phase);
        final VenueProcess otherFix = standby("fix", standbyDir, phase);
        buy(fix);
        activeTwime.kill();
        activeFix.kill();
        relay.stop();
        activate(ComponentKind.TWIME);
        activate(ComponentKind.FIX);
        otherTwime.awaitReady();
        otherFix.awaitReady();

        engine.kill();
        added(VenueProcess.startReady("engine", "--config", config));
        await(() -> 2 == count(otherTwime, "ready") && 2 == count(otherFix, "ready"));
        twime.connect(address(automaticDir, ComponentKind.TWIME));
        relay.start(address(standbyDir, ComponentKind.FIX));
        await(() -> twime.isRecovered() && fix.isLoggedOn());
        final OrderAction early = newBuy();
        await(() -> twime.send(early));
        await(() -> 0 == twime.outstanding());
        assertEquals(List.of(SESSION_HALTED), twime.refusals());
        final OrderAction other = newBuy();
        await(() -> fix.send(other));
        await(() -> 0 == fix.outstanding());
        assertEquals(1, resting(FIX_LOGIN).size());
    }

    private static long count(final VenueProcess process, final String line)
    {
        return process.out().stream().filter(line::equals).count();
    }

    @Tag("drill")
    @Test
    void shouldTakeNothingMoreFromAGatewayThatStoodStill() throws IOException
    {
        startBothWithStandbys();
        buy(twime);
        buy(fix);
        signal("-STOP", activeTwime);
        signal("-STOP", activeFix);
        final OrderAction waiting = newBuy();
        assertTrue(twime.send(waiting));
        activate(ComponentKind.TWIME);
        activate(ComponentKind.FIX);
        standbyTwime.awaitReady();
        standbyFix.awaitReady();
        signal("-CONT", activeTwime);
        signal("-CONT", activeFix);

        for (final VenueProcess former : List.of(activeTwime, activeFix))
        {
            final VenueProcess.Result end = former.awaitExit();
            assertEquals(3, end.exitCode(), end::toString);
            assertTrue(end.err().contains(FAREWELL), end::toString);
        }
        await(() -> !twime.isEstablished());
        assertEquals(1, resting(TWIME_LOGIN).size());
        twime.dropUnanswered();
        relay.stop();
        relay.start(address(standbyDir, ComponentKind.FIX));
        twime.connect(address(standbyDir, ComponentKind.TWIME));
        await(() -> twime.isRecovered() && fix.isLoggedOn());
        buy(twime);
        buy(fix);
        assertEquals(2, resting(TWIME_LOGIN).size());
        assertEquals(2, resting(FIX_LOGIN).size());
        assertNothingLostOrTwice();
    }

    @Tag("drill")
    @Test
    void shouldGiveEveryFixReportOnceWhenGatewaysDieAmidTraffic() throws IOException
    {
        startFix();
        standbyFix = standby("fix", standbyDir, Map.of());
        try (TcpRelay copies = new TcpRelay(address(dataDir, ComponentKind.FIX));
            LearningFixClient trader = client(relay, "FIXBB01", "BB01000");
            LearningFixClient watcher = client(copies, "FIXAA02", "AA02000"))
        {
            await(() -> trader.isLoggedOn() && watcher.isLoggedOn());
            send(trader, 200);
            copies.stop();
            send(trader, 400);
            await(() -> trader.unanswered() < 100);
            // It asks for what it has missed when the gateway dies.
            copies.start(address(dataDir, ComponentKind.FIX));
            await(watcher::isLoggedOn);
            takeOver(activeFix, standbyFix, standbyDir, trader, copies);
            assertEveryReportOnce(trader, watcher);

            final VenueProcess former = standby("fix", dataDir, Map.of());
            send(trader, 400);
            takeOver(standbyFix, former, dataDir, trader, copies);
            send(trader, 10);
            assertEveryReportOnce(trader, watcher);
        }
    }

    private static LearningFixClient client(final TcpRelay over, final String login, final String account)
    {
        return new LearningFixClient(new InetSocketAddress("127.0.0.1", over.port()), login, account);
    }

    private static void send(final LearningFixClient trader, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            trader.send();
        }
    }

    private void takeOver(
        final VenueProcess from,
        final VenueProcess to,
        final Path dirOfNext,
        final LearningFixClient trader,
        final TcpRelay copies) throws IOException
    {
        from.kill();
        send(trader, 20);
        relay.stop();
        copies.stop();
        activate(ComponentKind.FIX);
        to.awaitReady();
        relay.start(address(dirOfNext, ComponentKind.FIX));
        copies.start(address(dirOfNext, ComponentKind.FIX));
    }

    /** What the gateway had taken and the journal had not is lost, and sent once more. */
    private void assertEveryReportOnce(final LearningFixClient trader, final LearningFixClient watcher)
    {
        final long[] againNs = {System.nanoTime() + REPEAT_NS};
        await(() ->
        {
            if (System.nanoTime() - againNs[0] > 0)
            {
                againNs[0] = System.nanoTime() + REPEAT_NS;
                trader.sendAgain();
            }
            return trader.knowsAll() && watcher.answers().equals(trader.answers());
        });
        assertEquals(List.of(), trader.unexpected());
        assertEquals(List.of(), watcher.unexpected());
        trader.answers().forEach((name, answers) -> assertEquals(1, answers.size(), name + answers));
    }

    private VenueProcess added(final VenueProcess process)
    {
        processes.add(process);
        return process;
    }

    private VenueProcess standby(final String kind, final Path of, final Map<String, Object> more) throws IOException
    {
        final Map<String, Object> its = new LinkedHashMap<>(options);
        its.put("venue.data-dir", of.toString());
        its.putAll(more);
        final String standby =
            VenueProcess.writeConfig(dir.resolve(of.getFileName() + "-" + kind + ".conf"), its).toString();
        final VenueProcess process =
            added(VenueProcess.launch("gateway", kind, "--config", standby, "--engine", dataDir.toString()));
        await(() -> process.out().stream().anyMatch((line) -> line.startsWith("standby at ")));
        return process;
    }

    private void activate(final ComponentKind kind)
    {
        assertTrue(activation(kind).startsWith("the standby takes over  gateway=" + kind.id()));
    }

    private String activation(final ComponentKind kind)
    {
        final VenueProcess.Result result =
            VenueProcess.execute("gateway", "activate", "--data", dataDir.toString(), kind.id());
        assertEquals(0, result.exitCode(), result::toString);
        return result.out();
    }

    private static void signal(final String signal, final VenueProcess process) throws IOException
    {
        try
        {
            assertEquals(0, new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor());
        }
        catch (final InterruptedException ex)
        {
            throw new AssertionError("interrupted", ex);
        }
    }

    private static InetSocketAddress address(final Path dir, final ComponentKind kind) throws IOException
    {
        return VenueProcess.address(ComponentDescriptor.read(dir, kind).address());
    }

    /** The first frame's template: that of a client would be an assertion. */
    private String twimeAnswerOfStandby() throws IOException
    {
        try (TwimeTrader other = new TwimeTrader("TWBB01", 2, List.of("BB01000")))
        {
            other.connect(address(standbyDir, ComponentKind.TWIME));
            final AssertionError[] refused = new AssertionError[1];
            await(() ->
            {
                try
                {
                    other.poll();
                }
                catch (final AssertionError ex)
                {
                    refused[0] = ex;
                }
                return null != refused[0];
            });
            assertTrue(refused[0].getMessage().contains("SessionBlocked"), refused[0].getMessage());
            return refused[0].getMessage().startsWith("login refused") ? "EstablishmentReject" : "";
        }
    }

    private String fixAnswerOfStandby() throws IOException
    {
        final String body = "35=A|49=FIXBB01|56=BOURSE|34=1|52=20261120-10:00:00.000|98=0|108=30|".replace('|', '\1');
        final String text = "8=FIX.4.4\0019=" + body.length() + '\1' + body;
        final int sum = text.chars().sum() % 256;
        final InetSocketAddress standby = address(standbyDir, ComponentKind.FIX);
        try (Socket socket = new Socket(standby.getAddress(), standby.getPort()))
        {
            socket.setSoTimeout((int)TimeUnit.NANOSECONDS.toMillis(LIMIT_NS));
            socket.getOutputStream().write(
                (text + "10=" + String.format("%03d", sum) + '\1').getBytes(StandardCharsets.US_ASCII));
            // To the end of the connection, which is the gateway's.
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).replace('\1', '|');
        }
    }

    private OrderAction newBuy()
    {
        final OrderAction action = new OrderAction();
        action.instrumentId = INSTRUMENT_ID;
        action.newOrder(++lastKey, true, PRICE_E5, 1, false);
        return action;
    }

    private void buy(final FlowTrader trader)
    {
        final OrderAction action = newBuy();
        await(() -> trader.send(action));
        await(() -> 0 == trader.outstanding());
        assertEquals(List.of(), twime.refusals());
    }

    private List<Long> resting(final int loginId)
    {
        return ledger().restingOrders(loginId);
    }

    private StreamLedger ledger()
    {
        try (EngineClient client = VenueProcess.connect(dataDir))
        {
            return StreamLedger.read(client, client.endCursor());
        }
        catch (final IOException ex)
        {
            throw new AssertionError("no engine to ask", ex);
        }
    }

    private void assertNothingLostOrTwice()
    {
        final StreamLedger ledger = ledger();
        assertEquals(List.of(), ledger.findings());
        assertEquals(ledger.messagesTo(TWIME_LOGIN), twime.received());
        assertEquals(ledger.messagesTo(FIX_LOGIN), fix.received());
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            if (null != activeTwime)
            {
                twime.poll();
            }
            if (null != fix)
            {
                fix.poll();
            }
            idle.idle();
            assertTrue(System.nanoTime() < deadlineNs, () -> "timed out: " +
                String.join("\n", processes.stream().map(VenueProcess::describe).toList()));
        }
    }
}
