// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.AuditHeads;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.operator.AuditTrailOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.EngineProcess;
import io.bourse.engine.host.LogCapture;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.host.recording.RecordedAuditHeads;
import io.bourse.engine.host.recording.RecordedOperators;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.host.retention.PurgeRunner;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.host.retention.RetentionView;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.snapshot.SnapshotHeader;
import io.bourse.engine.host.snapshot.SnapshotListener;
import io.bourse.engine.host.snapshot.BackgroundSnapshotWriter;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.SignedVenue;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.FlightEvents;
import io.bourse.testing.RecordingListener;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.bourse.engine.host.execution.EngineCounter.COMMANDS_EXECUTED;
import static io.bourse.engine.host.execution.EngineCounter.PURGES_FAILED;
import static io.bourse.engine.host.execution.EngineCounter.PURGES_RUN;
import static io.bourse.engine.host.execution.EngineCounter.SNAPSHOTS_FAILED;
import static io.bourse.engine.host.execution.EngineCounter.SNAPSHOTS_TAKEN;
import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Purges of the solo host, with a real archive and files so small that there are many.
 */
@Tag("venue")
class SoloRetentionTest
{
    private static final long PRICE = 90_000_00000L;
    private static final int PAIRS = 1_500;
    private static final RetentionOptions NO_CONSUMERS = new RetentionOptions(2, 0, List.of());

    @TempDir
    private Path dir;
    private Path live;
    private long sellerSequence;
    private long buyerSequence;

    @BeforeEach
    void name()
    {
        live = dir.resolve("live");
    }

    @Test
    void shouldStartAndServeFollowersWhenBeginningWasPurged()
    {
        final StateReport before;
        final List<String> tail;
        final long cursor;
        try (TestEngine engine = start(NO_CONSUMERS).withDemoReferenceData())
        {
            trade(engine);
            final long base = SoloSnapshotTest.snapshot(engine);
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            awaitPurge(NO_CONSUMERS);

            final RetentionView view = view(NO_CONSUMERS);
            assertEquals(base, view.plan().base().journalPosition());
            assertTrue(view.journal().startPosition() > 0 && view.journal().startPosition() <= base);
            cursor = view.plan().base().eventCursor();
            assertTrue(view.events().startPosition() > 0 && view.events().startPosition() <= cursor);
            assertNoFileBefore(view);
            before = engine.operator().reportState();
            tail = engine.collectToEnd(cursor).transactions();
        }
        try (TestEngine engine = start(NO_CONSUMERS))
        {
            assertTrue(engine.engine().counters().get(COMMANDS_EXECUTED) < 10);
            final StateReport after = engine.operator().reportState();
            assertEquals(before.orders(), after.orders());
            assertEquals(before.positions(), after.positions());
            assertEquals(before.tradeCount(), after.tradeCount());
            assertEquals(tail, engine.collectToEnd(cursor).transactions().subList(0, tail.size()));
            final AssertionError refusal = assertThrows(AssertionError.class,
                () -> engine.collect(0, (listener) -> listener.contains("TRADE")));
            assertTrue(refusal.getMessage().contains("the events at this cursor were purged, bourse history restore" +
                " brings them back from the archive: oldestCursor=" + view(NO_CONSUMERS).events().startPosition() +
                " cursor=0"), refusal.getMessage());
            // And it goes on: the next ones move the beginning again.
            final long start = view(NO_CONSUMERS).journal().startPosition();
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("purged again", () -> view(NO_CONSUMERS).journal().startPosition() > start);
        }
    }

    @Test
    void shouldFindTheHeadOfTheAuditTrailWhenItsEventWasPurged()
    {
        try (TestEngine engine = start(NO_CONSUMERS).withDemoReferenceData())
        {
            new SessionOperator(engine.operator()).setFeatureLevel(FeatureLevels.BOUNDED);
            new SessionOperator(engine.operator()).setFeatureLevel(FeatureLevels.AUDITED);
            try (OperatorClient clearing =
                new OperatorClient(engine.connect(), TestEngine.TIMEOUT_NS, Principal.CLEARING))
            {
                new AuditTrailOperator(clearing).record(2_020_010_101L, 20_200_101, 7, new byte[32]);
            }
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            awaitPurge(NO_CONSUMERS);
            final long start = view(NO_CONSUMERS).events().startPosition();
            final AuditHeads found = RecordedAuditHeads.read(live);
            assertEquals(start, found.knownSince());
            assertEquals(List.of(new AuditHeads.Head(2_020_010_101L, 20_200_101, 7, "0".repeat(64), start)),
                found.heads());
        }
    }

    @Test
    void shouldFindTheOperatorsWhenTheirEventsWerePurged()
    {
        try (TestEngine engine = start(NO_CONSUMERS))
        {
            final SignedVenue venue = new SignedVenue(engine.connect());
            venue.found();
            final RecordedOperators whole = RecordedOperators.read(live);
            assertEquals(RecordedOperators.WHOLE, whole.knownSinceNs());
            for (int i = 0; i < 2; i++)
            {
                sendOrders(engine);
                venue.reportState();
                SoloSnapshotTest.snapshot(engine);
            }
            awaitPurge(NO_CONSUMERS);
            final RecordedOperators found = RecordedOperators.read(live);
            assertEquals(List.of("1 anna true before", "2 boris true before", "3 clara true before"), texts(found));
            assertArrayEquals(whole.venueId(), found.venueId());
            assertArrayEquals(whole.changes().getLast().operator().publicKey(),
                found.changes().getLast().operator().publicKey());
            assertTrue(found.knownSinceNs() > whole.changes().getLast().timeNs());
            venue.revokeBoris();
            final List<String> revoked = List.of(
                "1 anna true before", "2 boris true before", "3 clara true before", "2 boris false after");
            TestEngine.await("revoked", () -> revoked.equals(texts(RecordedOperators.read(live))));
            // Now in the events and in a snapshot that comes later: once.
            SoloSnapshotTest.snapshot(engine);
            assertEquals(revoked.subList(0, 1), texts(RecordedOperators.read(live)).subList(0, 1));
            assertEquals("2 boris false after", texts(RecordedOperators.read(live)).getLast());
        }
        final SnapshotDirectory snapshots = new SnapshotDirectory(live);
        snapshots.newestFirst().forEach(snapshots::delete);
        final String refused =
            assertThrows(IllegalStateException.class, () -> RecordedOperators.read(live)).getMessage();
        assertTrue(refused.startsWith("the register of operators cannot be read, its events were purged"), refused);
    }

    private static List<String> texts(final RecordedOperators recorded)
    {
        return recorded.changes().stream().map((change) -> change.operator().operatorId() + " " +
            change.operator().name() + " " + change.operator().isActive() +
            (RecordedOperators.BEFORE == change.timeNs() ? " before" : " after")).toList();
    }

    @Test
    void shouldKeepEventsUntilEveryConsumerHasReleasedThem()
    {
        final RetentionOptions options = new RetentionOptions(2, 0, List.of("drop-copy"));
        try (TestEngine engine = start(options).withDemoReferenceData())
        {
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("journal purged", () -> view(options).journal().startPosition() > 0);
            // Known and not registered: it needs all of it.
            assertEquals(0, view(options).events().startPosition());
            assertTrue(engine.collect(0, (listener) -> listener.contains("TRADE")).contains("SESSION_OPENED"));

            final long needed = view(options).events().segmentLength() + 100L;
            new ConsumerRegistry(live).hold("drop-copy", needed);
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("events purged", () -> view(options).events().startPosition() > 0);
            assertEquals(view(options).events().segmentLength(), view(options).events().startPosition());
        }
    }

    @Test
    void shouldRespectReplayInProgress()
    {
        try (TestEngine engine = start(NO_CONSUMERS).withDemoReferenceData())
        {
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            trade(engine);
            final EngineClient client = engine.connect();
            final RecordingListener seen = new RecordingListener();
            try (EventFollower follower = client.follow(0, seen))
            {
                TestEngine.pollUntil(follower, () -> !seen.lines().isEmpty());
                SoloSnapshotTest.snapshot(engine);
                TestEngine.await("journal purged", () -> view(NO_CONSUMERS).journal().startPosition() > 0);
                assertEquals(0, view(NO_CONSUMERS).events().startPosition());
                TestEngine.pollUntil(follower, () -> seen.count("ACCEPTED") == 4 * PAIRS);
            }
            TestEngine.await("purged once nobody replays", () ->
            {
                SoloSnapshotTest.snapshot(engine);
                return view(NO_CONSUMERS).events().startPosition() > 0;
            });
        }
    }

    @Test
    void shouldKeepEverythingYoungerThanTheLeastAge()
    {
        final RetentionOptions options = new RetentionOptions(2, TimeUnit.HOURS.toNanos(1), List.of());
        try (TestEngine engine = start(options).withDemoReferenceData())
        {
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            SoloSnapshotTest.snapshot(engine);
        }
        // Closing waits for the purge.
        assertEquals(0, view(options).journal().startPosition());
        assertEquals(0, view(options).events().startPosition());
        assertEquals(3, new SnapshotDirectory(live).newestFirst().size());
    }

    @Test
    void shouldRemoveWhatAnInterruptedPurgeHasLeft() throws IOException
    {
        purgedVenue();
        // The process died when the recording had its new beginning and the files were still there.
        final RetentionView before = view(NO_CONSUMERS);
        final Path left = EngineDirectories.archiveDir(live).resolve(before.journal().recordingId() + "-0.rec");
        Files.write(left, new byte[before.journal().segmentLength()]);

        try (OfflineVenue venue = OfflineVenue.open(live, OfflineVenue.ANY_PARTITION))
        {
            assertEquals(List.of(), venue.verify().findings());
        }
        try (TestEngine engine = start(NO_CONSUMERS))
        {
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("removed", () -> !Files.exists(left));
        }
    }

    @Test
    void shouldRefuseToStartWhenBeginningIsPurgedAndNoSnapshotIsGood() throws IOException
    {
        purgedVenue();
        for (final SnapshotDirectory.Entry entry : new SnapshotDirectory(live).newestFirst())
        {
            SoloSnapshotTest.flip(entry.file(), 300);
        }

        final JournalDamagedException refusal =
            assertThrows(JournalDamagedException.class, () -> start(NO_CONSUMERS).close());
        assertTrue(refusal.reason().contains("no snapshot can be used"), refusal.reason());
    }

    @Test
    void shouldNotCountBadSnapshotsWhenPurging() throws IOException
    {
        try (TestEngine engine = start(NO_CONSUMERS).withDemoReferenceData())
        {
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            SoloSnapshotTest.flip(new SnapshotDirectory(live).newestFirst().getFirst().file(), 300);
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
        }
        assertEquals(0, view(NO_CONSUMERS).journal().startPosition());
        assertFalse(view(NO_CONSUMERS).snapshots().getLast().reason().isEmpty());
    }

    /** Every checksum is right, and it is of no use all the same. */
    @Test
    void shouldNotPurgeWhenSnapshotMakesNoCore()
    {
        try (LogCapture log = new LogCapture(); TestEngine engine = start(NO_CONSUMERS).withDemoReferenceData())
        {
            final CounterSet<EngineCounter> counters = engine.engine().counters();
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("nothing to purge", () -> 1 == counters.get(PURGES_RUN));
            final Path file = new SnapshotDirectory(live).newestFirst().getFirst().file();
            write(SnapshotFile.header(file), new byte[100]);
            assertNull(view(NO_CONSUMERS).snapshots().getFirst().reason());
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("purge ran", () -> 2 == counters.get(PURGES_RUN));
            assertEquals(0, view(NO_CONSUMERS).journal().startPosition());
            assertEquals(0, view(NO_CONSUMERS).events().startPosition());
            assertEquals(2, new SnapshotDirectory(live).newestFirst().size());
            assertTrue(log.messages().stream().anyMatch(line -> line.contains("does not count for a purge") &&
                line.contains(file.toString()) && line.contains("NOT_A_SNAPSHOT")), log.messages()::toString);

            // Two good ones are enough again.
            trade(engine);
            final long third = SoloSnapshotTest.snapshot(engine);
            TestEngine.await("purged", () -> view(NO_CONSUMERS).journal().startPosition() > 0);
            assertTrue(view(NO_CONSUMERS).journal().startPosition() < third);
        }
    }

    private void write(final SnapshotHeader header, final byte[] record)
    {
        final CompletableFuture<SnapshotFile.Contents> written = new CompletableFuture<>();
        final SnapshotListener listener = new SnapshotListener()
        {
            @Override
            public void beforeName(final SnapshotHeader ofFile)
            {
                // Nothing rests on it.
            }

            @Override
            public void onComplete(final SnapshotFile.Contents contents)
            {
                written.complete(contents);
            }

            @Override
            public void onFailed(final long journalPosition, final Throwable cause)
            {
                written.completeExceptionally(cause);
            }
        };
        try (BackgroundSnapshotWriter writer = new BackgroundSnapshotWriter(
            live, TimeUnit.SECONDS.toNanos(10), "test-forger", listener))
        {
            writer.begin(header);
            writer.append(new UnsafeBuffer(record), 0, record.length, () -> true);
            writer.complete(() -> true);
            assertEquals(1, written.join().records());
        }
    }

    /** The purge reads a file that is a pipe into which nobody writes. */
    @Test
    void shouldTakeSnapshotsWhileAPurgeRuns() throws Exception
    {
        try (TestEngine engine = start(NO_CONSUMERS).withDemoReferenceData())
        {
            final Path snapshots = new SnapshotDirectory(live).path();
            Files.createDirectories(snapshots);
            final Path pipe = snapshots.resolve("0000000000000000001.snapshot");
            assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
            for (int i = 0; i < 3; i++)
            {
                SoloSnapshotTest.snapshot(engine);
            }
            final CounterSet<EngineCounter> counters = engine.engine().counters();
            assertEquals(3, counters.get(SNAPSHOTS_TAKEN));
            assertEquals(0, counters.get(SNAPSHOTS_FAILED));
            assertEquals(0, counters.get(PURGES_RUN) + counters.get(PURGES_FAILED));
            Files.newOutputStream(pipe).close();
            Files.delete(pipe);
            TestEngine.await("purge over", () -> counters.get(PURGES_RUN) + counters.get(PURGES_FAILED) > 0);
        }
    }

    @Test
    void shouldRetryPurgeThatEndedWithAnError()
    {
        final CounterSet<EngineCounter> counters = new CounterSet<>(EngineCounter.class);
        final AtomicInteger runs = new AtomicInteger();
        try (LogCapture log = new LogCapture();
            FlightEvents events = new FlightEvents("bourse.Purge");
            PurgeRunner runner = new PurgeRunner(() ->
            {
                if (runs.incrementAndGet() <= 2)
                {
                    throw new StackOverflowError("on purpose");
                }
            }, TimeUnit.MILLISECONDS.toNanos(1), counters))
        {
            runner.due();
            TestEngine.await("retried", () -> 1 == counters.get(PURGES_RUN));
            assertEquals(2, counters.get(PURGES_FAILED));
            assertEquals(2, log.messages().stream().filter(line ->
                line.startsWith("ERROR what is no longer needed was not removed")).count(), log.messages()::toString);
            runner.due();
            TestEngine.await("runs on", () -> 2 == counters.get(PURGES_RUN));
            assertEquals(4, runs.get());
            assertEquals(List.of("false 1 java.lang.StackOverflowError: on purpose",
                "false 2 java.lang.StackOverflowError: on purpose", "true 0 null", "true 0 null"),
                events.stop().stream().map((event) -> event.getBoolean("isComplete") + " " +
                    event.getInt("failuresInARow") + " " + event.getString("cause")).toList());
        }
    }

    /** Leaves a venue behind whose beginning is gone. */
    private void purgedVenue()
    {
        try (TestEngine engine = start(NO_CONSUMERS).withDemoReferenceData())
        {
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            trade(engine);
            SoloSnapshotTest.snapshot(engine);
            awaitPurge(NO_CONSUMERS);
        }
    }

    private void awaitPurge(final RetentionOptions options)
    {
        TestEngine.await("purged", () -> view(options).journal().startPosition() > 0 &&
            view(options).events().startPosition() > 0 && 2 == new SnapshotDirectory(live).newestFirst().size());
    }

    private TestEngine start(final RetentionOptions options)
    {
        return TestEngine.start(EngineProcess.options(live).retention(options));
    }

    private RetentionView view(final RetentionOptions options)
    {
        return RetentionView.of(live, options, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
    }

    private void assertNoFileBefore(final RetentionView view)
    {
        TestEngine.await("files deleted", () ->
            !Files.exists(EngineDirectories.archiveDir(live).resolve(view.journal().recordingId() + "-0.rec")) &&
            !Files.exists(EngineDirectories.archiveDir(live).resolve(view.events().recordingId() + "-0.rec")));
    }

    private void trade(final TestEngine engine)
    {
        sendOrders(engine);
        engine.operator().reportState();
    }

    private void sendOrders(final TestEngine engine)
    {
        final EngineClient client = engine.connect();
        final OrderSender seller = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").sequence(sellerSequence);
        final OrderSender buyer = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001").sequence(buyerSequence);
        for (int i = 0; i < PAIRS; i++)
        {
            seller.newOrder(SI_ID, Side.SELL, PRICE, 3);
            buyer.newOrder(SI_ID, Side.BUY, PRICE, 2);
        }
        sellerSequence = seller.sequence();
        buyerSequence = buyer.sequence();
    }
}
