// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.drill.FeedReader;
import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.security.CredentialStore;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.fast.FastOrderBooks;
import io.bourse.marketdata.client.fast.FastReceiver;
import io.bourse.marketdata.client.fast.FastReceiverOptions;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.bourse.testing.VenueNetwork;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A venue on six hosts: three members, gateways, market data, a backup; its clients and subscribers are on a seventh.
 * Members are known by names, one of which moves to another address.
 */
@Tag("drill")
class SeveralHostsTest
{
    private static final long OPERATOR_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int MEMBERS = 3;
    private static final int GATEWAYS = 3;
    private static final int FEEDS = 4;
    private static final int BACKUP = 5;
    private static final int HOSTS = 6;
    private static final int BASE_PORT = 20_110;
    private static final int TWIME_PORT = 9_000;
    private static final int FIX_PORT = 9_878;
    private static final int ANSWERS = 600;
    private static final int PUBLIC_ORDERS = 50;
    private static final int ROUNDS = 8;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int RECEIVE_BUFFER = 4 * 1024 * 1024;
    private static final long PUBLIC_FIRST_NS = TimeUnit.SECONDS.toNanos(1);

    @TempDir
    private Path dir;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final ReferenceData data = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120);
    private final Map<String, VenueProcess> processes = new LinkedHashMap<>();
    private final List<TwimeTrader> twime = new ArrayList<>();
    private final TraderFlow flow = new TraderFlow(seed, this::pollFast,
        () -> processes.values().stream().map(VenueProcess::describe).collect(Collectors.joining("\n")));
    private final FastOrderBooks fastBooks = new FastOrderBooks();
    private VenueNetwork network;
    private boolean isEncrypted;
    private FixTrader fix;
    private FeedReader simba;
    private FastReceiver fast;
    private String config;

    @BeforeEach
    void requireNetwork()
    {
        assumeTrue(VenueNetwork.isPossible(), "only root can make network namespaces, and python3 is needed");
    }

    @AfterEach
    void closeAll()
    {
        CloseHelper.quietCloseAll(flow, simba, fast);
        processes.values().forEach(VenueProcess::close);
        IntStream.range(0, MEMBERS).forEach((memberId) -> VenueProcess.clean(member(memberId)));
        // Those of processes that were killed, and of components that have a media driver of their own.
        List.of("backup", "twime", "twime/driver-twime", "fix", "fix/driver-fix", "feeds", "feeds/driver-marketdata")
            .forEach((name) -> VenueProcess.clean(dir.resolve(name)));
        CloseHelper.close(network);
    }

    @ParameterizedTest
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    @ValueSource(ints = {200, 5_000})
    void shouldLoseNothingWhenTheLeaderIsKilledAndAMemberMoves(final int delayUs) throws IOException
    {
        System.out.println("SeveralHostsTest delayUs=" + delayUs + " seed=" + seed);
        network = VenueNetwork.open(HOSTS, delayUs);
        start();
        join();
        flow.trade(ANSWERS);
        shouldPublishFirst(-1);

        final int leader = leader(0);
        process(memberName(leader)).kill();
        flow.trade(ANSWERS);
        final int other = (leader + 1) % MEMBERS;
        startMember(leader, false);
        flow.trade(ANSWERS);
        verify(other);

        // A majority is only there when the member is found at its new address.
        process(memberName(other)).kill();
        network.addAddress(other, network.address(200 + other));
        writeHosts(other);
        startMember(other, true);
        final int last = (other + 1) % MEMBERS;
        awaitCaughtUp(other, last);
        process(memberName(last)).kill();
        flow.trade(ANSWERS);

        network.cut(FEEDS, VenueNetwork.Way.OUT);
        flow.trade(ANSWERS);
        network.heal(FEEDS);
        flow.trade(ANSWERS);
        verify(other);
    }

    /** All that the hosts say to each other goes through WireGuard, in user space: the kernel's costs less. */
    @ParameterizedTest
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    @ValueSource(booleans = {false, true})
    void shouldTradeThroughTunnels(final boolean encrypts) throws IOException
    {
        assumeTrue(VenueNetwork.canEncrypt(), "wireguard-go, wg and nft are needed");
        System.out.println("SeveralHostsTest encrypts=" + encrypts + " seed=" + seed);
        network = VenueNetwork.open(HOSTS, 0);
        isEncrypted = encrypts;
        if (encrypts)
        {
            network.encrypt();
        }
        start();
        join();
        for (int i = 0; i < ROUNDS; i++)
        {
            final long beginNs = System.nanoTime();
            flow.trade(ANSWERS);
            System.out.println(
                "SeveralHostsTest answersPerS=" + ANSWERS * SECOND_NS / (System.nanoTime() - beginNs));
            shouldPublishFirst(-1 - i * PUBLIC_ORDERS);
        }
        verify(leader(0));
    }

    private String address(final int host)
    {
        return isEncrypted ? network.tunnelAddress(host) : network.address(host);
    }

    private void start() throws IOException
    {
        writeHosts(-1);
        // On several machines they are copied before anything starts.
        CredentialStore.at(dir.resolve("credentials")).createMissing();
        final Map<String, Object> options = TestVenue.options(dir.resolve("data"));
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        options.put("venue.credentials", dir.resolve("credentials"));
        options.put("venue.cluster.members", MEMBERS);
        options.put("venue.cluster.hosts",
            IntStream.range(0, MEMBERS).mapToObj(SeveralHostsTest::memberName).toList());
        options.put("venue.cluster.base-port", BASE_PORT);
        options.put("venue.cluster.backup", true);
        options.put("venue.cluster.backup-host", address(BACKUP));
        options.put("venue.marketdata.interface", VenueNetwork.INTERFACE);
        options.put("venue.marketdata.time-to-live", 1);
        options.put("venue.marketdata.watermark", "239.195.14.1:20070");
        options.put("venue.marketdata.fast.enabled", true);
        config = config("venue.conf", options);
        for (int memberId = MEMBERS - 1; memberId >= 0; memberId--)
        {
            startMember(memberId, false);
        }
        launch("backup", BACKUP, "backup", "--config", config, "--data", dir.resolve("backup").toString());

        options.put("venue.cluster.component-host", address(FEEDS));
        options.put("venue.marketdata.bind", network.address(FEEDS));
        launch("feeds", FEEDS, "marketdata", "--config", config("feeds.conf", options), "--data",
            dir.resolve("feeds").toString());

        options.put("venue.cluster.component-host", address(GATEWAYS));
        options.put("venue.twime.port", TWIME_PORT);
        options.put("venue.fix.port", FIX_PORT);
        TestVenue.openGateways(options, network.address(GATEWAYS), data);
        final String gateways = config("gateways.conf", options);
        for (final String kind : List.of("twime", "fix"))
        {
            launch(kind, GATEWAYS, "gateway", kind, "--config", gateways, "--data", dir.resolve(kind).toString());
        }
        processes.values().forEach(VenueProcess::awaitReady);
    }

    private void startMember(final int memberId, final boolean isMoved) throws IOException
    {
        launch(memberName(memberId), memberId, 0 == memberId && !processes.containsKey(memberName(0)) ? "engine" :
            "member", "--config", config, "--member-id", Integer.toString(memberId), "--data",
            member(memberId).toString());
        if (isMoved)
        {
            process(memberName(memberId)).awaitReady();
        }
    }

    /** Names of the members as all hosts know them; what moved has its second address. */
    private void writeHosts(final int moved) throws IOException
    {
        final Path file = dir.resolve("hosts");
        final Path temporary = dir.resolve("hosts.tmp");
        Files.writeString(temporary, IntStream.range(0, MEMBERS).mapToObj((memberId) -> address(
            memberId == moved ? 200 + memberId : memberId) + " " + memberName(memberId) + "\n")
            .collect(Collectors.joining()));
        Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private String config(final String name, final Map<String, Object> options) throws IOException
    {
        return VenueProcess.writeConfig(dir.resolve(name), options).toString();
    }

    private void launch(final String name, final int host, final String... arguments) throws IOException
    {
        final List<String> options = new ArrayList<>(VenueProcess.startOptions());
        options.add("-Djdk.net.hosts.file=" + dir.resolve("hosts"));
        processes.put(name, VenueProcess.launch(network.within(host), options, arguments));
    }

    private VenueProcess process(final String name)
    {
        return processes.get(name);
    }

    private static String memberName(final int memberId)
    {
        return "member-" + memberId + ".bourse";
    }

    private Path member(final int memberId)
    {
        return dir.resolve("member-" + memberId);
    }

    private void join() throws IOException
    {
        final ObjectMapper mapper = new ObjectMapper();
        final ObjectNode tree = mapper.valueToTree(VenueProcess.descriptor(member(0)));
        final VenueDescriptor where =
            mapper.treeToValue(tree.put("networkInterface", network.testInterface()), VenueDescriptor.class);
        simba = new FeedReader(where);
        fast = new FastReceiver(FastReceiverOptions.builder()
            .interfaceName(network.testInterface())
            .endpoints(FeedEndpoints.of(where.feed("fast.orders-log.incremental-a"),
                where.feed("fast.orders-log.incremental-b"), where.feed("fast.orders-log.snapshot-a"),
                where.feed("fast.orders-log.snapshot-b"))).build(), fastBooks);
        final Map<Integer, String> symbols = data.instruments().stream()
            .collect(Collectors.toMap(InstrumentSpec::instrumentId, InstrumentSpec::symbol));
        for (final ReferenceData.Login login : data.logins())
        {
            final List<String> accounts = data.accounts().stream()
                .filter(account -> account.startsWith(login.brokerageFirm())).limit(20).toList();
            if (LoginProtocol.TWIME == login.protocol())
            {
                final TwimeTrader trader = new TwimeTrader(login.name(), login.loginId(), accounts);
                twime.add(trader);
                // There is no leader for up to two seconds; a busy machine takes as long for less.
                trader.mayBeUnavailable();
                trader.connect(new InetSocketAddress(network.address(GATEWAYS), TWIME_PORT));
            }
            else if (null == fix)
            {
                fix = new FixTrader(new InetSocketAddress(network.address(GATEWAYS), FIX_PORT), login.name(),
                    login.loginId(), accounts, symbols);
            }
        }
        flow.start(data.instruments().subList(0, 3), Stream.concat(twime.stream(), Stream.of(fix)).toList());
        flow.await("clients", () -> fix.isLoggedOn() && twime.stream().allMatch(TwimeTrader::isRecovered));
    }

    /** When the answer is here its packet is, too; and the gateway knew that, it has not waited in vain. */
    private void shouldPublishFirst(final int firstId) throws IOException
    {
        final VenueDescriptor where = VenueProcess.descriptor(member(0));
        try (MulticastReceiver receiver = new MulticastReceiver(
            MulticastEndpoint.parse(where.feed("simba.orders-log.incremental-a")),
            NetworkInterface.getByName(network.testInterface()), RECEIVE_BUFFER))
        {
            final TwimeTrader trader = twime.getFirst();
            final OrderAction order = new OrderAction();
            final InstrumentSpec spec = data.instruments().getFirst();
            order.instrumentId = spec.instrumentId();
            final long[] tookNs = new long[PUBLIC_ORDERS];
            for (int i = 0; i < PUBLIC_ORDERS; i++)
            {
                lastPacket(receiver);
                order.newOrder(firstId - i, true, spec.lowLimitE5(), 1, false);
                final long beginNs = System.nanoTime();
                flow.await("an order is sent", () -> trader.send(order));
                flow.await("an answer", () -> 0 == trader.outstanding());
                tookNs[i] = System.nanoTime() - beginNs;
                assertTrue(lastPacket(receiver) > 0, "the answer was here before its market data");
            }
            Arrays.sort(tookNs);
            System.out.println("SeveralHostsTest answers medianUs=" + tookNs[PUBLIC_ORDERS / 2] / 1_000 +
                " longestUs=" + tookNs[PUBLIC_ORDERS - 1] / 1_000);
            // A machine that is busy with other things may make one of them late.
            assertTrue(tookNs[PUBLIC_ORDERS / 2] < PUBLIC_FIRST_NS / 2,
                () -> "the gateway does not hear how far market data is: ns=" + Arrays.toString(tookNs));
        }
    }

    /** Incremental packets that have come. */
    private static int lastPacket(final MulticastReceiver receiver)
    {
        int packets = 0;
        for (int length = receiver.receive(); length > 0; length = receiver.receive())
        {
            packets += 0 == (SimbaPacketDescriptor.msgFlags(receiver.buffer(), 0) &
                SimbaPacketDescriptor.FLAG_INCREMENTAL) ? 0 : 1;
        }
        return packets;
    }

    private int leader(final int memberId) throws IOException
    {
        try (EngineClient client = VenueProcess.connect(member(memberId));
            OperatorClient operator = DemoOperators.client(client, OPERATOR_TIMEOUT_NS))
        {
            operator.reportState();
            return ((ClusterEngineClient)client).leaderMemberId();
        }
    }

    private void awaitCaughtUp(final int memberId, final int other) throws IOException
    {
        try (EngineClient client = VenueProcess.connect(member(memberId));
            EngineClient ahead = VenueProcess.connect(member(other)))
        {
            flow.await("the member has caught up", () -> client.endCursor() >= ahead.endCursor());
        }
    }

    /** The state of the engine, its events, the histories of the clients, the books and the copy are one story. */
    private void verify(final int memberId) throws IOException
    {
        try (EngineClient client = VenueProcess.connect(member(memberId));
            OperatorClient operator = DemoOperators.client(client, OPERATOR_TIMEOUT_NS))
        {
            final StateReport report = operator.reportState();
            final StreamLedger ledger = StreamLedger.read(client, report.cursor());
            ledger.assertExplains(report);
            assertTrue(ledger.tradeCount() > 0, "nothing was traded: seed=" + seed);
            flow.assertAnswered(ledger);
            simba.awaitEqual(report);
            final Map<String, Integer> orders = FeedReader.held(report).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, (side) -> side.getValue().size()));
            final int resting = orders.values().stream().mapToInt(Integer::intValue).sum();
            flow.await("the books of FAST", () -> fast.isLive() &&
                resting == fastBooks.all().stream().mapToInt(MarketBook::orderCount).sum());
            flow.await("the backup", () -> BackupStatus.read(dir.resolve("backup")).eventPosition() >= report.cursor());
        }
    }

    private int pollFast()
    {
        return fast.doWork();
    }
}
