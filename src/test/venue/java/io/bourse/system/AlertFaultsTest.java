// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.testing.TlsKeys;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Faults of a running venue make the alerts of config/prometheus fire in a real Prometheus, and their repairs clear
 * them. Which ones are proven here stands in docs/metrics.md.
 */
@Tag("drill")
class AlertFaultsTest extends AlertVenue
{
    private static final int CONNECTIONS = 8;
    private static final DateTimeFormatter CLOCK_TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    @Test
    void shouldFireForFaultsOfAVenueAndClearWhenTheyAreRepaired() throws Exception
    {
        final Map<String, Object> options = options();
        options.put("venue.fix.sessions.FIXAA02.password-required", true);
        options.put("venue.fix.passwords.lock-after", 4);
        options.put("venue.clock.max-downtime", "1 s");
        final String config = config(options);
        VenueProcess engine = start("engine", "--config", config);
        start("gateway", "twime", "--config", config);
        final VenueProcess fix = start("gateway", "fix", "--config", config);
        final VenueProcess marketData = start("marketdata", "--config", config);
        final VenueProcess exporter = start("metrics", "--config", config);
        watch(options);
        trade(address(ComponentKind.TWIME));
        prometheus.awaitCleared();

        proveWhatClientsCause();
        proveWhatFilesCause();
        proveWhatClearingCauses();
        proveWhatTheDeathOfMarketDataCauses(marketData, config);
        proveWhatTheDeathOfAGatewayCauses(fix, config);
        proveWhatTheExporterKnows(exporter, config, options);
        engine = proveWhatTheDeathOfTheEngineCauses(engine, config);
        engine.stop();
        prometheus.mayFire("ComponentGone", "ComponentRestarts", "SnapshotOld", "ClockOff");
        prometheus.awaitFiring("VenueNotRunning");
        start("engine", "--config", config);
        confirmTime();
    }

    /** Names and passwords that are wrong, what is no protocol, connections that end at once, a limit of capacity. */
    private void proveWhatClientsCause() throws IOException
    {
        command("capacity", "set", "--live-orders-per-login", "2", "--keep");
        final List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++)
        {
            logOn("FIXAA02", "wrong-password-" + i);
            try (Socket stranger = connect(address(ComponentKind.TWIME)))
            {
                stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            }
        }
        // After all that may take long: one that says nothing is closed after some seconds.
        for (int i = 0; i < CONNECTIONS; i++)
        {
            sockets.add(connect(address(ComponentKind.TWIME)));
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
        prometheus.awaitCleared();
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
        prometheus.awaitFiring("MetricsIncomplete", "SnapshotFailed", "SnapshotOld");
        Files.delete(damaged);
        Files.delete(snapshots);
        if (Files.exists(aside))
        {
            Files.move(aside, snapshots);
        }
        command("snapshot");
        prometheus.awaitCleared();
    }

    private void proveWhatClearingCauses()
    {
        command("clearing", "intraday", "--hold");
        prometheus.awaitFiring("ClearingHoldsTrading");
        command("clearing", "abort", "--reason", "a test");
        prometheus.awaitFiring("ClearingFailed");
        command("clearing", "reopen", "--reason", "a test");
        prometheus.awaitCleared();
    }

    private void proveWhatTheDeathOfMarketDataCauses(final VenueProcess marketData, final String config)
        throws IOException
    {
        prometheus.mayFire("ClientTimeouts");
        marketData.kill();
        buy();
        prometheus.awaitFiring("ComponentStale", "FeedSilent", "SnapshotCycleStopped", "PublicBeforePrivateMissed");
        prometheus.await(() -> prometheus.sent().contains("ComponentStale"),
            () -> "Alertmanager does not have it: " + prometheus.sent());
        start("marketdata", "--config", config);
        prometheus.awaitCleared();
    }

    /** Of three lives in a row. The driver misses a client that was killed after ten seconds. */
    private void proveWhatTheDeathOfAGatewayCauses(final VenueProcess fix, final String config) throws IOException
    {
        fix.kill();
        prometheus.mayFire("SessionsDropped", "ComponentRestarts");
        prometheus.awaitFiring("ComponentStale", "ClientTimeouts");
        final VenueProcess next = start("gateway", "fix", "--config", config);
        prometheus.awaitCleared();
        next.stop();
        prometheus.mayFire("ComponentRestarts");
        prometheus.awaitFiring("ComponentGone");
        start("gateway", "fix", "--config", config);
        prometheus.awaitCleared();
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
        other.stop();
        start("metrics", "--config", config);
        prometheus.awaitCleared("ExporterDown");
    }

    /** A start after a downtime that is longer than may be, which asks for the time. */
    private VenueProcess proveWhatTheDeathOfTheEngineCauses(final VenueProcess engine, final String config)
        throws IOException
    {
        isTrading = false;
        trader.close();
        engine.kill();
        // Until the time is confirmed, stamps are behind the clock.
        prometheus.mayFire("ClientTimeouts", "PublicBeforePrivateMissed", "FeedSilent", "SnapshotCycleStopped",
            "SnapshotOld", "SessionsDropped", "ClockOff");
        prometheus.awaitFiring("DriverStale", "ComponentStale", "ComponentGone");
        final VenueProcess next = start("engine", "--config", config);
        confirmTime();
        return next;
    }

    private void confirmTime() throws IOException
    {
        prometheus.awaitFiring("OrderEntryStopped");
        command("clock", "confirm", "--time",
            CLOCK_TIME.format(LocalDateTime.now(ZoneId.of("Europe/Moscow"))));
        prometheus.awaitCleared();
    }

    private void logOn(final String name, final String password) throws IOException
    {
        try (Socket socket = connect(address(ComponentKind.FIX)))
        {
            socket.getOutputStream().write(
                AttackTest.fix(name, 1, "A|98=0|108=30|553=" + name + "|554=" + password));
            assertTrue(socket.getInputStream().readAllBytes().length > 0, "no answer to a logon");
        }
    }
}
