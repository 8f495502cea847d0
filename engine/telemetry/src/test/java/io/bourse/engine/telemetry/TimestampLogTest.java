// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class TimestampLogTest
{
    private static final int DATE = 20261121;
    private static final int RECORDS_PER_SEGMENT = 100;
    private static final int SEGMENT_LENGTH = SegmentHeader.LENGTH + RECORDS_PER_SEGMENT * SendStamps.LENGTH;
    private static final String COMPONENT = "simba-0";
    private static final ClockReading GOOD =
        new ClockReading(ClockReading.State.SYNCHRONISED, -900, 35_000, 20_000_000, -12_345);

    @TempDir
    private Path dir;

    @Test
    void shouldBeReadWhileItIsWritten() throws IOException
    {
        try (TimestampLog log = open(options(30)))
        {
            log.tradingDate(DATE);
            write(log, 1, 3);

            assertEquals(LongStream.rangeClosed(1, 3).boxed().toList(), cursors(DATE));
            assertEquals(3, log.recorded());

            write(log, 4, 4);
            assertEquals(LongStream.rangeClosed(1, 4).boxed().toList(), cursors(DATE));
        }
        assertEquals(LongStream.rangeClosed(1, 4).boxed().toList(), cursors(DATE));
    }

    @Test
    void shouldGoOnInTheNextFileWhenOneIsFull() throws IOException
    {
        final int count = 5 * RECORDS_PER_SEGMENT + 1;
        try (TimestampLog log = open(options(30)))
        {
            log.tradingDate(DATE);
            write(log, 1, count);
            assertEquals(LongStream.rangeClosed(1, count).boxed().toList(), cursors(DATE));
        }
        assertEquals(LongStream.rangeClosed(1, count).boxed().toList(), cursors(DATE));
        await(() -> 6 == StampFiles.list(dir).files().size());
        final List<StampFile> files = StampFiles.list(dir).files();
        await(() -> SegmentHeader.LENGTH + SendStamps.LENGTH == Files.size(files.getLast().path()));
        assertTrue(files.stream().allMatch(file -> COMPONENT.equals(file.component()) && 7 == file.partition()));
    }

    @Test
    void shouldGoOnBehindItsFormerLife() throws IOException
    {
        for (int life = 0; life < 3; life++)
        {
            try (TimestampLog log = open(options(30)))
            {
                log.tradingDate(DATE);
                write(log, 10 * life + 1, 10 * life + 2);
            }
        }
        assertEquals(List.of(1L, 2L, 11L, 12L, 21L, 22L), cursors(DATE));
    }

    @Test
    void shouldFileRecordsUnderTheTradingDateOfTheirTime() throws IOException
    {
        try (TimestampLog log = open(options(30)))
        {
            log.tradingDate(DATE);
            write(log, 1, 2);
            log.tradingDate(DATE + 1);
            write(log, 3, 5);
        }
        assertEquals(List.of(1L, 2L), cursors(DATE));
        assertEquals(List.of(3L, 4L, 5L), cursors(DATE + 1));
    }

    @Test
    void shouldDeleteFilesOfOldTradingDatesOfItsOwnRoomOnly() throws IOException
    {
        writeDay(COMPONENT, 20261101);
        writeDay(COMPONENT, 20261120);
        writeDay("twime-1", 20261101);
        try (TimestampLog log = open(options(1)))
        {
            log.tradingDate(DATE);
            write(log, 1, 1);
            await(() -> StampFiles.list(dir).files().stream()
                .noneMatch(file -> COMPONENT.equals(file.component()) && 20261101 == file.tradingDate()));
        }
        assertEquals(1, cursors(COMPONENT, 20261120).size(), "yesterday is kept for a day");
        assertEquals(1, cursors("twime-1", 20261101).size(), "what is another component's is kept");
    }

    @Test
    void shouldLoseAndCountRecordsWhenTheDiskHasNoRoom()
    {
        try (TimestampLog log = open(new TimestampOptions(dir, 30, Long.MAX_VALUE / 2)))
        {
            log.tradingDate(DATE);
            for (int i = 0; i < 5; i++)
            {
                assertEquals(TimestampLog.NONE, log.claim());
            }
            assertEquals(5, log.lost());
            assertEquals(0, log.recorded());
        }
    }

    @Test
    void shouldRecordAgainWhenTheDirectoryCanBeWrittenTo() throws IOException
    {
        final Path blocked = dir.resolve("stamps");
        Files.writeString(blocked, "a file where the directory should be");
        try (TimestampLog log = open(new TimestampOptions(blocked, 30, 0)))
        {
            log.tradingDate(DATE);
            assertEquals(TimestampLog.NONE, log.claim());
            Files.delete(blocked);
            write(log, 1, 1);
            assertTrue(log.lost() > 0);
            assertEquals(1, log.recorded());
        }
        await(() -> 1 == StampFiles.list(blocked).files().size());
    }

    @Test
    void shouldReportLostRecordsInTheFileWhenTheNextOneIsNotReady() throws IOException
    {
        try (TimestampLog log = open(options(30)))
        {
            log.tradingDate(DATE);
            write(log, 1, 1);
            // Nothing can be made any more while the directory is read-only or gone; here it becomes a file.
            final Path aside = dir.resolveSibling(dir.getFileName() + "-aside");
            await(() -> 2 == StampFiles.list(dir).files().size());
            Files.move(dir, aside);
            Files.writeString(dir, "in the way");
            long cursor = 2;
            while (0 == log.lost())
            {
                cursor = tryWrite(log, cursor) ? cursor + 1 : cursor;
            }
            assertEquals(TimestampLog.NONE, log.claim());
            // In one step: who makes the next file would make the directory first.
            Files.move(aside, dir, StandardCopyOption.REPLACE_EXISTING);
            assertEquals(2, StampFiles.list(dir).files().stream().mapToLong(StampFile::lost).sum());
            assertEquals(LongStream.rangeClosed(1, 2 * RECORDS_PER_SEGMENT).boxed().toList(), cursors(DATE));
        }
    }

    @Test
    void shouldLeaveOutTornRecordsAndHoles() throws IOException
    {
        writeRecords(COMPONENT, DATE, 1, 9);
        awaitPutAway(9);
        final Path file = StampFiles.list(dir).files().getFirst().path();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE))
        {
            // The third never reached the disk, and the last one only in part.
            channel.write(ByteBuffer.allocate(SendStamps.LENGTH), SegmentHeader.LENGTH + 2 * SendStamps.LENGTH);
            channel.truncate(channel.size() - 5);
        }
        assertEquals(List.of(1L, 2L, 4L, 5L, 6L, 7L, 8L), cursors(DATE));
    }

    @Test
    void shouldNameFilesThatAreNoStamps() throws IOException
    {
        writeRecords(COMPONENT, DATE, 1, 2);
        awaitPutAway(2);
        Files.writeString(dir.resolve("bad-00000001.stamps"), "x".repeat(500));
        Files.createFile(dir.resolve("empty-00000001.stamps"));
        final StampFiles.Listing listing = StampFiles.list(dir);

        assertEquals(1, listing.files().size());
        assertEquals(2, listing.unreadable().size(), listing.unreadable()::toString);
        assertTrue(listing.unreadable().getFirst().startsWith("bad-00000001.stamps: "), listing.unreadable()::toString);
    }

    @Test
    void shouldKeepEveryFieldOfAnAnswer()
    {
        final AnswerStamps stamps = new AnswerStamps().wrap(new UnsafeBuffer(new byte[2 * AnswerStamps.LENGTH]), 128);
        stamps.cursor(1).sequence(2).clOrdId(-3).orderId(4).readNs(5).offeredNs(6).stampedNs(7).engineTimeNs(8)
            .publishedNs(9).eventsReadNs(10).writtenNs(11).loginId(12).templateId(65_535).commandTemplateId(14)
            .flags(AnswerStamps.LATE);
        final UnsafeBuffer target = new UnsafeBuffer(new byte[AnswerStamps.LENGTH]);
        stamps.copyTo(target, 0);
        final AnswerStamps copy = new AnswerStamps().wrap(target, 0);

        assertEquals(
            List.of(1L, 2L, -3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 65_535L, 14L, (long)AnswerStamps.LATE),
            List.of(copy.cursor(), copy.sequence(), copy.clOrdId(), copy.orderId(), copy.readNs(), copy.offeredNs(),
                copy.stampedNs(), copy.engineTimeNs(), copy.publishedNs(), copy.eventsReadNs(), copy.writtenNs(),
                (long)copy.loginId(), (long)copy.templateId(), (long)copy.commandTemplateId(), (long)copy.flags()));
        assertEquals(0, target.getLong(0), "the mark is the log's");
    }

    /** While they are written, and over many files, the last one not full. */
    @Test
    void shouldCountHowLongEveryRecordedAnswerTook() throws IOException
    {
        final long seed = Long.getLong("answers.seed", System.nanoTime());
        final Random random = new Random(seed);
        final int count = 5 * RECORDS_PER_SEGMENT + 7;
        final LatencyHistograms<RequestLatency> expected = new LatencyHistograms<>(RequestLatency.class);
        final AnswerStamps stamps = new AnswerStamps();
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        try (TimestampLog log = new TimestampLog(options(30), StampKind.ANSWERS, "twime-1", 1, 7,
            SegmentHeader.LENGTH + RECORDS_PER_SEGMENT * AnswerStamps.LENGTH, () -> GOOD))
        {
            log.tradingDate(DATE);
            for (int i = 0; i < count; i++)
            {
                int offset = log.claim();
                while (TimestampLog.NONE == offset)
                {
                    idle.idle();
                    offset = log.claim();
                }
                final long readNs = 1_000_000_000L + i;
                final long writtenNs = 0 == random.nextInt(10) ? 0 : readNs + random.nextInt(3_000_000);
                stamps.wrap(log.buffer(), offset).readNs(readNs).stampedNs(readNs + 1).publishedNs(readNs + 2)
                    .writtenNs(writtenNs);
                log.commit();
                expected.record(RequestLatency.ANSWER, readNs, writtenNs);
            }
            final LatencyHistograms<RequestLatency> counted = log.latencies().histograms();
            await(() -> expected.sumNs(RequestLatency.ANSWER) == counted.sumNs(RequestLatency.ANSWER));
            log.close();
            assertArrayEquals(expected.counts(RequestLatency.ANSWER), counted.counts(RequestLatency.ANSWER),
                () -> "seed=" + seed);
        }
    }

    @Test
    void shouldSayInEachFileHowGoodTheClockWas() throws IOException
    {
        try (TimestampLog log = open(options(30)))
        {
            log.tradingDate(DATE);
            write(log, 1, RECORDS_PER_SEGMENT + 1);
            assertTrue(StampFiles.list(dir).files().stream().allMatch((file) -> GOOD.equals(file.clock())));
        }
        await(() -> 2 == StampFiles.list(dir).files().size());
        assertTrue(StampFiles.list(dir).files().stream().allMatch((file) -> GOOD.equals(file.clock())));
    }

    /** What was said before the file was used does not count. */
    @Test
    void shouldKeepTheWorstThatWasSaidOfTheClockWhileTheFileWasUsed() throws IOException
    {
        final StampSegment segment = StampSegment.create(
            dir.resolve(COMPONENT + "-00000001.stamps"), StampKind.SENDS, COMPONENT, 0, 7, SEGMENT_LENGTH, 1);
        assertEquals(ClockReading.State.ABSENT, clock().state(), "as in files of older versions");
        final ClockReading unknown = new ClockReading(ClockReading.State.UNSYNCHRONISED, 7, 16_000, 16_000, 1);
        segment.onClock(unknown);
        assertEquals(unknown, clock());
        segment.begin(DATE);
        segment.onClock(GOOD);
        assertEquals(GOOD, clock());
        segment.onClock(new ClockReading(ClockReading.State.UNSYNCHRONISED, 800, 36_000, 19_000_000, 5));
        assertEquals(
            new ClockReading(ClockReading.State.UNSYNCHRONISED, -900, 36_000, 20_000_000, 5), clock());
        segment.onClock(new ClockReading(ClockReading.State.SYNCHRONISED, 901, 1, 20_000_001, -6));
        assertEquals(
            new ClockReading(ClockReading.State.UNSYNCHRONISED, 901, 36_000, 20_000_001, -6), clock());
    }

    private ClockReading clock() throws IOException
    {
        return StampFiles.list(dir).files().getFirst().clock();
    }

    @Test
    void shouldRemoveWhatAFormerLifeDidNotFinish() throws IOException
    {
        final Path unfinished = Files.write(dir.resolve(COMPONENT + "-00000007.stamps"), new byte[SEGMENT_LENGTH]);
        final Path empty = Files.createFile(dir.resolve(COMPONENT + "-00000009.stamps"));
        final Path other = Files.createFile(dir.resolve("twime-1-00000001.stamps"));
        // Of our own process id, as after a restart of a container.
        final Path ready = dir.resolve(COMPONENT + "-00000005.stamps");
        StampSegment.create(ready, StampKind.SENDS, COMPONENT, 0, 7, SEGMENT_LENGTH, 1);
        try (TimestampLog log = open(options(30)))
        {
            assertFalse(Files.exists(unfinished));
            assertFalse(Files.exists(empty));
            assertFalse(Files.exists(ready));
            assertTrue(Files.exists(other), "what is another component's is kept");
            log.tradingDate(DATE);
            write(log, 1, 2);
        }
        assertEquals(List.of(1L, 2L), cursors(DATE));
    }

    /** The one file there is ends with its last record: what follows is done by the log's own thread. */
    private void awaitPutAway(final int records) throws IOException
    {
        await(() ->
        {
            final List<StampFile> files = StampFiles.list(dir).files();
            return 1 == files.size() && SegmentHeader.LENGTH + records * (long)SendStamps.LENGTH ==
                Files.size(files.getFirst().path());
        });
    }

    private TimestampOptions options(final int keepDays)
    {
        return new TimestampOptions(dir, keepDays, 0);
    }

    private static TimestampLog open(final TimestampOptions options)
    {
        return new TimestampLog(options, StampKind.SENDS, COMPONENT, 0, 7, SEGMENT_LENGTH, () -> GOOD);
    }

    private void writeDay(final String component, final int date)
    {
        writeRecords(component, date, 1, 1);
    }

    private void writeRecords(final String component, final int date, final long first, final long last)
    {
        try (TimestampLog log =
            new TimestampLog(options(TimestampOptions.KEEP_DAYS_MAX), StampKind.SENDS, component, 0, 7, SEGMENT_LENGTH,
                () -> GOOD))
        {
            log.tradingDate(date);
            write(log, first, last);
        }
    }

    /** Until the record is in: files are made by another thread, and a test fills them faster than a venue. */
    private static void write(final TimestampLog log, final long first, final long last)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        for (long cursor = first; cursor <= last; cursor++)
        {
            while (!tryWrite(log, cursor))
            {
                idle.idle();
            }
        }
    }

    private static boolean tryWrite(final TimestampLog log, final long cursor)
    {
        final int offset = log.claim();
        if (TimestampLog.NONE == offset)
        {
            return false;
        }
        SendStamps.put(log.buffer(), offset, cursor, cursor + 1, cursor + 2);
        log.commit();
        return true;
    }

    private List<Long> cursors(final int date) throws IOException
    {
        return cursors(COMPONENT, date);
    }

    private List<Long> cursors(final String component, final int date) throws IOException
    {
        final List<Long> cursors = new ArrayList<>();
        final SendStamps stamps = new SendStamps();
        for (final StampFile file : StampFiles.list(dir).files())
        {
            if (date == file.tradingDate() && component.equals(file.component()))
            {
                StampFiles.read(file, (buffer, offset) ->
                {
                    stamps.wrap(buffer, offset);
                    assertEquals(stamps.cursor() + 1, stamps.sentANs());
                    assertEquals(stamps.cursor() + 2, stamps.sentBNs());
                    cursors.add(stamps.cursor());
                });
            }
        }
        return cursors;
    }

    private interface Condition
    {
        boolean isMet() throws IOException;
    }

    private static void await(final Condition condition) throws IOException
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (!condition.isMet())
        {
            idle.idle();
        }
    }
}
