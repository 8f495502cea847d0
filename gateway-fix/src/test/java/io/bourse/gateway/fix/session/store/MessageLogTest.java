// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import org.agrona.concurrent.SystemEpochNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class MessageLogTest
{
    private static final int TYPE = '8';
    private final ByteBuffer zeros = ByteBuffer.allocateDirect(LogSegment.CHUNK_LENGTH);

    @TempDir
    private Path directory;

    @Test
    void shouldFindEveryMessageWhenThereAreGapsAndManyFiles() throws IOException
    {
        final TreeMap<Integer, String> expected = new TreeMap<>();
        try (MessageLog log = new MessageLog(directory, zeros, 100))
        {
            final Random random = new Random(7);
            int number = 0;
            for (int i = 0; i < 20_000; i++)
            {
                number += 1 + (0 == random.nextInt(4) ? random.nextInt(5) : 0);
                final String body = "58=" + "z".repeat(300 + random.nextInt(200)) + number + "\001";
                append(log, number, i + 1, 1, body);
                expected.put(number, body);
            }
            assertTrue(files().size() > 1, "one file only");
            check(log, expected, random);
        }
        try (MessageLog log = new MessageLog(directory, zeros, 100))
        {
            assertEquals(expected.lastKey(), log.lastNumber());
            assertEquals(20_000, log.lastPosition());
            check(log, expected, new Random(8));
            append(log, expected.lastKey() + 3, 30_000, 2, "58=last\001");
            expected.put(expected.lastKey() + 3, "58=last\001");
            check(log, expected, new Random(9));
        }
    }

    @Test
    void shouldForgetTheOldestMessagesButNotWhatWasReported() throws IOException
    {
        final String body = "58=" + "z".repeat(100_000) + "\001";
        int number = 0;
        try (MessageLog log = new MessageLog(directory, zeros, 3))
        {
            append(log, ++number, 700, 5, "58=report\001");
            while (number < 400)
            {
                append(log, ++number, 0, 0, body);
            }
            assertEquals(3, files().size());
        }
        try (MessageLog log = new MessageLog(directory, zeros, 3))
        {
            assertEquals(700, log.lastPosition());
            assertTrue(log.has(log.lastPosition(), 5) && !log.has(log.lastPosition(), 6));
            assertEquals(number, log.lastNumber());
            final LogCursor cursor = new LogCursor();
            assertTrue(log.seek(cursor, 1));
            final int first = cursor.number;
            assertTrue(first > 200 && first < number, "first=" + first);
            int count = 1;
            while (log.next(cursor))
            {
                assertEquals(first + count, cursor.number);
                count++;
            }
            assertEquals(number, first + count - 1);
        }
    }

    @Test
    void shouldCutAnEntryThatWasNotFinished() throws IOException
    {
        try (MessageLog log = new MessageLog(directory, zeros, 100))
        {
            append(log, 1, 100, 1, "58=one\001");
            append(log, 2, 200, 1, "58=two\001");
            append(log, 3, 300, 1, "58=three\001");
        }
        final Path file = files().getFirst();
        damage(file, "three");
        try (MessageLog log = new MessageLog(directory, zeros, 100))
        {
            assertEquals(2, log.lastNumber());
            assertEquals(200, log.lastPosition());
            append(log, 3, 300, 1, "58=3\001");
        }
        try (MessageLog log = new MessageLog(directory, zeros, 100))
        {
            final TreeMap<Integer, String> expected = new TreeMap<>();
            expected.put(1, "58=one\001");
            expected.put(2, "58=two\001");
            expected.put(3, "58=3\001");
            check(log, expected, new Random(1));
        }
    }

    @Test
    void shouldRefuseALogThatIsDamagedBeforeItsLastFile() throws IOException
    {
        try (MessageLog log = new MessageLog(directory, zeros, 100))
        {
            final String body = "58=" + "z".repeat(100_000) + "\001";
            for (int i = 1; files().size() < 2; i++)
            {
                append(log, i, i, 1, 1 == i ? "58=first\001" : body);
            }
        }
        damage(files().getFirst(), "first");
        final Exception ex = assertThrows(IllegalStateException.class, () -> new MessageLog(directory, zeros, 100));
        assertTrue(ex.getMessage().contains(files().getFirst().toString()), ex.getMessage());
    }

    @Test
    void shouldKeepWhatWasReportedWhenNumbersBeginAgain() throws IOException
    {
        try (SessionStore store = store(directory))
        {
            final String body = "58=" + "z".repeat(100_000) + "\001";
            for (int i = 1; files().size() < 4; i++)
            {
                append(store, 1000 + i, 2, body);
            }
            final long last = store.log().lastPosition();
            store.reset();
            assertEquals(1, files().size(), "old messages are kept");
            assertEquals(1, store.nextSender());
            assertTrue(store.has(last, 2));
            assertFalse(store.has(last, 3));
            assertFalse(store.log().seek(new LogCursor(), 1));
            append(store, last + 1, 1, "58=new\001");
        }
        try (SessionStore store = store(directory))
        {
            assertEquals(2, store.nextSender());
            final TreeMap<Integer, String> expected = new TreeMap<>();
            expected.put(1, "58=new\001");
            check(store.log(), expected, new Random(2));
        }
    }

    @Test
    void shouldGiveReportsThatNoClientSawOtherNumbersWhenTheProcessDies()
    {
        final int limit = 150;
        final int count = 400;
        writeBeyond(limit, count);
        try (SessionStore store = store(directory))
        {
            assertEquals(count + 1, store.nextSender());
            assertTrue(store.has(count, 1));
            assertFalse(store.log().seek(new LogCursor(), limit));
            store.settle(0);
            final LogCursor cursor = new LogCursor();
            assertTrue(store.log().seek(cursor, limit));
            for (int i = 0; i <= count - limit; i++)
            {
                assertEquals(count + 1 + i, cursor.number);
                assertEquals(limit + i, cursor.position());
                assertEquals(i < count - limit, store.log().next(cursor));
            }
            assertFalse(store.has(count + 1, 1));
        }
    }

    @Test
    void shouldNotSendOtherContentUnderNumbersOfAnotherProcess()
    {
        final int limit = 150;
        final int count = 400;
        writeBeyond(limit, count);
        // Starts twice: what it learns stays.
        store(directory).close();
        try (SessionStore store = store(directory))
        {
            store.mark(count + 10, limit + 5, 1, true, true);
            store.settle(count);
            store.onAwaited(limit);
            final LogCursor cursor = new LogCursor();
            assertFalse(store.log().seek(cursor, limit));
            for (int position = limit; position <= count; position++)
            {
                assertTrue(store.nextAside(cursor));
                assertEquals(position, cursor.position());
                append(store, cursor.position(), cursor.k(), body(cursor));
            }
            assertFalse(store.nextAside(cursor));
        }
    }

    /** Messages of which those from a number on are not written to the client, in several files. */
    private void writeBeyond(final int limit, final int count)
    {
        try (SessionStore store = store(directory))
        {
            store.settle(0);
            store.limit(limit);
            for (int i = 1; i <= count; i++)
            {
                append(store, i, 1, "58=" + "z".repeat(50_000) + i + "\001");
            }
        }
    }

    /** The death of a process leaves the mapped files as they are: copies taken at any moment stand for that. */
    @Test
    void shouldStoreEachReportOnceWhateverMomentTheProcessDiesAt() throws IOException
    {
        final long seed = Long.getLong("store.seed", System.nanoTime());
        final Random random = new Random(seed);
        Path life = Files.createDirectory(directory.resolve("life0"));
        final int positions = 300;
        for (int n = 1; n <= 12; n++)
        {
            final Path grave = Files.createDirectory(directory.resolve("life" + n));
            try (SessionStore store = store(life))
            {
                replay(store, 1 + random.nextInt(positions), random);
                bury(life, grave);
            }
            if (random.nextBoolean())
            {
                // Died between the message and its number.
                try (SessionNumbers numbers = new SessionNumbers(grave, 1))
                {
                    numbers.nextSender(Math.max(1, numbers.nextSender() - 1));
                }
            }
            life = grave;
        }
        try (SessionStore store = store(life))
        {
            replay(store, positions, random);
            final LogCursor cursor = new LogCursor();
            final List<String> bodies = new ArrayList<>();
            for (boolean is = store.log().seek(cursor, 1); is; is = store.log().next(cursor))
            {
                bodies.add(body(cursor));
                assertEquals(bodies.size(), cursor.number, "seed=" + seed);
            }
            final List<String> expected = new ArrayList<>();
            for (int position = 1; position <= positions; position++)
            {
                for (int k = 1; k <= position % 4; k++)
                {
                    expected.add("58=" + position + "-" + k + "\001");
                }
            }
            assertEquals(expected, bodies, "seed=" + seed);
            assertEquals(bodies.size() + 1, store.nextSender(), "seed=" + seed);
        }
    }

    /** As the outbox does from the beginning of the event stream. */
    private static void replay(final SessionStore store, final int end, final Random random)
    {
        final int stop = 1 + random.nextInt(4);
        for (int position = 1; position <= end; position++)
        {
            for (int k = 1; k <= position % 4; k++)
            {
                if (position == end && k == stop)
                {
                    return;
                }
                if (!store.has(position, k))
                {
                    append(store, position, k, "58=" + position + "-" + k + "\001");
                }
            }
        }
    }

    private static void bury(final Path from, final Path to) throws IOException
    {
        try (Stream<Path> files = Files.list(from))
        {
            for (final Path file : (Iterable<Path>)files::iterator)
            {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private SessionStore store(final Path at)
    {
        return new SessionStore(at, zeros, SystemEpochNanoClock.INSTANCE);
    }

    private List<Path> files() throws IOException
    {
        try (Stream<Path> files = Files.list(directory))
        {
            return files.filter((file) -> file.toString().endsWith(".log")).sorted().toList();
        }
    }

    private static void damage(final Path file, final String text) throws IOException
    {
        final String all = Files.readString(file, StandardCharsets.ISO_8859_1);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE))
        {
            channel.write(ByteBuffer.wrap(new byte[]{'?'}), all.indexOf(text));
        }
    }

    private static void append(final SessionStore store, final long position, final int k, final String body)
    {
        final byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        store.append(position, k, 17, TYPE, bytes, bytes.length);
    }

    private static void append(
        final MessageLog log,
        final int number,
        final long position,
        final int k,
        final String body)
    {
        final byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        log.append(number, position, k, 17, TYPE, bytes, bytes.length);
    }

    private static void check(final MessageLog log, final TreeMap<Integer, String> expected, final Random random)
    {
        final LogCursor cursor = new LogCursor();
        for (int i = 0; i < 200; i++)
        {
            int wanted = 1 + random.nextInt(expected.lastKey());
            boolean isThere = log.seek(cursor, wanted);
            for (int n = 0; n < 5 && isThere; n++)
            {
                assertEquals(expected.ceilingKey(wanted), cursor.number, "wanted=" + wanted);
                assertEquals(expected.get(cursor.number), body(cursor));
                assertEquals(TYPE, cursor.msgType());
                assertEquals(17, cursor.timeNs());
                wanted = cursor.number + 1;
                isThere = log.next(cursor);
            }
            assertEquals(isThere, null != expected.ceilingKey(wanted), "wanted=" + wanted);
        }
        assertFalse(log.seek(cursor, expected.lastKey() + 1));
    }

    private static String body(final LogCursor cursor)
    {
        final byte[] bytes = new byte[cursor.bodyLength()];
        cursor.getBody(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
