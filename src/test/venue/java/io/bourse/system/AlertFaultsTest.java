// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.testing.TestPorts;
import io.bourse.testing.TlsKeys;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Faults of a running venue make the alerts of config/prometheus fire in a real Prometheus, and their repairs clear
 * them. Which ones are proven here stands in docs/metrics.md.
 */
@Tag("venue")
class AlertFaultsTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final int INSTRUMENT_ID = 1001;
    private static final int CONNECTIONS = 8;
    private static final int MEMBERS = 3;
    private static final int PORTS_OF_MEMBER = 4;
    private static final DateTimeFormatter FIX_TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS");
    private static final DateTimeFormatter CLOCK_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    @TempDir
    private Path dir;

    private final TwimeTrader trader = new TwimeTrader("TWAA01", 1, List.of("AA01000"));
    private final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final List<Path> dataDirs = new ArrayList<>();
    private Path dataDir;
    private Prometheus prometheus;
    private boolean isTrading;
    private long lastKey;

    @AfterEach
    void closeAll() throws Exception
    {
        while (!open.isEmpty())
        {
            open.pop().close();
        }
        dataDirs.forEach(VenueProcess::clean);
    }

    @Test
    void shouldFireForFaultsOfAVenueAndClearWhenTheyAreRepaired() throws Exception
    {
        Prometheus.assumeInstalled();
        dataDir = dir.resolve("data");
        dataDirs.add(dataDir);
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.metrics.port", Prometheus.freePort());
        options.put("venue.fix.sessions.FIXAA02.password-required", true);
        options.put("venue.fix.passwords.lock-after", 4);
        options.put("venue.marketdata.heartbeat", "1 s");
        options.put("venue.clock.max-downtime", "1 s");
        final String config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
        VenueProcess engine = start("engine", "--config", config);
        start("gateway", "twime", "--config", config);
        final VenueProcess fix = start("gateway", "fix", "--config", config);
        final VenueProcess marketData = start("marketdata", "--config", config);
        final VenueProcess exporter = start("metrics", "--config", config);
        prometheus = opened(Prometheus.start(Files.createDirectories(dir.resolve("prometheus")),
            (int)options.get("venue.metrics.port"), this::poll));
        prometheus.awaitReady();
        trader.connect(address(ComponentKind.TWIME));
        opened(trader);
        isTrading = true;
        await(trader::isRecovered);
        prometheus.await(() -> prometheus.firing().isEmpty(), () -> "fire without a fault: " + prometheus.firing());

        proveWhatClientsCause();
        proveWhatFilesCause();
        proveWhatClearingCauses();
        proveWhatTheDeathOfMarketDataCauses(marketData, config);
        proveWhatTheDeathOfAGatewayCauses(fix, config);
        proveWhatTheExporterKnows(exporter, config, options);
        engine = proveWhatTheDeathOfTheEngineCauses(engine, config);
        engine.stop();
        prometheus.awaitFiring("VenueNotRunning");
        start("engine", "--config", config);
        prometheus.awaitCleared("VenueNotRunning");
    }

    @Test
    void shouldFireForTheLossOfMembersAndClearWhenTheyAreBack() throws Exception
    {
        Prometheus.assumeInstalled();
        final Map<String, Object> options = TestVenue.options(dir.resolve("0"));
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        options.put("venue.cluster.members", MEMBERS);
        options.put("venue.cluster.base-port", TestPorts.reserveRow(MEMBERS * PORTS_OF_MEMBER));
        options.put("venue.credentials", dir.resolve("credentials"));
        options.put("venue.metrics.port", Prometheus.freePort());
        final String config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
        final List<String> exporter = new ArrayList<>(List.of("metrics", "--config", config));
        for (int member = 0; member < MEMBERS; member++)
        {
            dataDirs.add(dir.resolve(Integer.toString(member)));
            exporter.addAll(List.of("--data", dataDirs.get(member).toString()));
        }
        final VenueProcess first = launchMember(config, 1);
        final VenueProcess second = launchMember(config, 2);
        start("engine", "--config", config, "--member-id", "0", "--data", dataDirs.getFirst().toString());
        start(exporter.toArray(String[]::new));
        prometheus = opened(Prometheus.start(Files.createDirectories(dir.resolve("prometheus")),
            (int)options.get("venue.metrics.port"), () -> { }));
        prometheus.awaitReady();
        prometheus.await(() -> MEMBERS == prometheus.samples("aeron_cluster_election_state == 17") &&
            prometheus.firing().isEmpty(), () -> "fire without a fault: " + prometheus.firing());

        first.kill();
        prometheus.awaitFiring("MemberMissing", "DriverStale", "ComponentStale");
        second.kill();
        prometheus.awaitFiring("NoLeader", "ElectionStuck");
        launchMember(config, 1);
        launchMember(config, 2);
        prometheus.awaitFiring("Election");
        prometheus.awaitCleared(
            "MemberMissing", "DriverStale", "ComponentStale", "NoLeader", "ElectionStuck", "Election");
    }

    private VenueProcess launchMember(final String config, final int memberId) throws IOException
    {
        return opened(VenueProcess.launch("member", "--config", config, "--member-id", Integer.toString(memberId),
            "--data", dataDirs.get(memberId).toString()));
    }

    /** Names and passwords that are wrong, what is no protocol, connections that end at once, a limit of capacity. */
    private void proveWhatClientsCause() throws IOException
    {
        command("capacity", "set", "--live-orders-per-login", "2", "--keep");
        final List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++)
        {
            sockets.add(connect(ComponentKind.TWIME));
            logOn("FIXAA02", "wrong-password-" + i);
            try (Socket stranger = connect(ComponentKind.TWIME))
            {
                stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            }
        }
        prometheus.await(() -> prometheus.samples("bourse_twime_connections_open >= " + CONNECTIONS) > 0,
            () -> "the connections are not seen");
        for (int i = 0; i < 4; i++)
        {
            buy();
        }
        assertEquals(2, trader.refusals().size(), trader.refusals()::toString);
        prometheus.awaitFiring("LogonFailures", "LoginLockedOut", "StrangersRefused", "CapacityNear",
            "CapacityRefusals");
        for (final Socket socket : sockets)
        {
            socket.close();
        }
        prometheus.awaitFiring("SessionsDropped");
        command("capacity", "set", "--live-orders-per-login", "20000", "--keep");
        prometheus.awaitCleared("LogonFailures", "LoginLockedOut", "StrangersRefused", "CapacityNear",
            "CapacityRefusals", "SessionsDropped");
    }

    /** A file of counters that is none, and snapshots that cannot be written. */
    private void proveWhatFilesCause() throws IOException
    {
        final Path damaged = EngineDirectories.countersDir(dataDir).resolve("other.counters");
        Files.write(damaged, new byte[100]);
        final Path snapshots = dataDir.resolve("snapshots");
        final Path aside = dataDir.resolve("snapshots.aside");
        if (Files.exists(snapshots))
        {
            Files.move(snapshots, aside);
        }
        Files.createFile(snapshots);
        assertTrue(0 != VenueProcess.execute("snapshot", "--data", dataDir.toString()).exitCode());
        prometheus.awaitFiring("MetricsIncomplete", "SnapshotFailed");
        Files.delete(damaged);
        Files.delete(snapshots);
        if (Files.exists(aside))
        {
            Files.move(aside, snapshots);
        }
        command("snapshot");
        prometheus.awaitCleared("MetricsIncomplete", "SnapshotFailed");
    }

    private void proveWhatClearingCauses()
    {
        command("clearing", "intraday", "--hold");
        prometheus.awaitFiring("ClearingHoldsTrading");
        command("clearing", "abort", "--reason", "a test");
        prometheus.awaitFiring("ClearingFailed");
        command("clearing", "reopen", "--reason", "a test");
        prometheus.awaitCleared("ClearingHoldsTrading", "ClearingFailed");
    }

    private void proveWhatTheDeathOfMarketDataCauses(final VenueProcess marketData, final String config)
        throws IOException
    {
        marketData.kill();
        buy();
        prometheus.awaitFiring("ComponentStale", "FeedSilent", "SnapshotCycleStopped", "PublicBeforePrivateMissed");
        prometheus.await(() -> prometheus.sent().contains("ComponentStale"),
            () -> "Alertmanager does not have it: " + prometheus.sent());
        start("marketdata", "--config", config);
        prometheus.awaitCleared("ComponentStale", "FeedSilent", "SnapshotCycleStopped", "PublicBeforePrivateMissed");
    }

    /** Of three lives in a row. The driver misses a client that was killed after ten seconds. */
    private void proveWhatTheDeathOfAGatewayCauses(final VenueProcess fix, final String config) throws IOException
    {
        fix.kill();
        prometheus.awaitFiring("ComponentStale", "ClientTimeouts");
        final VenueProcess next = start("gateway", "fix", "--config", config);
        prometheus.awaitCleared("ComponentStale", "ClientTimeouts");
        next.stop();
        prometheus.awaitFiring("ComponentGone");
        start("gateway", "fix", "--config", config);
        prometheus.awaitCleared("ComponentGone");
    }

    /** It dies; it is started with limits and certificates that are bad; and as it was. */
    private void proveWhatTheExporterKnows(
        final VenueProcess exporter, final String config, final Map<String, Object> options) throws Exception
    {
        exporter.kill();
        prometheus.awaitFiring("ExporterDown");
        final Path keys = Files.createDirectories(dir.resolve("keys"));
        final KeyStore store = KeyStore.getInstance(
            new TlsKeys(dir).keyStore("expiring", 2).toFile(), TlsKeys.PASSWORD);
        Files.write(keys.resolve(ClearingKeys.AUTHORITY_NAME), store.getCertificate("expiring").getEncoded());
        options.put("venue.clearing.keys-dir", keys);
        options.put("venue.min-free", "1000 TiB");
        final VenueProcess other = start("metrics", "--config",
            VenueProcess.writeConfig(dir.resolve("other.conf"), options).toString());
        prometheus.awaitFiring("DiskNearMinFree", "CertificateExpires", "CertificateExpiresSoon");
        prometheus.awaitCleared("ExporterDown");
        other.stop();
        start("metrics", "--config", config);
        prometheus.awaitCleared("DiskNearMinFree", "CertificateExpires", "CertificateExpiresSoon", "ExporterDown");
    }

    /** A start after a downtime that is longer than may be, which asks for the time. */
    private VenueProcess proveWhatTheDeathOfTheEngineCauses(final VenueProcess engine, final String config)
        throws IOException
    {
        isTrading = false;
        trader.close();
        engine.kill();
        prometheus.awaitFiring("DriverStale", "ComponentStale", "ComponentGone");
        final VenueProcess next = start("engine", "--config", config);
        prometheus.awaitFiring("OrderEntryStopped");
        command("clock", "confirm", "--time",
            CLOCK_TIME.format(LocalDateTime.now(ZoneId.of("Europe/Moscow"))));
        prometheus.awaitCleared("DriverStale", "ComponentStale", "ComponentGone", "OrderEntryStopped");
        return next;
    }

    private <T extends AutoCloseable> T opened(final T closeable)
    {
        open.push(closeable);
        return closeable;
    }

    private VenueProcess start(final String... arguments) throws IOException
    {
        return opened(VenueProcess.startReady(arguments));
    }

    /** Trading goes on while an operator's command runs. */
    private void command(final String... arguments)
    {
        final List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--data", dataDir.toString()));
        final VenueProcess.Result result = VenueProcess.execute(this::poll, all);
        assertEquals(0, result.exitCode(), result::toString);
    }

    private InetSocketAddress address(final ComponentKind kind) throws IOException
    {
        return VenueProcess.address(ComponentDescriptor.read(dataDir, kind).address());
    }

    private Socket connect(final ComponentKind kind) throws IOException
    {
        final Socket socket = new Socket();
        opened(socket).connect(address(kind), (int)TimeUnit.NANOSECONDS.toMillis(LIMIT_NS));
        socket.setSoTimeout((int)TimeUnit.NANOSECONDS.toMillis(LIMIT_NS));
        return socket;
    }

    private void logOn(final String name, final String password) throws IOException
    {
        try (Socket socket = connect(ComponentKind.FIX))
        {
            final String body = ("35=A|49=" + name + "|56=BOURSE|34=1|52=" +
                FIX_TIME.format(LocalDateTime.now(ZoneOffset.UTC)) + "|98=0|108=30|553=" + name + "|554=" + password +
                '|').replace('|', '\001');
            final String text = "8=FIX.4.4\0019=" + body.length() + "\001" + body;
            final int sum = text.chars().sum() & 0xff;
            socket.getOutputStream().write(
                (text + String.format("10=%03d\001", sum)).getBytes(StandardCharsets.ISO_8859_1));
            assertTrue(socket.getInputStream().readAllBytes().length > 0, "no answer to a logon");
        }
    }

    private void buy()
    {
        final OrderAction action = new OrderAction();
        action.instrumentId = INSTRUMENT_ID;
        action.newOrder(++lastKey, true, PRICE_E5, 1, false);
        await(() -> trader.send(action));
        await(() -> 0 == trader.outstanding());
    }

    private int poll()
    {
        return isTrading ? trader.poll() : 0;
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            poll();
            idle.idle();
            assertTrue(System.nanoTime() - deadlineNs < 0, "timed out");
        }
    }
}
