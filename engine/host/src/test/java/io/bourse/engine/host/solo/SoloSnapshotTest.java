// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.SnapshotStatus;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.DataDirs;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.EngineProcess;
import io.bourse.engine.host.LogCapture;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.offline.Finding;
import io.bourse.engine.host.offline.FindingKind;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.SnapshotPlace;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.snapshot.SnapshotHeader;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.FlightEvents;
import io.bourse.testing.RecordingListener;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;

import static io.bourse.engine.host.execution.EngineCounter.COMMANDS_EXECUTED;
import static io.bourse.engine.host.execution.EngineCounter.EVENT_FRAMES_PUBLISHED;
import static io.bourse.engine.host.execution.EngineCounter.LAST_SNAPSHOT_PAUSE_NS;
import static io.bourse.engine.host.execution.EngineCounter.SNAPSHOTS_FAILED;
import static io.bourse.engine.host.execution.EngineCounter.SNAPSHOTS_TAKEN;
import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Snapshots of the solo host, with a real archive.
 */
@Tag("venue")
public class SoloSnapshotTest
{
    private static final long PRICE = 90_000_00000L;
    private static final long TICK = 100_000L;

    @TempDir
    private Path dir;
    private long sellerSequence;
    private long buyerSequence;

    @Test
    void shouldWriteSnapshotAtTheCommandThatAskedForIt()
    {
        final Path live = dir.resolve("live");
        try (TestEngine engine = start(live).withDemoReferenceData();
            SnapshotStatus status = SnapshotStatus.connect(engine.engine().aeronDirectoryName(), 0))
        {
            trade(engine, new Random(1), 200);
            final long position = snapshot(engine);

            final List<SnapshotDirectory.Entry> entries = new SnapshotDirectory(live).newestFirst();
            assertEquals(1, entries.size());
            assertEquals(position, entries.getFirst().journalPosition());
            final SnapshotFile.Contents contents =
                SnapshotFile.read(entries.getFirst().file(), (buffer, offset, length) -> { });
            final SnapshotHeader header = contents.header();
            assertEquals(position, header.journalPosition());
            final RecordingListener due = engine.collectToEnd(0);
            assertTrue(due.contains("SNAPSHOT_DUE commandPosition=" + position + " stateHash=" + header.stateHash()),
                due.lines().getLast());
            assertEquals(due.cursor(), header.eventCursor());
            assertEquals(position, status.position());
            assertEquals(contents.records(), status.records());
            assertEquals(contents.bytes(), status.bytes());
            assertEquals(engine.engine().counters().get(LAST_SNAPSHOT_PAUSE_NS), status.pauseNs());
            assertTrue(status.pauseNs() > 0);
            assertEquals(0, status.failedPosition());
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void shouldStartFromSnapshotAndReplayOnlyTheTail(final Durability durability)
    {
        final Path live = dir.resolve("live");
        final StateReport before;
        try (TestEngine engine = TestEngine.start(
            EngineProcess.options(live, (host) -> host.durability(durability))).withDemoReferenceData())
        {
            trade(engine, new Random(1), 300);
            snapshot(engine);
            trade(engine, new Random(2), 5);
            before = engine.operator().reportState();
        }
        try (TestEngine engine = start(live))
        {
            // Ten orders and two reports, of more than six hundred commands.
            assertEquals(12, engine.engine().counters().get(COMMANDS_EXECUTED));
            assertEquals(0, engine.engine().counters().get(EVENT_FRAMES_PUBLISHED));
            assertSameState(before, engine.operator().reportState());
        }
        assertWhole(live);
    }

    /** Kills at any moment and starts from snapshots, again and again; the journal alone must give the same bytes. */
    @Test
    void shouldGoOnAsIfThereHadNeverBeenASnapshot() throws IOException
    {
        final long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        final Random random = new Random(seed);
        Path live = dir.resolve("live0");
        try (TestEngine engine = start(live).withDemoReferenceData())
        {
            trade(engine, random, 1 + random.nextInt(50));
        }
        for (int life = 1; life <= 6; life++)
        {
            final Path crashed = dir.resolve("live" + life);
            try (TestEngine engine = start(live))
            {
                final int rounds = 1 + random.nextInt(4);
                for (int i = 0; i < rounds; i++)
                {
                    trade(engine, random, random.nextInt(60));
                    if (random.nextBoolean())
                    {
                        snapshot(engine);
                    }
                }
                trade(engine, random, random.nextInt(20));
                DataDirs.crashCopy(live, crashed);
            }
            live = crashed;
            try (OfflineVenue venue = OfflineVenue.open(live, OfflineVenue.ANY_PARTITION))
            {
                assertTrue(Verdict.DAMAGED != venue.verify().verdict(), () -> "seed=" + seed);
            }
        }
        final StateReport after;
        try (TestEngine engine = start(live))
        {
            after = engine.operator().reportState();
        }
        final Verification found = assertWhole(live);
        // The twin: the whole journal from position 0, without any snapshot.
        assertEquals(0, found.journal().startPosition());
        assertEquals(after.stateHash(), found.replay().stateHash());
        assertEquals(found.eventStream().messages(), found.replay().framesIdentical());
        assertEquals(found.events().rollingHash(), found.replay().rollingHash());
    }

    @Test
    void shouldTakeTheOneBeforeWhenNewestSnapshotIsBad() throws IOException
    {
        final Path live = dir.resolve("live");
        final StateReport before = tradeWithSnapshots(live, 2);
        final List<SnapshotDirectory.Entry> entries = new SnapshotDirectory(live).newestFirst();
        flip(entries.get(0).file(), 500);

        try (LogCapture log = new LogCapture(); TestEngine engine = start(live))
        {
            assertTrue(log.messages().stream().anyMatch(line ->
                line.contains("DAMAGED_RECORD") && line.contains(entries.get(0).file().toString())),
                log.messages()::toString);
            assertEquals(entries.get(1).journalPosition(), startedFrom(engine));
            assertSameState(before, engine.operator().reportState());
        }
    }

    /** Nothing is journalled behind the newest one, so no event would ever contradict it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldRefuseSnapshotsOfAnotherHistoryByName(final int foreign) throws IOException
    {
        final Path live = dir.resolve("live");
        final Path other = dir.resolve("other");
        final StateReport before = endWithSnapshot(live, 1);
        endWithSnapshot(other, 2);
        final List<SnapshotDirectory.Entry> entries = new SnapshotDirectory(live).newestFirst();
        final List<SnapshotDirectory.Entry> others = new SnapshotDirectory(other).newestFirst();
        for (int i = 0; i < foreign; i++)
        {
            assertEquals(entries.get(i).journalPosition(), others.get(i).journalPosition());
            Files.copy(others.get(i).file(), entries.get(i).file(), StandardCopyOption.REPLACE_EXISTING);
        }

        try (LogCapture log = new LogCapture(); TestEngine engine = start(live))
        {
            for (int i = 0; i < foreign; i++)
            {
                final String name = "FOREIGN_SNAPSHOT file=" + entries.get(i).file();
                assertEquals(1, log.messages().stream().filter(line -> line.contains(name)).count(),
                    log.messages()::toString);
            }
            assertEquals(1 == foreign ? entries.get(1).journalPosition() : 0, startedFrom(engine));
            assertSameState(before, engine.operator().reportState());
        }
    }

    @Test
    void shouldFindWhateverContradictsASnapshot()
    {
        final Path live = dir.resolve("live");
        endWithSnapshot(live, 1);
        final SnapshotHeader good = SnapshotFile.header(new SnapshotDirectory(live).newestFirst().getFirst().file());
        final long rollingHash = assertWhole(live).events().rollingHash();
        final RecordedStream events = DataDirs.recording(live, EngineStreams.EVENTS_STREAM_ID);
        final List<Long> frames = DataDirs.framePositions(events);
        assertNull(SnapshotPlace.contradiction(good, rollingHash, events));

        assertContradiction("recordedRollingHash=", good, rollingHash ^ 1, events);
        final long cursor = good.eventCursor();
        final long position = good.journalPosition();
        final long frame = good.frameSequence();
        assertContradiction("no event frame ends at",
            header(0, position, cursor - 32, frame, good.stateHash()), rollingHash, events);
        assertContradiction("no event frame ends at",
            header(0, position, cursor + 32, frame, good.stateHash()), rollingHash, events);
        assertContradiction("recordedJournalPosition=",
            header(0, position, frames.get(frames.size() - 2), frame, good.stateHash()), rollingHash, events);
        assertContradiction("recordedJournalPosition=",
            header(0, position + 32, cursor, frame, good.stateHash()), rollingHash, events);
        assertContradiction("recordedJournalPosition=",
            header(0, position, cursor, frame + 1, good.stateHash()), rollingHash, events);
        assertContradiction("recordedPartition=0",
            header(1, position, cursor, frame, good.stateHash()), rollingHash, events);
        assertContradiction("recordedStateHash=",
            header(0, position, cursor, frame, ~good.stateHash()), rollingHash, events);
    }

    private static SnapshotHeader header(
        final int partition, final long position, final long cursor, final long frameSequence, final long stateHash)
    {
        return new SnapshotHeader(partition, position, cursor, frameSequence, 0, 0, stateHash);
    }

    private static void assertContradiction(
        final String expected, final SnapshotHeader header, final long rollingHash, final RecordedStream events)
    {
        final String found = SnapshotPlace.contradiction(header, rollingHash, events);
        assertTrue(null != found && found.contains(expected), found);
    }

    /** What cannot be read is not damaged: nobody knows what is in it. */
    @Test
    void shouldRefuseToStartByNameWhenSnapshotCannotBeRead() throws IOException
    {
        final Path live = dir.resolve("live");
        endWithSnapshot(live, 1);
        final Path newest = new SnapshotDirectory(live).newestFirst().getFirst().file();
        Files.delete(newest);
        Files.createDirectory(newest);

        final UncheckedIOException start = assertThrows(UncheckedIOException.class, () -> start(live).close());
        assertTrue(start.getMessage().contains("cannot read the snapshot: file=" + newest), start.getMessage());
        try (OfflineVenue venue = OfflineVenue.open(live, OfflineVenue.ANY_PARTITION))
        {
            final UncheckedIOException found = assertThrows(UncheckedIOException.class, venue::verify);
            assertTrue(found.getMessage().contains("cannot read the snapshot: file=" + newest), found.getMessage());
        }
        assertTrue(Files.isDirectory(newest));
    }

    @Test
    void shouldPassOverSnapshotOfANewerProgramAndLeaveItThere() throws IOException
    {
        final Path live = dir.resolve("live");
        final StateReport before = endWithSnapshot(live, 1);
        final List<SnapshotDirectory.Entry> entries = new SnapshotDirectory(live).newestFirst();
        final Path newest = entries.getFirst().file();
        try (RandomAccessFile file = new RandomAccessFile(newest.toFile(), "rw"))
        {
            // The format, behind the eight bytes that every format begins with.
            file.seek(Long.BYTES);
            file.writeByte(2);
        }

        try (OfflineVenue venue = OfflineVenue.open(live, OfflineVenue.ANY_PARTITION))
        {
            final Verification found = venue.verify();
            assertEquals(List.of(FindingKind.SNAPSHOT_NEWER), found.findings().stream().map(Finding::kind).toList());
            assertEquals(List.of(), venue.plan(found));
        }
        try (LogCapture log = new LogCapture(); TestEngine engine = start(live))
        {
            assertTrue(log.messages().stream().anyMatch(line ->
                line.contains("UNKNOWN_FORMAT") && line.contains(newest.toString())), log.messages()::toString);
            assertEquals(entries.get(1).journalPosition(), startedFrom(engine));
            assertSameState(before, engine.operator().reportState());
        }
        assertTrue(Files.exists(newest));
    }

    private StateReport endWithSnapshot(final Path data, final long seed)
    {
        sellerSequence = 0;
        buyerSequence = 0;
        try (TestEngine engine = start(data).withDemoReferenceData())
        {
            trade(engine, new Random(seed), 50);
            snapshot(engine);
            trade(engine, new Random(seed), 50);
            final StateReport report = engine.operator().reportState();
            snapshot(engine);
            return report;
        }
    }

    @Test
    void shouldReplayWholeJournalWhenNoSnapshotIsGood() throws IOException
    {
        final Path live = dir.resolve("live");
        final StateReport before = tradeWithSnapshots(live, 2);
        for (final SnapshotDirectory.Entry entry : new SnapshotDirectory(live).newestFirst())
        {
            try (RandomAccessFile file = new RandomAccessFile(entry.file().toFile(), "rw"))
            {
                file.setLength(file.length() / 2);
            }
        }
        try (LogCapture log = new LogCapture(); TestEngine engine = start(live))
        {
            assertEquals(2, log.messages().stream().filter(line -> line.contains("TORN")).count());
            assertEquals(0, startedFrom(engine));
            assertSameState(before, engine.operator().reportState());
        }
    }

    @Test
    void shouldPassOverSnapshotThatWasNotRenamedYet() throws IOException
    {
        final Path live = dir.resolve("live");
        final StateReport before = tradeWithSnapshots(live, 2);
        final List<SnapshotDirectory.Entry> entries = new SnapshotDirectory(live).newestFirst();
        final Path newest = entries.get(0).file();
        final Path half = newest.resolveSibling(newest.getFileName() + ".tmp");
        Files.move(newest, half, StandardCopyOption.ATOMIC_MOVE);

        try (TestEngine engine = start(live))
        {
            assertEquals(entries.get(1).journalPosition(), startedFrom(engine));
            assertSameState(before, engine.operator().reportState());
            assertFalse(Files.exists(half));
        }
    }

    @Test
    void shouldRefuseToStartWhenSnapshotIsAheadOfJournal() throws IOException
    {
        final Path live = dir.resolve("live");
        final Path old = dir.resolve("old");
        try (TestEngine engine = start(live).withDemoReferenceData())
        {
            trade(engine, new Random(1), 20);
            DataDirs.crashCopy(live, old);
            snapshot(engine);
        }
        Files.move(live.resolve("snapshots"), old.resolve("snapshots"));

        final JournalDamagedException refusal =
            assertThrows(JournalDamagedException.class, () -> start(old).close());
        assertTrue(refusal.reason().contains("a snapshot has commands that the journal lacks"), refusal.reason());
    }

    @Test
    void shouldGoOnWhenSnapshotCannotBeWritten() throws IOException
    {
        final Path live = dir.resolve("live");
        try (TestEngine engine = start(live).withDemoReferenceData();
            FlightEvents events = new FlightEvents("bourse.Snapshot");
            SnapshotStatus status = SnapshotStatus.connect(engine.engine().aeronDirectoryName(), 0))
        {
            // A file where the directory should be.
            Files.createFile(live.resolve("snapshots"));
            final long position = engine.operator().takeSnapshot().commandPosition();
            TestEngine.await("failed", () -> position == status.failedPosition());
            assertEquals(1, engine.engine().counters().get(SNAPSHOTS_FAILED));

            trade(engine, new Random(1), 10);
            Files.delete(live.resolve("snapshots"));
            final long next = snapshot(engine);
            assertTrue(engine.engine().isRunning());
            TestEngine.await("completed", () -> next == status.position());
            final List<RecordedEvent> recorded = events.stop();
            assertEquals(List.of(position + " false 0 0", next + " true " + status.records() + " " + status.bytes()),
                recorded.stream().map((event) -> event.getLong("journalPosition") + " " +
                    event.getBoolean("isComplete") + " " + event.getLong("records") + " " + event.getLong("bytes"))
                    .toList());
            assertTrue(recorded.getFirst().getString("cause").contains("snapshots"), recorded::toString);
            assertTrue(recorded.getLast().getDuration("pause").isPositive(), recorded::toString);
        }
        assertWhole(live);
    }

    @Test
    void shouldKeepTakingSnapshotsUnderLoad()
    {
        final Path live = dir.resolve("live");
        try (TestEngine engine = start(live).withDemoReferenceData())
        {
            final EngineClient client = engine.connect();
            final Thread sender = Thread.ofPlatform().daemon().start(() -> trade(client, new Random(5), 1_500));
            int taken = 0;
            while (sender.isAlive())
            {
                snapshot(engine);
                taken++;
            }
            engine.collect(0, (listener) -> listener.count("ACCEPTED") == 3_000);
            assertEquals(taken, engine.engine().counters().get(SNAPSHOTS_TAKEN));
            assertEquals(0, engine.engine().counters().get(SNAPSHOTS_FAILED));
        }
        assertWhole(live);
    }

    private StateReport tradeWithSnapshots(final Path live, final int snapshots)
    {
        try (TestEngine engine = start(live).withDemoReferenceData())
        {
            for (int i = 0; i < snapshots; i++)
            {
                trade(engine, new Random(i), 50);
                snapshot(engine);
            }
            trade(engine, new Random(77), 20);
            return engine.operator().reportState();
        }
    }

    private static TestEngine start(final Path data)
    {
        return TestEngine.start(EngineProcess.options(data));
    }

    private void trade(final TestEngine engine, final Random random, final int pairs)
    {
        trade(engine.connect(), random, pairs);
        // A state report comes behind all of them.
        engine.operator().reportState();
    }

    private void trade(final EngineClient client, final Random random, final int pairs)
    {
        final OrderSender seller =
            new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").sequence(sellerSequence);
        final OrderSender buyer = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001").sequence(buyerSequence);
        for (int i = 0; i < pairs; i++)
        {
            seller.newOrder(SI_ID, Side.SELL, PRICE + random.nextInt(6) * TICK, 1 + random.nextInt(9));
            buyer.newOrder(SI_ID, Side.BUY, PRICE + (2 - random.nextInt(6)) * TICK, 1 + random.nextInt(9));
        }
        sellerSequence = seller.sequence();
        buyerSequence = buyer.sequence();
    }

    /** Takes a snapshot and waits for it; gives back its position. */
    public static long snapshot(final TestEngine engine)
    {
        final CounterSet<EngineCounter> counters = engine.engine().counters();
        final long before = counters.get(SNAPSHOTS_TAKEN) + counters.get(SNAPSHOTS_FAILED);
        final long position = engine.operator().takeSnapshot().commandPosition();
        TestEngine.await("snapshot", () -> counters.get(SNAPSHOTS_TAKEN) + counters.get(SNAPSHOTS_FAILED) > before);
        assertTrue(Files.exists(new SnapshotDirectory(engine.engine().dataDir()).newestFirst().getFirst().file()));
        return position;
    }

    /** Position of the snapshot that the engine was started from, 0 for none. */
    private static long startedFrom(final TestEngine engine)
    {
        try (SnapshotStatus status = SnapshotStatus.connect(engine.engine().aeronDirectoryName(), 0))
        {
            return status.position();
        }
    }

    private static Verification assertWhole(final Path data)
    {
        try (OfflineVenue venue = OfflineVenue.open(data, OfflineVenue.ANY_PARTITION))
        {
            final Verification found = venue.verify();
            assertEquals(List.of(), found.findings());
            return found;
        }
    }

    private static void assertSameState(final StateReport expected, final StateReport actual)
    {
        assertEquals(expected.orders(), actual.orders());
        assertEquals(expected.positions(), actual.positions());
        assertEquals(expected.tradeCount(), actual.tradeCount());
    }

    public static void flip(final Path file, final long position) throws IOException
    {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw"))
        {
            bytes.seek(position);
            final int value = bytes.read();
            bytes.seek(position);
            bytes.write(value ^ 1);
        }
    }
}
