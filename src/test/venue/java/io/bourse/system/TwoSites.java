// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.operators.OperatorKey;
import io.bourse.deploy.operators.SoleOperator;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.host.recording.RecordedEvents;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.testing.TestPorts;
import io.bourse.testing.VenueNetwork;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Two sites of a venue, in processes. Each is a network namespace, 5 ms from the other and from the clients, and
 * WireGuard is between the two; without root all is on loopback. Two operators sign and approve.
 */
abstract class TwoSites
{
    static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    static final int ANSWERS = 400;
    static final int UNHEARD = 40;
    static final int MEMBERS = 3;
    static final int FIRST = 0;
    static final int SECOND = 1;
    static final int DELAY_US = Integer.getInteger("bourse.delay.us", 5_000);
    /** Of an operator who asks, and of one who approves. */
    static final String KEY = "sole.p12";
    static final String APPROVER = "boris";
    static final String APPROVER_KEY = "boris.p12";
    /** Of members, the backup, files of members and of the gateway. */
    static final int PORTS = 5 * MEMBERS + 3;
    private static final String PASSWORD_FILE = "sole.password";
    private static final String PASSWORD = "correct horse";

    @TempDir
    Path dir;

    final long seed = Long.getLong("bourse.seed", System.nanoTime());
    final ReferenceData data = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120);
    final List<VenueProcess> processes = new ArrayList<>();
    /** Of the first site, but the first one. */
    final List<VenueProcess> members = new ArrayList<>();
    final TraderFlow flow = new TraderFlow(seed, this::pollOthers,
        () -> processes.stream().map(VenueProcess::describe).collect(Collectors.joining("\n")));
    final int[] ports = new int[2];
    SoleOperator sole;
    VenueNetwork network;
    private OperatorKey approver;

    /** Sessions beside those of the flow. */
    int pollOthers()
    {
        return 0;
    }

    @BeforeEach
    void openSites() throws IOException
    {
        sole = new SoleOperator(PersonalKey.create(dir.resolve(KEY), "sole", PASSWORD.toCharArray()));
        approver = new OperatorKey(APPROVER,
            PersonalKey.create(dir.resolve(APPROVER_KEY), APPROVER, PASSWORD.toCharArray()));
        OwnerFiles.write(dir.resolve(PASSWORD_FILE), PASSWORD.getBytes(StandardCharsets.US_ASCII));
        // Members that are not the first one make none.
        CredentialStore.at(dir.resolve("credentials")).createMissing();
        Arrays.setAll(ports, (site) -> TestPorts.reserveRow(PORTS));
        if (VenueNetwork.isPossible())
        {
            network = VenueNetwork.open(ports.length, DELAY_US);
            if (VenueNetwork.canEncrypt())
            {
                network.encrypt();
            }
        }
    }

    @AfterEach
    void closeSites()
    {
        CloseHelper.quietClose(flow);
        processes.reversed().forEach(VenueProcess::close);
        try (Stream<Path> all = Files.walk(dir, 2))
        {
            all.filter(Files::isDirectory).forEach(VenueProcess::clean);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot look for what processes have left: dir=" + dir, ex);
        }
        CloseHelper.close(network);
    }

    /** The security log of a venue says who has done what. */
    static void assertNames(final Path dataDir, final String... acts) throws IOException
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
                line.contains("\"sole\"")), () -> act + "\n" + log);
            assertTrue(log.toString().lines().anyMatch((line) -> line.contains("\"approve " + act + '"') &&
                line.contains('"' + APPROVER + '"')), () -> act + "\n" + log);
        }
    }

    String config(final String name, final int site, final int memberCount) throws IOException
    {
        return VenueProcess.writeConfig(dir.resolve(name + ".conf"), options(name, site, memberCount)).toString();
    }

    Map<String, Object> options(final String name, final int site, final int memberCount) throws IOException
    {
        final Map<String, Object> options = TestVenue.options(dir.resolve(name));
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        options.put("venue.operators.founders", Stream.concat(
            ((List<?>)sole.options().get("venue.operators.founders")).stream(), Stream.of(Map.of("name", APPROVER,
            "roles", List.of("approver"), "public-key", approver.publicKey()))).toList());
        options.put("venue.credentials", dir.resolve("credentials"));
        options.put("venue.fix.stores", dir.resolve(name + "-stores"));
        options.put("venue.cluster.members", memberCount);
        options.put("venue.cluster.hosts", Collections.nCopies(memberCount, address(site)));
        options.put("venue.cluster.backup-host", address(1 - site));
        options.put("venue.cluster.base-port", ports[site]);
        options.put("venue.cluster.backup", true);
        options.put("venue.site.bind", address(site));
        options.put("venue.site.port", sitePort(site));
        options.put("venue.site.peer", address(1 - site) + ":" + sitePort(1 - site));
        if (null != network)
        {
            TestVenue.openGateways(options, network.address(site), data);
        }
        return options;
    }

    int sitePort(final int site)
    {
        return ports[site] + 4 * MEMBERS + 2;
    }

    String address(final int site)
    {
        return null == network ? "127.0.0.1" :
            VenueNetwork.canEncrypt() ? network.tunnelAddress(site) : network.address(site);
    }

    /** The member with the gateways; the others run beside it. */
    VenueProcess startFirst(final String config, final int memberCount) throws IOException
    {
        makeKeys(dir.resolve("first"));
        for (int memberId = 1; memberId < memberCount; memberId++)
        {
            members.add(launchMember(config, memberId));
        }
        return ready(FIRST, "start", "--config", config, "--data", dir.resolve("first").toString());
    }

    VenueProcess launchMember(final String config, final int memberId) throws IOException
    {
        return launch(FIRST, List.of("member", "--config", config, "--member-id", Integer.toString(memberId), "--data",
            dir.resolve("member-" + memberId).toString()));
    }

    VenueProcess launch(final int site, final List<String> arguments) throws IOException
    {
        final VenueProcess process = VenueProcess.launch(null == network ? List.of() : network.within(site),
            VenueProcess.startOptions(), arguments.toArray(String[]::new));
        processes.add(process);
        return process;
    }

    VenueProcess ready(final int site, final String... arguments) throws IOException
    {
        return ready(launch(site, List.of(arguments)));
    }

    VenueProcess ready(final VenueProcess process)
    {
        flow.await("a process", () -> isReady(process) || !process.isAlive());
        process.awaitReady();
        return process;
    }

    void assertRefused(final VenueProcess start, final String reason)
    {
        flow.await("a venue that must not start", () -> !start.isAlive());
        final VenueProcess.Result end = start.awaitExit();
        assertEquals(3, end.exitCode(), end::toString);
        assertTrue(end.err().contains(reason), end::toString);
    }

    static boolean isReady(final VenueProcess process)
    {
        return process.out().contains("ready");
    }

    String command(final int exitCode, final String reason, final String... arguments)
    {
        final VenueProcess.Result result = VenueProcess.execute(flow::poll, List.of(arguments));
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertTrue(result.err().contains(reason), result::toString);
        return result.out();
    }

    int login(final String name)
    {
        return data.logins().stream().filter((login) -> login.name().equals(name)).findFirst().orElseThrow().loginId();
    }

    static InetSocketAddress fixAddress(final Path dataDir) throws IOException
    {
        return VenueProcess.address(VenueProcess.descriptor(dataDir).fix());
    }

    void awaitWhole(final Path backupDir)
    {
        final long nowMs = System.currentTimeMillis();
        flow.await("the backup", () -> BackupStatus.isIn(backupDir) &&
            BackupStatus.read(backupDir).wholeMs() >= nowMs && BackupStatus.read(backupDir).filesMs() >= nowMs);
    }

    static String[] with(final List<String> command, final String... options)
    {
        return Stream.concat(command.stream(), Arrays.stream(options)).toArray(String[]::new);
    }

    /** The command of an operator, once another one has approved it. */
    String[] signedByTwo(final Path dataDir, final List<String> command)
    {
        final String[] signed = with(command, signature("sole", KEY, "--yes"));
        command(5, "another person has to approve", signed);
        command(0, "", with(List.of("operators", "site", "--approve", "--data", dataDir.toString()),
            signature(APPROVER, APPROVER_KEY)));
        return signed;
    }

    String[] signature(final String name, final String key, final String... options)
    {
        return with(List.of("--as", name, "--operator-key", dir.resolve(key).toString(), "--operator-password",
            dir.resolve(PASSWORD_FILE).toString()), options);
    }

    /** The last frame has a hash over all events before it. */
    static void assertSameHistory(final Path before, final Path after)
    {
        final Path archive = EngineDirectories.archiveDir(before);
        final RecordedEvents events = RecordedEvents.upTo(archive, Long.MAX_VALUE);
        assertArrayEquals(RecordedEvents.lastFrame(archive, events.endPosition()).payload(),
            RecordedEvents.lastFrame(EngineDirectories.archiveDir(after), events.endPosition()).payload());
    }

    static Map<String, Long> files(final Path root) throws IOException
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
    void verify(final Path dataDir, final TraderFlow traders) throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = sole.client(client, LIMIT_NS))
        {
            final StateReport report = operator.reportState();
            final StreamLedger ledger = StreamLedger.read(client, report.cursor());
            ledger.assertExplains(report);
            assertTrue(ledger.tradeCount() > 0, "nothing was traded: seed=" + seed);
            traders.assertAnswered(ledger);
        }
    }

    /** Of clearing, and certificates of all members and the regulator. */
    void makeKeys(final Path dataDir) throws IOException
    {
        command(0, "", "keys", "init", "--data", dataDir.toString());
        final Path key = Files.writeString(dir.resolve("member.pub"), "-----BEGIN PUBLIC KEY-----\n" +
            Base64.getEncoder().encodeToString(PersonalKey.generate().publicKey()) + "\n-----END PUBLIC KEY-----\n");
        for (final String member : List.of("AA", "BB", "CC", "DD", "REG"))
        {
            command(0, "", "keys", "issue", member, "--public-key", key.toString(), "--data", dataDir.toString());
        }
    }

    String clear(final String kind, final Path dataDir)
    {
        return command(0, "", with(List.of("clearing", kind, "--data", dataDir.toString()), signature("sole", KEY)));
    }
}
