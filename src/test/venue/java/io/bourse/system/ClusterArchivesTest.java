// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.ingest.Ingest;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.deploy.console.stream.PartitionAnswers;
import io.bourse.deploy.console.views.ViewParts;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.node.ComponentNode;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.host.LogCapture;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.recording.ArchivedEvents;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.engine.testing.TestPorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Components of a cluster come back from checkpoints whose events every member has archived and purged: beside the
 * members they were at, and beside another one when that one is killed and lacks a part of its archive.
 */
@Tag("drill")
class ClusterArchivesTest
{
    private static final int MEMBERS = 3;
    private static final int PORTS_PER_MEMBER = 4;
    private static final int FIRST_DATE = 20260105;
    private static final int USD = 1020;
    private static final long PRICE_E5 = 92_34_000L;
    private static final int TWIME = 1;
    private static final int FIX = 2;
    private static final int ORDERS = 2_000;
    private static final long MIB = 1024 * 1024;
    /** After this many bytes of events the console writes a checkpoint. */
    private static final long CHECKPOINT_LENGTH = 36 * MIB;
    /** With what was before it more than a segment file. */
    private static final long AWAY_LENGTH = 80 * MIB;
    private static final long OPERATOR_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long LIMIT_NS = TimeUnit.MINUTES.toNanos(3);
    private static final String REFUSED = "A checkpoint is refused";
    private static final List<ComponentKind> KINDS =
        List.of(ComponentKind.MARKET_DATA, ComponentKind.TWIME, ComponentKind.FIX);

    @TempDir
    private Path dir;
    private final List<VenueProcess> members = new ArrayList<>();
    private Map<String, Object> options;
    private long sequence;

    @AfterEach
    void closeAll()
    {
        members.reversed().forEach(VenueProcess::close);
        memberDirs().forEach(VenueProcess::clean);
        KINDS.forEach((kind) -> VenueProcess.clean(dir.resolve(kind.id())));
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void shouldGoOnFromPurgedCheckpointsAlsoAtAnotherMember() throws IOException
    {
        startMembers();
        trade(0, CHECKPOINT_LENGTH);
        openNextDate(0, 2, 20260106);
        startAndStop(0);
        trade(0, CHECKPOINT_LENGTH / 2);
        openNextDate(0, 3, 20260107);
        startAndStop(0);
        assertEquals(List.of("console", "fix-2-data", "fix-2-orders", "simba-0", "twime-1"), checkpoints());
        trade(0, AWAY_LENGTH);
        purge();

        try (LogCapture log = new LogCapture())
        {
            startAndStop(0);
            assertEquals(List.of(), log.messages().stream().filter((line) -> line.contains(REFUSED)).toList());
        }
        members.getFirst().kill();
        loseSegment(member(0));
        try (LogCapture log = new LogCapture())
        {
            trade(1, MIB);
            startAndStop(1);
            assertEquals(List.of(), log.messages().stream().filter((line) -> line.contains(REFUSED)).toList());
        }
    }

    /** What a start asks history for holds events for minutes; it is archived, too. */
    private void purge()
    {
        await("purged", () ->
        {
            memberDirs().forEach((member) -> new ConsumerRegistry(member).remove("venue"));
            assertEquals(0, VenueProcess.execute(
                "snapshot", "--as", "anna", "--data", member(0).toString()).exitCode());
            return memberDirs().stream().allMatch(ArchivedEvents::isPurged);
        });
    }

    private void startMembers() throws IOException
    {
        options = TestVenue.options(dir.resolve("data"));
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        options.put("venue.credentials", dir.resolve("credentials").toString());
        options.put("venue.cluster.members", MEMBERS);
        options.put("venue.cluster.base-port", TestPorts.reserveRow(PORTS_PER_MEMBER * MEMBERS));
        options.put("venue.trading-date", FIRST_DATE);
        options.put("venue.snapshot.interval", "0 s");
        options.put("venue.retention.consumers", List.of());
        options.put("venue.history.rate", "1 GiB");
        options.put("venue.marketdata.checkpoint", "1 MiB");
        final String config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
        for (int i = 0; i < MEMBERS; i++)
        {
            members.add(VenueProcess.launch(0 == i ? "engine" : "member", "--config", config, "--member-id",
                Integer.toString(i), "--data", member(i).toString()));
        }
        members.forEach(VenueProcess::awaitReady);
    }

    /** Each component once, to where the stream ends. None keeps what it has where it would hold events of a member. */
    private void startAndStop(final int member) throws IOException
    {
        for (final ComponentKind kind : KINDS)
        {
            try (ComponentNode node = component(kind))
            {
                if (ComponentKind.MARKET_DATA == kind)
                {
                    trade(member, 2 * MIB);
                }
                assertTrue(!node.end().isDone(), kind::id);
            }
        }
        VenueClearing.connected(member(member), (venue) ->
        {
            try (Ingest ingest = Ingest.open(IngestContext.builder()
                .directory(dir.resolve("clearing"))
                .engineClient(venue.client())
                .build()))
            {
                ingest.followTo(venue.client().endCursor());
                return ingest;
            }
        });
        console(member);
    }

    private ComponentNode component(final ComponentKind kind) throws IOException
    {
        final Map<String, Object> own = new LinkedHashMap<>(options);
        own.put("venue.data-dir", dir.resolve(kind.id()).toString());
        final List<String> progress = Collections.synchronizedList(new ArrayList<>());
        final ComponentNode node =
            ComponentNode.start(kind, VenueConfigLoader.load(null, own), memberDirs(), progress::add);
        await(kind.id(), () -> progress.contains("ready") || node.end().isDone());
        assertTrue(progress.contains("ready"), () -> kind.id() + " ended: " + node.end().join());
        return node;
    }

    private void console(final int member) throws IOException
    {
        final Map<String, Object> own = new LinkedHashMap<>(options);
        own.put("venue.data-dir", member(member).toString());
        final VenueConfig config = VenueConfigLoader.load(null, own);
        final List<ConsolePart> parts = ViewParts.of(new ConsoleContext(config.dataDir(), config, null));
        try
        {
            final EventViews views = ((PartitionAnswers)parts.getFirst()).views(config.partition());
            final long end =
                VenueClearing.connected(config.dataDir(), (venue) -> venue.client().endCursor());
            await("console", () -> views.status().cursor() >= end);
        }
        finally
        {
            parts.forEach(ConsolePart::close);
        }
    }

    private void openNextDate(final int member, final int session, final int date) throws IOException
    {
        final Operators register = VenueOperators.read(member(member));
        try (VenueClearing venue = VenueClearing.connect(member(member));
            OperatorClient clearing = new OperatorClient(venue.client(), OPERATOR_TIMEOUT_NS, Principal.CLEARING);
            OperatorClient operator = new OperatorClient(venue.client(), OPERATOR_TIMEOUT_NS,
                VenueOperators.commands(register, DemoOperators.key(DemoOperators.OPERATOR))))
        {
            clearing.suspendTrading(session, ClearingKind.EVENING);
            clearing.publishSettlement(session, USD, PRICE_E5, 1_000, 80_00000L, 105_00000L);
            clearing.completeClearing(session, ClearingKind.EVENING);
            operator.openSession(session, date);
        }
    }

    /** Orders of a login of each gateway, until there are so many bytes of events more. */
    private void trade(final int member, final long length) throws IOException
    {
        try (VenueClearing venue = VenueClearing.connect(member(member));
            OperatorClient operator = DemoOperators.client(venue.client(), OPERATOR_TIMEOUT_NS))
        {
            final OrderSender twime = new OrderSender(venue.client(), TWIME, 1, "AA01000").sequence(sequence);
            final OrderSender fix = new OrderSender(venue.client(), FIX, 5, "AA02000").sequence(sequence);
            final long end = venue.client().endCursor() + length;
            while (venue.client().endCursor() < end)
            {
                for (int i = 0; i < ORDERS; i++)
                {
                    twime.newOrder(USD, Side.SELL, PRICE_E5, 1);
                    twime.newOrder(USD, Side.BUY, PRICE_E5, 1);
                }
                fix.newOrder(USD, Side.SELL, PRICE_E5, 1);
                fix.newOrder(USD, Side.BUY, PRICE_E5, 1);
                operator.reportState();
            }
            sequence = twime.sequence();
        }
    }

    private static void loseSegment(final Path member) throws IOException
    {
        final HistoryArchive archive = HistoryArchive.find(member);
        for (final ArchivedSegment segment : archive.segments())
        {
            if (ArchivedSegment.Stream.EVENTS == segment.stream())
            {
                Files.delete(archive.file(segment));
            }
        }
    }

    /** Names of those that components have written, not the engine. */
    private List<String> checkpoints() throws IOException
    {
        try (Stream<Path> files = Files.walk(dir))
        {
            return files.map((file) -> file.getFileName().toString())
                .filter((name) -> name.endsWith(".checkpoint"))
                .map((name) -> name.substring(0, name.indexOf('.')))
                .filter((name) -> !Set.of("venue", "recorded-operators").contains(name)).distinct().sorted().toList();
        }
    }

    private List<Path> memberDirs()
    {
        return IntStream.range(0, MEMBERS).mapToObj(this::member).toList();
    }

    private Path member(final int memberId)
    {
        return dir.resolve("member-" + memberId);
    }

    private static void await(final String what, final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            assertTrue(System.nanoTime() < deadlineNs, what);
            TestEngine.pause();
        }
    }
}
