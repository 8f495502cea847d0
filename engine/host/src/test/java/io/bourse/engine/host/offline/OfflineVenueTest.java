// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.aeron.archive.codecs.CatalogHeaderDecoder;
import io.aeron.archive.codecs.RecordingDescriptorHeaderDecoder;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.DataDirs;
import io.bourse.engine.host.EngineProcess;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.FailedCommand;
import io.bourse.engine.host.quarantine.QuarantineDirectory;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.CatalogRepair;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.host.recording.JournalFrames;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.host.storage.OpenMark;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Checks, repairs and replays of data directories that a real engine wrote, as it left them and damaged on purpose.
 */
@Tag("venue")
class OfflineVenueTest
{
    private static final long PRICE = 90_000_00000L;
    private static final int ORDERS = 1_500;
    private static final int FIRST_DESCRIPTOR =
        CatalogHeaderDecoder.BLOCK_LENGTH + RecordingDescriptorHeaderDecoder.BLOCK_LENGTH;

    @TempDir
    private Path dir;
    private Path live;
    private Path crashed;
    private StateReport report;
    private RecordingListener before;
    private RecordedStream journal;
    private RecordedStream events;
    private List<Long> journalFrames;
    private List<Long> eventFrames;

    @BeforeEach
    void crashAnEngine() throws IOException
    {
        live = dir.resolve("live");
        // Small files: every recording goes over several of them.
        try (TestEngine engine = TestEngine.start(EngineProcess.options(live)).withDemoReferenceData())
        {
            final EngineClient client = engine.connect();
            final OrderSender seller = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001");
            final OrderSender buyer = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001");
            for (int i = 0; i < ORDERS; i++)
            {
                seller.newOrder(SI_ID, Side.SELL, PRICE, 3);
                buyer.newOrder(SI_ID, Side.BUY, PRICE, 2);
            }
            engine.collect(0, (listener) -> listener.count("ACCEPTED") == 2 * ORDERS);
            report = engine.operator().reportState();
            before = engine.collectToEnd(0);
            TestEngine.await("recorded", () ->
                DataDirs.framePositions(DataDirs.recording(live, EngineStreams.EVENTS_STREAM_ID)).getLast() >=
                report.cursor());
            crashed = DataDirs.crashCopy(live, dir.resolve("crashed"));
        }
        look();
    }

    private void look()
    {
        journal = DataDirs.recording(crashed, EngineStreams.JOURNAL_STREAM_ID);
        events = DataDirs.recording(crashed, EngineStreams.EVENTS_STREAM_ID);
        journalFrames = DataDirs.framePositions(journal);
        eventFrames = DataDirs.framePositions(events);
    }

    @Test
    void shouldFindNothingWhenVenueWasStopped()
    {
        final Verification found = verify(live);

        assertEquals(List.of(), found.findings());
        assertEquals(Verdict.WHOLE, found.verdict());
        assertEquals(0, found.partition());
        assertEquals(journalFrames.size() - 1, found.journal().messages());
        assertEquals(last(journalFrames), found.journal().endPosition());
        assertTrue(found.journal().isClosed());
        assertTrue(found.journal().segmentFiles() > 1);
        assertEquals(eventFrames.size() - 1, found.eventStream().messages());
        assertEquals(before.transactions().size(), found.events().transactions());
        assertEquals(report.cursor(), found.events().transactionCursor());
        assertEquals(found.journal().messages(), found.replay().commands());
        assertEquals(found.eventStream().messages(), found.replay().framesIdentical());
        assertEquals(0, found.replay().framesMissing());
        assertEquals(report.stateHash(), found.replay().stateHash());
        assertEquals(found.events().rollingHash(), found.replay().rollingHash());
    }

    @Test
    void shouldCloseRecordingsWhenVenueWasKilled()
    {
        assertEquals(List.of(FindingKind.NOT_CLOSED, FindingKind.NOT_CLOSED), kinds(verify(crashed)));

        final Verification after = repair();

        assertEquals(List.of(), after.findings());
        assertTrue(after.journal().isClosed() && after.eventStream().isClosed());
        assertTrue(Files.exists(dir.resolve("kept").resolve("archive.catalog")));
        assertRecovers();
    }

    @Test
    void shouldNotChangeAnythingWhenOnlyLooking() throws IOException
    {
        DataDirs.halfFrame(journal, journalFrames.get(journalFrames.size() - 2), last(journalFrames), 64);
        final Path copy = DataDirs.crashCopy(crashed, dir.resolve("copy"));

        try (OfflineVenue venue = OfflineVenue.open(crashed, OfflineVenue.ANY_PARTITION))
        {
            assertEquals(3, venue.plan(venue.verify()).size());
            venue.replay(ReplayTarget.end());
        }

        assertSameFiles(copy.resolve("archive"), crashed.resolve("archive"));
    }

    @Test
    void shouldCutAndKeepTornTail() throws IOException
    {
        final long end = last(journalFrames);
        DataDirs.halfFrame(journal, journalFrames.get(journalFrames.size() - 2), end, 64);
        final byte[] torn = read(journal, end, 64);

        assertEquals(List.of(FindingKind.NOT_CLOSED, FindingKind.TORN_TAIL, FindingKind.NOT_CLOSED),
            kinds(verify(crashed)));
        assertEquals(List.of(), repair().findings());

        final byte[] kept = Files.readAllBytes(dir.resolve("kept").resolve(journal.recordingId() + "-" + end +
            ".tail"));
        assertEquals(List.of(), differences(torn, kept));
        assertRecovers();
    }

    /** As when the core fails in the middle of a long transaction: it has no end. */
    @Test
    void shouldCutOffEventsOfQuarantinedCommandThatWasNotFinished() throws IOException
    {
        final long lastFrame = eventFrames.get(eventFrames.size() - 2);
        DataDirs.write(events, lastFrame, new byte[(int)(last(eventFrames) - lastFrame)]);
        quarantineLastCommand();

        final Verification found = verify(crashed);
        assertEquals(List.of(FindingKind.NOT_CLOSED, FindingKind.NOT_CLOSED, FindingKind.TORN_TAIL,
            FindingKind.EVENTS_BEHIND), kinds(found));
        assertEquals(1, found.replay().framesMissing());
        assertTrue(found.eventStream().endPosition() < lastFrame);
        final Path started = DataDirs.crashCopy(crashed, dir.resolve("started"));

        assertEquals(List.of(), repair().findings());
        try (TestEngine engine = TestEngine.start(EngineProcess.options(started)))
        {
            assertEquals(1, engine.engine().counters().get(EngineCounter.COMMANDS_QUARANTINED));
            assertEquals(1, engine.engine().counters().get(EngineCounter.EVENT_FRAMES_PUBLISHED));
            final List<String> published = engine.collectToEnd(0).transactions();
            assertEquals(before.transactions().size(), published.size());
            assertTrue(published.getLast().contains("INVALID_FIELD"), published.getLast());
        }
        assertEquals(verify(crashed).replay().rollingHash(), verify(started).replay().rollingHash());
    }

    private void quarantineLastCommand()
    {
        final JournalFrames command = new JournalFrames();
        try (RecordingWalker walker =
            new RecordingWalker(journal, journalFrames.get(journalFrames.size() - 2), last(journalFrames)))
        {
            assertTrue(walker.nextData());
            command.read(walker);
            final String sha256 = HexFormat.of().formatHex(
                FailedCommand.sha256(command.buffer(), command.offset(), command.length()));
            final QuarantineDirectory directory = new QuarantineDirectory(crashed, 0);
            final Quarantine request =
                new Quarantine(0, last(journalFrames), 30, sha256, "anna", 1, "why", null, 0, null);
            directory.write(request);
            directory.write(directory.approve(Quarantines.NONE, request, "boris", 2));
        }
    }

    @Test
    void shouldMakeMissingEventsAgain() throws IOException
    {
        final long tornAt = eventFrames.get(eventFrames.size() - 40);
        DataDirs.write(events, tornAt + 40, new byte[(int)(last(eventFrames) - tornAt - 40)]);

        final Verification found = verify(crashed);
        assertEquals(List.of(FindingKind.NOT_CLOSED, FindingKind.NOT_CLOSED, FindingKind.TORN_TAIL,
            FindingKind.EVENTS_BEHIND), kinds(found));
        assertEquals(39, found.replay().framesMissing());
        final Verification after = repair();

        assertEquals(List.of(), after.findings());
        assertEquals(found.replay().rollingHash(), after.events().rollingHash());
        assertEquals(report.cursor(), after.events().transactionCursor());
        assertFalse(Files.exists(Path.of(EngineDirectories.aeronDirectoryName(crashed))));
        assertRecovers();
    }

    @Test
    void shouldTakeGoodFramesBehindEndOfOldCatalog() throws IOException
    {
        final Path catalog = crashed.resolve("archive").resolve("archive.catalog");
        CatalogRepair.stopRecordingAt(journal, journalFrames.get(100));
        CatalogRepair.stopRecordingAt(events, eventFrames.get(100));
        assertTrue(Files.exists(catalog));
        // An engine that ended in good order: what its catalog says is meant.
        Files.delete(crashed.resolve(OpenMark.FILE_NAME));

        final JournalDamagedException refusal = assertThrows(JournalDamagedException.class, this::startCrashed);
        assertTrue(refusal.reason().startsWith("the catalog says that it was closed here, but good frames follow"),
            refusal.reason());
        assertEquals(List.of(FindingKind.CATALOG_BEHIND, FindingKind.NOT_CLOSED, FindingKind.CATALOG_BEHIND,
            FindingKind.NOT_CLOSED), kinds(verify(crashed)));
        assertEquals(List.of(), repair().findings());
        assertRecovers();
    }

    @Test
    void shouldRefuseHoleMissingSegmentAndLostCommandsByName() throws IOException
    {
        DataDirs.flip(journal, journalFrames.get(7) + 40);
        assertRefused(FindingKind.HOLE, journalFrames.get(7));
        DataDirs.flip(journal, journalFrames.get(7) + 40);

        final Path second = journal.segmentFile(journal.segmentLength());
        final Path aside = dir.resolve("aside");
        Files.move(second, aside);
        assertRefused(FindingKind.MISSING_SEGMENT, journal.segmentLength());
        Files.move(aside, second);

        final long lost = journalFrames.get(journalFrames.size() - 2);
        DataDirs.write(journal, lost, new byte[(int)(last(journalFrames) - lost)]);
        assertRefused(FindingKind.JOURNAL_SHORT, lost);
    }

    @Test
    void shouldRefuseSwappedSegmentsInsteadOfTakingThemForTornTail() throws IOException
    {
        swap(journal.segmentFile(0), journal.segmentFile(journal.segmentLength()));
        assertRefused(FindingKind.MISPLACED, 0);
        swap(journal.segmentFile(0), journal.segmentFile(journal.segmentLength()));

        // All of the one under the names of the other: nothing good is left in its place.
        for (long base = 0; base <= journal.lastSegmentBase(); base += journal.segmentLength())
        {
            swap(journal.segmentFile(base), events.segmentFile(base));
        }
        assertRefused(FindingKind.MISPLACED, 0);
        assertThrows(JournalDamagedException.class, this::startCrashed);
    }

    @Test
    void shouldRefuseForeignRecordings() throws IOException
    {
        final Path other = dir.resolve("other");
        TestEngine.start(EngineProcess.options(other)).withDemoReferenceData().close();
        final Path catalog = Path.of("archive", "archive.catalog");
        final Path own = Files.copy(crashed.resolve(catalog), dir.resolve("own.catalog"));

        Files.copy(other.resolve(catalog), crashed.resolve(catalog), StandardCopyOption.REPLACE_EXISTING);
        assertEquals(Verdict.DAMAGED, verify(crashed).verdict());
        assertTrue(kinds(verify(crashed)).contains(FindingKind.MISPLACED));
        Files.copy(own, crashed.resolve(catalog), StandardCopyOption.REPLACE_EXISTING);

        Files.copy(other.resolve("archive").resolve("0-0.rec"), crashed.resolve("archive").resolve("7-0.rec"));
        assertEquals(Verdict.DAMAGED, verify(crashed).verdict());
        assertTrue(kinds(verify(crashed)).contains(FindingKind.FOREIGN_RECORDING));
        Files.delete(crashed.resolve("archive").resolve("7-0.rec"));

        Files.copy(other.resolve("archive").resolve("0-0.rec"), journal.segmentFile(0),
            StandardCopyOption.REPLACE_EXISTING);
        assertRefused(FindingKind.MISPLACED, 0);
    }

    @Test
    void shouldRefuseDamagedCatalogAndWrongPartition() throws IOException
    {
        try (OfflineVenue venue = OfflineVenue.open(crashed, 3))
        {
            assertTrue(kinds(venue.verify()).contains(FindingKind.WRONG_PARTITION));
            assertThrows(IllegalStateException.class, () -> venue.repair(dir.resolve("kept")));
        }
        final Path catalog = crashed.resolve("archive").resolve("archive.catalog");
        try (RandomAccessFile file = new RandomAccessFile(catalog.toFile(), "rw"))
        {
            file.seek(FIRST_DESCRIPTOR + 40);
            final int value = file.read();
            file.seek(FIRST_DESCRIPTOR + 40);
            file.write(value ^ 0x10);
        }
        final Verification found = verify(crashed);
        assertEquals(List.of(FindingKind.CATALOG_DAMAGED), kinds(found));
        assertNull(found.replay());
        try (RandomAccessFile file = new RandomAccessFile(catalog.toFile(), "rw"))
        {
            file.setLength(FIRST_DESCRIPTOR + 40);
        }
        assertEquals(List.of(FindingKind.CATALOG_DAMAGED), kinds(verify(crashed)));

        Files.delete(catalog);
        assertEquals(List.of(FindingKind.CATALOG_DAMAGED), kinds(verify(crashed)));
    }

    @Test
    void shouldNameForgedEventsByTheirHash() throws IOException
    {
        DataDirs.forge(events, eventFrames.get(20), 90);

        assertRefused(FindingKind.ROLLING_HASH, eventFrames.get(20));
    }

    @Test
    void shouldRefuseWhileEngineRunsAndWhereNoneEverDid()
    {
        try (TestEngine engine = TestEngine.start(EngineProcess.options(crashed)))
        {
            assertNotNull(engine);
            final IllegalStateException refusal = assertThrows(IllegalStateException.class,
                () -> OfflineVenue.open(crashed, OfflineVenue.ANY_PARTITION));
            assertTrue(refusal.getMessage().contains("holderPid=" + ProcessHandle.current().pid()),
                refusal.getMessage());
        }
        final Path nowhere = dir.resolve("nowhere");
        assertThrows(IllegalStateException.class, () -> OfflineVenue.open(nowhere, OfflineVenue.ANY_PARTITION));
        assertFalse(Files.exists(nowhere));
    }

    @Test
    void shouldReportStateAtAnyPoint() throws IOException
    {
        final VenueState end = replay(ReplayTarget.end());
        assertEquals(report.stateHash(), end.report().stateHash());
        assertEquals(report.orders(), end.report().orders());
        assertEquals(report.positions(), end.report().positions());
        assertEquals(report.tradeCount(), end.report().tradeCount());
        assertEquals(report.cursor(), end.point().cursor());
        assertEquals(report.commandPosition(), end.point().journalPosition());
        assertEquals("OPEN", end.session().status());
        assertEquals(end, replay(new ReplayTarget(ReplayTarget.Unit.JOURNAL_POSITION, report.commandPosition())));
        assertEquals(end, replay(new ReplayTarget(ReplayTarget.Unit.CURSOR, report.cursor())));
        assertEquals(end, replay(new ReplayTarget(ReplayTarget.Unit.TIME_NS, end.point().stampedNs())));

        final long middle = journalFrames.get(journalFrames.size() / 2);
        final VenueState then = replay(new ReplayTarget(ReplayTarget.Unit.JOURNAL_POSITION, middle + 1));
        assertEquals(middle, then.point().journalPosition());
        assertEquals(then, replay(new ReplayTarget(ReplayTarget.Unit.CURSOR, then.point().cursor())));
        assertTrue(then.report().tradeCount() < end.report().tradeCount());

        // What came before a damage can still be seen.
        DataDirs.flip(journal, journalFrames.get(journalFrames.size() - 9) + 40);
        assertEquals(then, replay(new ReplayTarget(ReplayTarget.Unit.JOURNAL_POSITION, middle)));
        final IllegalStateException refusal = assertThrows(IllegalStateException.class,
            () -> replay(new ReplayTarget(ReplayTarget.Unit.JOURNAL_POSITION, report.commandPosition())));
        assertTrue(refusal.getMessage().contains("goodUpTo=" + journalFrames.get(journalFrames.size() - 9)),
            refusal.getMessage());
    }

    private void assertRefused(final FindingKind kind, final long position)
    {
        final Verification found = verify(crashed);
        assertEquals(Verdict.DAMAGED, found.verdict());
        final Finding finding = found.findings().stream()
            .filter(one -> Verdict.DAMAGED == one.kind().verdict()).findFirst().orElseThrow();
        assertEquals(kind, finding.kind(), finding::toString);
        assertEquals(position, finding.position(), finding::toString);
        final Path kept = dir.resolve("refused");
        try (OfflineVenue venue = OfflineVenue.open(crashed, OfflineVenue.ANY_PARTITION))
        {
            assertEquals(List.of(), venue.plan(found));
            assertThrows(IllegalStateException.class, () -> venue.repair(kept));
        }
        assertFalse(Files.exists(kept));
    }

    private Verification repair()
    {
        try (OfflineVenue venue = OfflineVenue.open(crashed, OfflineVenue.ANY_PARTITION))
        {
            return venue.repair(dir.resolve("kept"));
        }
    }

    private VenueState replay(final ReplayTarget target)
    {
        try (OfflineVenue venue = OfflineVenue.open(crashed, OfflineVenue.ANY_PARTITION))
        {
            return venue.replay(target);
        }
    }

    private static Verification verify(final Path dataDir)
    {
        try (OfflineVenue venue = OfflineVenue.open(dataDir, OfflineVenue.ANY_PARTITION))
        {
            return venue.verify();
        }
    }

    private void startCrashed()
    {
        TestEngine.start(EngineProcess.options(crashed)).close();
    }

    private void assertRecovers()
    {
        try (TestEngine engine = TestEngine.start(EngineProcess.options(crashed)))
        {
            assertEquals(0, engine.engine().counters().get(EngineCounter.EVENT_FRAMES_PUBLISHED));
            assertEquals(before.transactions(), engine.collectToEnd(0).transactions());
        }
        assertEquals(Verdict.WHOLE, verify(crashed).verdict());
    }

    private static List<FindingKind> kinds(final Verification found)
    {
        return found.findings().stream().map(Finding::kind).toList();
    }

    private static void swap(final Path one, final Path two) throws IOException
    {
        final Path between = one.resolveSibling("between");
        Files.move(one, between);
        Files.move(two, one);
        Files.move(between, two);
    }

    private static byte[] read(final RecordedStream recording, final long position, final int length)
        throws IOException
    {
        final long base = recording.segmentBase(position);
        final byte[] bytes = new byte[length];
        try (RandomAccessFile file = new RandomAccessFile(recording.segmentFile(base).toFile(), "r"))
        {
            file.seek(position - base);
            file.readFully(bytes);
        }
        return bytes;
    }

    /** A kept tail ends with its last byte that is not zero. */
    private static List<Integer> differences(final byte[] torn, final byte[] kept)
    {
        return Stream.iterate(0, i -> i + 1).limit(torn.length)
            .filter(i -> torn[i] != (i < kept.length ? kept[i] : 0)).toList();
    }

    private static void assertSameFiles(final Path expected, final Path actual) throws IOException
    {
        try (Stream<Path> files = Files.list(expected))
        {
            for (final Path file : (Iterable<Path>)files::iterator)
            {
                assertEquals(-1, Files.mismatch(file, actual.resolve(file.getFileName())), file::toString);
            }
        }
    }

    private static long last(final List<Long> positions)
    {
        return positions.getLast();
    }
}
