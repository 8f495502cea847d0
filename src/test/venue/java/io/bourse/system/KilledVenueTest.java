// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.drill.FeedReader;
import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.LoginProtocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A venue that is killed with {@code kill -9} again and again while clients trade: what it acknowledged stands, what it
 * reported happened once, and everybody carries on where they were.
 */
@Tag("drill")
class KilledVenueTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long OPERATOR_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int KILLS = Integer.getInteger("bourse.kills", 4);
    private static final int FEWEST_ANSWERS = 300;
    private static final int MOST_ANSWERS = 2_500;

    @TempDir
    private Path dir;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final ReferenceData data = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120);
    private final List<TwimeTrader> twime = new ArrayList<>();
    private final TraderFlow flow = new TraderFlow(seed, () -> 0, this::describe);
    private Path dataDir;
    private VenueProcess venue;
    private FixTrader fix;
    private FeedReader feed;

    @AfterEach
    void closeAll()
    {
        flow.close();
        if (null != feed)
        {
            feed.close();
        }
        if (null != venue)
        {
            venue.close();
        }
        VenueProcess.clean(dataDir);
    }

    @ParameterizedTest
    @ValueSource(strings = {VenueConfig.Host.SOLO, VenueConfig.Host.CLUSTER})
    void shouldKeepEverythingItSaidWhenKilledUnderLoad(final String host) throws IOException
    {
        System.out.println("KilledVenueTest host=" + host + " seed=" + seed);
        dataDir = dir.resolve("data");
        final Map<String, Object> options = options();
        options.put("venue.host", host);
        final Path config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options);
        int trades = 0;
        for (int life = 0; life <= KILLS; life++)
        {
            venue = VenueProcess.start(config);
            join(life);
            trades = verify(trades);
            if (life < KILLS)
            {
                flow.tradeOn(random.nextInt(FEWEST_ANSWERS, MOST_ANSWERS));
                burst();
                final int unanswered = flow.unanswered();
                venue.kill();
                System.out.println("KilledVenueTest life=" + life + " unanswered=" + unanswered +
                    " received=" + flow.answered());
                flow.await("the end of the sessions", () ->
                    twime.stream().noneMatch(TwimeTrader::isEstablished) && !fix.isLoggedOn());
            }
        }
        assertTrue(trades > 0, "nothing was traded: seed=" + seed);
        assertFixOrdersCanBeCancelled();
        verify(trades);
        try (Stream<Path> checkpoints = Files.list(dataDir.resolve("marketdata").resolve("checkpoints")))
        {
            assertTrue(checkpoints.findAny().isPresent(), "lives go on from checkpoints of market data");
        }

        final VenueProcess.Result result = venue.stop();
        assertTrue(result.out().endsWith("stopping"), result::toString);
        assertFalse(Files.exists(dataDir.resolve(VenueDescriptor.FILE_NAME)));
        assertFalse(Files.exists(VenueProcess.driverDirectory(dataDir)));
    }

    @Test
    void shouldLeaveNothingInSharedMemoryWhenATestIsDoneWithIt() throws IOException
    {
        dataDir = dir.resolve("data");
        venue = VenueProcess.start(VenueProcess.writeConfig(dir.resolve("venue.conf"), options()));
        final Path driver = VenueProcess.driverDirectory(dataDir);
        final List<Path> shared = List.of(driver, driver.resolveSibling(driver.getFileName() + ".lock"),
            EngineDirectories.countersDir(dataDir));
        assertTrue(shared.stream().allMatch(Files::exists), shared::toString);
        venue.close();
        assertTrue(shared.stream().noneMatch(Files::exists), shared::toString);
    }

    /** Fixed ports, as an operator has them: a restart must get them back at once. */
    private Map<String, Object> options() throws IOException
    {
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.marketdata.checkpoint", 1);
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket one = new ServerSocket(0, 1, loopback); ServerSocket two = new ServerSocket(0, 1, loopback))
        {
            options.put("venue.twime.port", one.getLocalPort());
            options.put("venue.fix.port", two.getLocalPort());
        }
        return options;
    }

    /** Everybody logs in, gets what was missed, and knows which requests were lost. */
    private void join(final int life) throws IOException
    {
        final VenueDescriptor where = VenueProcess.descriptor(dataDir);
        if (0 == life)
        {
            feed = new FeedReader(where);
            open(where);
        }
        for (final TwimeTrader trader : twime)
        {
            trader.connect(VenueProcess.address(where.twime()));
        }
        flow.await("clients", () -> fix.isLoggedOn() && twime.stream().allMatch(TwimeTrader::isRecovered));
        final String probe = fix.probe(unmarketable(life));
        flow.await("the answer to a probe", () -> fix.isAnswered(probe));
        System.out.println("KilledVenueTest life=" + life + " lost=" + flow.unanswered());
        flow.dropUnanswered();
    }

    private void open(final VenueDescriptor where)
    {
        final Map<Integer, String> symbols = data.instruments().stream()
            .collect(Collectors.toMap(InstrumentSpec::instrumentId, InstrumentSpec::symbol));
        for (final ReferenceData.Login login : data.logins())
        {
            final List<String> accounts = data.accounts().stream()
                .filter(account -> account.startsWith(login.brokerageFirm())).limit(20).toList();
            if (LoginProtocol.TWIME == login.protocol())
            {
                twime.add(new TwimeTrader(login.name(), login.loginId(), accounts));
            }
            else if (null == fix)
            {
                fix = new FixTrader(
                    VenueProcess.address(where.fix()), login.name(), login.loginId(), accounts, symbols);
            }
        }
        flow.start(data.instruments().subList(0, 3), Stream.concat(twime.stream(), Stream.of(fix)).toList());
    }

    private OrderAction unmarketable(final int life)
    {
        final InstrumentSpec spec = data.instruments().getFirst();
        final OrderAction probe = new OrderAction();
        probe.instrumentId = spec.instrumentId();
        probe.newOrder(-1L - life, true, spec.lowLimitE5(), 1, true);
        return probe;
    }

    /** Sends as much as the windows allow and leaves it to the venue how far it comes. */
    private void burst()
    {
        while (flow.send())
        {
            // The next one.
        }
        for (int polls = random.nextInt(50); polls > 0; polls--)
        {
            flow.poll();
        }
    }

    private String describe()
    {
        return "established=" + twime.stream().map(TwimeTrader::isRecovered).toList() + " fix=" + fix.isLoggedOn() +
            "\n" + venue.describe();
    }

    /** The state of the engine, its events, the histories of the clients and the multicast books are one story. */
    private int verify(final int tradesBefore) throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = DemoOperators.client(client, OPERATOR_TIMEOUT_NS))
        {
            final StateReport report = operator.reportState();
            final StreamLedger ledger = StreamLedger.read(client, report.cursor());
            ledger.assertExplains(report);
            assertTrue(ledger.tradeCount() >= tradesBefore, () -> "trades are gone: before=" + tradesBefore + " now=" +
                ledger.tradeCount());
            flow.assertAnswered(ledger);
            feed.awaitEqual(report);
            return ledger.tradeCount();
        }
    }

    private void assertFixOrdersCanBeCancelled() throws IOException
    {
        final List<String> working = fix.working();
        assertFalse(working.isEmpty(), "the flow left no FIX order: seed=" + seed);
        fix.takeCancelRejects();
        working.forEach(fix::cancel);
        flow.await("cancels", () -> 0 == fix.outstanding());
        assertEquals(List.of(), fix.takeCancelRejects());
        assertEquals(new HashSet<>(), new HashSet<>(fix.working()));
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = DemoOperators.client(client, OPERATOR_TIMEOUT_NS))
        {
            final StateReport report = operator.reportState();
            assertEquals(List.of(), StreamLedger.read(client, report.cursor()).restingOrders(fix.loginId()));
        }
    }
}
