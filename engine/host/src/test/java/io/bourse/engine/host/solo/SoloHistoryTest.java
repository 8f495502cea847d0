// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.AeronClientOptions;
import io.bourse.engine.client.AeronEngineClient;
import io.bourse.engine.client.AuditHeads;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.operator.AuditTrailOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.DataDirs;
import io.bourse.engine.host.EngineProcess;
import io.bourse.engine.host.LogCapture;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.HistoryException;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.offline.Finding;
import io.bourse.engine.host.offline.FindingKind;
import io.bourse.engine.host.offline.HistoryRestore;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.ReplayTarget;
import io.bourse.engine.host.offline.VenueState;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.recording.RecordedAuditHeads;
import io.bourse.engine.host.recording.RecordedOperators;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.host.retention.RetentionView;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.SignedVenue;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import static io.bourse.engine.host.execution.EngineCounter.COMMANDS_EXECUTED;
import static io.bourse.engine.host.execution.EngineCounter.PURGES_FAILED;
import static io.bourse.engine.host.execution.EngineCounter.PURGES_RUN;
import static io.bourse.engine.host.execution.EngineCounter.SEGMENTS_ARCHIVED;
import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Archived history, with a real archive of Aeron and files so small that there are many.
 */
@Tag("venue")
class SoloHistoryTest
{
    private static final long PRICE = 90_000_00000L;
    private static final int PAIRS = 1_500;
    private static final long FAST = 1L << 30;
    private static final int LIVES = 3;
    private static final RetentionOptions NO_CONSUMERS = new RetentionOptions(2, 0, List.of());

    @TempDir
    private Path dir;
    private long sellerSequence;
    private long buyerSequence;

    @Test
    void shouldReadArchivedHistoryAsIfItWereLive() throws IOException
    {
        final Path whole = dir.resolve("whole");
        try (TestEngine engine = TestEngine.start(EngineProcess.options(whole)).withDemoReferenceData())
        {
            for (int i = 0; i < 3; i++)
            {
                trade(engine, PAIRS);
                SoloSnapshotTest.snapshot(engine);
            }
        }
        final List<Long> frames = DataDirs.framePositions(DataDirs.recording(whole, EngineStreams.JOURNAL_STREAM_ID));
        final Path live = DataDirs.crashCopy(whole, dir.resolve("live"));
        final StateReport before;
        try (TestEngine engine = TestEngine.start(EngineProcess.purging(live, FAST)))
        {
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("purged", () -> engine.engine().counters().get(PURGES_RUN) > 0);
            assertEquals(0, engine.engine().counters().get(PURGES_FAILED));
            before = engine.operator().reportState();
        }
        assertTrue(view(live).journal().startPosition() > frames.get(frames.size() / 2));
        assertTrue(view(live).events().startPosition() > 0);
        assertFalse(Files.exists(EngineDirectories.archiveDir(live).resolve(view(live).journal().recordingId() +
            "-0.rec")));

        final Verification first = verify(whole);
        final Verification found = verify(live);
        assertEquals(List.of(), found.findings());
        assertEquals(0, found.replay().fromPosition());
        assertEquals(0, found.journal().startPosition());
        assertEquals(0, found.eventStream().startPosition());
        assertEquals(before.stateHash(), found.replay().stateHash());
        assertEquals(found.events().rollingHash(), found.replay().rollingHash());
        assertTrue(found.replay().commands() > first.replay().commands());
        for (int i = 1; i < 8; i++)
        {
            final long point = frames.get(i * frames.size() / 8);
            assertSame(replay(whole, point), replay(live, point));
        }

        // A start knows live files only.
        try (TestEngine engine = TestEngine.start(EngineProcess.purging(live, FAST)))
        {
            assertTrue(engine.engine().counters().get(COMMANDS_EXECUTED) < 10);
            final StateReport after = engine.operator().reportState();
            assertEquals(before.orders(), after.orders());
            assertEquals(before.tradeCount(), after.tradeCount());
        }
        assertOwnerOnly(live);
    }

    @Test
    void shouldTradeWhileHistoryIsArchived() throws IOException
    {
        final Path live = dir.resolve("live");
        // The segments below take seconds at this pace.
        try (TestEngine engine = TestEngine.start(EngineProcess.purging(live, 256 * 1024)).withDemoReferenceData())
        {
            final CounterSet<EngineCounter> counters = engine.engine().counters();
            trade(engine, PAIRS);
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("nothing to purge", () -> 1 == counters.get(PURGES_RUN));
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("archiving", () -> counters.get(SEGMENTS_ARCHIVED) > 0);
            int traded = 0;
            while (1 == counters.get(PURGES_RUN))
            {
                trade(engine, 20);
                traded += 20;
            }
            assertTrue(traded > 20, "traded=" + traded);
            assertTrue(view(live).journal().startPosition() > 0 && view(live).events().startPosition() > 0);
            assertEquals(PAIRS + traded, engine.operator().reportState().tradeCount());
        }
        assertEquals(List.of(), verify(live).findings());
    }

    @Test
    void shouldNameWhatIsLostOrChanged() throws IOException
    {
        final Path live = archived();
        final HistoryArchive archive = HistoryArchive.find(live);
        for (final ArchivedSegment.Stream stream : List.of(
            ArchivedSegment.Stream.JOURNAL, ArchivedSegment.Stream.EVENTS))
        {
            final ArchivedSegment second =
                archive.segments().stream().filter((segment) -> stream == segment.stream()).toList().get(1);
            final Path file = archive.file(second);
            final Path kept = Files.move(file, dir.resolve("kept"));
            assertNamed(live, second, "is lost");
            Files.copy(kept, file);
            SoloSnapshotTest.flip(file, Files.size(file) / 2);
            assertNamed(live, second, "cannot be read");
            // Good compressed bytes, but of another segment.
            final ArchivedSegment other = archive.segments().getFirst();
            Files.copy(archive.file(other), file, StandardCopyOption.REPLACE_EXISTING);
            assertNamed(live, second, "is not what was recorded");
            Files.move(kept, file, StandardCopyOption.REPLACE_EXISTING);
        }
        assertEquals(List.of(), verify(live).findings());
    }

    /** A start and a repair need live files only. */
    @Test
    void shouldRepairTornTailWhenArchivedHistoryIsDamagedOrCannotBeRead() throws IOException
    {
        final Path live = dir.resolve("live");
        final Path damaged = dir.resolve("damaged");
        try (TestEngine engine = TestEngine.start(EngineProcess.purging(live, FAST)).withDemoReferenceData())
        {
            tradeAndPurge(engine, 2 * PAIRS);
            DataDirs.crashCopy(live, damaged);
        }
        final RecordedStream journal = DataDirs.recording(damaged, EngineStreams.JOURNAL_STREAM_ID);
        final List<Long> frames = DataDirs.framePositions(journal);
        DataDirs.halfFrame(journal, frames.get(frames.size() - 2), frames.getLast(), 64);
        final Path unreadable = DataDirs.crashCopy(damaged, dir.resolve("unreadable"));
        Files.delete(unreadable.resolve(HistoryArchive.NAME).resolve("history.manifest"));
        final HistoryArchive archive = HistoryArchive.find(damaged);
        Files.delete(archive.file(archive.segments().getFirst()));

        assertRepairs(damaged, FindingKind.HISTORY_DAMAGED);
        assertRepairs(unreadable, FindingKind.HISTORY_UNREADABLE);
    }

    private void assertRepairs(final Path data, final FindingKind ofArchive)
    {
        try (OfflineVenue venue = OfflineVenue.open(data, OfflineVenue.ANY_PARTITION))
        {
            final Verification found = venue.verify();
            assertEquals(
                List.of(ofArchive, FindingKind.NOT_CLOSED, FindingKind.TORN_TAIL, FindingKind.NOT_CLOSED),
                found.findings().stream().map(Finding::kind).toList());
            assertEquals(3, venue.plan(found).size());
            final Verification repaired = venue.repair(dir.resolve("kept").resolve(data.getFileName()));
            assertEquals(List.of(ofArchive), repaired.findings().stream().map(Finding::kind).toList());
            assertEquals(Verdict.DAMAGED, repaired.verdict());
            assertTrue(repaired.replay().fromPosition() > 0);
            // From where a start would go on.
            assertEquals(List.of(), venue.lastState().findings());
            assertEquals(view(data).journal().startPosition(), venue.lastState().journalStartPosition());
        }
        try (TestEngine engine = TestEngine.start(EngineProcess.options(data)))
        {
            assertEquals(4 * PAIRS, engine.operator().reportState().tradeCount());
        }
    }

    @Test
    void shouldNameManifestThatIsLostOrChanged() throws IOException
    {
        final Path live = archived();
        final Path manifest = live.resolve(HistoryArchive.NAME).resolve("history.manifest");
        final String text = Files.readString(manifest);
        // Without its first segment, and with the former signature.
        Files.writeString(manifest, text.replaceFirst("\nsegment [^\n]*", ""));
        assertUnreadable(live, "is not what this engine has signed");
        Files.delete(manifest);
        assertUnreadable(live, "its manifest is not there");
        Files.writeString(manifest, text);
        assertEquals(List.of(), verify(live).findings());
        Files.delete(live.resolve("history.key"));
        assertTrue(assertThrows(HistoryException.class,
            () -> HistoryArchive.openOrCreate(live, live.resolve(HistoryArchive.NAME))).getMessage()
            .contains("no key that it is signed with"));
    }

    /** An older list was put back after more had been purged. */
    @Test
    void shouldNameGapBetweenArchiveAndLiveFiles() throws IOException
    {
        final Path live = archived();
        final Path manifest = live.resolve(HistoryArchive.NAME).resolve("history.manifest");
        final String former = Files.readString(manifest);
        final long journalStart = view(live).journal().startPosition();
        archiveMore(live);
        assertTrue(view(live).journal().startPosition() > journalStart);
        Files.writeString(manifest, former);
        assertUnreadable(live, "archived history has a gap");
    }

    @Test
    void shouldKeepLiveFilesWhenTheyCannotBeArchived() throws IOException
    {
        final Path live = archived();
        final Path history = live.resolve(HistoryArchive.NAME);
        final RetentionView before = view(live);
        // The disk of the archive is gone.
        Files.move(history, dir.resolve("away"));
        Files.createFile(history);
        try (LogCapture log = new LogCapture();
            TestEngine engine = TestEngine.start(EngineProcess.purging(live, FAST)))
        {
            trade(engine, PAIRS);
            SoloSnapshotTest.snapshot(engine);
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("failed", () -> engine.engine().counters().get(PURGES_FAILED) > 0);
            assertEquals(before.journal().startPosition(), view(live).journal().startPosition());
            assertEquals(before.events().startPosition(), view(live).events().startPosition());
            assertTrue(log.messages().stream().anyMatch((line) ->
                line.startsWith("ERROR what is no longer needed was not removed")), log.messages()::toString);
        }
        Files.delete(history);
        Files.move(dir.resolve("away"), history);
        archiveMore(live);
        assertEquals(List.of(), verify(live).findings());
    }

    @Test
    void shouldServeAConsumerFromTheBeginningWhenEventsWereRestored() throws IOException
    {
        final Path live = archived();
        final long start = view(live).events().startPosition();
        final List<String> tail;
        try (TestEngine engine = TestEngine.start(EngineProcess.options(live)))
        {
            tail = engine.collectToEnd(start).transactions();
            assertTrue(assertThrows(AssertionError.class, () -> engine.collect(0, (seen) -> seen.contains("TRADE")))
                .getMessage().contains("oldestCursor=" + start + " cursor=0"));
        }
        final long second = view(live).events().segmentLength();
        assertEquals(second, HistoryRestore.of(live, second + 10).oldestCursor());
        assertEquals(new HistoryRestore(0, 1), HistoryRestore.of(live, 0));
        assertEquals(0, view(live).events().startPosition());
        assertEquals(List.of(), verify(live).findings());
        try (TestEngine engine = TestEngine.start(EngineProcess.options(live)))
        {
            final List<String> all = engine.collectToEnd(0).transactions();
            final int at = all.indexOf(tail.getFirst());
            assertTrue(at > 0, "at=" + at);
            assertEquals(tail, all.subList(at, at + tail.size()));
        }
        // Archived already: purged again without being written again.
        archiveMore(live);
        assertTrue(view(live).events().startPosition() > start);
        assertEquals(List.of(), verify(live).findings());
    }

    @Test
    void shouldFindAuditHeadsInArchivedEvents() throws IOException
    {
        final Path live = dir.resolve("live");
        try (TestEngine engine = TestEngine.start(EngineProcess.purging(live, FAST)).withDemoReferenceData())
        {
            new SessionOperator(engine.operator()).setFeatureLevel(FeatureLevels.BOUNDED);
            new SessionOperator(engine.operator()).setFeatureLevel(FeatureLevels.AUDITED);
            try (OperatorClient clearing =
                new OperatorClient(engine.connect(), TestEngine.TIMEOUT_NS, Principal.CLEARING))
            {
                new AuditTrailOperator(clearing).record(2_020_010_101L, 20_200_101, 7, new byte[32]);
                new AuditTrailOperator(clearing).record(2_020_010_102L, 20_200_101, 9, new byte[32]);
            }
            final AuditHeads whole = RecordedAuditHeads.read(live);
            assertEquals(2, whole.heads().size());
            tradeAndPurge(engine, 2 * PAIRS);
            assertTrue(view(live).events().startPosition() > whole.heads().getLast().cursor());
            final AuditHeads found = RecordedAuditHeads.read(live);
            assertEquals(whole.knownSince(), found.knownSince());
            assertEquals(whole.heads(), found.heads());
        }
        final HistoryArchive archive = HistoryArchive.find(live);
        Files.delete(archive.file(archive.segments().getLast()));
        assertTrue(assertThrows(HistoryException.class, () -> RecordedAuditHeads.read(live)).getMessage()
            .contains(archive.segments().getLast().fileName()));
    }

    @Test
    void shouldKnowFormerKeysOfOperatorsFromArchivedEvents()
    {
        final Path live = dir.resolve("live");
        try (TestEngine engine = TestEngine.start(EngineProcess.purging(live, FAST)))
        {
            final SignedVenue venue = new SignedVenue(engine.connect());
            venue.found();
            final RecordedOperators whole = RecordedOperators.read(live);
            for (int i = 0; i < 2; i++)
            {
                final long before = engine.engine().counters().get(PURGES_RUN);
                sendOrders(engine.connect(), 2 * PAIRS);
                venue.reportState();
                SoloSnapshotTest.snapshot(engine);
                TestEngine.await("purged", () -> engine.engine().counters().get(PURGES_RUN) > before);
            }
            assertTrue(view(live).events().startPosition() > 0);
            assertTrue(RecordedOperators.read(live).knownSinceNs() > RecordedOperators.WHOLE);
            final RecordedOperators found = RecordedOperators.readWithHistory(live);
            assertEquals(RecordedOperators.WHOLE, found.knownSinceNs());
            assertEquals(whole.changes().stream().map(RecordedOperators.Change::timeNs).toList(),
                found.changes().stream().map(RecordedOperators.Change::timeNs).toList());
            assertArrayEquals(whole.venueId(), found.venueId());
        }
    }

    @Test
    void shouldRefuseTheArchiveOfADirectoryThatThisOneIsACopyOf() throws IOException
    {
        final Path live = dir.resolve("live");
        final Path elsewhere = dir.resolve("elsewhere");
        try (TestEngine engine = TestEngine.start(EngineProcess.options(live)).withDemoReferenceData())
        {
            trade(engine, PAIRS);
        }
        HistoryArchive.openOrCreate(live, elsewhere);
        assertTrue(Files.isSymbolicLink(live.resolve(HistoryArchive.NAME)));
        final Path copy = DataDirs.crashCopy(live, dir.resolve("copy"));
        // What cp -a makes of the link.
        Files.deleteIfExists(copy.resolve(HistoryArchive.NAME));
        Files.createSymbolicLink(copy.resolve(HistoryArchive.NAME), elsewhere);
        sendTo(live, elsewhere, PAIRS);
        assertEquals(List.of(), verify(live).findings());
        try (LogCapture log = new LogCapture())
        {
            sendTo(copy, elsewhere, PAIRS + 1);
            assertTrue(log.messages().stream().anyMatch((line) ->
                line.contains("what is no longer needed was not removed")), log.messages()::toString);
        }
        assertEquals(List.of(), verify(live).findings());
        // What was the same before it was copied may go.
        assertEquals(view(copy).journal().segmentLength(), view(copy).journal().startPosition());
        assertTrue(assertThrows(HistoryException.class, () -> HistoryArchive.openOrCreate(live, dir.resolve("third")))
            .getMessage().contains("the archive of history is elsewhere"));
    }

    @Tag("drill")
    @Test
    void shouldGoOnWithArchivingWhenKilledAtAnyMoment() throws Exception
    {
        final long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        final Random random = new Random(seed);
        final Path live = dir.resolve("live");
        for (int life = 0; life < LIVES; life++)
        {
            try (EngineProcess process = EngineProcess.startPurging(live, 1024 * 1024);
                EngineClient client = AeronEngineClient.connect(AeronClientOptions.builder()
                    .aeronDirectoryName(process.aeronDirectoryName()).credentials(CredentialStore.in(live)).build());
                OperatorClient operator = new OperatorClient(client, TestEngine.TIMEOUT_NS))
            {
                if (0 == life)
                {
                    DemoReferenceData.define(operator);
                }
                final int files = archivedFiles(live);
                takeSnapshot(client, operator, live, (4L * life + 2) * PAIRS);
                takeSnapshot(client, operator, live, (4L * life + 4) * PAIRS);
                final int wanted = random.nextInt(3);
                TestEngine.await("archiving", () -> archivedFiles(live) >= files + wanted);
                // Anywhere from there to the next segment.
                LockSupport.parkNanos(random.nextInt(200_000_000));
                process.kill();
            }
        }
        assertTrue(archivedFiles(live) > 0);
        try (TestEngine engine = TestEngine.start(EngineProcess.purging(live, FAST)))
        {
            SoloSnapshotTest.snapshot(engine);
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("purged", () -> engine.engine().counters().get(PURGES_RUN) >= 2);
        }
        final Verification found = verify(live);
        assertEquals(Verdict.WHOLE, found.verdict(), found.findings()::toString);
        assertEquals(0, found.replay().fromPosition());
        assertTrue(view(live).journal().startPosition() > 0);
    }

    /** After the orders, which come another way than the operator's commands, and when no other one is written. */
    private void takeSnapshot(
        final EngineClient client, final OperatorClient operator, final Path live, final long trades)
    {
        sendOrders(client, 2 * PAIRS);
        TestEngine.await("traded", () -> operator.reportState().tradeCount() >= trades);
        final long position = operator.takeSnapshot().commandPosition();
        TestEngine.await("snapshot", () -> new SnapshotDirectory(live).newestFirst().stream()
            .anyMatch((entry) -> position == entry.journalPosition()));
    }

    /** A venue that was stopped, with segments of both streams in its archive. */
    private Path archived()
    {
        final Path live = dir.resolve("live");
        try (TestEngine engine = TestEngine.start(EngineProcess.purging(live, FAST)).withDemoReferenceData())
        {
            tradeAndPurge(engine, 2 * PAIRS);
        }
        return live;
    }

    private void archiveMore(final Path live)
    {
        try (TestEngine engine = TestEngine.start(EngineProcess.purging(live, FAST)))
        {
            tradeAndPurge(engine, PAIRS);
        }
    }

    private void tradeAndPurge(final TestEngine engine, final int pairs)
    {
        final CounterSet<EngineCounter> counters = engine.engine().counters();
        for (int i = 0; i < 2; i++)
        {
            trade(engine, pairs);
            final long before = counters.get(PURGES_RUN) + counters.get(PURGES_FAILED);
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("purged", () -> counters.get(PURGES_RUN) + counters.get(PURGES_FAILED) > before);
        }
    }

    private void sendTo(final Path live, final Path archive, final int pairs)
    {
        try (TestEngine engine = TestEngine.start(EngineProcess.options(live).retention(NO_CONSUMERS)
            .history(new HistoryOptions(archive, FAST))))
        {
            tradeAndPurge(engine, pairs);
        }
    }

    private void trade(final TestEngine engine, final int pairs)
    {
        sendOrders(engine.connect(), pairs);
        engine.operator().reportState();
    }

    private void sendOrders(final EngineClient client, final int pairs)
    {
        final OrderSender seller = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").sequence(sellerSequence);
        final OrderSender buyer = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001").sequence(buyerSequence);
        for (int i = 0; i < pairs; i++)
        {
            seller.newOrder(SI_ID, Side.SELL, PRICE, 2);
            buyer.newOrder(SI_ID, Side.BUY, PRICE, 2);
        }
        sellerSequence = seller.sequence();
        buyerSequence = buyer.sequence();
    }

    private static int archivedFiles(final Path live)
    {
        final String[] files = live.resolve(HistoryArchive.NAME).toFile().list((in, name) -> name.endsWith(".zst"));
        return null == files ? 0 : files.length;
    }

    private static void assertNamed(final Path live, final ArchivedSegment segment, final String reason)
    {
        final List<Finding> findings = verify(live).findings();
        assertEquals(1, findings.size(), findings::toString);
        final Finding named = findings.getFirst();
        assertEquals(FindingKind.HISTORY_DAMAGED, named.kind(), findings::toString);
        assertTrue(named.facts().contains(reason), named::facts);
        assertEquals(segment.from(), named.position());
        assertEquals(segment.fileName(), named.file().getFileName().toString());
        assertTrue(named.facts().contains(
            "fromPosition=" + segment.from() + " toPosition=" + segment.to()), named::facts);
    }

    private static void assertUnreadable(final Path live, final String reason)
    {
        final List<Finding> findings = verify(live).findings();
        assertEquals(FindingKind.HISTORY_UNREADABLE, findings.getFirst().kind(), findings::toString);
        assertTrue(findings.getFirst().facts().contains(reason), findings::toString);
    }

    private static void assertOwnerOnly(final Path live) throws IOException
    {
        try (Stream<Path> files = Files.list(live.resolve(HistoryArchive.NAME)))
        {
            for (final Path file : Stream.concat(files, Stream.of(live.resolve("history.key"))).toList())
            {
                assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
                assertFalse(file.toString().endsWith(".tmp"));
            }
        }
    }

    private static void assertSame(final VenueState expected, final VenueState found)
    {
        assertEquals(expected.session(), found.session());
        assertEquals(expected.instruments(), found.instruments());
        assertEquals(expected.gateways(), found.gateways());
        assertEquals(expected.report(), found.report());
        assertEquals(expected.point(), found.point());
    }

    private static RetentionView view(final Path live)
    {
        return RetentionView.of(live, NO_CONSUMERS, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
    }

    private static VenueState replay(final Path live, final long position)
    {
        try (OfflineVenue venue = OfflineVenue.open(live, OfflineVenue.ANY_PARTITION))
        {
            return venue.replay(new ReplayTarget(ReplayTarget.Unit.JOURNAL_POSITION, position));
        }
    }

    private static Verification verify(final Path live)
    {
        try (OfflineVenue venue = OfflineVenue.open(live, OfflineVenue.ANY_PARTITION))
        {
            return venue.verify();
        }
    }
}
