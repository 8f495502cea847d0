// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.DataDirs;
import io.bourse.engine.host.EngineProcess;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.solo.SoloSnapshotTest;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the offline tools make of snapshots, with and without the beginning of the recordings.
 */
@Tag("venue")
class OfflineSnapshotTest
{
    private static final long PRICE = 90_000_00000L;
    private static final long TICK = 100_000L;
    private static final int PAIRS = 1_500;
    private static final RetentionOptions EVERYTHING =
        new RetentionOptions(2, TimeUnit.DAYS.toNanos(1), List.of());
    private static final RetentionOptions NO_CONSUMERS = new RetentionOptions(2, 0, List.of());

    @TempDir
    private Path dir;
    private long sellerSequence;
    private long buyerSequence;

    @Test
    void shouldVerifyFromTheOldestSnapshotWhenBeginningWasPurged() throws IOException
    {
        final Path purged = purge(venue("whole", 1));
        final StateReport report;
        try (TestEngine engine = start(purged, EVERYTHING))
        {
            report = engine.operator().reportState();
        }

        final Verification found = verify(purged);

        assertEquals(List.of(), found.findings());
        assertTrue(found.journal().startPosition() > 0 && found.eventStream().startPosition() > 0);
        assertEquals(2, found.snapshots().size());
        assertEquals(found.snapshots().getLast().header().journalPosition(), found.replay().fromPosition());
        assertEquals(report.stateHash(), found.replay().stateHash());
        assertEquals(found.events().rollingHash(), found.replay().rollingHash());
        assertTrue(found.replay().commands() < found.journal().messages());
    }

    @Test
    void shouldShowTheSameStateAtAnyPointWithAndWithoutTheBeginning() throws IOException
    {
        final Path whole = venue("whole", 1);
        final Path purged = purge(whole);
        final long base = verify(purged).replay().fromPosition();
        final List<Long> frames =
            DataDirs.framePositions(DataDirs.recording(whole, EngineStreams.JOURNAL_STREAM_ID));
        final List<Long> behind = frames.stream().filter(position -> position >= base).toList();
        final Random random = new Random(3);
        for (int i = 0; i < 4; i++)
        {
            final long to = 0 == i ? base : behind.get(random.nextInt(behind.size()));
            final VenueState expected = replay(whole, to);
            final VenueState state = replay(purged, to);
            assertEquals(expected.session(), state.session());
            assertEquals(symbols(expected), symbols(state));
            assertEquals(expected.report(), state.report());
            assertEquals(expected.point().journalPosition(), state.point().journalPosition());
            assertEquals(expected.point().cursor(), state.point().cursor());
            assertEquals(expected.point().frameSequence(), state.point().frameSequence());
            assertEquals(expected.point().rollingHash(), state.point().rollingHash());
            assertEquals(expected.point().stampedNs(), state.point().stampedNs());
        }
        assertThrows(IllegalStateException.class, () -> replay(purged, base - 32));
    }

    @Test
    void shouldSetBadSnapshotAsideWhenThereIsAnotherWay() throws IOException
    {
        final Path venue = venue("whole", 1);
        final Path bad = new SnapshotDirectory(venue).newestFirst().getFirst().file();
        SoloSnapshotTest.flip(bad, 200);

        final Verification found = verify(venue);
        assertEquals(List.of(FindingKind.SNAPSHOT_DAMAGED), kinds(found));
        assertEquals(Verdict.REPAIRABLE, found.verdict());
        assertEquals(bad, found.findings().getFirst().file());
        try (OfflineVenue offline = OfflineVenue.open(venue, OfflineVenue.ANY_PARTITION))
        {
            assertEquals(List.of("set the snapshot aside: file=" + bad), offline.plan(offline.verify()));
            assertEquals(List.of(), offline.repair(dir.resolve("kept")).findings());
        }
        assertFalse(Files.exists(bad));
        assertTrue(Files.exists(bad.resolveSibling(bad.getFileName() + ".bad")));
        start(venue, EVERYTHING).close();
    }

    @Test
    void shouldChangeNothingWhenBytesCannotBeKept() throws IOException
    {
        final Path venue = venue("whole", 1);
        final Path bad = new SnapshotDirectory(venue).newestFirst().getFirst().file();
        SoloSnapshotTest.flip(bad, 200);
        final Path noDirectory = Files.createFile(dir.resolve("file"));

        try (OfflineVenue offline = OfflineVenue.open(venue, OfflineVenue.ANY_PARTITION))
        {
            final UncheckedIOException refusal =
                assertThrows(UncheckedIOException.class, () -> offline.repair(noDirectory.resolve("kept")));
            assertTrue(refusal.getMessage().contains("nothing was changed"), refusal.getMessage());
        }
        assertTrue(Files.exists(bad));
    }

    @Test
    void shouldMissTheBeginningWhenNoSnapshotStandsForIt() throws IOException
    {
        final Path purged = purge(venue("whole", 1));
        for (final SnapshotDirectory.Entry entry : new SnapshotDirectory(purged).newestFirst())
        {
            SoloSnapshotTest.flip(entry.file(), 200);
        }

        final Verification found = verify(purged);
        assertEquals(List.of(FindingKind.SNAPSHOT_DAMAGED, FindingKind.SNAPSHOT_DAMAGED,
            FindingKind.BEGINNING_MISSING, FindingKind.BEGINNING_MISSING), kinds(found));
        assertEquals(Verdict.DAMAGED, found.verdict());
    }

    @Test
    void shouldNameSnapshotThatIsAheadOfTheJournal() throws IOException
    {
        final Path venue = venue("whole", 1);
        final Path old = dir.resolve("old");
        try (TestEngine engine = start(venue, EVERYTHING))
        {
            DataDirs.crashCopy(venue, old);
            SoloSnapshotTest.snapshot(engine);
        }
        final Path ahead = new SnapshotDirectory(venue).newestFirst().getFirst().file();
        Files.copy(ahead, new SnapshotDirectory(old).path().resolve(ahead.getFileName()));

        final Verification found = verify(old);
        assertTrue(kinds(found).contains(FindingKind.SNAPSHOT_AHEAD), found.findings()::toString);
        assertEquals(Verdict.DAMAGED, found.verdict());
    }

    @Test
    void shouldNameSnapshotOfAnotherHistory() throws IOException
    {
        final Path venue = venue("whole", 1);
        final Path other = venue("other", 2);
        final Path mine = new SnapshotDirectory(venue).newestFirst().getFirst().file();
        final Path foreign = new SnapshotDirectory(other).newestFirst().getFirst().file();
        assertEquals(mine.getFileName(), foreign.getFileName());
        assertNotEquals(-1, Files.mismatch(mine, foreign));
        Files.copy(foreign, mine, StandardCopyOption.REPLACE_EXISTING);

        final Verification found = verify(venue);
        assertEquals(List.of(FindingKind.SNAPSHOT_DIVERGENCE), kinds(found));
    }

    /** It would be the one that stands for the beginning, and nothing of the history would fit. */
    @Test
    void shouldNameSnapshotOfAnotherHistoryWhenBeginningWasPurged() throws IOException
    {
        final Path purged = purge(venue("whole", 1));
        final Path other = venue("other", 2);
        final Path base = new SnapshotDirectory(purged).newestFirst().getLast().file();
        final Path foreign = new SnapshotDirectory(other).path().resolve(base.getFileName());
        Files.copy(foreign, base, StandardCopyOption.REPLACE_EXISTING);

        final Verification found = verify(purged);
        assertEquals(List.of(FindingKind.SNAPSHOT_DIVERGENCE), kinds(found));
        assertEquals(base, found.findings().getFirst().file());
    }

    @Test
    void shouldCompleteEventsFromSnapshotWhenBeginningWasPurged() throws IOException
    {
        final Path purged = purge(venue("whole", 1));
        final Path crashed = dir.resolve("crashed");
        try (TestEngine engine = start(purged, EVERYTHING))
        {
            trade(engine, 9, 30);
            DataDirs.crashCopy(purged, crashed);
        }
        final RecordedStream events = DataDirs.recording(crashed, EngineStreams.EVENTS_STREAM_ID);
        final List<Long> frames = DataDirs.framePositions(events);
        final long cut = frames.get(frames.size() - 10);
        DataDirs.write(events, cut, new byte[(int)(frames.getLast() - cut)]);

        assertEquals(List.of(FindingKind.NOT_CLOSED, FindingKind.NOT_CLOSED, FindingKind.EVENTS_BEHIND),
            kinds(verify(crashed)));
        try (OfflineVenue offline = OfflineVenue.open(crashed, OfflineVenue.ANY_PARTITION))
        {
            assertEquals(List.of(), offline.repair(dir.resolve("kept")).findings());
        }
        assertEquals(frames.getLast(), verify(crashed).eventStream().endPosition());
    }

    /** A venue that was stopped in good order, with everything there and two snapshots. */
    private Path venue(final String name, final long seed)
    {
        final Path venue = dir.resolve(name);
        sellerSequence = 0;
        buyerSequence = 0;
        try (TestEngine engine = start(venue, EVERYTHING).withDemoReferenceData())
        {
            trade(engine, seed, PAIRS);
            SoloSnapshotTest.snapshot(engine);
            trade(engine, seed, PAIRS);
            SoloSnapshotTest.snapshot(engine);
            trade(engine, seed, 100);
        }
        return venue;
    }

    /** The same venue, without its beginning: the base is the second of its snapshots, the last one is new. */
    private Path purge(final Path venue) throws IOException
    {
        final Path purged = DataDirs.crashCopy(venue, dir.resolve("purged"));
        try (TestEngine engine = start(purged, NO_CONSUMERS))
        {
            SoloSnapshotTest.snapshot(engine);
            TestEngine.await("purged", () -> 2 == new SnapshotDirectory(purged).newestFirst().size());
        }
        return purged;
    }

    private static TestEngine start(final Path venue, final RetentionOptions options)
    {
        return TestEngine.start(EngineProcess.options(venue).retention(options));
    }

    private void trade(final TestEngine engine, final long seed, final int pairs)
    {
        final Random random = new Random(seed);
        final EngineClient client = engine.connect();
        final OrderSender seller = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").sequence(sellerSequence);
        final OrderSender buyer = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001").sequence(buyerSequence);
        for (int i = 0; i < pairs; i++)
        {
            seller.newOrder(SI_ID, Side.SELL, PRICE + random.nextInt(6) * TICK, 1 + random.nextInt(9));
            buyer.newOrder(SI_ID, Side.BUY, PRICE + (2 - random.nextInt(6)) * TICK, 1 + random.nextInt(9));
        }
        sellerSequence = seller.sequence();
        buyerSequence = buyer.sequence();
        engine.operator().reportState();
    }

    /** Their phases are in the snapshot, but not in events as long as none has changed. */
    private static List<String> symbols(final VenueState state)
    {
        return state.instruments().stream().map(VenueState.InstrumentState::symbol).toList();
    }

    private static VenueState replay(final Path venue, final long position)
    {
        try (OfflineVenue offline = OfflineVenue.open(venue, OfflineVenue.ANY_PARTITION))
        {
            return offline.replay(new ReplayTarget(ReplayTarget.Unit.JOURNAL_POSITION, position));
        }
    }

    private static Verification verify(final Path venue)
    {
        try (OfflineVenue offline = OfflineVenue.open(venue, OfflineVenue.ANY_PARTITION))
        {
            return offline.verify();
        }
    }

    private static List<FindingKind> kinds(final Verification found)
    {
        return found.findings().stream().map(Finding::kind).toList();
    }
}
