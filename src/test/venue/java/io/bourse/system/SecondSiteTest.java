// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.operators.OperatorKey;
import io.bourse.deploy.operators.SoleOperator;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.host.recording.RecordedEvents;
import io.bourse.engine.host.site.FileCopy;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.host.storage.SiteTerm;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.testing.TestPorts;
import io.bourse.gateway.fix.session.store.StoreFiles;
import io.bourse.testing.VenueNetwork;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
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
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A venue and its backup at another site, in processes: the venue is killed, or lives on, while the backup does not
 * hear it, the backup takes over, the former venue follows it, and takes the venue back by plan. TWIME and FIX clients
 * trade all the time and connect to the site where the venue is. Each site is a network namespace, 5 ms from the other
 * and from the clients, and WireGuard is between the two; without root all is on loopback, and no venue lives on.
 */
@Tag("drill")
class SecondSiteTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int ANSWERS = 400;
    private static final int UNHEARD = 40;
    private static final int WINDOW = 8;
    private static final int MEMBERS = 3;
    /** Of members, the backup, files of members and of the gateway. */
    private static final int PORTS = 5 * MEMBERS + 3;
    private static final int FIX_LOGIN = 6;
    private static final int FIRST = 0;
    private static final int SECOND = 1;
    private static final int DELAY_US = Integer.getInteger("bourse.delay.us", 5_000);
    private static final int LAG_SAMPLES = Integer.getInteger("bourse.seconds", 10);
    private static final String LEASE = "10 s";
    private static final String GATEWAY = "gateway";
    private static final String KEY = "sole.p12";
    private static final String APPROVER = "boris";
    private static final String APPROVER_KEY = "boris.p12";
    private static final String PASSWORD_FILE = "sole.password";
    private static final String PASSWORD = "correct horse";

    /** How the first site is lost. */
    private enum Loss
    {
        KILLED,
        CUT_OFF,
        MEMBERS_KILLED
    }

    @TempDir
    private Path dir;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final ReferenceData data = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120);
    private final List<VenueProcess> processes = new ArrayList<>();
    /** Of the first site, but the first one. */
    private final List<VenueProcess> members = new ArrayList<>();
    private final TraderFlow flow = new TraderFlow(seed, this::pollFirm,
        () -> processes.stream().map(VenueProcess::describe).collect(Collectors.joining("\n")));
    private final LearningClient twimeFirm = new LearningClient("TWBB01", "BB01000");
    private LearningFixClient fixFirm;
    private TwimeTrader twime;
    private FixTrader fix;
    private TcpRelay flowRelay;
    private TcpRelay firmRelay;
    private long probeKey;
    private final int[] ports = new int[2];
    private SoleOperator sole;
    private OperatorKey approver;
    private VenueNetwork network;
    private boolean livesOn;
    private boolean hasGateway;

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
    void closeAll()
    {
        CloseHelper.quietCloseAll(flow, twimeFirm, fixFirm, flowRelay, firmRelay);
        processes.reversed().forEach(VenueProcess::close);
        List.of("first", "member-1", "member-2", GATEWAY, GATEWAY + "/driver-fix", "copy", "second", "back")
            .forEach((name) -> VenueProcess.clean(dir.resolve(name)));
        CloseHelper.close(network);
    }

    @ParameterizedTest
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    @EnumSource
    void shouldMoveToTheOtherSiteAndBack(final Loss loss) throws IOException
    {
        System.out.println("SecondSiteTest loss=" + loss + " seed=" + seed);
        livesOn = Loss.CUT_OFF == loss;
        assumeTrue(!livesOn || null != network, "only root can make network namespaces, and python3 is needed");
        final Path first = dir.resolve("first");
        final Path copy = dir.resolve("copy");
        final String firstConfig = config("first", FIRST, Loss.MEMBERS_KILLED == loss ? MEMBERS : 1);
        final VenueProcess venue = startFirst(firstConfig, Loss.MEMBERS_KILLED == loss ? MEMBERS : 1);
        final VenueProcess backup = ready(SECOND, "backup", "--config", firstConfig, "--data", copy.toString());
        connect(first);
        flow.trade(ANSWERS);
        clear("intraday", first);
        awaitWhole(copy);

        final Path second = dir.resolve("second");
        final String secondConfig = config("second", SECOND, 1);
        final List<String> failOver = List.of("failover", "--config", secondConfig, "--data", second.toString(),
            "--backup", copy.toString());
        buy(UNHEARD);
        awaitWhole(copy);
        final long wholeMs = livesOn ? fallSilent(venue, backup, failOver, copy) :
            loseTheFirstSite(venue, backup, failOver, copy);
        reconnect(second);
        assertLossIsWithinTheBound(second, wholeMs);
        flow.trade(ANSWERS);
        verify(second);

        assertRefused(launch(FIRST, List.of("start", "--config", firstConfig, "--data", first.toString())),
            "the other site has taken over");
        for (int memberId = members.size(); memberId > 0; memberId--)
        {
            assertRefused(launchMember(firstConfig, memberId), "the other site has taken over");
        }
        final VenueProcess follower = ready(FIRST, "backup", "--config", secondConfig, "--data", first.toString());
        assertTrue(Files.isDirectory(first.resolve("former-term-1").resolve("archive")));
        flow.trade(ANSWERS);
        awaitWhole(first);

        handOver(second);
        follower.stop();
        assertRefused(launch(SECOND, List.of("start", "--config", secondConfig, "--data", second.toString())),
            "was handed over");
        final Path back = dir.resolve("back");
        ready(FIRST, signedByTwo(first, List.of("failover", "--config", config("back", FIRST, 1), "--data",
            back.toString(), "--backup", first.toString(), "--planned")));
        assertSameHistory(second, back);
        assertNames(second, "failover term=2 planned=false", "hand-over");
        assertNames(back, "failover term=3 planned=true");
        final List<String> acts = command(0, "", "operators", "site", "--data", back.toString()).lines().toList();
        assertEquals(3, acts.size(), acts::toString);
        for (final String act : List.of("1  failover term=2", "2  hand-over term=2", "3  failover term=3"))
        {
            assertTrue(acts.stream().anyMatch((line) -> line.startsWith(act) && line.contains("  by sole at ") &&
                line.contains(", approved by boris at ") && line.endsWith("  done")), acts::toString);
        }
        assertEquals(files(dir.resolve("second").resolve("clearing")), files(back.resolve("clearing")));
        reconnect(back);
        flow.trade(ANSWERS);
        verify(back);
        assertClearedAsUndisturbed(back);
        // Without WireGuard each of them would say so.
        assertEquals(null != network && !VenueNetwork.canEncrypt(), processes.stream().anyMatch((process) ->
            process.out().stream().anyMatch((line) -> line.contains("would go in clear between the sites"))));
    }

    /** The others go on without gateways, until they hear that the other site is the venue. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldHandOverAVenueOfThreeMembers() throws IOException
    {
        final Path first = dir.resolve("first");
        final Path copy = dir.resolve("copy");
        final Path second = dir.resolve("second");
        final String config = config("first", FIRST, MEMBERS);
        startFirst(config, MEMBERS);
        final VenueProcess backup = ready(SECOND, "backup", "--config", config, "--data", copy.toString());
        connect(first);
        flow.trade(ANSWERS);
        awaitWhole(copy);
        handOver(first);
        backup.stop();
        ready(SECOND, signedByTwo(copy, List.of("failover", "--config", config("second", SECOND, 1), "--data",
            second.toString(), "--backup", copy.toString(), "--planned")));
        assertSameHistory(first, second);
        for (final VenueProcess member : members)
        {
            flow.await("a member ends", () -> !member.isAlive());
            final VenueProcess.Result end = member.awaitExit();
            assertEquals(1, end.exitCode(), end::toString);
            assertTrue(end.out().contains("the other site has taken over"), end::toString);
        }
        reconnect(second);
        flow.trade(ANSWERS);
        verify(second);
    }

    /**
     * Clearing runs on the machine of another member, the FIX gateway on one of its own, and member 0 is lost before
     * the rest of the site is.
     */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldTakeTheFilesOfEveryProcess() throws IOException
    {
        final Path copy = dir.resolve("copy");
        final Path cleared = dir.resolve("member-1");
        final Path gatewayDir = dir.resolve(GATEWAY);
        hasGateway = true;
        final String config = config("first", FIRST, MEMBERS);
        makeKeys(dir.resolve("first"));
        Files.createDirectory(
            cleared, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        FileCopy.copyTree(dir.resolve("first").resolve("keys"), cleared.resolve("keys"));
        for (int memberId = 1; memberId < MEMBERS; memberId++)
        {
            members.add(launchMember(config, memberId));
        }
        final VenueProcess engine =
            ready(FIRST, "engine", "--config", config, "--data", dir.resolve("first").toString());
        final String gatewayConfig = gatewayConfig();
        final VenueProcess gateway =
            ready(FIRST, "gateway", "fix", "--config", gatewayConfig, "--data", gatewayDir.toString());
        command(0, "", "fix-password", "FIXAA01", "--generate", "--yes", "--config", gatewayConfig, "--data",
            gatewayDir.toString());
        final VenueProcess backup = ready(SECOND, "backup", "--config", config, "--data", copy.toString());
        firmRelay = new TcpRelay(gatewayAddress());
        fixFirm = new LearningFixClient(new InetSocketAddress("127.0.0.1", firmRelay.port()), "FIXBB01", "BB01000");
        flow.await("the client", () -> fixFirm.isLoggedOn());
        buyOverFix(UNHEARD);
        clear("intraday", cleared);
        final String gatewayOrigin = "gateway-" + address(FIRST) + "-" + gatewayPort();
        final List<String> origins = List.of("member-1", "member-2", gatewayOrigin);
        awaitFiles(copy, Stream.concat(Stream.of("member-0"), origins.stream()).toList());

        engine.kill();
        VenueProcess.clean(dir.resolve("first"));
        buyOverFix(UNHEARD);
        clear("intraday", cleared);
        awaitFiles(copy, origins);
        assertTrue(
            BackupStatus.read(copy).problem().startsWith("files of member-0: "), BackupStatus.read(copy)::toString);
        // In order: what it does at its end is copied, too.
        gateway.stop();
        final Map<String, Long> numbers = StoreFiles.nextSenderNumbers(gatewayDir.resolve("fix"));
        backup.kill();
        members.forEach(VenueProcess::kill);
        firmRelay.stop();

        final Path second = dir.resolve("second");
        fixFirm.mayRepeat();
        final VenueProcess venue = ready(SECOND, signedByTwo(copy, List.of("failover", "--config",
            config("second", SECOND, 1), "--data", second.toString(), "--backup", copy.toString())));
        for (final String taken : List.of("clearing of member-1", "keys of member-1", "stores of " + gatewayOrigin,
            "passwords of " + gatewayOrigin))
        {
            assertTrue(venue.out().stream().anyMatch((line) -> line.matches("takes +.*") && line.contains(taken)),
                venue::describe);
        }
        assertEquals(files(cleared.resolve("clearing")), files(second.resolve("clearing")));
        assertEquals(files(cleared.resolve("keys")), files(second.resolve("keys")));
        assertEquals(Files.readString(gatewayDir.resolve("fix-passwords")),
            Files.readString(second.resolve("fix-passwords")));
        assertTrue(StoreFiles.nextSenderNumbers(dir.resolve("second-stores")).get("FIXBB01") >=
            numbers.get("FIXBB01") + 1_000_000);
        firmRelay.start(fixAddress(second));
        flow.await("the client", () -> fixFirm.isLoggedOn());
        buyOverFix(UNHEARD);
        flow.await("FIX reports", () -> fixFirm.knowsAll());
        assertEquals(List.of(), fixFirm.unexpected());
        clear("intraday", second);
    }

    /** The numbers of docs/results/second-site.md are from here. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldSayHowFarTheCopyLags() throws IOException
    {
        assumeTrue(null != network, "only root can make network namespaces, and python3 is needed");
        final Path first = dir.resolve("first");
        final Path copy = dir.resolve("copy");
        final String config = config("first", FIRST, 1);
        startFirst(config, 1);
        ready(SECOND, "backup", "--config", config, "--data", copy.toString());
        connect(first);
        flow.trade(ANSWERS);
        awaitWhole(copy);
        final long begin = flow.answered();
        final long beginNs = System.nanoTime();
        final List<BackupStatus> seen = new ArrayList<>();
        final List<Long> behindMs = new ArrayList<>();
        while (seen.size() < LAG_SAMPLES)
        {
            flow.tradeOn(1);
            final BackupStatus now = BackupStatus.read(copy);
            if (seen.isEmpty() || seen.getLast().timeMs() != now.timeMs())
            {
                seen.add(now);
                behindMs.add(now.timeMs() - now.wholeMs());
            }
        }
        final long ns = System.nanoTime() - beginNs;
        final double[] lagsMs =
            seen.stream().mapToDouble((status) -> status.lagNs() / 1_000_000.0).sorted().toArray();
        final long[] bytes =
            seen.stream().mapToLong((status) -> status.logBehind() + status.eventsBehind()).sorted().toArray();
        Collections.sort(behindMs);
        System.out.printf("SecondSiteTest delayUs=%d encrypted=%s samples=%d requests/s=%d lagMs median=%.1f p90=%.1f" +
            " max=%.1f; bytes behind median=%d max=%d; whole ms before the status median=%d max=%d seed=%d%n", DELAY_US,
            VenueNetwork.canEncrypt(), seen.size(), (flow.answered() - begin) * TimeUnit.SECONDS.toNanos(1) / ns,
            lagsMs[lagsMs.length / 2], lagsMs[lagsMs.length * 9 / 10], lagsMs[lagsMs.length - 1],
            bytes[bytes.length / 2], bytes[bytes.length - 1], behindMs.get(behindMs.size() / 2), behindMs.getLast(),
            seed);
        // The question goes there and back, twice.
        assertTrue(lagsMs[0] >= 4 * DELAY_US / 1_000.0, () -> "faster than the network: " + Arrays.toString(lagsMs));
        assertTrue(lagsMs[lagsMs.length / 2] < 1_000, () -> "the copy does not follow: " + Arrays.toString(lagsMs));

        network.cut(SECOND, VenueNetwork.Way.BOTH);
        flow.trade(ANSWERS);
        flow.await("the copy says that it does not know", () -> BackupStatus.read(copy).lagNs() < 0 ||
            BackupStatus.read(copy).lagNs() > TimeUnit.SECONDS.toNanos(1));
        network.heal(SECOND);
        awaitWhole(copy);
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
                line.contains("\"sole\"")), () -> act + "\n" + log);
            assertTrue(log.toString().lines().anyMatch((line) -> line.contains("\"approve " + act + '"') &&
                line.contains('"' + APPROVER + '"')), () -> act + "\n" + log);
        }
    }

    private String gatewayConfig() throws IOException
    {
        final Map<String, Object> options = options(GATEWAY, FIRST, MEMBERS);
        options.remove("venue.fix.stores");
        options.put("venue.cluster.component-host", address(FIRST));
        options.put("venue.site.gateway", address(FIRST) + ":" + gatewayPort());
        // No market data runs that it could hear.
        options.put("venue.marketdata.watermark", "239.195.12.99:" + gatewayPort());
        options.put("venue.fix.public-first-timeout", "5 ms");
        return VenueProcess.writeConfig(dir.resolve(GATEWAY + ".conf"), options).toString();
    }

    private int gatewayPort()
    {
        return ports[FIRST] + PORTS - 1;
    }

    private InetSocketAddress gatewayAddress() throws IOException
    {
        return VenueProcess.address(ComponentDescriptor.read(dir.resolve(GATEWAY), ComponentKind.FIX).address());
    }

    private void awaitFiles(final Path copy, final List<String> origins)
    {
        final long nowMs = System.currentTimeMillis();
        flow.await("files of " + origins, () -> BackupStatus.isIn(copy) && BackupStatus.read(copy).wholeMs() >= nowMs &&
            origins.stream().allMatch((origin) -> BackupStatus.read(copy).files().getOrDefault(origin, 0L) >= nowMs));
    }

    private void buyOverFix(final int count)
    {
        for (int i = 0; i < count; i++)
        {
            fixFirm.send();
        }
        flow.await("answers over FIX", () -> 0 == fixFirm.unanswered());
    }

    private String config(final String name, final int site, final int memberCount) throws IOException
    {
        return VenueProcess.writeConfig(dir.resolve(name + ".conf"), options(name, site, memberCount)).toString();
    }

    private Map<String, Object> options(final String name, final int site, final int memberCount) throws IOException
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
        options.put("venue.site.gateways", hasGateway ? List.of(address(FIRST) + ":" + gatewayPort()) : List.of());
        if (null != network)
        {
            TestVenue.openGateways(options, network.address(site), data);
        }
        if (livesOn)
        {
            options.put("venue.site.lease", LEASE);
        }
        return options;
    }

    private int sitePort(final int site)
    {
        return ports[site] + 4 * MEMBERS + 2;
    }

    private String address(final int site)
    {
        return null == network ? "127.0.0.1" :
            VenueNetwork.canEncrypt() ? network.tunnelAddress(site) : network.address(site);
    }

    /** The member with the gateways; the others run beside it. */
    private VenueProcess startFirst(final String config, final int memberCount) throws IOException
    {
        makeKeys(dir.resolve("first"));
        for (int memberId = 1; memberId < memberCount; memberId++)
        {
            members.add(launchMember(config, memberId));
        }
        return ready(FIRST, "start", "--config", config, "--data", dir.resolve("first").toString());
    }

    private VenueProcess launchMember(final String config, final int memberId) throws IOException
    {
        return launch(FIRST, List.of("member", "--config", config, "--member-id", Integer.toString(memberId), "--data",
            dir.resolve("member-" + memberId).toString()));
    }

    private VenueProcess launch(final int site, final List<String> arguments) throws IOException
    {
        final VenueProcess process = VenueProcess.launch(null == network ? List.of() : network.within(site),
            VenueProcess.startOptions(), arguments.toArray(String[]::new));
        processes.add(process);
        return process;
    }

    private VenueProcess ready(final int site, final String... arguments) throws IOException
    {
        return ready(launch(site, List.of(arguments)));
    }

    private VenueProcess ready(final VenueProcess process)
    {
        flow.await("a process", () -> isReady(process) || !process.isAlive());
        process.awaitReady();
        return process;
    }

    private void assertRefused(final VenueProcess start, final String reason)
    {
        flow.await("a venue that must not start", () -> !start.isAlive());
        final VenueProcess.Result end = start.awaitExit();
        assertEquals(3, end.exitCode(), end::toString);
        assertTrue(end.err().contains(reason), end::toString);
    }

    private static boolean isReady(final VenueProcess process)
    {
        return process.out().contains("ready");
    }

    private String command(final int exitCode, final String reason, final String... arguments)
    {
        final VenueProcess.Result result = VenueProcess.execute(flow::poll, List.of(arguments));
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertTrue(result.err().contains(reason), result::toString);
        return result.out();
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
    private long loseTheFirstSite(final VenueProcess venue, final VenueProcess backup, final List<String> failOver,
        final Path copy) throws IOException
    {
        backup.kill();
        buy(UNHEARD);
        if (null != network)
        {
            network.cut(FIRST, VenueNetwork.Way.BOTH);
        }
        venue.kill();
        members.forEach(VenueProcess::kill);
        cutClients();
        final VenueProcess.Result status = VenueProcess.execute("backup", "--status", "--data", copy.toString());
        assertTrue(status.out().contains("would be lost now     nothing that the venue acknowledged up to "),
            status::toString);
        command(3, "has not heard from the venue", with(failOver, "--planned", "--yes"));
        command(3, "add --yes", with(failOver));
        assertNoOtherSigns(failOver);
        assertFalse(Files.exists(dir.resolve("second")));
        VenueProcess.clean(dir.resolve("first"));
        final long wholeMs = BackupStatus.read(copy).wholeMs();
        fixFirm.mayRepeat();
        ready(SECOND, signedByTwo(copy, failOver));
        if (null != network)
        {
            network.heal(FIRST);
        }
        return wholeMs;
    }

    /**
     * The first site is taken for lost, and its clients trade on there: until it ends by itself, before the second site
     * is the venue. It does not come back without its backup either.
     */
    private long fallSilent(final VenueProcess venue, final VenueProcess backup, final List<String> failOver,
        final Path copy) throws IOException
    {
        network.separate(FIRST, SECOND);
        backup.kill();
        buy(UNHEARD);
        final long wholeMs = BackupStatus.read(copy).wholeMs();
        fixFirm.mayRepeat();
        final VenueProcess second = launch(SECOND, List.of(signedByTwo(copy, failOver)));
        flow.await("the first site falls silent", () ->
        {
            if (0 == twimeFirm.unanswered() && 0 == fixFirm.unanswered() && twimeFirm.send())
            {
                fixFirm.send();
            }
            return !venue.isAlive();
        });
        assertFalse(isReady(second), second::describe);
        final VenueProcess.Result end = venue.awaitExit();
        assertEquals(1, end.exitCode(), end::toString);
        assertTrue(end.out().contains("the venue has not heard of its backup"), end::toString);
        assertEquals(SiteTerm.FIRST, SiteTerm.read(dir.resolve("first")));
        cutClients();
        final VenueProcess again = launch(FIRST, List.of(
            "start", "--config", dir.resolve("first.conf").toString(), "--data", dir.resolve("first").toString()));
        ready(second);
        assertRefused(again, "venue.site.lease");
        network.join(FIRST, SECOND);
        return wholeMs;
    }

    private static String[] with(final List<String> command, final String... options)
    {
        return Stream.concat(command.stream(), Arrays.stream(options)).toArray(String[]::new);
    }

    /** A request without a signature, with another key, or of a person who may not ask, does nothing. */
    private void assertNoOtherSigns(final List<String> failOver)
    {
        command(2, "name the operator who acts", with(failOver, "--yes"));
        command(2, "the key is not the one that the venue knows",
            with(failOver, signature("sole", APPROVER_KEY, "--yes")));
        command(5, "no role to ask for site", with(failOver, signature(APPROVER, APPROVER_KEY, "--yes")));
    }

    /** The command of an operator, once another one has approved it. */
    private String[] signedByTwo(final Path dataDir, final List<String> command)
    {
        final String[] signed = with(command, signature("sole", KEY, "--yes"));
        command(5, "another person has to approve", signed);
        command(0, "", with(List.of("operators", "site", "--approve", "--data", dataDir.toString()),
            signature(APPROVER, APPROVER_KEY)));
        return signed;
    }

    private String[] signature(final String name, final String key, final String... options)
    {
        return with(List.of("--as", name, "--operator-key", dir.resolve(key).toString(), "--operator-password",
            dir.resolve(PASSWORD_FILE).toString()), options);
    }

    private void cutClients()
    {
        twimeFirm.close();
        flowRelay.stop();
        firmRelay.stop();
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

    /** Each order that was acknowledged is there, or was acknowledged after the moment that the status named. */
    private void assertLossIsWithinTheBound(final Path second, final long wholeMs) throws IOException
    {
        assertFalse(twimeFirm.lostMs().isEmpty(), "nothing was lost: the drill has shown nothing");
        twimeFirm.lostMs().forEach((id, ms) -> assertTrue(ms >= wholeMs, () ->
            "lost within the bound: id=" + id + " acknowledgedMs=" + ms + " wholeMs=" + wholeMs));
        System.out.println("SecondSiteTest lost=" + twimeFirm.lostMs().size() + " of=" + twimeFirm.lastId());
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
            OperatorClient operator = sole.client(client, LIMIT_NS))
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
        final String[] signed = signedByTwo(dataDir, List.of("hand-over", "--data", dataDir.toString()));
        final CompletableFuture<VenueProcess.Result> command =
            CompletableFuture.supplyAsync(() -> VenueProcess.execute(signed));
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
            OperatorClient operator = sole.client(client, LIMIT_NS))
        {
            final StateReport report = operator.reportState();
            final StreamLedger ledger = StreamLedger.read(client, report.cursor());
            ledger.assertExplains(report);
            assertTrue(ledger.tradeCount() > 0, "nothing was traded: seed=" + seed);
            flow.assertAnswered(ledger);
        }
    }

    /** Of clearing, and certificates of all members and the regulator. */
    private void makeKeys(final Path dataDir) throws IOException
    {
        command(0, "", "keys", "init", "--data", dataDir.toString());
        final Path key = Files.writeString(dir.resolve("member.pub"), "-----BEGIN PUBLIC KEY-----\n" +
            Base64.getEncoder().encodeToString(PersonalKey.generate().publicKey()) + "\n-----END PUBLIC KEY-----\n");
        for (final String member : List.of("AA", "BB", "CC", "DD", "REG"))
        {
            command(0, "", "keys", "issue", member, "--public-key", key.toString(), "--data", dataDir.toString());
        }
    }

    private String clear(final String kind, final Path dataDir)
    {
        return command(0, "", with(List.of("clearing", kind, "--data", dataDir.toString()), signature("sole", KEY)));
    }

    /** Both clearings, the first site's and the last one's, are what one venue makes of the same journal. */
    private void assertClearedAsUndisturbed(final Path dataDir) throws IOException
    {
        final long trades;
        try (EngineClient client = VenueProcess.connect(dataDir))
        {
            trades = StreamLedger.read(client, client.endCursor()).tradeCount();
        }
        final String run = clear("evening", dataDir);
        assertTrue(run.lines().anyMatch(("trades     " + trades)::equals), run);
        final String tradingDate = run.lines().filter((line) -> line.matches("run +[0-9]+ .*"))
            .map((line) -> line.replaceAll("run +([0-9]{8}).*", "$1")).findFirst().orElseThrow();
        final String replayed = command(0, "", "clearing", "replay", tradingDate, "--data", dataDir.toString());
        assertEquals(2, replayed.lines().filter((line) -> line.matches("OK +\\S+ day .*")).count(), replayed);
    }

    private int pollFirm()
    {
        twimeFirm.poll();
        return 0;
    }
}
