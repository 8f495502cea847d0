// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.ClusterClientOptionsBuilder;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.FailStop;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.engine.testing.TestPorts;
import io.bourse.testing.HistoryChecker;
import io.bourse.testing.SmallDisk;
import io.bourse.testing.VenueNetwork;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Three members and their clients through every fault of one member. Whatever happens, the answers that all clients got
 * are those that one exchange would have given, as an outside checker sees it, and all members end with equal events.
 */
@Tag("drill")
class FailoverHistoryTest
{
    private static final int MEMBERS = 3;
    private static final int BASE_PORT = 20_110;
    private static final int DELAY_US = 200;
    private static final int LOGINS_OF_CLIENT = 2;
    private static final int FIRST_LOGIN = 101;
    private static final int ROUNDS = Integer.getInteger("bourse.rounds", 3);
    private static final int LOGINS = MEMBERS * LOGINS_OF_CLIENT + ROUNDS;
    private static final int ANSWERS = 300;
    private static final int SMALL_MIB = 10;
    private static final int LARGE_MIB = 512;
    private static final List<String> LOOPBACK = Collections.nCopies(MEMBERS, "127.0.0.1");
    private static final long READ_INTERVAL_MS = 100;

    @TempDir
    private static Path program;

    private static HistoryChecker checker;

    @TempDir
    private Path dir;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final MemberProcess[] members = new MemberProcess[MEMBERS];
    private final List<ClusterEngineClient> clients = new ArrayList<>();
    private final List<HistoryLogin> logins = new ArrayList<>();
    private VenueNetwork network;
    private ClusterClientOptionsBuilder options;
    private MediaDriver driver;
    private OperationHistory history;
    private Reader reader;

    /** What happens to a member. */
    private enum Fault
    {
        /** Its process is killed. */
        KILLED,
        /** Its host is off: no answer from there, not even that it is not there. */
        HOST_GONE,
        /** It is alone. */
        CUT_OFF,
        /** It is heard, and hears nothing. */
        DEAF,
        /** It hears, and is not heard. */
        MUTE,
        /** It stands still, and then goes on as if nothing had happened. */
        STOPPED
    }

    @BeforeAll
    static void buildChecker() throws IOException
    {
        assumeTrue(HistoryChecker.isPossible(), "Go is needed, and its module proxy or a cache with the module");
        checker = HistoryChecker.build(program);
    }

    @BeforeEach
    void begin() throws IOException
    {
        System.out.println("FailoverHistoryTest seed=" + seed);
        CredentialStore.in(dir).createMissing().add(Principal.gateway(MEMBERS));
        driver = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(dir.resolve("driver").toString())
            .threadingMode(ThreadingMode.SHARED)
            .imageLivenessTimeoutNs(TimeUnit.SECONDS.toNanos(1))
            .dirDeleteOnShutdown(true));
        history = new OperationHistory(dir.resolve("history.jsonl"));
    }

    @AfterEach
    void end()
    {
        logins.forEach(HistoryLogin::abandon);
        CloseHelper.quietCloseAll(reader);
        CloseHelper.quietCloseAll(logins);
        CloseHelper.quietCloseAll(clients);
        CloseHelper.quietCloseAll(members);
        CloseHelper.quietCloseAll(driver, history, network);
    }

    /** All, or those of the property. */
    static List<Fault> faults()
    {
        final String names = System.getProperty("bourse.faults");
        return null == names ? List.of(Fault.values()) : Stream.of(names.split(",")).map(Fault::valueOf).toList();
    }

    @ParameterizedTest
    @MethodSource("faults")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void shouldAnswerAsOneExchangeWhateverHappensToAMember(final Fault fault) throws Exception
    {
        assumeTrue(VenueNetwork.isPossible(), "only root can make network namespaces, and python3 is needed");
        network = VenueNetwork.open(MEMBERS, DELAY_US);
        final List<String> hosts = IntStream.range(0, MEMBERS).mapToObj(network::address).toList();
        for (int i = 0; i < MEMBERS; i++)
        {
            startMember(i, hosts);
        }
        connect(hosts, BASE_PORT, network.testAddress());
        for (int i = 0; i < ROUNDS; i++)
        {
            awaitAnswers();
            // The one that leads, but in one round of three one that follows.
            final boolean isFollower = 1 == i % 3;
            final int victim = isFollower ? (leader() + 1) % MEMBERS : leader();
            logins.get(i).abandon();
            final long beginNs = System.nanoTime();
            begin(fault, victim);
            System.out.printf("%s: %s, answered after ms %s%n", fault, isFollower ? "follower" : "leader",
                awaitAnsweredAfter(beginNs));
            addLogin(i);
            awaitAnswers();
            end(fault, victim, hosts);
            awaitCaughtUp(victim);
        }
        verify(Stream.of(members).map(MemberProcess::aeronDirectoryName).toList());
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void shouldAnswerAsOneExchangeWhenTheDiskOfAMemberIsFull() throws Exception
    {
        assumeTrue(SmallDisk.isPossible(), "this machine does not let a test mount a disk of its own");
        final int basePort = TestPorts.reserveRow(4 * MEMBERS);
        Files.createDirectories(TestCluster.memberDir(dir, 0));
        // It is first, so that it leads as often as not.
        try (SmallDisk disk = SmallDisk.mount(TestCluster.memberDir(dir, 0), SMALL_MIB, LARGE_MIB, MemberProcess.class,
            dir.toString(), String.join(",", LOOPBACK), Integer.toString(basePort), "0", "0"))
        {
            for (int i = 1; i < MEMBERS; i++)
            {
                members[i] = MemberProcess.start(dir, MEMBERS, basePort, i);
            }
            connect(LOOPBACK, basePort, LOOPBACK.getFirst());
            assertEquals(FailStop.EXIT_STATUS, disk.awaitExit(), disk::toString);
            final long beginNs = System.nanoTime();
            System.out.printf("disk full: answered after ms %s%n", awaitAnsweredAfter(beginNs));
            final String directory = disk.awaitLine("READY ");
            awaitAnswers();
            verify(List.of(directory, members[1].aeronDirectoryName(), members[2].aeronDirectoryName()));
        }
    }

    private void startMember(final int memberId, final List<String> hosts) throws IOException
    {
        members[memberId] = MemberProcess.start(network.within(memberId), dir, hosts, BASE_PORT, memberId);
    }

    private void connect(final List<String> hosts, final int basePort, final String address) throws IOException
    {
        final List<MemberEndpoints> endpoints = MemberEndpoints.of(hosts, basePort);
        final List<String> archives = new ArrayList<>(endpoints.stream()
            .map((member) -> member.host() + ":" + member.archivePort()).toList());
        options = ClusterClientOptions.builder()
            .aeronDirectoryNames(List.of(driver.aeronDirectoryName()))
            .egressEndpoint(address + ":0")
            .credentials(CredentialStore.in(dir))
            .windowSize(TestCluster.WINDOW_SIZE)
            .ingressEndpoints(MemberEndpoints.ingressEndpoints(endpoints));
        for (int i = 0; i < MEMBERS; i++)
        {
            clients.add(ClusterEngineClient.connect(options.archiveEndpoints(archives).build()));
            // Each client prefers another member.
            Collections.rotate(archives, 1);
        }
        final OperatorClient operator = new OperatorClient(clients.getFirst(), TestEngine.TIMEOUT_NS);
        DemoReferenceData.define(operator);
        for (int i = 0; i < LOGINS; i++)
        {
            operator.defineLogin(FIRST_LOGIN + i, LoginProtocol.TWIME, "HISTORY" + i, firm(i));
        }
        for (int i = 0; i < MEMBERS * LOGINS_OF_CLIENT; i++)
        {
            addLogin(i);
        }
        reader = new Reader(operator);
    }

    private static String firm(final int login)
    {
        return 0 == login % 2 ? "AA01" : "BB01";
    }

    private void addLogin(final int client)
    {
        final int number = logins.size();
        logins.add(new HistoryLogin(clients.get(client % MEMBERS), 1 + client % MEMBERS, FIRST_LOGIN + number,
            firm(number) + "001", history, seed));
    }

    private int leader()
    {
        final int[] leader = {-1};
        TestEngine.await("a leader is elected", () ->
        {
            for (int i = 0; i < MEMBERS; i++)
            {
                leader[0] = null != members[i] && members[i].isLeader() ? i : leader[0];
            }
            return leader[0] >= 0;
        });
        return leader[0];
    }

    private void begin(final Fault fault, final int memberId) throws IOException, InterruptedException
    {
        switch (fault)
        {
            case KILLED -> members[memberId].kill();
            case HOST_GONE ->
            {
                network.cut(memberId, VenueNetwork.Way.BOTH);
                members[memberId].kill();
            }
            case CUT_OFF -> network.cut(memberId, VenueNetwork.Way.BOTH);
            case DEAF -> network.cut(memberId, VenueNetwork.Way.IN);
            case MUTE -> network.cut(memberId, VenueNetwork.Way.OUT);
            case STOPPED -> members[memberId].signal("STOP");
        }
    }

    private void end(final Fault fault, final int memberId, final List<String> hosts)
        throws IOException, InterruptedException
    {
        switch (fault)
        {
            case KILLED -> startMember(memberId, hosts);
            case HOST_GONE ->
            {
                network.heal(memberId);
                startMember(memberId, hosts);
            }
            case CUT_OFF, DEAF, MUTE -> network.heal(memberId);
            case STOPPED -> members[memberId].signal("CONT");
        }
    }

    /** So many answers more than there are. */
    private void awaitAnswers()
    {
        final long enough = history.answered() + ANSWERS;
        TestEngine.awaitProgress("answers", history::answered, () -> history.answered() >= enough);
    }

    /**
     * Waits until each login has an answer to what it has asked for after a time.
     *
     * @return how long that took the last login of each client, in milliseconds.
     */
    private List<Long> awaitAnsweredAfter(final long beginNs)
    {
        final Long[] tookMs = new Long[MEMBERS];
        Arrays.fill(tookMs, 0L);
        TestEngine.await("all are answered", () ->
        {
            boolean areAnswered = true;
            for (int i = 0; i < logins.size(); i++)
            {
                if (!logins.get(i).isAbandoned() && logins.get(i).answeredCallNs() - beginNs <= 0)
                {
                    tookMs[i % MEMBERS] = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
                    areAnswered = false;
                }
            }
            return areAnswered;
        });
        return List.of(tookMs);
    }

    private void awaitCaughtUp(final int memberId)
    {
        final long eventPosition = members[leader()].eventPosition();
        TestEngine.awaitProgress("member " + memberId + " has caught up", members[memberId]::eventPosition,
            () -> members[memberId].eventPosition() >= eventPosition);
    }

    /** The last read of all is that of the book that all answers together come to. */
    private void verify(final List<String> aeronDirectories) throws Exception
    {
        for (final HistoryLogin login : logins)
        {
            login.close();
        }
        reader.close();
        final StateReport report = reader.read();
        history.close();
        System.out.println("answered=" + history.answered() + " orders=" + report.orderCount() + " trades=" +
            report.tradeCount() + ' ' + checker.requireLinearizable(dir.resolve("history.jsonl")).strip());
        assertTrue(report.tradeCount() > 0, "nothing has traded");
        checker.requireRefused(withoutAnOrder());
        final Set<Long> hashes = new HashSet<>();
        for (final String aeronDirectory : aeronDirectories)
        {
            try (ClusterEngineClient client = ClusterEngineClient.connect(
                options.aeronDirectoryNames(List.of(aeronDirectory)).archiveEndpoints(List.of()).build()))
            {
                TestEngine.awaitProgress(aeronDirectory + " has caught up", client::endCursor,
                    () -> client.endCursor() >= report.cursor());
                hashes.add(TestEngine.collect(
                    client, 0, (listener) -> listener.cursor() >= report.cursor()).rollingHash());
            }
        }
        // Over all events up to there, each in the recording of the member itself.
        assertEquals(1, hashes.size(), () -> "the members have different events: hashes=" + hashes);
    }

    /** The same history, as if an order that was acknowledged had never been: what it did cannot be explained. */
    private Path withoutAnOrder() throws IOException
    {
        final List<String> lines = new ArrayList<>(Files.readAllLines(dir.resolve("history.jsonl")));
        final List<String> orders = lines.stream()
            .filter((line) -> line.contains("\"rests\":true") && line.contains("ACCEPTED")).toList();
        lines.remove(orders.get(orders.size() / 2));
        return Files.write(dir.resolve("without-an-order.jsonl"), lines);
    }

    /** Reads the books of all instruments again and again: nothing that was answered may be missing there. */
    private final class Reader implements AutoCloseable
    {
        private final OperatorClient operator;
        private final Thread thread;
        private volatile boolean isStopping;
        private volatile RuntimeException failure;

        Reader(final OperatorClient operator)
        {
            this.operator = operator;
            thread = Thread.ofPlatform().name("reader").daemon().start(this::run);
        }

        private void run()
        {
            try
            {
                while (!isStopping)
                {
                    read();
                    TimeUnit.MILLISECONDS.sleep(READ_INTERVAL_MS);
                }
            }
            catch (final RuntimeException ex)
            {
                failure = ex;
            }
            catch (final InterruptedException ex)
            {
                Thread.currentThread().interrupt();
            }
        }

        StateReport read()
        {
            final List<OperationHistory.Call> calls = Stream.of(DemoReferenceData.SI_ID, DemoReferenceData.RI_ID)
                .map((instrumentId) -> OperationHistory.Call.read(0, instrumentId)).toList();
            final StateReport report = operator.reportState();
            calls.forEach((call) -> history.read(call, report));
            return report;
        }

        @Override
        public void close() throws InterruptedException
        {
            isStopping = true;
            thread.join();
            if (null != failure)
            {
                throw failure;
            }
        }
    }
}
