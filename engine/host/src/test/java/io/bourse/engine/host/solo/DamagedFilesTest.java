// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.aeron.protocol.DataHeaderFlyweight;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.DataDirs;
import io.bourse.engine.host.EngineProcess;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.offline.FindingKind;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.agrona.IoUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Files of a real engine, killed or stopped, damaged at random in every way we could think of. Whatever was done to
 * them: the check names it, agrees with what a start does, and a repair never takes away what was published.
 */
@Tag("venue")
class DamagedFilesTest
{
    private static final long PRICE = 90_000_00000L;
    private static final int ORDERS = 900;
    private static final int ROUNDS = Integer.getInteger("bourse.damages", 50);

    @TempDir
    private Path dir;
    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private Path stopped;
    private Path killed;
    private Path foreign;
    private RecordingListener before;

    @BeforeEach
    void makeFiles() throws IOException
    {
        stopped = dir.resolve("stopped");
        foreign = dir.resolve("foreign");
        final TestEngine engine = makeVenue(stopped);
        before = engine.collectToEnd(0);
        TestEngine.await("recorded", () -> DataDirs.framePositions(
            DataDirs.recording(stopped, EngineStreams.EVENTS_STREAM_ID)).getLast() >= before.cursor());
        killed = DataDirs.crashCopy(stopped, dir.resolve("killed"));
        engine.close();
        makeVenue(foreign).close();
    }

    private static TestEngine makeVenue(final Path dataDir)
    {
        final TestEngine engine = TestEngine.start(EngineProcess.options(dataDir)).withDemoReferenceData();
        final EngineClient client = engine.connect();
        final OrderSender seller = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001");
        final OrderSender buyer = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001");
        for (int i = 0; i < ORDERS; i++)
        {
            seller.newOrder(SI_ID, Side.SELL, PRICE, 3);
            buyer.newOrder(SI_ID, Side.BUY, PRICE, 2);
        }
        engine.collect(0, (listener) -> listener.count("ACCEPTED") == 2 * ORDERS);
        return engine;
    }

    @Test
    @Timeout(300)
    void shouldNameEveryDamageAndLoseNothingThatWasPublished() throws IOException
    {
        System.out.println("DamagedFilesTest seed=" + seed);
        final int[] verdicts = new int[Verdict.values().length];
        for (int round = 0; round < ROUNDS; round++)
        {
            final Path dataDir = DataDirs.crashCopy(random.nextBoolean() ? killed : stopped,
                dir.resolve("round-" + round));
            final boolean isStopped = DataDirs.recording(dataDir, EngineStreams.JOURNAL_STREAM_ID).isStopped();
            final boolean isTwice = 0 == random.nextInt(4);
            final String what = "seed=" + seed + " round=" + round + " stopped=" + isStopped + " " + damage(dataDir) +
                (isTwice ? " and " + damage(dataDir) : "");
            final Verification found = verify(dataDir);
            verdicts[found.verdict().ordinal()]++;
            if (!isTwice)
            {
                assertNothingIsOverlooked(found, what);
            }
            if (Verdict.DAMAGED == found.verdict())
            {
                assertNothingIsTouched(dataDir, what + " found=" + found.findings());
            }
            else
            {
                assertNothingIsLost(dataDir, found, what + " found=" + found.findings());
            }
            delete(dataDir);
        }
        assertTrue(verdicts[Verdict.DAMAGED.ordinal()] > 0 && verdicts[Verdict.REPAIRABLE.ordinal()] > 0);
    }

    /** No checksum covers it, and commands can be executed without it: a change must be found all the same. */
    @Test
    @Timeout(60)
    void shouldRefuseAJournalWhoseReservedFieldWasChanged() throws IOException
    {
        final Path dataDir = DataDirs.crashCopy(stopped, dir.resolve("reserved"));
        final long frame = framesOf(EngineStreams.JOURNAL_STREAM_ID).get(10);
        flip(DataDirs.recording(dataDir, EngineStreams.JOURNAL_STREAM_ID),
            frame + DataHeaderFlyweight.RESERVED_VALUE_OFFSET);
        final Verification found = verify(dataDir);
        assertEquals(Verdict.DAMAGED, found.verdict(), found.findings()::toString);
        assertNothingIsTouched(dataDir, found.findings().toString());
    }

    /** Where nothing was found nothing is missing: the damage was in bytes that mean nothing, or behind the end. */
    private void assertNothingIsOverlooked(final Verification found, final String what)
    {
        if (found.findings().stream().allMatch(finding -> FindingKind.NOT_CLOSED == finding.kind()))
        {
            assertEquals(before.transactions().size(), found.replay().commands(), what);
            assertEquals(before.transactions().size(), found.events().transactions(), what);
            assertEquals(before.cursor(), found.events().transactionCursor(), what);
        }
    }

    /** A start refuses it, so does a repair, and neither has changed a byte. */
    private void assertNothingIsTouched(final Path dataDir, final String what) throws IOException
    {
        final Path copy = DataDirs.crashCopy(dataDir.resolve("archive"), dataDir.resolve("copy"));
        try (OfflineVenue venue = OfflineVenue.open(dataDir, OfflineVenue.ANY_PARTITION))
        {
            assertThrows(IllegalStateException.class, () -> venue.repair(dataDir.resolve("kept")), what);
        }
        assertThrows(IllegalStateException.class, () -> TestEngine.start(EngineProcess.options(dataDir)).close(), what);
        for (final Path file : segments(copy))
        {
            assertEquals(-1, Files.mismatch(file, dataDir.resolve("archive").resolve(file.getFileName())), what);
        }
    }

    /** A start on a copy and a start after a repair give the same: what was there, less commands without events. */
    private void assertNothingIsLost(final Path dataDir, final Verification found, final String what)
        throws IOException
    {
        final long published = null == found.events() ? 0 : found.events().transactions();
        final Path copy = DataDirs.crashCopy(dataDir, dataDir.resolveSibling("copy"));
        if (Verdict.REPAIRABLE == found.verdict())
        {
            try (OfflineVenue venue = OfflineVenue.open(dataDir, OfflineVenue.ANY_PARTITION))
            {
                assertEquals(List.of(), venue.repair(dataDir.resolve("kept")).findings(), what);
            }
        }
        try (TestEngine repaired = TestEngine.start(EngineProcess.options(dataDir)))
        {
            assertEquals(0, repaired.engine().counters().get(EngineCounter.EVENT_FRAMES_PUBLISHED), what);
            assertPrefix(published, found, repaired, what);
        }
        if (found.findings().stream().noneMatch(finding -> FindingKind.CATALOG_BEHIND == finding.kind()))
        {
            try (TestEngine started = TestEngine.start(EngineProcess.options(copy)))
            {
                assertPrefix(published, found, started, what);
            }
        }
        delete(copy);
    }

    private void assertPrefix(
        final long published, final Verification found, final TestEngine engine, final String what)
    {
        final List<String> after = engine.collectToEnd(0).transactions();
        assertTrue(after.size() >= published, what);
        assertEquals(found.replay().commands(), after.size(), what);
        assertEquals(before.transactions().subList(0, after.size()), after, what);
    }

    private String damage(final Path dataDir) throws IOException
    {
        final RecordedStream recording = DataDirs.recording(dataDir,
            random.nextBoolean() ? EngineStreams.JOURNAL_STREAM_ID : EngineStreams.EVENTS_STREAM_ID);
        // Of the recording as it was: it may have been damaged already.
        final List<Long> frames = framesOf(recording.streamId());
        final long end = frames.getLast();
        // Half of the damages are where crashes do theirs.
        final long position = random.nextBoolean() ?
            random.nextLong(end) : frames.get(frames.size() - 1 - random.nextInt(12));
        final String where = " recordingId=" + recording.recordingId() + " position=" + position + " end=" + end;
        return switch (random.nextInt(9))
        {
            case 0 ->
            {
                final long bit = position + random.nextInt(64);
                flip(recording, Math.min(bit, end - 1));
                yield "flip byte" + where + " at=" + bit;
            }
            case 1 -> "truncate" + where + truncate(recording, position + random.nextInt(40));
            case 2 ->
            {
                zero(recording, position + random.nextInt(40), end);
                yield "zero to the end" + where;
            }
            case 3 ->
            {
                zero(recording, position, Math.min(end, position + 1 + random.nextInt(4096)));
                yield "zero a part" + where;
            }
            case 4 ->
            {
                final byte[] noise = new byte[1 + random.nextInt(200)];
                random.nextBytes(noise);
                DataDirs.write(recording, inOneFile(recording, position, noise.length), noise);
                yield "noise" + where;
            }
            case 5 ->
            {
                final Path segment = any(segments(dataDir.resolve("archive")));
                Files.delete(segment);
                yield "delete " + segment.getFileName();
            }
            case 6 -> swap(any(segments(dataDir.resolve("archive"))), any(segments(dataDir.resolve("archive"))));
            case 7 ->
            {
                final Path segment = any(segments(dataDir.resolve("archive")));
                Files.copy(foreign.resolve("archive").resolve(segment.getFileName()), segment,
                    StandardCopyOption.REPLACE_EXISTING);
                yield "foreign " + segment.getFileName();
            }
            default ->
            {
                final long from = frames.get(random.nextInt(frames.size() / 2));
                halfFrame(recording, from, end);
                yield "half a frame at the end" + where;
            }
        };
    }

    private List<Long> framesOf(final int streamId)
    {
        return DataDirs.framePositions(DataDirs.recording(killed, streamId));
    }

    private String truncate(final RecordedStream recording, final long position) throws IOException
    {
        final long base = recording.segmentBase(position);
        final Path segment = recording.segmentFile(base);
        if (Files.exists(segment))
        {
            try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw"))
            {
                file.setLength(position - base);
            }
        }
        return " segment=" + segment.getFileName() + " length=" + (position - base);
    }

    /** Zeroes as a lost page leaves them, over the ends of files. */
    private static void zero(final RecordedStream recording, final long from, final long to) throws IOException
    {
        for (long at = from; at < to; at++)
        {
            final long fileEnd = recording.segmentBase(at) + recording.segmentLength();
            final int length = (int)(Math.min(to, fileEnd) - at);
            DataDirs.write(recording, at, new byte[length]);
            at += length - 1;
        }
    }

    private void halfFrame(final RecordedStream recording, final long from, final long end) throws IOException
    {
        final Path segment = recording.segmentFile(recording.segmentBase(from));
        if (Files.exists(segment) && Files.size(segment) == recording.segmentLength())
        {
            DataDirs.halfFrame(recording, from, end, 40 + random.nextInt(60));
        }
    }

    /** Not the 0xFF of a whole byte: one bit. */
    private void flip(final RecordedStream recording, final long position) throws IOException
    {
        final long base = recording.segmentBase(position);
        try (RandomAccessFile file = new RandomAccessFile(recording.segmentFile(base).toFile(), "rw"))
        {
            file.seek(position - base);
            final int value = Math.max(0, file.read());
            file.seek(position - base);
            file.write(value ^ 1 << random.nextInt(Byte.SIZE));
        }
    }

    private static long inOneFile(final RecordedStream recording, final long position, final int length)
    {
        return Math.min(position, recording.segmentBase(position) + recording.segmentLength() - length);
    }

    private Path any(final List<Path> paths)
    {
        return paths.get(random.nextInt(paths.size()));
    }

    private static List<Path> segments(final Path archiveDir) throws IOException
    {
        try (Stream<Path> files = Files.list(archiveDir))
        {
            return files.filter(file -> file.toString().endsWith(".rec")).sorted().toList();
        }
    }

    private static String swap(final Path one, final Path two) throws IOException
    {
        final Path between = one.resolveSibling("between");
        Files.move(one, between);
        if (!one.equals(two))
        {
            Files.move(two, one);
        }
        Files.move(between, two);
        return "swap " + one.getFileName() + " " + two.getFileName();
    }

    private static Verification verify(final Path dataDir)
    {
        try (OfflineVenue venue = OfflineVenue.open(dataDir, OfflineVenue.ANY_PARTITION))
        {
            return venue.verify();
        }
    }

    private static void delete(final Path directory)
    {
        IoUtil.delete(directory.toFile(), false);
        assertFalse(Files.exists(directory));
    }
}
