// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.EmptyBookEncoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.SystemEventEncoder;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class AnswerLogTest
{
    private static final int SEGMENT_LENGTH = 2 * AnswerLog.CHUNK_LENGTH;
    private static final int EMPTY_BOOK_LENGTH = 20;
    private static final int SYSTEM_EVENT_LENGTH = 29;

    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[SYSTEM_EVENT_LENGTH]);
    private final AnswerCursor cursor = new AnswerCursor();

    @TempDir
    private Path dir;

    @Test
    void shouldHaveNothingWhenNothingWasSent()
    {
        try (AnswerLog log = new AnswerLog(dir, SEGMENT_LENGTH, 1))
        {
            final LoginAnswers answers = new LoginAnswers(log);
            assertFalse(answers.contains(1, 1));
            assertEquals(1, answers.nextSeqNo());
            assertEquals(0, log.writtenLength());
        }
    }

    @Test
    void shouldGiveBackEveryFrameOfEveryLoginByItsNumber()
    {
        final long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        final Random random = new Random(seed);
        try (AnswerLog log = new AnswerLog(dir, SEGMENT_LENGTH, 1))
        {
            final LoginAnswers[] logins = {new LoginAnswers(log), new LoginAnswers(log), new LoginAnswers(log)};
            final int[] counts = new int[logins.length];
            for (int i = 0; i < 50_000; i++)
            {
                final int login = random.nextInt(logins.length);
                add(logins[login], login, ++counts[login]);
            }
            for (int login = 0; login < logins.length; login++)
            {
                assertFrames(logins[login], login, counts[login], random);
            }
            final long used = log.writtenLength();
            for (final LoginAnswers answers : logins)
            {
                answers.reset();
            }
            log.reset();
            for (int i = 1; i <= 20_000; i++)
            {
                add(logins[1], 1, i);
            }
            assertFrames(logins[1], 1, 20_000, random);
            assertFalse(logins[0].contains(1, 1));
            assertEquals(used, log.writtenLength());
        }
    }

    private void assertFrames(final LoginAnswers answers, final int login, final int count, final Random random)
    {
        assertEquals(count + 1, answers.nextSeqNo());
        cursor.seek(answers, 1);
        for (int i = 1; i <= count; i++)
        {
            assertFrame(login, i);
            cursor.next();
        }
        for (int i = 0; i < 100; i++)
        {
            final int seqNo = 1 + random.nextInt(count);
            cursor.seek(answers, seqNo);
            assertFrame(login, seqNo);
        }
    }

    private void assertFrame(final int login, final int seqNo)
    {
        assertEquals(isEvent(login, seqNo) ? SYSTEM_EVENT_LENGTH : EMPTY_BOOK_LENGTH, cursor.length());
        assertEquals(1_000_000_000L * login + seqNo, cursor.buffer().getLong(cursor.offset() + 8));
    }

    private static boolean isEvent(final int login, final int seqNo)
    {
        return 0 == (login + seqNo) % 3;
    }

    private void add(final LoginAnswers answers, final int login, final int seqNo)
    {
        final long timestamp = 1_000_000_000L * login + seqNo;
        if (isEvent(login, seqNo))
        {
            new SystemEventEncoder().wrapAndApplyHeader(frame, 0, new MessageHeaderEncoder()).timestamp(timestamp);
            answers.add(frame, 0, SYSTEM_EVENT_LENGTH);
        }
        else
        {
            new EmptyBookEncoder().wrapAndApplyHeader(frame, 0, new MessageHeaderEncoder()).timestamp(timestamp);
            answers.add(frame, 0, EMPTY_BOOK_LENGTH);
        }
    }

    @Test
    void shouldKnowWhichRangesItHas()
    {
        try (AnswerLog log = new AnswerLog(dir, SEGMENT_LENGTH, 1))
        {
            final LoginAnswers answers = new LoginAnswers(log);
            for (int i = 1; i <= 100; i++)
            {
                add(answers, 0, i);
            }
            assertTrue(answers.contains(1, 100));
            assertTrue(answers.contains(100, 1));
            assertFalse(answers.contains(101, 1));
            assertFalse(answers.contains(100, 2));
            assertFalse(answers.contains(0, 1));
            assertFalse(answers.contains(-1, 1));
            assertFalse(answers.contains(Long.MAX_VALUE, 10));
        }
    }

    @Test
    void shouldRemoveWhatFormerLivesLeftAndNothingElse() throws IOException
    {
        Files.createDirectories(dir.resolve("answers-17"));
        Files.writeString(dir.resolve("answers-17/000000.log"), "old");
        Files.writeString(dir.resolve("notes.txt"), "an operator's");
        try (AnswerLog log = new AnswerLog(dir, SEGMENT_LENGTH, 255))
        {
            add(new LoginAnswers(log), 0, 1);
            try (Stream<Path> files = Files.walk(dir))
            {
                assertEquals(
                    "[answers-ff, answers-ff/000000.log, answers.lock, notes.txt]",
                    files.filter((file) -> !dir.equals(file)).map((file) -> dir.relativize(file).toString()).sorted()
                        .toList().toString());
            }
        }
        assertFalse(Files.exists(dir.resolve("answers-ff")));
    }

    @Test
    @Tag("venue")
    void shouldStopTheGatewayWhenNothingMoreCanBeKept()
    {
        final Path answers = dir.resolve("answers");
        try (VenueFixture venue = VenueFixture.start(
            dir.resolve("engine"),
            (ctx) -> ctx.answerLogDirectory(answers).answerSegmentLength(AnswerLog.CHUNK_LENGTH)))
        {
            final RawSession session = venue.establish(TWAA1);
            IoUtil.delete(answers.toFile(), false);
            final UncheckedIOException ex = assertThrows(UncheckedIOException.class, () ->
            {
                for (int i = 1; i <= 1_000; i++)
                {
                    session.newOrder(buy(i, PX, 1));
                    final int expected = i;
                    venue.await("answer", () -> session.frames.size() >= expected);
                }
            });
            assertTrue(ex.getMessage().startsWith(
                "the TWIME gateway has no space for the answers that it must be able to repeat, it stops: free space " +
                "or name another directory, then start it again: answerLogDirectory=" + answers), ex.getMessage());
            venue.awaitEnd(session);
            assertEquals("Terminate ServerShutdown", session.frames.getLast());
            // Every answer that was sent can be repeated by the next life.
            final int sent = session.frames.size() - 1;
            venue.startGateway();
            final RawSession recovery = venue.establishRecovery(TWAA1).retransmit(2, sent);
            venue.awaitFrames(recovery, sent + 1);
            assertEquals(session.hexFrames.subList(0, sent), recovery.hexFrames.subList(1, sent + 1));
        }
    }
}
