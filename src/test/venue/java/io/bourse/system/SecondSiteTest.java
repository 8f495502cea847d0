// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.run.report.RunResult;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.host.recording.RecordedEvents;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.testing.TestPorts;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A venue and its backup at another site, in processes: the venue is killed while the backup does not hear it, the
 * backup takes over, the former venue follows it, and takes the venue back by plan. TWIME and FIX clients trade all the
 * time and connect to the site where the venue is.
 */
@Tag("drill")
class SecondSiteTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int ANSWERS = 400;
    private static final int UNHEARD = 40;
    private static final int WINDOW = 8;
    private static final int PORTS = 7;
    private static final int FIX_LOGIN = 6;

    @TempDir
    private Path dir;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final ReferenceData data = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120);
    private final List<VenueProcess> processes = new ArrayList<>();
    private final TraderFlow flow = new TraderFlow(seed, this::pollFirm,
        () -> processes.stream().map(VenueProcess::describe).collect(Collectors.joining("\n")));
    private final LearningClient twimeFirm = new LearningClient("TWBB01", "BB01000");
    private LearningFixClient fixFirm;
    private TwimeTrader twime;
    private FixTrader fix;
    private TcpRelay flowRelay;
    private TcpRelay firmRelay;
    private long probeKey;
    private int portsOfFirst;
    private int portsOfSecond;

    @BeforeEach
    void choosePorts()
    {
        portsOfFirst = TestPorts.reserveRow(PORTS);
        portsOfSecond = TestPorts.reserveRow(PORTS);
    }

    @AfterEach
    void closeAll()
    {
        CloseHelper.quietCloseAll(flow, twimeFirm, fixFirm, flowRelay, firmRelay);
        processes.reversed().forEach(VenueProcess::close);
        List.of("first", "copy", "second", "back").forEach((name) -> VenueProcess.clean(dir.resolve(name)));
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldMoveToTheOtherSiteAndBack() throws IOException
    {
        System.out.println("SecondSiteTest seed=" + seed);
        final Path first = dir.resolve("first");
        final Path copy = dir.resolve("copy");
        final String firstConfig = config("first", portsOfFirst, portsOfSecond);
        final VenueProcess venue = ready("start", "--config", firstConfig, "--data", first.toString());
        final VenueProcess backup = ready("backup", "--config", firstConfig, "--data", copy.toString());
        connect(first);
        flow.trade(ANSWERS);
        command(0, "", "clearing", "intraday", "--data", first.toString());
        awaitWhole(copy);

        final long wholeMs = loseTheFirstSite(venue, backup, first, copy);
        final Path second = dir.resolve("second");
        final String secondConfig = config("second", portsOfSecond, portsOfFirst);
        failOver(secondConfig, copy, second);
        assertLossIsWithinTheBound(second, wholeMs);
        flow.trade(ANSWERS);
        verify(second);

        command(3, "the other site has taken over", "start", "--config", firstConfig, "--data", first.toString());
        final VenueProcess follower = ready("backup", "--config", secondConfig, "--data", first.toString());
        assertTrue(Files.isDirectory(first.resolve("former-term-1").resolve("archive")));
        flow.trade(ANSWERS);
        awaitWhole(first);

        handOver(second);
        follower.stop();
        command(3, "was handed over", "start", "--config", secondConfig, "--data", second.toString());
        final Path back = dir.resolve("back");
        ready("failover", "--config", config("back", portsOfFirst, portsOfSecond), "--data", back.toString(),
            "--backup", first.toString(), "--planned");
        assertSameHistory(second, back);
        assertNames(second, "failover term=2 planned=false", "hand-over");
        assertNames(back, "failover term=3 planned=true");
        assertEquals(files(dir.resolve("second").resolve("clearing")), files(back.resolve("clearing")));
        reconnect(back);
        flow.trade(ANSWERS);
        verify(back);
        assertClearedAsUndisturbed(back, clear(back));
    }

    /** The security log of a venue says who has done what. */
    private static void assertNames(final Path dataDir, final String... acts) throws IOException
    {
        final StringBuilder log = new StringBuilder();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(dataDir.resolve("security"), "*.jsonl"))
        {
            for (final Path file : files)
            {
                log.append(Files.readString(file));
            }
        }
        for (final String act : acts)
        {
            assertTrue(log.toString().lines().anyMatch((line) -> line.contains('"' + act + '"') &&
                line.contains('"' + System.getProperty("user.name") + '"')), () -> act + "\n" + log);
        }
    }

    private String config(final String name, final int ports, final int portsOfOther) throws IOException
    {
        final Map<String, Object> options = TestVenue.options(dir.resolve(name));
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        options.put("venue.credentials", dir.resolve("credentials"));
        options.put("venue.cluster.base-port", ports);
        options.put("venue.cluster.backup", true);
        options.put("venue.site.port", ports + PORTS - 1);
        options.put("venue.site.peer", "127.0.0.1:" + (portsOfOther + PORTS - 1));
        return VenueProcess.writeConfig(dir.resolve(name + ".conf"), options).toString();
    }

    private VenueProcess ready(final String... arguments) throws IOException
    {
        final VenueProcess process = VenueProcess.launch(arguments);
        processes.add(process);
        flow.await("a process", () -> process.out().contains("ready") || !process.isAlive());
        process.awaitReady();
        return process;
    }

    private void command(final int exitCode, final String reason, final String... arguments)
    {
        final VenueProcess.Result result = VenueProcess.execute(flow::poll, List.of(arguments));
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertTrue(result.err().contains(reason), result::toString);
    }

    private void connect(final Path dataDir) throws IOException
    {
        final Map<Integer, String> symbols = data.instruments().stream()
            .collect(Collectors.toMap(InstrumentSpec::instrumentId, InstrumentSpec::symbol));
        flowRelay = new TcpRelay(fixAddress(dataDir));
        firmRelay = new TcpRelay(fixAddress(dataDir));
        twime = new TwimeTrader("TWAA01", login("TWAA01"), List.of("AA01000", "AA01001"));
        twime.connect(VenueProcess.address(VenueProcess.descriptor(dataDir).twime()));
        fix = new FixTrader(new InetSocketAddress("127.0.0.1", flowRelay.port()), "FIXAA02", login("FIXAA02"),
            List.of("AA02000", "AA02001"), symbols);
        fixFirm = new LearningFixClient(new InetSocketAddress("127.0.0.1", firmRelay.port()), "FIXBB01", "BB01000");
        // The other firms trade in the first instrument, and never with each other.
        flow.start(data.instruments().subList(1, 4), List.of(twime, fix));
        twimeFirm.connect(VenueProcess.address(VenueProcess.descriptor(dataDir).twime()));
        flow.await("clients", this::areThere);
    }

    private int login(final String name)
    {
        return data.logins().stream().filter((login) -> login.name().equals(name)).findFirst().orElseThrow().loginId();
    }

    private static InetSocketAddress fixAddress(final Path dataDir) throws IOException
    {
        return VenueProcess.address(VenueProcess.descriptor(dataDir).fix());
    }

    private boolean areThere()
    {
        return twime.isRecovered() && fix.isLoggedOn() && twimeFirm.isUpToDate() && fixFirm.isLoggedOn();
    }

    /** To the addresses of the site where the venue is now. */
    private void reconnect(final Path dataDir) throws IOException
    {
        twime.connect(VenueProcess.address(VenueProcess.descriptor(dataDir).twime()));
        twimeFirm.connect(VenueProcess.address(VenueProcess.descriptor(dataDir).twime()));
        flowRelay.start(fixAddress(dataDir));
        firmRelay.start(fixAddress(dataDir));
        flow.await("clients", this::areThere);
        // The session keeps the order of its messages: when this one is answered, everything before it was, or never
        // will be.
        final OrderAction unmarketable = new OrderAction();
        final InstrumentSpec spec = data.instruments().get(1);
        unmarketable.instrumentId = spec.instrumentId();
        unmarketable.newOrder(--probeKey, true, spec.lowLimitE5(), 1, true);
        final String probe = fix.probe(unmarketable);
        flow.await("the answer to a probe", () -> fix.isAnswered(probe));
        flow.dropUnanswered();
    }

    private void awaitWhole(final Path backupDir)
    {
        final long nowMs = System.currentTimeMillis();
        flow.await("the backup", () -> BackupStatus.isIn(backupDir) &&
            BackupStatus.read(backupDir).wholeMs() >= nowMs && BackupStatus.read(backupDir).filesMs() >= nowMs);
    }

    /** The backup dies first: it hears nothing of the last orders, which are acknowledged. */
    private long loseTheFirstSite(
        final VenueProcess venue, final VenueProcess backup, final Path first, final Path copy) throws IOException
    {
        buy(UNHEARD);
        awaitWhole(copy);
        backup.kill();
        buy(UNHEARD);
        venue.kill();
        twimeFirm.close();
        flowRelay.stop();
        firmRelay.stop();
        final VenueProcess.Result status = VenueProcess.execute("backup", "--status", "--data", copy.toString());
        assertTrue(status.out().contains("would be lost now     nothing that the venue acknowledged up to "),
            status::toString);
        command(3, "has not heard from the venue",
            "failover", "--config", config("second", portsOfSecond, portsOfFirst), "--data",
            dir.resolve("second").toString(), "--backup", copy.toString(), "--planned", "--yes");
        command(3, "add --yes", "failover", "--config", config("second", portsOfSecond, portsOfFirst),
            "--data", dir.resolve("second").toString(), "--backup", copy.toString());
        assertFalse(Files.exists(dir.resolve("second")));
        VenueProcess.clean(first);
        return BackupStatus.read(copy).wholeMs();
    }

    /** Orders of the firms that learn what became of each. */
    private void buy(final int count)
    {
        final long target = twimeFirm.lastId() + count;
        flow.await("orders of the firms", () ->
        {
            if (twimeFirm.lastId() < target && twimeFirm.unanswered() < WINDOW && twimeFirm.send())
            {
                fixFirm.send();
            }
            return twimeFirm.lastId() >= target && 0 == twimeFirm.unanswered() && 0 == fixFirm.unanswered();
        });
    }

    private void failOver(final String config, final Path copy, final Path second) throws IOException
    {
        fixFirm.mayRepeat();
        ready("failover", "--config", config, "--data", second.toString(), "--backup", copy.toString(), "--yes");
        reconnect(second);
    }

    /** Each order that was acknowledged is there, or was acknowledged after the moment that the status named. */
    private void assertLossIsWithinTheBound(final Path second, final long wholeMs) throws IOException
    {
        assertFalse(twimeFirm.lostMs().isEmpty(), "nothing was lost: the drill has shown nothing");
        twimeFirm.lostMs().forEach((id, ms) -> assertTrue(ms >= wholeMs, () ->
            "lost within the bound: id=" + id + " acknowledgedMs=" + ms + " wholeMs=" + wholeMs));
        System.out.println("SecondSiteTest lost=" + twimeFirm.lostMs().size() + " of=" + UNHEARD);
        twimeFirm.sendAgain();
        flow.await("what was sent again", () -> 0 == twimeFirm.unanswered() && twimeFirm.isUpToDate());
        buy(UNHEARD);
        flow.await("FIX reports", () -> fixFirm.knowsAll());
        assertEquals(List.of(), fixFirm.unexpected());
        fixFirm.answers().forEach((name, answers) -> assertTrue(1 == answers.size() ||
            !fixFirm.acceptedMs().containsKey(name) || fixFirm.acceptedMs().get(name) >= wholeMs,
            () -> "answered twice within the bound: " + name + " " + answers));
        final Map<Integer, Long> resting = new TreeMap<>();
        try (EngineClient client = VenueProcess.connect(second);
            OperatorClient operator = DemoOperators.client(client, LIMIT_NS))
        {
            final StateReport report = operator.reportState();
            final StreamLedger ledger = StreamLedger.read(client, report.cursor());
            for (final int loginId : List.of(login("TWBB01"), FIX_LOGIN))
            {
                resting.put(loginId, (long)ledger.restingOrders(loginId).size());
            }
        }
        final long accepted = Stream.iterate(1L, (id) -> id <= twimeFirm.lastId(), (id) -> id + 1)
            .filter((id) -> !LearningClient.isRefused(id)).count();
        assertEquals(accepted, resting.get(login("TWBB01")));
        assertEquals(accepted, resting.get(FIX_LOGIN));
    }

    /** Under load: requests without an answer are neither acknowledged nor lost. */
    private void handOver(final Path dataDir)
    {
        final CompletableFuture<VenueProcess.Result> command = CompletableFuture.supplyAsync(() ->
            VenueProcess.execute("hand-over", "--data", dataDir.toString(), "--yes"));
        flow.await("the hand-over", () ->
        {
            flow.send();
            return command.isDone();
        });
        flowRelay.stop();
        firmRelay.stop();
        assertEquals(0, command.join().exitCode(), () -> command.join().toString());
    }

    /** The last frame has a hash over all events before it. */
    private static void assertSameHistory(final Path before, final Path after)
    {
        final Path archive = EngineDirectories.archiveDir(before);
        final RecordedEvents events = RecordedEvents.upTo(archive, Long.MAX_VALUE);
        assertArrayEquals(RecordedEvents.lastFrame(archive, events.endPosition()).payload(),
            RecordedEvents.lastFrame(EngineDirectories.archiveDir(after), events.endPosition()).payload());
    }

    private static Map<String, Long> files(final Path root) throws IOException
    {
        try (Stream<Path> tree = Files.walk(root))
        {
            final Map<String, Long> files = new LinkedHashMap<>();
            for (final Path file : tree.filter(Files::isRegularFile).sorted().toList())
            {
                assertEquals("rw-------", PosixFilePermissions.toString(
                    Files.getPosixFilePermissions(file)), file::toString);
                files.put(root.relativize(file).toString(), (long)Arrays.hashCode(Files.readAllBytes(file)));
            }
            assertFalse(files.isEmpty(), root::toString);
            return files;
        }
    }

    /** State, events and the histories of the clients are one story. */
    private void verify(final Path dataDir) throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = DemoOperators.client(client, LIMIT_NS))
        {
            final StateReport report = operator.reportState();
            final StreamLedger ledger = StreamLedger.read(client, report.cursor());
            ledger.assertExplains(report);
            assertTrue(ledger.tradeCount() > 0, "nothing was traded: seed=" + seed);
            flow.assertAnswered(ledger);
        }
    }

    private int clear(final Path dataDir) throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            VenueClearing clearing = VenueClearing.connect(dataDir))
        {
            final StreamLedger ledger = StreamLedger.read(client, client.endCursor());
            final RunResult result = VenueClearing.run(ClearingKind.EVENING, clearing.context());
            assertFalse(result.checks().isEmpty());
            assertEquals(List.of(), result.checks().stream().filter((check) -> !check.isOk()).toList());
            assertEquals(ledger.tradeCount(), result.counts().trades());
            return result.header().tradingDate();
        }
    }

    /** Both clearings, the first site's and the last one's, are what one venue makes of the same journal. */
    private void assertClearedAsUndisturbed(final Path dataDir, final int tradingDate)
    {
        final VenueProcess.Result replayed = VenueProcess.execute(flow::poll, List.of(
            "clearing", "replay", Integer.toString(tradingDate), "--data", dataDir.toString()));
        assertEquals(0, replayed.exitCode(), replayed::toString);
        assertEquals(2, replayed.out().lines().filter((line) -> line.matches("OK +\\S+ day .*")).count(),
            replayed::toString);
    }

    private int pollFirm()
    {
        twimeFirm.poll();
        return 0;
    }
}
